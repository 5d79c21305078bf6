use super::*;
use crate::candidate::Candidate as _;
use crate::render::tests::test;
use isolde_record::{Observed, Tape};

/// A call whose key is the length of its name.
fn call(of: &str, arguments: &str, (is_command, hides_arguments): (bool, bool)) -> MockCall {
    MockCall {
        of: of.to_owned(),
        text: format!("{of}({arguments})"),
        key: of.len() as u64,
        is_command,
        hides_arguments,
    }
}

const COMMAND: (bool, bool) = (true, true);
const QUESTION: (bool, bool) = (false, false);
const LOOK_UP: (bool, bool) = (false, true);

fn with(calls: &[MockCall]) -> Test {
    let observation = Observation {
        call: "f()".into(),
        calls: calls.to_vec(),
        ..Observation::default()
    };
    test(Outcome::Returned, observation, false)
}

fn keys(keys: &[u64]) -> Keys {
    keys.iter().copied().collect()
}

#[test]
fn commands_and_arguments_are_asserted_by_the_test_that_says_most() {
    let tests = [
        with(&[call("sleep", "0ns", COMMAND), call("now", "", QUESTION)]),
        with(&[
            call("load", "\"a\"", LOOK_UP),
            call("sleep", "3", COMMAND),
            call("sleep", "4", COMMAND),
        ]),
        with(&[call("load", "\"\"", LOOK_UP), call("sleep", "0", COMMAND)]),
    ];
    assert_eq!(wanted(&tests), [(1, keys(&[4, 5]))].into());
}

#[test]
fn arguments_on_which_answers_depend_in_some_test_need_no_list() {
    let tests = [
        with(&[call("load", "\"a\"", LOOK_UP)]),
        with(&[call("load", "\"a\"", QUESTION)]),
    ];
    assert!(wanted(&tests).is_empty());
}

#[test]
fn findings_and_long_lists_assert_no_calls() {
    let calls = [call("sleep", "1", COMMAND)];
    let mut panics = with(&calls);
    panics.outcome = Outcome::TimedOut;
    assert!(wanted(&[panics]).is_empty());
    assert!(wanted(&[with(&vec![calls[0].clone(); MOST + 1])]).is_empty());
    assert_eq!(wanted(&[with(&vec![calls[0].clone(); MOST])]).len(), 1);
}

#[test]
fn calls_that_differ_are_asserted_together_with_the_others_that_are_worth_it() {
    let observation = |calls: &[MockCall]| with(calls).observation;
    let one = observation(&[
        call("sleep", "1", COMMAND),
        call("load", "\"a\"", LOOK_UP),
        call("now", "", QUESTION),
    ]);
    assert!(different(&one, &one).is_empty());
    let without_question = observation(&one.calls[..2]);
    assert!(different(&one, &without_question).is_empty());
    let without_command = observation(&one.calls[1..]);
    assert_eq!(different(&one, &without_command), keys(&[4, 5]));
}

#[test]
fn what_asserts_more_takes_the_place_of_the_same_test() {
    let mut plain = with(&[call("sleep", "1", COMMAND)]);
    plain.tape = Tape([(100, 7)].into());
    let asserting = |tape: &[(u64, u64)]| {
        let mut test = plain.clone();
        test.tape = Tape(tape.iter().copied().collect());
        test.observation.asserts_calls = true;
        let list = Observed::Source("[\"sleep(1)\"]".into());
        test.observation.after = vec![(LIST.to_owned(), list)];
        test
    };
    let case = super::asserting(&plain.case(), &keys(&[5]));
    assert_eq!(case.tape.0, [(5, 1), (100, 7)].into());

    let mut more = vec![
        asserting(&[(5, 1), (100, 7)]),
        // Other inputs.
        asserting(&[(5, 1), (100, 8)]),
        asserting(&[(5, 1), (6, 1), (100, 7)]),
    ];
    let mut tests = [plain.clone()];
    replace(&mut tests, &mut more);
    assert!(tests[0].observation.asserts_calls);
    assert_eq!(more.len(), 2);
    // A list that differs between runs is not asserted.
    let mut in_vain = more[0].clone();
    in_vain.observation.after.clear();
    assert!(lists_in_vain(&in_vain) && !lists_in_vain(&more[0]) && !lists_in_vain(&plain));
    // If it does not pass, the test without the list is there.
    assert!(tests[0].fall_back());
    assert!(!tests[0].observation.asserts_calls && !tests[0].fall_back());
}

#[test]
fn calls_hide_arguments_that_are_never_anything_and_their_order_unless_one_is_repeated() {
    let hidden = |calls: &[MockCall]| hidden(&with(calls).observation, &keys(&[4, 5]));
    assert_eq!(hidden(&[call("save", "\"\", 0", COMMAND)]), (2, true));
    assert_eq!(hidden(&[call("save", "\"a\", 0", COMMAND)]), (1, true));
    let twice = [
        call("save", "\"a\", 0", COMMAND),
        call("save", "\"\", 1", COMMAND),
    ];
    assert_eq!(hidden(&twice), (0, false));
    // Another method does not count.
    assert_eq!(hidden(&[call("reload", "0", COMMAND)]), (0, true));
}
