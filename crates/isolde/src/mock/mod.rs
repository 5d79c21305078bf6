//! Mocks: values whose methods get their answers from choices.
//!
//! The driver declares a type for each mock and implements the traits for it; each method asks the [`Mock`] inside. An answer is addressed by the mock, the
//! method, and how often the method was called before, so that a run is repeated whatever else is chosen. A closure is a mock with one method. A [`MockType`] describes the type for tests:
//! `calls` lists the calls that they received. `run` and `shared` contain what the mocks of a run have in common, `log` records the answers that were given, `announcement` reports them while the call goes on, and `declared` and `text` write the declaration that gives the same answers.

mod announcement;
mod answers;
mod behaviour;
mod callbacks;
mod calls;
mod closures;
mod declared;
mod errors;
mod fakes;
mod functions;
mod log;
mod matched;
mod moments;
mod observed;
mod processors;
mod promises;
mod reads;
mod run;
mod shared;
mod silent;
mod sorting;
mod std_traits;
#[cfg(test)]
mod tests;
mod text;
mod threads;
mod types;

pub(crate) use announcement::Announcement;
pub use answers::Call;
pub use callbacks::Callback;
pub(crate) use calls::LIST;
pub(crate) use errors::chosen as chosen_error;
pub use errors::expect_errors;
pub use fakes::note_change;
pub(crate) use functions::begin;
pub use functions::of_type;
pub(crate) use log::Mocks;
use log::Of;
pub(crate) use log::Types;
pub use matched::{Matched, Patterns, Seen, seen, text};
pub use moments::later;
pub(crate) use observed::{are_in, expect_debug, is_one};
pub use processors::available_parallelism;
pub(crate) use promises::stands_in;
pub use reads::{read_exact, read_line, read_to_end, read_to_string, read_until, write_all};
#[cfg(any(test, feature = "engine", isolde_engine))]
pub(crate) use run::let_panic;
pub use run::{allow_contradictions, refuse};
pub(crate) use run::{enter_call, is_contradiction, is_isolated, was_refused};
pub(crate) use shared::SharedMocks;
use shared::Written;
pub use silent::Silent;
pub use std_traits::{
    accepted, available, chunk, flush, fmt, length, poll, read, size_hint, write, write_str,
};
pub use threads::settle_std;
pub use types::{ClosureType, FakeType, Implementation, Method, MockType, Receiver};

use crate::chooser::{Chooser, Later};
use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What stands for a closure until its text is known.
const CLOSURE: &str = "closure";

/// The place of the answer that a mock gives to all threads but the first one that calls it.
const SHARED: u64 = u64::MAX;
/// The place of the answer that stays the same.
const SAME: u64 = u64::MAX - 1;
/// The scopes of choices whether a call panics begin here.
const PANICS: u64 = 1 << 61;
/// The places of keys that are asked for while std sorts begin here.
const KEYS: u64 = 1 << 62;
/// The places of answers to a thread that the code under test has started begin here. Such a thread does not know when the call under test begins.
const ELSEWHERE: u64 = 1 << 63;

/// The state of a mock.
pub struct Mock {
    /// How `Debug` writes it.
    name: &'static str,
    later: Later,
    /// How often each method was called.
    calls: Box<[Counter]>,
    /// The arguments of calls whose answers depend on them.
    seen: Mutex<Vec<Vec<Seen>>>,
    /// The first thread that called it, by its number; 0 if nobody has.
    caller: AtomicUsize,
    /// Where the answers are recorded; `None` unless the run is rendered.
    written: Option<Written>,
}

impl Chooser {
    /// A mock of this type, at the present place.
    pub fn mock(&mut self, of: &'static MockType) -> Mock {
        self.answering(Of::Type(of), of.name, of.methods().count())
    }

    /// The state of a closure of this type, at the present place.
    pub fn closure(&mut self, of: &'static ClosureType) -> Mock {
        let mut begun = (None, Types::Inferred);
        self.write(|r| begun = r.begin_closure());
        let (name, types) = begun;
        self.answering(
            Of::Closure(of, types),
            name.as_deref().unwrap_or(CLOSURE),
            1,
        )
    }

    /// `name` is that of the type, of the function, or of the argument that a closure is.
    fn answering(&mut self, of: Of, name: &str, methods: usize) -> Mock {
        let mut written = None;
        self.write(|r| {
            let number = r.mocks.add(of, name, run::phase() == 0);
            match of {
                Of::Type(_) | Of::Itself(_) => r.push(&log::placeholder(name, number)),
                Of::Closure(..) => r.push(&log::placeholder(CLOSURE, number)),
                // A fake is no value.
                Of::Fake(_) => {}
            }
            written = Some(Written {
                mocks: r.mocks.clone(),
                number,
                // The result of a method is declared.
                is_suffixed: match of {
                    Of::Type(_) | Of::Itself(_) => functions::is_exact(),
                    Of::Closure(of, _) => r.suffixed && !of.declares_result(),
                    Of::Fake(_) => r.suffixed,
                },
            });
        });
        let debugged = match of {
            Of::Type(of) | Of::Itself(of) => of.name,
            Of::Closure(..) => CLOSURE,
            Of::Fake(of) => of.name,
        };
        Mock::new(debugged, methods, self.later(), written)
    }
}

impl Mock {
    fn new(name: &'static str, methods: usize, later: Later, written: Option<Written>) -> Mock {
        Mock {
            name,
            later,
            calls: (0..methods).map(|_| Counter::default()).collect(),
            seen: Mutex::default(),
            caller: AtomicUsize::new(0),
            written,
        }
    }

    /// Begins a call of the method with this number. `patterns` records the arguments; it runs only when the run is rendered.
    pub fn call(&self, method: usize, patterns: impl FnOnce(&mut Patterns)) -> Call {
        let (call, place) = self.count(method);
        self.begin(method, call, place, patterns)
    }

    /// The same for what usually stays the same: after the first call, a choice tells whether the answer is another one.
    pub fn call_again(&self, method: usize, patterns: impl FnOnce(&mut Patterns)) -> Call {
        let (call, place) = self.count(method);
        // Apart from the scopes of the answers.
        let own = [!(method as u64), place];
        let is_same = call == 0 || place == SAME || !self.later.chooser(own, false).departs();
        let place = if is_same { SAME } else { place };
        self.begin(method, call, place, patterns)
    }

    /// The same for what may be a key: while std sorts, the answer depends on the arguments alone. While it searches, there is one answer to all calls: nobody
    /// knows whether the keys are in order.
    pub fn call_again_or_key(
        &self,
        method: usize,
        arguments: impl FnOnce() -> Vec<Seen>,
        patterns: impl FnOnce(&mut Patterns),
    ) -> Call {
        let is_of_arguments = sorting::is_sorting() && !sorting::is_searching();
        if !is_of_arguments || run::allows_contradictions() {
            return self.call_again(method, patterns);
        }
        let (call, _) = self.count(method);
        let place = KEYS | self.number_of(arguments()) as u64;
        self.begin(method, call, place, patterns)
    }

    /// Counts a call of a method. Returns how many there were before, and the place of its answer. While std sorts, it is the same for all calls.
    fn count(&self, method: usize) -> (u32, u64) {
        let (call, place) = match self.calls.get(method) {
            Some(calls) => calls.count(),
            None => (0, 0),
        };
        let place = match self.is_ordered() {
            _ if sorting::is_sorting() && !run::allows_contradictions() => SAME,
            true if run::makes_run(threads::own_number()) => place,
            true => ELSEWHERE | u64::from(call),
            false => SHARED,
        };
        (call, place)
    }

    /// Whether the order of this call among all calls is the same in each run: all calls so far were made by one thread.
    fn is_ordered(&self) -> bool {
        let own = threads::own_number();
        let first = self
            .caller
            .compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed);
        first.is_ok() || first == Err(own)
    }

    /// The same, with an answer that depends on nothing but the arguments.
    pub fn call_by(
        &self,
        method: usize,
        arguments: Vec<Seen>,
        patterns: impl FnOnce(&mut Patterns),
    ) -> Call {
        let call = self.number_of(arguments);
        let place = match sorting::is_searching() && !run::allows_contradictions() {
            true => SAME,
            false => call as u64,
        };
        self.begin(method, call as u32, place, patterns)
    }

    /// The number of these arguments among all that were seen.
    fn number_of(&self, arguments: Vec<Seen>) -> usize {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen.iter().position(|each| *each == arguments);
        known.unwrap_or_else(|| {
            seen.push(arguments);
            seen.len() - 1
        })
    }

    /// The same, with one answer to all calls.
    pub fn call_alike(&self, method: usize, patterns: impl FnOnce(&mut Patterns)) -> Call {
        self.begin(method, 0, 0, patterns)
    }

    /// Which of so many forms the method with this number has; the same for all calls. The mock is that of a type.
    pub fn form(&self, method: usize, count: usize) -> usize {
        match count {
            1 => 0,
            _ => self
                .later
                .chooser([method as u64, SAME], false)
                .variant(count),
        }
    }

    /// `place` is the place of the answer's choices among those of the method.
    fn begin(
        &self,
        method: usize,
        call: u32,
        place: u64,
        patterns: impl FnOnce(&mut Patterns),
    ) -> Call {
        run::count_answer();
        let path = [method as u64, place];
        let chooser = self.later.chooser(path, self.written.is_some());
        let call = Call::new(chooser, method, call, self.written.clone(), patterns);
        self.receive(method, call.arguments());
        match run::may_panic() {
            true => self.panic_or(call, method, place),
            false => call,
        }
    }

    /// The call, unless it is chosen that it panics.
    fn panic_or(&self, call: Call, method: usize, place: u64) -> Call {
        // Apart from the scopes of the answers.
        let own = [PANICS | method as u64, place];
        match self.later.chooser(own, false).departs() {
            true => call.panic(),
            false => call,
        }
    }

    /// Ends the run as discarded, because this method cannot be answered.
    pub fn refuse(&self) -> ! {
        refuse()
    }
}

impl Clone for Mock {
    /// The clone gives the answers that this one would give from now on.
    fn clone(&self) -> Mock {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        Mock {
            name: self.name,
            later: self.later.clone(),
            calls: self.calls.clone(),
            seen: Mutex::new(seen.clone()),
            caller: AtomicUsize::new(self.caller.load(Ordering::Relaxed)),
            written: self.written.clone(),
        }
    }
}

impl Debug for Mock {
    /// The name of its type, as a derived impl of a struct without fields writes it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(written) = &self.written {
            written.mocks.note_debugged(written.number);
        }
        f.write_str(self.name)
    }
}

/// Counts the calls of a method.
#[derive(Debug, Default)]
struct Counter {
    /// All calls.
    all: AtomicU32,
    /// The phase of the last call, and how many calls there were before it began.
    phase: AtomicU32,
    before: AtomicU32,
}

impl Counter {
    /// Counts a call; returns how many there were before, and the place of its answer. Answers are counted from the beginning of the call under test
    /// (in a sequence: of each call), so that they stay what they are when the preparation changes.
    fn count(&self) -> (u32, u64) {
        let call = self.all.fetch_add(1, Ordering::Relaxed);
        let phase = run::phase();
        if self.phase.swap(phase, Ordering::Relaxed) != phase {
            self.before.store(call, Ordering::Relaxed);
        }
        let number = call.wrapping_sub(self.before.load(Ordering::Relaxed));
        (call, u64::from(phase) << 32 | u64::from(number))
    }
}

impl Clone for Counter {
    fn clone(&self) -> Counter {
        let copy = |of: &AtomicU32| AtomicU32::new(of.load(Ordering::Relaxed));
        Counter {
            all: copy(&self.all),
            phase: copy(&self.phase),
            before: copy(&self.before),
        }
    }
}
