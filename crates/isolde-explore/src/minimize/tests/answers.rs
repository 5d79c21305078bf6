//! Answers of mocks and closures, which are made while other values are.

use super::*;

#[test]
fn what_is_answered_while_an_element_is_made_is_removed_with_it() {
    // An object with a mock, whose answers are numbered in their order; each change asks for one, which may be nothing.
    let run = |tape: &Tape| {
        let mut choices = vec![
            Toy::choice((&[], 0), ChoiceKind::Length, 8, 9, tape),
            Toy::choice((&[0, 0], 0), ChoiceKind::Unsigned, 8, 255, tape),
        ];
        let mut made = Vec::new();
        for change in 1..=choices[0].value {
            let argument = Toy::choice((&[change], 0), ChoiceKind::Unsigned, 8, 255, tape);
            let panics = [0, 1, 1 << 61, change - 1];
            let panics = Toy::choice((&panics, 0), ChoiceKind::Departure, 1, 1, tape);
            let answer = [0, 1, 0, change - 1, 0];
            let is_some = Toy::choice((&answer, 0), ChoiceKind::Variant, 1, 1, tape);
            choices.extend([argument, panics, is_some]);
            let mut answered = None;
            if is_some.value == 1 {
                let answer = Toy::choice((&answer, 1), ChoiceKind::Signed, 8, 255, tape);
                choices.push(answer);
                answered = Some(answer.value);
            }
            made.push((argument.value, panics.value == 1, answered));
        }
        (choices, made)
    };
    let mut tape = vec![(Toy::key(&[], 0), 4)];
    for (change, argument) in (1..).zip([7, 8, 9, 5]) {
        tape.push((Toy::key(&[change], 0), argument));
    }
    tape.push((Toy::key(&[0, 1, 0, 3, 0], 0), 1));
    tape.push((Toy::key(&[0, 1, 0, 3, 0], 1), 50));
    tape.push((Toy::key(&[0, 1, 1 << 61, 3], 0), 1));
    let tape = Tape(tape.into_iter().collect());
    let last = (5, true, Some(50));
    assert_eq!(run(&tape).1.last(), Some(&last));
    let tape = minimize(&tape, 2000, &mut |tape| {
        let (choices, made) = run(tape);
        (made.last() == Some(&last)).then_some(choices)
    });
    assert_eq!(run(&tape).1, [last]);
}
