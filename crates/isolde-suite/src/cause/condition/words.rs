//! Conditions in words.

use super::range::{Extent, Range};
use super::{Also, Condition};
use crate::cause::features::Aspect;
use std::collections::{BTreeMap, BTreeSet};

impl Condition {
    /// The condition in words: `` `base` is 0 or 1 ``. `variants` are the names of variants by their numbers. `None` if it cannot be said
    /// in a few words.
    pub(in crate::cause) fn words(&self, variants: &BTreeMap<i128, String>) -> Option<String> {
        let words = self.range.words(variants)?;
        Some(match &self.also {
            None => words,
            Some(Also::Unless(exception)) => {
                format!("{words}, unless {}", exception.words(variants)?)
            }
            Some(Also::And(other)) => format!("{words} and {}", other.words(variants)?),
        })
    }
}

impl Range {
    fn words(&self, variants: &BTreeMap<i128, String>) -> Option<String> {
        let place = quoted(&self.feature.place);
        let is_true = self.values.contains(&1);
        let not = |yes: &str, no: &str| {
            if is_true {
                yes.to_owned()
            } else {
                no.to_owned()
            }
        };
        Some(match self.feature.aspect {
            Aspect::Number => format!("{place} is {}", self.range(&|value| value.to_string())?),
            Aspect::Char => {
                let show = |value: i128| {
                    let char = u32::try_from(value).ok().and_then(char::from_u32);
                    format!("{:?}", char.unwrap_or(char::REPLACEMENT_CHARACTER))
                };
                format!("{place} is {}", self.range(&show)?)
            }
            Aspect::Bool => format!("{place} is {is_true}"),
            Aspect::Length if self.values == BTreeSet::from([0]) => format!("{place} is empty"),
            Aspect::Length => format!(
                "the length of {place} is {}",
                self.range(&|value| value.to_string())?
            ),
            Aspect::IsNan => format!("{place} is {}", not("NaN", "not NaN")),
            Aspect::IsInfinite => format!("{place} is {}", not("infinite", "finite")),
            Aspect::IsNotAscii => {
                format!("{place} {}", not("is not ASCII", "is ASCII"))
            }
            Aspect::HasNan => format!("{place} {}", not("contains NaN", "contains no NaN")),
            Aspect::Contains(byte) => format!(
                "{place} {} {:?}",
                not("contains", "does not contain"),
                char::from(byte)
            ),
            Aspect::Variant => {
                let names: Option<Vec<&str>> = self
                    .values
                    .iter()
                    .map(|value| variants.get(value).map(String::as_str))
                    .collect();
                let names = names?;
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                if !self.is_short() {
                    return None;
                }
                // A constructor is a function, a variant is not.
                let is_function = |name: &str| {
                    let last = name.rsplit("::").next().unwrap_or_default();
                    last.starts_with(char::is_lowercase)
                };
                let values = self.values.iter().filter_map(|value| variants.get(value));
                let are_made = values.into_iter().all(|name| is_function(name));
                let verb = if are_made { "is made by" } else { "is" };
                format!("{place} {verb} {}", listed(&names))
            }
            Aspect::Order => {
                let order: Vec<i128> = self.values.iter().copied().collect();
                let than = match order[..] {
                    [-1] => "less than",
                    [0] => "equal to",
                    [1] => "greater than",
                    [-1, 0] => "at most",
                    [0, 1] => "at least",
                    [-1, 1] => "different from",
                    _ => return None,
                };
                format!("{place} is {than} {}", quoted(&self.feature.other))
            }
        })
    }

    /// `0 or 1`, `at least 37`, `between 3 and 9`, `0 or at least 13`.
    fn range(&self, show: &dyn Fn(i128) -> String) -> Option<String> {
        let number = self.values.len();
        let (first, last) = (*self.values.first()?, *self.values.last()?);
        let is_whole = self.has_no_gaps();
        match self.extent {
            Extent::Listed if !self.is_short() => None,
            Extent::Within {
                low: Some(_),
                high: Some(_),
            } if is_whole && number > 2 => {
                Some(format!("between {} and {}", show(first), show(last)))
            }
            Extent::Within {
                low: Some(low),
                high: Some(high),
            } if !is_whole => Some(format!("between {} and {}", show(low), show(high))),
            Extent::Within {
                low: None,
                high: Some(_),
            } if is_whole && first == 0 && number <= 2 => Some(self.list(show)),
            // The last number of a type is alone.
            Extent::Within { .. } if number == 1 && self.is_last() => Some(show(first)),
            Extent::Within {
                low: None,
                high: Some(high),
            } => Some(format!("at most {}", show(high))),
            Extent::Within {
                low: Some(low),
                high: None,
            } => Some(format!("at least {}", show(low))),
            Extent::Outside { below: 0, above } => Some(format!("0 or at least {}", show(above))),
            Extent::Outside { below, above } => Some(format!(
                "at most {} or at least {}",
                show(below),
                show(above)
            )),
            _ => Some(self.list(show)),
        }
    }

    fn list(&self, show: &dyn Fn(i128) -> String) -> String {
        let values: Vec<String> = self.values.iter().map(|&value| show(value)).collect();
        listed(&values)
    }
}

/// A place in code marks, unless it is described in words.
fn quoted(place: &str) -> String {
    match place.contains('`') {
        true => place.to_owned(),
        false => format!("`{place}`"),
    }
}

/// `a, b or c`.
fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        [only] => only.clone(),
        _ => String::new(),
    }
}
