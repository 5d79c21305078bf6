//! The calls that leave an isolated unit, as a table for a terminal.

use crate::columns::{line, shorten, widths};
use crate::summary::plural;
use isolde_record::{LeavingCall, Treatment};
use isolde_session::isolate::Listing;
use std::collections::BTreeSet;

/// Widest column of a function's name.
const FUNCTION: usize = 60;

/// The lines of the table: what becomes of how many calls, then each call with its place, the function that contains it, the function that it reaches,
/// what becomes of it, and why.
pub fn lines(listing: &Listing) -> Vec<String> {
    let mut lines = vec![head(listing)];
    if listing.calls.is_empty() {
        return lines;
    }
    let header = ["call", "in", "reaches", "is", "because"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(listing.calls.iter().map(row));
    let widths = widths(&rows);
    lines.extend(rows.iter().map(|row| line(row, &widths)));
    lines
}

/// How many calls there are, and what becomes of them.
fn head(listing: &Listing) -> String {
    let all = match listing.calls.len() {
        0 => return "nothing outside of the unit is reached".to_owned(),
        1 => "1 call leaves".to_owned(),
        number => format!("{number} calls leave"),
    };
    let parts: Vec<String> = [Treatment::Faked, Treatment::Kept, Treatment::Unfaked]
        .into_iter()
        .map(|treatment| {
            let calls = listing.calls.iter();
            let number = calls.filter(|call| call.treatment == treatment).count();
            (number, treatment)
        })
        .filter(|(number, _)| *number > 0)
        .map(|(number, treatment)| format!("{number} {}", treatment.word()))
        .collect();
    let functions = listing
        .calls
        .iter()
        .map(|call| call.callee.as_str())
        .collect::<BTreeSet<_>>();
    format!(
        "{all} the unit, to {}: {}",
        plural(functions.len(), "function"),
        parts.join(", ")
    )
}

fn row(call: &LeavingCall) -> Vec<String> {
    let callee = shorten(&call.callee, FUNCTION);
    let callee = match &call.reached {
        Some(reached) => format!("{callee} ({reached})"),
        None => callee,
    };
    let file = call.file.display();
    vec![
        format!("{file}:{}:{}", call.line, call.column),
        shorten(&call.function, FUNCTION),
        callee,
        call.treatment.word().to_owned(),
        call.why.clone(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(line: u32, callee: &str, treatment: Treatment, why: &str) -> LeavingCall {
        LeavingCall {
            file: "src/bank.rs".into(),
            line,
            column: 20,
            function: "demo::bank::transfer_money".to_owned(),
            callee: callee.to_owned(),
            reached: (line > 9).then(|| "through other code".to_owned()),
            treatment,
            why: why.to_owned(),
        }
    }

    #[test]
    fn calls_are_shown_in_columns() {
        let listing = Listing {
            calls: vec![
                call(
                    7,
                    "<dep::Client>::send",
                    Treatment::Faked,
                    "part of the crate `dep`",
                ),
                call(
                    8,
                    "dep::double",
                    Treatment::Kept,
                    "`dep::double` is named in an option",
                ),
                call(
                    12,
                    "<std::collections::BTreeMap<alloc::string::String, alloc::string::String> as dep::Store>::put",
                    Treatment::Unfaked,
                    "its signature is not known",
                ),
                call(
                    13,
                    "dep::double",
                    Treatment::Kept,
                    "`dep::double` is named in an option",
                ),
            ],
        };
        insta::assert_snapshot!(lines(&listing).join("\n"), @r"
        4 calls leave the unit, to 3 functions: 1 faked, 2 kept, 1 not faked
          call               in                          reaches                                                                            is         because
          src/bank.rs:7:20   demo::bank::transfer_money  <dep::Client>::send                                                                faked      part of the crate `dep`
          src/bank.rs:8:20   demo::bank::transfer_money  dep::double                                                                        kept       `dep::double` is named in an option
          src/bank.rs:12:20  demo::bank::transfer_money  <std::collections::BTreeMap<alloc::string::String, alloc::s… (through other code)  not faked  its signature is not known
          src/bank.rs:13:20  demo::bank::transfer_money  dep::double (through other code)                                                   kept       `dep::double` is named in an option
        ");
    }

    #[test]
    fn a_unit_that_reaches_nothing_has_no_table() {
        let listing = Listing { calls: Vec::new() };
        assert_eq!(lines(&listing), ["nothing outside of the unit is reached"]);
    }
}
