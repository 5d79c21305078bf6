//! Runs cases in the program that checks memory, and finds out where in the package errors happen.

use super::LazyWorker;
use isolde_abi::protocol::{PHASE_CALL, PHASE_OBSERVE};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord, PANICS, RENDER};
use isolde_build::Checked;
use isolde_explore::memory::{Address, Lines, Report};
use isolde_explore::{ExploreError, Request, RunResult, WorkerOptions, try_minimize};
use isolde_record::{
    Case, Deadline, MemoryError, MemoryErrorKind, Outcome, Place, Tape, ThunkInfo,
};
use isolde_suite::Soundness;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Maximum number of runs spent on making one case with an error of memory simpler. Each has its own process.
const RUNS: u32 = 150;

/// Number of answers of mocks and closures, for each case, in the place of which a panic is tried.
const ANSWERS: usize = 4;
/// Maximum number of inputs that are drawn for a thunk that makes sequences of calls, and for another one.
const DRAWN_SEQUENCES: u64 = 3000;
const DRAWN_CALLS: u64 = 300;
/// After so many errors of one thunk no more inputs are drawn for it.
const ERRORS: u32 = 16;

/// The program that checks memory.
pub(super) struct Checks {
    checked: Checked,
    /// The folder that places are relative to.
    root: PathBuf,
    /// Each run in its own process.
    worker: LazyWorker,
    /// Many runs in one process.
    drawing: LazyWorker,
    lines: OnceCell<Option<Lines>>,
    /// Whether the program could not be started, so that nothing is checked.
    is_broken: bool,
}

impl Checks {
    /// For this program, of a package that was built in the folder `root`. Workers are started with these options.
    pub(super) fn new(checked: Checked, root: &Path, options: WorkerOptions) -> Checks {
        let drawing = WorkerOptions {
            fresh: false,
            scratch: options.scratch.with_extension("drawing"),
            ..options.clone().checking()
        };
        Checks {
            checked,
            root: root.to_owned(),
            drawing: LazyWorker::new(drawing),
            worker: LazyWorker::new(options.checking()),
            lines: OnceCell::new(),
            is_broken: false,
        }
    }

    /// What the program says about a case of a thunk.
    pub(super) fn check(
        &mut self,
        case: &Case,
        thunk: &ThunkInfo,
    ) -> Result<Soundness, ExploreError> {
        let Some(rendering) = self.run(case.thunk, &case.tape, RENDER)? else {
            return Ok(Soundness::Unknown);
        };
        if rendering.report.as_deref().and_then(Report::read).is_none() {
            return Ok(Soundness::Sound);
        }
        let mut error = self.error(&rendering, thunk, true);
        if error.is_none() && !thunk.is_sequence() {
            let quiet = self.run(case.thunk, &case.tape, 0)?;
            error = quiet.and_then(|quiet| self.error(&quiet, thunk, false));
        }
        let observation = rendering.observation().unwrap_or_default();
        Ok(match error {
            Some(error) if !observation.call.is_empty() => {
                Soundness::Corrupts(error, Box::new(observation))
            }
            _ => Soundness::Unclear,
        })
    }

    /// The cases that differ from this one in that one of the first answers of mocks and closures is a panic, and have an error of memory.
    pub(super) fn panicking(
        &mut self,
        case: &Case,
        thunk: &ThunkInfo,
    ) -> Result<Vec<Case>, ExploreError> {
        let Some(run) = self.run(case.thunk, &case.tape, 0)? else {
            return Ok(Vec::new());
        };
        let departs = |choice: &&ChoiceRecord| {
            choice.kind == ChoiceKind::Departure as u16 && choice.value == 0
        };
        let answers = run.choices.iter().filter(departs).map(|choice| choice.key);
        let mut found = Vec::new();
        for key in answers.take(ANSWERS) {
            let mut other = case.clone();
            other.tape.0.insert(key, 1);
            let Some(run) = self.run(case.thunk, &other.tape, 0)? else {
                break;
            };
            if let Some(error) = self.error(&run, thunk, true) {
                other.outcome = Outcome::Corrupted(error);
                other.choices = u32::try_from(run.choices.len()).unwrap_or(u32::MAX);
                found.push(other);
            }
        }
        Ok(found)
    }

    /// Cases of a thunk with errors of memory that are found until the deadline by drawing inputs: the one with the fewest choices for each error. What
    /// earlier runs in the same process left behind may play a part.
    pub(super) fn drawn(
        &mut self,
        thunk: &ThunkInfo,
        deadline: &Deadline,
    ) -> Result<Vec<Case>, ExploreError> {
        let mut found: BTreeMap<(MemoryErrorKind, Place), Case> = BTreeMap::new();
        let most = match thunk.is_sequence() {
            true => DRAWN_SEQUENCES,
            false => DRAWN_CALLS,
        };
        let (nothing, mut errors) = (Tape::default(), 0);
        for number in 1..=most {
            if deadline.is_over() || errors >= ERRORS || self.is_broken {
                break;
            }
            let request = Request {
                seed: u64::from(thunk.index) << 32 | number,
                // Code that calls others must be sound even if these panic.
                flags: if number % 2 == 0 { PANICS } else { 0 },
                ..Request::new(thunk.index, &nothing)
            };
            let ran = self.drawing.get().and_then(|worker| worker.run(&request));
            let Some(run) = self.unless_broken(ran)? else {
                break;
            };
            errors += u32::from(run.outcome.is_fatal());
            let Some(error) = self.error(&run, thunk, thunk.is_sequence()) else {
                continue;
            };
            let key = (error.what, error.place.clone());
            let choices = u32::try_from(run.choices.len()).unwrap_or(u32::MAX);
            if found.get(&key).is_some_and(|best| best.choices <= choices) {
                continue;
            }
            let case = Case {
                thunk: thunk.index,
                tape: run.tape(),
                outcome: Outcome::Corrupted(error),
                coverage: Vec::new(),
                called: Vec::new(),
                shape: 0,
                choices,
                run: 0,
            };
            found.insert(key, case);
        }
        Ok(found.into_values().collect())
    }

    /// The simplest input found until the deadline that has the error of a case.
    pub(super) fn minimized(
        &mut self,
        case: &Case,
        thunk: &ThunkInfo,
        deadline: &Deadline,
    ) -> Result<Case, ExploreError> {
        let mut best = case.clone();
        best.tape = try_minimize(&case.tape, RUNS, |tape| {
            if deadline.is_over() {
                return Ok(None);
            }
            let Some(run) = self.run(case.thunk, tape, 0)? else {
                return Ok(None);
            };
            let outcome = self
                .error(&run, thunk, thunk.is_sequence())
                .map(Outcome::Corrupted);
            let is_same = outcome.is_some_and(|outcome| case.outcome.ends_like(&outcome));
            Ok::<_, ExploreError>(is_same.then_some(run.choices))
        })?;
        Ok(best)
    }

    /// Whether the program could not be run, so that the rest is not checked.
    pub(super) fn are_broken(&self) -> bool {
        self.is_broken
    }

    /// Runs an input in a process of its own; `None` if the program cannot be run.
    fn run(
        &mut self,
        thunk: u32,
        tape: &Tape,
        flags: u32,
    ) -> Result<Option<RunResult>, ExploreError> {
        let request = Request {
            flags: flags | PANICS,
            ..Request::new(thunk, tape)
        };
        let ran = match self.is_broken {
            true => return Ok(None),
            false => self.worker.get().and_then(|worker| worker.run(&request)),
        };
        self.unless_broken(ran)
    }

    /// A program that fails is no reason to end the command: memory is not checked then.
    fn unless_broken(
        &mut self,
        ran: Result<RunResult, ExploreError>,
    ) -> Result<Option<RunResult>, ExploreError> {
        match ran {
            Ok(run) => Ok(Some(run)),
            Err(ExploreError::Cancelled) => Err(ExploreError::Cancelled),
            Err(error) => {
                tracing::warn!(%error, "memory is no longer checked");
                self.is_broken = true;
                Ok(None)
            }
        }
    }

    /// The error of memory that a run reported, if a test that makes the same calls has it, too. With `only_calls`, it must have happened in a call of the
    /// package: what comes after that may be a check that the test does not make. Without, it may also have happened when the values were dropped.
    fn error(&self, run: &RunResult, thunk: &ThunkInfo, only_calls: bool) -> Option<MemoryError> {
        let report = Report::read(run.report.as_ref()?)?;
        let place = |stack: &[Address]| stack.iter().find_map(|address| self.place(address));
        let freed = place(&report.freed);
        tracing::debug!(?report.what, phase = run.phase, "an error of memory");
        let counts = run.phase == PHASE_CALL || !only_calls && run.phase == PHASE_OBSERVE;
        if !counts {
            return None;
        }
        Some(MemoryError {
            what: report.what,
            access: report.access,
            // What no code of the package did may be done by what it left behind; if the call unwinds, when its arguments are dropped.
            place: place(&report.calls)
                .or_else(|| freed.clone())
                .or_else(|| function(thunk).filter(|_| run.phase == PHASE_CALL))?,
            freed,
        })
    }

    /// The place of an address, if that is in the package.
    fn place(&self, address: &Address) -> Option<Place> {
        if Path::new(&address.file) != self.checked.program {
            return None;
        }
        let lines = self.lines.get_or_init(|| Lines::of(&self.checked.program));
        let mut found = lines.as_ref()?.at(address.offset).into_iter();
        let is_below = |file: &Path, folders: &[PathBuf]| {
            folders.iter().any(|folder| file.starts_with(folder))
        };
        let line = found.find(|line| {
            is_below(&line.file, &self.checked.source_roots)
                && !is_below(&line.file, &self.checked.source_excluded)
        })?;
        let file = line.file.strip_prefix(&self.root).unwrap_or(&line.file);
        Some(Place {
            file: file.to_string_lossy().into_owned(),
            line: line.line,
        })
    }
}

/// Where the function under test is, if it is one.
fn function(thunk: &ThunkInfo) -> Option<Place> {
    let place = || Place {
        file: thunk.file.clone(),
        line: thunk.line,
    };
    (!thunk.is_sequence()).then(place)
}
