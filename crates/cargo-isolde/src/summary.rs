//! What a run found, for people.

mod findings;

use crate::console::Console;
use isolde_record::reach::{self, Unreached};
use isolde_record::run::{FunctionRecord, RemovalReason, RemovedRecord, TestRecord, Totals};
use isolde_record::{FunctionStatus, Reach, RunRecord, SkipReason, Visibility, message_class};
use std::fmt::Display;
use std::path::Path;

/// Prints the summary of a run, whose record is in the file `file`.
pub fn print(record: &RunRecord, out: &Path, file: &str, console: &Console) {
    let Totals {
        explored,
        executions,
        branches,
        branches_covered,
        tests,
        findings,
        suspicions,
        removed,
        ..
    } = record.totals;
    console.summary(&format!(
        "{} explored in {executions} runs and {:.0} s; {branches_covered} of {branches} branches covered",
        plural(explored, "function"),
        record.seconds
    ));
    for line in reach(&record.functions, file)
        .into_iter()
        .chain(private(&record.functions))
    {
        console.summary(&line);
    }
    if tests == 0 {
        console.summary("no test was written");
    } else {
        let is_beside = |test: &&TestRecord| test.file.ends_with("isolde_tests.rs");
        let beside = record.tests.iter().filter(is_beside).count();
        let places = match u32::try_from(beside).unwrap_or(u32::MAX) {
            0 => out.display().to_string(),
            beside if beside == tests => "files beside the modules".to_owned(),
            beside => format!("{}, {beside} of them beside the modules", out.display()),
        };
        console.summary(&format!("{} written to {places}", plural(tests, "test")));
    }
    let is_late = |removed: &&RemovedRecord| removed.reason == RemovalReason::OutOfTime;
    let late = u32::try_from(record.removed.iter().filter(is_late).count()).unwrap_or(u32::MAX);
    if late > 0 {
        console.summary(&format!(
            "{} left out because time ran out; a longer --time may include more",
            plural(late, "more test")
        ));
    }
    let removed = removed.saturating_sub(late);
    if removed > 0 {
        console.summary(&format!(
            "{} removed for not compiling, not always passing, depending on the machine, changing something outside the test, misusing memory, or contradicting the documentation; {file} says which and why",
            plural(removed, "more test")
        ));
    }
    if findings > 0 {
        console.summary(&format!(
            "{}, as ignored tests:",
            plural(findings, "finding")
        ));
    }
    for line in findings::by_rank(&record.findings) {
        console.summary(&line);
    }
    if suspicions > 0 {
        console.summary(&format!(
            "{}, as ignored tests: conventions that a type may have good reasons to break",
            plural(suspicions, "suspicion")
        ));
    }
    for line in record.suspicions.iter().flat_map(findings::lines) {
        console.summary(&format!("  {line}"));
    }
}

/// How many of the reasons for skipping functions are named.
const REASONS: usize = 3;

/// How much of the package's public part was reached, and the commonest reasons why the rest was not, with an example and what would help. Functions
/// that nobody could call, or that were not asked for, are not counted.
fn reach(functions: &[FunctionRecord], file: &str) -> Vec<String> {
    let Reach { public, explored } = Reach::of(functions);
    if public == 0 {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "{explored} of {} explored",
        plural(public, "public function")
    )];
    let reasons = reach::unreached(functions);
    for Unreached { functions, .. } in reasons.iter().take(REASONS) {
        let (example, reason) = functions[0];
        lines.push(format!(
            "  {} {}, such as `{example}`{}",
            functions.len(),
            why(reason),
            help(reason)
        ));
    }
    let others: usize = reasons
        .iter()
        .skip(REASONS)
        .map(|it| it.functions.len())
        .sum();
    if others > 0 {
        lines.push(format!("  {others} for other reasons, which {file} gives"));
    }
    lines
}

/// How many private functions were skipped, if there are any.
fn private(functions: &[FunctionRecord]) -> Option<String> {
    let is_lost = |function: &&FunctionRecord| match &function.status {
        FunctionStatus::Skipped { reason } => {
            function.visibility == Visibility::Private && reason.is_loss()
        }
        FunctionStatus::Explored => false,
    };
    let count = functions.iter().filter(is_lost).count();
    (count > 0).then(|| format!("{} skipped", plural(count, "private function")))
}

/// A reason for skipping a function, in words that follow a number.
fn why(reason: &SkipReason) -> &'static str {
    match reason {
        SkipReason::Private => "cannot be reached from outside",
        SkipReason::UnsupportedArgument(_) => "with an argument that Isolde cannot make",
        SkipReason::UnsupportedReceiver(_) => "of a type that Isolde cannot make",
        SkipReason::NoInstance(_) => "with bounds that no known type satisfies",
        SkipReason::Unanswered(_) => "that ask mocks for what they cannot answer",
        SkipReason::Unsafe => "unsafe",
        SkipReason::Foreign => "foreign",
        SkipReason::Rejected(_) => "whose calls rustc rejected",
        SkipReason::OutOfTime => "not reached in time",
        SkipReason::NoBody => "without a body",
        SkipReason::Derived => "derived",
        SkipReason::TestOnly => "only there for tests",
        SkipReason::Contract => "that are contracts of other functions",
        SkipReason::ContractOfNothing(_) => "that are contracts of no known function",
        SkipReason::Filtered => "not asked for",
        SkipReason::Macro => "written as macros",
        SkipReason::Main => "with which programs start",
    }
}

/// The type or the bounds of a reason, and in parentheses why there is no mock.
fn apart(detail: &str) -> (&str, String) {
    match detail.split_once("; no mock of") {
        Some((of, why)) => (of, format!(" (no mock of{why})")),
        None => (detail, String::new()),
    }
}

/// What would help to explore the function, or what is in the way, in words that end the sentence.
fn help(reason: &SkipReason) -> String {
    match reason {
        SkipReason::UnsupportedArgument(of) | SkipReason::UnsupportedReceiver(of) => {
            let (of, no_mock) = apart(of);
            format!("; a public function that returns a `{of}` would help{no_mock}")
        }
        SkipReason::NoInstance(bounds) => {
            let (bounds, no_mock) = apart(bounds);
            format!("; a public type that satisfies `{bounds}` would help{no_mock}")
        }
        SkipReason::Unanswered(method) => {
            let (method, why) = method
                .split_once("; ")
                .unwrap_or((method, "it has no answer"));
            format!("; a public type with its own `{method}` would help ({why})")
        }
        SkipReason::ContractOfNothing(path) => format!(
            "; there is no function `{path}`: write its path from the crate root, or from the contract's module"
        ),
        SkipReason::Rejected(error) => format!(": {error}"),
        SkipReason::Private => "; --in-place reaches it".to_owned(),
        SkipReason::Unsafe => {
            "; a parameterized test that calls it and keeps its contract would help".to_owned()
        }
        SkipReason::OutOfTime => "; a longer --time would help".to_owned(),
        SkipReason::Foreign
        | SkipReason::NoBody
        | SkipReason::Derived
        | SkipReason::TestOnly
        | SkipReason::Contract
        | SkipReason::Filtered
        | SkipReason::Macro
        | SkipReason::Main => String::new(),
    }
}

/// The share of tests from which their loss is an error of Isolde: one in this many.
const MANY: usize = 10;

/// The message if many tests did not compile or pass: then Isolde wrote something wrong, or verification itself does not work.
pub fn lost(record: &RunRecord) -> Option<String> {
    let is_wrong = |removed: &&RemovedRecord| removed.reason.is_ours();
    let wrong: Vec<&RemovedRecord> = record.removed.iter().filter(is_wrong).collect();
    let made = wrong.len() + record.tests.len();
    if wrong.len() * MANY <= made {
        return None;
    }
    // The commonest kind of message stands for all; of equally common ones, the first.
    let mut classes: Vec<(String, Vec<&RemovedRecord>)> = Vec::new();
    for &removed in &wrong {
        let class = match &removed.reason {
            RemovalReason::DoesNotCompile(message) | RemovalReason::NotVisible(message) => {
                message_class(message)
            }
            _ => String::new(),
        };
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, same)) => same.push(removed),
            None => classes.push((class, vec![removed])),
        }
    }
    classes.reverse();
    let (_, same) = classes.iter().max_by_key(|(_, same)| same.len())?;
    let first = same.first()?;
    let why = match &first.reason {
        RemovalReason::DoesNotCompile(message) | RemovalReason::NotVisible(message) => {
            format!("does not compile: {message}")
        }
        _ => "does not pass".to_owned(),
    };
    Some(format!(
        "{} of {} did not compile or pass, and were removed: this is a fault of Isolde, please report it; {} of them like {}, which {why}",
        wrong.len(),
        plural(made, "test"),
        same.len(),
        first.test
    ))
}

/// `1 test`, `2 tests`.
pub fn plural<N: Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str, visibility: Visibility, reason: SkipReason) -> FunctionRecord {
        FunctionRecord {
            path: path.into(),
            file: String::new(),
            line: 1,
            visibility,
            status: FunctionStatus::Skipped { reason },
            branches: 0,
            branches_covered: 0,
            lines: 0,
            lines_covered: 0,
            paths: 0,
            tests: 0,
            no_test: None,
            findings: 0,
        }
    }

    #[test]
    fn skipped_functions_are_listed_with_the_commonest_reasons_in_plain_words() {
        let public = |path, reason| function(path, Visibility::Public, reason);
        let argument = || SkipReason::UnsupportedArgument("AsciiSet".into());
        let functions = [
            public("puts", SkipReason::Foreign),
            public("encode", argument()),
            public("encode_to", argument()),
            public(
                "never",
                SkipReason::Rejected("`!: __isolde::Source` [E0277]".into()),
            ),
            public("raw", SkipReason::Unsafe),
            public("Shape::area", SkipReason::NoBody),
            function("table", Visibility::Private, SkipReason::Private),
        ];
        assert_eq!(
            reach(&functions, "run.json"),
            [
                "0 of 5 public functions explored",
                "  2 with an argument that Isolde cannot make, such as `encode`; a public function that returns a `AsciiSet` would help",
                "  1 foreign, such as `puts`",
                "  1 whose calls rustc rejected, such as `never`: `!: __isolde::Source` [E0277]",
                "  1 for other reasons, which run.json gives",
            ]
        );
        let without_mocks = [
            public(
                "is_three",
                SkipReason::NoInstance(
                    "R: Raw; no mock of `Raw`: it is `unsafe` to implement".into(),
                ),
            ),
            public(
                "is_seven",
                SkipReason::Unanswered("Issuer::issue; nothing makes its result `Token`".into()),
            ),
        ];
        assert_eq!(
            reach(&without_mocks, "run.json")[1..],
            [
                "  1 with bounds that no known type satisfies, such as `is_three`; a public type that satisfies `R: Raw` would help (no mock of `Raw`: it is `unsafe` to implement)",
                "  1 that ask mocks for what they cannot answer, such as `is_seven`; a public type with its own `Issuer::issue` would help (nothing makes its result `Token`)",
            ]
        );
        assert_eq!(
            private(&functions).as_deref(),
            Some("1 private function skipped")
        );
        assert!(reach(&functions[5..6], "run.json").is_empty());
        assert_eq!(private(&functions[..6]), None);
    }

    #[test]
    fn many_tests_that_do_not_compile_are_an_error_with_the_commonest_message() {
        let removed = |test: &str, message: &str| RemovedRecord {
            test: test.into(),
            function: "f".into(),
            reason: RemovalReason::DoesNotCompile(message.into()),
        };
        let test = TestRecord {
            name: "t".into(),
            file: String::new(),
            function: "f".into(),
            outcome: "returned".into(),
            assumed: Vec::new(),
        };
        let mut record = RunRecord {
            tests: vec![test; 27],
            removed: vec![
                removed("a", "type annotations needed"),
                removed("b", "no `x`"),
                removed("c", "no `y`"),
            ],
            ..RunRecord::default()
        };
        assert_eq!(lost(&record), None);
        record.tests.pop();
        assert_eq!(
            lost(&record).as_deref(),
            Some(
                "3 of 29 tests did not compile or pass, and were removed: this is a fault of Isolde, please report it; 2 of them like b, which does not \
                 compile: no `x`"
            )
        );
        record.removed[0].reason = RemovalReason::OutOfTime;
        assert_eq!(lost(&record), None);
    }
}
