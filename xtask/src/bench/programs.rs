//! Packages built for exploration, and how long an exploration of them needs to a goal.

use anyhow::{Context, Result, ensure};
use isolde_build::{BuildRequest, Prepared, Programs, Selection, Step};
use isolde_explore::{Config, Site, Sites, Target, explore};
use isolde_record::{Outcome, ThunkInfo};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shortest time that [`Built::time_to_goal`] tries.
const FIRST_TRY: Duration = Duration::from_millis(50);
/// Halvings of the interval that the time to a goal lies in: it is known to a sixteenth.
const HALVINGS: usize = 3;

/// How an exploration ended.
enum Ended {
    /// The goal is among its cases.
    AtGoal,
    /// Time was up before.
    OutOfTime,
    /// It expects nothing new from more time.
    GaveUp,
}

/// A package with its programs.
pub struct Built {
    prepared: Prepared,
    /// The programs.
    pub programs: Programs,
    /// Time spent on instrumenting, emitting and linking all three programs, or on fetching them from the cache.
    pub instrumenting: Duration,
}

impl Built {
    /// Builds the functions named, or all, of a package, in a target folder below the package's own.
    pub fn new(package: &Path, functions: &[&str]) -> Result<Built> {
        let request = BuildRequest {
            selection: Selection {
                directory: package.to_owned(),
                target_dir: Some(package.join("target")),
                ..Selection::default()
            },
            filters: functions.iter().map(|&name| name.to_owned()).collect(),
            linker: std::env::current_exe()?,
            cancelled: Default::default(),
        };
        let began = Mutex::new(Instant::now());
        let mut prepared = isolde_build::prepare(&request, &|step| {
            if matches!(step, Step::Instrumenting | Step::Reused) {
                *began.lock().expect("no thread panics here") = Instant::now();
            }
        })?;
        let instrumenting = began.into_inner()?.elapsed();
        let programs = prepared
            .programs
            .take()
            .context("no function of the package can be called")?;
        Ok(Built {
            prepared,
            programs,
            instrumenting,
        })
    }

    /// Host triple of the package's compiler.
    pub fn host(&self) -> &str {
        &self.prepared.toolchain.host
    }

    /// The thunks of a function.
    fn thunks(&self, function: &str) -> Result<Vec<ThunkInfo>> {
        let all = &self.prepared.harness.thunks;
        let thunks: Vec<ThunkInfo> = all
            .iter()
            .filter(|thunk| thunk.function == function)
            .cloned()
            .collect();
        ensure!(!thunks.is_empty(), "`{function}` has no thunk");
        Ok(thunks)
    }

    /// Number of a function's first thunk.
    pub fn thunk(&self, function: &str) -> Result<u32> {
        Ok(self.thunks(function)?[0].index)
    }

    /// Time that an exploration of one function by one thread needs until the panic `goal: …`, start of the programs included; `None` if
    /// that is more than `cap`, or the exploration ends by itself without it.
    ///
    /// The same seed does the same work in the same order, so the time is found by exploring anew with different limits: twice the last one
    /// until the goal is among the cases, then by halving the interval.
    pub fn time_to_goal(
        &self,
        function: &str,
        goal: &str,
        seed: u64,
        cap: Duration,
    ) -> Result<Option<Duration>> {
        let thunks = self.thunks(function)?;
        let search = |limit| self.search(&thunks, goal, seed, limit);
        let (mut short, mut enough) = (Duration::ZERO, FIRST_TRY.min(cap));
        loop {
            match search(enough)? {
                Ended::AtGoal => break,
                Ended::OutOfTime if enough < cap => {
                    (short, enough) = (enough, (enough * 2).min(cap));
                }
                Ended::OutOfTime | Ended::GaveUp => return Ok(None),
            }
        }
        for _ in 0..HALVINGS {
            let middle = (short + enough) / 2;
            match search(middle)? {
                Ended::AtGoal => enough = middle,
                Ended::OutOfTime | Ended::GaveUp => short = middle,
            }
        }
        Ok(Some(enough))
    }

    fn search(&self, thunks: &[ThunkInfo], goal: &str, seed: u64, time: Duration) -> Result<Ended> {
        let sites = self.sites();
        let target = Target {
            coverage: &self.programs.coverage,
            symbolic: Some(&self.programs.symbolic),
            sites: &sites,
            thunks,
            guides: &BTreeMap::new(),
        };
        let config = Config {
            seed,
            time,
            jobs: 1,
            ..Config::new(self.scratch())
        };
        let message = format!("goal: {goal}");
        let exploration = explore(&target, &config, &())?;
        let reached = exploration.cases.iter().any(
            |case| matches!(&case.outcome, Outcome::Panicked(panic) if panic.message == message),
        );
        Ok(match (reached, exploration.cut_short) {
            (true, _) => Ended::AtGoal,
            (false, true) => Ended::OutOfTime,
            (false, false) => Ended::GaveUp,
        })
    }

    /// The map's branch sites as the search wants them: there successors stand in the order true, false; here false, true.
    fn sites(&self) -> Sites {
        let sites = self.programs.map.sites.iter().map(|site| Site {
            in_subject: site.in_subject,
            successors: site.successors.map(|[holds, fails]| [fails, holds]),
        });
        Sites(sites.collect())
    }

    /// A folder for workers.
    pub fn scratch(&self) -> std::path::PathBuf {
        self.prepared.scratch.work().join("bench")
    }
}
