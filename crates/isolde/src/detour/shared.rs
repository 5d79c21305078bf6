//! What threads share if they have the same detour.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How often the end of a detour looks whether its closure has ended.
const LOOK: Duration = Duration::from_millis(1);
/// After this time, the end of a detour says that it waits for its closure.
const PATIENCE: Duration = Duration::from_secs(5);
/// After this time, the end of a detour ends the process, because the closure waits for something that never comes.
const MOST_PATIENCE: Duration = Duration::from_secs(60);

/// The part of a detour that threads share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Held while the closure runs, so that the closure need not be `Sync`.
    lock: Mutex<()>,
    /// The thread that runs the closure, or ran it last.
    thread: Mutex<Option<Thread>>,
    alive: AtomicBool,
    calls: AtomicU64,
}

/// The right to run the closure.
pub(super) type Turn<'a> = MutexGuard<'a, ()>;

impl Shared {
    pub fn new() -> Shared {
        Shared {
            lock: Mutex::new(()),
            thread: Mutex::new(None),
            alive: AtomicBool::new(true),
            calls: AtomicU64::new(0),
        }
    }

    pub fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Acquire)
    }

    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Waits until no other thread is in the closure. `None` if the detour's guard was dropped meanwhile.
    ///
    /// If that takes long, there is a message: two closures may be waiting for each other.
    pub fn enter(&self, name: &str) -> Option<Turn<'_>> {
        let begin = Instant::now();
        let mut was_said = false;
        let turn = loop {
            match self.lock.try_lock() {
                Ok(turn) => break turn,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if was_said => {
                    break self.lock.lock().unwrap_or_else(PoisonError::into_inner);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
            if begin.elapsed() >= PATIENCE {
                was_said = true;
                Self::say(&format!(
                    "a call of `{name}` has waited for {} s for the closure of its detour, of which only one thread at a time runs calls: the thread `{}` is in it. Do they wait for each other?",
                    PATIENCE.as_secs(),
                    self.thread()
                ));
            }
        };
        if !self.is_alive() {
            return None;
        }
        self.calls.fetch_add(1, Ordering::Relaxed);
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current());
        Some(turn)
    }

    /// Prevents further entries into the closure, which is running in this thread.
    pub fn abandon(&self) {
        self.alive.store(false, Ordering::Release);
    }

    /// Prevents further entries and waits for the closure to end, since it may borrow what ends after the guard.
    ///
    /// If it does not end, there is a message, and later the process ends: the closure waits for this thread, or for nothing.
    pub fn end(&self, name: &str) {
        self.alive.store(false, Ordering::Release);
        let begin = Instant::now();
        let mut was_said = false;
        loop {
            match self.lock.try_lock() {
                Ok(_) | Err(TryLockError::Poisoned(_)) => return,
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
            let waited = begin.elapsed();
            if waited >= PATIENCE && !was_said {
                was_said = true;
                Self::say(&format!(
                    "{} The end of the detour waits for it.",
                    self.is_running(name)
                ));
            }
            if waited >= MOST_PATIENCE {
                Self::say(&format!(
                    "{} It may be waiting for the thread that drops the guard. The process ends here.",
                    self.is_running(name)
                ));
                std::process::abort();
            }
        }
    }

    fn is_running(&self, name: &str) -> String {
        format!(
            "the guard of a detour of `{name}` was dropped while its closure is running on the thread `{}`.",
            self.thread()
        )
    }

    /// The name of the thread that runs the closure, or ran it last.
    fn thread(&self) -> String {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let name = thread.as_ref().and_then(Thread::name);
        name.unwrap_or("without a name").to_owned()
    }

    #[expect(clippy::print_stderr, reason = "it belongs to the output of a test")]
    fn say(text: &str) {
        eprintln!("isolde: {text}");
    }
}
