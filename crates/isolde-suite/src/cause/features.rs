//! Features of an input: numbers that are read off its arguments, over which conditions are learned.

use crate::value::{Value, arguments};
use isolde_record::{Observation, ThunkInfo};
use std::collections::BTreeMap;

/// Most features of one input: large inputs have no more telling ones than small ones.
const MOST: usize = 200;
/// Most elements of a list, and most parts of an item, that have features of their own.
const ELEMENTS: usize = 3;

/// What is read off an input. Simple features come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Feature {
    /// How many steps lead from the parameter to the place: 0 for the parameter itself.
    pub(super) depth: usize,
    /// What is read off the value at that place.
    pub(super) aspect: Aspect,
    /// The place, as people write it: `` `base` ``, `` `point.x` ``.
    pub(super) place: String,
    /// The other place, if two values are compared.
    pub(super) other: String,
}

/// What is read off a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aspect {
    /// The number itself.
    Number,
    /// The character's code.
    Char,
    /// `true` is 1.
    Bool,
    /// Number of bytes of a string, or of elements of a list.
    Length,
    /// Whether a float is no number.
    IsNan,
    /// Whether a float is infinite.
    IsInfinite,
    /// Whether a string has characters beyond ASCII.
    IsNotAscii,
    /// Whether an element of a list is no number.
    HasNan,
    /// Which variant or constructor, by a hash of its name.
    Variant,
    /// Whether a string contains this ASCII character.
    Contains(u8),
    /// How a number or length compares with another one: -1, 0 or 1.
    Order,
}

impl Aspect {
    /// Whether its values have an order, and each has a next one.
    pub(super) fn is_scale(self) -> bool {
        matches!(
            self,
            Aspect::Number | Aspect::Length | Aspect::Char | Aspect::Order
        )
    }
}

/// The features of an input.
pub(super) type Features = BTreeMap<Feature, i128>;

/// The features of a rendered input.
pub(super) fn features(thunk: &ThunkInfo, observation: &Observation) -> Features {
    let mut reader = Reader::default();
    for (name, value) in arguments(thunk, observation) {
        reader.read(&name, &value, 0);
    }
    reader.compare();
    reader.features
}

/// The number that stands for the name of a variant or constructor.
pub(super) fn variant(by: &str) -> i128 {
    // FNV-1a, which is the same in each run.
    let hash = by.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.into()
}

/// The last two names of a path: a type with its constructor or variant.
fn last(path: &str) -> &str {
    let ends = path.rmatch_indices("::");
    ends.map(|(at, _)| at + 2)
        .nth(1)
        .map_or(path, |at| &path[at..])
}

/// An argument of a method that was called on what is at this place before, from the name of the part: `limit()` or `range(1)`.
fn argument_of(part: &str, place: &str) -> String {
    let (method, number) = part
        .trim_end_matches(')')
        .split_once('(')
        .unwrap_or((part, ""));
    match number {
        "" => format!("the argument of `{method}` on `{place}`"),
        number => format!("argument {number} of `{method}` on `{place}`"),
    }
}

#[derive(Default)]
struct Reader {
    features: Features,
    /// Numbers and lengths, which are compared with each other.
    sizes: Vec<(String, usize, i128)>,
}

impl Reader {
    fn add(&mut self, depth: usize, aspect: Aspect, place: &str, value: i128) {
        if self.features.len() < MOST {
            let feature = Feature {
                depth,
                aspect,
                place: place.to_owned(),
                other: String::new(),
            };
            self.features.insert(feature, value);
        }
    }

    fn size(&mut self, depth: usize, aspect: Aspect, place: &str, value: i128) {
        self.add(depth, aspect, place, value);
        let place = match aspect {
            Aspect::Length => format!("{place}.len()"),
            _ => place.to_owned(),
        };
        self.sizes.push((place, depth, value));
    }

    fn read(&mut self, place: &str, value: &Value, depth: usize) {
        // What a place that is described in words consists of cannot be described.
        let is_last = place.contains('`');
        match value {
            Value::Made { by, .. } if is_last => {
                self.add(depth, Aspect::Variant, place, variant(by));
            }
            Value::Integer(number) => self.size(depth, Aspect::Number, place, *number),
            Value::Char(char) => self.add(depth, Aspect::Char, place, u32::from(*char).into()),
            Value::Bool(bool) => self.add(depth, Aspect::Bool, place, (*bool).into()),
            Value::Float(number) => {
                self.add(depth, Aspect::IsNan, place, number.is_nan().into());
                self.add(
                    depth,
                    Aspect::IsInfinite,
                    place,
                    number.is_infinite().into(),
                );
                if number.fract() == 0.0 && number.abs() < 1e30 {
                    self.size(depth, Aspect::Number, place, *number as i128);
                }
            }
            Value::Text(text) => {
                self.size(depth, Aspect::Length, place, text.len() as i128);
                self.add(depth, Aspect::IsNotAscii, place, (!text.is_ascii()).into());
                for byte in (b' '..=b'/')
                    .chain(b':'..=b'@')
                    .chain(b'['..=b'`')
                    .chain(b'{'..=b'~')
                    .chain(*b"\t\n\r\0")
                {
                    let contains = text.bytes().any(|other| other == byte);
                    self.add(depth, Aspect::Contains(byte), place, contains.into());
                }
            }
            Value::List { length, elements } => {
                self.size(depth, Aspect::Length, place, *length as i128);
                if elements
                    .iter()
                    .any(|element| matches!(element, Value::Float(_)))
                {
                    let has_nan = elements
                        .iter()
                        .any(|element| matches!(element, Value::Float(number) if number.is_nan()));
                    self.add(depth, Aspect::HasNan, place, has_nan.into());
                }
                for (number, element) in elements
                    .iter()
                    .take(if is_last { 0 } else { ELEMENTS })
                    .enumerate()
                {
                    self.read(&format!("{place}[{number}]"), element, depth + 1);
                }
            }
            Value::Made { by, parts } => {
                if !by.is_empty() {
                    self.add(depth, Aspect::Variant, place, variant(by));
                }
                for (name, part) in parts.iter().take(ELEMENTS) {
                    let place = match name.parse::<usize>() {
                        Err(_) if name.ends_with(')') => argument_of(name, place),
                        Err(_) => format!("{place}.{name}"),
                        Ok(number) if by.is_empty() => format!("{place}.{}", number - 1),
                        Ok(number) => {
                            let by = last(by);
                            let name = by.rsplit("::").next().unwrap_or_default();
                            let part = match name.starts_with(char::is_lowercase) {
                                true => "argument",
                                false => "field",
                            };
                            format!("{part} {number} of `{by}` in `{place}`")
                        }
                    };
                    self.read(&place, part, depth + 1);
                }
            }
            Value::Unknown | Value::Closure(_) => {}
        }
    }

    /// Compares the numbers and lengths of the parameters themselves with each other.
    fn compare(&mut self) {
        let sizes: Vec<_> = std::mem::take(&mut self.sizes)
            .into_iter()
            .filter(|(_, depth, _)| *depth == 0)
            .collect();
        for (at, (place, _, value)) in sizes.iter().enumerate() {
            for (other, _, than) in &sizes[at + 1..] {
                if self.features.len() < MOST {
                    let feature = Feature {
                        depth: 1,
                        aspect: Aspect::Order,
                        place: place.clone(),
                        other: other.clone(),
                    };
                    self.features.insert(feature, value.cmp(than) as i128);
                }
            }
        }
    }
}
