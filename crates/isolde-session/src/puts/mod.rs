//! The parameterized tests of a package: explored through its own test targets, their inputs stored beside them and, with `--emit`, written as
//! conventional tests.

mod describe;
mod target;

pub use describe::{matches, path};

use crate::emit::{self, EmissionError, Outcome};
use crate::error::SessionError;
use crate::reporter::{Notice, Phase};
use crate::session::Session;
use crate::subject::{Found, Subject, Target};
use isolde_build::{PreparedTests, Scratch, TestsRequest};
use isolde_explore::Snapshot;
use isolde_record::Case;
use isolde_record::put::PutsRecord;
use isolde_record::run::CutShort;
use isolde_suite::time::Measured;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use target::TestProgram;

/// Number of runs that making an input simpler usually takes.
const RUNS_PER_INPUT: u32 = 300;
/// Time for making an input that never ends simpler and observing it.
const ENDLESS: Duration = Duration::from_secs(5);
/// Maximum share of the remaining time that may be spent on making inputs simpler.
const SHARE_OF_REST: f64 = 0.3;

/// Which parameterized tests of a package are explored, and how.
#[derive(Clone, Debug)]
pub struct Puts {
    /// Filters: parts of the tests' paths, or whole paths with `*`; all tests if there is none.
    pub filters: Vec<String>,
    /// Whether inputs are only shown, not stored.
    pub is_dry_run: bool,
    /// Whether stored inputs are also written as conventional tests.
    pub emits: bool,
    /// Number of random inputs with which each search begins, if not the usual few.
    pub draws: Option<u64>,
}

/// What the steps of a run know about the tests.
pub struct State {
    /// Package and test targets.
    pub prepared: PreparedTests,
    /// The targets' programs, in the order of `prepared`.
    programs: Vec<TestProgram>,
    /// Names that several tests of the package have.
    ambiguous: BTreeSet<String>,
    record: PutsRecord,
    emission: Outcome,
}

impl State {
    /// Why the conventional tests of some files were not written.
    pub fn failures(&self) -> &[EmissionError] {
        &self.emission.failures
    }
}

impl Subject for Puts {
    type State = State;
    type Record = PutsRecord;
    const RECORD: &'static str = "explore.json";
    const NOUN: &'static str = "test";

    fn prepare(&self, session: &Session) -> Result<State, SessionError> {
        let request = TestsRequest {
            selection: session.selection.clone(),
            linker: session.program.clone(),
            cancelled: Arc::clone(session.deadline.flag()),
        };
        let building = |step| session.reporter.phase(&Phase::Building(step));
        let prepared = isolde_build::prepare_tests(&request, &building)?;
        for warning in &prepared.warnings {
            session.reporter.notice(&Notice::NotExplored(warning));
        }
        let programs = prepared
            .targets
            .iter()
            .map(|target| TestProgram::open(&self.filters, session, &prepared, target))
            .collect::<Result<Vec<_>, _>>()?;
        self.check(session, &prepared, &programs)?;
        Ok(State {
            ambiguous: ambiguous(&programs),
            record: PutsRecord {
                package: prepared.package.name.clone(),
                version: prepared.package.version.clone(),
                seed: session.search.seed,
                ..PutsRecord::new()
            },
            emission: Outcome::default(),
            programs,
            prepared,
        })
    }

    fn scratch<'s>(&self, state: &'s State) -> &'s Scratch {
        &state.prepared.scratch
    }

    fn targets<'s>(&self, state: &'s State) -> Vec<Target<'s>> {
        let targets = state.prepared.targets.iter().zip(&state.programs);
        let target = |(target, programs): (&'s isolde_build::TestTarget, &TestProgram)| Target {
            name: Some(&target.name),
            programs: &target.programs,
            thunks: programs.thunks(),
            guides: programs.guides(self.draws),
        };
        targets.map(target).collect()
    }

    fn rest(&self, session: &Session, _: &State, found: &Snapshot) -> Duration {
        // It is not known before how long the user's own test targets take to build.
        let emission = match self.emits {
            true => Measured::default().verification(found.tests),
            false => Duration::ZERO,
        };
        (found.runs * RUNS_PER_INPUT + ENDLESS * found.endless as u32 + emission)
            .min(session.search.time.mul_f64(SHARE_OF_REST))
    }

    fn keep(
        &self,
        session: &Session,
        state: &mut State,
        target: usize,
        found: Found,
    ) -> Result<(), SessionError> {
        let Found { exploration, time } = found;
        let record = &mut state.record;
        record.solver.add(&exploration.solver);
        record.seconds += time.as_secs_f64();
        let programs = &mut state.programs[target];
        let chosen = programs.chosen.clone();
        for (done, &index) in chosen.iter().enumerate() {
            session.go_on()?;
            session.reporter.phase(&Phase::Counting {
                what: "keeping inputs",
                done,
                all: chosen.len(),
            });
            let cases: Vec<&Case> = exploration
                .cases
                .iter()
                .filter(|case| case.thunk == index)
                .collect();
            let Some(kept) = programs.keep(index, &cases, &session.deadline)? else {
                return Err(SessionError::Interrupted);
            };
            if kept.inputs.is_empty() {
                // Nothing is reported about a test whose inputs were not all examined.
                session.go_on()?;
            }
            if !self.is_dry_run {
                programs.store(index, &kept)?;
            }
            let map = &state.prepared.targets[target].programs.map;
            let package = &state.prepared.package;
            let test = programs.record(index, &kept, &exploration, map, package)?;
            let name = &programs.infos[index as usize].name;
            session.reporter.notice(&Notice::Kept {
                test: &test,
                is_ambiguous: state.ambiguous.contains(name),
            });
            record.tests.push(test);
        }
        Ok(())
    }

    fn verify(&self, session: &Session, state: &mut State) -> Result<(), SessionError> {
        if !self.emits {
            return Ok(());
        }
        session.reporter.phase(&Phase::Emits);
        let mut targets = Vec::new();
        for (target, programs) in state.prepared.targets.iter().zip(&mut state.programs) {
            session.go_on()?;
            targets.push((target, programs.emittable()?));
        }
        emit::emit(session, &state.prepared, &targets, &mut state.emission)
    }

    fn record(&self, _: &Session, state: &State, cut_short: Option<CutShort>) -> PutsRecord {
        PutsRecord {
            emitted: state.emission.written.clone(),
            cut_short,
            ..state.record.clone()
        }
    }
}

impl Puts {
    /// Fails if the filters match no test at all, and warns about each filter that matches none.
    fn check(
        &self,
        session: &Session,
        prepared: &PreparedTests,
        programs: &[TestProgram],
    ) -> Result<(), SessionError> {
        let infos = || programs.iter().flat_map(|program| &program.infos);
        if programs.iter().all(|program| program.chosen.is_empty()) {
            return Err(SessionError::NoMatch {
                package: prepared.package.name.clone(),
                filters: self.filters.clone(),
                tests: infos().map(path).collect(),
            });
        }
        for filter in &self.filters {
            if !infos().any(|info| matches(filter, &path(info))) {
                session.reporter.notice(&Notice::NoSuchTest(filter));
            }
        }
        Ok(())
    }
}

/// Names that more than one test has.
fn ambiguous(programs: &[TestProgram]) -> BTreeSet<String> {
    let (mut names, mut ambiguous) = (BTreeSet::new(), BTreeSet::new());
    for info in programs.iter().flat_map(|program| &program.infos) {
        if !names.insert(&info.name) {
            ambiguous.insert(info.name.clone());
        }
    }
    ambiguous
}
