use super::*;
use isolde_abi::shared::{MAX_TOKEN, NUMBER, Node, PathEntry};

fn record(key: u64, value: u64, kind: ChoiceKind, depth: u16) -> ChoiceRecord {
    ChoiceRecord {
        key,
        value,
        low: 0,
        high: 127,
        kind: kind as u16,
        width: 8,
        from_tape: 1,
        depth,
    }
}

/// A text: its length, then its characters; a node for each choice.
fn trace(text: &str) -> Trace {
    let length = record(7, text.len() as u64, ChoiceKind::Length, 1);
    let characters = (0_u64..).zip(text.bytes());
    let character = |(index, byte)| record(100 + index, u64::from(byte), ChoiceKind::Ascii, 2);
    let choices: Vec<ChoiceRecord> = std::iter::once(length)
        .chain(characters.map(character))
        .collect();
    let mut nodes = vec![node(Op::Const, 8, [0; 3])];
    nodes.extend((0..choices.len() as u32).map(|choice| node(Op::Choice, 8, [choice, 0, 0])));
    Trace {
        nodes,
        choices,
        ..Trace::default()
    }
}

fn node(op: Op, width: u16, [a, b, c]: [u32; 3]) -> Node {
    Node {
        op: op as u8,
        mark: 0,
        width,
        a,
        b,
        c,
    }
}

/// The characters from `from` on, `length` of them, were compared with a token. Node `1` is the length, `2` the first character.
fn compared(from: u32, length: u32, token: &str) -> Comparison {
    let mut bytes = [0; MAX_TOKEN];
    bytes[..token.len()].copy_from_slice(token.as_bytes());
    Comparison {
        kind: SLICE,
        value: 1,
        nodes: [2 + from, 2 + from + length - 1],
        positions: [0, length as i32 - 1],
        length,
        token_length: token.len() as u32,
        token: bytes,
    }
}

/// The texts that wait, newest first, under a layout that knows ten characters.
fn texts(substitutions: &mut Substitutions) -> Vec<String> {
    let mut layouts = Layouts::default();
    layouts.note(&trace("abcdefghij").choices);
    std::iter::from_fn(|| substitutions.pop())
        .filter_map(|substitution| substitution.apply(&layouts))
        .map(|tape| {
            (0..tape.0[&7])
                .map(|index| char::from(tape.0[&(100 + index)] as u8))
                .collect()
        })
        .collect()
}

#[test]
fn a_part_becomes_what_it_was_compared_with_and_the_rest_moves() {
    let mut substitutions = Substitutions::default();
    let comparisons = [compared(0, 1, "limit"), compared(2, 2, "x")];
    substitutions.harvest(&trace("a=77"), &comparisons, |_| false);
    assert_eq!(texts(&mut substitutions), ["a=x", "limit=77"]);
}

#[test]
fn bytes_that_the_path_fixed_still_belong_to_the_slice() {
    let mut substitutions = Substitutions::default();
    let mut comparison = compared(1, 1, "set");
    (comparison.positions, comparison.length) = ([1, 1], 3);
    substitutions.harvest(&trace("abc d"), &[comparison], |_| false);
    assert_eq!(texts(&mut substitutions), ["set d"]);
}

#[test]
fn an_empty_slice_becomes_what_it_was_compared_with() {
    let mut substitutions = Substitutions::default();
    let mut comparison = compared(0, 1, "key");
    (comparison.positions, comparison.length) = ([0, 0], 0);
    substitutions.harvest(&trace("=1"), &[comparison], |_| false);
    comparison.nodes = [3, 3];
    comparison.positions = [-1, -1];
    substitutions.harvest(&trace("=1"), &[comparison], |_| false);
    assert_eq!(texts(&mut substitutions), ["=1key", "key=1"]);
}

#[test]
fn an_empty_text_becomes_what_any_empty_slice_was_compared_with() {
    let mut substitutions = Substitutions::default();
    let mut comparison = compared(0, 1, "key");
    (comparison.nodes, comparison.positions, comparison.length) = ([0, 0], [0, 0], 0);
    substitutions.harvest(&trace("a"), &[comparison], |_| false);
    assert!(substitutions.is_empty(), "this text is not empty");
    substitutions.harvest(&trace(""), &[comparison], |_| false);
    let substitution = substitutions.pop().unwrap();
    assert_eq!(substitution.apply(&Layouts::default()), None);
    assert_eq!(substitution.scout().unwrap().0[&7], 3);
    substitutions.harvest(&trace(""), &[comparison], |_| false);
    assert_eq!(texts(&mut substitutions), ["key"]);
}

#[test]
fn a_digit_becomes_the_number_that_it_can_never_be() {
    let number = |value| Comparison {
        kind: NUMBER,
        length: 32,
        nodes: [3, 3],
        positions: [0; 2],
        value,
        token_length: 8,
        token: std::array::from_fn(|index| 1337_u64.to_le_bytes().get(index).copied().unwrap_or(0)),
    };
    let mut substitutions = Substitutions::default();
    substitutions.harvest(&trace("=7"), &[number(7)], |_| false);
    // The character itself was compared, not the digit that it spells.
    substitutions.harvest(&trace("=7"), &[number(55)], |_| false);
    assert_eq!(texts(&mut substitutions), ["=1337"]);
}

#[test]
fn the_same_text_is_put_in_the_same_place_a_few_times_only() {
    let mut substitutions = Substitutions::default();
    for byte in b'a'..=b'z' {
        let text = format!("a={}", char::from(byte));
        substitutions.harvest(&trace(&text), &[compared(0, 1, "limit")], |_| false);
    }
    assert_eq!(texts(&mut substitutions).len(), TRIES as usize);
}

#[test]
fn the_keys_of_a_longer_sequence_are_asked_for() {
    let mut substitutions = Substitutions::default();
    substitutions.harvest(&trace("a"), &[compared(0, 1, "limit")], |_| false);
    let substitution = substitutions.pop().unwrap();
    assert_eq!(substitution.apply(&Layouts::default()), None);
    assert_eq!(substitution.scout().unwrap().0[&7], 5);
}

#[test]
fn a_number_becomes_the_one_it_was_compared_with() {
    let mut trace = trace("n=42");
    let first = trace.nodes.len() as u32;
    // 10 * ('4' - 48) + ('2' - 48) == 1337
    trace.nodes.extend([
        node(Op::Const, 8, [0, 48, 0]),
        node(Op::Sub, 8, [4, first, 0]),
        node(Op::Sub, 8, [5, first, 0]),
        node(Op::ZExt, 32, [first + 1, 0, 0]),
        node(Op::ZExt, 32, [first + 2, 0, 0]),
        node(Op::Const, 32, [0, 10, 0]),
        node(Op::Mul, 32, [first + 3, first + 5, 0]),
        node(Op::Add, 32, [first + 6, first + 4, 0]),
        node(Op::Const, 32, [0, 1337, 0]),
        node(Op::Eq, 1, [first + 7, first + 8, 0]),
    ]);
    trace.path = vec![PathEntry {
        node: first + 9,
        site: 3,
        flags: 0,
        choices: 5,
    }];
    let mut substitutions = Substitutions::default();
    substitutions.harvest(&trace, &[], |_| true);
    assert_eq!(texts(&mut substitutions), ["n=1337"]);
    substitutions.harvest(&trace, &[], |_| false);
    assert!(substitutions.is_empty(), "its other direction is known");
}

#[test]
fn numbers_and_characters_of_several_bytes_are_replaced_too() {
    let words: Vec<u8> = [100_u32, 70_000]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let element = |kind, width, high| ChoiceRecord {
        width,
        high,
        ..record(0, 0, kind, 2)
    };
    let number = element(ChoiceKind::Unsigned, 32, u64::from(u32::MAX));
    assert_eq!(values(&number, &words, 4), Some(vec![100, 70_000]));
    // They are no bytes, and too large for others.
    assert_eq!(values(&number, &words, 1), None);
    assert_eq!(
        values(&element(ChoiceKind::Unsigned, 32, 5000), &words, 4),
        None
    );
    let character = element(ChoiceKind::Scalar, 32, 0x10_f7ff);
    assert_eq!(values(&character, &words, 4), Some(vec![100, 68_000 - 48]));
    let surrogate = 0xd800_u32.to_le_bytes();
    assert_eq!(values(&character, &surrogate, 4), None);

    let mut comparison = compared(0, 1, "");
    (comparison.value, comparison.length) = (4, 12);
    (comparison.nodes, comparison.positions) = ([3, 3], [4, 7]);
    let trace = trace("abc");
    let sequences = Sequences::of(&trace.choices);
    let (place, span, _) = slice(&trace, &sequences, &comparison).unwrap();
    assert_eq!((place, span), (0, 0..3));
}
