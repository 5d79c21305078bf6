//! What can be said about a value so that an assertion can state it.
//!
//! [`observe!`](crate::observe!) takes an expression of any concrete type and finds the best that its type allows: an expression that equals it
//! ([`Source`]), its `Debug` or `Display` output, or a pattern that it matches.

#[doc(hidden)]
pub mod probe;
mod source;

pub use source::Source;

/// A value as an assertion can state it, best first.
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
    /// A boolean expression with `{}` for the value, true of it (`{}.is_nan()`).
    Predicate(String),
    /// The unit value: nothing to state.
    Unit,
    /// A value of which nothing can be said.
    Opaque,
}

impl Observed {
    /// The text, or an empty one.
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

/// Collects what is said about one value. The first statement counts.
#[derive(Debug, Default)]
pub struct Observer {
    observed: Option<Observed>,
}

impl Observer {
    /// Says that the value equals the expression.
    pub fn source(&mut self, text: String) {
        self.say(Observed::Source(text));
    }

    /// Says what `{:?}` prints.
    pub fn debug(&mut self, text: String) {
        self.say(Observed::Debug(text));
    }

    /// Says what `{}` prints.
    pub fn display(&mut self, text: String) {
        self.say(Observed::Display(text));
    }

    /// Says which pattern the value matches.
    pub fn pattern(&mut self, text: String) {
        self.say(Observed::Pattern(text));
    }

    /// Says which expression, with `{}` for the value, is true.
    pub fn predicate(&mut self, text: String) {
        self.say(Observed::Predicate(text));
    }

    /// Says that the value is `()`.
    pub fn unit(&mut self) {
        self.say(Observed::Unit);
    }

    /// Says that nothing can be said.
    pub fn opaque(&mut self) {
        self.say(Observed::Opaque);
    }

    /// What was said; `Opaque` if nothing was.
    pub fn finish(self) -> Observed {
        self.observed.unwrap_or(Observed::Opaque)
    }

    fn say(&mut self, observed: Observed) {
        self.observed.get_or_insert(observed);
    }
}

/// Adds to a [`Shape`](crate::Shape) what can be said of a value, whatever its type: `shape!(shape, &value)`.
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

/// Says to an [`Observer`] the best that can be said of a value, whatever its type: `observe!(observer, &value)`.
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
            &|observer| (&probe).observe_source(observer),
            &|| (&probe).debug(),
            &|| (&probe).display(),
            &|| match (&probe).parts() {
                Parts::First(variant, part) => {
                    let part = Probe(part);
                    guarded_pattern(
                        variant,
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

#[cfg(test)]
mod tests;
