//! What an exploration is told, and what it tells while it goes on.

use isolde_record::{Tape, ThunkInfo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How to explore.
#[derive(Clone, Debug)]
pub struct Config {
    /// Seed of everything random: the same seed gives the same result, unless time runs out or code under test varies by itself.
    pub seed: u64,
    /// Time for the exploration, and for what follows it as [`Progress::rest`] says.
    pub time: Duration,
    /// Threads, each with its own programs.
    pub jobs: usize,
    /// Longest time that a run may take; the usual is 1 s.
    pub run_limit: Duration,
    /// Bytes that a run may allocate.
    pub memory_limit: u64,
    /// Whether to confine the programs.
    pub sandbox: bool,
    /// Folder for the programs' working directories; nothing else is written.
    pub scratch: PathBuf,
    /// Set by whoever wants the exploration to end early; what was found so far is returned.
    pub cancelled: Arc<AtomicBool>,
}

impl Config {
    /// The usual configuration with a scratch folder.
    pub fn new(scratch: PathBuf) -> Config {
        Config {
            seed: 0,
            time: Duration::from_secs(60),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            run_limit: Duration::from_secs(1),
            memory_limit: 384 << 20,
            sandbox: true,
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
    /// What is known and wanted about some of them, by index.
    pub guides: &'a BTreeMap<u32, Guide>,
}

/// What to begin a thunk's search with, and when to end it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Inputs to begin with.
    pub seeds: Vec<Tape>,
    /// Most runs of the coverage program.
    pub runs: Option<u64>,
    /// Most time for this thunk.
    pub time: Option<Duration>,
    /// Most path conditions of one run.
    pub branches: Option<u32>,
    /// Most time for one query of the solver.
    pub solver: Option<Duration>,
}

/// What is known about the code under test. Sites and points beyond the lists are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sites {
    /// Branch sites, by the site number of path conditions.
    pub branches: Vec<Site>,
    /// Coverage points, by number; `None` where reaching the point is not wanted, as it only runs while a panic unwinds.
    pub points: Vec<Option<Point>>,
}

/// A coverage point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The function that it is part of.
    pub function: u32,
    /// Whether it is reached only if a check of the compiler's fails (of bounds, for overflow). Most checks never fail.
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

/// How far an exploration is.
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
    /// Cases that will be tests, about.
    pub tests: usize,
    /// Cases that do not end by themselves.
    pub endless: usize,
    /// How long one run of each case that will be a test takes, together.
    pub runs: Duration,
}

/// Someone who wants to know how far it is, and knows what comes after it. Called from one thread, a few times a second.
pub trait Progress {
    /// Called with the latest figures.
    fn update(&self, snapshot: &Snapshot);

    /// How long what follows the exploration will take, if it ends now. The exploration ends when no more than that is left of its time.
    fn rest(&self, _: &Snapshot) -> Duration {
        Duration::ZERO
    }
}

/// Nobody.
impl Progress for () {
    fn update(&self, _: &Snapshot) {}
}
