//! What is observed of one case: first whether it misuses memory, then what is the same in all surroundings.

use crate::request::{Observe, Soundness, Surroundings};
use crate::verify::Reason;
use crate::{SuiteError, memory, stable};
use isolde_record::{Case, Outcome, ThunkInfo};
use std::iter;

/// How often each case is observed, each time in a new process, before it is observed in other surroundings.
const OBSERVATIONS: usize = 2;
/// How often it is observed in other surroundings.
const ELSEWHERE: usize = 6;

/// Checks a case of this thunk for errors of memory, and observes it if it has none.
pub(crate) fn observe(
    programs: &mut dyn Observe,
    case: &Case,
    thunk: &ThunkInfo,
) -> Result<Result<stable::Observed1, Reason>, SuiteError> {
    if memory::can_be_checked(case) {
        match programs.check(case, thunk)? {
            Soundness::Corrupts(error, observation) => {
                return Ok(Ok((Outcome::Corrupted(error), *observation)));
            }
            Soundness::Unclear => return Ok(Err(Reason::MisusesMemory)),
            Soundness::Sound | Soundness::Unknown => {}
        }
    }
    match case.outcome {
        // Not in every run.
        Outcome::Corrupted(_) => Ok(Err(Reason::Flaky)),
        _ => everywhere(programs, case),
    }
}

/// Observes a case in all surroundings. Returns what is the same in all runs, or why the case cannot be made into a test.
fn everywhere(
    programs: &mut dyn Observe,
    case: &Case,
) -> Result<Result<stable::Observed1, Reason>, SuiteError> {
    let mut here = Vec::with_capacity(OBSERVATIONS);
    for _ in 0..OBSERVATIONS {
        match programs.observe(case, Surroundings::Usual)? {
            Some(observed) => here.push(observed),
            None => return Ok(Err(Reason::ActsOutside)),
        }
    }
    let Some(mut seen) = stable::merge(&here) else {
        return Ok(Err(Reason::Flaky));
    };
    // Rare results show up in many runs. Runs in two processes are compared one by one, because what a run leaves behind for the next is the same in
    // both.
    if !seen.0.is_fatal() {
        let (one, other) = (programs.repeat(case)?, programs.repeat(case)?);
        for (one, other) in one.iter().zip(&other) {
            let Some(common) = stable::common(&seen, one, other) else {
                return Ok(Err(Reason::Flaky));
            };
            seen = common;
        }
    }
    // Hashes of std differ from one run elsewhere to the next, and a result may depend on one bit of them.
    let elsewhere = iter::repeat_n(Surroundings::Elsewhere, ELSEWHERE);
    for surroundings in iter::once(Surroundings::Backtraces).chain(elsewhere) {
        let observed = programs.observe(case, surroundings)?;
        let merged = observed.and_then(|observed| stable::merge(&[seen, observed]));
        match merged {
            Some(merged) => seen = merged,
            None => return Ok(Err(Reason::Surroundings)),
        }
    }
    Ok(Ok(seen))
}
