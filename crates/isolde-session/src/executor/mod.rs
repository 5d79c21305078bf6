//! Runs cases again after the exploration: to observe them in the plain program, to make them simpler in the one with coverage, and to compare their
//! paths in the symbolic one.
//!
//! There is one [`Executor`] for the programs of a target. `suite` does what the suite asks of it, `puts` what parameterized tests ask for, `minimize`
//! makes cases simpler, and `checks` finds errors of memory. Workers start when they are first needed.

mod checks;
mod minimize;
mod mutants;
mod puts;
mod suite;

use crate::search;
use checks::Checks;
use isolde_build::{MemoryChecks, Programs};
use isolde_explore::{ExploreError, RunResult, Sites, Worker, WorkerOptions};
use isolde_record::Case;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time limit for runs of a case that never ends, while it is made simpler or observed: a case that exceeds the usual limit also exceeds this one.
const ENDLESS_LIMIT: Duration = Duration::from_millis(100);
/// Other runs may take this many times as long as the run of the case itself, but their limit is never below the shortest one.
const MARGIN: u32 = 5;
const SHORTEST_LIMIT: Duration = Duration::from_millis(50);
/// A minimized case that is to exceed the limit must still run for this long. It is longer than the time that tests of findings are given.
const FOREVER: Duration = Duration::from_millis(2500);

/// The programs of a target.
pub struct Executor {
    /// Each run in its own process.
    plain: LazyWorker,
    /// The same, in changed surroundings.
    elsewhere: LazyWorker,
    /// The same, with backtraces turned on.
    backtraces: LazyWorker,
    /// Many runs in one process.
    repeating: LazyWorker,
    coverage: LazyWorker,
    /// The same, with much more time for each run.
    patient: LazyWorker,
    symbolic: LazyWorker,
    /// The program with mutants, if there is one.
    mutants: Option<LazyWorker>,
    /// The program that checks memory, if there is one.
    checks: Option<Checks>,
    sites: Sites,
}

/// A worker process that starts when it is first needed.
struct LazyWorker {
    options: WorkerOptions,
    worker: Option<Worker>,
}

impl LazyWorker {
    fn new(options: WorkerOptions) -> LazyWorker {
        LazyWorker {
            options,
            worker: None,
        }
    }

    /// The worker, started if necessary.
    fn get(&mut self) -> Result<&mut Worker, ExploreError> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(self.options.clone())?,
        };
        Ok(self.worker.insert(worker))
    }
}

impl Executor {
    /// An executor for these programs, which were built from a package in the folder `root`. Its workers' folders are in `scratch`; runs end when `cancelled` is set.
    pub fn new(
        programs: &Programs,
        sandbox: bool,
        cancelled: &Arc<AtomicBool>,
        (scratch, root): (&Path, &Path),
    ) -> Executor {
        let options = |program: &Path, name: &str| WorkerOptions {
            sandbox,
            cancelled: Arc::clone(cancelled),
            ..WorkerOptions::new(program.to_owned(), scratch.join(name))
        };
        let plain = |name: &str| options(&programs.plain, name).observing();
        Executor {
            plain: LazyWorker::new(plain("plain")),
            elsewhere: LazyWorker::new(WorkerOptions {
                elsewhere: true,
                ..plain("elsewhere")
            }),
            backtraces: LazyWorker::new(WorkerOptions {
                backtraces: true,
                ..plain("backtraces")
            }),
            repeating: LazyWorker::new(WorkerOptions {
                fresh: false,
                ..plain("repeating")
            }),
            coverage: LazyWorker::new(options(&programs.coverage, "minimize")),
            patient: LazyWorker::new(WorkerOptions {
                run_limit: FOREVER,
                ..options(&programs.coverage, "forever")
            }),
            symbolic: LazyWorker::new(options(&programs.symbolic, "paths").symbolic()),
            mutants: programs.mutants.as_ref().map(|program| {
                LazyWorker::new(WorkerOptions {
                    fresh: false,
                    ..options(program, "mutants").observing()
                })
            }),
            checks: match &programs.memory {
                MemoryChecks::By(checked) => {
                    let options = options(&checked.program, "checked");
                    Some(Checks::new(checked.clone(), root, options))
                }
                MemoryChecks::NotNeeded | MemoryChecks::Impossible(_) => None,
            },
            sites: search::sites(&programs.map),
        }
    }

    /// Whether there is a program that checks memory, but it could not be run.
    pub(crate) fn checks_are_broken(&self) -> bool {
        self.checks.as_ref().is_some_and(Checks::are_broken)
    }
}

/// The time limit for runs of inputs similar to one whose run took this long.
fn limit_after(took: Duration) -> Duration {
    (took * MARGIN).max(SHORTEST_LIMIT)
}

/// Enters the results of a run into the case.
fn enter(case: &mut Case, run: &RunResult) {
    case.outcome.clone_from(&run.outcome);
    case.coverage.clone_from(&run.coverage);
    case.called.clone_from(&run.called);
    case.choices = u32::try_from(run.choices.len()).unwrap_or(u32::MAX);
    case.shape = run.shape;
}
