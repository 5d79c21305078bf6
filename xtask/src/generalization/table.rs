//! The table of generalization: a row for each crate.

use super::Measured;
use isolde_record::generalize::{ExcludedRecord, GeneralizeRecord};

/// The first lines of the table.
pub const HEAD: &str = "\n| crate | tests | generalized | into | fewer | of those left alone: without input, ignored or not built | lines of tests before | after | branches before | after | mutants killed before | after | excluded classes | seconds |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// One crate.
pub fn row(measured: &Measured) -> String {
    let subject = measured.subject.replace('@', " ");
    let record = match &measured.record {
        Ok(record) => record,
        Err(error) => return format!("| {subject} | {error} |"),
    };
    let Counts {
        old,
        into,
        left,
        without,
    } = Counts::of(record);
    let shown = record.measured.unwrap_or_default();
    let share = |part: usize, all: usize| match record.measured {
        Some(_) => format!("{part} of {all} ({:.1} %)", percent(part, all)),
        None => "–".to_owned(),
    };
    format!(
        "| {subject} | {} | {old} | {into} | {:.0} % | {without} of {left} | {} | {} | {} | {} | {} | {} | {} | {:.0} |",
        old + left,
        fewer(record),
        record.lines_before,
        record.lines_after,
        share(shown.branches_before, shown.branches),
        share(shown.branches_after, shown.branches),
        share(shown.killed_before, shown.mutants),
        share(shown.killed_after, shown.mutants),
        excluded(record).len(),
        measured.seconds,
    )
}

/// The excluded classes of a crate, each with one of its inputs, without those for which only a test's own arithmetic fails.
pub fn classes(measured: &Measured) -> Vec<String> {
    let Ok(record) = &measured.record else {
        return Vec::new();
    };
    let subject = measured.subject.replace('@', " ");
    let lines = excluded(record).into_iter().map(|(path, class)| {
        let arguments = class.arguments.join(", ").replace('|', "\\|");
        let outcome = class.outcome.replace('|', "\\|");
        format!("| {subject} | `{path}` | `({arguments})` | {outcome} |")
    });
    lines.collect()
}

/// The first lines of the table of excluded classes.
pub const CLASSES: &str =
    "\n| crate | test | an excluded input | without the assumption it |\n|---|---|---|---|";

/// Numbers of tests.
struct Counts {
    /// Those that were generalized.
    old: usize,
    /// What they became.
    into: usize,
    /// Those that were left alone.
    left: usize,
    /// Of these, the ones that no tool could generalize: they have no input, or are not run.
    without: usize,
}

impl Counts {
    fn of(record: &GeneralizeRecord) -> Counts {
        const WITHOUT: [&str; 3] = [
            "no literal feeds",
            "is ignored",
            "is not part of this build",
        ];
        let has_none = |why: &str| WITHOUT.iter().any(|reason| why.contains(reason));
        let left = record.left_alone.iter();
        Counts {
            old: record
                .generalized
                .iter()
                .map(|test| test.stands_for.len())
                .sum(),
            into: record.generalized.len(),
            left: record.left_alone.len(),
            without: left.filter(|test| has_none(&test.why)).count(),
        }
    }
}

/// How many fewer tests there are, in percent of those that have an input.
fn fewer(record: &GeneralizeRecord) -> f64 {
    let counts = Counts::of(record);
    let with_input = counts.old + counts.left - counts.without;
    percent(counts.old - counts.into, with_input)
}

fn percent(part: usize, all: usize) -> f64 {
    match all {
        0 => 0.0,
        all => 100.0 * part as f64 / all as f64,
    }
}

fn excluded(record: &GeneralizeRecord) -> Vec<(&str, &ExcludedRecord)> {
    let mut all = Vec::new();
    for test in &record.generalized {
        let defects = test.excluded.iter().filter(|one| one.is_possible_defect());
        all.extend(defects.map(|one| (test.path.as_str(), one)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_says_how_many_fewer_tests_of_those_with_an_input() {
        let left = |why: &str| json!({"path": "a::c", "file": "src/lib.rs", "line": 9, "why": why});
        let record = json!({
            "schema": 1, "package": "a", "version": "1.0.0", "seed": 1, "seconds": 5.0, "written": [],
            "generalized": [{
                "path": "a::f", "file": "src/lib.rs", "line": 1, "stands_for": ["a::f", "a::g", "a::h"], "patterns": ["AAA"],
                "source": "stated", "learned": [], "constants": [], "assumption": "n > 0", "executions": 5, "text": "",
                "excluded": [{"arguments": ["0"], "kind": "claim", "outcome": "fails"}],
            }],
            "left_alone": [left("no literal feeds the code under test"), left("it is asynchronous")],
            "lines_before": 20, "lines_after": 10,
            "measured": {
                "branches": 10, "branches_before": 5, "branches_after": 6, "mutants": 8, "killed_before": 4, "killed_after": 6,
            },
        });
        let measured = Measured {
            subject: "a@1.0.0".to_owned(),
            record: Ok(serde_json::from_value(record).expect("a record")),
            seconds: 61.0,
        };
        assert_eq!(
            row(&measured),
            "| a 1.0.0 | 5 | 3 | 1 | 50 % | 1 of 2 | 20 | 10 | 5 of 10 (50.0 %) | 6 of 10 (60.0 %) | 4 of 8 (50.0 %) | 6 of 8 (75.0 %) | 1 | 61 |"
        );
        assert_eq!(classes(&measured), ["| a 1.0.0 | `a::f` | `(0)` | fails |"]);
    }
}
