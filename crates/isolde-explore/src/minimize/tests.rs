mod answers;

use super::*;
use crate::toy;
use isolde_abi::key::{inner, key};

/// A little program with a string (length, characters) and a number.
struct Toy;

impl Toy {
    /// Choice number `ordinal` in the scope that `path` leads to.
    fn choice(
        (path, ordinal): (&[u64], u64),
        kind: ChoiceKind,
        width: u16,
        high: u64,
        tape: &Tape,
    ) -> ChoiceRecord {
        let place = (Toy::key(path, ordinal), path.len() as u16);
        toy::choice(place, kind, width, high, tape)
    }

    fn key(path: &[u64], ordinal: u64) -> u64 {
        key(
            path.iter().fold(5, |scope, &index| inner(scope, index)),
            ordinal,
        )
    }

    fn run(tape: &Tape) -> (Vec<ChoiceRecord>, String, i32) {
        let length = Toy::choice((&[], 0), ChoiceKind::Length, 5, 24, tape);
        let mut choices = vec![length];
        choices.extend(
            (0..length.value)
                .map(|index| Toy::choice((&[index], 0), ChoiceKind::Ascii, 8, 127, tape)),
        );
        let text = choices[1..]
            .iter()
            .map(|choice| choice.value as u8 as char)
            .collect();
        choices.push(Toy::choice(
            (&[], 1),
            ChoiceKind::Signed,
            32,
            u64::from(u32::MAX),
            tape,
        ));
        let number = choices
            .last()
            .map_or(0, |choice| choice.value as u32 as i32);
        (choices, text, number)
    }

    fn tape(text: &str, number: i32) -> Tape {
        let characters = text
            .bytes()
            .enumerate()
            .map(|(index, byte)| (Toy::key(&[index as u64], 0), u64::from(byte)));
        Tape(
            characters
                .chain([
                    (Toy::key(&[], 0), text.len() as u64),
                    (Toy::key(&[], 1), u64::from(number as u32)),
                    (999, 7),
                ])
                .collect(),
        )
    }

    fn minimized(
        text: &str,
        number: i32,
        wanted: impl Fn(&str, i32) -> bool,
    ) -> (Tape, String, i32) {
        let tape = minimize(&Toy::tape(text, number), 2000, &mut |tape| {
            let (choices, text, number) = Toy::run(tape);
            wanted(&text, number).then_some(choices)
        });
        let (_, text, number) = Toy::run(&tape);
        (tape, text, number)
    }
}

#[test]
fn what_does_not_matter_is_left_out() {
    let (tape, _, number) = Toy::minimized("some text", -123_456, |_, number| number < -1000);
    assert_eq!(number, -1001);
    assert_eq!(tape.0.keys().collect::<Vec<_>>(), [&Toy::key(&[], 1)]);
}

#[test]
fn elements_in_the_middle_are_removed_and_the_rest_keeps_its_order() {
    let (_, text, number) = Toy::minimized("q;xx=yy>z", 5, |text, _| {
        let (equals, greater) = (text.find('='), text.find('>'));
        matches!((equals, greater), (Some(equals), Some(greater)) if equals < greater)
    });
    assert_eq!((text.as_str(), number), ("=>", 0));
}

#[test]
fn characters_become_readable() {
    let (_, text, _) = Toy::minimized("\u{1}Q\u{7f}", 0, |text, _| {
        text.len() == 3 && text.chars().nth(1).is_some_and(char::is_uppercase)
    });
    assert_eq!(text, "aAa");
}

#[test]
fn negative_numbers_become_positive_where_they_may() {
    let (_, _, number) = Toy::minimized("", -77, |_, number| number.abs() > 50);
    assert_eq!(number, 51);
}

#[test]
fn a_tape_that_is_not_as_wanted_is_returned_unchanged() {
    let tape = Toy::tape("abc", 1);
    assert_eq!(minimize(&tape, 100, &mut |_| None), tape);
}

#[test]
fn the_number_of_runs_is_bounded() {
    let mut runs = 0;
    minimize(
        &Toy::tape("abcdefghijklmnopqrst", 1 << 30),
        40,
        &mut |tape| {
            runs += 1;
            let (choices, text, number) = Toy::run(tape);
            (text.len() > 3 && number > 1000).then_some(choices)
        },
    );
    assert!(runs <= 41);
}

/// Minimizes an object: a number for its constructor, then changes, each with a list of numbers.
fn minimized_object(
    changes: &[(u64, &[u64])],
    wanted: impl Fn(&[(u64, Vec<u64>)]) -> bool,
) -> Vec<(u64, Vec<u64>)> {
    let run = |tape: &Tape| {
        let mut choices = vec![
            Toy::choice((&[], 0), ChoiceKind::Length, 8, 3, tape),
            Toy::choice((&[0], 0), ChoiceKind::Unsigned, 8, 255, tape),
        ];
        let mut made = Vec::new();
        for change in 1..=choices[0].value {
            let which = Toy::choice((&[change], 0), ChoiceKind::Variant, 8, 2, tape);
            let length = Toy::choice((&[change, 0], 0), ChoiceKind::Length, 8, 8, tape);
            choices.extend([which, length]);
            let numbers = (0..length.value).map(|index| {
                Toy::choice((&[change, 0, index], 0), ChoiceKind::Unsigned, 8, 255, tape)
            });
            choices.extend(numbers);
            let first = choices.len() - length.value as usize;
            let numbers = choices[first..].iter().map(|number| number.value);
            made.push((which.value, numbers.collect()));
        }
        (choices, made)
    };
    let mut tape = Tape([(Toy::key(&[], 0), changes.len() as u64)].into());
    for (change, &(which, numbers)) in (1..).zip(changes) {
        tape.0.insert(Toy::key(&[change], 0), which);
        tape.0
            .insert(Toy::key(&[change, 0], 0), numbers.len() as u64);
        for (index, &number) in (0..).zip(numbers) {
            tape.0.insert(Toy::key(&[change, 0, index], 0), number);
        }
    }
    let tape = minimize(&tape, 600, &mut |tape| {
        let (choices, made) = run(tape);
        wanted(&made).then_some(choices)
    });
    run(&tape).1
}

#[test]
fn changes_of_an_object_are_removed_anywhere_and_later_ones_keep_their_arguments() {
    let changes: &[(u64, &[u64])] = &[(1, &[4, 5]), (0, &[]), (2, &[9, 77, 8])];
    let made = minimized_object(changes, |made| {
        made.iter()
            .any(|(which, numbers)| *which == 2 && numbers.contains(&77))
    });
    assert_eq!(made, [(2, vec![77])]);
    let made = minimized_object(changes, |made| {
        let first = made.iter().position(|change| change.0 == 1);
        let last = made.iter().position(|change| change.0 == 2);
        matches!((first, last), (Some(first), Some(last)) if first < last)
    });
    assert_eq!(made, [(1, vec![]), (2, vec![])]);
}

/// Minimizes one number of 64 bits.
fn minimized_number(kind: ChoiceKind, value: u64, wanted: impl Fn(u64) -> bool) -> u64 {
    let key = Toy::key(&[], 0);
    let tape = minimize(&Tape([(key, value)].into()), 600, &mut |tape| {
        let choice = Toy::choice((&[], 0), kind, 64, u64::MAX, tape);
        wanted(choice.value).then(|| vec![choice])
    });
    tape.0.get(&key).copied().unwrap_or_default()
}

#[test]
fn numbers_stop_at_the_branch_or_at_an_extreme() {
    let signed = |value: i64, wanted: &dyn Fn(i64) -> bool| {
        minimized_number(ChoiceKind::Signed, value as u64, |value| {
            wanted(value as i64)
        }) as i64
    };
    let unsigned =
        |value, wanted: &dyn Fn(u64) -> bool| minimized_number(ChoiceKind::Unsigned, value, wanted);
    assert_eq!(unsigned(28_434_946, &|value| value > 1000), 1001);
    assert_eq!(unsigned(u64::MAX, &|value| value > 3999), 4000);
    let multiplies = |value: u64| value.checked_mul(1000).is_none();
    assert_eq!(unsigned(u64::MAX - 5, &multiplies), u64::MAX / 1000 + 1);
    assert_eq!(
        signed(i64::MIN + 8, &|value| 8_i64.checked_sub(value).is_none()),
        i64::MIN
    );
    assert_eq!(signed(i64::MIN + 8, &|value| value < -5), -6);
    assert_eq!(signed(i64::MAX, &|value| value > 5), 6);
}

#[test]
fn floats_get_few_digits() {
    let float = |value: f64, wanted: &dyn Fn(f64) -> bool| {
        let bits = minimized_number(ChoiceKind::Float, value.to_bits(), |bits| {
            wanted(f64::from_bits(bits))
        });
        f64::from_bits(bits)
    };
    let squared = |value: f64| (value * value).is_infinite();
    assert_eq!(float(3.715489941408557e197, &squared), 1e155);
    assert_eq!(float(-3.715489941408557e197, &squared), 1e155);
    assert_eq!(float(-2.7e12, &|value| value < -7.0), -10.0);
    assert_eq!(
        float(37.912_345, &|value| (37.5..39.0).contains(&value)),
        38.0
    );
    assert_eq!(float(1.337e-9, &|value| 0.0 < value && value < 1e-5), 1e-6);
    assert_eq!(
        float(0.123_456, &|value| (0.11..0.13).contains(&value)),
        0.12
    );
    assert_eq!(float(f64::INFINITY, &|value| value > 5.0), 10.0);
}

#[test]
fn neighbours_are_one_step_closer_to_the_simplest() {
    let (choices, ..) = Toy::run(&Toy::tape("ab", -7));
    let seen: Vec<(String, i32)> = neighbours(&choices)
        .map(|tape| {
            let (_, text, number) = Toy::run(&tape);
            (text, number)
        })
        .collect();
    assert_eq!(seen, [("a".to_string(), -7), ("ab".to_string(), -6)]);
    let (choices, ..) = Toy::run(&Tape::default());
    assert_eq!(neighbours(&choices).count(), 0);
}

#[test]
fn numbers_that_depend_on_each_other_get_smaller_together() {
    let minimized = |start: [i32; 2], wanted: fn(i32, i32) -> bool| {
        let run = |tape: &Tape| {
            [0, 1].map(|place| {
                let place = (&[] as &[u64], place);
                Toy::choice(place, ChoiceKind::Signed, 32, u64::from(u32::MAX), tape)
            })
        };
        let numbers = |choices: &[ChoiceRecord]| {
            [
                choices[0].value as u32 as i32,
                choices[1].value as u32 as i32,
            ]
        };
        let key = |ordinal| Toy::key(&[], ordinal);
        let tape = Tape(
            [0, 1]
                .map(|n| (key(n as u64), u64::from(start[n] as u32)))
                .into(),
        );
        let tape = minimize(&tape, 500, &mut |tape| {
            let choices = run(tape).to_vec();
            let [one, other] = numbers(&choices);
            wanted(one, other).then_some(choices)
        });
        numbers(&run(&tape))
    };
    assert_eq!(minimized([4, 3], |a, b| a == b + 1), [1, 0]);
    assert_eq!(minimized([-900, -700], |a, b| a == b - 200), [-200, 0]);
    assert_eq!(minimized([5, 9], |a, b| a > 2 && b == a + 4), [3, 7]);
}

/// Minimizes one choice among nearly all numbers of 64 bits, with few runs: the value found, and the runs made.
fn minimized_among_all(
    kind: ChoiceKind,
    value: u64,
    runs: u32,
    wanted: impl Fn(u64) -> bool,
) -> (u64, u32) {
    let key = Toy::key(&[], 0);
    let mut made = 0;
    let tape = minimize(&Tape([(key, value)].into()), runs, &mut |tape| {
        made += 1;
        let choice = Toy::choice((&[], 0), kind, 64, u64::MAX - 1, tape);
        wanted(choice.value).then(|| vec![choice])
    });
    (tape.0.get(&key).copied().unwrap_or_default(), made)
}

#[test]
fn minimizing_huge_lengths_and_variants_ends_when_the_runs_are_used_up() {
    for kind in [ChoiceKind::Length, ChoiceKind::Variant] {
        let (value, made) = minimized_among_all(kind, 1 << 63, 50, |value| value == 1 << 63);
        assert_eq!(value, 1 << 63);
        assert!(made <= 51, "{made} runs");
    }
}

#[test]
fn a_long_length_is_cut_to_the_shortest_that_will_do() {
    let cut = |least: u64| {
        minimized_among_all(ChoiceKind::Length, 1 << 62, 200, |value| value >= least).0
    };
    assert_eq!(
        [1, 7, 31, 32, 33, 1000, 1 << 40].map(cut),
        [1, 7, 31, 32, 33, 1000, 1 << 40]
    );
}

#[test]
fn tapes_tried_before_are_not_considered_endlessly() {
    let mut shrink = Shrink {
        tape: Tape::default(),
        choices: Vec::new(),
        left: 10,
        asked: 0,
        most_asked: 10 * ASKED_PER_RUN,
        tried: HashSet::new(),
        run: &mut |_| None,
    };
    while !shrink.is_over() {
        shrink.attempt_with([(1, 1)]);
    }
    assert_eq!((shrink.left, shrink.asked), (9, 10 * ASKED_PER_RUN));
}

#[test]
fn a_value_that_departs_from_another_without_need_is_given_to_that_one() {
    // A number, and the same number again unless that departs.
    let answers = |tape: &Tape| {
        let number = |ordinal| Toy::choice((&[], ordinal), ChoiceKind::Unsigned, 32, 0xffff, tape);
        let mut choices = vec![
            number(0),
            Toy::choice((&[], 1), ChoiceKind::Departure, 8, 1, tape),
        ];
        let mut answers = [choices[0].value; 2];
        if choices[1].value == 1 {
            choices.push(number(2));
            answers[1] = choices[2].value;
        }
        (choices, answers)
    };
    let minimal = |start: [u64; 2], is_wanted: fn([u64; 2]) -> bool| {
        let places = [0, 1, 2].map(|ordinal| Toy::key(&[], ordinal));
        let tape = Tape(places.into_iter().zip([start[0], 1, start[1]]).collect());
        let minimal = minimize(&tape, 200, &mut |tape| {
            let (choices, answers) = answers(tape);
            is_wanted(answers).then_some(choices)
        });
        let (choices, answers) = answers(&minimal);
        (answers, choices.len())
    };
    assert_eq!(minimal([0, 11], |[_, second]| second > 9), ([10, 10], 2));
    // The path needs both.
    assert_eq!(
        minimal([4, 11], |[first, second]| first < second),
        ([0, 1], 3)
    );
}
