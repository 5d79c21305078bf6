//! Chooses which inputs of an exploration are kept: one for each behaviour.
//!
//! Inputs that were stored before stay, whatever they show, since someone committed them. Then each new way to fail gets an input, the simplest
//! one found, and then so does code that none of the kept inputs reaches, by a greedy cover.

use crate::classes::{Classes, same_ending};
use crate::input::Input;
use crate::known::{Known, Unfit};
use crate::programs::Programs;
use isolde_explore::ExploreError;
use isolde_record::put::{PutInfo, Verdict};
use isolde_record::{Case, Outcome, Tape};
use std::collections::BTreeSet;

/// How often an input is run, each time in a new process, before its outcome is trusted.
const OBSERVATIONS: usize = 3;

/// The inputs of a test.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Inputs, failures first, otherwise in the order in which they were kept.
    pub inputs: Vec<Input>,
    /// Stored inputs that no longer fit.
    pub unfit: Vec<Unfit>,
    /// Inputs left out because their runs would change something outside the process.
    pub outside: u32,
    /// Inputs left out because their runs end differently each time.
    pub unstable: u32,
    /// Coverage points that the inputs reach.
    pub covered: BTreeSet<u32>,
}

/// Chooses among the cases of one test. When the user wants to stop, nothing more is chosen, and the inputs kept until then are returned; but `None` is
/// returned if some stored inputs have not been run yet, since those must not be lost.
///
/// # Errors
/// If a program cannot be run.
pub fn keep(
    programs: &mut Programs,
    test: u32,
    info: &PutInfo,
    known: &Known,
    cases: &[&Case],
) -> Result<Option<Kept>, ExploreError> {
    let mut keeper = Keeper {
        programs,
        test,
        kept: Kept {
            unfit: known.unfit.clone(),
            ..Kept::default()
        },
        classes: Classes::default(),
        must_panic: info.should_panic.is_some(),
    };
    if !keeper.known(known, info)? {
        return Ok(None);
    }
    let rest = keeper.endings(cases)?;
    keeper.cover(rest)?;
    let mut kept = keeper.kept;
    kept.inputs.sort_by_key(|input| !input.is_failure());
    Ok(Some(kept))
}

struct Keeper<'a> {
    programs: &'a mut Programs,
    test: u32,
    kept: Kept,
    classes: Classes,
    must_panic: bool,
}

impl Keeper<'_> {
    /// Runs the stored inputs again. Returns whether all of them were run.
    fn known(&mut self, known: &Known, info: &PutInfo) -> Result<bool, ExploreError> {
        let changed = known.signature != crate::known::signature(info);
        for (stored, tape) in &known.inputs {
            if self.programs.is_cancelled() {
                return Ok(false);
            }
            let unfit = |why: &str| Unfit {
                stored: stored.clone(),
                why: why.to_owned(),
            };
            let Some(input) = self.programs.observe(self.test, tape, None)? else {
                self.kept.outside += 1;
                self.kept
                    .unfit
                    .push(unfit("its run would change something outside the process"));
                continue;
            };
            if input.verdict == Verdict::Discarded {
                self.kept.unfit.push(unfit("an assume! refuses it"));
                continue;
            }
            if changed && input.choices.len() < tape.0.len() {
                self.kept.unfit.push(unfit(
                    "the test makes other choices than when it was stored",
                ));
                continue;
            }
            self.add(input)?;
        }
        Ok(true)
    }

    /// Keeps an input for each ending that no kept input has shown. Returns the remaining cases.
    fn endings<'c>(&mut self, cases: &[&'c Case]) -> Result<Vec<&'c Case>, ExploreError> {
        let mut rest = Vec::new();
        for case in cases {
            if self.programs.is_cancelled() {
                break;
            }
            // If a test must panic, an input for which it returns is a failure.
            if case.outcome == Outcome::Returned && !self.must_panic {
                rest.push(*case);
                continue;
            }
            let Some(input) = self.observe(&case.tape, &case.outcome)? else {
                continue;
            };
            if input.verdict == Verdict::Discarded {
                continue;
            }
            if !self.classes.is_new(&input) {
                rest.push(*case);
                continue;
            }
            self.add_simplest(case, &BTreeSet::new())?;
        }
        Ok(rest)
    }

    /// Keeps inputs that reach code which none of the kept inputs reaches.
    fn cover(&mut self, mut cases: Vec<&Case>) -> Result<(), ExploreError> {
        while !self.programs.is_cancelled() {
            let gain = |case: &&Case| {
                let new = case
                    .coverage
                    .iter()
                    .filter(|&point| !self.kept.covered.contains(point));
                new.count()
            };
            // Of equally good ones the one that was found first.
            let best = cases
                .iter()
                .enumerate()
                .rev()
                .max_by_key(|(_, case)| gain(case))
                .map(|(index, case)| (index, gain(case)));
            let passes = self.kept.inputs.iter().any(|input| !input.is_failure());
            match best {
                Some((index, gain)) if gain > 0 || !passes => {
                    let case = cases.remove(index);
                    let new = case
                        .coverage
                        .iter()
                        .copied()
                        .filter(|point| !self.kept.covered.contains(point))
                        .collect();
                    self.add_simplest(case, &new)?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Keeps the simplest input that behaves as a case does and reaches the given points.
    fn add_simplest(&mut self, case: &Case, points: &BTreeSet<u32>) -> Result<(), ExploreError> {
        let tape = self.programs.simplest(case, points)?;
        match self.observe(&tape, &case.outcome)? {
            Some(mut input) if input.verdict != Verdict::Discarded => {
                input.run = Some(case.run);
                self.add(input)
            }
            _ => Ok(()),
        }
    }

    /// Runs an input until it is known to end in the same way each time. `None`, and counted, if it does not, or would act outside the process.
    fn observe(&mut self, tape: &Tape, expected: &Outcome) -> Result<Option<Input>, ExploreError> {
        let mut observed: Option<Input> = None;
        for _ in 0..OBSERVATIONS {
            let Some(input) = self.programs.observe(self.test, tape, Some(expected))? else {
                self.kept.outside += 1;
                return Ok(None);
            };
            if observed
                .as_ref()
                .is_some_and(|first| !same_ending(first, &input))
            {
                self.kept.unstable += 1;
                return Ok(None);
            }
            observed = Some(input);
        }
        Ok(observed)
    }

    fn add(&mut self, mut input: Input) -> Result<(), ExploreError> {
        let run = self.programs.cover(self.test, &input.tape)?;
        self.classes.note(&input);
        let before = self.kept.covered.len();
        self.kept.covered.extend(&run.coverage);
        input.new_coverage = self.kept.covered.len() - before;
        input.coverage = run.coverage;
        let is_double = self
            .kept
            .inputs
            .iter()
            .any(|other| other.choices == input.choices);
        if !is_double {
            self.kept.inputs.push(input);
        }
        Ok(())
    }
}
