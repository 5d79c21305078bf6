//! Tests laid out in files: one module per source module, one test target.

use crate::helpers::{self, Helper};
use crate::lints::Lints;
use crate::mocks;
use crate::render::Test;
use crate::request::MadeBy;
use isolde_cargo::Job;
use isolde_record::{Deadline, Edition, without_unused_prelude};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::process::Command;

/// Generated files by name, and the place of each test in them.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// File name (`main.rs`, `de.rs`) → text.
    pub texts: BTreeMap<String, String>,
    /// The place of each test, in the order given.
    pub places: Vec<Place>,
    /// For each file with tests, the path of its module in the test target: `de::`, or nothing for the root.
    pub modules: BTreeMap<String, String>,
}

impl Files {
    /// The lines that only this test needs, for messages.
    pub(crate) fn source(&self, test: usize) -> String {
        let place = &self.places[test];
        let text = self.texts.get(&place.file).map_or("", String::as_str);
        let numbered = (1..).zip(text.lines());
        let own = numbered.filter(|(number, _)| place.holds(*number));
        own.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
    }
}

/// The place of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Name of its file.
    pub file: String,
    /// The lines there that only this test needs, or this test and a few others; counted from 1.
    pub lines: Vec<RangeInclusive<usize>>,
}

impl Place {
    /// Whether the line is one of these.
    pub(crate) fn holds(&self, line: usize) -> bool {
        self.lines.iter().any(|lines| lines.contains(&line))
    }
}

/// Lines that every file needs before its tests; empty for packages of edition 2021 and later.
#[derive(Clone, Debug, Default)]
pub struct Prelude {
    /// For `main.rs`.
    pub main: String,
    /// For each module.
    pub module: String,
    /// The command that writes the files.
    pub made_by: MadeBy,
}

impl Prelude {
    /// The same prelude, with a condition (an attribute) on top of the whole target.
    #[must_use]
    pub fn under(self, condition: &str) -> Prelude {
        Prelude {
            main: format!("{condition}{}", self.main),
            ..self
        }
    }

    /// What this edition needs so that paths beginning with the names of the crate or its dependencies, and the names of traits in later preludes,
    /// resolve in modules.
    pub fn of_edition(edition: &str, crate_name: &str, dependencies: &[String]) -> Prelude {
        let edition = Edition::named(edition);
        let crates: Vec<String> = std::iter::once(crate_name.to_owned())
            .chain(dependencies.iter().cloned())
            .collect();
        let with_end = |lines: String| match lines.is_empty() {
            true => lines,
            false => lines + "\n",
        };
        Prelude {
            main: with_end(edition.declarations(&crates)),
            module: with_end(edition.imports(&crates) + &edition.prelude()),
            made_by: MadeBy::default(),
        }
    }
}

/// Name of the test module for functions of this source module: `root` for the crate root, `a_b` for `a::b`. The module is a file, for which rustc
/// accepts ASCII names only.
pub fn module_of(module: &[String]) -> String {
    let name = if module.is_empty() {
        "root".to_string()
    } else {
        let joined = module.join("_").replace("r#", "");
        joined.replace(|letter: char| !letter.is_ascii(), "_")
    };
    // `main` is the target's own file; keywords cannot be module names.
    if name == "main" || syn::parse_str::<syn::Ident>(&name).is_err() {
        format!("{name}_")
    } else {
        name
    }
}

/// Lays tests out. Within a module they keep their order. `prelude` is put on top of every file, after the header.
pub fn lay_out(tests: &[Test], prelude: &Prelude, lints: &Lints) -> Files {
    let mut modules: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, test) in tests.iter().enumerate() {
        modules
            .entry(module_of(&test.thunk.module))
            .or_default()
            .push(index);
    }
    let mut main = header(prelude.made_by, lints) + &prelude.main;
    for module in modules.keys() {
        main += &format!("mod {module};\n");
    }
    let paths = modules
        .keys()
        .map(|module| (format!("{module}.rs"), format!("{module}::")))
        .collect();
    let groups = modules
        .into_iter()
        .map(|(module, indices)| (format!("{module}.rs"), indices))
        .collect();
    main += &helpers::source(&helpers_of(tests.iter()), "std");
    let around = |of_file: &BTreeSet<Helper>| Around {
        top: header(prelude.made_by, lints) + &prelude.module + &helpers::import(of_file),
        bottom: String::new(),
    };
    let mut files = group(tests, &groups, &around, &|text| text);
    files.texts.insert("main.rs".into(), format(main));
    files.modules = paths;
    files
}

/// What a file contains besides tests.
pub(crate) struct Around {
    /// Before the tests.
    pub top: String,
    /// After the tests.
    pub bottom: String,
}

/// The helpers that tests call.
fn helpers_of<'t>(tests: impl Iterator<Item = &'t Test>) -> BTreeSet<Helper> {
    tests
        .filter_map(|test| Helper::of(&test.thunk, &test.observation))
        .collect()
}

/// The files for groups of tests; each group is given by its file name and the indices of its tests. `around` gives what is around tests that call these
/// helpers, `adapt` the text of tests and mocks as it is written in this place.
pub(crate) fn group(
    tests: &[Test],
    groups: &BTreeMap<String, Vec<usize>>,
    around: &dyn Fn(&BTreeSet<Helper>) -> Around,
    adapt: &dyn Fn(String) -> String,
) -> Files {
    let mut files = Files {
        texts: BTreeMap::new(),
        places: vec![Place::default(); tests.len()],
        modules: BTreeMap::new(),
    };
    for (file, indices) in groups {
        let Around { top, bottom } =
            around(&helpers_of(indices.iter().map(|&index| &tests[index])));
        let mut text = top;
        let shared = mocks::shared(indices.iter().map(|&index| &tests[index]));
        for &index in indices {
            text += &adapt(tests[index].source_with(&shared));
            text.push('\n');
        }
        text += &adapt(mocks::source(&shared));
        text += &bottom;
        let text = format(without_unused_prelude(&text));
        let spans = test_lines(&text);
        for &index in indices {
            if let Some(lines) = spans.get(&tests[index].name) {
                files.places[index] = Place {
                    file: file.clone(),
                    lines: vec![lines.clone()],
                };
            }
        }
        files.texts.insert(file.clone(), text);
    }
    files
}

/// The name by which `cargo test` knows a test: `root::parse_of_empty_is_err`.
pub fn qualified(test: &Test) -> String {
    format!("{}::{}", module_of(&test.thunk.module), test.name)
}

/// The text at the top of every file.
pub(crate) fn header(made_by: MadeBy, lints: &Lints) -> String {
    format!(
        "{} Changes are lost when it runs again: copy a test elsewhere to keep it.\n{}\n",
        made_by.marker(),
        lints.attribute()
    )
}

/// The lines of each test function, its attributes and documentation included.
fn test_lines(text: &str) -> BTreeMap<String, RangeInclusive<usize>> {
    let mut lines = BTreeMap::new();
    let mut start = None;
    let mut name: Option<String> = None;
    for (number, line) in text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
    {
        if name.is_none() && start.is_none() && line.starts_with("///") {
            start = Some(number);
        }
        if let Some(rest) = line.strip_prefix("fn ") {
            name = rest.split('(').next().map(str::to_string);
            start.get_or_insert(number);
        }
        let closes = line == "}" || (line.starts_with("fn ") && line.ends_with('}'));
        if closes && let (Some(begin), Some(done)) = (start.take(), name.take()) {
            lines.insert(done, begin..=number);
        }
    }
    lines
}

/// Formats with rustfmt if it is installed, else with prettyplease. Text that neither can read stays as it is (the compiler
/// will report what is wrong with it).
fn format(text: String) -> String {
    if let Some(formatted) = rustfmt(&text) {
        return formatted;
    }
    match syn::parse_file(&text) {
        // prettyplease drops comments, so the marker is put on top again.
        Ok(parsed) => {
            let first = text.lines().next().unwrap_or_default();
            format!("{first}\n{}", prettyplease::unparse(&parsed))
        }
        Err(_) => text,
    }
}

fn rustfmt(text: &str) -> Option<String> {
    let mut command = Command::new("rustfmt");
    command
        .args(["--edition", "2024", "--emit", "stdout", "--quiet"])
        // A user's rustfmt.toml would change the bytes, and unstable options in it would fail.
        .current_dir(std::env::temp_dir());
    let job = Job::new(command).input(text.as_bytes().to_vec());
    let output = job.run(&Deadline::default()).ok()?;
    (output.passed() && !output.stdout.is_empty()).then_some(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_the_source_become_modules_of_the_test_target() {
        let module = |parts: &[&str]| {
            module_of(
                &parts
                    .iter()
                    .map(|part| part.to_string())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(module(&[]), "root");
        assert_eq!(module(&["a", "b"]), "a_b");
        assert_eq!(module(&["main"]), "main_");
        assert_eq!(module(&["r#type"]), "type_");
        assert_eq!(module(&["Uniçode"]), "Uni_ode");
        assert_eq!(module(&["水"]), "__");
    }

    #[test]
    fn lines_of_tests_are_found_with_their_documentation() {
        let text = "// x\n\n/// One.\n#[test]\nfn one() {\n    f();\n}\n\n/// Two.\n#[test]\nfn two() {}\n";
        let lines = test_lines(text);
        assert_eq!(lines["one"], 3..=7);
        assert_eq!(lines["two"], 9..=11);
    }
}
