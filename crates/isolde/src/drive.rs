//! Runs of thunks, and the loop of a driver program.

use crate::abi::Phase;
use crate::chooser::{Chooser, Discard};
use crate::thunk::Thunk;
use crate::{json, panics};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum RunOutcome {
    /// The function returned.
    Returned = 1,
    /// The function panicked.
    Panicked = 2,
    /// The arguments could not be built: not a case.
    Discarded = 3,
}

/// What a run left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: RunOutcome,
    /// Summary of what was returned.
    pub shape: u64,
    /// JSON of `isolde_record::Observation` if the chooser renders; else the panic, or nothing.
    pub text: String,
}

/// Runs a thunk. The chooser must be fresh.
///
/// Messages and places of panics are known only if [`capture_panics`](crate::capture_panics) was called before.
pub fn run(thunk: Thunk, chooser: &mut Chooser) -> Run {
    panics::forget();
    let result = catch_unwind(AssertUnwindSafe(|| thunk(chooser)));
    let (outcome, panic) = match (result, chooser.phase) {
        (Ok(()), Phase::Build) => (RunOutcome::Discarded, None),
        (Ok(()), _) => (RunOutcome::Returned, None),
        (Err(payload), Phase::Observe) => {
            leak(payload);
            (RunOutcome::Returned, None)
        }
        (Err(payload), Phase::Call) => {
            let panic = panics::take(&*payload);
            leak(payload);
            (RunOutcome::Panicked, Some(panic))
        }
        (Err(payload), Phase::Build) => {
            leak(payload);
            (RunOutcome::Discarded, None)
        }
    };
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
        text,
    }
}

/// Keeps a payload from being dropped, unless it is ours: a payload of the user's may panic when dropped.
fn leak(payload: Box<dyn std::any::Any + Send>) {
    if !payload.is::<Discard>() {
        std::mem::forget(payload);
    }
}

/// The `main` of a driver program: runs the thunks that the worker asks for until there are no more requests.
#[cfg(any(feature = "engine", isolde_engine))]
pub fn drive(thunks: &[Thunk]) -> std::process::ExitCode {
    use crate::abi::{MAX_TEXT, RENDER, engine};
    panics::capture();
    while let Some(index) = engine::next() {
        let Some(&thunk) = thunks.get(index as usize) else {
            return std::process::ExitCode::FAILURE;
        };
        let mut chooser = Chooser::engine(engine::flags() & RENDER != 0);
        let mut run = run(thunk, &mut chooser);
        if run.text.len() > MAX_TEXT {
            // Half a text is no JSON; the outcome still counts.
            run.text.clear();
        }
        engine::finish(run.outcome as u32, run.shape, &run.text);
    }
    std::process::ExitCode::SUCCESS
}

#[cfg(test)]
mod tests;
