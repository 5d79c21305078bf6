//! Choices: the tape, drawing, bounds, what is recorded.

use super::{choice, recording, set_tape};
use isolde_abi::shared::{ChoiceKind, MAX_CHOICES};

#[test]
fn the_tape_answers_and_the_rest_is_drawn_by_seed_and_key() {
    let mut runtime = recording();
    set_tape(&runtime, &[(3, 30), (7, 70), (900, 5)]);
    let code = ChoiceKind::Byte as u32 | 8 << 16 | 2 << 24;
    assert_eq!(runtime.choose(7, code, 0, 255, true), 70);
    assert_eq!(
        runtime.choose(3, code, 0, 9, true),
        0,
        "30 wraps into 0..=9"
    );
    assert_eq!(
        runtime.choose(8, code, 4, 255, true),
        4,
        "seed 0 draws the simplest"
    );
    assert_eq!(runtime.choose(900, code, 0, 255, true), 5);
    let records: Vec<_> = (0..4)
        .map(|index| runtime.memory.choices().get(index))
        .collect();
    assert_eq!(runtime.memory.choices_made().get(), 4);
    assert_eq!(
        records
            .iter()
            .map(|record| record.from_tape)
            .collect::<Vec<_>>(),
        [1, 1, 0, 1]
    );
    assert_eq!(
        (records[1].key, records[1].value, records[1].high),
        (3, 0, 9)
    );
    assert_eq!(
        (records[1].width, records[1].depth, records[1].kind),
        (8, 2, ChoiceKind::Byte as u16)
    );
}

#[test]
fn a_repeated_key_is_the_same_unknown() {
    let mut runtime = recording();
    let code = ChoiceKind::Unsigned as u32 | 32 << 16;
    let mut nodes = Vec::new();
    for key in [5, 6, 5, 6 + 8192, 5] {
        runtime.choose(key, code, 0, 1000, true);
        nodes.push(runtime.take_choice());
    }
    assert_eq!(nodes[0], nodes[2]);
    assert_eq!(nodes[0], nodes[4]);
    assert_ne!(nodes[1], nodes[3]);
    assert_eq!(runtime.memory.choices_made().get(), 5, "each is recorded");
    assert_eq!(runtime.take_choice(), 0, "a choice is given out once");
    runtime.begin(1);
    runtime.choose(6, code, 0, 1000, true);
    let node = runtime.take_choice();
    assert_eq!(
        runtime.nodes.get(node).a,
        0,
        "nothing is left of the run before"
    );
}

#[test]
fn choices_with_one_value_or_in_other_threads_are_concrete() {
    let mut runtime = recording();
    assert_eq!(choice(&mut runtime, 8, 5, 5), (0, 5));
    let code = ChoiceKind::Unsigned as u32 | 32 << 16;
    runtime.choose(1, code, 0, 10, false);
    assert_eq!(runtime.take_choice(), 0);
    runtime.stop();
    assert_eq!(choice(&mut runtime, 8, 0, 255).0, 0);
}

#[test]
fn too_many_choices_get_the_lowest_value() {
    let mut runtime = recording();
    for _ in 0..MAX_CHOICES {
        choice(&mut runtime, 8, 0, 255);
    }
    assert_eq!(runtime.memory.full().get(), 0);
    assert_eq!(choice(&mut runtime, 8, 3, 255), (0, 3));
    assert_eq!(runtime.memory.full().get(), 1);
    assert_eq!(runtime.memory.choices_made().get() as usize, MAX_CHOICES);
}

#[test]
fn runs_with_very_many_choices_do_not_slow_down_those_that_follow() {
    let mut runtime = recording();
    // Without telling runs apart, the table of keys would be full after a few of them, and a search for a free slot would not end.
    for run in 0..20 {
        runtime.begin(1);
        for number in 0..MAX_CHOICES as u64 {
            let code = ChoiceKind::Unsigned as u32 | 32 << 16;
            runtime.choose(isolde_abi::key::key(run, number), code, 0, 1000, true);
            let node = runtime.take_choice();
            assert_eq!(u64::from(runtime.nodes.get(node).a), number);
        }
    }
}

#[test]
fn a_key_of_an_earlier_run_is_a_new_unknown_however_many_runs_there_were() {
    let mut runtime = recording();
    let code = ChoiceKind::Unsigned as u32 | 32 << 16;
    let ask = |runtime: &mut crate::runtime::Runtime, key| {
        runtime.choose(key, code, 0, 1000, true);
        let node = runtime.take_choice();
        runtime.nodes.get(node).a
    };
    for run in 0..70_000_u64 {
        runtime.begin(1);
        // The second choice of a run was the first one of the run before.
        assert_eq!(
            (ask(&mut runtime, run + 2), ask(&mut runtime, run + 1)),
            (0, 1)
        );
    }
}
