//! The message and place of the last panic of a thread, which a panic hook keeps in thread-local state.

use crate::laws::Law;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::PanicHookInfo;
use std::sync::Once;

/// A panic: its message and where it was raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The message.
    pub message: String,
    /// The source file, as the compiler gives it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// If a sequence of calls ran: the number of the call.
    pub step: Option<u32>,
    /// If no function panicked, but a law was found broken: the law.
    pub law: Option<&'static Law>,
    /// What breaks it, if a sequence ran.
    pub by: Option<Breaker>,
}

/// What breaks a law in a sequence of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaker {
    /// Values in the pool with this number.
    Type(u32),
    /// The call with this number.
    Call(u32),
}

thread_local! {
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// Whether this thread is running a parameterized test.
    static RUNS: Cell<bool> = const { Cell::new(false) };
}

/// Installs a panic hook that keeps the message and place of each panic, and prints nothing.
pub fn capture() {
    std::panic::set_hook(Box::new(keep));
}

fn keep(info: &PanicHookInfo) {
    let location = info.location();
    let panic = Panic {
        message: message(info.payload()),
        file: location.map_or_else(String::new, |l| l.file().to_owned()),
        line: location.map_or(0, |l| l.line()),
        column: location.map_or(0, |l| l.column()),
        step: None,
        law: None,
        by: None,
    };
    // A thread that is being torn down may have no such variable any more.
    let _ = LAST.try_with(|last| last.replace(Some(panic)));
}

/// Installs, once, a panic hook that keeps the panics of runs of parameterized tests, and leaves all other panics to the previous hook.
pub(crate) fn capture_runs() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if RUNS.try_with(Cell::get) == Ok(true) {
                keep(info);
            } else {
                before(info);
            }
        }));
    });
}

/// Runs `f`. Panics in this thread are kept rather than printed meanwhile.
pub(crate) fn captured<T>(f: impl FnOnce() -> T) -> T {
    capture_runs();
    let outer = RUNS.replace(true);
    let result = f();
    RUNS.set(outer);
    result
}

/// Forgets the last panic.
pub(crate) fn forget() {
    LAST.with(|last| last.take());
}

/// Whether this thread has panicked since the last panic was forgotten or taken.
pub(crate) fn is_kept() -> bool {
    LAST.with_borrow(Option::is_some)
}

/// Keeps what stands for a panic although nothing panicked.
pub(crate) fn keep_broken(panic: Panic) {
    LAST.with(|last| last.replace(Some(panic)));
}

/// The last panic of this thread if it was captured, or else the message in its payload.
pub(crate) fn take(payload: &(dyn Any + Send)) -> Panic {
    LAST.with(|last| last.take()).unwrap_or_else(|| Panic {
        message: message(payload),
        file: String::new(),
        line: 0,
        column: 0,
        step: None,
        law: None,
        by: None,
    })
}

/// The largest number of bytes of a message that are kept. A message may be of any length, and is copied several times before a test quotes a part of it.
const LONGEST_MESSAGE: usize = 8 << 10;

fn message(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        beginning(text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        beginning(text).to_owned()
    } else {
        String::from("a panic without a message")
    }
}

/// The beginning of a long text, cut between characters.
fn beginning(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_MESSAGE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_huge_message_is_kept() {
        let huge = "ä€".repeat(100_000);
        let kept = message(&huge);
        assert!(huge.starts_with(&kept));
        assert!((LONGEST_MESSAGE - 3..=LONGEST_MESSAGE).contains(&kept.len()));
        assert_eq!(message(&"short"), "short");
        assert_eq!(message(&7), "a panic without a message");
    }
}
