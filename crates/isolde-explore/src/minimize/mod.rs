//! The simplest input that still does what is wanted, in the manner of Hypothesis: leave choices out, remove elements, make values simpler. This is
//! repeated as long as it helps, within a bounded number of runs.
//!
//! A choice that is left out of the tape takes its simplest value, so the result names only what matters. Choices have structural
//! keys: leaving some out moves no others. Minimizing is deterministic: the same tape and the same answers give the same result.

mod boundary;
mod elements;
mod simpler;
mod structure;

#[cfg(test)]
mod tests;

pub use boundary::boundaries;

use crate::values::{clamp, mask, signed, simplest, tape_of};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Minimizes `tape`. `run` runs a tape (with seed 0) and returns the choices that were made if the run still does what is wanted, else `None`. At most
/// `runs` runs are made. If the tape itself is not as wanted, it is returned unchanged.
///
/// After D. R. MacIver and A. F. Donaldson, "Test-Case Reduction via Test-Case Generation: Insights from the Hypothesis Reducer" (ECOOP 2020).
pub fn minimize(
    tape: &Tape,
    runs: u32,
    run: &mut dyn FnMut(&Tape) -> Option<Vec<ChoiceRecord>>,
) -> Tape {
    let Some(choices) = run(tape) else {
        return tape.clone();
    };
    let mut shrink = Shrink {
        tape: relevant(tape, &choices),
        choices,
        left: runs,
        asked: 0,
        most_asked: runs.saturating_mul(ASKED_PER_RUN),
        tried: HashSet::new(),
        run,
    };
    shrink.all();
    shrink.tape
}

/// Like [`minimize()`], but runs may fail: after a failure nothing more is tried.
///
/// # Errors
/// The first failure.
pub fn try_minimize<E>(
    tape: &Tape,
    runs: u32,
    mut run: impl FnMut(&Tape) -> Result<Option<Vec<ChoiceRecord>>, E>,
) -> Result<Tape, E> {
    let mut failure = None;
    let best = minimize(tape, runs, &mut |tape| {
        if failure.is_some() {
            return None;
        }
        run(tape).unwrap_or_else(|error| {
            failure = Some(error);
            None
        })
    });
    failure.map_or(Ok(best), Err)
}

/// Most variants of one choice that [`around`] tries.
const VARIANTS: usize = 8;

/// The inputs one step simpler than a minimal one: the next number towards zero, one element less. They behave differently, or the input would not be
/// minimal; so they lie just beyond a boundary. `choices` are those of the minimal input's run.
///
/// There is at most one for each choice, and each is as large as the input, so the iterator makes them one by one.
pub fn neighbours(choices: &[ChoiceRecord]) -> impl Iterator<Item = Tape> {
    let steps = choices.iter().filter_map(|choice| {
        let value = match kind(choice) {
            ChoiceKind::Signed if signed(choice, choice.value) < 0 => {
                choice.value.wrapping_add(1) & mask(choice.width)
            }
            ChoiceKind::Signed | ChoiceKind::Unsigned | ChoiceKind::Byte | ChoiceKind::Length => {
                choice.value.checked_sub(1)?
            }
            ChoiceKind::Bool
            | ChoiceKind::Ascii
            | ChoiceKind::Scalar
            | ChoiceKind::Float
            | ChoiceKind::Variant
            | ChoiceKind::Departure => return None,
        };
        (choice.low..=choice.high)
            .contains(&value)
            .then_some((choice.key, value))
    });
    each_changed(choices, steps)
}

/// The inputs next to that of a run that made these choices: a number, a length or a character one or two larger or smaller, another variant. They are
/// followed by those with the smallest and the largest number of its type, 0 and -1, which show whether a property of small numbers is one of all.
///
/// As for [`neighbours`], the iterator makes them one by one.
pub fn around(choices: &[ChoiceRecord]) -> impl Iterator<Item = Tape> {
    let steps = choices.iter().flat_map(|choice| {
        let values: Vec<u64> = match kind(choice) {
            ChoiceKind::Signed
            | ChoiceKind::Unsigned
            | ChoiceKind::Byte
            | ChoiceKind::Length
            | ChoiceKind::Ascii
            | ChoiceKind::Scalar => [1, u64::MAX, 2, u64::MAX - 1]
                .map(|step| choice.value.wrapping_add(step) & mask(choice.width))
                .into(),
            ChoiceKind::Bool | ChoiceKind::Variant => {
                (choice.low..=choice.high).take(VARIANTS).collect()
            }
            ChoiceKind::Float | ChoiceKind::Departure => Vec::new(),
        };
        allowed(choice, values)
    });
    let ends = choices.iter().flat_map(|choice| {
        let all = mask(choice.width);
        let values = match kind(choice) {
            ChoiceKind::Signed => vec![all ^ (all >> 1), all >> 1, 0, all],
            ChoiceKind::Unsigned => vec![choice.low, choice.high],
            _ => Vec::new(),
        };
        let is_far = |value: &u64| {
            let step = value.wrapping_sub(choice.value) & all;
            step.min(step.wrapping_neg() & all) > 2
        };
        allowed(choice, values.into_iter().filter(is_far).collect())
    });
    each_changed(choices, steps.chain(ends))
}

/// Those of the values that a choice may have instead of its own, with its key.
fn allowed(choice: &ChoiceRecord, values: Vec<u64>) -> Vec<(u64, u64)> {
    let is_new = |value: &u64| *value != choice.value && clamp(choice, *value) == *value;
    let values = values.into_iter().filter(is_new);
    values.map(|value| (choice.key, value)).collect()
}

/// The tape of a run with one of its choices changed, for each of the changes.
fn each_changed(
    choices: &[ChoiceRecord],
    changes: impl Iterator<Item = (u64, u64)>,
) -> impl Iterator<Item = Tape> {
    let tape = tape_of(choices);
    changes.map(move |(key, value)| {
        let mut tape = tape.clone();
        tape.0.insert(key, value);
        tape
    })
}

/// The part of a tape that a run asked for, without choices that have the value they would have had anyway.
fn relevant(tape: &Tape, choices: &[ChoiceRecord]) -> Tape {
    let on_tape = |choice: &&ChoiceRecord| {
        tape.0.contains_key(&choice.key) && choice.value != simplest(choice)
    };
    Tape(
        choices
            .iter()
            .filter(on_tape)
            .map(|choice| (choice.key, choice.value))
            .collect(),
    )
}

/// Tapes that are considered, for each run that may be made. A tape that was tried before costs no run, but considering it takes time too.
const ASKED_PER_RUN: u32 = 16;

/// A minimization in progress. Every loop in it ends once [`Shrink::is_over`], since a program may choose among 2^64 values.
struct Shrink<'a> {
    /// The best tape so far.
    tape: Tape,
    /// The choices of its run.
    choices: Vec<ChoiceRecord>,
    /// Runs that may still be made.
    left: u32,
    /// Tapes considered so far, and the maximum number.
    asked: u32,
    most_asked: u32,
    /// Hashes of the tapes that were not as wanted; the tapes themselves can be large.
    tried: HashSet<u64>,
    run: &'a mut dyn FnMut(&Tape) -> Option<Vec<ChoiceRecord>>,
}

impl Shrink<'_> {
    fn all(&mut self) {
        if self.attempt(Tape::default()) {
            return;
        }
        while !self.is_over() {
            let before = self.tape.clone();
            self.leave_out();
            elements::shorten(self);
            simpler::simplify(self);
            simpler::lower_together(self);
            if self.tape == before {
                return;
            }
        }
    }

    /// Whether nothing more may be tried.
    fn is_over(&self) -> bool {
        self.left == 0 || self.asked >= self.most_asked
    }

    /// Runs a tape, and adopts it if its run is as wanted.
    fn attempt(&mut self, tape: Tape) -> bool {
        if self.is_over() {
            return false;
        }
        self.asked += 1;
        if tape == self.tape || !self.tried.insert(tape_hash(&tape)) {
            return false;
        }
        self.left -= 1;
        match (self.run)(&tape) {
            Some(choices) => {
                self.tape = relevant(&tape, &choices);
                self.choices = choices;
                true
            }
            None => false,
        }
    }

    /// Attempts the best tape with other values for some keys.
    fn attempt_with(&mut self, changes: impl IntoIterator<Item = (u64, u64)>) -> bool {
        let mut tape = self.tape.clone();
        tape.0.extend(changes);
        self.attempt(tape)
    }

    /// The value that a choice has now.
    fn value(&self, choice: &ChoiceRecord) -> u64 {
        self.tape
            .0
            .get(&choice.key)
            .copied()
            .unwrap_or_else(|| simplest(choice))
    }

    /// Leaves choices out, in ever smaller groups of neighbours, from the end: later choices depend on earlier ones.
    fn leave_out(&mut self) {
        let mut size = self.tape.0.len().div_ceil(2);
        while size > 0 {
            let mut end = self.on_tape().len();
            while end > 0 {
                if self.is_over() {
                    return;
                }
                let keys = self.on_tape();
                end = end.min(keys.len());
                let begin = end.saturating_sub(size);
                let mut tape = self.tape.clone();
                for key in &keys[begin..end] {
                    tape.0.remove(key);
                }
                self.attempt(tape);
                end = begin;
            }
            size /= 2;
        }
    }

    /// Keys on the tape in the order in which the run asks for them.
    fn on_tape(&self) -> Vec<u64> {
        self.choices
            .iter()
            .map(|choice| choice.key)
            .filter(|key| self.tape.0.contains_key(key))
            .collect()
    }
}

/// A hash of a tape. If two tapes had the same hash of 64 bits, one attempt would be missed, nothing else.
fn tape_hash(tape: &Tape) -> u64 {
    let mut hasher = DefaultHasher::new();
    tape.hash(&mut hasher);
    hasher.finish()
}

fn kind(choice: &ChoiceRecord) -> ChoiceKind {
    ChoiceKind::from_u16(choice.kind)
}
