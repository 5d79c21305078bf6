//! One test target of a package: its programs, its parameterized tests, and their stored inputs.

use super::describe::{self, Explored, matches, path};
use crate::emit;
use crate::error::SessionError;
use crate::executor::Executor;
use crate::session::Session;
use isolde_build::{Package, PreparedTests, TestTarget};
use isolde_explore::{Clock, Exploration, Guide};
use isolde_instrument::ProgramMap;
use isolde_puts::{Input, Kept, Known, Programs, keep, known, store};
use isolde_record::put::{PutInfo, PutRecord};
use isolde_record::{Case, Deadline, ThunkInfo};
use std::collections::BTreeMap;
use std::time::Duration;

/// A test target, ready to be explored.
pub(super) struct TestProgram {
    programs: Programs,
    /// All its parameterized tests.
    pub(super) infos: Vec<PutInfo>,
    /// Numbers of the tests that were asked for.
    pub(super) chosen: Vec<u32>,
    known: Vec<Known>,
}

impl TestProgram {
    /// Asks the programs for their tests, and reads the stored inputs of those tests.
    pub(super) fn open(
        filters: &[String],
        session: &Session,
        prepared: &PreparedTests,
        target: &TestTarget,
    ) -> Result<TestProgram, SessionError> {
        let scratch = prepared.scratch.work().join("puts").join(&target.name);
        let mut programs = Programs::new(Box::new(Executor::new(
            &target.programs,
            session.search.sandbox,
            session.deadline.flag(),
            (&scratch, &prepared.package.root),
        )));
        let infos = programs.list()?;
        let is_asked_for = |info: &PutInfo| {
            filters.is_empty() || filters.iter().any(|filter| matches(filter, &path(info)))
        };
        let chosen = (0..)
            .zip(&infos)
            .filter(|(_, info)| is_asked_for(info))
            .map(|(index, _)| index)
            .collect();
        let known = infos
            .iter()
            .map(|info| known::load(info, &prepared.package.root))
            .collect::<Result<_, _>>()?;
        Ok(TestProgram {
            programs,
            infos,
            chosen,
            known,
        })
    }

    /// The tests that were asked for, as the search needs them.
    pub(super) fn thunks(&self) -> Vec<ThunkInfo> {
        let thunk = |&index: &u32| describe::thunk(index, &self.infos[index as usize]);
        self.chosen.iter().map(thunk).collect()
    }

    /// For each test, the inputs that the search begins with, and the limits that the test itself sets;
    /// `draws` is [`Puts::draws`](super::Puts::draws).
    pub(super) fn guides(&self, draws: Option<u64>) -> BTreeMap<u32, Guide> {
        let guide = |&index: &u32| (index, self.guide(index, draws));
        self.chosen.iter().map(guide).collect()
    }

    fn guide(&self, index: u32, draws: Option<u64>) -> Guide {
        let info = &self.infos[index as usize];
        let milliseconds = |number: Option<u64>| number.map(Duration::from_millis);
        Guide {
            seeds: self.known[index as usize]
                .inputs
                .iter()
                .map(|(_, tape)| tape.clone())
                .collect(),
            draws,
            runs: info.runs,
            time: milliseconds(info.time),
            branches: info
                .branches
                .map(|branches| u32::try_from(branches).unwrap_or(u32::MAX)),
            solver: milliseconds(info.solver),
        }
    }

    /// Chooses the inputs of a test that are kept, and makes them simpler until the deadline.
    pub(super) fn keep(
        &mut self,
        index: u32,
        cases: &[&Case],
        deadline: &Deadline,
    ) -> Result<Option<Kept>, SessionError> {
        self.programs.set_deadline(deadline);
        let (info, known) = (&self.infos[index as usize], &self.known[index as usize]);
        Ok(keep(&mut self.programs, index, info, known, cases)?)
    }

    /// Writes the kept inputs to the test's file.
    pub(super) fn store(&self, index: u32, kept: &Kept) -> Result<(), SessionError> {
        let (info, known) = (&self.infos[index as usize], &self.known[index as usize]);
        store::store(info, known, kept)?;
        Ok(())
    }

    /// The record of a test.
    pub(super) fn record(
        &mut self,
        index: u32,
        kept: &Kept,
        exploration: &Exploration,
        map: &ProgramMap,
        package: &Package,
    ) -> Result<PutRecord, SessionError> {
        let cases = self.programs.inline_cases(index, &self.infos)?;
        let mut stats = exploration.per_thunk.iter();
        let mut clocks = exploration.clocks.iter();
        Ok(describe::record(&Explored {
            info: &self.infos[index as usize],
            cases: &cases,
            known: &self.known[index as usize],
            kept,
            stats: stats
                .find(|stats| stats.thunk == index)
                .copied()
                .unwrap_or_default(),
            map,
            package,
            clock: clocks
                .find(|clock| clock.thunk == index)
                .unwrap_or(&Clock::default()),
        }))
    }

    /// All tests with the outcomes of their inline cases, to be written as conventional tests.
    pub(super) fn emittable(&mut self) -> Result<Vec<emit::Test>, SessionError> {
        let outcome = |case: &Option<Input>| {
            let case = case.as_ref()?;
            Some(case.record().outcome_without_line())
        };
        let mut tests = Vec::new();
        for (index, info) in (0..).zip(&self.infos) {
            let cases = self.programs.inline_cases(index, &self.infos)?;
            let cases = cases.iter().map(outcome).collect();
            tests.push(emit::Test {
                info: info.clone(),
                cases,
            });
        }
        Ok(tests)
    }
}
