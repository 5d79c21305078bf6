//! Laws checked on the values of a sequence. A broken law ends the run like a panic; its assertion is the last statement of the test.

use super::{Held, Pool};
use crate::abi::Phase;
use crate::chooser::Chooser;
use crate::laws::Law;
use crate::panics::{self, Breaker, Panic};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many values of one type are compared with one another.
const COMPARED: usize = 4;

/// The payload of the unwinding that ends a run in which a law was found broken.
struct Broken;

/// The law that a check found broken.
type Found = Option<&'static Law>;

impl Chooser {
    /// Ends the run, because these variables, which are in the pool with this number, break a law.
    #[cold]
    #[inline(never)]
    fn broken(&mut self, pool: u32, law: &'static Law, variables: &[usize]) -> ! {
        self.write(|r| r.assert_law(law, variables, false));
        self.end_broken(law, Some(Breaker::Type(pool)))
    }

    /// Ends the run, because the call that was just made breaks a law. The assertion takes the place of the call; in it, `{0}` is the call's first
    /// argument.
    #[cold]
    #[inline(never)]
    pub fn broken_instead(&mut self, law: &'static Law) -> ! {
        self.write(|r| r.assert_instead(law.assertion));
        let by = self.progress.step.map(Breaker::Call);
        self.end_broken(law, by)
    }

    fn end_broken(&mut self, law: &'static Law, by: Option<Breaker>) -> ! {
        self.progress.step = None;
        self.announce();
        self.phase = Phase::Call;
        // If a method of the trait panicked, that is what happened: it has a message and a place.
        if !panics::is_kept() {
            panics::keep_broken(Panic {
                message: law.promise.to_owned(),
                file: String::new(),
                line: 0,
                column: 0,
                step: None,
                law: Some(law),
                by,
            });
        }
        std::panic::resume_unwind(Box::new(Broken))
    }

    /// Ends the run, because a value breaks a law after the call that was just made. In the assertion, `{1}` is the call's second argument.
    #[cold]
    pub fn broken_by_call<T>(&mut self, law: &'static Law, held: &Held<T>) {
        if let Some(variable) = held.variable {
            self.write_step(None);
            self.write(|r| r.assert_law(law, &[variable], true));
            self.end_broken(law, Some(Breaker::Type(held.pool)));
        }
    }

    /// Ends the run, because the call that was just made changed a value that it should not change. `state` is an expression for the value's state,
    /// with `{}` in place of the value.
    #[cold]
    pub fn changed_by_call<T>(&mut self, law: &'static Law, held: &Held<T>, state: &str) {
        if let Some(variable) = held.variable {
            self.write_step(None);
            self.write(|r| r.remember(variable, state));
            self.broken(held.pool, law, &[variable]);
        }
    }
}

/// What a call returns, unless it panics.
pub fn unless_panicking<T>(call: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(value) => Some(value),
        Err(payload) => {
            // Dropping it might panic.
            std::mem::forget(payload);
            panics::forget();
            None
        }
    }
}

impl<T> Pool<T> {
    /// The states of the values.
    pub fn states<S>(&self, state: impl Fn(&T) -> S) -> Vec<S> {
        self.slots.iter().map(|slot| state(&slot.value)).collect()
    }

    /// Ends the run, because the call that was just made changed a value that has nothing to do with it. `states` are those before the call, for the
    /// values that are not held now.
    pub fn check_others<S: PartialEq>(
        &self,
        c: &mut Chooser,
        law: &'static Law,
        states: &[S],
        (state, text): (impl Fn(&T) -> S, &str),
    ) {
        for (slot, before) in self.slots.iter().zip(states) {
            if state(&slot.value) != *before {
                c.write_step(None);
                let variable = slot.variable;
                c.write(|r| r.remember(variable, text));
                c.broken(self.number, law, &[variable]);
            }
        }
    }

    /// Ends the run if the value that was just added is equal to another one that the same call gave. All these calls were made on the one object that was
    /// ever in the pool of `givers`: the ids of different objects may be equal.
    pub fn check_new<G>(&self, c: &mut Chooser, law: &'static Law, givers: &Pool<G>)
    where
        T: PartialEq,
    {
        let is_only = givers.count == 1;
        let Some((new, others)) = self.slots.split_last().filter(|_| is_only) else {
            return;
        };
        let mut others = others.iter().filter(|slot| slot.by == new.by);
        if let Some(other) = others.find(|slot| slot.value == new.value) {
            c.broken(givers.number, law, &[new.variable, other.variable]);
        }
    }

    /// Checks laws of each value.
    pub fn check_each(&self, c: &mut Chooser, check: impl Fn(&T) -> Found) {
        for slot in &self.slots {
            if let Some(law) = check(&slot.value) {
                c.broken(self.number, law, &[slot.variable]);
            }
        }
    }

    /// Checks laws of each two values.
    pub fn check_pairs(&self, c: &mut Chooser, check: impl Fn(&T, &T) -> Found) {
        let compared = &self.slots[..self.slots.len().min(COMPARED)];
        for (number, a) in compared.iter().enumerate() {
            for b in &compared[..number] {
                if let Some(law) = check(&a.value, &b.value) {
                    c.broken(self.number, law, &[a.variable, b.variable]);
                }
            }
        }
    }

    /// Checks laws of each three values, in all orders.
    pub fn check_triples(&self, c: &mut Chooser, check: impl Fn(&T, &T, &T) -> Found) {
        let compared = &self.slots[..self.slots.len().min(COMPARED)];
        for (i, a) in compared.iter().enumerate() {
            for (j, b) in compared.iter().enumerate() {
                for (k, d) in compared.iter().enumerate() {
                    if i != j
                        && j != k
                        && i != k
                        && let Some(law) = check(&a.value, &b.value, &d.value)
                    {
                        c.broken(self.number, law, &[a.variable, b.variable, d.variable]);
                    }
                }
            }
        }
    }

    /// Checks laws that need the values themselves, which are used up.
    pub fn check_used_up(&mut self, c: &mut Chooser, check: impl Fn(T) -> Found) {
        for slot in std::mem::take(&mut self.slots) {
            if let Some(law) = check(slot.value) {
                c.broken(self.number, law, &[slot.variable]);
            }
        }
    }
}
