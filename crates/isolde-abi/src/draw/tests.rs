extern crate std;

use super::{Domain, Words, answer, character_at, index_of, tables};
use crate::shared::{ChoiceKind, LONGEST};
use std::collections::BTreeSet;
use std::vec::Vec;

struct Counting(u64);

impl Words for Counting {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        super::mix(self.0)
    }
}

fn domain(kind: ChoiceKind, width: u32, low: u64, high: u64) -> Domain {
    Domain {
        kind,
        width,
        low,
        high,
    }
}

/// The domains that builders make, and narrower bounds of them.
fn domains() -> Vec<Domain> {
    let scalars = index_of(char::MAX);
    let mut domains = Vec::from([
        domain(ChoiceKind::Bool, 1, 0, 1),
        domain(ChoiceKind::Ascii, 8, 0, 127),
        domain(ChoiceKind::Ascii, 8, 48, 57),
        domain(ChoiceKind::Scalar, 21, 0, scalars),
        domain(ChoiceKind::Scalar, 21, 0x80, 0x7ff),
        domain(ChoiceKind::Float, 32, 0, u32::MAX.into()),
        domain(ChoiceKind::Float, 64, 0, u64::MAX),
        domain(ChoiceKind::Length, 8, 0, 8),
        domain(ChoiceKind::Length, 16, 3, LONGEST),
        domain(ChoiceKind::Variant, 8, 0, 6),
        domain(ChoiceKind::Byte, 8, 0, 255),
    ]);
    for kind in [ChoiceKind::Unsigned, ChoiceKind::Signed] {
        for width in [1, 8, 16, 32, 64] {
            let all = super::mask(width);
            domains.extend([
                domain(kind, width, 0, all),
                domain(kind, width, 1, all),
                domain(kind, width, all / 2, all / 2 + 1),
                domain(kind, width, all, all),
            ]);
        }
    }
    domains
}

#[test]
fn every_special_value_is_allowed_for_its_kind_width_and_bounds() {
    for domain in domains() {
        let specials: Vec<u64> = domain.specials().collect();
        assert!(
            specials.contains(&domain.low) && specials.contains(&domain.high),
            "{domain:?}"
        );
        for &value in &specials {
            assert!(
                domain.allows(value) && value <= domain.mask(),
                "{domain:?} {value:#x}"
            );
            assert_eq!(domain.clamp(value), value, "{domain:?} {value:#x}");
            match domain.kind {
                ChoiceKind::Scalar => assert!(character_at(value).is_some(), "{value:#x}"),
                ChoiceKind::Ascii => assert!(value < 128),
                _ => {}
            }
        }
        assert!(specials.len() < 400, "{domain:?}");
    }
}

#[test]
fn every_listed_character_is_a_scalar_value_and_found_by_its_place() {
    for &character in tables::CHARACTERS {
        assert!(!character.is_ascii(), "{character:?}");
        assert_eq!(character_at(index_of(character)), Some(character));
    }
    let specials: Vec<char> = domain(ChoiceKind::Scalar, 21, 0, index_of(char::MAX))
        .specials()
        .filter_map(character_at)
        .collect();
    for &character in tables::CHARACTERS {
        assert!(specials.contains(&character), "{character:?}");
    }
    for byte in [
        tables::ENDS,
        tables::PUNCTUATION,
        tables::CONTROL,
        tables::SEPARATORS,
    ]
    .concat()
    {
        assert!(byte.is_ascii());
    }
    // Indices have no gap where the surrogates are, and end with the last character.
    assert_eq!(character_at(0xD7FF), Some('\u{d7ff}'));
    assert_eq!(character_at(0xD800), Some('\u{e000}'));
    assert_eq!(character_at(index_of(char::MAX)), Some(char::MAX));
    assert_eq!(character_at(index_of(char::MAX) + 1), None);
    assert_eq!(character_at(u64::MAX), None);
}

#[test]
fn listed_floats_keep_their_meaning_in_both_widths() {
    for &value in tables::FLOATS {
        let [single, double] = [32, 64].map(|width| super::float_bits(value, width));
        let (single, double) = (f32::from_bits(single as u32), f64::from_bits(double));
        assert_eq!(single.is_nan(), double.is_nan());
        assert_eq!(single.is_finite(), double.is_finite());
        assert_eq!(single.is_sign_negative(), double.is_sign_negative());
        assert_eq!(single == 0.0, double == 0.0);
    }
    assert!(
        tables::SINGLE
            .iter()
            .all(|value| value.is_finite() && *value != 0.0)
    );
    assert!(
        tables::DOUBLE
            .iter()
            .all(|value| value.is_finite() && *value != 0.0)
    );
}

#[test]
fn whatever_is_made_is_allowed() {
    for domain in domains() {
        let mut words = Counting(7);
        let simplest = domain.simplest();
        assert!(domain.allows(simplest), "{domain:?}");
        assert_eq!(domain.clamp(simplest), simplest);
        let mut value = simplest;
        for key in 0..400 {
            let drawn = domain.draw(3, key);
            assert_eq!(
                drawn,
                domain.draw(3, key),
                "the same seed and key draw the same"
            );
            let made = [
                drawn,
                domain.interesting(&mut words),
                domain.near(value, &mut words),
                domain.telling(16, &mut words),
                domain.clamp(words.word()),
            ];
            for made in made {
                assert!(domain.allows(made), "{domain:?} {made:#x}");
                assert!(made <= domain.mask(), "{domain:?} {made:#x}");
            }
            value = made[2];
        }
    }
}

#[test]
fn values_outside_wrap_into_the_bounds() {
    let clamp = |value, low, high| domain(ChoiceKind::Unsigned, 64, low, high).clamp(value);
    assert_eq!(clamp(7, 0, 9), 7);
    assert_eq!(clamp(10, 0, 9), 0);
    assert_eq!(clamp(3, 5, 9), 5 + (3u64.wrapping_sub(5)) % 5);
    assert_eq!(clamp(u64::MAX, 0, u64::MAX), u64::MAX);
    assert_eq!(clamp(0, 1, u64::MAX), 1);
    for value in [0, 1, 77, u64::MAX] {
        assert!((5..=5).contains(&clamp(value, 5, 5)));
        assert!((100..=u64::MAX).contains(&clamp(value, 100, u64::MAX)));
    }
}

#[test]
fn boundaries_and_special_values_turn_up() {
    let values = |kind, width, high| -> BTreeSet<u64> {
        let domain = domain(kind, width, 0, high);
        (0..12_000).map(|key| domain.draw(9 + key, key)).collect()
    };
    let signed = values(ChoiceKind::Signed, 32, u32::MAX.into());
    for wanted in [0, 1, -1, i32::MIN, i32::MAX, 2, 256] {
        assert!(signed.contains(&u64::from(wanted as u32)), "{wanted}");
    }
    let unsigned = values(ChoiceKind::Unsigned, 64, u64::MAX);
    for wanted in [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 32] {
        assert!(unsigned.contains(&wanted), "{wanted}");
    }
    let floats = values(ChoiceKind::Float, 64, u64::MAX);
    for &wanted in tables::FLOATS.iter().chain(tables::DOUBLE) {
        assert!(floats.contains(&wanted.to_bits()), "{wanted}");
    }
    let scalars = values(ChoiceKind::Scalar, 21, index_of(char::MAX));
    for wanted in ['a', '7', 'ß', 'İ', '\u{301}', '🦀'] {
        assert!(scalars.contains(&index_of(wanted)), "{wanted}");
    }
}

#[test]
fn drawn_values_are_mostly_plain() {
    let share = |domain: Domain, wanted: &dyn Fn(u64) -> bool| {
        (0..4000)
            .filter(|&key| wanted(domain.draw(5 + key, key)))
            .count()
            * 100
            / 4000
    };
    let letter = |value| character_at(value).is_some_and(|c| c.is_ascii_alphanumeric());
    let ascii = share(domain(ChoiceKind::Ascii, 8, 0, 127), &letter);
    assert!((50..75).contains(&ascii), "{ascii} % letters and digits");
    let scalars = domain(ChoiceKind::Scalar, 21, 0, index_of(char::MAX));
    let beyond = share(scalars, &|value| value >= 128);
    assert!((25..50).contains(&beyond), "{beyond} % beyond ASCII");
    let lengths = domain(ChoiceKind::Length, 8, 0, 24);
    let short = share(lengths, &|value| value < 10);
    assert!(short > 85, "{short} % are short");
    let signed = domain(ChoiceKind::Signed, 64, 0, u64::MAX);
    let small = share(signed, &|value| (value as i64).unsigned_abs() <= 100);
    assert!((35..75).contains(&small), "{small} % small");
}

#[test]
fn values_of_one_seed_are_equal_now_and_then() {
    let number = domain(ChoiceKind::Unsigned, 32, 0, u64::from(u32::MAX));
    let is_large_pair = |seed: &u64| {
        let [first, second] = [1, 2].map(|key| number.draw(*seed, key));
        first == second && first > 1_000
    };
    let pairs = (1..10_000).filter(is_large_pair).count();
    assert!((50..500).contains(&pairs), "{pairs} of 10000");
}

#[test]
fn the_simplest_is_zero_or_a_letter_or_the_lower_bound() {
    let simplest = |kind, low, high| domain(kind, 64, low, high).simplest();
    assert_eq!(simplest(ChoiceKind::Signed, 0, u64::MAX), 0);
    assert_eq!(simplest(ChoiceKind::Unsigned, 3, 9), 3);
    assert_eq!(simplest(ChoiceKind::Ascii, 0, 127), 97);
    assert_eq!(simplest(ChoiceKind::Scalar, 0, 90), 0);
    assert_eq!(simplest(ChoiceKind::Ascii, 48, 57), 48);
    assert_eq!(simplest(ChoiceKind::Length, 2, 5), 2);
}

#[test]
fn a_tape_may_exceed_the_usual_bound_of_lengths_that_grow() {
    let length = domain(ChoiceKind::Length, 16, 0, 24);
    let of = |grows, taped| answer(length, grows, taped, 0, 1);
    let longer = Domain {
        high: LONGEST,
        ..length
    };
    assert_eq!(of(true, Some(24)), (24, length));
    assert_eq!(of(true, Some(25)), (25, longer));
    assert_eq!(of(true, Some(133)), (133, longer));
    assert_eq!(of(true, Some(LONGEST)), (LONGEST, longer));
    assert_eq!(of(true, None), (0, length));
    assert!(of(true, Some(LONGEST + 1)).0 <= 24);
    assert!(of(false, Some(133)).0 <= 24);
}
