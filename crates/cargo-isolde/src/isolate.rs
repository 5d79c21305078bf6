//! `cargo isolde isolate`: explore a unit with everything outside it faked.

use crate::arguments::Isolate;
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::generate;
use crate::listing::lines;
use isolde_build::Selection;
use isolde_record::{THROUGH, Treatment};
use isolde_session::functions::Functions;
use isolde_session::isolate::{IsolateRequest, Listing};
use std::collections::BTreeMap;

/// Runs the command.
pub fn run(options: &Isolate, console: &Console) -> Exit {
    let start = match Start::new(&options.search, console) {
        Ok(start) => start,
        Err(exit) => return exit,
    };
    let selection = match command::selection(&options.one, &options.package, console) {
        Ok(selection) => Selection {
            binary: options.binary.clone(),
            ..selection
        },
        Err(exit) => return exit,
    };
    let functions = Functions {
        items: Vec::new(),
        out: options.out.clone(),
        in_place: options.in_place,
        sequences: false,
        mocks: !options.no_mocks,
        lawless: false,
        conventions: false,
        memory: false,
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

/// How many functions are faked, and which should be and are not. Those that the unit reaches only through other code are counted.
fn faked(listing: &Listing) -> Vec<String> {
    let mut functions: BTreeMap<&str, (Treatment, &str, bool)> = BTreeMap::new();
    for call in &listing.calls {
        let is_through = call.reached.as_deref() == Some(THROUGH);
        let known = functions.entry(&call.callee);
        let (_, _, are_through) = known.or_insert((call.treatment, &call.why, true));
        *are_through &= is_through;
    }
    let count = |wanted: Treatment| {
        let all = functions.values();
        all.filter(|(treatment, ..)| *treatment == wanted).count()
    };
    let mut lines = vec![format!(
        "{} outside the unit faked, {} kept (`--list` shows the calls)",
        plural(count(Treatment::Faked), "function"),
        count(Treatment::Kept)
    )];
    let unfaked = functions
        .iter()
        .filter(|(_, (treatment, ..))| *treatment == Treatment::Unfaked);
    let (through, named): (Vec<_>, Vec<_>) =
        unfaked.partition(|(_, (.., are_through))| *are_through);
    let named = named.iter();
    lines.extend(named.map(|(function, (_, why, _))| format!("  not faked: {function}: {why}")));
    if !through.is_empty() {
        lines.push(format!(
            "  not faked: {} that only other code calls",
            plural(through.len(), "function")
        ));
    }
    lines
}

fn plural(count: usize, what: &str) -> String {
    crate::summary::plural(u32::try_from(count).unwrap_or(u32::MAX), what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::LeavingCall;

    fn call(callee: &str, reached: Option<&str>, treatment: Treatment) -> LeavingCall {
        LeavingCall {
            file: "src/lib.rs".into(),
            line: 1,
            column: 1,
            function: "demo::f".into(),
            callee: callee.into(),
            reached: reached.map(ToOwned::to_owned),
            treatment,
            why: "it does not return".into(),
        }
    }

    #[test]
    fn functions_that_only_other_code_calls_are_counted() {
        let calls = vec![
            call("std::fs::read::<&str>", None, Treatment::Faked),
            call("std::process::exit", Some(THROUGH), Treatment::Unfaked),
            call("std::process::exit", None, Treatment::Unfaked),
            call("dep::inner", Some(THROUGH), Treatment::Unfaked),
            call("dep::inside", Some(THROUGH), Treatment::Unfaked),
        ];
        assert_eq!(
            faked(&Listing { calls }),
            [
                "1 function outside the unit faked, 0 kept (`--list` shows the calls)",
                "  not faked: std::process::exit: it does not return",
                "  not faked: 2 functions that only other code calls",
            ]
        );
    }
}
