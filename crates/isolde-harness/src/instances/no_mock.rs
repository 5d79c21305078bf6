//! Why there is no mock of a trait.

use crate::describe::describe_bounds;
use crate::types::mentions;
use isolde_model::{Bound, Callable, Receiver, Type};
use std::fmt;

/// Why there is no mock with a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoMock {
    /// The name of the trait that a mock is asked for.
    pub asked: String,
    /// The name of the trait that it cannot have: this one, or one that this one requires.
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
    /// It is a trait of std that mocks do not have.
    OfStd,
    /// It is one trait too many.
    TooMany,
    /// Two bounds ask for different associated types.
    Contradiction,
    /// It has an argument that is not known.
    Argument,
    /// The compiler refused the mock; its error.
    Refused(String),
    /// An impl for all types would collide with that of the mock.
    Blanket,
    /// A method that cannot be declared; why not.
    Method(String, Undeclarable),
    /// A constant of which no value is known.
    Constant(String),
    /// An associated type with parameters of its own.
    GenericType(String),
    /// An associated type with bounds that no known type satisfies, and why there is no mock either.
    Member(String, Vec<Bound>, Option<Box<NoMock>>),
}

/// Why a method cannot be declared outside its trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undeclarable {
    /// It takes `self` in a way that has no name here.
    Receiver,
    /// Its result is `impl Trait` within another type.
    Within,
    /// Its result is `impl Trait`, and no type with these traits is known.
    Result,
    /// A type in its signature is not known.
    Unknown,
}

impl Undeclarable {
    /// Why an impl of the method cannot be written, if its declaration alone tells that.
    pub(super) fn of(callable: &Callable) -> Option<Undeclarable> {
        let is_opaque = |of: &Type| matches!(of, Type::Impl(_));
        let is_unknown = |of: &Type| matches!(of, Type::Unknown(_));
        let mut parameters = callable.parameters.iter();
        // The result itself may be one: it is written as a type with these traits.
        let result = match &callable.result {
            Type::Impl(bounds) => Type::Tuple(bounds.iter().flat_map(members_of).collect()),
            result => result.clone(),
        };
        if matches!(callable.receiver, Some(Receiver::Other)) {
            Some(Undeclarable::Receiver)
        } else if mentions(&result, &is_opaque) {
            Some(Undeclarable::Within)
        } else if mentions(&result, &is_unknown)
            || parameters.any(|parameter| mentions(&parameter.of, &is_unknown))
        {
            Some(Undeclarable::Unknown)
        } else {
            None
        }
    }
}

/// The types that a bound mentions.
fn members_of(bound: &Bound) -> Vec<Type> {
    let associated = bound.associated.iter().map(|(_, of)| of);
    bound.arguments.iter().chain(associated).cloned().collect()
}

impl fmt::Display for NoMock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoMock {
            asked,
            of_trait,
            why,
        } = self;
        write!(f, "no mock of `{asked}`: ")?;
        if let Some(clause) = why.clause() {
            return match asked == of_trait {
                true => write!(f, "it {clause}"),
                false => write!(f, "it requires `{of_trait}`, which {clause}"),
            };
        }
        if asked != of_trait {
            write!(f, "it requires `{of_trait}`: ")?;
        }
        why.fmt(f)
    }
}

impl Obstacle {
    /// What is said about the trait itself.
    fn clause(&self) -> Option<&'static str> {
        Some(match self {
            Obstacle::Sealed => "is sealed, since code outside its crate cannot name it",
            Obstacle::Unsafe => "is `unsafe` to implement",
            Obstacle::OfStd => "mocks cannot implement",
            Obstacle::TooMany => "is one trait too many",
            Obstacle::Contradiction => "would have different types by one name",
            Obstacle::Argument => "has arguments that are not known",
            Obstacle::Blanket => {
                "has an impl for all types of some kind, with which that of the mock would collide"
            }
            _ => return None,
        })
    }
}

/// What is said about members of the trait.
impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Refused(error) => write!(f, "rustc refused it: {error}"),
            Obstacle::Method(name, why) => match why {
                Undeclarable::Receiver => {
                    write!(f, "`{name}` takes `self` in a way that mocks do not have")
                }
                Undeclarable::Within => write!(
                    f,
                    "the result of `{name}` contains an `impl Trait`, which cannot be written outside the trait"
                ),
                Undeclarable::Result => write!(f, "no type is known that `{name}` could return"),
                Undeclarable::Unknown => write!(
                    f,
                    "the signature of `{name}` cannot be written outside the trait"
                ),
            },
            Obstacle::Constant(name) => write!(f, "no value of the constant `{name}` is known"),
            Obstacle::GenericType(name) => {
                write!(f, "its associated type `{name}` has parameters of its own")
            }
            Obstacle::Member(name, bounds, no_mock) => {
                let bounds = describe_bounds(bounds);
                write!(f, "no type is known for `{name}: {bounds}`")?;
                match no_mock {
                    Some(no_mock) => write!(f, "; {no_mock}"),
                    None => Ok(()),
                }
            }
            other => f.write_str(other.clause().unwrap_or_default()),
        }
    }
}
