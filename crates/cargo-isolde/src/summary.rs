//! What a run found, for people.

use crate::console::Console;
use isolde_record::RunRecord;
use isolde_record::run::{TestRecord, Totals};
use std::fmt::Display;
use std::path::Path;

/// Prints the summary of a run.
pub fn print(record: &RunRecord, out: &Path, console: &Console) {
    let Totals {
        explored,
        skipped,
        derived,
        executions,
        branches,
        branches_covered,
        tests,
        findings,
        removed,
        ..
    } = record.totals;
    console.summary(&format!(
        "{} explored ({} skipped, {derived} derived) in {executions} runs and {:.0} s; {branches_covered} of {branches} branches covered",
        plural(explored, "function"),
        skipped - derived,
        record.seconds
    ));
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
    if removed > 0 {
        console.summary(&format!(
            "{} did not compile, failed, flickered, or would depend or act on what is outside: taken back, run.json says which and why",
            plural(removed, "more test")
        ));
    }
    if findings > 0 {
        console.summary(&format!(
            "{}, as ignored tests:",
            plural(findings, "finding")
        ));
    }
    for finding in &record.findings {
        let first_line = finding.message.lines().next().unwrap_or_default();
        console.summary(&format!(
            "  {}:{}  {}: {first_line}",
            finding.file, finding.line, finding.function
        ));
    }
}

/// `1 test`, `2 tests`.
pub fn plural<N: Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{ending}")
}
