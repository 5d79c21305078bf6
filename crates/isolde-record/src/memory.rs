//! Errors of memory: what unsafe code does to memory that is not the program's, as AddressSanitizer reports it.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// An error of memory, and where in the package it happened.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MemoryError {
    /// What happened.
    pub what: MemoryErrorKind,
    /// How the memory was accessed; absent if nothing was read or written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<Access>,
    /// The place in the package's code, or where it called what misused the memory.
    pub place: Place,
    /// The place in the package's code at which the memory was freed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freed: Option<Place>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The file, relative to the package.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// An access of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Access {
    /// Whether it was written to; otherwise it was read.
    pub writes: bool,
    /// The number of bytes.
    pub bytes: u64,
}

/// Kinds of errors of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryErrorKind {
    /// Memory of the heap is used after it was freed.
    UseAfterFree,
    /// Memory of the heap is freed twice.
    DoubleFree,
    /// What is freed was not allocated.
    InvalidFree,
    /// An access beside an allocation.
    HeapOverflow,
    /// An access beside a variable of a function.
    StackBufferOverflow,
    /// An access beside a static.
    GlobalOverflow,
    /// A variable of a function is used after its scope, or after the function returned.
    UseAfterScope,
    /// Bytes are copied to a range that overlaps the one that they are copied from, by a function that does not allow this.
    OverlappingCopy,
    /// A pointer leads to where there is no memory, for example because it was never written.
    InvalidPointer,
}

impl MemoryErrorKind {
    /// All kinds.
    pub const ALL: [MemoryErrorKind; 9] = [
        MemoryErrorKind::UseAfterFree,
        MemoryErrorKind::DoubleFree,
        MemoryErrorKind::InvalidFree,
        MemoryErrorKind::HeapOverflow,
        MemoryErrorKind::StackBufferOverflow,
        MemoryErrorKind::GlobalOverflow,
        MemoryErrorKind::UseAfterScope,
        MemoryErrorKind::OverlappingCopy,
        MemoryErrorKind::InvalidPointer,
    ];

    /// The name in the record, as [`FindingRecord::kind`](crate::run::FindingRecord::kind) lists it.
    pub fn name(self) -> &'static str {
        match self {
            MemoryErrorKind::UseAfterFree => "use_after_free",
            MemoryErrorKind::DoubleFree => "double_free",
            MemoryErrorKind::InvalidFree => "invalid_free",
            MemoryErrorKind::HeapOverflow => "heap_overflow",
            MemoryErrorKind::StackBufferOverflow => "stack_buffer_overflow",
            MemoryErrorKind::GlobalOverflow => "global_overflow",
            MemoryErrorKind::UseAfterScope => "use_after_scope",
            MemoryErrorKind::OverlappingCopy => "overlapping_copy",
            MemoryErrorKind::InvalidPointer => "invalid_pointer",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<MemoryErrorKind> {
        let mut all = MemoryErrorKind::ALL.into_iter();
        all.find(|kind| kind.name() == name)
    }

    /// What happens, as the end of a test's name.
    pub fn in_name(self) -> &'static str {
        match self {
            MemoryErrorKind::UseAfterFree => "uses_freed_memory",
            MemoryErrorKind::DoubleFree => "frees_memory_twice",
            MemoryErrorKind::InvalidFree => "frees_what_was_not_allocated",
            MemoryErrorKind::HeapOverflow => "leaves_its_allocation",
            MemoryErrorKind::StackBufferOverflow => "leaves_its_variable",
            MemoryErrorKind::GlobalOverflow => "leaves_its_static",
            MemoryErrorKind::UseAfterScope => "uses_a_variable_after_its_scope",
            MemoryErrorKind::OverlappingCopy => "copies_between_overlapping_ranges",
            MemoryErrorKind::InvalidPointer => "follows_an_invalid_pointer",
        }
    }

    /// Which memory is accessed, to follow "reads 4 bytes ".
    fn memory(self) -> &'static str {
        match self {
            MemoryErrorKind::UseAfterFree => "of memory that was freed",
            MemoryErrorKind::HeapOverflow => "outside of an allocation",
            MemoryErrorKind::StackBufferOverflow => "outside of a variable",
            MemoryErrorKind::GlobalOverflow => "outside of a static",
            MemoryErrorKind::UseAfterScope => "of a variable that is out of scope",
            MemoryErrorKind::DoubleFree
            | MemoryErrorKind::InvalidFree
            | MemoryErrorKind::OverlappingCopy
            | MemoryErrorKind::InvalidPointer => "of memory",
        }
    }
}

impl MemoryError {
    /// What happened, in words: `reads 4 bytes of memory that was freed`.
    pub fn message(&self) -> String {
        match (self.what, self.access) {
            (MemoryErrorKind::DoubleFree, _) => "frees memory that was freed before".into(),
            (MemoryErrorKind::InvalidFree, _) => "frees memory that was not allocated".into(),
            (MemoryErrorKind::InvalidPointer, _) => {
                "follows a pointer to where there is no memory".into()
            }
            (MemoryErrorKind::OverlappingCopy, _) => {
                "copies bytes between ranges that overlap, which is not allowed there".into()
            }
            (what, Some(Access { writes, bytes })) => {
                let verb = if writes { "writes" } else { "reads" };
                let unit = if bytes == 1 { "byte" } else { "bytes" };
                format!("{verb} {bytes} {unit} {}", what.memory())
            }
            (what, None) => format!("uses bytes {}", what.memory()),
        }
    }

    /// Whether two errors are the same: of one kind, at one place.
    pub fn is_like(&self, other: &MemoryError) -> bool {
        (self.what, &self.place) == (other.what, &other.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_as_they_are_written() {
        for kind in MemoryErrorKind::ALL {
            let json = serde_json::to_value(kind).expect("a kind is a word");
            assert_eq!(json, kind.name());
            assert_eq!(MemoryErrorKind::named(kind.name()), Some(kind));
        }
        assert_eq!(MemoryErrorKind::named("overflow"), None);
    }

    #[test]
    fn an_error_is_told_in_plain_words() {
        let error = |what, access| MemoryError {
            what,
            access,
            place: Place {
                file: "src/lib.rs".into(),
                line: 3,
            },
            freed: None,
        };
        let reads = |bytes| {
            Some(Access {
                writes: false,
                bytes,
            })
        };
        assert_eq!(
            error(MemoryErrorKind::UseAfterFree, reads(4)).message(),
            "reads 4 bytes of memory that was freed"
        );
        assert_eq!(
            error(MemoryErrorKind::HeapOverflow, reads(1)).message(),
            "reads 1 byte outside of an allocation"
        );
        assert_eq!(
            error(MemoryErrorKind::DoubleFree, None).message(),
            "frees memory that was freed before"
        );
        assert_eq!(
            error(MemoryErrorKind::InvalidPointer, None).message(),
            "follows a pointer to where there is no memory"
        );
    }
}
