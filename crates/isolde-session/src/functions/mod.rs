//! The functions of a package: explored through generated drivers, and tested in the package's `tests/isolde/` or beside its modules.

pub(crate) mod coverage;
mod mutants;
mod place;
mod points;
mod record;
mod same;
mod status;

use crate::error::SessionError;
use crate::executor::Executor;
use crate::isolate::{IsolateRequest, Isolating, Listing};
use crate::reporter::{Notice, Phase};
use crate::session::Session;
use crate::subject::{Found, Subject, Target};
use isolde_build::detours::Tools;
use isolde_build::{BuildRequest, MemoryChecks, Prepared, Programs, Scratch, Selection};
use isolde_explore::{Exploration, Snapshot};
use isolde_record::run::CutShort;
use isolde_record::{Documented, RunRecord};
use isolde_suite::{
    Beside, Made, MadeBy, Preparation, Suite, SuiteRequest, Workspace, announce_only_checks,
    check_place, make_tests, prepare_verification, time, verify_and_install,
};
use points::Points;
use record::Learned;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Functions whose runs take longer than this on average have their turn last.
const SLOW: Duration = Duration::from_millis(50);

/// Which functions of a package are explored, and how.
#[derive(Clone, Debug)]
pub struct Functions {
    /// Paths of items from the crate root, with `*` for anything; all if there is none.
    pub items: Vec<String>,
    /// Where the tests go; by default the package's `tests/isolde/`.
    pub out: Option<PathBuf>,
    /// Whether private functions are explored too; their tests go beside the modules.
    pub in_place: bool,
    /// Whether functions are also called in sequences, one after the other on the same objects.
    pub sequences: bool,
    /// Whether mocks are invented for traits.
    pub mocks: bool,
    /// Whether comparisons and keys may contradict themselves.
    pub lawless: bool,
    /// Whether broken conventions are reported, as suspicions.
    pub conventions: bool,
    /// Whether errors of memory are looked for, if the package has unsafe code.
    pub memory: bool,
    /// If a unit is isolated: which, and from what.
    pub isolate: Option<IsolateRequest>,
}

/// What the steps of a run know about the functions.
#[derive(Debug)]
pub struct State {
    /// Package, model, drivers and programs.
    pub prepared: Prepared,
    /// Where the tests go.
    pub out: PathBuf,
    /// The functions to explore, as filters.
    filters: Vec<String>,
    /// Where coverage points and branches are.
    points: Points,
    /// If a unit is isolated: the calls that leave it.
    pub listing: Listing,
    /// If a unit is isolated: what its tests are built with.
    detours: Option<Tools>,
    /// How tests are verified.
    preparation: Preparation,
    exploration: Exploration,
    time: Duration,
    made: Made,
    suite: Suite,
}

impl Subject for Functions {
    type State = State;
    type Record = RunRecord;
    const RECORD: &'static str = "run.json";
    const NOUN: &'static str = "call";

    fn prepare(&self, session: &Session) -> Result<State, SessionError> {
        let isolating = match &self.isolate {
            Some(request) => {
                let deadline = session.deadline.without_time();
                Some(request.read(&session.selection, &deadline)?)
            }
            None => None,
        };
        let request = BuildRequest {
            selection: Selection {
                in_place: self.in_place,
                ..session.selection.clone()
            },
            filters: self.filters(isolating.as_ref()),
            isolate: isolating.as_ref().map(Isolating::for_build),
            sequences: self.sequences,
            conventions: self.conventions,
            mocks: self.mocks,
            lawless: self.lawless,
            memory: self.memory,
            linker: session.program.clone(),
            cancelled: Arc::clone(session.deadline.flag()),
        };
        self.check_early(session, &request.filters)?;
        let building = |step| session.reporter.phase(&Phase::Building(step));
        let mut prepared = isolde_build::prepare(&request, &building)?;
        let memory = prepared.programs.as_ref().map(|programs| &programs.memory);
        if let Some(MemoryChecks::Impossible(why)) = memory {
            session.reporter.notice(&Notice::MemoryNotChecked(why));
        }
        let listing = match &isolating {
            Some(isolating) => isolating.listing(&prepared)?,
            None => Listing::default(),
        };
        announce_only_checks(&mut prepared.harness.thunks, &prepared.package.root);
        let out = self.folder(&prepared.package.root);
        let mut state = State {
            filters: request.filters,
            listing,
            detours: None,
            preparation: Preparation::default(),
            points: Points::of(&prepared),
            out,
            exploration: Exploration::default(),
            time: Duration::ZERO,
            made: Made::default(),
            suite: Suite::default(),
            prepared,
        };
        if state.prepared.programs.is_some() {
            self.check(session, &state)?;
            if self.isolate.is_some() {
                state.detours = Some(Tools::open(
                    &state.prepared.scratch.suite_build(),
                    &state.prepared.package.root,
                    &session.program,
                    &session.deadline.without_time(),
                )?);
            }
            state.preparation = self.with_request(session, &state, prepare_verification)?;
            let left_out = &state.preparation.left_out;
            if !left_out.is_empty() {
                session.reporter.notice(&Notice::LeftOut(left_out));
            }
        }
        Ok(state)
    }

    fn rest(&self, session: &Session, state: &State, found: &Snapshot) -> Duration {
        let found = time::Found {
            tests: found.tests,
            endless: found.endless,
            runs: found.runs,
        };
        time::rest(&found, &state.preparation.measured, session.search.time)
    }

    fn scratch<'s>(&self, state: &'s State) -> &'s Scratch {
        &state.prepared.scratch
    }

    fn targets<'s>(&self, state: &'s State) -> Vec<Target<'s>> {
        let programs = state.prepared.programs.iter();
        let target = |programs: &'s Programs| Target {
            name: None,
            programs,
            thunks: state.prepared.harness.thunks.clone(),
            guides: BTreeMap::new(),
        };
        programs.map(target).collect()
    }

    fn keep(
        &self,
        session: &Session,
        state: &mut State,
        _: usize,
        found: Found,
    ) -> Result<(), SessionError> {
        state.exploration = found.exploration;
        state.time = found.time;
        // Of a check, only a broken promise counts: another thunk shows what the function does.
        let thunks = &state.prepared.harness.thunks;
        let checks = thunks.iter().filter(|thunk| thunk.is_check);
        let checks: BTreeSet<u32> = checks.map(|thunk| thunk.index).collect();
        let cases = &mut state.exploration.cases;
        cases.retain(|case| !checks.contains(&case.thunk) || case.outcome.broken_law().is_some());
        if !self.conventions {
            // Some promises of std's traits are conventions, too.
            cases.retain(|case| !case.outcome.is_suspicion());
        }
        session.go_on()?;
        let Some(programs) = &state.prepared.programs else {
            return Ok(());
        };
        session.reporter.phase(&Phase::Writes {
            cases: state.exploration.cases.len(),
        });
        let scratch = state.prepared.scratch.work();
        let mut executor = Executor::new(
            programs,
            session.search.sandbox,
            session.deadline.flag(),
            (&scratch, &state.prepared.source_root),
        );
        state.made =
            self.with_request(session, state, |request| make_tests(request, &mut executor))?;
        if executor.checks_are_broken() {
            let why = "the program that looks for them cannot be run";
            session.reporter.notice(&Notice::MemoryNotChecked(why));
        }
        Ok(())
    }

    fn verify(&self, session: &Session, state: &mut State) -> Result<(), SessionError> {
        let made = std::mem::take(&mut state.made);
        let mut suite = std::mem::take(&mut state.suite);
        let ended = self.with_request(session, state, |request| {
            verify_and_install(request, made, &mut suite)
        });
        state.suite = suite;
        if let Some(declaration) = &state.suite.declaration {
            session.reporter.notice(&Notice::Undeclared(declaration));
        }
        for removed in &state.suite.removed {
            tracing::info!(test = removed.test, reason = ?removed.reason, "removed");
        }
        Ok(ended?)
    }

    fn record(&self, session: &Session, state: &State, cut_short: Option<CutShort>) -> RunRecord {
        let State {
            exploration, suite, ..
        } = state;
        let stats = &exploration.per_thunk;
        let learned = Learned {
            seed: session.search.seed,
            seconds: state.time.as_secs_f64(),
            covered: exploration.covered.clone(),
            paths: stats
                .iter()
                .map(|stats| (stats.thunk, stats.paths))
                .collect(),
            explored: stats
                .iter()
                .filter(|stats| stats.executions > 0)
                .map(|stats| stats.thunk)
                .collect(),
            executions: stats.iter().map(|stats| stats.executions).sum(),
            tests: suite.tests.clone(),
            findings: suite.findings.clone(),
            suspicions: suite.suspicions.clone(),
            removed: suite.removed.clone(),
            called: exploration.cases.iter().map(|case| case.thunk).collect(),
            solver: exploration.solver.clone(),
            left_out: state.preparation.left_out.clone(),
            cut_short,
        };
        let mut record = record::run_record(&state.prepared, learned);
        record.calls.clone_from(&state.listing.calls);
        let isolated = state.prepared.isolated.as_ref();
        record.isolating_seconds = isolated.map(|isolated| isolated.time.as_secs_f64());
        for function in &record.functions {
            if let Some(why) = function.no_test {
                tracing::info!(
                    function = function.path,
                    ?why,
                    "explored, but without a test"
                );
            }
        }
        record
    }
}

impl Functions {
    /// The command that explores these functions.
    fn made_by(&self) -> MadeBy {
        match self.isolate {
            Some(_) => MadeBy::Isolate,
            None => MadeBy::Generate,
        }
    }

    /// The functions to explore, as filters.
    fn filters(&self, isolating: Option<&Isolating>) -> Vec<String> {
        isolating.map_or_else(|| self.items.clone(), Isolating::filters)
    }

    /// The calls that leave the unit, without exploring it.
    ///
    /// # Errors
    /// As [`Subject::prepare`].
    pub fn list(&self, session: &Session) -> Result<Listing, SessionError> {
        Ok(self.prepare(session)?.listing)
    }

    /// Refuses to run if the tests cannot be placed where they should go.
    fn check(&self, session: &Session, state: &State) -> Result<(), SessionError> {
        self.with_request(session, state, check_place)?;
        place::check(&state.out, &state.filters, &state.prepared.model)
    }

    /// Calls a step of the suite with what the suite is made of.
    fn with_request<T>(
        &self,
        session: &Session,
        state: &State,
        step: impl FnOnce(&SuiteRequest) -> T,
    ) -> T {
        let package = &state.prepared.package;
        let beside = Beside {
            root_file: &package.root_file,
            binary: package.binary.as_deref(),
            tested_files: &package.tested_files,
        };
        step(&SuiteRequest {
            thunks: &state.prepared.harness.thunks,
            documented: &documented(&state.prepared),
            cases: &state.exploration.cases,
            slow: &state.exploration.slow(SLOW),
            coverage: state.points.coverage(),
            mutants: state.points.mutants(),
            branches: state.points.branches(),
            workspace: Workspace {
                package_root: &package.root,
                workspace_root: &package.workspace_root,
                target_directory: &package.target_dir,
                package: &package.name,
                features: &package.feature_arguments(),
                scratch: &state.prepared.scratch.work().join("suite"),
                build_folder: &state.prepared.scratch.suite_build(),
                configure: &|command| {
                    if let Some(tools) = &state.detours {
                        tools.configure(command);
                    }
                },
                test_job: &|test| session.test_job(test),
                deadline: &session.deadline,
                left_out: &state.preparation.left_out,
                measured: state.preparation.measured,
                progress: &|what, done, all| session.count(what, done, all),
            },
            crate_name: &package.crate_name,
            dependencies: &state.prepared.model.dependencies,
            edition: &package.edition,
            made_by: self.made_by(),
            out: &state.out,
            in_place: (self.in_place || package.binary.is_some()).then_some(beside),
            time: session.search.time,
        })
    }
}

/// What is documented of the functions of a package.
fn documented(prepared: &Prepared) -> Vec<Documented> {
    let functions = prepared.model.functions.iter();
    functions
        .filter_map(|function| {
            let span = function.span.as_ref()?;
            Some(Documented {
                function: function.path.clone(),
                file: span.file.clone(),
                line: span.line,
                end_line: span.end_line,
                announced: function.announced.clone(),
                undocumented_errors: prepared.model.undocumented_errors(function),
                examples: isolde_model::examples(&function.docs),
                computes_with_parameters: prepared.model.computes_with_parameters(function),
                is_hidden: function.hidden,
            })
        })
        .collect()
}
