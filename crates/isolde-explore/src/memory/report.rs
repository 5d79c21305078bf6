//! Reads what AddressSanitizer writes about an error: which one it is, what was accessed, and the stacks of calls.

use isolde_record::{Access, MemoryErrorKind};

/// What comes before the kind of an error.
const ERROR: &str = "ERROR: AddressSanitizer: ";
/// What comes before the number of bytes.
const SIZE: &str = " of size ";

/// The words by which errors are named, each at the beginning of what is said about one.
const KINDS: &[(&str, MemoryErrorKind)] = &[
    ("heap-use-after-free", MemoryErrorKind::UseAfterFree),
    ("attempting double-free", MemoryErrorKind::DoubleFree),
    ("attempting free on address", MemoryErrorKind::InvalidFree),
    ("heap-buffer-overflow", MemoryErrorKind::HeapOverflow),
    (
        "stack-buffer-overflow",
        MemoryErrorKind::StackBufferOverflow,
    ),
    (
        "stack-buffer-underflow",
        MemoryErrorKind::StackBufferOverflow,
    ),
    (
        "dynamic-stack-buffer-overflow",
        MemoryErrorKind::StackBufferOverflow,
    ),
    ("global-buffer-overflow", MemoryErrorKind::GlobalOverflow),
    ("stack-use-after-scope", MemoryErrorKind::UseAfterScope),
    ("stack-use-after-return", MemoryErrorKind::UseAfterScope),
    ("memcpy-param-overlap", MemoryErrorKind::OverlappingCopy),
    ("SEGV on unknown address", MemoryErrorKind::InvalidPointer),
];

/// An address in a program's code, relative to where the program was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The program or library.
    pub file: String,
    /// The address.
    pub offset: u64,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which error it is.
    pub what: MemoryErrorKind,
    /// The access, if something was read or written.
    pub access: Option<Access>,
    /// The calls that led to the error, the innermost first.
    pub calls: Vec<Address>,
    /// The calls that led to where the memory was freed before.
    pub freed: Vec<Address>,
}

/// Which stack the lines that follow are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stack {
    Calls,
    Freed,
    Other,
}

impl Report {
    /// The report in what a program wrote; `None` if there is none, or if it is not about an error of memory (a failed allocation, an overflow of the
    /// stack). If there are several, the last one counts: it is the one that ended the program.
    pub fn read(text: &str) -> Option<Report> {
        let (_, text) = text.rsplit_once(ERROR)?;
        let mut kinds = KINDS.iter();
        let (_, what) = kinds.find(|(words, _)| text.starts_with(words))?;
        let mut report = Report {
            what: *what,
            access: None,
            calls: Vec::new(),
            freed: Vec::new(),
        };
        let mut stack = Stack::Calls;
        for line in text.lines().skip(1) {
            let line = line.trim();
            if let Some(address) = address(line) {
                match stack {
                    Stack::Calls => report.calls.push(address),
                    Stack::Freed => report.freed.push(address),
                    Stack::Other => {}
                }
            } else if let Some(access) = access(line).filter(|_| report.calls.is_empty()) {
                report.access = Some(access);
            } else if line.starts_with("freed by thread") {
                stack = Stack::Freed;
            } else if !report.calls.is_empty() {
                stack = Stack::Other;
            }
        }
        Some(report)
    }
}

/// `READ of size 4 at 0x… thread T0`.
fn access(line: &str) -> Option<Access> {
    let (verb, rest) = line.split_once(SIZE)?;
    let writes = match verb {
        "READ" => false,
        "WRITE" => true,
        _ => return None,
    };
    let bytes = rest.split_once(' ')?.0.parse().ok()?;
    Some(Access { writes, bytes })
}

/// `#3 0x…  (/path/to/program+0x12ab) (BuildId: …)`.
fn address(line: &str) -> Option<Address> {
    let rest = line.strip_prefix('#')?;
    let (number, rest) = rest.split_once(" 0x")?;
    number.parse::<u32>().ok()?;
    let (_, place) = rest.split_once(" (")?;
    let (file, rest) = place.split_once("+0x")?;
    let (offset, _) = rest.split_once(')')?;
    Some(Address {
        file: file.to_owned(),
        offset: u64::from_str_radix(offset, 16).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const USE_AFTER_FREE: &str = include_str!("testdata/use_after_free.txt");
    const DOUBLE_FREE: &str = include_str!("testdata/double_free.txt");
    const HEAP_OVERFLOW: &str = include_str!("testdata/heap_overflow.txt");
    const INVALID_FREE: &str = include_str!("testdata/invalid_free.txt");

    fn read(text: &str) -> Report {
        Report::read(text).expect("it is a report")
    }

    fn first(stack: &[Address]) -> (&str, u64) {
        (&stack[0].file, stack[0].offset)
    }

    #[test]
    fn a_use_after_free_has_an_access_and_tells_where_the_memory_was_freed() {
        let report = read(USE_AFTER_FREE);
        assert_eq!(report.what, MemoryErrorKind::UseAfterFree);
        let access = Access {
            writes: false,
            bytes: 4,
        };
        assert_eq!(report.access, Some(access));
        assert_eq!(first(&report.calls), ("/programs/checked", 0x12_019b));
        assert_eq!(first(&report.freed), ("/programs/checked", 0x1c_a376));
        assert_eq!((report.calls.len(), report.freed.len()), (12, 16));
    }

    #[test]
    fn frees_have_no_access() {
        let report = read(DOUBLE_FREE);
        assert_eq!(report.what, MemoryErrorKind::DoubleFree);
        assert_eq!(report.access, None);
        assert_eq!(report.calls[2].offset, 0x12_19f8);
        assert!(!report.freed.is_empty());
        let report = read(INVALID_FREE);
        assert_eq!(report.what, MemoryErrorKind::InvalidFree);
        assert!(!report.calls.is_empty() && report.freed.is_empty());
    }

    #[test]
    fn an_overflow_is_not_confused_with_where_the_memory_was_allocated() {
        let report = read(HEAP_OVERFLOW);
        assert_eq!(report.what, MemoryErrorKind::HeapOverflow);
        assert_eq!((report.calls.len(), report.freed.len()), (10, 0));
    }

    #[test]
    fn a_signal_for_an_invalid_pointer_is_a_report() {
        let report = read(
            "==7==ERROR: AddressSanitizer: SEGV on unknown address (pc 0x55 bp 0x00 sp 0x7ffc T0)\n\
             ==7==The signal is caused by a READ memory access.\n\
             ==7==Hint: this fault was caused by a dereference of a high value address (see register values below).\n    \
             #0 0x55  (/programs/checked+0x12ab) (BuildId: 0a)\n    \
             #1 0x66  (/programs/checked+0x34cd) (BuildId: 0a)\n\n\
             AddressSanitizer can not provide additional info.",
        );
        assert_eq!(report.what, MemoryErrorKind::InvalidPointer);
        assert_eq!(report.access, None);
        assert_eq!(first(&report.calls), ("/programs/checked", 0x12ab));
        assert_eq!(report.calls.len(), 2);
    }

    #[test]
    fn what_is_no_error_of_memory_is_no_report() {
        for text in [
            "",
            "thread 'main' panicked at src/lib.rs:3:5",
            "==7==WARNING: AddressSanitizer failed to allocate 0x10000000000 bytes",
            "==7==ERROR: AddressSanitizer: stack-overflow on address 0x7ffc (pc 0x5 bp 0x7 sp 0x7 T0)\n    #0 0x5  (/p+0x1)",
            "==7==ERROR: AddressSanitizer: allocation-size-too-big: requested 0xffffffff bytes\n    #0 0x5  (/p+0x1)",
            "==7==ERROR: AddressSanitizer: requested allocation size 0x10 exceeds maximum supported size",
        ] {
            assert_eq!(Report::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_the_code_under_test_printed_before_does_not_matter() {
        let printed =
            format!("READ of size 9 at x\n#0 0x1 (/p+0x1)\nfreed by thread\n{DOUBLE_FREE}");
        assert_eq!(read(&printed), read(DOUBLE_FREE));
    }
}
