//! Findings: runs that end in a way that the documentation does not announce.

use isolde_record::{DRIVER_SOURCE, MemoryErrorKind, Outcome, PanicInfo, PanicKind, ThunkInfo};

/// Two findings with equal keys are the same. Panics and errors of memory are told apart by their place and kind of message, whatever function reached them; other
/// endings have no place and belong to the function that was called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A panic in code of the package or of a dependency, or an error of memory.
    Place {
        /// Source file.
        file: String,
        /// Line.
        line: u32,
        /// Kind.
        kind: &'static str,
    },
    /// A law that the values of a type break.
    Law {
        /// The type.
        of: String,
        /// The law's name.
        law: String,
    },
    /// An ending without a place, or a panic whose place is not in the code under test.
    Function {
        /// The function called.
        function: String,
        /// Kind.
        kind: &'static str,
    },
}

/// What is known of the cause of a finding, beyond its own test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cause {
    /// The other functions that fail for the same reason.
    pub functions: Vec<String>,
    /// The other places where they fail, as `file:line`.
    pub places: Vec<String>,
    /// The names of the other laws that are broken for the same reason.
    pub laws: Vec<String>,
    /// What the inputs that fail have in common, in words: `` `base` is 0 or 1 ``.
    pub condition: Option<String>,
}

/// The identity of a finding.
pub fn key(outcome: &Outcome, thunk: &ThunkInfo) -> Key {
    let kind = kind(outcome);
    if let Some(law) = outcome.broken_law() {
        return Key::Law {
            of: thunk.breaker(law).function.clone(),
            law: law.name.clone(),
        };
    }
    match outcome {
        Outcome::Panicked(panic) if is_place(&panic.file) => Key::Place {
            file: panic.file.clone(),
            line: panic.line,
            kind,
        },
        Outcome::Corrupted(error) => Key::Place {
            file: error.place.file.clone(),
            line: error.place.line,
            kind,
        },
        _ => Key::Function {
            function: thunk.called(step(outcome)).function.clone(),
            kind,
        },
    }
}

/// The number of the call that panicked, if it was one of a sequence.
fn step(outcome: &Outcome) -> Option<u32> {
    match outcome {
        Outcome::Panicked(panic) => panic.step,
        _ => None,
    }
}

/// Whether the file of a panic belongs to the code under test. It does not if it is in the standard library, or in the driver (a panic in a
/// `#[track_caller]` function has the place of its caller); and a panic that was resumed has no known place.
pub fn is_place(file: &str) -> bool {
    let in_standard_library =
        file.starts_with("/rustc/") || file.contains("/lib/rustlib/src/rust/library/");
    !(in_standard_library || file == DRIVER_SOURCE || file.is_empty())
}

/// The kind of a finding or suspicion, as [`FindingRecord::kind`](isolde_record::run::FindingRecord::kind) lists them.
pub fn kind(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Panicked(PanicInfo { law: Some(law), .. }) => match law.is_convention {
            true => "convention",
            false => "law",
        },
        Outcome::Panicked(panic) => PanicKind::of(&panic.message).name(),
        Outcome::Signalled { .. } => "abort",
        Outcome::StackOverflow => "stack_overflow",
        Outcome::Exited { .. } => "exit",
        Outcome::TimedOut => "timeout",
        Outcome::OutOfMemory => "out_of_memory",
        Outcome::Corrupted(error) => error.what.name(),
        Outcome::Returned | Outcome::Discarded => "none",
    }
}

/// Where findings of this kind come in their rank: first those that corrupt memory, then those that end the process.
pub fn gravity(kind: &str) -> impl Ord + use<> {
    let is_of_memory = MemoryErrorKind::named(kind).is_some();
    let is_fatal = matches!(kind, "abort" | "stack_overflow" | "exit");
    (!is_of_memory, !is_fatal)
}

/// A finding's description in one line: the first line of a panic's message, or what a law promises.
pub fn message(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Panicked(panic) if panic.law.is_some() => panic.message.clone(),
        Outcome::Panicked(PanicInfo { message, .. }) => first_line(message),
        Outcome::Signalled { signal: 6 } => "aborts".into(),
        Outcome::Signalled { signal: 11 } => "segmentation fault".into(),
        Outcome::Signalled { signal } => format!("killed by signal {signal}"),
        Outcome::StackOverflow => "overflows the stack".into(),
        Outcome::Exited { code } => format!("exits the process with code {code}"),
        Outcome::TimedOut => "does not return in time".into(),
        Outcome::OutOfMemory => "runs out of memory".into(),
        Outcome::Corrupted(error) => error.message(),
        Outcome::Returned | Outcome::Discarded => String::new(),
    }
}

/// The first line of a message, at most 120 characters.
pub fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    if line.chars().count() <= 120 {
        line.to_string()
    } else {
        line.chars().take(117).chain("...".chars()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::Observation;

    #[test]
    fn a_panic_outside_the_package_belongs_to_the_function() {
        let mut thunk =
            crate::render::tests::test(Outcome::Returned, Observation::default(), false).thunk;
        let key_of = |file: &str, thunk: &ThunkInfo| {
            let panic = PanicInfo {
                message: "no".into(),
                file: file.into(),
                line: 983,
                column: 1,
                step: None,
                law: None,
            };
            key(&Outcome::Panicked(panic), thunk)
        };
        let of_function = Key::Function {
            function: "stack::Stack::pop".into(),
            kind: "panic",
        };
        for file in [DRIVER_SOURCE, "", "/rustc/1/library/core/src/panicking.rs"] {
            assert_eq!(key_of(file, &thunk), of_function, "{file}");
        }
        assert_ne!(key_of("/c/src/main.rs", &thunk), of_function);
        thunk.function = "stack::Stack::push".into();
        assert_ne!(key_of("", &thunk), of_function);
    }

    #[test]
    fn each_law_that_a_type_breaks_is_a_finding_of_its_own() {
        let broken = crate::render::tests::broken;
        let long = "a promise that needs many words ".repeat(8);
        let law = broken("eq_symmetric", &long, false);
        let mut thunk =
            crate::render::tests::test(Outcome::Returned, Observation::default(), false).thunk;
        let of_law = key(&law, &thunk);
        assert_eq!((kind(&law), message(&law)), ("law", long));
        assert_eq!(kind(&broken("text_round_trip", "", true)), "convention");
        assert_ne!(key(&broken("cmp_reflexive", "", false), &thunk), of_law);
        thunk.function = "queue::Queue".into();
        assert_ne!(key(&law, &thunk), of_law);
    }

    #[test]
    fn errors_of_memory_come_first_and_those_that_end_the_process_next() {
        let mut kinds = ["overflow", "abort", "use_after_free", "timeout"];
        kinds.sort_by_key(|kind| gravity(kind));
        assert_eq!(kinds, ["use_after_free", "abort", "overflow", "timeout"]);
    }

    #[test]
    fn long_messages_are_cut_to_one_short_line() {
        assert_eq!(first_line("a\nb"), "a");
        assert_eq!(first_line(&"x".repeat(500)).len(), 120);
    }
}
