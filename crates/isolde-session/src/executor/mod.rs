//! Runs cases again after the exploration: observed in the plain program, made simpler in the one with coverage, their paths compared in the symbolic
//! one.
//!
//! There is one [`Executor`] for the programs of a target. [`suite`] implements what the suite needs, [`puts`] what parameterized tests need,
//! and [`minimize`] makes cases simpler. Its workers start when they are first needed.

mod minimize;
mod puts;
mod suite;

use crate::search;
use isolde_build::Programs;
use isolde_explore::{ExploreError, RunResult, Sites, Worker, WorkerOptions};
use isolde_record::Case;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limit of runs of a case that never ends, where it is made simpler or observed: a case that runs into the usual limit runs into this one.
const ENDLESS_LIMIT: Duration = Duration::from_millis(100);
/// Other runs may take so many times as long as the run of the case itself, but never less than this.
const MARGIN: u32 = 5;
const SHORTEST_LIMIT: Duration = Duration::from_millis(50);
/// What is minimized to run into the limit must still run for so long: tests of findings are given less.
const FOREVER: Duration = Duration::from_millis(2500);

/// The programs of a target.
pub(crate) struct Executor {
    /// Each run in a process of its own.
    plain: LazyWorker,
    /// The same, in other surroundings: another time, machine and environment.
    elsewhere: LazyWorker,
    /// The same, with backtraces on.
    backtraces: LazyWorker,
    /// Many runs in one process.
    repeating: LazyWorker,
    coverage: LazyWorker,
    /// The same, with much more time for a run.
    patient: LazyWorker,
    symbolic: LazyWorker,
    sites: Sites,
}

/// A worker that starts when it is first needed.
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

    /// The worker, started.
    fn get(&mut self) -> Result<&mut Worker, ExploreError> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(self.options.clone())?,
        };
        Ok(self.worker.insert(worker))
    }
}

impl Executor {
    /// For these programs, whose workers' folders lie in `scratch`; their runs end when `cancelled` is set.
    pub(crate) fn new(
        programs: &Programs,
        sandbox: bool,
        cancelled: &Arc<AtomicBool>,
        scratch: &Path,
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
            sites: search::sites(&programs.map),
        }
    }
}

/// The limit for runs of inputs like one whose run took so long.
fn limit_after(took: Duration) -> Duration {
    (took * MARGIN).max(SHORTEST_LIMIT)
}

/// Enters what a run did.
fn enter(case: &mut Case, run: &RunResult) {
    case.outcome.clone_from(&run.outcome);
    case.coverage.clone_from(&run.coverage);
    case.called.clone_from(&run.called);
    case.choices = u32::try_from(run.choices.len()).unwrap_or(u32::MAX);
    case.shape = run.shape;
}
