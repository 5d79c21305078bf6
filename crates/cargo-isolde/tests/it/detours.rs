//! Detours of every kind of function, from everywhere, in both profiles; and those of a parameterized test, explored.

use crate::util::{Fixture, Run};
use std::fs;

/// Kinds of functions in the fixture, and places from which each is called: the cells of the book's table.
const KINDS: usize = 32;
const PLACES: [&str; 3] = ["from_crate", "from_dependency", "from_std"];

/// Names of the cells that passed, and whether each shows that a detour is impossible there.
fn cells(run: &Run) -> Vec<(&str, bool)> {
    let lines = run.stdout.lines();
    let passed =
        lines.filter_map(|line| line.strip_prefix("test tests::")?.strip_suffix(" ... ok"));
    passed
        .map(|name| match name.strip_suffix(" - should panic") {
            Some(name) => (name, true),
            None => (name, false),
        })
        .filter(|(name, _)| PLACES.iter().any(|place| name.ends_with(place)))
        .collect()
}

/// The book's table: a row for each kind.
fn table(cells: &[(&str, bool)]) -> String {
    let mut kinds: Vec<&str> = cells
        .iter()
        .filter_map(|(name, _)| name.split("::").next())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rows = kinds.iter().map(|kind| {
        let cell = |place: &str| {
            let name = format!("{kind}::{place}");
            let found = cells.iter().find(|(own, _)| *own == name);
            match found.expect("every kind is called from everywhere") {
                (_, false) => "yes",
                (_, true) => "says why not",
            }
        };
        format!(
            "| {} | {} |",
            kind.replace('_', " "),
            PLACES.map(cell).join(" | ")
        )
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn functions_of_every_kind_are_detoured_from_everywhere_in_both_profiles() {
    let fixture = Fixture::copy_sharing_target("detour_kinds");
    let book = include_str!("../../../../book/src/detours.md");
    assert_the_page_is_true(&fixture, book);
    for profile in [&["test", "--lib"][..], &["test", "--lib", "--release"]] {
        let run = fixture.run(profile);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let cells = cells(&run);
        assert_eq!(cells.len(), KINDS * PLACES.len());
        let refused = cells.iter().filter(|(_, refused)| *refused).count();
        assert!(
            refused * 10 <= cells.len(),
            "{refused} cells without detours"
        );
        let table = table(&cells);
        assert!(book.contains(&table), "the book's table is not\n{table}");

        // 64 tests at once, each with its own detour of one function.
        fixture.assert_hold_at_once(&run, &["parallel::"], 64, 100);
    }
    // Under cargo itself, no test passes by accident.
    let run = fixture.cargo(&["test", "--lib"]);
    assert!(run.stdout.contains("0 passed; 0 failed"), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("ignored, needs detours: run it with `cargo isolde test`")
    );
    assert_mistakes_are_shown(&fixture);
}

/// The book's own example, its blocks put together: it passes.
fn assert_the_page_is_true(fixture: &Fixture, page: &str) {
    let blocks: Vec<&str> = page
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|block| block.contains("greeting"))
        .collect();
    let [shop, test, put] = blocks[..] else {
        panic!("the page has other examples: {blocks:?}");
    };
    let source = format!("mod shop {{ {shop} }}\n{test}\n{put}");
    fs::create_dir_all(fixture.path().join("tests")).expect("writable");
    fs::write(fixture.path().join("tests/page.rs"), source).expect("writable");
    let run = fixture.run(&["test", "--test", "page"]);
    assert!(
        run.stdout.contains("2 passed; 0 failed"),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

/// Mistakes, each with a part of the compiler's message about it.
const MISTAKES: [(&str, &str); 9] = [
    (
        "detour!(NUMBER => |n| n)",
        "expected fn pointer, found `u64`",
    ),
    (
        "detour!(dep::free => |n: String| 0)",
        "type mismatch in closure arguments",
    ),
    (
        "detour!(dep::free => |a, b| a + b)",
        "incorrect number of function parameters",
    ),
    (
        "detour!(dep::free => |_| \"text\")",
        "expected `u64`, found `&str`",
    ),
    ("detour!(dep::nowhere => |n| n)", "not found in `dep`"),
    (
        "detour!(dep::Counter::into_inner, on &dep::Counter::new(1) => |_| 0)",
        "does not point to one instance",
    ),
    (
        "detour!(dep::free => other)",
        "expected a closure with the function's parameters",
    ),
    (
        "detour!(dep::asynchronous => async |n| n)",
        "write `detour!(async f => …)`",
    ),
    (
        "detour!(dep::free, sometimes => |n| n)",
        "expected one of: `on`, `across`, `recording`",
    ),
];

/// The compiler reports mistakes at the user's own lines.
fn assert_mistakes_are_shown(fixture: &Fixture) {
    let mut source =
        "use {detour_kinds_dep as dep, isolde::detour, std::rc::Rc};\nconst NUMBER: u64 = 7;\n"
            .to_owned();
    for (index, (mistake, _)) in MISTAKES.iter().enumerate() {
        source += &format!("#[test] fn mistake{index}() {{ let _guard = {mistake}; }}\n");
    }
    fs::create_dir_all(fixture.path().join("tests")).expect("writable");
    fs::write(fixture.path().join("tests/wrong.rs"), source).expect("writable");
    let run = fixture.cargo(&["check", "--test", "wrong"]);
    assert_eq!(run.code, 101);
    let errors: Vec<&str> = run.stderr.split("\nerror").collect();
    for (line, (mistake, said)) in (3..).zip(MISTAKES) {
        let place = format!("--> tests/wrong.rs:{line}:");
        let shown = errors
            .iter()
            .any(|error| error.contains(&place) && error.contains(said));
        assert!(shown, "{mistake}: {}", run.stderr);
    }
    fs::remove_file(fixture.path().join("tests/wrong.rs")).expect("there");
}

#[test]
fn a_test_with_detours_is_explored_and_finds_what_the_paper_finds() {
    let fixture = Fixture::copy_sharing_target("../examples/documents");
    let run = fixture.run(&["explore", "--json", "--time", "30s"]);
    let record = run.record(2);
    assert_eq!(record["solver"]["mismatches"], 0);
    let inputs = record["tests"][0]["inputs"].as_array().expect("inputs");
    let of_verdict = |verdict: &str| -> Vec<&str> {
        let kinds = inputs.iter().filter(|input| input["verdict"] == verdict);
        kinds
            .map(|input| input["arguments"][1].as_str().expect("a kind"))
            .collect()
    };
    let mut failed = of_verdict("failed");
    failed.sort_unstable();
    assert_eq!(failed, ["Kind::Missing", "Kind::Number(0)"]);
    // Too short, too long, several lines; and one title that is set.
    assert_eq!(
        (of_verdict("allowed").len(), of_verdict("passed").len()),
        (3, 1)
    );

    let run = fixture.run(&["test"]);
    assert_eq!(run.code, 101);
    assert!(
        run.stdout
            .contains("the_kind_becomes_the_title(0, Kind::Missing)"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("test what_is_not_detoured_is_trapped - should panic ... ok")
    );
}
