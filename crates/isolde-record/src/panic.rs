//! Panics: what is known of one, what its message says about its cause, and which kinds documentation announces.

use crate::law::BrokenLaw;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a panic is about, as its message tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanicKind {
    /// A division by zero, or its remainder.
    Division,
    /// An arithmetic overflow.
    Overflow,
    /// An index out of bounds.
    Index,
    /// A range out of bounds, or not on a character boundary.
    Slice,
    /// `unwrap` or `expect` of a value that was not there.
    Unwrap,
    /// `unreachable!`.
    Unreachable,
    /// A `RefCell` that is borrowed already.
    Borrow,
    /// A capacity or an amount of memory that cannot be had.
    OutOfMemory,
    /// `panic!`, `assert!` and their like, with a message of the function's own.
    Panic,
}

/// A panic: its message and where it was raised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PanicInfo {
    /// The message.
    pub message: String,
    /// Source file, as the compiler wrote it.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
    /// If a sequence of calls ran: the number of the call that panicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// If no function panicked, but a law was found broken after a call: the law.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<BrokenLaw>,
}

/// The kinds of panics that are announced.
pub type Announced = BTreeSet<PanicKind>;

/// Whether a documentation announces panics, of whatever kind: each such text announces at least these. No convention announces an `unwrap`.
pub fn is_about_panics(announced: &Announced) -> bool {
    announced.contains(&PanicKind::Unwrap)
}

/// Parts of the compiler's and the standard library's own messages. Where several fit, the first counts.
const MESSAGES: &[(PanicKind, &[&str])] = &[
    (
        PanicKind::Division,
        &[
            "divide by zero",
            "remainder with a divisor of zero",
            "remainder by zero",
        ],
    ),
    (
        PanicKind::Index,
        &[
            // What packages say in their own assertions is shorter.
            "index out of bounds: the len is",
            "but the index is",
            "is out of bounds of `",
        ],
    ),
    (
        PanicKind::Slice,
        &[
            "is not a char boundary",
            "range end index",
            "range start index",
            "slice index starts at",
            "out of range for slice",
            "mid > len",
        ],
    ),
    (
        PanicKind::Unwrap,
        &[
            "called `Option::unwrap()`",
            "called `Result::unwrap",
            "called `Option::expect",
            "called `Result::expect",
            // What std's maps expect when they are indexed.
            "no entry found for key",
        ],
    ),
    (PanicKind::Unreachable, &["entered unreachable code"]),
    (
        PanicKind::Borrow,
        &[
            "already borrowed",
            "already mutably borrowed",
            "BorrowMutError",
            "BorrowError",
        ],
    ),
    (
        PanicKind::OutOfMemory,
        &["capacity overflow", "memory allocation"],
    ),
];

impl PanicKind {
    /// The kind of a panic with this message.
    pub fn of(message: &str) -> PanicKind {
        if message.starts_with("attempt to ") && message.contains("overflow") {
            return PanicKind::Overflow;
        }
        let found = MESSAGES
            .iter()
            .find(|(_, parts)| parts.iter().any(|part| message.contains(part)));
        found.map_or(PanicKind::Panic, |(kind, _)| *kind)
    }

    /// Its name in `run.json`.
    pub fn name(self) -> &'static str {
        match self {
            PanicKind::Division => "division",
            PanicKind::Overflow => "overflow",
            PanicKind::Index => "index",
            PanicKind::Slice => "slice",
            PanicKind::Unwrap => "unwrap",
            PanicKind::Unreachable => "unreachable",
            PanicKind::Borrow => "borrow",
            PanicKind::OutOfMemory => "out_of_memory",
            PanicKind::Panic => "panic",
        }
    }
}

/// A message without numbers and quoted parts, which tell inputs apart and not behaviours.
pub fn message_class(message: &str) -> String {
    let mut class = String::new();
    let mut quote = None;
    let mut chars = message.chars();
    while let Some(char) = chars.next() {
        match quote {
            // A quoted character, and no apostrophe.
            None if char == '\'' && chars.clone().nth(1) == Some('\'') => {
                chars.nth(1);
                class.push_str("''");
            }
            Some(open) if char == open => quote = None,
            Some(_) => {}
            None if matches!(char, '"' | '`') => {
                quote = Some(char);
                class.push(char);
            }
            None if char.is_ascii_digit() => {
                if !class.ends_with('0') {
                    class.push('0');
                }
            }
            None => class.push(char),
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_compiler_are_classified() {
        for (message, kind) in [
            ("attempt to add with overflow", PanicKind::Overflow),
            ("attempt to negate with overflow", PanicKind::Overflow),
            ("attempt to divide by zero", PanicKind::Division),
            ("attempt to divide with overflow", PanicKind::Overflow),
            (
                "attempt to calculate the remainder with a divisor of zero",
                PanicKind::Division,
            ),
            (
                "index out of bounds: the len is 3 but the index is 3",
                PanicKind::Index,
            ),
            (
                "range end index 5 out of range for slice of length 2",
                PanicKind::Slice,
            ),
            (
                "byte index 1 is not a char boundary; it is inside 'é' (bytes 0..2) of `é`",
                PanicKind::Slice,
            ),
            (
                "called `Option::unwrap()` on a `None` value",
                PanicKind::Unwrap,
            ),
            ("no entry found for key", PanicKind::Unwrap),
            (
                "internal error: entered unreachable code",
                PanicKind::Unreachable,
            ),
            ("already borrowed: BorrowMutError", PanicKind::Borrow),
            ("capacity overflow", PanicKind::OutOfMemory),
            ("byte index 5 is out of bounds of `abc`", PanicKind::Index),
            ("the heap is empty", PanicKind::Panic),
            // An assertion of a package.
            ("index out of bounds", PanicKind::Panic),
            ("index 7 is out of bounds", PanicKind::Panic),
        ] {
            assert_eq!(PanicKind::of(message), kind, "{message}");
        }
    }

    #[test]
    fn numbers_and_quoted_parts_do_not_tell_messages_apart() {
        let index = |len: u8, index: u8| format!("the len is {len} but the index is {index}");
        assert_eq!(message_class(&index(12, 3)), message_class(&index(7, 40)));
        assert_eq!(message_class("no `a`"), message_class("no `bc`"));
        assert_ne!(message_class("no `a`"), message_class("no \"a\""));
        assert_eq!(
            message_class("inside 'é' (bytes 1..3)"),
            message_class("inside '中' (bytes 0..3)")
        );
        assert_ne!(message_class("it isn't a"), message_class("it isn't b"));
    }

    #[test]
    fn names_are_those_of_the_record() {
        let kinds = MESSAGES.iter().map(|(kind, _)| *kind);
        for kind in kinds.chain([PanicKind::Panic, PanicKind::Overflow]) {
            let json = serde_json::to_value(kind).expect("a kind is a word");
            assert_eq!(json, kind.name());
        }
    }
}
