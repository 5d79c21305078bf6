//! The book's first page, followed to the letter: its files are written, its commands run, and what it shows of their output compared.

use crate::util::shared_target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What the page asks of its reader.
#[derive(Debug, PartialEq)]
enum Step {
    /// A file, and what it then holds.
    Write(String, String),
    /// A command, and lines of what it prints.
    Run(String, Vec<String>),
}

/// The page's steps, read from its fenced blocks. A Rust block is the content of the file that the line before it names last; in a `console` block
/// the line after `$ ` is a command, and the rest is its output. Blocks of other kinds are ignored.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut file = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            let named = line
                .strip_suffix("`:")
                .and_then(|rest| rest.rsplit('`').next());
            file = named.unwrap_or(if line.is_empty() { file } else { "" });
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind {
            "rust" => {
                assert!(!file.is_empty(), "no file is named before {block:?}");
                steps.push(Step::Write(file.to_owned(), block.join("\n") + "\n"));
            }
            "console" => {
                let (first, output) = block.split_first().expect("a command");
                let command = first.strip_prefix("$ ").expect("a command");
                let output = output.iter().filter(|line| !line.is_empty());
                steps.push(Step::Run(
                    command.to_owned(),
                    output.map(|line| (*line).to_owned()).collect(),
                ));
            }
            _ => {}
        }
    }
    steps
}

/// A line without what differs from run to run or changes as the search gets better: numbers that stand alone or after a sign, and column widths.
fn comparable(line: &str) -> String {
    let words = line.split_whitespace().map(|word| {
        let number = word.trim_start_matches('+').parse::<f64>().is_ok();
        if number { "N" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a line reports an outcome, which must be as the page shows it. Which inputs pass depends on the search.
fn tells(line: &str) -> bool {
    [
        "WELCOME5",
        "fail",
        "FAILED",
        "... ok",
        "attempt to",
        "at src/",
    ]
    .iter()
    .any(|word| line.contains(word))
}

fn run(command: &str, folder: &Path) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let mut process = match words.as_slice() {
        ["cargo", "isolde", ..] => Command::new(env!("CARGO_BIN_EXE_cargo-isolde")),
        ["cargo", ..] => Command::new("cargo"),
        _ => panic!("the page runs {command:?}, this test only cargo"),
    };
    let library = PathBuf::from(REPOSITORY).join("crates/isolde");
    for word in &words[1..] {
        match *word {
            "../isolde/crates/isolde" => process.arg(&library),
            word => process.arg(word),
        };
    }
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text == "CARGO_TARGET_DIR" || text.starts_with("ISOLDE_") {
            process.env_remove(name);
        }
    }
    process.env("CARGO_TARGET_DIR", shared_target());
    let output = process.current_dir(folder).output().expect("it starts");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn the_first_page_of_the_book_does_what_it_says() {
    let page =
        fs::read_to_string(Path::new(REPOSITORY).join("book/src/five-steps.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut package = folder.path().to_owned();
    let mut checked = 0;
    for step in steps(&page) {
        match step {
            Step::Write(file, text) => {
                let file = package.join(file);
                fs::create_dir_all(file.parent().expect("below the package")).expect("writable");
                fs::write(file, text).expect("writable");
            }
            Step::Run(command, shown) => {
                let output = run(&command, &package);
                let printed: Vec<String> = output.lines().map(comparable).collect();
                for line in shown.iter().filter(|line| tells(line)) {
                    assert!(
                        printed.contains(&comparable(line)),
                        "`{command}` does not print\n{line}\nbut\n{output}"
                    );
                    checked += 1;
                }
                if let Some(name) = command.strip_prefix("cargo new --lib ") {
                    package.push(name);
                }
            }
        }
    }
    assert!(checked >= 10, "the page shows only {checked} telling lines");
    let stored = package.join("isolde/puts/vouchers/no_voucher_makes_it_dearer.inputs");
    assert!(stored.exists(), "the page names {}", stored.display());
}

#[test]
fn every_page_is_in_the_summary_and_every_link_leads_to_a_page() {
    let folder = Path::new(REPOSITORY).join("book/src");
    let summary = fs::read_to_string(folder.join("SUMMARY.md")).expect("the summary");
    for entry in fs::read_dir(&folder).expect("readable") {
        let name = entry.expect("readable").file_name();
        let name = name.to_string_lossy();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is not in the summary"
        );
        let text = fs::read_to_string(folder.join(&*name)).expect("readable");
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            assert!(
                target.contains("://") || folder.join(target).exists(),
                "{name} links to {target}"
            );
        }
    }
}
