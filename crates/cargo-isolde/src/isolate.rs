//! `cargo isolde isolate`: explore a unit with everything outside it faked.

use crate::arguments::Isolate;
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::generate;
use isolde_record::{LeavingCall, Treatment};
use isolde_session::functions::Functions;
use isolde_session::isolate::{IsolateRequest, Listing};
use std::collections::BTreeMap;

/// Runs the command.
pub fn run(options: &Isolate, console: &Console) -> Exit {
    let start = match Start::new(&options.search, console) {
        Ok(start) => start,
        Err(exit) => return exit,
    };
    let selection = match options.package.selection() {
        Ok(mut selection) => {
            selection.package.clone_from(&options.name);
            selection.binary.clone_from(&options.binary);
            selection
        }
        Err(error) => return command::unknown(&error, console),
    };
    let functions = Functions {
        items: Vec::new(),
        out: options.out.clone(),
        in_place: options.in_place,
        sequences: false,
        mocks: !options.no_mocks,
        conventions: false,
        isolate: Some(IsolateRequest {
            units: options.units.clone(),
            fake: options.fake.clone(),
            keep: options.keep.clone(),
            only_lists: options.list,
        }),
    };
    if options.list {
        return match start.list(&functions, selection) {
            Ok(listing) => {
                show(&listing, console);
                Exit::Done
            }
            Err(exit) => exit,
        };
    }
    match start.run(&functions, selection) {
        Ok(ended) => {
            if console.wants_json() {
                console.data(&ended.json);
            }
            for line in faked(&ended.state.listing) {
                console.summary(&line);
            }
            generate::report_on(options.rank.rank(), &ended, "run.json", console)
        }
        Err(exit) => exit,
    }
}

/// Prints the calls that leave a unit: as JSON, or as a table.
fn show(listing: &Listing, console: &Console) {
    if console.wants_json() {
        console.data(&serde_json::to_string_pretty(listing).unwrap_or_default());
        return;
    }
    if listing.calls.is_empty() {
        console.summary("nothing leaves the unit");
    }
    for line in table(&listing.calls) {
        console.summary(&line);
    }
}

/// A line for each call: place, callee, what becomes of it, and why.
fn table(calls: &[LeavingCall]) -> Vec<String> {
    let rows: Vec<[String; 4]> = calls
        .iter()
        .map(|call| {
            let reached = call.reached.iter();
            let reached: String = reached.map(|how| format!(" ({how})")).collect();
            [
                format!("{}:{}", call.file.display(), call.line),
                format!("{}{reached}", call.callee),
                call.treatment.word().to_owned(),
                call.why.clone(),
            ]
        })
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let [place, callee, treatment] = [width(0), width(1), width(2)];
    rows.iter()
        .map(|row| {
            format!(
                "{:place$}  {:callee$}  {:treatment$}  {}",
                row[0], row[1], row[2], row[3]
            )
        })
        .collect()
}

/// How many functions are faked, and which should be and are not.
fn faked(listing: &Listing) -> Vec<String> {
    let mut functions: BTreeMap<&str, (Treatment, &str)> = BTreeMap::new();
    for call in &listing.calls {
        functions.insert(&call.callee, (call.treatment, &call.why));
    }
    let count = |wanted: Treatment| {
        let all = functions.values();
        all.filter(|(treatment, _)| *treatment == wanted).count()
    };
    let mut lines = vec![format!(
        "{} faked, {} kept (`--list` shows the calls)",
        plural(count(Treatment::Faked), "function outside"),
        count(Treatment::Kept)
    )];
    let unfaked = functions
        .iter()
        .filter(|(_, (treatment, _))| *treatment == Treatment::Unfaked);
    lines.extend(unfaked.map(|(function, (_, why))| format!("  not faked: {function}: {why}")));
    lines
}

fn plural(count: usize, what: &str) -> String {
    crate::summary::plural(u32::try_from(count).unwrap_or(u32::MAX), what)
}
