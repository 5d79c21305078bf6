//! Turns the way a process ended into an outcome.

use isolde_abi::protocol::{OUTCOME_DISCARDED, OUTCOME_PANICKED, OUTCOME_RETURNED};
use isolde_record::{Outcome, PanicInfo};

/// The outcome of a run whose process died with wait status `status`, having written `stderr`. Not for processes that the worker killed itself.
pub(super) fn outcome_of_death(status: i32, stderr: &str) -> Outcome {
    if libc::WIFEXITED(status) {
        return Outcome::Exited {
            code: libc::WEXITSTATUS(status),
        };
    }
    // Before std aborts, it writes why; the strings below are its wording.
    match libc::WTERMSIG(status) {
        libc::SIGSEGV | libc::SIGABRT | libc::SIGBUS
            if stderr.contains("has overflowed its stack") =>
        {
            Outcome::StackOverflow
        }
        libc::SIGABRT if stderr.contains("memory allocation of") => Outcome::OutOfMemory,
        // Only a kernel that runs out of memory sends this signal.
        libc::SIGKILL => Outcome::OutOfMemory,
        signal => Outcome::Signalled { signal },
    }
}

/// The outcome that a program reported; `None` for an unknown number.
pub(super) fn outcome_of_report(number: u32, text: &str) -> Option<Outcome> {
    Some(match number {
        OUTCOME_RETURNED => Outcome::Returned,
        OUTCOME_PANICKED => Outcome::Panicked(panic_of_text(text)),
        OUTCOME_DISCARDED => Outcome::Discarded,
        _ => return None,
    })
}

/// The panic in a run's text; an empty one if the text has none (a panic whose payload could not be read is still a panic).
fn panic_of_text(text: &str) -> PanicInfo {
    serde_json::from_str::<serde_json::Value>(text)
        .ok()
        .and_then(|mut value| serde_json::from_value(value.get_mut("panic")?.take()).ok())
        .unwrap_or(PanicInfo {
            message: String::new(),
            file: String::new(),
            line: 0,
            column: 0,
            step: None,
            law: None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn signal(number: i32) -> i32 {
        number
    }

    #[test]
    fn deaths_are_told_apart_by_what_std_writes() {
        let overflow = "\nthread 'main' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n";
        assert_eq!(
            outcome_of_death(signal(libc::SIGABRT), overflow),
            Outcome::StackOverflow
        );
        assert_eq!(
            outcome_of_death(
                signal(libc::SIGABRT),
                "memory allocation of 9 bytes failed\n"
            ),
            Outcome::OutOfMemory
        );
        assert_eq!(
            outcome_of_death(signal(libc::SIGABRT), ""),
            Outcome::Signalled {
                signal: libc::SIGABRT
            }
        );
        assert_eq!(
            outcome_of_death(signal(libc::SIGSEGV), ""),
            Outcome::Signalled {
                signal: libc::SIGSEGV
            }
        );
        assert_eq!(outcome_of_death(3 << 8, ""), Outcome::Exited { code: 3 });
    }

    #[test]
    fn a_panic_is_read_from_the_text() {
        let text = r#"{"panic":{"message":"m","file":"src/lib.rs","line":3,"column":5}}"#;
        let expected = PanicInfo {
            message: "m".into(),
            file: "src/lib.rs".into(),
            line: 3,
            column: 5,
            step: None,
            law: None,
        };
        assert_eq!(
            outcome_of_report(OUTCOME_PANICKED, text),
            Some(Outcome::Panicked(expected))
        );
        assert!(matches!(
            outcome_of_report(OUTCOME_PANICKED, "garbage"),
            Some(Outcome::Panicked(_))
        ));
        assert_eq!(outcome_of_report(77, ""), None);
    }
}
