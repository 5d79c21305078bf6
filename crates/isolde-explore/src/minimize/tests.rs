use super::*;

/// A little program with a string (length, characters) and a number.
struct Toy;

impl Toy {
    fn choice(key: u64, kind: ChoiceKind, width: u16, high: u64, tape: &Tape) -> ChoiceRecord {
        let mut choice = ChoiceRecord {
            key,
            value: 0,
            low: 0,
            high,
            kind: kind as u16,
            width,
            from_tape: 0,
            depth: 0,
        };
        choice.value = tape
            .0
            .get(&key)
            .copied()
            .unwrap_or_else(|| simplest(&choice))
            .min(high);
        choice
    }

    fn run(tape: &Tape) -> (Vec<ChoiceRecord>, String, i32) {
        let length = Toy::choice(1, ChoiceKind::Length, 5, 24, tape);
        let mut choices = vec![length];
        choices.extend(
            (0..length.value).map(|index| Toy::choice(10 + index, ChoiceKind::Ascii, 8, 127, tape)),
        );
        let text = choices[1..]
            .iter()
            .map(|choice| choice.value as u8 as char)
            .collect();
        choices.push(Toy::choice(
            2,
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
            .map(|(index, byte)| (10 + index as u64, u64::from(byte)));
        Tape(
            characters
                .chain([
                    (1, text.len() as u64),
                    (2, u64::from(number as u32)),
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
    assert_eq!(tape.0.keys().collect::<Vec<_>>(), [&2]);
}

#[test]
fn elements_in_the_middle_go_and_the_order_of_the_rest_stays() {
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
fn a_tape_that_is_not_as_wanted_stays() {
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
