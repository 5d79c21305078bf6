//! Units isolated from what is outside: clocks, files, sockets, processes, a database and a web client, none of which is touched.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::Value;
use std::fs;
use std::process::Command;

const ISOLATE: &[&str] = &[
    "isolate", "crate", "--time", AMPLE_TIME, "--jobs", "1", "--seed", "1", "--json",
];

/// What the tests of the fixture contain, with single spaces.
const TESTS: &[(&str, &[&str])] = &[
    (
        "bank.rs",
        &[
            "let _run_query = isolde::detour!(remote::database::run_query => |_, _| Ok(0)); assert_eq!( isolation::bank::transfer_money(",
            "Err(isolation::bank::TransferError::NotEnoughBalance)",
            "isolde::detour!(remote::transfers::ProcessedTransfer::is_success => |_| true)",
            "Assumed: the answers of `remote::database::run_query`, `remote::transfers::TransferProcessor::new`, \
             `remote::transfers::TransferProcessor::process` and `remote::transfers::ProcessedTransfer::is_success`.",
        ],
    ),
    (
        "clock.rs",
        &["isolde::detour!(std::time::SystemTime::now =>"],
    ),
    (
        "environment.rs",
        &[
            "isolde::detour!(std::env::var::<&str> => |_| Ok(\"1024\".to_string()))",
            "Err(isolation::environment::PortError::NoText)",
        ],
    ),
    (
        "files.rs",
        &["unsafe { isolde::detour::stand_in::<std::fs::File>() }"],
    ),
    (
        "ledger.rs",
        &[
            "isolde::detour!(<remote::ledger::Money as std::ops::Add>::add => |_, _| unsafe {",
            "isolde::detour!(<remote::ledger::Money as std::ops::AddAssign<u64>>::add_assign => |_, _| {});",
            "isolde::detour!(<remote::ledger::Money as std::cmp::PartialEq>::eq => |_, _|",
            "isolde::detour!(<remote::ledger::Money as std::cmp::PartialOrd>::partial_cmp => |_, _|",
            "isolde::detour!(<&remote::ledger::Money as std::ops::Not>::not => |_|",
            "isolde::detour!(<remote::ledger::Names as std::ops::Index<usize>>::index => |_, _|",
            "isolde::detour!(<remote::ledger::Names as std::iter::Iterator>::next => |_|",
        ],
    ),
    (
        "ledger_rates.rs",
        &["isolation::ledger::rates::of_account("],
    ),
    (
        "ledger_rates_names.rs",
        &[
            "isolde::detour!(<remote::ledger::Money as remote::ledger::Rated>::rate => |_|",
            "isolation::ledger::rates::names::name(&unsafe { isolde::detour::stand_in::<remote::ledger::Money>() })",
        ],
    ),
    (
        "news.rs",
        &[
            "isolde::detour!(remote::feed::listen => |_, mut handler| { let _ = handler(remote::feed::Event {",
        ],
    ),
    (
        "processes.rs",
        &[
            "std::process::Output { status: std::os::unix::process::ExitStatusExt::from_raw(0), stdout:",
        ],
    ),
    (
        "threads.rs",
        &[
            "isolde::detour!(std::time::Instant::now => || isolde::detour::moment(",
            "let _var = isolde::detour!(std::env::var::<String>, across threads => |_| Err(std::env::VarError::NotPresent)); assert_eq!( isolation::threads::setting_elsewhere(",
            "#[isolde::test] fn files_at_once_of_empty_and_empty_is_0() { let _exists = isolde::detour!(std::path::Path::exists, across threads => |_| false); assert_eq!(",
        ],
    ),
];

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

#[test]
fn functions_that_depend_on_the_world_are_covered_without_touching_it() {
    let fixture = Fixture::copy("isolation");
    let run = fixture.run(ISOLATE);
    let record = run.record(0);
    let totals = &record["totals"];
    assert_eq!(totals["removed"], 0, "{:#}", record["removed"]);
    assert_eq!(totals["findings"], 0, "{:#}", record["findings"]);
    assert_eq!(totals["reach"]["explored"], totals["reach"]["public"]);
    let (covered, all) = (
        number(&totals["branches_covered"]),
        number(&totals["branches"]),
    );
    assert!(
        covered * 100 >= all * 94,
        "{covered} of {all} branches: {:#}",
        record["functions"]
    );
    let calls = record["calls"].as_array().expect("a list");
    let treatment = |callee: &str| {
        let call = calls.iter().find(|call| call["callee"] == callee);
        call.unwrap_or_else(|| panic!("{callee} is not listed: {calls:#?}"))["treatment"].clone()
    };
    for callee in [
        "<std::time::SystemTime>::now",
        "std::env::var::<&str>",
        "remote::database::run_query",
    ] {
        assert_eq!(treatment(callee), "faked", "{callee}");
    }
    for (file, texts) in TESTS {
        let path = fixture.path().join("tests/isolated").join(file);
        let text = fs::read_to_string(path).expect("written");
        let tests = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for text in *texts {
            assert!(tests.contains(text), "{text} is missing in\n{tests}");
        }
    }

    // The tests pass with detours, side by side and again and again, and are ignored without.
    let run = fixture.run(&["test", "--test", "isolated"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let written = number(&totals["tests"]);
    assert!(
        run.stdout.contains(&format!("{written} passed; 0 failed")),
        "{}",
        run.stdout
    );
    let program = run
        .stderr
        .lines()
        .find_map(|line| {
            let program = line
                .trim()
                .strip_prefix("Running tests/isolated/main.rs (")?;
            program.strip_suffix(')')
        })
        .expect("the program");
    for round in 0..100 {
        let output = Command::new(fixture.path().join(program))
            .arg("--test-threads=16")
            .output()
            .expect("it runs");
        assert!(
            output.status.success(),
            "round {round}, {}: {}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let run = fixture.cargo(&["test", "--test", "isolated"]);
    assert!(
        run.stdout
            .contains("ignored, needs detours: run it with `cargo isolde test`"),
        "{}",
        run.stdout
    );
    // Nothing else is different from before, whatever files the functions create, rename and remove.
    fs::remove_dir_all(fixture.path().join("tests")).expect("there are tests");
    fs::remove_file(fixture.path().join("Cargo.lock")).expect("cargo writes it");
    fixture.assert_untouched();
}

#[test]
fn the_list_is_a_table_and_mistakes_are_explained() {
    let fixture = Fixture::copy("isolation");
    let run = fixture.run(&["isolate", "bank", "--list"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let line = run
        .stdout
        .lines()
        .chain(run.stderr.lines())
        .find(|line| line.contains("remote::database::run_query"))
        .expect("the query leaves the unit");
    assert!(line.trim().starts_with("src/bank.rs:36"), "{line}");
    assert!(line.contains("faked"), "{line}");
    assert!(
        !run.stdout.contains("std::fs::") && !run.stderr.contains("std::fs::"),
        "files are not this unit's business: {}{}",
        run.stdout,
        run.stderr
    );

    let run = fixture.run(&["isolate", "bank", "--list", "--keep", "remote::databse"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("nothing in the program is called `remote::databse`"),
        "{}",
        run.stderr
    );
    let run = fixture.run(&["isolate", "--list"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("no unit is named"), "{}", run.stderr);
}
