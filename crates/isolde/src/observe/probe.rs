//! Probes that find out which traits a type implements, in code where the type is concrete.
//!
//! Each probe is a pair of traits with the same method. Called on `&probe`, method resolution takes the impl for `Probe<T>`, where
//! its bounds hold, before the one for `&Probe<T>`, which has none (autoref specialisation, D. Tolnay, 2019).

use crate::mock::{self, stands_in};
use crate::observe::internals::shows_internals;
use crate::observe::{Observed, Observer, Source};
use crate::shape::Shape;
use std::fmt::{Debug, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A value to be probed.
pub struct Probe<'a, T: ?Sized>(pub &'a T);

impl<T: ?Sized> Probe<'_, T> {
    /// The name of the value's type.
    pub fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }
}

pub trait Sourced {
    fn observe_source(&self, observer: &mut Observer) -> bool;
    /// An expression that can be compared with the value.
    fn source(&self) -> Option<String>;
}
impl<T: Source + ?Sized> Sourced for Probe<'_, T> {
    fn observe_source(&self, observer: &mut Observer) -> bool {
        self.0.observe(observer)
    }
    fn source(&self) -> Option<String> {
        let mut observer = Observer::default();
        match self.0.observe(&mut observer).then(|| observer.finish())? {
            Observed::Source(text) => Some(text),
            Observed::Unit => Some("()".to_owned()),
            _ => None,
        }
    }
}
pub trait Unsourced {
    fn observe_source(&self, observer: &mut Observer) -> bool;
    fn source(&self) -> Option<String>;
}
impl<T: ?Sized> Unsourced for &Probe<'_, T> {
    fn observe_source(&self, _: &mut Observer) -> bool {
        false
    }
    fn source(&self) -> Option<String> {
        None
    }
}

pub trait Debugged {
    fn debug(&self) -> Option<String>;
}
impl<T: Debug + ?Sized> Debugged for Probe<'_, T> {
    fn debug(&self) -> Option<String> {
        debug_text(&self.0)
    }
}
pub trait Undebugged {
    fn debug(&self) -> Option<String>;
}
impl<T: ?Sized> Undebugged for &Probe<'_, T> {
    fn debug(&self) -> Option<String> {
        None
    }
}

pub trait Displayed {
    fn display(&self) -> Option<String>;
}
impl<T: Display + ?Sized> Displayed for Probe<'_, T> {
    fn display(&self) -> Option<String> {
        display_text(&self.0)
    }
}
pub trait Undisplayed {
    fn display(&self) -> Option<String>;
}
impl<T: ?Sized> Undisplayed for &Probe<'_, T> {
    fn display(&self) -> Option<String> {
        None
    }
}

/// An `Option` or a `Result` taken apart: the variant's name and its content.
pub enum Parts<'a, A, B> {
    First(&'static str, &'a A),
    Second(&'static str, &'a B),
    Bare(&'static str),
    Unknown,
}
impl<A, B> Parts<'_, A, B> {
    /// A pattern for the variant alone.
    pub fn pattern(&self) -> Option<String> {
        match self {
            Parts::First(variant, _) | Parts::Second(variant, _) => Some(format!("{variant}(_)")),
            Parts::Bare(variant) => Some((*variant).to_owned()),
            Parts::Unknown => None,
        }
    }
}

pub trait Parted {
    type First;
    type Second;
    fn parts(&self) -> Parts<'_, Self::First, Self::Second>;
}
impl<T> Parted for Probe<'_, Option<T>> {
    type First = T;
    type Second = ();
    fn parts(&self) -> Parts<'_, T, ()> {
        match self.0 {
            Some(value) => Parts::First("Some", value),
            None => Parts::Bare("None"),
        }
    }
}
impl<T, E> Parted for Probe<'_, Result<T, E>> {
    type First = T;
    type Second = E;
    fn parts(&self) -> Parts<'_, T, E> {
        match self.0 {
            Ok(value) => Parts::First("Ok", value),
            Err(error) => Parts::Second("Err", error),
        }
    }
}
pub trait Unparted {
    fn parts(&self) -> Parts<'_, (), ()>;
}
impl<T: ?Sized> Unparted for &Probe<'_, T> {
    fn parts(&self) -> Parts<'_, (), ()> {
        Parts::Unknown
    }
}

pub trait Shaped {
    fn shape(&self, shape: &mut Shape);
}
impl<T: Source + ?Sized> Shaped for Probe<'_, T> {
    fn shape(&self, shape: &mut Shape) {
        self.0.shape(shape);
    }
}
pub trait Unshaped {
    fn shape(&self, shape: &mut Shape);
}
impl<T> Unshaped for &Probe<'_, T> {
    fn shape(&self, shape: &mut Shape) {
        shape.variant(self.0);
    }
}

fn debug_text(value: &dyn Debug) -> Option<String> {
    if stands_in() {
        return None;
    }
    Some(format!("{value:?}")).filter(|text| !has_address(text))
}

fn display_text(value: &dyn Display) -> Option<String> {
    if stands_in() {
        return None;
    }
    Some(format!("{value}")).filter(|text| !has_address(text))
}

/// A statement that a probe may be able to make.
type Said<'a> = &'a dyn Fn() -> Option<String>;

/// What `Debug` says about a value of this type, if there are no mocks in it, whose names say nothing.
#[cold]
pub fn certain(type_name: &str, debug: Said) -> Option<String> {
    // It may be code of the package.
    let text = catch_unwind(AssertUnwindSafe(debug)).ok().flatten()?;
    (!mock::are_in(type_name) && !shows_internals(&text)).then_some(text)
}

/// Passes the first available statement to the observer. Of an `Option` or a `Result` in which there may be mocks, the variant says more than the names
/// of mocks do.
// Shared by all types, like the functions below: a driver observes hundreds of types.
#[cold]
pub fn say_best(
    observer: &mut Observer,
    type_name: &str,
    source: &dyn Fn(&mut Observer) -> bool,
    debug: Said,
    display: Said,
    pattern: Said,
) {
    let of_mocks = || mock::are_in(type_name).then(pattern).flatten();
    if source(observer) {
    } else if let Some(text) = of_mocks() {
        observer.pattern(text);
    } else if let Some(text) = debugged(type_name, debug) {
        observer.debug(text);
    } else if let Some(text) = display() {
        observer.display(text);
    } else if let Some(text) = pattern() {
        observer.pattern(text);
    } else {
        observer.opaque();
    }
}

/// What `Debug` says about a value of this type. The mocks that are part of the type have to be `Debug` in tests, too, even if the value has none.
fn debugged(type_name: &str, debug: Said) -> Option<String> {
    let text = debug().filter(|text| !shows_internals(text))?;
    mock::expect_debug(type_name);
    Some(text)
}

/// A pattern for a variant that includes as much about its content as is known.
#[cold]
pub fn guarded_pattern(
    variant: &str,
    type_name: &str,
    source: Said,
    debug: Said,
    display: Said,
    pattern: Said,
) -> Option<String> {
    let name = match variant {
        "Err" => "error",
        _ => "value",
    };
    Some(if let Some(source) = source() {
        if is_literal_pattern(&source) {
            format!("{variant}({source})")
        } else {
            format!("{variant}({name}) if {name} == {source}")
        }
    } else if mock::is_one(type_name) {
        format!("{variant}(_)")
    } else if let Some(debug) = debugged(type_name, debug) {
        format!("{variant}({name}) if format!(\"{{{name}:?}}\") == {debug:?}")
    } else if let Some(display) = display() {
        format!("{variant}({name}) if {name}.to_string() == {display:?}")
    } else {
        format!("{variant}({})", pattern().as_deref().unwrap_or("_"))
    })
}

/// Whether an expression is also a pattern, with the same meaning for every type that it may have.
fn is_literal_pattern(source: &str) -> bool {
    let digits = source.strip_prefix('-').unwrap_or(source);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number || matches!(source, "true" | "false" | "()") || source.starts_with('\'')
}

/// Whether a text contains a memory address, which differs from run to run: `0x` and the 11 or 12 digits of a user-space address.
fn has_address(text: &str) -> bool {
    text.match_indices("0x").any(|(at, _)| {
        let digits = text[at + 2..]
            .bytes()
            .take_while(u8::is_ascii_hexdigit)
            .count();
        (11..=12).contains(&digits)
    })
}
