//! Errors of memory: which of the explored cases have one, and what their tests say about it.
//!
//! The exploration does not notice such errors. So cases run again in the program that checks memory, first those that would be chosen, then others as
//! far as there is time; a case with an error becomes a finding. Further inputs are drawn, because code without branches gives the exploration no reason to
//! try them: a pointer may be dangling whatever was covered before. Every case is checked once more before it becomes a test.

use crate::SuiteError;
use crate::choose::{by_index, choose};
use crate::finding::{Key, key};
use crate::request::{Observe, Soundness, SuiteRequest, go_on};
use crate::time::Shares;
use isolde_record::{Case, MemoryError, Observation, Outcome};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Maximum number of cases that are checked. Each runs in a process of its own.
const MOST: usize = 2000;
/// Shares of the spare time for this, and for drawing further inputs.
const CHECKING: f64 = 0.2;
const DRAWING: f64 = 0.2;

/// The cases, those with an error of memory ending in it, and further ones with such errors.
///
/// # Errors
/// If the programs cannot be run, or the user wants to stop.
pub(crate) fn mark<'c>(
    request: &SuiteRequest<'c>,
    programs: &mut dyn Observe,
    shares: &Shares,
) -> Result<Cow<'c, [Case]>, SuiteError> {
    let mut cases = Cow::Borrowed(request.cases);
    if !programs.checks_memory() {
        return Ok(cases);
    }
    let chosen = choose(request.cases, request.thunks, &request.coverage);
    let step = shares.optional(CHECKING, chosen.len(), chosen.len());
    let thunks = by_index(request.thunks);
    let order = order(&chosen, request.cases);
    let started = Instant::now();
    let mut panicking: BTreeMap<Key, Case> = BTreeMap::new();
    for (done, &index) in order.iter().enumerate() {
        go_on(request.workspace.deadline)?;
        (request.workspace.progress)("checking memory", done, order.len());
        let case = &request.cases[index];
        if !request.has_time(case.thunk, &step) {
            continue;
        }
        let thunk = thunks[&case.thunk];
        match programs.check(case, thunk)? {
            Soundness::Corrupts(error, _) => {
                cases.to_mut()[index].outcome = Outcome::Corrupted(error);
            }
            // What is called may panic, too.
            Soundness::Sound => {
                for case in programs.panicking(case, thunk)? {
                    let simplest = panicking.entry(key(&case.outcome, thunk));
                    let simplest = simplest.or_insert_with(|| case.clone());
                    if case.choices < simplest.choices {
                        *simplest = case;
                    }
                }
            }
            Soundness::Unclear | Soundness::Unknown => {}
        }
    }
    let checking = started.elapsed();
    cases.to_mut().extend(panicking.into_values());
    let mut known: BTreeSet<Key> = cases
        .iter()
        .filter(|case| matches!(case.outcome, Outcome::Corrupted(_)))
        .map(|case| key(&case.outcome, thunks[&case.thunk]))
        .collect();
    let step = shares.optional(DRAWING, chosen.len(), chosen.len());
    for (done, thunk) in request.thunks.iter().enumerate() {
        go_on(request.workspace.deadline)?;
        (request.workspace.progress)("looking for memory errors", done, request.thunks.len());
        let turn = step.share(1.0 / (request.thunks.len() - done) as f64);
        if thunk.is_check || !request.has_time(thunk.index, &turn) {
            continue;
        }
        for case in programs.draw_errors(thunk, &turn)? {
            // Another run in the same process may have been the cause.
            let Soundness::Corrupts(error, _) = programs.check(&case, thunk)? else {
                continue;
            };
            let outcome = Outcome::Corrupted(error);
            if known.insert(key(&outcome, thunk)) {
                cases.to_mut().push(Case { outcome, ..case });
            }
        }
    }
    tracing::info!(
        at_most = order.len(),
        errors = known.len(),
        checking = checking.as_secs_f64(),
        drawing = (started.elapsed() - checking).as_secs_f64(),
        "looked for errors of memory"
    );
    Ok(cases)
}

/// Which cases are checked, in this order: the chosen ones, then of each thunk the first of the others, then the second ones, and so on.
fn order(chosen: &[usize], cases: &[Case]) -> Vec<usize> {
    let first: BTreeSet<usize> = chosen.iter().copied().collect();
    let mut ranks = std::collections::BTreeMap::<u32, usize>::new();
    let mut others: Vec<(usize, usize)> = cases
        .iter()
        .enumerate()
        .filter(|(index, _)| !first.contains(index))
        .map(|(index, case)| {
            let rank = ranks.entry(case.thunk).or_default();
            *rank += 1;
            (*rank, index)
        })
        .collect();
    others.sort_unstable();
    let others = others.into_iter().map(|(_, index)| index);
    let all = chosen.iter().copied().chain(others);
    all.filter(|&index| can_be_checked(&cases[index]))
        .take(MOST)
        .collect()
}

/// Whether it makes sense to run a case again: it ends in time, and not because a resource is used up.
pub(crate) fn can_be_checked(case: &Case) -> bool {
    matches!(
        case.outcome,
        Outcome::Returned
            | Outcome::Panicked(_)
            | Outcome::Signalled { .. }
            | Outcome::Corrupted(_)
    )
}

/// The statement of a call that ends like this. If it is an error of memory because a mock or closure panics, the test catches the panic: it must pass once the
/// code is sound.
pub(crate) fn failing_call(outcome: &Outcome, observation: &Observation, call: &str) -> String {
    let call = format!("let _ = {call};\n");
    let mocks = observation.mocks.iter().map(|mock| &mock.source);
    let mut texts = mocks
        .chain([&observation.call])
        .chain(&observation.statements);
    let panics =
        matches!(outcome, Outcome::Corrupted(_)) && texts.any(|it| it.contains("panic!()"));
    match panics {
        true => format!(
            "let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {{\n{call}}}));\n"
        ),
        false => call,
    }
}

/// What the documentation of a test with this name says about the error that it has.
pub(crate) fn told(function: &str, error: &MemoryError, name: &str) -> String {
    let freed = match &error.freed {
        Some(freed) if *freed != error.place => format!(" at {freed}"),
        _ => String::new(),
    };
    format!(
        "`{function}`: {}{freed} ({}). An ordinary run may not notice this; Miri does: `cargo +nightly miri test {name} -- --ignored`.",
        error.message(),
        error.place
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::{corrupted, test};
    use isolde_record::{MemoryErrorKind, Place};

    #[test]
    fn chosen_cases_are_checked_first_and_those_that_use_up_a_resource_never() {
        let case = |thunk: u32, outcome: Outcome| Case {
            thunk,
            ..test(outcome, Observation::default(), false).case()
        };
        let cases = [
            case(0, Outcome::Returned),
            case(0, Outcome::Returned),
            case(1, Outcome::Signalled { signal: 6 }),
            case(1, Outcome::TimedOut),
            case(0, Outcome::Returned),
            case(0, Outcome::OutOfMemory),
        ];
        assert_eq!(order(&[4], &cases), [4, 0, 2, 1]);
    }

    #[test]
    fn the_documentation_of_a_test_says_what_happens_and_how_to_see_it() {
        let mut error = corrupted(MemoryErrorKind::UseAfterFree, 31);
        error.freed = Some(Place {
            file: "src/history.rs".into(),
            line: 28,
        });
        assert_eq!(
            told(
                "history::History::latest",
                &error,
                "latest_uses_freed_memory"
            ),
            "`history::History::latest`: reads 4 bytes of memory that was freed at src/history.rs:28 (src/history.rs:31). \
             An ordinary run may not notice this; Miri does: `cargo +nightly miri test latest_uses_freed_memory -- --ignored`."
        );
    }

    #[test]
    fn a_panic_of_a_closure_is_caught_so_that_sound_code_passes() {
        let outcome = Outcome::Corrupted(corrupted(MemoryErrorKind::DoubleFree, 3));
        let of = |call: &str| failing_call(&outcome, &Observation::default(), call);
        assert_eq!(of("a.pop()"), "let _ = a.pop();\n");
        let observation = Observation {
            call: "retain(&mut a, |_| panic!())".into(),
            ..Observation::default()
        };
        assert_eq!(
            failing_call(&outcome, &observation, &observation.call),
            "let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {\n\
             let _ = retain(&mut a, |_| panic!());\n}));\n"
        );
    }
}
