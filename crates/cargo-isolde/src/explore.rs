//! `cargo isolde explore`: explore parameterized tests and store their inputs.

use crate::arguments::Explore;
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::puts::summary;
use crate::summary::plural;
use isolde_record::put::{EmittedRecord, LeftOutRecord, PutRecord};
use isolde_session::Ended;
use isolde_session::puts::Puts;
use std::path::Path;

/// Runs the command.
pub fn run(options: &Explore, console: &Console) -> Exit {
    let puts = Puts {
        filters: options.filters.clone(),
        is_dry_run: options.dry_run,
        emits: options.emit,
        draws: None,
    };
    let ended = match explored(options, &puts, console) {
        Ok(ended) => ended,
        Err(exit) => return exit,
    };
    if console.wants_json() {
        console.data(&ended.json);
    } else {
        summary(&ended.record, !options.dry_run, console);
    }
    for written in &ended.record.emitted {
        show(written, &ended.state.prepared.package.root, console);
    }
    for failure in ended.state.failures() {
        console.error(&failure.to_string());
    }
    if ended.interrupted {
        return command::interrupted(console);
    }
    let failures = ended.state.failures().iter().map(|failure| failure.fault());
    let worst = failures.map(Exit::from).max_by_key(|exit| exit.code());
    let is_finding = ended.record.tests.iter().any(PutRecord::is_finding);
    match worst {
        Some(exit) => exit,
        None if is_finding => Exit::Findings,
        None => Exit::Done,
    }
}

fn explored(options: &Explore, puts: &Puts, console: &Console) -> Result<Ended<Puts>, Exit> {
    let selection = command::selection(&options.one, &options.package, console)?;
    Start::new(&options.search, console)?.run(puts, selection)
}

/// Reports which conventional tests were written, and which were not.
fn show(emitted: &EmittedRecord, root: &Path, console: &Console) {
    if let Some(file) = &emitted.file {
        let tests = plural(emitted.tests.len(), "conventional test");
        console.summary(&format!("{tests} written to {}", root.join(file).display()));
    }
    let source = &emitted.source;
    for LeftOutRecord { test, line, why } in &emitted.left_out {
        console.summary(&format!("  left out: {test} ({source}:{line}): {why}"));
    }
}
