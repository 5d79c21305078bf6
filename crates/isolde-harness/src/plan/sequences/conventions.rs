//! Conventions: what the names and signatures of a type's methods promise, as the API guidelines and std's collections have them.
//!
//! A type may have good reasons to differ, so that a broken convention is only a suspicion.

use super::calls::target;
use super::{Gives, Step};
use crate::call::{By, Output};
use crate::plan::{Chosen, Thunk};
use isolde_model::{Function, StdItem, Type};

/// A convention about the value in a pool, at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Always {
    /// `is_empty` tells whether `len` is 0.
    EmptyIfNoLength,
    /// `len` is the number of items of `iter`.
    LengthIsCount,
    /// `capacity` is at least `len`.
    LengthWithinCapacity,
}

/// A method that compares two values and returns an `Ordering`, by its name. It shall be an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison(pub String);

/// A convention about a value after a call on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Nothing is left; the flag tells whether `is_empty` shows it, otherwise `len` does.
    Emptied(bool),
    /// The state is as before.
    Unchanged(Because),
    /// What was inserted is contained.
    Contained(Test),
    /// Other values of the type are as before: a clone is independent of its original.
    OthersUnchanged,
    /// What was removed is no longer contained, and the removal of what is absent changes nothing.
    Absent(Test),
}

/// Why a call changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// It takes `&self`.
    Shared,
    /// It is only about memory.
    Memory,
    /// It returned an error.
    Failed,
}

/// How a type tells whether it contains something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    /// The method's name.
    pub method: &'static str,
    /// Whether the method takes a reference, and the call takes the value itself.
    pub refers: bool,
}

/// The methods of one type, as far as conventions are about them.
pub(crate) struct Methods<'m> {
    /// Methods with `&self` and at most one more argument: name and call.
    shared: Vec<(&'m str, &'m Thunk)>,
    /// Whether `insert` tells whether something was there before, as those of sets and maps do.
    replaces: bool,
    /// Whether the package has its own impl of `Clone` for the type.
    is_cloned_by_hand: bool,
}

impl<'m> Methods<'m> {
    /// The methods among the calls whose first argument is a value of the type.
    pub(crate) fn of(
        of: &Type,
        functions: &'m [Function],
        calls: &'m [(usize, Chosen)],
    ) -> Methods<'m> {
        let own = || {
            let calls = calls.iter();
            calls.filter_map(|(number, chosen)| {
                let first = chosen.thunk.arguments.first()?;
                let is_own = target(&first.of) == of;
                is_own.then_some((functions[*number].name.as_str(), &chosen.thunk))
            })
        };
        let shared = own().filter(|(_, thunk)| {
            thunk.arguments[0].by == By::Place(false)
                && !thunk.arguments[0].is_moved()
                && thunk.arguments.len() <= 2
                && thunk.call.imports.is_empty()
        });
        let is_replacing = |(name, thunk): (&str, &Thunk)| {
            let result = thunk.result.as_ref();
            name == "insert"
                && result.is_some_and(|of| {
                    of.is_primitive("bool") || of.std_item() == Some(StdItem::Option)
                })
        };
        Methods {
            shared: shared.collect(),
            replaces: own().any(is_replacing),
            is_cloned_by_hand: own()
                .any(|(name, thunk)| name == "clone" && thunk.result.as_ref() == Some(of)),
        }
    }

    fn returns(&self, name: &str, primitive: &str) -> bool {
        self.shared.iter().any(|(each, thunk)| {
            let result = thunk.result.as_ref();
            *each == name
                && thunk.arguments.len() == 1
                && result.is_some_and(|of| of.is_primitive(primitive))
        })
    }

    fn has_length(&self) -> bool {
        self.returns("len", "usize")
    }

    fn has_is_empty(&self) -> bool {
        self.returns("is_empty", "bool")
    }

    /// The conventions about a value at any time.
    pub(crate) fn always(&self) -> Vec<Always> {
        let iterates = self.shared.iter().any(|(name, thunk)| {
            *name == "iter" && thunk.arguments.len() == 1 && thunk.call.output == Output::Items
        });
        [
            (self.has_is_empty(), Always::EmptyIfNoLength),
            (iterates, Always::LengthIsCount),
            (
                self.returns("capacity", "usize"),
                Always::LengthWithinCapacity,
            ),
        ]
        .into_iter()
        .filter(|(applies, _)| *applies && self.has_length())
        .map(|(_, convention)| convention)
        .collect()
    }

    /// The methods that compare two values of the type.
    pub(crate) fn comparisons(&self, of: &Type) -> Vec<Comparison> {
        let shared = self.shared.iter();
        shared
            .filter(|(_, thunk)| {
                let result = thunk.result.as_ref();
                let compared = thunk.arguments.get(1);
                result.is_some_and(|result| result.std_item() == Some(StdItem::Ordering))
                    && compared
                        .is_some_and(|other| other.by == By::Shared && target(&other.of) == of)
            })
            .map(|(name, _)| Comparison((*name).to_owned()))
            .collect()
    }

    /// The conventions about a value after a call on it, which is its first argument.
    pub(crate) fn after(&self, name: &str, step: &Step) -> Vec<After> {
        let thunk = &step.chosen.thunk;
        let mut found = Vec::new();
        let is_result = thunk
            .result
            .as_ref()
            .is_some_and(|of| of.std_item() == Some(StdItem::Result));
        let borrows = matches!(step.gives, Gives::Borrowed(..));
        match thunk.arguments[0].by {
            _ if thunk.arguments[0].is_moved() => {}
            By::Place(false) | By::Shared if !borrows => {
                found.push(After::Unchanged(Because::Shared));
            }
            By::Place(true) | By::Mutable if !borrows => {
                if is_about_memory(name) {
                    found.push(After::Unchanged(Because::Memory));
                } else if is_result && thunk.call.output == Output::Value {
                    found.push(After::Unchanged(Because::Failed));
                }
                if name == "clear" && thunk.arguments.len() == 1 {
                    if self.has_is_empty() {
                        found.push(After::Emptied(true));
                    } else if self.has_length() {
                        found.push(After::Emptied(false));
                    }
                }
                let is_unit = thunk.result.as_ref().is_none_or(Type::is_unit);
                if let Some(test) = self.test(thunk).filter(|_| !is_result) {
                    match name {
                        "insert" if self.replaces || is_unit => found.push(After::Contained(test)),
                        "remove" if self.replaces && thunk.arguments.len() == 2 => {
                            found.push(After::Absent(test));
                        }
                        _ => {}
                    }
                }
                if self.is_cloned_by_hand && thunk.arguments.len() <= 2 {
                    found.push(After::OthersUnchanged);
                }
            }
            _ => {}
        }
        found
    }

    /// The method that tells whether the second argument of a call is contained.
    fn test(&self, thunk: &Thunk) -> Option<Test> {
        let key = thunk.arguments.get(1)?;
        let owned = target(&key.of);
        if !is_repeatable(owned) {
            return None;
        }
        ["contains", "contains_key"].into_iter().find_map(|method| {
            let (_, test) = self.shared.iter().find(|(name, _)| *name == method)?;
            let argument = test.arguments.get(1)?;
            let is_bool = test
                .result
                .as_ref()
                .is_some_and(|of| of.is_primitive("bool"));
            let is_same = target(&argument.of) == owned;
            (is_bool && is_same).then_some(Test {
                method,
                refers: matches!(argument.by, By::Shared) && !matches!(key.by, By::Shared),
            })
        })
    }
}

/// Whether values of the type are copied where they are passed, so that they can be looked at after the call.
fn is_repeatable(of: &Type) -> bool {
    matches!(of, Type::Primitive(name) if name != "str" && name != "never")
}

/// Whether a method of this name is only about memory.
fn is_about_memory(name: &str) -> bool {
    matches!(
        name,
        "reserve" | "reserve_exact" | "try_reserve" | "shrink_to_fit" | "shrink_to"
    )
}
