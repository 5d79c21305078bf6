//! Packages built for exploration, and how long an exploration of them needs to reach a goal.

use super::watch::{self, Reached};
use crate::processor;
use anyhow::{Context, Result, ensure};
use isolde_build::{BuildRequest, Prepared, Programs, Selection, Step};
use isolde_explore::{Config, Site, Sites, Target, explore};
use isolde_record::ThunkInfo;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A package with its programs.
pub struct Built {
    prepared: Prepared,
    /// The programs.
    pub programs: Programs,
    /// Wall-clock time for instrumenting, emitting and linking all three programs, or for fetching them from the cache.
    pub instrumenting: Duration,
    /// Processor time for the same work, of this process and the linkers.
    pub instrumenting_processor: Duration,
}

impl Built {
    /// Builds a package for the named functions, or for all, in a target folder below the package's own.
    pub fn new(package: &Path, functions: &[&str]) -> Result<Built> {
        Built::build(package, functions, false)
    }

    /// Builds a package for sequences of calls of the named functions.
    pub fn of_sequences(package: &Path, functions: &[&str]) -> Result<Built> {
        Built::build(package, functions, true)
    }

    fn build(package: &Path, functions: &[&str], sequences: bool) -> Result<Built> {
        let request = BuildRequest {
            isolate: None,
            selection: Selection {
                directory: package.to_owned(),
                target_dir: Some(package.join("target")),
                ..Selection::default()
            },
            filters: functions.iter().map(|&name| name.to_owned()).collect(),
            conventions: true,
            sequences,
            mocks: true,
            lawless: false,
            memory: false,
            linker: std::env::current_exe()?,
            cancelled: Default::default(),
        };
        let now = || (Instant::now(), processor::time().unwrap_or_default());
        let began = Mutex::new(now());
        let mut prepared = isolde_build::prepare(&request, &|step| {
            if matches!(step, Step::Instrumenting | Step::Reused) {
                *began.lock().expect("no thread panics here") = now();
            }
        })?;
        let (began, spent) = began.into_inner()?;
        let instrumenting = began.elapsed();
        let instrumenting_processor = processor::time()?.saturating_sub(spent);
        let programs = prepared
            .programs
            .take()
            .context("no function of the package can be called")?;
        Ok(Built {
            prepared,
            programs,
            instrumenting,
            instrumenting_processor,
        })
    }

    /// The host triple of the package's compiler.
    pub fn host(&self) -> &str {
        &self.prepared.toolchain.host
    }

    /// The names of all functions that have thunks.
    pub fn functions(&self) -> BTreeSet<String> {
        let thunks = self.prepared.harness.thunks.iter();
        thunks.map(|thunk| thunk.function.clone()).collect()
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

    /// The number of a function's first thunk.
    pub fn thunk(&self, function: &str) -> Result<u32> {
        Ok(self.thunks(function)?[0].index)
    }

    /// The number of the first thunk that makes sequences of calls.
    pub fn sequence(&self) -> Result<u32> {
        let mut thunks = self.prepared.harness.thunks.iter();
        let sequence = thunks.find(|thunk| thunk.is_sequence());
        Ok(sequence.context("there are no sequences")?.index)
    }

    /// What an exploration of one function by one thread needs to reach the panic `goal: …`, including the start of the programs; `None` if it takes
    /// longer than `cap` on the clock, or if the exploration ends by itself without reaching the panic.
    pub fn reach(
        &self,
        function: &str,
        goal: &str,
        seed: u64,
        cap: Duration,
    ) -> Result<Option<Reached>> {
        let thunks = self.thunks(function)?;
        let sites = self.sites();
        let target = Target {
            coverage: &self.programs.coverage,
            symbolic: Some(&self.programs.symbolic),
            sites: &sites,
            thunks: &thunks,
            guides: &BTreeMap::new(),
        };
        let config = Config {
            seed,
            time: cap,
            jobs: 1,
            ..Config::new(self.scratch())
        };
        watch::begin(format!("goal: {goal}"), config.cancelled.clone())?;
        let explored = explore(&target, &config, &());
        let reached = watch::end();
        explored?;
        Ok(reached)
    }

    /// The map's branch sites in the search's form: the map lists successors in the order true, false, the search in the order false, true.
    fn sites(&self) -> Sites {
        let sites = self.programs.map.sites.iter().map(|site| Site {
            in_subject: site.in_subject,
            successors: site.successors.map(|[holds, fails]| [fails, holds]),
        });
        Sites {
            branches: sites.collect(),
            points: Vec::new(),
        }
    }

    /// A folder for workers.
    pub fn scratch(&self) -> std::path::PathBuf {
        self.prepared.scratch.work().join("bench")
    }
}
