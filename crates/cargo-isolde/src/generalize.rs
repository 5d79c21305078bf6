//! `cargo isolde generalize`: conventional tests as parameterized ones.

use crate::arguments::Generalize;
use crate::columns::{line, shorten, widths};
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::summary::plural;
use isolde_record::generalize::{ClaimSource, ExcludedRecord, GeneralizeRecord, GeneralizedRecord};
use isolde_session::generalize::{Generalize as Request, Generalized};

/// Widest column of reasons and claims.
const WIDEST: usize = 100;

/// Runs the command.
pub fn run(options: &Generalize, console: &Console) -> Exit {
    let generalized = match generalized(options, console) {
        Ok(generalized) => generalized,
        Err(exit) => return exit,
    };
    let record = &generalized.record;
    if console.wants_json() {
        console.data(&generalized.json);
    }
    for line in shown(record) {
        console.summary(&line);
    }
    let excludes = |test: &GeneralizedRecord| {
        let mut excluded = test.excluded.iter();
        excluded.any(ExcludedRecord::is_possible_defect)
    };
    match record.generalized.iter().any(excludes) {
        true => Exit::Findings,
        false => Exit::Done,
    }
}

fn generalized(options: &Generalize, console: &Console) -> Result<Generalized, Exit> {
    let selection = command::selection(&options.one, &options.package, console)?;
    let request = Request {
        filters: options.filters.clone(),
        output: options.destination(),
    };
    Start::new(&options.search, console)?.generalize(&request, selection)
}

/// Everything that the user sees: the tests as they would be, the table, and what was written.
fn shown(record: &GeneralizeRecord) -> Vec<String> {
    let mut lines = Vec::new();
    for test in &record.generalized {
        lines.push(format!("{}:{}", test.file, test.line));
        lines.extend(test.text.lines().map(str::to_owned));
        lines.push(String::new());
    }
    lines.extend(table(record));
    lines.extend(excluded(record));
    let old: usize = record
        .generalized
        .iter()
        .map(|test| test.stands_for.len())
        .sum();
    lines.push(String::new());
    lines.extend(record.measured.as_ref().map(|measured| {
        format!(
            "all tests take {} of {} branches (before: {}) and kill {} of {} mutants (before: {})",
            measured.branches_after,
            measured.branches,
            measured.branches_before,
            measured.killed_after,
            measured.mutants,
            measured.killed_before
        )
    }));
    lines.push(format!(
        "{} became {}, {} left as {} in {:.0} s; {}",
        plural(old, "test"),
        plural(record.generalized.len(), "parameterized test"),
        plural(record.left_alone.len(), "test"),
        if record.left_alone.len() == 1 {
            "it is"
        } else {
            "they are"
        },
        record.seconds,
        match &record.written[..] {
            [] => "nothing written".to_owned(),
            files => format!("written: {}", files.join(", ")),
        }
    ));
    lines
}

/// A line for each old test: what became of it, or why nothing did.
fn table(record: &GeneralizeRecord) -> Vec<String> {
    let mut rows = vec![
        ["test", "becomes", "pattern or reason", "claim"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for test in &record.generalized {
        for old in &test.stands_for {
            rows.push(vec![
                old.clone(),
                test.path
                    .rsplit("::")
                    .next()
                    .unwrap_or(&test.path)
                    .to_owned(),
                test.patterns.join(", "),
                shorten(&claim(test), WIDEST),
            ]);
        }
    }
    for test in &record.left_alone {
        rows.push(vec![
            test.path.clone(),
            "–".to_owned(),
            shorten(&test.why, WIDEST),
            String::new(),
        ]);
    }
    let widths = widths(&rows);
    rows.iter().map(|row| line(row, &widths)).collect()
}

/// Where the claim of a test comes from, and what it assumes.
fn claim(test: &GeneralizedRecord) -> String {
    let mut parts = vec![match test.source {
        ClaimSource::Stated => "stated".to_owned(),
        ClaimSource::Learned => {
            let learned: Vec<&str> = test
                .learned
                .iter()
                .chain(&test.constants)
                .map(String::as_str)
                .collect();
            format!("learned: {}", learned.join(", "))
        }
        ClaimSource::Cases => "by cases".to_owned(),
    }];
    parts.extend(
        test.assumption
            .as_ref()
            .map(|assumption| format!("assumes {assumption}")),
    );
    parts.join("; ")
}

/// The inputs that assumptions exclude, those that may show defects first.
fn excluded(record: &GeneralizeRecord) -> Vec<String> {
    let mut lines = Vec::new();
    for (heading, defects) in [
        ("possible defects: inputs that an assumption excludes", true),
        (
            "inputs that an assumption excludes because the test's own arithmetic fails",
            false,
        ),
    ] {
        let mut heading = Some(heading);
        for test in &record.generalized {
            let shown = test
                .excluded
                .iter()
                .filter(|input| input.is_possible_defect() == defects);
            for input in shown {
                lines.extend(heading.take().map(|heading| format!("\n{heading}:")));
                let arguments = input.arguments.join(", ");
                lines.push(format!("  {}({arguments}) {}", test.path, input.outcome));
            }
        }
    }
    lines
}
