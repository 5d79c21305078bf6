//! What the answers of std's functions keep, since everybody relies on it.

use isolde_model::world::{WorldFunction, asks_for_kind, is_absolute};
use isolde_model::{StdItem, StdTrait, Type};

/// What all answers of a function have to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// When an iterator or reader has come to its end, it stays there.
    End(End),
    /// What is in a reader's buffer stays there until it is consumed.
    Buffer,
    /// It takes as many bytes out of a reader's buffer as its first parameter says.
    Consumes,
    /// What is of one kind is of no other.
    Kind,
    /// The path is an absolute one.
    Absolute,
}

/// What an iterator or reader gives at its end, and whenever it is asked after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// `None`.
    Nothing,
    /// `Ok(0)`.
    Zero,
}

impl Promise {
    /// What a function of the world keeps.
    pub fn of_world(function: &WorldFunction) -> Option<Promise> {
        if asks_for_kind(function.owner, function.name) {
            return Some(Promise::Kind);
        }
        is_absolute(function.owner, function.name).then_some(Promise::Absolute)
    }

    /// What a method of a trait of std keeps.
    pub fn of_trait(of_trait: Option<StdTrait>, name: &str) -> Option<Promise> {
        let end = match (of_trait?, name) {
            (StdTrait::Iterator, "next") => End::Nothing,
            (StdTrait::Read, "read" | "read_to_end" | "read_to_string")
            | (StdTrait::BufRead, "read_line" | "read_until") => End::Zero,
            (StdTrait::BufRead, "fill_buf") => return Some(Promise::Buffer),
            (StdTrait::BufRead, "consume") => return Some(Promise::Consumes),
            _ => return None,
        };
        Some(Promise::End(end))
    }
}

/// Whether a type is that of a clock's times: what is asked about one does not stay the same.
pub(super) fn is_time(of: &Type) -> bool {
    matches!(of.std_item(), Some(StdItem::Instant | StdItem::SystemTime))
}

/// The function of the library that has answers for this function of std, or for this method of one of its traits, which keep what it promises. `of` is the
/// type that the function belongs to.
pub(super) fn lawful<'n>(
    of_trait: Option<StdTrait>,
    of: Option<&Type>,
    name: &'n str,
    is_of_std: bool,
) -> Option<&'n str> {
    let of = of.and_then(Type::std_item);
    if is_of_std && name == "now" && of == Some(StdItem::Instant) {
        return Some("later");
    }
    is_lawful(of_trait, name, is_of_std).then_some(name)
}

fn is_lawful(of_trait: Option<StdTrait>, name: &str, is_of_std: bool) -> bool {
    if of_trait.is_none() {
        return is_of_std && name == "available_parallelism";
    }
    if name == "fmt" {
        return of_trait.is_some_and(StdTrait::is_formatting);
    }
    matches!(
        (of_trait, name),
        (
            Some(StdTrait::Read),
            "read" | "read_exact" | "read_to_end" | "read_to_string"
        ) | (Some(StdTrait::BufRead), "read_line" | "read_until")
            | (Some(StdTrait::IoWrite), "write" | "write_all" | "flush")
            | (Some(StdTrait::FmtWrite), "write_str")
            | (Some(StdTrait::Iterator), "size_hint")
    )
}
