//! Arguments of calls: as values that can be compared, and as patterns that match them.

use super::log::Literal;
use crate::observe::Source;
use std::ffi::OsStr;
use std::fmt::Debug;

/// The longest argument in a list of calls, in bytes.
const LONGEST_SHOWN: usize = 100;
/// The longest pattern of a tuple, a list or an option, in bytes.
const LONGEST_PATTERN: usize = 60;

/// An argument on which an answer depends.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// A number, a Boolean or a character.
    Number(u64),
    /// A text.
    Text(String),
    /// What a tuple, a list or an option contains.
    Several(Vec<Seen>),
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl From<$name> for Seen {
            fn from(value: $name) -> Seen {
                Seen::Number(value as u64)
            }
        }

        impl Matched for $name {
            fn seen(&self) -> Seen {
                (*self).into()
            }
            fn pattern(&self, out: &mut String) -> bool {
                self.source(out)
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool char);

impl From<&str> for Seen {
    fn from(value: &str) -> Seen {
        Seen::Text(value.to_owned())
    }
}

/// An argument that is a text of the system.
pub fn text(of: &impl AsRef<OsStr>) -> Seen {
    Seen::Text(of.as_ref().to_string_lossy().into_owned())
}

/// An argument that a pattern can match.
pub fn seen(of: &(impl Matched + ?Sized)) -> Seen {
    of.seen()
}

/// A value that a pattern can match.
pub trait Matched {
    /// The value for comparisons.
    fn seen(&self) -> Seen;
    /// Writes the pattern; false if there is none.
    fn pattern(&self, out: &mut String) -> bool;
}

impl Matched for str {
    fn seen(&self) -> Seen {
        self.into()
    }
    fn pattern(&self, out: &mut String) -> bool {
        self.referenced(out)
    }
}

impl Matched for String {
    fn seen(&self) -> Seen {
        self.as_str().into()
    }
    fn pattern(&self, out: &mut String) -> bool {
        self.as_str().pattern(out)
    }
}

/// Within other values.
impl Matched for &str {
    fn seen(&self) -> Seen {
        (*self).into()
    }
    fn pattern(&self, out: &mut String) -> bool {
        (**self).pattern(out)
    }
}

impl<T: Matched> Matched for Option<T> {
    fn seen(&self) -> Seen {
        Seen::Several(self.iter().map(Matched::seen).collect())
    }
    fn pattern(&self, out: &mut String) -> bool {
        match self {
            None => {
                out.push_str("None");
                true
            }
            Some(inner) => {
                out.push_str("Some(");
                let is_written = inner.pattern(out);
                out.push(')');
                is_written
            }
        }
    }
}

impl<T: Matched> Matched for [T] {
    fn seen(&self) -> Seen {
        Seen::Several(self.iter().map(Matched::seen).collect())
    }
    fn pattern(&self, out: &mut String) -> bool {
        out.push('[');
        let mut items = self.iter().enumerate();
        let is_written = items.all(|(place, item)| {
            out.push_str(if place == 0 { "" } else { ", " });
            item.pattern(out)
        });
        out.push(']');
        is_written
    }
}

impl<T: Matched, const N: usize> Matched for [T; N] {
    fn seen(&self) -> Seen {
        self.as_slice().seen()
    }
    fn pattern(&self, out: &mut String) -> bool {
        self.as_slice().pattern(out)
    }
}

impl<T: Matched> Matched for Vec<T> {
    fn seen(&self) -> Seen {
        self.as_slice().seen()
    }
    fn pattern(&self, out: &mut String) -> bool {
        self.as_slice().pattern(out)
    }
}

macro_rules! tuples {
    ($(($($name:ident $place:tt),+))*) => {$(
        impl<$($name: Matched),+> Matched for ($($name,)+) {
            fn seen(&self) -> Seen {
                Seen::Several(vec![$(self.$place.seen()),+])
            }
            fn pattern(&self, out: &mut String) -> bool {
                out.push('(');
                let is_written = $({ let is_written = self.$place.pattern(out); out.push_str(", "); is_written })&&+;
                if [$($place),+].len() > 1 {
                    out.truncate(out.len() - 2);
                }
                out.push(')');
                is_written
            }
        }
    )*};
}
tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
}

/// The arguments of a call as patterns.
#[derive(Debug, Default)]
pub struct Patterns {
    literals: Vec<Option<Literal>>,
    shown: Vec<Option<String>>,
}

impl Patterns {
    /// Notes the next argument, which a literal matches.
    pub fn argument(&mut self, value: &(impl Source + Debug + ?Sized)) {
        self.show(Some(format!("{value:?}")));
        self.note("{}", |text| value.source(text));
    }

    /// Notes the next argument, a reference to a value that a literal matches.
    pub fn referred(&mut self, value: &(impl Source + Debug + ?Sized)) {
        self.show(Some(format!("{value:?}")));
        self.note("*{}", |text| value.source(text));
    }

    /// Notes the next argument, whose value a pattern matches. `subject` is the expression that is matched, with `{}` in place of the argument.
    pub fn matched(&mut self, subject: &'static str, value: &(impl Matched + Debug + ?Sized)) {
        self.show(Some(format!("{value:?}")));
        self.note(subject, |text| {
            value.pattern(text) && text.len() <= LONGEST_PATTERN
        });
    }

    fn note(&mut self, subject: &'static str, write: impl FnOnce(&mut String) -> bool) {
        let mut text = String::new();
        let is_written = write(&mut text);
        self.literals
            .push(is_written.then_some(Literal { text, subject }));
    }

    /// Notes an argument that no literal matches, and about which `Debug` says nothing.
    pub fn other(&mut self) {
        self.seen(None);
    }

    /// Notes an argument that no literal matches, with what `Debug` says about it.
    pub fn seen(&mut self, debug: Option<String>) {
        self.literals.push(None);
        self.show(debug);
    }

    fn show(&mut self, text: Option<String>) {
        self.shown
            .push(text.filter(|text| text.len() <= LONGEST_SHOWN));
    }

    /// What `Debug` says about all arguments.
    pub(super) fn shown(&self) -> &[Option<String>] {
        &self.shown
    }

    /// All arguments.
    pub(super) fn all(self) -> Vec<Option<Literal>> {
        self.literals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(of: &(impl Matched + ?Sized)) -> String {
        let mut text = String::new();
        assert!(of.pattern(&mut text), "{text}");
        text
    }

    #[test]
    fn patterns_match_their_values() {
        assert_eq!(pattern(&(1_u8, true)), "(1, true)");
        assert_eq!(pattern(&(-3,)), "(-3, )");
        assert_eq!(
            pattern(&vec![Some(("a", 'b')), None]),
            "[Some((\"a\", 'b')), None]"
        );
        assert_eq!(pattern(&[[0_u16; 2]; 1]), "[[0, 0]]");
        assert_eq!(pattern(&"x\n".to_owned()), "\"x\\n\"");
    }

    #[test]
    fn values_that_differ_are_seen_as_different() {
        let all = [
            seen(&None::<u8>),
            seen(&Some(0_u8)),
            seen(&[0_u8, 0][..]),
            seen(""),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| other != one));
        }
    }
}
