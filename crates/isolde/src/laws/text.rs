//! Laws of printing, and of parsing what was printed.

use super::guard::{Step, guarded};
use super::law::Law;
use super::table::Id;
use super::values::{ErasedValues, Values};
use std::fmt::{self, Debug, Display, Write};
use std::str::FromStr;

/// Values with the traits of their type that have to do with text.
pub struct Texts<'a, T: ?Sized> {
    pub values: Values<'a, T>,
    pub printing: &'a Printing<T>,
}

/// Traits for printing and parsing, as functions; `None` for those that the type does not implement.
pub struct Printing<T: ?Sized> {
    pub debug: Option<Print<T>>,
    pub display: Option<Print<T>>,
    pub check_parsed: Option<CheckParsed<T>>,
}

/// Prints a value.
pub type Print<T> = fn(&T, &mut dyn Write) -> fmt::Result;

/// A check of what was parsed: the values are the parsed value and the one that was printed.
pub type Check<'c> = &'c mut dyn FnMut(&dyn ErasedTexts) -> Option<Id>;

/// Parses a text that the first value was printed as.
pub type CheckParsed<T> = for<'v> fn(&Texts<'v, T>, &str, Check) -> Option<Id>;

/// Prints with `{:?}`.
pub fn debug<T: Debug + ?Sized>(value: &T, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{value:?}")
}

/// Prints with `{}`.
pub fn display<T: Display + ?Sized>(value: &T, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{value}")
}

/// Parses a text, and checks the result.
pub fn check_parsed<T: FromStr>(texts: &Texts<T>, text: &str, check: Check) -> Option<Id> {
    let Ok(parsed) = text.parse() else {
        return Some(Id::DisplayIsParsed);
    };
    check(&Texts {
        values: Values {
            given: &[&parsed, texts.values.given[0]],
            traits: texts.values.traits,
        },
        printing: texts.printing,
    })
}

/// Values of a type that is not known; the methods return `None` if the type does not implement the trait.
pub trait ErasedTexts {
    fn values(&self) -> &dyn ErasedValues;
    fn debug(&self, out: &mut dyn Write) -> Option<fmt::Result>;
    fn display(&self, out: &mut dyn Write) -> Option<fmt::Result>;
    fn can_be_parsed(&self) -> bool;
    fn check_parsed(&self, text: &str, check: Check) -> Option<Id>;
}

impl<T: ?Sized> ErasedTexts for Texts<'_, T> {
    fn values(&self) -> &dyn ErasedValues {
        &self.values
    }

    fn debug(&self, out: &mut dyn Write) -> Option<fmt::Result> {
        Some(self.printing.debug?(self.values.given[0], out))
    }

    fn display(&self, out: &mut dyn Write) -> Option<fmt::Result> {
        Some(self.printing.display?(self.values.given[0], out))
    }

    fn can_be_parsed(&self) -> bool {
        self.printing.check_parsed.is_some()
    }

    fn check_parsed(&self, text: &str, check: Check) -> Option<Id> {
        self.printing.check_parsed?(self, text, check)
    }
}

/// Takes text and keeps nothing.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

/// The first law of text that a value breaks.
#[inline(never)]
pub fn text(texts: &dyn ErasedTexts) -> Option<&'static Law> {
    guarded(&mut |step| {
        step.at(Id::DebugDoesNotPanic);
        if let Some(Err(_)) = texts.debug(&mut Nowhere) {
            return Some(Id::DebugDoesNotPanic);
        }
        step.at(Id::DisplayDoesNotPanic);
        if texts.can_be_parsed() {
            return parsed(texts, step);
        }
        texts.display(&mut Nowhere)?.err()?;
        Some(Id::DisplayDoesNotPanic)
    })
}

/// Parses what was printed.
fn parsed(texts: &dyn ErasedTexts, step: &Step) -> Option<Id> {
    let mut text = String::new();
    if texts.display(&mut text)?.is_err() {
        return Some(Id::DisplayDoesNotPanic);
    }
    step.at(Id::DisplayIsParsed);
    texts.check_parsed(&text, &mut |parsed| {
        if parsed.values().is_eq() {
            step.at(Id::DisplayRoundTrip);
            return (parsed.values().eq(0, 1) == Some(false)).then_some(Id::DisplayRoundTrip);
        }
        step.at(Id::TextRoundTrip);
        let mut again = String::new();
        let printed = parsed.display(&mut again)?;
        (printed.is_err() || again != text).then_some(Id::TextRoundTrip)
    })
}
