//! `cargo isolde isolate`: explore a unit with everything outside it faked.

use crate::arguments::Isolate;
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::generate;
use crate::listing::lines;
use isolde_record::Treatment;
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
    for line in lines(listing) {
        console.summary(&line);
    }
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
        "{} outside the unit faked, {} kept (`--list` shows the calls)",
        plural(count(Treatment::Faked), "function"),
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
