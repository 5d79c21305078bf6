//! `cargo isolde generate`: explore the functions of a package and write tests.

mod several;

use crate::arguments::Generate;
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::summary;
use isolde_build::{Chosen, Selected};
use isolde_record::RunRecord;
use isolde_record::run::{Rank, RemovalReason, RemovedRecord};
use isolde_session::Ended;
use isolde_session::functions::Functions;

/// Runs the command.
pub fn run(options: &Generate, console: &Console) -> Exit {
    let start = match Start::new(&options.search, console) {
        Ok(start) => start,
        Err(exit) => return exit,
    };
    let mut selected = match select(options, &start, console) {
        Ok(selected) => selected,
        Err(exit) => return exit,
    };
    for pattern in &selected.idle {
        console.warning(&format!(
            "`--exclude {pattern}` fits no package of the workspace"
        ));
    }
    let functions = Functions {
        items: options.items.clone(),
        out: options.out.clone(),
        in_place: options.in_place,
        sequences: !options.no_sequences,
        mocks: !options.no_mocks,
        lawless: options.lawless,
        conventions: !options.no_conventions,
        memory: !options.no_memory_checks,
        isolate: None,
    };
    if options.packages.are_for_several() || selected.chosen.len() != 1 {
        return several::run(options, &functions, &start, selected, console);
    }
    let one = selected.chosen.swap_remove(0);
    warn_of_untested(&one, console);
    for left_out in &selected.left_out {
        console.warning(&format!("{left_out}; it is not explored"));
    }
    match start.run(&functions, one.selection) {
        Ok(ended) => {
            if console.wants_json() {
                console.data(&ended.json);
            }
            report(options, &ended, "run.json", console)
        }
        Err(exit) => exit,
    }
}

/// Warns that `cargo test` does not run the tests by itself, if so.
pub fn warn_of_untested(chosen: &Chosen, console: &Console) {
    if let Some(binary) = chosen
        .selection
        .binary
        .as_ref()
        .filter(|_| chosen.is_untested)
    {
        console.warning(&format!(
            "binary `{binary}` is declared with `test = false`: its tests are run by `cargo test --bin {binary}`, and not by `cargo test` alone"
        ));
    }
}

/// What the options ask for. An error is printed, and its exit code returned.
fn select(options: &Generate, start: &Start, console: &Console) -> Result<Selected, Exit> {
    let base = options.package.selection();
    let base = base.map_err(|error| command::unknown(&error, console))?;
    isolde_build::select(&base, &options.packages.asked(), &start.deadline()).map_err(|error| {
        console.error(&error.to_string());
        error.fault().into()
    })
}

/// Prints what a run found, whose record is in the file `record`, and returns the exit code.
pub fn report(
    options: &Generate,
    ended: &Ended<Functions>,
    record: &str,
    console: &Console,
) -> Exit {
    report_on(options.rank.rank(), ended, record, console)
}

/// The same, where findings up to this rank count.
pub fn report_on(rank: Rank, ended: &Ended<Functions>, record: &str, console: &Console) -> Exit {
    // A loss of this size must not be overlooked. If no test is left, the end of this function reports it.
    if let Some(lost) = summary::lost(&ended.record).filter(|_| !ended.record.tests.is_empty()) {
        console.error(&lost);
    }
    if ended.state.prepared.programs.is_none() {
        console.summary("nothing to explore: the package has no function that a test can call");
    } else {
        summary::print(&ended.record, &ended.state.out, record, console);
    }
    if ended.interrupted {
        return command::interrupted(console);
    }
    if let Some(why) = nothing_held(&ended.record) {
        console.error(&why);
        return Exit::Bug;
    }
    found(&ended.record, rank)
}

/// How a run ends that went well: findings up to this rank count, and suspicions do not.
fn found(record: &RunRecord, rank: Rank) -> Exit {
    match record.findings.iter().any(|finding| finding.rank <= rank) {
        true => Exit::Findings,
        false => Exit::Done,
    }
}

/// The message if tests were made and none of them passed when it was compiled and run: then something is wrong with verification itself.
fn nothing_held(record: &RunRecord) -> Option<String> {
    let failed = |removed: &&RemovedRecord| {
        matches!(
            removed.reason,
            RemovalReason::Fails | RemovalReason::DoesNotCompile(_)
        )
    };
    let failed: Vec<&RemovedRecord> = record.removed.iter().filter(failed).collect();
    let first = failed.first().filter(|_| record.tests.is_empty())?;
    let why = match &first.reason {
        RemovalReason::DoesNotCompile(message) => format!("does not compile: {message}"),
        _ => "fails".to_owned(),
    };
    Some(format!(
        "none of {} tests passed when compiled and run with cargo, so none was written: something in this package or on this machine prevents it, or this is a bug of Isolde; \
         the first, {}, {why}",
        failed.len(),
        first.test
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::run::FindingRecord;

    #[test]
    fn suspicions_never_change_the_exit_code() {
        let found_with = |findings: Vec<FindingRecord>, suspicions: Vec<FindingRecord>| {
            let record = RunRecord {
                findings,
                suspicions,
                ..RunRecord::default()
            };
            found(&record, Rank::Defect).code()
        };
        let defect = || {
            let json = r#"{ "kind": "law", "function": "A", "message": "", "file": "", "line": 1, "test": null }"#;
            vec![serde_json::from_str::<FindingRecord>(json).expect("it is a finding")]
        };
        assert_eq!(found_with(vec![], defect()), 0);
        assert_eq!(found_with(defect(), vec![]), 2);
    }
}
