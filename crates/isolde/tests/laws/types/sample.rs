//! A type with all traits that values are compared, copied and printed by.

use super::Fault::{self, *};
use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A number.
pub struct Sample<const F: u8> {
    number: i32,
    is_clone: bool,
}

impl<const F: u8> Sample<F> {
    const FAULT: Fault = Fault::of(F);

    pub fn new(number: i32) -> Self {
        Sample {
            number,
            is_clone: false,
        }
    }
}

impl<const F: u8> PartialEq for Sample<F> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.number, other.number);
        match Self::FAULT {
            EqDoesNotPanic => panic!("not comparable"),
            EqReflexive => false,
            EqSymmetric => a <= b,
            EqTransitive => (a - b).abs() <= 1,
            PartialCmpAgreesWithEq | HashAgreesWithEq => a / 2 == b / 2,
            _ => a == b,
        }
    }

    #[allow(clippy::partialeq_ne_impl, reason = "what is tested")]
    fn ne(&self, other: &Self) -> bool {
        match Self::FAULT {
            NeOpposite => self.number == other.number,
            _ => !self.eq(other),
        }
    }
}

impl<const F: u8> Eq for Sample<F> {}

/// An order in which 0 comes before 1, 1 before 2 and 2 before 0.
pub fn in_a_circle(a: i32, b: i32) -> Ordering {
    match (b - a).rem_euclid(3) {
        0 => Ordering::Equal,
        1 => Ordering::Less,
        _ => Ordering::Greater,
    }
}

#[allow(clippy::non_canonical_partial_ord_impl, reason = "what is tested")]
impl<const F: u8> PartialOrd for Sample<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let (a, b) = (self.number, other.number);
        match Self::FAULT {
            PartialCmpDoesNotPanic => panic!("not comparable"),
            PartialCmpReflexive => Some(Ordering::Less),
            PartialCmpDual if a != b => Some(Ordering::Less),
            CmpTransitive => Some(in_a_circle(a, b)),
            _ => Some(a.cmp(&b)),
        }
    }

    fn lt(&self, other: &Self) -> bool {
        match Self::FAULT {
            OperatorsAgreeWithPartialCmp => self.number <= other.number,
            _ => self.partial_cmp(other) == Some(Ordering::Less),
        }
    }
}

impl<const F: u8> Ord for Sample<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.number, other.number);
        match Self::FAULT {
            CmpDoesNotPanic => panic!("not comparable"),
            CmpReflexive => Ordering::Less,
            CmpAntisymmetric if a != b => Ordering::Less,
            CmpTransitive => in_a_circle(a, b),
            CmpAgreesWithEq => Ordering::Equal,
            PartialCmpAgreesWithCmp => b.cmp(&a),
            _ => a.cmp(&b),
        }
    }
}

thread_local! {
    static COUNTER: Cell<u8> = const { Cell::new(0) };
}

impl<const F: u8> Hash for Sample<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match Self::FAULT {
            HashDoesNotPanic => panic!("not hashable"),
            HashRepeatable => {
                COUNTER.set(COUNTER.get().wrapping_add(1));
                state.write_u8(COUNTER.get());
            }
            CloneHashesEqually => state.write_u8(u8::from(self.is_clone)),
            PartialCmpAgreesWithEq => return (self.number / 2).hash(state),
            _ => {}
        }
        self.number.hash(state);
    }
}

impl<const F: u8> Clone for Sample<F> {
    fn clone(&self) -> Self {
        let number = match Self::FAULT {
            CloneDoesNotPanic => panic!("not clonable"),
            CloneEqualsOriginal => self.number + 1,
            _ => self.number,
        };
        Sample {
            number,
            is_clone: true,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        if Self::FAULT != CloneFromEqualsClone {
            self.number = source.number;
        }
    }
}

impl<const F: u8> Drop for Sample<F> {
    fn drop(&mut self) {
        assert!(Self::FAULT != DropDoesNotPanic || !self.is_clone);
    }
}

impl<const F: u8> fmt::Debug for Sample<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match Self::FAULT {
            DebugDoesNotPanic => Err(fmt::Error),
            _ => write!(f, "Sample({})", self.number),
        }
    }
}

impl<const F: u8> fmt::Display for Sample<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match Self::FAULT {
            DisplayDoesNotPanic => panic!("not printable"),
            DisplayIsParsed => write!(f, "#{}", self.number),
            DisplayRoundTrip => write!(f, "{}", self.number / 2),
            _ => write!(f, "{}", self.number),
        }
    }
}

impl<const F: u8> FromStr for Sample<F> {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Sample::new)
    }
}
