//! Why there is no mock of a trait.

use std::fmt;

/// Why a trait cannot be implemented by a mock: its name, and what is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoMock {
    /// The trait's name.
    pub of_trait: String,
    /// What is in the way.
    pub why: Obstacle,
}

/// What is in the way of a mock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Code outside the crate cannot name the trait, so that only the crate itself can implement it, and all traits that require it.
    Sealed,
    /// An impl promises what only its author can know.
    Unsafe,
    /// It requires a trait of std that mocks do not have.
    Supertrait(String),
    /// It requires too many traits.
    TooMany,
    /// The compiler refused the mock.
    Refused,
    /// An impl for all types would collide with that of the mock.
    Blanket,
    /// A method whose signature cannot be written down, such as one that returns `impl Trait`.
    Method(String),
    /// A constant of which no value is known.
    Constant(String),
    /// An associated type with parameters of its own.
    GenericType(String),
    /// An associated type for which no type is known that satisfies its bounds.
    Member(String),
}

impl fmt::Display for NoMock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no mock of `{}`: ", self.of_trait)?;
        match &self.why {
            Obstacle::Sealed => {
                f.write_str("it is sealed, since code outside its crate cannot name it")
            }
            Obstacle::Unsafe => f.write_str("it is `unsafe` to implement it"),
            Obstacle::Supertrait(name) => write!(f, "mocks cannot implement `{name}`"),
            Obstacle::Refused => f.write_str("rustc refused it"),
            Obstacle::TooMany => f.write_str("it requires too many traits"),
            Obstacle::Blanket => f.write_str("all types of some kind implement it already"),
            Obstacle::Method(name) => {
                write!(
                    f,
                    "the signature of `{name}` cannot be written outside the trait"
                )
            }
            Obstacle::Constant(name) => write!(f, "no value of the constant `{name}` is known"),
            Obstacle::GenericType(name) => {
                write!(f, "its associated type `{name}` has parameters of its own")
            }
            Obstacle::Member(name) => {
                write!(
                    f,
                    "no type is known that can be its associated type `{name}`"
                )
            }
        }
    }
}
