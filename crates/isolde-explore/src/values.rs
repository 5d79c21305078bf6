//! Values of choices: what is simplest, what is interesting, what is allowed.

use crate::random::Random;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};

/// All ones in the width of a choice.
pub(crate) fn mask(width: u16) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The value brought into the bounds of the choice, as the runtime does it.
pub(crate) fn clamp(choice: &ChoiceRecord, value: u64) -> u64 {
    let value = value & mask(choice.width);
    if (choice.low..=choice.high).contains(&value) {
        return value;
    }
    match (choice.high - choice.low).checked_add(1) {
        Some(span) => choice.low + value.wrapping_sub(choice.low) % span,
        None => value,
    }
}

/// The value that a choice has when it is not on the tape: the simplest one.
pub(crate) fn simplest(choice: &ChoiceRecord) -> u64 {
    let allowed = |value: u64| (choice.low..=choice.high).contains(&value);
    match ChoiceKind::from_u16(choice.kind) {
        ChoiceKind::Ascii | ChoiceKind::Scalar if allowed(u64::from(b'a')) => u64::from(b'a'),
        ChoiceKind::Length | ChoiceKind::Variant => choice.low,
        _ if allowed(0) => 0,
        _ => choice.low,
    }
}

/// The value as a signed number of the choice's width.
pub(crate) fn signed(choice: &ChoiceRecord, value: u64) -> i64 {
    let shift = 64 - u32::from(choice.width.clamp(1, 64));
    (value << shift) as i64 >> shift
}

/// A value that is special for its kind, or a random one.
pub(crate) fn interesting(choice: &ChoiceRecord, random: &mut Random) -> u64 {
    let width = u32::from(choice.width.clamp(1, 64));
    let value = match ChoiceKind::from_u16(choice.kind) {
        ChoiceKind::Bool => random.bits() & 1,
        ChoiceKind::Ascii => {
            let class = match random.below(8) {
                0 => b"0123456789".as_slice(),
                1 => b"abcdefxyzABCXYZ",
                2..=4 => b" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
                5 => b"-+.eE_",
                6 => b"\t\n\r\0\x1b\x7f",
                _ => b"019azAZ",
            };
            u64::from(*random.pick(class))
        }
        ChoiceKind::Scalar => match random.below(5) {
            0 => u64::from(*random.pick(b"09azAZ .-")),
            1 => u64::from(*random.pick(&[
                0x7f_u32, 0x80, 0xdf, 0xe9, 0x130, 0x301, 0x5d0, 0x7ff, 0x800, 0x202e, 0x20ac,
            ])),
            2 => u64::from(*random.pick(&[0xfeff_u32, 0xffff, 0x1f600, 0x10_ffff])),
            _ => random.bits() % 0x300,
        },
        ChoiceKind::Float => float(width, random),
        ChoiceKind::Length | ChoiceKind::Variant => {
            choice.low + random.below((choice.high - choice.low).min(63) as usize + 1) as u64
        }
        ChoiceKind::Signed => match random.below(5) {
            0 => 1 << (width - 1),
            1 => (1 << (width - 1)) - 1,
            2 => (random.below(9) as u64).wrapping_sub(4),
            3 => power(width, random).wrapping_neg(),
            _ => power(width, random),
        },
        ChoiceKind::Unsigned | ChoiceKind::Byte => match random.below(4) {
            0 => mask(choice.width),
            1 => random.below(17) as u64,
            2 => random.bits() >> random.below(64),
            _ => power(width, random),
        },
    };
    clamp(choice, value)
}

/// A power of two, or a neighbour of one.
fn power(width: u32, random: &mut Random) -> u64 {
    (1_u64 << random.below(width as usize))
        .wrapping_add(random.below(3) as u64)
        .wrapping_sub(1)
}

fn float(width: u32, random: &mut Random) -> u64 {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.0,
        10.0,
        1e-3,
        1e10,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::EPSILON,
    ];
    let value = match random.below(3) {
        0 => *random.pick(&special),
        1 => random.below(2001) as f64 - 1000.0,
        _ => (random.below(20_001) as f64 - 10_000.0) / 64.0,
    };
    if width == 32 {
        u64::from((value as f32).to_bits())
    } else {
        value.to_bits()
    }
}

/// A value near the present one.
pub(crate) fn near(choice: &ChoiceRecord, value: u64, random: &mut Random) -> u64 {
    let step = 1_u64 << random.below(5);
    let moved = match ChoiceKind::from_u16(choice.kind) {
        ChoiceKind::Bool => value ^ 1,
        ChoiceKind::Length | ChoiceKind::Variant if random.one_in(2) => value.saturating_sub(1),
        ChoiceKind::Length | ChoiceKind::Variant => value + 1,
        _ => match random.below(4) {
            0 => value.wrapping_add(step),
            1 => value.wrapping_sub(step),
            2 => value ^ 1 << random.below(choice.width.clamp(1, 64) as usize),
            _ => value.wrapping_neg(),
        },
    };
    clamp(choice, moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(kind: ChoiceKind, width: u16, low: u64, high: u64) -> ChoiceRecord {
        ChoiceRecord {
            key: 1,
            value: low,
            low,
            high,
            kind: kind as u16,
            width,
            from_tape: 0,
            depth: 0,
        }
    }

    #[test]
    fn every_value_made_is_allowed() {
        let mut random = Random::new(1, 2);
        for kind in 0..9 {
            for (width, low, high) in [
                (1, 0, 1),
                (8, 3, 200),
                (32, 0, u64::from(u32::MAX)),
                (64, 0, u64::MAX),
                (64, 7, 7),
            ] {
                let choice = choice(ChoiceKind::from_u16(kind), width, low, high);
                let mut value = simplest(&choice);
                for _ in 0..200 {
                    assert!((low..=high).contains(&value), "{kind} {width} {value}");
                    value = if random.one_in(2) {
                        near(&choice, value, &mut random)
                    } else {
                        interesting(&choice, &mut random)
                    };
                }
            }
        }
    }

    #[test]
    fn signed_values_extend_their_sign() {
        let choice = choice(ChoiceKind::Signed, 8, 0, 255);
        assert_eq!(signed(&choice, 255), -1);
        assert_eq!(signed(&choice, 127), 127);
    }
}
