//! Runs of thunks, and the loop of a driver program.

use crate::abi::Phase;
use crate::chooser::{Chooser, Discard};
use crate::outcome::RunOutcome;
use crate::panics::Panic;
use crate::thunk::Thunk;
use crate::{detour, json, mock, panics};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: RunOutcome,
    /// A summary of what was returned.
    pub shape: u64,
    /// A summary of the values that a sequence left; 0 if it was not wanted.
    pub state: u32,
    /// The JSON of an `isolde_record::Observation` if the chooser renders; otherwise the JSON of the panic, or empty if there was none.
    pub text: String,
}

/// Runs a thunk. The chooser must be fresh.
///
/// The messages and places of panics are known only if [`capture_panics`](crate::capture_panics) was called before.
pub fn run(thunk: Thunk, chooser: &mut Chooser) -> Run {
    let (outcome, panic) = attempt(thunk, chooser, &mut |_, _| {});
    let text = if chooser.is_rendering()
        && let Some(rendering) = &chooser.rendering
    {
        json::observation(rendering, panic.as_ref())
    } else {
        panic.as_ref().map_or_else(String::new, json::panic_only)
    };
    Run {
        outcome,
        shape: chooser.shape.value(),
        state: chooser.states.unwrap_or(0),
        text,
    }
}

/// Runs a thunk; returns how it ended, and the panic if there was one. `see` is called with the panic and its payload.
pub(crate) fn attempt(
    thunk: impl FnOnce(&mut Chooser),
    chooser: &mut Chooser,
    see: &mut dyn FnMut(&(dyn Any + Send), &Panic),
) -> (RunOutcome, Option<Panic>) {
    panics::forget();
    mock::begin(chooser);
    let lends = chooser.lends;
    let is_rendering = chooser.is_rendering();
    detour::take_reentered();
    let result = catch_unwind(AssertUnwindSafe(|| thunk(chooser)));
    if lends {
        // A body that panicked has not given the chooser back.
        chooser.take_back();
    }
    let mut depends_on_threads = false;
    chooser.write(|r| {
        r.mocks.withdraw();
        depends_on_threads = r.mocks.lock().depend_on_threads();
    });
    // A thread that goes on might call what is faked no longer, and so might the closure of a fake.
    let leaves_fakes =
        mock::is_isolated() && (detour::take_reentered() || is_rendering && detour::outlive());
    if mock::was_refused() || depends_on_threads || leaves_fakes {
        if let Err(payload) = result {
            leak(payload);
        }
        return (RunOutcome::Discarded, None);
    }
    match (result, chooser.phase) {
        (Ok(()), Phase::Build) => (RunOutcome::Discarded, None),
        (Ok(()), _) => (RunOutcome::Returned, None),
        (Err(payload), _) if payload.is::<Discard>() => (RunOutcome::Discarded, None),
        (Err(payload), Phase::Observe) => {
            leak(payload);
            (RunOutcome::Returned, None)
        }
        (Err(payload), Phase::Call) => {
            let mut panic = panics::take(&*payload);
            if mock::is_contradiction(&panic.message) {
                leak(payload);
                return (RunOutcome::Discarded, None);
            }
            panic.step = chooser.progress.step;
            see(&*payload, &panic);
            leak(payload);
            (RunOutcome::Panicked, Some(panic))
        }
        (Err(payload), Phase::Build) => {
            leak(payload);
            (RunOutcome::Discarded, None)
        }
    }
}

/// Leaks a payload, because dropping it might panic.
fn leak(payload: Box<dyn Any + Send>) {
    std::mem::forget(payload);
}

/// The `main` of a driver program: runs the thunks that the worker asks for until there are no more requests.
#[cfg(any(feature = "engine", isolde_engine))]
pub fn drive(thunks: &[Thunk]) -> std::process::ExitCode {
    use crate::abi::{EXACT, MAX_TEXT, PANICS, RENDER, STATES, engine};
    panics::capture();
    while let Some(index) = engine::next() {
        let Some(&thunk) = thunks.get(index as usize) else {
            return std::process::ExitCode::FAILURE;
        };
        let flags = engine::flags();
        let mut chooser = Chooser::engine(flags & RENDER != 0);
        chooser.write(|r| r.suffixed = flags & EXACT != 0);
        chooser.states = (flags & STATES != 0).then_some(0);
        mock::let_panic(flags & PANICS != 0);
        let mut run = run(thunk, &mut chooser);
        if run.text.len() > MAX_TEXT {
            // A truncated text is not valid JSON; the outcome still counts.
            run.text.clear();
        }
        let shape = run.shape & u64::from(u32::MAX) | u64::from(run.state) << 32;
        engine::finish(run.outcome as u32, shape, &run.text);
    }
    std::process::ExitCode::SUCCESS
}

#[cfg(test)]
mod tests;
