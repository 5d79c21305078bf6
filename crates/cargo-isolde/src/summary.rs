//! What a run found, for people.

use crate::console::Console;
use isolde_record::run::{
    FindingRecord, FunctionRecord, Rank, RemovalReason, RemovedRecord, TestRecord, Totals,
};
use isolde_record::{FunctionStatus, RunRecord, SkipReason, Visibility};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

/// Prints the summary of a run.
pub fn print(record: &RunRecord, out: &Path, console: &Console) {
    let Totals {
        explored,
        executions,
        branches,
        branches_covered,
        tests,
        findings,
        removed,
        ..
    } = record.totals;
    console.summary(&format!(
        "{} explored in {executions} runs and {:.0} s; {branches_covered} of {branches} branches covered",
        plural(explored, "function"),
        record.seconds
    ));
    if let Some(skipped) = skipped(&record.functions) {
        console.summary(&skipped);
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
            "{} removed for not compiling, not always passing, depending on the machine, or changing something outside the test; run.json says which and why",
            plural(removed, "more test")
        ));
    }
    if findings > 0 {
        console.summary(&format!(
            "{}, as ignored tests:",
            plural(findings, "finding")
        ));
    }
    for line in findings_by_rank(&record.findings) {
        console.summary(&line);
    }
}

/// Findings in the order in which a person should look at them, under a heading for each rank.
fn findings_by_rank(findings: &[FindingRecord]) -> Vec<String> {
    let mut lines = Vec::new();
    for (rank, heading) in [
        (Rank::Defect, "defects"),
        (
            Rank::Precondition,
            "preconditions that the documentation does not state",
        ),
        (Rank::Limit, "limits, reached with absurd sizes"),
    ] {
        let of_rank: Vec<&FindingRecord> = findings.iter().filter(|it| it.rank == rank).collect();
        if !of_rank.is_empty() {
            lines.push(format!("  {heading}:"));
        }
        for finding in of_rank {
            lines.push(format!("    {}", headline(finding)));
            lines.extend(details(finding).map(|details| format!("      {details}")));
        }
    }
    lines
}

/// The longest call that is shown.
const LONGEST_CALL: usize = 120;
/// How many other functions with the same cause are named.
const NAMED: usize = 3;

/// What to type, what happens, and where: `mean(&[1, u32::MAX])  attempt to add with overflow  src/lib.rs:86`.
fn headline(finding: &FindingRecord) -> String {
    let is_short = !finding.call.is_empty() && finding.call.len() <= LONGEST_CALL;
    let call = if is_short {
        &finding.call
    } else {
        &finding.function
    };
    let message = finding.message.lines().next().unwrap_or_default();
    format!("{call}  {message}  {}:{}", finding.file, finding.line)
}

/// What else is known of the cause.
fn details(finding: &FindingRecord) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(condition) = &finding.condition {
        parts.push(format!("when {condition}"));
    }
    if !finding.siblings.is_empty() {
        let named = finding.siblings.iter().take(NAMED).cloned();
        let named: Vec<String> = named.collect();
        let more = match finding.siblings.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        parts.push(format!("also in {}{more}", named.join(", ")));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// How many of the reasons for skipping functions are named.
const REASONS: usize = 3;

/// What was skipped and why: the public functions with the commonest reasons, and how many private ones. Functions that nobody could call, or that
/// were not asked for, are not counted.
fn skipped(functions: &[FunctionRecord]) -> Option<String> {
    let mut private = 0_usize;
    let mut public: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for function in functions {
        let FunctionStatus::Skipped { reason } = &function.status else {
            continue;
        };
        match (why(reason), function.visibility) {
            (None, _) => {}
            (Some(_), Visibility::Private) => private += 1,
            (Some(why), Visibility::Public) => public.entry(why).or_default().push(&function.path),
        }
    }
    let count: usize = public.values().map(Vec::len).sum();
    if count == 0 {
        return (private > 0).then(|| format!("{} skipped", plural(private, "private function")));
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = public.into_iter().collect();
    // The commonest first; the sort is stable.
    reasons.sort_by_key(|(_, functions)| std::cmp::Reverse(functions.len()));
    let mut parts: Vec<String> = reasons
        .iter()
        .take(REASONS)
        .map(|(why, functions)| format!("{} {why}, such as `{}`", functions.len(), functions[0]))
        .collect();
    parts.extend((reasons.len() > REASONS).then(|| "others for other reasons".to_owned()));
    let and_private = match private {
        0 => String::new(),
        _ => format!(", and {}", plural(private, "private one")),
    };
    Some(format!(
        "{} skipped{and_private}: {}",
        plural(count, "public function"),
        parts.join("; ")
    ))
}

/// A reason, in words that follow a number; `None` if nothing is lost by skipping such a function.
fn why(reason: &SkipReason) -> Option<&'static str> {
    Some(match reason {
        SkipReason::Private => "cannot be reached from outside",
        SkipReason::UnsupportedArgument(_) => "with an argument that Isolde cannot make",
        SkipReason::UnsupportedReceiver(_) => "of a type that Isolde cannot make",
        SkipReason::NoInstance(_) => "with bounds that no known type satisfies",
        SkipReason::Unsafe => "unsafe",
        SkipReason::Async => "async",
        SkipReason::Foreign => "foreign",
        SkipReason::Rejected(_) => "whose calls rustc rejected",
        SkipReason::OutOfTime => "not reached in time",
        SkipReason::NoBody
        | SkipReason::Derived
        | SkipReason::TestOnly
        | SkipReason::Filtered
        | SkipReason::Macro => return None,
    })
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
            public("later", SkipReason::Async),
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
            skipped(&functions).as_deref(),
            Some(
                "5 public functions skipped, and 1 private one: 2 with an argument that Isolde cannot make, such as `encode`; 1 async, such as `later`; \
                 1 unsafe, such as `raw`; others for other reasons"
            )
        );
        assert_eq!(
            skipped(&functions[6..]).as_deref(),
            Some("1 private function skipped")
        );
        assert_eq!(skipped(&functions[5..6]), None);
    }
}
