//! The program with mutants.

use super::support::{Program, Worker, build, options};
use isolde_abi::protocol::OUTCOME_RETURNED;
use isolde_instrument::{Change, Kind};
use std::sync::LazyLock;

static MUTANTS: LazyLock<Program> = LazyLock::new(|| build("mutants", &options(Kind::Mutants)));

/// A thunk that calls `priced(count, is_member, discounts)`.
const PRICED: u32 = 18;

/// A thunk that calls `rated(at)`.
const RATED: u32 = 19;

/// What `priced` returns for each input if this mutant is chosen; 0 is the function itself.
fn prices(mutant: u32) -> Vec<String> {
    answers(
        PRICED,
        mutant,
        &[&[10, 1, 0, 0], &[9, 0, 2, 2], &[4, 1, 3, 1]],
    )
}

/// What a thunk returns for each input if this mutant is chosen.
fn answers(thunk: u32, mutant: u32, inputs: &[&[u64]]) -> Vec<String> {
    let mut worker = Worker::start(&MUTANTS.path);
    worker.shared().header.mutant = mutant;
    let answers = inputs.iter().map(|input| worker.run(thunk, 0, input));
    answers
        .map(|answer| match answer.outcome {
            OUTCOME_RETURNED => answer.text,
            _ => "panicked".to_owned(),
        })
        .collect()
}

#[test]
fn each_mutant_changes_one_thing_if_it_is_chosen() {
    assert_eq!(prices(0), ["30", "37", "13"]);
    let numbered = (1..).zip(&MUTANTS.map.mutants);
    let own = numbered.filter(|(_, mutant)| mutant.symbol.contains("priced"));
    let mut found: Vec<(Change, String)> = own
        .map(|(number, mutant)| (mutant.change, prices(number).join(" ")))
        .collect();
    found.sort();
    let expected = [
        // `count < 10`, and discounts that are not larger than 2.
        (Change::Opposite, "40 28 9"),
        (Change::Opposite, "30 35 13"),
        // `count > 10`, and discounts of at least 2.
        (Change::Bound, "30 35 13"),
        (Change::Bound, "40 37 13"),
        // `count * 2`, `count * 3` of the other branch, and `price + 0`.
        (Change::Constant, "20 37 13"),
        (Change::Constant, "30 28 9"),
        (Change::Constant, "30 36 13"),
    ];
    for (change, prices) in expected {
        let is_there = found.contains(&(change, prices.to_owned()));
        assert!(is_there, "no mutant gives {prices}: {found:?}");
    }
    let operations = found
        .iter()
        .filter(|(change, _)| *change == Change::Operation);
    let operations: Vec<&str> = operations.map(|(_, prices)| prices.as_str()).collect();
    // `count + 3`, `count + 4`, `price - 1`, `price + …`, and `count / 2`, which is no index.
    for prices in [
        "13 37 13",
        "30 14 5",
        "30 35 13",
        "30 37 19",
        "panicked panicked panicked",
    ] {
        assert!(
            operations.contains(&prices),
            "no mutant gives {prices}: {operations:?}"
        );
    }
    let results = found
        .iter()
        .filter(|(change, _)| matches!(change, Change::Result(_)));
    let results: Vec<(Change, &str)> = results
        .map(|(change, prices)| (*change, prices.as_str()))
        .collect();
    // The closure says that there is no discount, or always one; the function returns 0.
    for result in [
        (Change::Result(0), "30 37 16"),
        (Change::Result(1), "30 35 13"),
        (Change::Result(0), "0 0 0"),
    ] {
        assert!(
            results.contains(&result),
            "no mutant gives {result:?}: {results:?}"
        );
    }
}

#[test]
fn checks_of_the_compiler_are_no_mutants() {
    // Without the check of the index, a run would read what is behind the array.
    let numbered = (1..).zip(&MUTANTS.map.mutants);
    let own = numbered.filter(|(_, mutant)| mutant.symbol.contains("priced"));
    for (number, mutant) in own.filter(|(_, mutant)| mutant.change == Change::Opposite) {
        let prices = prices(number);
        assert!(
            !prices.contains(&"panicked".to_owned()),
            "{mutant:?}: {prices:?}"
        );
    }
}

#[test]
fn entries_of_tables_and_both_sides_of_bounds_are_mutants() {
    let inputs: [&[u64]; 4] = [&[0], &[1], &[2], &[3]];
    let of = |mutant: u32| answers(RATED, mutant, &inputs).join(" ");
    assert_eq!(of(0), "30 7 9 0");
    let numbered = (1..).zip(&MUTANTS.map.mutants);
    let own = numbered.filter(|(_, mutant)| mutant.symbol.contains("rated"));
    let found: Vec<(Change, String)> = own
        .map(|(number, mutant)| (mutant.change, of(number)))
        .collect();
    for (change, rates) in [
        (Change::Constant, "31 7 9 0"),
        (Change::Constant, "30 8 9 0"),
        (Change::Constant, "30 7 10 0"),
        // `at >= 2`, and `at > 3`, of which the index is out of bounds.
        (Change::Bound, "30 7 0 0"),
        (Change::Bound, "30 7 9 panicked"),
    ] {
        let is_there = found.contains(&(change, rates.to_owned()));
        assert!(is_there, "no mutant gives {rates}: {found:?}");
    }
}

/// A thunk that calls `noted(count)`.
const NOTED: u32 = 20;

#[test]
fn calls_are_left_out_and_arguments_are_zero_or_empty() {
    let of = |mutant: u32| answers(NOTED, mutant, &[&[3]]).join(" ");
    assert_eq!(of(0), "a3!");
    let numbered = (1..).zip(&MUTANTS.map.mutants);
    let own = numbered.filter(|(_, mutant)| mutant.symbol.contains("noted"));
    let found: Vec<(Change, String)> = own
        .map(|(number, mutant)| (mutant.change, of(number)))
        .filter(|(change, _)| matches!(change, Change::Omission | Change::Argument))
        .collect();
    for (change, notes) in [
        (Change::Omission, "!"),
        (Change::Omission, "a3"),
        (Change::Argument, "3!"),
        (Change::Argument, "a0!"),
    ] {
        let is_there = found.contains(&(change, notes.to_owned()));
        assert!(is_there, "no mutant gives {notes}: {found:?}");
    }
}
