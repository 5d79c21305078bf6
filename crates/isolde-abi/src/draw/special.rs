//! All special values of a choice, one after the other.

use super::{Domain, float_bits, index_of, tables};
use crate::shared::ChoiceKind;

/// The numbers below this are special for any width.
const SMALL: u64 = 5;
/// How many special numbers there are around each power of two, including itself.
const AROUND: u64 = 3;

impl Domain {
    /// The special values of the kind that lie within the bounds: listed ones, powers of two and their neighbours, and the bounds themselves. Some
    /// may occur twice.
    pub fn specials(&self) -> impl Iterator<Item = u64> + Clone + use<> {
        let domain = *self;
        (0..)
            .map_while(move |index| domain.listed(index))
            .chain([domain.low, domain.high])
            .map(move |value| value & domain.mask())
            .filter(move |&value| domain.allows(value))
    }

    /// Special value number `index` of the kind, allowed or not.
    fn listed(&self, index: u64) -> Option<u64> {
        let at = index as usize;
        match self.kind {
            ChoiceKind::Bool => (index < 2).then_some(index),
            ChoiceKind::Ascii => ascii(at).map(u64::from),
            ChoiceKind::Scalar => match ascii(at) {
                Some(byte) => Some(byte.into()),
                None => tables::CHARACTERS
                    .get(at - ASCII)
                    .map(|&character| index_of(character)),
            },
            ChoiceKind::Byte => match tables::BYTES.get(at) {
                Some(&byte) => Some(byte.into()),
                None => ascii(at - tables::BYTES.len()).map(u64::from),
            },
            ChoiceKind::Float => self.float_listed(at),
            ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure => {
                self.power(index).map(|value| self.low.wrapping_add(value))
            }
            ChoiceKind::Unsigned => self.power(index),
            // Each positive number is followed by the negative one.
            ChoiceKind::Signed => self.power(index / 2).map(|value| {
                if index.is_multiple_of(2) {
                    value
                } else {
                    value.wrapping_neg()
                }
            }),
        }
    }

    /// Small numbers, then the powers of two within the width and their neighbours, then the bounds of signed and unsigned numbers.
    fn power(&self, index: u64) -> Option<u64> {
        let Some(index) = index.checked_sub(SMALL) else {
            return Some(index);
        };
        // Powers start at 4: smaller ones are among the small numbers.
        let exponent = 2 + index / AROUND;
        let width = u64::from(self.width.clamp(1, 64));
        if exponent < width {
            return Some(
                (1u64 << exponent)
                    .wrapping_add(index % AROUND)
                    .wrapping_sub(1),
            );
        }
        [self.mask(), self.mask().wrapping_sub(1)]
            .get((index - AROUND * width.saturating_sub(2)) as usize)
            .copied()
    }

    fn float_listed(&self, at: usize) -> Option<u64> {
        if let Some(&value) = tables::FLOATS.get(at) {
            return Some(float_bits(value, self.width));
        }
        let at = at - tables::FLOATS.len();
        if self.width == 32 {
            tables::SINGLE.get(at).map(|value| value.to_bits().into())
        } else {
            tables::DOUBLE.get(at).map(|value| value.to_bits())
        }
    }
}

const ASCII: usize = tables::ENDS.len() + tables::PUNCTUATION.len() + tables::CONTROL.len();

fn ascii(at: usize) -> Option<u8> {
    let mut rest = at;
    for table in [tables::ENDS, tables::PUNCTUATION, tables::CONTROL] {
        if let Some(&byte) = table.get(rest) {
            return Some(byte);
        }
        rest -= table.len();
    }
    None
}
