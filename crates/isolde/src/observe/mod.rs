//! What an assertion can state about a value.
//!
//! [`observe!`](crate::observe!) takes a value of any concrete type and finds the most precise statement that its type allows: an expression that
//! equals it ([`Source`]), its `Debug` or `Display` output, or a pattern that it matches.

mod internals;
#[doc(hidden)]
pub mod probe;
mod source;

pub use source::Source;

/// What an assertion can state about a value, the most precise first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// A Rust expression that equals the value by `==`.
    Source(String),
    /// The `Debug` output.
    Debug(String),
    /// The `Display` output.
    Display(String),
    /// A pattern that the value matches, for `matches!`; it may have a guard (`Err(error) if error == "x"`).
    Pattern(String),
    /// A Boolean expression that is true, with `{}` in place of the value (`{}.is_nan()`).
    Predicate(String),
    /// The unit value: there is nothing to assert.
    Unit,
    /// A value about which nothing can be asserted.
    Opaque,
}

impl Observed {
    /// The text of the statement, which may be empty.
    pub fn text(&self) -> &str {
        match self {
            Observed::Source(text)
            | Observed::Debug(text)
            | Observed::Display(text)
            | Observed::Pattern(text)
            | Observed::Predicate(text) => text,
            Observed::Unit | Observed::Opaque => "",
        }
    }
}

/// Collects what an assertion can state about one value. Only the first statement counts.
#[derive(Debug, Default)]
pub struct Observer {
    observed: Option<Observed>,
}

impl Observer {
    /// States that the value equals the expression.
    pub fn source(&mut self, text: String) {
        self.say(Observed::Source(text));
    }

    /// States what `{:?}` prints.
    pub fn debug(&mut self, text: String) {
        self.say(Observed::Debug(text));
    }

    /// States what `{}` prints.
    pub fn display(&mut self, text: String) {
        self.say(Observed::Display(text));
    }

    /// States which pattern the value matches.
    pub fn pattern(&mut self, text: String) {
        self.say(Observed::Pattern(text));
    }

    /// States which Boolean expression, with `{}` in place of the value, is true.
    pub fn predicate(&mut self, text: String) {
        self.say(Observed::Predicate(text));
    }

    /// States that the value is `()`.
    pub fn unit(&mut self) {
        self.say(Observed::Unit);
    }

    /// States that nothing can be asserted about the value.
    pub fn opaque(&mut self) {
        self.say(Observed::Opaque);
    }

    /// The statement; `Opaque` if there was none.
    pub fn finish(self) -> Observed {
        self.observed.unwrap_or(Observed::Opaque)
    }

    fn say(&mut self, observed: Observed) {
        self.observed.get_or_insert(observed);
    }
}

/// Adds the facts about a value of any type to a [`Shape`](crate::Shape): `shape!(shape, &value)`.
#[macro_export]
macro_rules! shape {
    ($shape:expr, $value:expr) => {{
        #[allow(unused_imports)]
        use $crate::observe::probe::{
            Parted as _, Parts, Probe, Shaped as _, Unparted as _, Unshaped as _,
        };
        let shape: &mut $crate::Shape = &mut *$shape;
        let probe = Probe($value);
        (&probe).shape(shape);
        match (&probe).parts() {
            Parts::First(_, part) => (&Probe(part)).shape(shape),
            Parts::Second(_, part) => (&Probe(part)).shape(shape),
            Parts::Bare(_) | Parts::Unknown => {}
        }
    }};
}

/// Passes the most precise statement about a value of any type to an [`Observer`]: `observe!(observer, &value)`.
#[macro_export]
macro_rules! observe {
    ($observer:expr, $value:expr) => {{
        #[allow(unused_imports)]
        use $crate::observe::probe::{
            Debugged as _, Displayed as _, Parted as _, Parts, Probe, Sourced as _,
            Undebugged as _, Undisplayed as _, Unparted as _, Unsourced as _, guarded_pattern,
            say_best,
        };
        let probe = Probe($value);
        say_best(
            &mut *$observer,
            probe.type_name(),
            &|observer| (&probe).observe_source(observer),
            &|| (&probe).debug(),
            &|| (&probe).display(),
            &|| match (&probe).parts() {
                Parts::First(variant, part) => {
                    let part = Probe(part);
                    guarded_pattern(
                        variant,
                        part.type_name(),
                        &|| (&part).source(),
                        &|| (&part).debug(),
                        &|| (&part).display(),
                        &|| (&part).parts().pattern(),
                    )
                }
                Parts::Second(variant, part) => {
                    let part = Probe(part);
                    guarded_pattern(
                        variant,
                        part.type_name(),
                        &|| (&part).source(),
                        &|| (&part).debug(),
                        &|| (&part).display(),
                        &|| (&part).parts().pattern(),
                    )
                }
                parts => parts.pattern(),
            },
        )
    }};
}

/// What `Debug` says about the argument of a mock's method, if a test can ask for that: `shown!(&argument)`.
#[macro_export]
macro_rules! shown {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::observe::probe::{Debugged as _, Probe, Undebugged as _, certain};
        let probe = Probe($value);
        certain(probe.type_name(), &|| (&probe).debug())
    }};
}

#[cfg(test)]
mod tests;
