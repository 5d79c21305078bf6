//! The five steps of every command that explores: prepare → explore → keep → verify → record.
//!
//! [`run`] is the one place where they follow one another, where time is shared, and where an interruption is dealt with: what was finished before it
//! stays, and the record says that the run was cut short.

use crate::error::SessionError;
use crate::record_file;
use crate::reporter::Phase;
use crate::search::{check_sandbox, search};
use crate::session::Session;
use isolde_build::{Programs, Scratch};
use isolde_explore::{Exploration, Guide, Snapshot};
use isolde_record::run::CutShort;
use isolde_record::{Fault, ThunkInfo};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What a command explores, as far as commands differ.
pub trait Subject {
    /// What the steps hand on: made by the first one, added to by the others.
    type State;
    /// What is written at the end.
    type Record: Serialize;
    /// Name of the record's file in `target/isolde/`.
    const RECORD: &'static str;
    /// What is explored, in the singular.
    const NOUN: &'static str;

    /// Builds the programs, and refuses what cannot work.
    ///
    /// # Errors
    /// Nothing can be explored.
    fn prepare(&self, session: &Session) -> Result<Self::State, SessionError>;

    /// Where the run's files lie.
    fn scratch<'s>(&self, state: &'s Self::State) -> &'s Scratch;

    /// What to explore, one after the other.
    fn targets<'s>(&self, state: &'s Self::State) -> Vec<Target<'s>>;

    /// How long what follows the exploration of a target will take, if it ends now.
    fn rest(&self, session: &Session, state: &Self::State, found: &Snapshot) -> Duration;

    /// Enters what the exploration of the target with this number found, and chooses what is kept of it. Also called when the user wants to stop: then
    /// nothing is chosen.
    ///
    /// # Errors
    /// A program or a file fails us, or the user wants to stop; what was kept until then is in the state.
    fn keep(
        &self,
        session: &Session,
        state: &mut Self::State,
        target: usize,
        found: Found,
    ) -> Result<(), SessionError>;

    /// Verifies the tests made of what was kept, and installs those that hold.
    ///
    /// # Errors
    /// Cargo or a file fails us, or the user wants to stop; what was installed until then is in the state.
    fn verify(&self, session: &Session, state: &mut Self::State) -> Result<(), SessionError>;

    /// What was learned.
    fn record(
        &self,
        session: &Session,
        state: &Self::State,
        cut_short: Option<CutShort>,
    ) -> Self::Record;
}

/// Programs to explore together.
pub struct Target<'a> {
    /// Its name, if there may be several.
    pub name: Option<&'a str>,
    /// The programs.
    pub programs: &'a Programs,
    /// What to explore of them.
    pub thunks: Vec<ThunkInfo>,
    /// What is known and wanted about some of these, by index.
    pub guides: BTreeMap<u32, Guide>,
}

/// What exploring a target found.
pub struct Found {
    /// Cases and figures.
    pub exploration: Exploration,
    /// How long it took.
    pub time: Duration,
}

/// A run that came to its end, or was interrupted after its programs were built.
pub struct Ended<S: Subject> {
    /// What the steps left.
    pub state: S::State,
    /// What was learned.
    pub record: S::Record,
    /// The same as text, as it is in its file.
    pub json: String,
    /// Why the run ended before its time.
    pub cut_short: Option<CutShort>,
}

/// Runs a command from its package to its record.
///
/// # Errors
/// Those of the steps. An interruption is an error only while programs are built: there is nothing to record before.
pub fn run<S: Subject>(subject: &S, session: &Session) -> Result<Ended<S>, SessionError> {
    check_sandbox(session)?;
    let mut state = subject.prepare(session)?;
    // The time that was asked for is that of all steps that come now.
    let session = &session.from_now();
    let cut_short = match steps(subject, session, &mut state) {
        Ok(()) => None,
        Err(error) if error.fault() == Fault::Interrupted => Some(CutShort::Interrupted),
        Err(error) => return Err(error),
    };
    let record = subject.record(session, &state, cut_short);
    let json = record_file::write(subject.scratch(&state), S::RECORD, &record)?;
    Ok(Ended {
        state,
        record,
        json,
        cut_short,
    })
}

/// The steps between building and recording.
fn steps<S: Subject>(
    subject: &S,
    session: &Session,
    state: &mut S::State,
) -> Result<(), SessionError> {
    let sizes: Vec<usize> = subject
        .targets(state)
        .iter()
        .map(|target| target.thunks.len())
        .collect();
    let all: usize = sizes.iter().sum();
    // Each target gets its share of the time, and what those before it left over.
    let mut saved = Duration::ZERO;
    for (number, &size) in sizes.iter().enumerate() {
        if size == 0 {
            continue;
        }
        let time = session.search.time.mul_f64(size as f64 / all as f64) + saved;
        let started = Instant::now();
        let found = explore(subject, session, state, number, time)?;
        subject.keep(session, state, number, found)?;
        saved = time.saturating_sub(started.elapsed());
        session.go_on()?;
    }
    subject.verify(session, state)
}

/// Explores one target for at most `time`.
fn explore<S: Subject>(
    subject: &S,
    session: &Session,
    state: &S::State,
    number: usize,
    time: Duration,
) -> Result<Found, SessionError> {
    let targets = subject.targets(state);
    let target = &targets[number];
    session.reporter.phase(&Phase::Explores {
        noun: S::NOUN,
        count: target.thunks.len(),
        target: target.name,
        time,
    });
    let started = Instant::now();
    let rest = |found: &Snapshot| subject.rest(session, state, found);
    let exploration = search(target, session, subject.scratch(state), S::NOUN, time, &rest)?;
    let time = started.elapsed();
    tracing::info!(
        seconds = time.as_secs_f64(),
        cases = exploration.cases.len(),
        per_thunk = ?exploration.per_thunk,
        "explored"
    );
    Ok(Found { exploration, time })
}
