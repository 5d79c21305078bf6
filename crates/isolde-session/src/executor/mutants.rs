//! Runs cases in the program with mutants.

use super::{Executor, SHORTEST_LIMIT, enter};
use isolde_abi::shared::{ChoiceRecord, RENDER};
use isolde_explore::{ExploreError, Request, try_minimize};
use isolde_record::{Case, Deadline, Observation, Outcome, Tape};
use isolde_suite::Notices;

/// Maximum number of inputs that are tried to make a case simpler.
const INPUTS: u32 = 150;
/// How many of them may run into the time limit.
const SLOW: u32 = 4;

/// What a run shows, and the choices that it made.
type Shown = ((Outcome, Observation), Vec<ChoiceRecord>);

impl Executor {
    /// Runs an input with a mutant, or with the code as it is; `None` if there is no program with mutants, or the run tried to act outside.
    pub(super) fn shown(
        &mut self,
        thunk: u32,
        tape: &Tape,
        mutant: Option<u32>,
    ) -> Result<Option<Shown>, ExploreError> {
        let Some(mutants) = &mut self.mutants else {
            return Ok(None);
        };
        let run = mutants.get()?.run_inside(&Request {
            flags: RENDER,
            mutant: mutant.unwrap_or(0),
            // A mutant that takes longer hangs.
            limit: Some(SHORTEST_LIMIT),
            ..Request::new(thunk, tape)
        })?;
        Ok(run.map(|run| {
            let observation = run.observation().unwrap_or_default();
            ((run.outcome, observation), run.choices)
        }))
    }

    /// At most so many cases of a thunk that return, from inputs that are drawn until the deadline.
    pub(super) fn drawn(
        &mut self,
        thunk: u32,
        most: usize,
        deadline: &Deadline,
    ) -> Result<Vec<Case>, ExploreError> {
        let coverage = self.coverage.get()?;
        let (mut cases, mut slow) = (Vec::new(), 0);
        let tape = Tape::default();
        for seed in 1..=most as u64 {
            if deadline.is_over() || slow >= SLOW {
                break;
            }
            let run = coverage.run(&Request {
                seed: u64::from(thunk) << 32 | seed,
                limit: Some(SHORTEST_LIMIT),
                ..Request::new(thunk, &tape)
            })?;
            slow += u32::from(run.outcome.is_fatal());
            if run.outcome == Outcome::Returned {
                let mut case = Case {
                    thunk,
                    tape: run.tape(),
                    outcome: Outcome::Returned,
                    coverage: Vec::new(),
                    called: Vec::new(),
                    shape: 0,
                    choices: 0,
                    run: 0,
                };
                enter(&mut case, &run);
                cases.push(case);
            }
        }
        Ok(cases)
    }

    /// The simplest input found until the deadline that notices a mutant.
    pub(super) fn minimized_noticing(
        &mut self,
        case: &Case,
        mutant: u32,
        notices: &Notices,
        deadline: &Deadline,
    ) -> Result<Case, ExploreError> {
        let mut slow = 0;
        let tape = try_minimize(&case.tape, INPUTS, |tape| {
            if slow >= SLOW || deadline.is_over() {
                return Ok(None);
            }
            let Some((base, choices)) = self.shown(case.thunk, tape, None)? else {
                return Ok(None);
            };
            if base.0 != Outcome::Returned {
                return Ok(None);
            }
            let Some((mutated, _)) = self.shown(case.thunk, tape, Some(mutant))? else {
                return Ok(None);
            };
            slow += u32::from(mutated.0 == Outcome::TimedOut);
            Ok::<_, ExploreError>(notices(&base, &mutated).then_some(choices))
        })?;
        let request = Request::new(case.thunk, &tape);
        let run = self.coverage.get()?.run(&request)?;
        if run.outcome != Outcome::Returned {
            return Ok(case.clone());
        }
        let mut minimal = case.clone();
        enter(&mut minimal, &run);
        minimal.tape = tape;
        Ok(minimal)
    }
}
