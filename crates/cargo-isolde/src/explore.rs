//! `cargo isolde explore`: build the test targets, explore their parameterized tests, store inputs.

use crate::arguments::Explore;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Exploring;
use crate::puts::summary;
use crate::steps;
use crate::summary::plural;
use crate::table::table;
use isolde_build::{BuildError, PreparedTests, TestTarget, TestsRequest};
use isolde_explore::{Clock, Config, ExploreError, Guide, Target, explore};
use isolde_puts::emit::LeftOut;
use isolde_puts::{Input, Known, Programs, PutsError, keep, known, store};
use isolde_record::put::{PutInfo, PutRecord, PutsRecord};
use isolde_record::{Case, ThunkInfo};
use isolde_session::emit::{self, Emission};
use isolde_session::puts;
use isolde_session::record_file::{self, Unwritable};
use isolde_session::search::{check_sandbox, config, sites};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Why nothing was explored.
#[derive(Debug, thiserror::Error)]
pub enum ExploreTestsError {
    /// No programs.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The programs cannot be run.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// Inputs cannot be kept.
    #[error(transparent)]
    Puts(#[from] PutsError),
    /// Conventional tests cannot be written.
    #[error(transparent)]
    Emit(#[from] emit::Failure),
    /// The filters match nothing.
    #[error("no parameterized test of package `{package}` matches {}; there are {}", filters.join(" or "), tests.join(", "))]
    NoMatch {
        /// The package.
        package: String,
        /// What was asked for.
        filters: Vec<String>,
        /// What there is.
        tests: Vec<String>,
    },
    /// The current directory or our own program cannot be determined, or signals cannot be caught.
    #[error("cannot ask the system about this process: {0}")]
    Process(#[source] io::Error),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] Unwritable),
    /// The user wants to stop.
    #[error("interrupted; nothing was stored")]
    Interrupted,
}

/// Runs the command.
pub fn run(options: &Explore, console: &Console) -> Exit {
    match explore_tests(options, console) {
        Ok(exit) => exit,
        Err(error) => {
            console.error(&error.to_string());
            Exit::from(&error)
        }
    }
}

fn explore_tests(options: &Explore, console: &Console) -> Result<Exit, ExploreTestsError> {
    check_sandbox(&options.search.settings())?;
    let request = TestsRequest {
        selection: options
            .package
            .selection()
            .map_err(ExploreTestsError::Process)?,
        linker: std::env::current_exe().map_err(ExploreTestsError::Process)?,
        cancelled: interrupt::flag().map_err(ExploreTestsError::Process)?,
    };
    let prepared = isolde_build::prepare_tests(&request, &|step| steps::show(console, &step))?;
    for warning in &prepared.warnings {
        console.warning(&warning.to_string());
    }
    let mut targets = Vec::new();
    for target in &prepared.targets {
        targets.push(Session::open(options, &prepared, target)?);
    }
    let chosen: usize = targets.iter().map(|session| session.chosen.len()).sum();
    if chosen == 0 {
        return Err(ExploreTestsError::NoMatch {
            package: prepared.package.name.clone(),
            filters: options.filters.clone(),
            tests: targets
                .iter()
                .flat_map(|session| session.infos.iter().map(puts::path))
                .collect(),
        });
    }
    let (mut names, mut shared) = (BTreeSet::new(), BTreeSet::new());
    for info in targets.iter().flat_map(|session| &session.infos) {
        if !names.insert(info.name.clone()) {
            shared.insert(info.name.clone());
        }
    }
    for session in &mut targets {
        session.shared.clone_from(&shared);
    }
    for filter in &options.filters {
        let mut infos = targets.iter().flat_map(|session| &session.infos);
        if !infos.any(|info| puts::matches(filter, &puts::path(info))) {
            console.warning(&format!("`{filter}` matches no parameterized test"));
        }
    }
    // Each target gets its share of the time, and what those before it left over.
    let mut saved = Duration::ZERO;
    let mut record = PutsRecord {
        package: prepared.package.name.clone(),
        version: prepared.package.version.clone(),
        seed: options.search.seed,
        ..PutsRecord::new()
    };
    for session in &mut targets {
        let share = session.chosen.len() as f64 / chosen as f64;
        let time = options.search.time.mul_f64(share) + saved;
        let used = session.explore(options, &request, &prepared, time, console, &mut record)?;
        saved = time.saturating_sub(used);
    }
    let text = record_file::write(&prepared.scratch, "explore.json", &record)?;
    if console.wants_json() {
        console.data(&text);
    } else {
        summary(&record, !options.dry_run, console);
    }
    if options.emit {
        let mut emission = Emission::new(&prepared.package, &prepared.library);
        let mut failures = Vec::new();
        for session in &mut targets {
            failures.extend(session.emit(&mut emission, &prepared, console)?);
        }
        // The worst decides the exit code.
        failures.sort_by_key(|failure| Exit::from(failure).code());
        if let Some(last) = failures.pop() {
            for failure in failures {
                console.error(&failure.to_string());
            }
            return Err(last.into());
        }
    }
    Ok(if record.tests.iter().any(PutRecord::is_finding) {
        Exit::Findings
    } else {
        Exit::Done
    })
}

/// A test target, ready to be explored.
struct Session<'a> {
    target: &'a TestTarget,
    programs: Programs,
    infos: Vec<PutInfo>,
    /// Numbers of the tests that the command line asks for.
    chosen: Vec<u32>,
    known: Vec<Known>,
    /// Names that several tests of the package have.
    shared: BTreeSet<String>,
}

impl<'a> Session<'a> {
    fn open(
        options: &Explore,
        prepared: &PreparedTests,
        target: &'a TestTarget,
    ) -> Result<Session<'a>, ExploreTestsError> {
        let scratch = prepared.scratch.work().join("puts").join(&target.name);
        let mut programs = Programs::start(
            &target.programs.plain,
            &target.programs.coverage,
            !options.search.no_sandbox,
            &scratch,
        )?;
        let infos = programs.list()?;
        let matching = |info: &PutInfo| {
            options.filters.is_empty()
                || options
                    .filters
                    .iter()
                    .any(|filter| puts::matches(filter, &puts::path(info)))
        };
        let chosen = (0..)
            .zip(&infos)
            .filter(|(_, info)| matching(info))
            .map(|(index, _)| index)
            .collect();
        let known = infos
            .iter()
            .map(|info| known::load(info, &prepared.package.root))
            .collect::<Result<_, _>>()?;
        Ok(Session {
            target,
            programs,
            infos,
            chosen,
            known,
            shared: BTreeSet::new(),
        })
    }

    /// Explores the chosen tests, and stores and records what is found; the time that the exploration took.
    fn explore(
        &mut self,
        options: &Explore,
        request: &TestsRequest,
        prepared: &PreparedTests,
        time: Duration,
        console: &Console,
        record: &mut PutsRecord,
    ) -> Result<Duration, ExploreTestsError> {
        if self.chosen.is_empty() {
            return Ok(Duration::ZERO);
        }
        let started = Instant::now();
        let programs = &self.target.programs;
        let thunks: Vec<ThunkInfo> = self
            .chosen
            .iter()
            .map(|&index| puts::thunk(index, &self.infos[index as usize]))
            .collect();
        let guides: BTreeMap<u32, Guide> = self
            .chosen
            .iter()
            .map(|&index| (index, self.guide(index)))
            .collect();
        console.phase(&format!(
            "exploring {} of {}, at most {time:.0?}",
            plural(thunks.len(), "test"),
            self.target.name
        ));
        let config = Config {
            time,
            ..config(
                &options.search.settings(),
                &prepared.scratch,
                &request.cancelled,
            )
        };
        let sites = sites(&programs.map);
        let exploration = explore(
            &Target {
                coverage: &programs.coverage,
                symbolic: Some(&programs.symbolic),
                sites: &sites,
                thunks: &thunks,
                guides: &guides,
            },
            &config,
            &Exploring {
                console,
                what: "tests",
                points: None,
            },
        )?;
        if request.cancelled.load(Ordering::Relaxed) {
            return Err(ExploreTestsError::Interrupted);
        }
        record.solver.add(&exploration.solver);
        let used = started.elapsed();
        record.seconds += used.as_secs_f64();
        for (number, &index) in self.chosen.iter().enumerate() {
            let (info, known) = (&self.infos[index as usize], &self.known[index as usize]);
            console.status(&format!(
                "keeping inputs: {} of {}",
                number + 1,
                self.chosen.len()
            ));
            let cases: Vec<&Case> = exploration
                .cases
                .iter()
                .filter(|case| case.thunk == index)
                .collect();
            let kept = keep(&mut self.programs, index, info, known, &cases)?;
            if request.cancelled.load(Ordering::Relaxed) {
                return Err(ExploreTestsError::Interrupted);
            }
            if !options.dry_run {
                store::store(info, known, &kept)?;
            }
            let stats = exploration
                .per_thunk
                .iter()
                .find(|stats| stats.thunk == index);
            let clock = exploration.clocks.iter().find(|clock| clock.thunk == index);
            let cases = self.programs.inline_cases(index, &self.infos)?;
            let test = puts::record(&puts::Explored {
                info,
                cases: &cases,
                known,
                kept: &kept,
                stats: stats.copied().unwrap_or_default(),
                map: &programs.map,
                package: &prepared.package,
                clock: clock.unwrap_or(&Clock::default()),
            });
            for line in table(&test, self.shared.contains(&info.name)) {
                console.summary(&line);
            }
            console.summary("");
            record.tests.push(test);
        }
        Ok(used)
    }

    /// Writes the stored inputs as conventional tests; what could not be written.
    fn emit(
        &mut self,
        emission: &mut Emission,
        prepared: &PreparedTests,
        console: &Console,
    ) -> Result<Vec<emit::Failure>, ExploreTestsError> {
        console.phase("writing conventional tests");
        let mut tests = Vec::new();
        for (index, info) in (0..).zip(&self.infos) {
            let cases = self.programs.inline_cases(index, &self.infos)?;
            let outcome = |case: &Option<Input>| {
                let case = case.as_ref()?;
                Some(case.record().outcome_without_line())
            };
            let cases = cases.iter().map(outcome).collect();
            tests.push(emit::Test { info, cases });
        }
        let mut failures = Vec::new();
        for written in emission.emit(self.target, &tests) {
            match written {
                Ok(written) => show(&written, &prepared.package.root, console),
                Err(failure) => failures.push(failure),
            }
        }
        Ok(failures)
    }

    fn guide(&self, index: u32) -> Guide {
        let info = &self.infos[index as usize];
        let milliseconds = |number: Option<u64>| number.map(Duration::from_millis);
        Guide {
            seeds: self.known[index as usize]
                .inputs
                .iter()
                .map(|(_, tape)| tape.clone())
                .collect(),
            runs: info.runs,
            time: milliseconds(info.time),
            branches: info
                .branches
                .map(|branches| u32::try_from(branches).unwrap_or(u32::MAX)),
            solver: milliseconds(info.solver),
        }
    }
}

fn show(written: &emit::Written, root: &Path, console: &Console) {
    if written.tests > 0 {
        let tests = plural(written.tests, "conventional test");
        console.summary(&format!("{tests} written to {}", written.file.display()));
    }
    let source = written.source.strip_prefix(root);
    let source = source.unwrap_or(&written.source).display();
    for LeftOut { test, line, why } in &written.left_out {
        console.summary(&format!("  without {test} ({source}:{line}): {why}"));
    }
}
