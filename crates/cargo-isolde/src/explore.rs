//! `cargo isolde explore`: explore parameterized tests, store their inputs.

use crate::arguments::Explore;
use crate::command::{self, FromCommandLine};
use crate::console::Console;
use crate::exit::Exit;
use crate::puts::summary;
use crate::summary::plural;
use isolde_puts::emit::LeftOut;
use isolde_record::put::PutRecord;
use isolde_session::emit::Written;
use isolde_session::puts::Puts;
use std::path::Path;

/// Runs the command.
pub fn run(options: &Explore, console: &Console) -> Exit {
    let puts = Puts {
        filters: options.filters.clone(),
        is_dry_run: options.dry_run,
        emits: options.emit,
    };
    let from = FromCommandLine {
        package: &options.package,
        search: &options.search,
    };
    let ended = match command::run(&puts, &from, console) {
        Ok(ended) => ended,
        Err(exit) => return exit,
    };
    if console.wants_json() {
        console.data(&ended.json);
    } else {
        summary(&ended.record, !options.dry_run, console);
    }
    for written in &ended.state.written {
        show(written, &ended.state.prepared.package.root, console);
    }
    for failure in &ended.state.failures {
        console.error(&failure.to_string());
    }
    if let Some(why) = ended.cut_short {
        return command::cut_short(why, console);
    }
    let failures = ended.state.failures.iter().map(|failure| failure.fault());
    let worst = failures.map(Exit::from).max_by_key(|exit| exit.code());
    let is_finding = ended.record.tests.iter().any(PutRecord::is_finding);
    match worst {
        Some(exit) => exit,
        None if is_finding => Exit::Findings,
        None => Exit::Done,
    }
}

/// Says which conventional tests were written, and which were not.
fn show(written: &Written, root: &Path, console: &Console) {
    if written.tests > 0 {
        let tests = plural(written.tests, "conventional test");
        console.summary(&format!("{tests} written to {}", written.file.display()));
    }
    let source = written.source.strip_prefix(root);
    let source = source.unwrap_or(&written.source).display();
    for LeftOut { test, line, why } in &written.left_out {
        console.summary(&format!("  without {test} ({source}:{line}): {why}"));
    }
}
