//! What a run found, for people.

mod findings;
mod skipped;

use crate::console::Console;
use isolde_record::run::{RemovalReason, RemovedRecord, TestRecord, Totals};
use isolde_record::{RunRecord, message_class};
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
    for line in skipped::lines(&record.functions, console.names_all()) {
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
