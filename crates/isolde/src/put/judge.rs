//! One run of a parameterized test, and whether it is a failure.

use super::paths::Home;
use super::verdict::{Judged, Verdict};
use super::{Put, conclude, current};
use crate::chooser::Chooser;
use crate::drive;
use crate::outcome::RunOutcome;
use crate::panics::Panic;
use std::any::Any;

/// A panic or returned error that does not count as a failure.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// One whose message contains this text.
    Message(&'static str),
    /// One of this type: the panic's payload, the returned error, or the error of a failed `unwrap`. Of the error of a failed `unwrap`, and of an error
    /// that is returned in a box, only the `Debug` text is known, which must begin with the type's name.
    Type {
        /// The type's name as written in the test.
        name: &'static str,
        /// The type's name as the compiler gives it.
        type_name: fn() -> &'static str,
        /// Whether a payload is of this type.
        holds: fn(&(dyn Any + Send)) -> bool,
    },
}

impl Allowed {
    /// Allows errors of type `T`, which the test calls `name`.
    pub const fn of<T: Any + Send>(name: &'static str) -> Allowed {
        Allowed::Type {
            name,
            type_name: std::any::type_name::<T>,
            holds: |payload| payload.is::<T>(),
        }
    }

    fn allows(&self, payload: &(dyn Any + Send), message: &str) -> bool {
        match self {
            Allowed::Message(text) => message.contains(text),
            Allowed::Type {
                name,
                type_name,
                holds,
            } => {
                holds(payload)
                    || current::error() == Some(type_name())
                    || unwrapped(message)
                        .or_else(|| boxed(message))
                        .is_some_and(|value| begins_with_word(value, last_segment(name)))
            }
        }
    }
}

/// The error's `Debug` text in the message of a failed `unwrap` or `expect`.
fn unwrapped(message: &str) -> Option<&str> {
    message
        .strip_prefix("called `Result::unwrap()` on an `Err` value: ")
        .or_else(|| message.split_once(": ").map(|(_, value)| value))
}

/// The error's `Debug` text, if the test returned an error of some type in a box.
fn boxed(message: &str) -> Option<&str> {
    let is_boxed = current::error().is_some_and(|name| name.contains("dyn "));
    let returned = message.strip_prefix(conclude::RETURNED);
    returned.filter(|_| is_boxed)
}

fn last_segment(path: &str) -> &str {
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path).trim()
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Runs a test with the inputs of a fresh chooser.
///
/// The messages and places of panics are known only if panics are captured.
pub fn run(put: &Put, chooser: &mut Chooser) -> Judged {
    chooser.lends = true;
    if let Some(rendering) = &mut chooser.rendering {
        rendering.home = Some(Home {
            module: put.module,
            parameters: put.parameters,
        });
    }
    judged(put, |keep| drive::attempt(put.thunk, chooser, keep))
}

/// Runs an inline case.
pub(super) fn run_case(put: &Put, call: fn()) -> Judged {
    judged(put, |keep| {
        let mut chooser = Chooser::from_tape(Default::default(), 0);
        chooser.lends = true;
        let thunk = |c: &mut Chooser| c.call("", call);
        drive::attempt(thunk, &mut chooser, keep)
    })
}

type Keep<'a> = &'a mut dyn FnMut(&(dyn Any + Send), &Panic);

fn judged(put: &Put, attempt: impl FnOnce(Keep<'_>) -> (RunOutcome, Option<Panic>)) -> Judged {
    current::begin();
    let mut allowed = false;
    let (outcome, panic) = attempt(&mut |payload, panic| {
        allowed = put
            .allowed
            .iter()
            .any(|a| a.allows(payload, &panic.message));
    });
    let reached = current::reached();
    current::begin();
    let verdict = match (outcome, &panic) {
        (RunOutcome::Discarded, _) => Verdict::Discarded,
        (_, Some(panic)) => match put.should_panic {
            _ if allowed => Verdict::Allowed(panic.message.clone()),
            Some(expected) if panic.message.contains(expected) => {
                Verdict::Allowed(panic.message.clone())
            }
            Some(expected) => Verdict::Failed(format!(
                "panicked with {:?}, which does not contain {expected:?}",
                panic.message
            )),
            None => Verdict::Failed(panic.message.clone()),
        },
        (_, None) if put.should_panic.is_some() => {
            Verdict::Failed("did not panic, although it should".to_owned())
        }
        _ => Verdict::Passed,
    };
    Judged {
        outcome,
        panic,
        verdict,
        reached,
    }
}
