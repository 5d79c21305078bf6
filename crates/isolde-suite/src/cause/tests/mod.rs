//! Which findings are joined, and which stay apart.

mod conditions;
mod joined;
mod memory;
mod promises;

use super::examples::{Distance, Pool};
use super::*;
use crate::render::tests::test;
use isolde_record::{Argument, Observation, Observed, PanicInfo, Passing, ThunkInfo};
use std::path::Path;

fn package(coverage: &[Location]) -> Package<'_> {
    Package {
        root: Path::new("/nowhere"),
        documented: &[],
        coverage,
    }
}

fn observation(call: &str) -> Observation {
    Observation {
        call: call.into(),
        ..Observation::default()
    }
}

/// How a run ends: it panics at this line, or returns if there is none.
fn outcome(line: Option<u32>) -> Outcome {
    line.map_or(Outcome::Returned, |line| {
        Outcome::Panicked(PanicInfo {
            message: "attempt to add with overflow".into(),
            file: "src/stack.rs".into(),
            line,
            column: 1,
            step: None,
            law: None,
        })
    })
}

/// Marks arguments that are not next to any that fail.
const FAR: &str = "/* far */";

/// A function with these parameters whose body fails as `run` says, tried on these arguments.
struct Function<'a> {
    name: &'a str,
    parameters: &'a [&'a str],
    tried: &'a [&'a str],
    run: &'a dyn Fn(&str) -> Option<u32>,
}

impl Function<'_> {
    fn test(&self, index: u32, arguments: &str) -> Test {
        let root = if self.name.starts_with('<') {
            ""
        } else {
            "c::"
        };
        let call = format!("{root}{}({arguments})", self.name);
        let mut test = test(outcome((self.run)(arguments)), observation(&call), false);
        test.thunk = ThunkInfo {
            index,
            function: self.name.into(),
            arguments: self
                .parameters
                .iter()
                .map(|name| Argument {
                    name: (*name).into(),
                    passing: Passing::Value,
                })
                .collect(),
            ..test.thunk
        };
        test
    }
}

/// What is left of the findings of these functions: the line, the condition, and the other places.
fn findings(functions: &[Function]) -> Vec<(String, Option<String>, Vec<String>)> {
    findings_in(Path::new("/nowhere"), functions)
}

/// The same of functions whose source is in this folder.
fn findings_in(root: &Path, functions: &[Function]) -> Vec<(String, Option<String>, Vec<String>)> {
    let mut tests: Vec<Test> = Vec::new();
    let mut pool = Pool::default();
    for (index, function) in (0..).zip(functions) {
        let tried: Vec<Test> = function
            .tried
            .iter()
            .map(|it| function.test(index, it))
            .collect();
        let mut own = Vec::new();
        for new in tried.iter().filter(|test| test.is_finding()) {
            let is_like = |at: &&usize| tests[**at].place() == new.place();
            let known = own.iter().find(is_like).copied();
            let at = known.unwrap_or(tests.len());
            pool.add(
                Some((at, Distance::Near)),
                new,
                &new.outcome,
                &new.observation,
            );
            if known.is_none() {
                own.push(at);
                tests.push(new.clone());
            }
        }
        for (new, arguments) in tried.iter().zip(function.tried) {
            let is_near = !arguments.starts_with(FAR);
            for finding in own.iter().filter(|_| !new.is_finding()) {
                let near = is_near.then_some((*finding, Distance::Near));
                pool.add(
                    near,
                    &tests[*finding].clone(),
                    &new.outcome,
                    &new.observation,
                );
            }
        }
    }
    let package = Package {
        root,
        ..package(&[])
    };
    group_by(&pool, package, &Deadline::default(), &mut tests);
    tests
        .into_iter()
        .map(|test| {
            (
                test.finding_place(),
                test.cause.condition,
                test.cause.places,
            )
        })
        .collect()
}

#[test]
fn lines_that_the_same_argument_reaches_are_one_finding() {
    let base = Function {
        name: "show",
        parameters: &["number", "base"],
        tried: &[
            "7, 0", "7, 1", "0, 1", "5, 2", "0, 2", "7, 10", "1, 3", "64, 2",
        ],
        run: &|arguments| match arguments {
            "7, 0" => Some(4),
            "7, 1" | "0, 1" => Some(5),
            "64, 2" => Some(6),
            _ => None,
        },
    };
    let found = findings(&[base]);
    assert_eq!(
        found,
        [
            (
                "src/stack.rs:4".into(),
                Some("`base` is 0 or 1".into()),
                vec!["src/stack.rs:5".into()]
            ),
            (
                "src/stack.rs:6".into(),
                Some("`number` is at least 64".into()),
                vec![]
            ),
        ]
    );
}

#[test]
fn causes_of_one_function_over_different_arguments_stay_apart() {
    let both = Function {
        name: "slice",
        parameters: &["from", "to"],
        tried: &[
            "0, 0", "1, 5", "2, 5", "3, 5", "1, 4", "1, 6", "1, 7", "0, 6",
        ],
        run: &|arguments| match arguments {
            "3, 5" => Some(4),
            "1, 6" | "1, 7" | "0, 6" => Some(5),
            _ => None,
        },
    };
    let found = findings(&[both]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].1.as_deref(), Some("`from` is at least 3"));
    assert_eq!(found[1].1.as_deref(), Some("`to` is at least 6"));
}

#[test]
fn neighbours_that_fail_under_the_same_condition_are_one_finding() {
    let of = |name, line| Function {
        name,
        parameters: &["items"],
        tried: &["vec![]", "vec![1]", "vec![1, 2]"],
        run: if line == 4 {
            &|arguments| (arguments == "vec![]").then_some(4)
        } else {
            &|arguments| (arguments == "vec![]").then_some(9)
        },
    };
    let other = Function {
        tried: &["vec![]", "vec![1]", "vec![1, 2]"],
        run: &|arguments| (arguments == "vec![1, 2]").then_some(20),
        ..of("last", 9)
    };
    // A hand copied one from the other.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("writable");
    let mut lines = vec![""; 24];
    lines[3] = "    for i in 0..items.len() - 1 {";
    lines[8] = "        for i in 0..items.len() - 1 {";
    lines[19] = "    items[items.len() - 1]";
    std::fs::write(folder.path().join("src/stack.rs"), lines.join("\n")).expect("writable");
    let unrelated = findings(&[of("sort", 4), of("sort_by", 9)]);
    assert_eq!(unrelated.len(), 2, "{unrelated:?}");
    let found = findings_in(folder.path(), &[of("sort", 4), of("sort_by", 9), other]);
    let places: Vec<(&str, &[String])> = found
        .iter()
        .map(|(place, _, places)| (place.as_str(), places.as_slice()))
        .collect();
    assert_eq!(
        places,
        [
            ("src/stack.rs:4", &["src/stack.rs:9".to_owned()][..]),
            ("src/stack.rs:20", &[][..]),
        ]
    );
}

#[test]
fn bad_values_that_lie_side_by_side_are_one_cause_in_copies_of_a_method() {
    let copy = |name, bad: &'static str, line| Function {
        name,
        parameters: &["base"],
        tried: &["0", "1", "2", "3", "4"],
        run: match (bad, line) {
            ("0", _) => &|arguments| (arguments == "0").then_some(4),
            ("1", _) => &|arguments| (["0", "1"].contains(&arguments)).then_some(9),
            _ => &|arguments| (arguments == "3").then_some(14),
        },
    };
    let found = findings(&[
        copy("<u8 as Show>::show", "0", 4),
        copy("<i8 as Show>::show", "1", 9),
        copy("<i16 as Show>::show", "3", 14),
    ]);
    let found: Vec<(&str, Option<&str>)> = found
        .iter()
        .map(|(place, words, _)| (place.as_str(), words.as_deref()))
        .collect();
    assert_eq!(
        found,
        [
            // The copy that is shown accepts 1.
            ("src/stack.rs:4", Some("`base` is 0")),
            ("src/stack.rs:14", Some("`base` is 3")),
        ]
    );
}

#[test]
fn parameters_of_one_function_are_told_apart() {
    let function = Function {
        name: "ratio",
        parameters: &["a", "b"],
        tried: &["0, 1", "1, 0", "1, 1", "2, 1", "1, 2"],
        run: &|arguments| match arguments {
            "0, 1" => Some(4),
            "1, 0" => Some(5),
            _ => None,
        },
    };
    let found = findings(&[function]);
    let conditions: Vec<Option<&str>> =
        found.iter().map(|(_, words, _)| words.as_deref()).collect();
    assert_eq!(conditions, [Some("`a` is 0"), Some("`b` is 0")]);
}

#[test]
fn an_expected_panic_under_the_condition_of_a_finding_is_not_pinned() {
    let function = Function {
        name: "half",
        parameters: &["x"],
        tried: &[],
        run: &|arguments| (arguments == "0").then_some(4),
    };
    let mut pool = Pool::default();
    let finding = function.test(0, "0");
    pool.add(
        Some((0, Distance::Near)),
        &finding,
        &finding.outcome,
        &finding.observation,
    );
    let passing = function.test(0, "1");
    let near = Some((0, Distance::Near));
    pool.add(near, &finding, &passing.outcome, &passing.observation);
    let mut expected = function.test(0, "0");
    expected
        .thunk
        .announced
        .insert(isolde_record::PanicKind::Overflow);
    let mut tests = vec![finding, expected.clone(), passing];
    group_by(&pool, package(&[]), &Deadline::default(), &mut tests);
    assert_eq!(tests.len(), 2);
    assert!(tests[0].is_finding() && !tests[1].is_finding());
    assert_eq!(tests[1].outcome, Outcome::Returned);
}

#[test]
fn runs_without_a_place_that_lead_through_the_same_code_are_one_finding() {
    let places: Vec<crate::Location> = (1..=30)
        .map(|line| crate::Location {
            file: "src/stack.rs".into(),
            line,
            decided_by: None,
        })
        .collect();
    let of = |index: u32, name: &str, line: u32, called: &[u32]| {
        let mut test = test(
            Outcome::Signalled { signal: 6 },
            observation(&format!("c::{name}()")),
            false,
        );
        test.thunk.index = index;
        test.thunk.function = name.into();
        (test.thunk.line, test.thunk.end_line) = (line, line + 1);
        test.called = called.iter().copied().collect();
        test
    };
    // `sort` and `sort_by` are thin wrappers of the same code; `clear` reaches other code.
    let mut tests = vec![
        of(0, "sort", 1, &[0, 9, 10, 11]),
        of(1, "sort_by", 4, &[3, 9, 10, 11]),
        of(2, "clear", 7, &[6, 20]),
        of(3, "clear_all", 15, &[14, 6, 21]),
    ];
    group_by(
        &Pool::default(),
        package(&places),
        &Deadline::default(),
        &mut tests,
    );
    let left: Vec<(&str, &[String])> = tests
        .iter()
        .map(|test| {
            (
                test.thunk.function.as_str(),
                test.cause.functions.as_slice(),
            )
        })
        .collect();
    assert_eq!(
        left,
        [
            ("sort", &["sort_by".to_owned()][..]),
            ("clear", &["clear_all".to_owned()][..]),
        ]
    );
}
