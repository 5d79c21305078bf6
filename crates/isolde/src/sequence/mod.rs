//! Sequences of calls: objects are made, and functions are called on them one after the other.
//!
//! A sequence is one run. What it does next is a choice like any other: which call, which of the values made so far, which new value. Each call is made
//! in a scope of its own, so that a call can be left out, moved or repeated without changing the others. The values are kept in one [`Pool`] for each
//! type. (Pacheco et al., "Feedback-directed random test generation", ICSE 2007; there, sequences are built from outside the program.)
//!
//! As a test, a sequence is a list of statements: its last call is the call under test, and those before it are the preparation.

mod lawful;
mod pool;
mod state;

pub use lawful::unless_panicking;
pub use pool::{Held, Pool};

use crate::abi::Phase;
use crate::chooser::{Chooser, Progress, is_below};
use crate::panics;
use crate::passing::Passing;
use crate::render::MAKES;
use crate::shape::Shape;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A call that a sequence may make, with the pools that its inputs come from.
pub type Step<P> = fn(&mut Chooser, &mut P);

/// A call that may be made on a value that is borrowed from another one, while it is borrowed. Returns the value unless the call consumes it.
pub type NestedStep<P, V> = fn(&mut Chooser, &mut P, V) -> Option<V>;

/// The number of calls that a drawn sequence has at most. The search makes sequences longer that lead to something new.
const USUAL: usize = 8;
/// One of this many calls is made several times.
const REPEATED: usize = 64;
/// The largest number of further times.
const MOST_TIMES: usize = 100;
/// The same, for calls on a value that is borrowed from another one.
const NESTED: usize = 3;

impl Chooser {
    /// Makes a chosen number of calls, each one of `steps`. The first `makers` of these make an object instead; a sequence begins with the very first
    /// one. It ends when the values in the pools are not `worth_more` calls. `finish` sees the pools afterwards.
    ///
    /// The run ends when a call panics. If the arguments of a call cannot be built, the sequence ends before it.
    pub fn sequence<P>(
        &mut self,
        pools: P,
        makers: usize,
        steps: &[Step<P>],
        worth_more: fn(&P) -> bool,
        finish: fn(&mut Chooser, &mut P),
    ) {
        // If a call panics, the values are not dropped: after a panic their own destructors may panic too, which would end the process.
        let mut pools = ManuallyDrop::new(pools);
        let count = self.count(USUAL);
        self.write(|r| r.sequence = Some(Box::default()));
        let mut index = 0;
        let mut goes_on = true;
        while goes_on && is_below(index, count) {
            goes_on = self.within(index as u64, |c| {
                let chosen = c.choose_step(steps.len());
                let chosen = if index == 0 { 0 } else { chosen };
                let number = chosen.checked_sub(makers);
                let is_last = !is_below(index + 1, count);
                let times = if number.is_some() { c.times() } else { 1 };
                let mut done = 0;
                let mut goes_on = true;
                while goes_on && is_below(done, times) {
                    c.progress.is_last = is_last && !is_below(done + 1, times);
                    let mut step =
                        |c: &mut Chooser| c.step(number, |c| steps[chosen](c, &mut pools));
                    goes_on = match done {
                        0 => step(c),
                        _ => c.within(done as u64, step),
                    };
                    done += 1;
                }
                goes_on
            });
            index += 1;
            goes_on = goes_on && is_worth_more(worth_more, &pools);
        }
        let ends_in = match self.progress.has_returned {
            true => Phase::Observe,
            // There is no case unless a law is broken.
            false => Phase::Build,
        };
        self.phase = ends_in;
        #[cfg(any(feature = "engine", isolde_engine))]
        if self.progress.has_returned {
            crate::abi::engine::begin_checks();
        }
        finish(self, &mut pools);
        if self.progress.has_returned {
            // A test drops its values too, so that a destructor that panics or ends the process makes it fail.
            self.enter(Phase::Call);
        }
        drop(ManuallyDrop::into_inner(pools));
        if self.progress.has_returned {
            self.enter(Phase::Observe);
        }
    }

    /// Runs calls on a value that the last call returned and that borrows from an object. `first` is the number of the first of these calls among all
    /// calls of the sequence, `unwrap` the text that takes the value out of the result.
    pub fn nested<P, V>(
        &mut self,
        pools: &mut P,
        value: V,
        (name, unwrap): (&'static str, &'static str),
        first: u32,
        steps: &[NestedStep<P, V>],
    ) {
        let count = if steps.is_empty() {
            0
        } else {
            self.length(NESTED)
        };
        if count == 0 {
            return;
        }
        let variable = self.bind(name, unwrap);
        let outer = self.borrowed.replace(variable);
        let mut value = Some(value);
        let mut index = 0;
        let mut goes_on = true;
        while goes_on && is_below(index, count) {
            index += 1;
            goes_on = self.within(index as u64, |c| {
                let chosen = c.choose_step(steps.len());
                let Some(taken) = value.take() else {
                    return false;
                };
                let left = &mut value;
                c.borrowed = Some(variable);
                c.step(Some(first as usize + chosen), |c| {
                    *left = steps[chosen](c, pools, taken)
                })
            });
        }
        self.borrowed = outer;
        self.progress.is_written = true;
        self.phase = Phase::Observe;
    }

    /// Whether laws are checked after the call that was just begun. They are checked at the end of a sequence only: its beginnings are sequences of
    /// their own, and what a check calls may change a value, which would not happen in the test.
    pub fn is_last(&self) -> bool {
        self.progress.is_last
    }

    /// Whether the state is looked at before the call that was just begun. If so, no other laws are checked, for the same reason.
    pub fn compares(&mut self) -> bool {
        let compares = self.progress.is_last && self.variant(2) == 1;
        self.progress.compares = compares;
        compares
    }

    /// Whether the value that the call is made on is used up afterwards, to find out what is in it. If so, nothing else is checked or observed.
    pub fn uses_up(&mut self) -> bool {
        let can = self.progress.is_last && !self.progress.compares;
        self.progress.uses_up = can && self.variant(2) == 1;
        self.progress.uses_up
    }

    /// Whether the laws of the values are checked at the end.
    pub fn checks_laws(&self) -> bool {
        !self.progress.compares && !self.progress.uses_up
    }

    /// How often the next call is made: seldom more than once, with other arguments each time.
    fn times(&mut self) -> usize {
        match self.variant(REPEATED) {
            0 => 1 + self.length(MOST_TIMES),
            _ => 1,
        }
    }

    /// Chooses one of `count` calls.
    fn choose_step(&mut self, count: usize) -> usize {
        let chosen = self.variant(count);
        // Compared one by one, with a hidden counter: indexing a table would be a read at an address that depends on the choice.
        let mut index = 0;
        while index + 1 < count && std::hint::black_box(index) != chosen {
            index += 1;
        }
        index
    }

    /// Makes the call with this number, or an object; returns whether the sequence goes on.
    fn step(&mut self, number: Option<usize>, call: impl FnOnce(&mut Chooser)) -> bool {
        let before = self.begin_step(number);
        let result = catch_unwind(AssertUnwindSafe(|| call(self)));
        self.end_step(before, result.is_ok());
        match result {
            Ok(()) => true,
            // The call panicked, or a promise was broken after it.
            Err(payload) if self.phase != Phase::Build => resume_unwind(payload),
            Err(payload) => {
                std::mem::forget(payload);
                panics::forget();
                false
            }
        }
    }

    #[inline(never)]
    fn begin_step(&mut self, number: Option<usize>) -> (Progress, Shape) {
        let before = (self.progress, self.shape);
        let number = number.map_or(MAKES, |number| number as u32);
        self.phase = Phase::Build;
        self.arguments = 0;
        self.shape = Shape::default();
        self.shape.fold(u64::from(number));
        self.progress.step = Some(number);
        self.progress.is_written = false;
        self.write(|r| r.begin_step(number));
        before
    }

    #[inline(never)]
    fn end_step(&mut self, (progress, shape): (Progress, Shape), has_returned: bool) {
        if self.phase == Phase::Build {
            // No call was made: a value was missing.
            (self.progress, self.shape) = (progress, shape);
            self.write(|r| r.cancel_step());
        } else if has_returned {
            self.progress.has_returned = true;
            self.write_step(None);
        }
    }

    /// Makes a variable of the result of the call that was just made, for later calls to use.
    #[inline(never)]
    fn bind(&mut self, name: &'static str, unwrap: &'static str) -> usize {
        let mut variable = 0;
        self.write(|r| variable = r.variable(name));
        self.write_step(Some((variable, unwrap)));
        variable
    }

    /// Gives the call that was just made its place in the text, unless it has one already.
    fn write_step(&mut self, binding: Option<(usize, &'static str)>) {
        if !std::mem::replace(&mut self.progress.is_written, true) {
            self.write(|r| r.end_step(binding));
        }
    }

    /// Passes the borrowed value of [`nested`](Chooser::nested) to the next call.
    ///
    /// `is_owned` tells whether the value is not a reference itself, so that references to it are taken and its variable may have to be mutable.
    pub fn borrowed(&mut self, passing: Passing, is_owned: bool) {
        let variable = self.borrowed.unwrap_or_default();
        self.arguments = self.arguments.wrapping_add(1);
        self.write(|r| r.pass_borrowed(variable, passing, is_owned));
    }
}

/// Whether a function says that values are worth more calls; it does not if it panics.
fn is_worth_more<P>(worth_more: fn(&P) -> bool, pools: &P) -> bool {
    unless_panicking(|| worth_more(pools)).unwrap_or(false)
}

#[cfg(test)]
mod tests;
