//! What the border decides about functions of std, in programs that rustc compiled.
#![allow(missing_docs)]

use isolde_build::Isolated;
use isolde_harness::{Unfaked, WhyUnfaked};
use isolde_instrument::Llvm;
use isolde_instrument::border::{Callee, Outgoing, Unit, items, outgoing};
use isolde_model::world::{Effect, WorldFunction, world_functions};
use isolde_record::LeavingCall;
use isolde_session::isolate::{AskedBy, Border, IsolateConfig, ItemPath, Listing, Why};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

fn rustc(arguments: &str, folder: &Path) -> String {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(program)
        .args(["--edition", "2024"])
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("rustc runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

static LLVM: LazyLock<Llvm> = LazyLock::new(|| {
    let sysroot = rustc("--print sysroot", Path::new("."));
    Llvm::load(&isolde_llvm::find(Path::new(sysroot.trim())).expect("found")).expect("loads")
});

/// A library `subject`, and whole-program bitcode that contains it.
struct Program {
    folder: tempfile::TempDir,
    bitcode: PathBuf,
}

impl Program {
    /// Compiles a library and a program that refers to these functions of it.
    fn new(source: &str, functions: &[String]) -> Program {
        let folder = tempfile::tempdir().expect("made");
        fs::create_dir(folder.path().join("src")).expect("made");
        fs::write(folder.path().join("src/lib.rs"), source).expect("written");
        let mut main = "fn main() {\n".to_owned();
        for function in functions {
            writeln!(
                main,
                "    std::hint::black_box(subject::{function} as *const ());"
            )
            .expect("a text grows");
        }
        fs::write(folder.path().join("main.rs"), main + "}\n").expect("written");
        let common = "-Copt-level=0 -Cdebuginfo=line-tables-only -Csymbol-mangling-version=v0 -Awarnings -L.";
        let library = format!("{common} --crate-type rlib --crate-name subject src/lib.rs");
        rustc(&library, folder.path());
        let whole = "-Clto=fat -Ccodegen-units=1 -Cno-prepopulate-passes -Csave-temps -Clinker-plugin-lto -Clinker=true";
        let program = format!("{common} {whole} --extern subject --crate-name driver main.rs");
        rustc(&program, folder.path());
        let files = fs::read_dir(folder.path()).expect("readable");
        let bitcode = files
            .map(|entry| entry.expect("readable").path())
            .find(|path| {
                path.to_string_lossy()
                    .ends_with(".lto.after-restriction.bc")
            })
            .expect("rustc leaves the module");
        Program { folder, bitcode }
    }

    fn outgoing(&self, border: &Border) -> Vec<Outgoing> {
        let unit = Unit {
            crate_name: "subject".to_owned(),
            root: self.folder.path().to_owned(),
            paths: Vec::new(),
            driver: "driver".to_owned(),
        };
        outgoing(&LLVM, &self.bitcode, &unit, border).expect("readable")
    }
}

fn defaults() -> Border {
    Border::new("subject", &IsolateConfig::default(), &[], &[])
}

fn path(text: &str) -> ItemPath {
    text.parse().expect("a path")
}

fn callee(outgoing: &Outgoing) -> Callee {
    Callee {
        name: outgoing.name.clone(),
        home: outgoing.home.clone(),
        item: outgoing.item.clone(),
    }
}

/// A function without generic parameters that calls the row's function.
fn caller(index: usize, row: &WorldFunction) -> String {
    let concrete = |of: &str| {
        of.replace("impl AsRef<std::path::Path>", "&str")
            .replace("impl AsRef<std::ffi::OsStr>", "&str")
            .replace("impl AsRef<[u8]>", "&[u8]")
            .replace("impl std::net::ToSocketAddrs", "&str")
            .replace("<T>", "<()>")
            .replace(", T>", ", ()>")
    };
    let whole = |of: &str| match (of, row.name) {
        ("T", _) => "()".to_owned(),
        ("F", "scope") => "for<'scope> fn(&'scope std::thread::Scope<'scope, 'env>)".to_owned(),
        ("F", _) => "fn()".to_owned(),
        ("&mut R", _) => "&mut std::fs::File".to_owned(),
        ("&mut W", _) => "&mut Vec<u8>".to_owned(),
        ("R", _) => "std::fs::File".to_owned(),
        (of, _) => concrete(of),
    };
    let lifetimes: Vec<&str> = row
        .generics
        .split(", ")
        .filter(|generic| generic.starts_with('\'') && !generic.contains('>'))
        .collect();
    let parameters: Vec<String> = row
        .parameters
        .iter()
        .map(|(name, of)| format!("{name}: {}", whole(of)))
        .collect();
    let names: Vec<&str> = row.parameters.iter().map(|(name, _)| *name).collect();
    format!(
        "pub fn row_{index}<{}>({}) -> {} {{ unsafe {{ {}({}) }} }}\n",
        lifetimes.join(", "),
        parameters.join(", "),
        whole(row.result),
        row.path(),
        names.join(", ")
    )
}

#[test]
fn every_function_that_reaches_the_world_is_recognised_in_a_program() {
    let rows: Vec<&WorldFunction> = world_functions().collect();
    let source: String = rows
        .iter()
        .enumerate()
        .map(|(index, row)| caller(index, row))
        .collect();
    let functions: Vec<String> = (0..rows.len())
        .map(|index| format!("row_{index}"))
        .collect();
    let border = defaults();
    let found = Program::new(&source, &functions).outgoing(&border);
    let mut reasons: BTreeMap<&str, Vec<Why>> = BTreeMap::new();
    for outgoing in &found {
        for site in &outgoing.sites {
            let why = border.decide(&callee(outgoing)).why;
            reasons.entry(&site.function).or_default().push(why);
        }
    }
    let unknown: Vec<String> = rows
        .iter()
        .enumerate()
        .filter(|(index, row)| {
            let expected = match row.effect {
                Effect::Reaches => Why::Reaches(row.area),
                Effect::Looks => Why::LooksInto(row.area),
                Effect::Moves => Why::Moves(row.area),
                Effect::Runs => Why::RunsThreads,
            };
            let reasons = reasons.get(&*format!("subject::row_{index}"));
            !reasons.is_some_and(|reasons| reasons.contains(&expected))
        })
        .map(|(_, row)| row.path())
        .collect();
    assert_eq!(unknown, Vec::<String>::new());
}

/// The program of `testdata/border/subject.rs`.
static SUBJECT: LazyLock<Program> = LazyLock::new(|| {
    let source = include_str!("../testdata/border/subject.rs");
    let functions: Vec<String> = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub fn ")?.split('(').next())
        .map(str::to_owned)
        .collect();
    Program::new(source, &functions)
});

/// For each function that reaches something outside: what, and why it is outside.
fn reached(border: &Border) -> String {
    let found = SUBJECT.outgoing(border);
    let mut functions: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for outgoing in &found {
        let why = border.decide(&callee(outgoing)).why.to_string();
        for site in &outgoing.sites {
            let reached = functions.entry(&site.function).or_default();
            reached.insert(&outgoing.name, why.clone());
        }
    }
    let mut text = String::new();
    for (function, reached) in functions {
        writeln!(text, "{function}").expect("a text grows");
        for (name, why) in reached {
            writeln!(text, "    {name}: {why}").expect("a text grows");
        }
    }
    text
}

#[test]
fn of_std_only_what_reaches_the_world_is_outside() {
    insta::assert_snapshot!(reached(&defaults()), @r"
    subject::answers_by_default
        <std::path::Path>::exists: reaches files
    subject::copies
        std::io::copy::copy::<std::fs::File, alloc::vec::Vec<u8>>: reads or writes what belongs to files
    subject::counts_entries
        <std::fs::ReadDir as core::iter::traits::iterator::Iterator>::next: reaches files
        <std::path::Path>::read_dir: reaches files
    subject::hashes
        <std::hash::random::RandomState as core::default::Default>::default: reaches random numbers
    subject::lines_of_a_file
        <std::fs::File>::open::<&std::path::Path>: reaches files
        <std::io::Lines<std::io::buffered::bufreader::BufReader<std::fs::File>> as core::iter::traits::iterator::Iterator>::next: reads or writes what belongs to files
    subject::on_another_thread
        <std::path::Path>::is_file: reaches files
        <std::thread::join_handle::JoinHandle<bool>>::join: runs code on another thread
        std::thread::functions::spawn::<subject::on_another_thread::{closure#0}, bool>: runs code on another thread
    subject::reads_all
        <std::io::Take<&std::fs::File> as std::io::Read>::read_to_string: reads or writes what belongs to files
    subject::writes_a_file
        <std::fs::File as std::io::Write>::write: reaches files
        <std::fs::File>::create::<&std::path::Path>: reaches files
        <std::io::buffered::bufwriter::BufWriter<std::fs::File> as std::io::Write>::flush: reads or writes what belongs to files
        <std::io::buffered::bufwriter::BufWriter<std::fs::File> as std::io::Write>::write_fmt: reads or writes what belongs to files
    ");
}

/// The function that reads the next entry of a directory.
const NEXT: &str = "<std::fs::ReadDir as core::iter::traits::iterator::Iterator>::next";

/// What a border finds behind one function of the program.
fn reached_from(border: &Border, function: &str) -> Vec<(String, bool, Why)> {
    let found = SUBJECT.outgoing(border).into_iter();
    found
        .filter(|outgoing| outgoing.sites.iter().any(|site| site.function == function))
        .map(|outgoing| {
            let why = border.decide(&callee(&outgoing)).why;
            (outgoing.name, outgoing.is_kept, why)
        })
        .collect()
}

#[test]
fn the_most_exact_of_the_users_paths_counts_and_options_win_against_the_file() {
    let file = Path::new("isolde.toml");
    let text = "[isolate]\nkeep = [\n'std::path',\n'std::fs::ReadDir']\nfake = ['std::vec']";
    let config = IsolateConfig::parse(file, text).expect("well-formed");
    let exists = "subject::answers_by_default";
    let entries = "subject::counts_entries";

    let border = Border::new("subject", &config, &[], &[]);
    let asked = |text: &str, line| Why::Asked(path(text), AskedBy::File(file.to_owned(), line));
    let name = "<std::path::Path>::exists".to_owned();
    let kept = (name.clone(), true, asked("std::path", 3));
    assert_eq!(reached_from(&border, exists), [kept]);
    let next = NEXT.to_owned();
    let read_dir = "<std::path::Path>::read_dir".to_owned();
    assert_eq!(
        reached_from(&border, entries),
        [
            (next.clone(), true, asked("std::fs::ReadDir", 4)),
            (read_dir.clone(), true, asked("std::path", 3)),
        ]
    );

    let fake = [path("std::path::Path::exists"), path("std::fs::ReadDir")];
    let keep = [path("std::path::Path::read_dir")];
    let border = Border::new("subject", &config, &fake, &keep);
    let by_option = |text: &str| Why::Asked(path(text), AskedBy::Option);
    let faked = (name, false, by_option("std::path::Path::exists"));
    assert_eq!(reached_from(&border, exists), [faked]);
    assert_eq!(
        reached_from(&border, entries),
        [
            (next, false, by_option("std::fs::ReadDir")),
            (read_dir, true, by_option("std::path::Path::read_dir")),
        ]
    );
}

#[test]
fn paths_that_name_nothing_are_told_with_their_places() {
    let text = "[isolate]\nkeep = ['std::paths',\n'crate::prints', 'std::net']\nfake = ['crate']";
    let config = IsolateConfig::parse(Path::new("isolde.toml"), text).expect("well-formed");
    let fake = [path("dep::Client"), path("std::vec::Vec::push")];
    let border = Border::new("subject", &config, &fake, &[]);
    SUBJECT.outgoing(&border);
    let items = items(&LLVM, &SUBJECT.bitcode).expect("readable");
    let unmatched = border.unmatched(&items);
    let messages: Vec<String> = unmatched.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "nothing in the program is called `dep::Client` (named in an option)",
            "nothing in the program is called `std::paths` (named in isolde.toml:2)",
        ]
    );
}

#[test]
fn a_listing_tells_for_each_call_what_becomes_of_it_and_why() {
    let border = Border::new(
        "subject",
        &IsolateConfig::default(),
        &[],
        &[path("std::path")],
    );
    let outgoing = SUBJECT.outgoing(&border);
    let functions = [
        "subject::counts_entries",
        "subject::reads_all",
        "subject::hashes",
    ];
    let outgoing: Vec<Outgoing> = outgoing
        .into_iter()
        .filter(|one| {
            one.sites
                .iter()
                .any(|site| functions.contains(&&*site.function))
        })
        .collect();
    let isolated = Isolated {
        faked: BTreeSet::from([NEXT.to_owned()]),
        unfaked: vec![Unfaked {
            function: "<std::io::Take<&std::fs::File> as std::io::Read>::read_to_string".to_owned(),
            why: WhyUnfaked::Unnameable,
        }],
        outgoing,
        ..Isolated::default()
    };
    let listing = Listing::new(&border, &isolated);
    let lines: Vec<String> = listing
        .calls
        .iter()
        .map(|call| {
            let LeavingCall {
                file,
                function,
                callee,
                reached,
                treatment,
                why,
                ..
            } = call;
            let file = file.display();
            let reached = reached.as_deref().unwrap_or("directly");
            let treatment = treatment.word();
            format!("{file} {function}: {callee} {reached} is {treatment}, {why}")
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    src/lib.rs subject::reads_all: <std::io::Take<&std::fs::File> as std::io::Read>::read_to_string directly is not faked, tests cannot name it, or one of the types that it is called with; what it calls is faked instead
    src/lib.rs subject::counts_entries: <std::path::Path>::read_dir directly is kept, `std::path` is named in an option
    src/lib.rs subject::counts_entries: <std::fs::ReadDir as core::iter::traits::iterator::Iterator>::next through other code is faked, reaches files
    ");
    assert!(
        listing
            .calls
            .iter()
            .all(|call| call.line > 0 && call.column > 0)
    );
}
