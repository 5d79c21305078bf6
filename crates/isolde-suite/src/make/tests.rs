//! The order in which cases are processed.

use super::*;
use isolde_record::Tape;

fn case(thunk: u32, outcome: Outcome) -> Case {
    Case {
        thunk,
        tape: Tape::default(),
        outcome,
        coverage: vec![],
        called: vec![],
        shape: 0,
        choices: 0,
        run: 0,
    }
}

#[test]
fn each_function_has_its_first_case_before_any_has_its_second_and_endless_ones_come_last() {
    let cases = [
        case(1, Outcome::TimedOut),
        case(1, Outcome::Returned),
        case(1, Outcome::Returned),
        case(2, Outcome::Returned),
        case(2, Outcome::Returned),
    ];
    assert_eq!(by_value(&cases, &BTreeSet::new()), [3, 1, 4, 2, 0]);
    assert_eq!(by_value(&cases, &BTreeSet::from([2])), [1, 2, 3, 4, 0]);
}

#[test]
fn a_broken_law_comes_before_the_first_case_of_any_function() {
    let broken = crate::render::tests::broken("eq_reflexive", "a value equals itself", false);
    let cases = [
        case(1, Outcome::Returned),
        case(2, Outcome::Returned),
        case(2, broken),
    ];
    assert_eq!(by_value(&cases, &BTreeSet::new()), [2, 0, 1]);
}
