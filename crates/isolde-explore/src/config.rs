//! The input of an exploration, and the progress that it reports.

use isolde_record::{Tape, ThunkInfo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How to explore.
#[derive(Clone, Debug)]
pub struct Config {
    /// Seed of everything random: the same seed gives the same result, unless time runs out or the code under test is not deterministic.
    pub seed: u64,
    /// Time for the exploration and for the steps after it, which [`Progress::rest`] estimates.
    pub time: Duration,
    /// Number of threads, each of which runs its own programs.
    pub jobs: usize,
    /// Longest time that a run may take; 1 s by default.
    pub run_limit: Duration,
    /// Bytes that a run may allocate.
    pub memory_limit: u64,
    /// Whether to confine the programs.
    pub sandbox: bool,
    /// Whether sequences of calls that lead to new states are extended, also if they pass no new code; by default they are not.
    pub feedback: bool,
    /// Folder for the programs' working directories; nothing else is written.
    pub scratch: PathBuf,
    /// Set from outside to end the exploration early; what was found until then is returned.
    pub cancelled: Arc<AtomicBool>,
}

impl Config {
    /// The default configuration with this scratch folder.
    pub fn new(scratch: PathBuf) -> Config {
        Config {
            seed: 0,
            time: Duration::from_secs(60),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            run_limit: Duration::from_secs(1),
            memory_limit: 384 << 20,
            sandbox: true,
            feedback: false,
            scratch,
            cancelled: Arc::new(AtomicBool::new(false)),
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// What to explore.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The program with coverage counters.
    pub coverage: &'a Path,
    /// The program with shadows; `None` explores by mutation alone.
    pub symbolic: Option<&'a Path>,
    /// What is known about the programs' branch sites.
    pub sites: &'a Sites,
    /// The thunks to explore.
    pub thunks: &'a [ThunkInfo],
    /// Seeds and limits for some of the thunks, by the thunk's index.
    pub guides: &'a BTreeMap<u32, Guide>,
}

/// What to begin a thunk's search with, and when to end it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Inputs to begin with.
    pub seeds: Vec<Tape>,
    /// Number of random inputs that are tried before anything else is; by default a few.
    pub draws: Option<u64>,
    /// Maximum number of runs of the coverage program.
    pub runs: Option<u64>,
    /// Maximum time for this thunk.
    pub time: Option<Duration>,
    /// Maximum number of path conditions recorded in one run.
    pub branches: Option<u32>,
    /// Maximum time for one query to the solver.
    pub solver: Option<Duration>,
}

/// What is known about the code under test. Sites and points beyond the lists are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sites {
    /// Branch sites; path conditions refer to them by their index here.
    pub branches: Vec<Site>,
    /// Coverage points, by number; `None` for a point that the search does not try to reach, because it is passed only while a panic unwinds.
    pub points: Vec<Option<Point>>,
}

/// A coverage point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The function that it is part of.
    pub function: u32,
    /// Whether it is reached only if a check that the compiler inserted fails (of bounds, for overflow). Most such checks never fail.
    pub is_check: bool,
}

/// One branch site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Whether it is in code under test, rather than in a dependency or std.
    pub in_subject: bool,
    /// Coverage points that lie behind it when the condition is false and when it is true, if known.
    pub successors: Option<[u32; 2]>,
}

impl Sites {
    /// A coverage point, if it is known and wanted.
    pub(crate) fn point(&self, number: u32) -> Option<Point> {
        self.points.get(number as usize).copied().flatten()
    }

    pub(crate) fn get(&self, site: u32) -> Site {
        self.branches
            .get(site as usize)
            .copied()
            .unwrap_or_default()
    }
}

/// How far an exploration has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Time since the beginning.
    pub elapsed: Duration,
    /// Runs so far.
    pub executions: u64,
    /// Coverage points passed.
    pub covered: usize,
    /// Cases kept.
    pub cases: usize,
    /// Thunks that are still being explored.
    pub active: usize,
    /// Thunks altogether.
    pub thunks: usize,
    /// Estimated number of cases that will become tests.
    pub tests: usize,
    /// Cases that do not end by themselves.
    pub endless: usize,
    /// Total time of one run of each case that will become a test.
    pub runs: Duration,
}

/// Receives reports of progress, and estimates how long the steps after the exploration take. Called from one thread, a few times a second.
pub trait Progress {
    /// Called with the latest figures.
    fn update(&self, snapshot: &Snapshot);

    /// How long the steps after the exploration will take if it ends now. It ends when no more time than that is left.
    fn rest(&self, _: &Snapshot) -> Duration {
        Duration::ZERO
    }
}

/// Ignores all reports.
impl Progress for () {
    fn update(&self, _: &Snapshot) {}
}
