//! The five steps of every command that explores: prepare → explore → keep → verify → record.
//!
//! [`run`] is the only place that puts them in order, divides the time among them, and handles an interruption: everything that was finished before it
//! is kept, and the record says that the run was cut short.

use crate::error::SessionError;
use crate::record_file;
use crate::reporter::Phase;
use crate::search::{check_sandbox, search};
use crate::session::Session;
use crate::subject::{Found, Subject};
use isolde_explore::Snapshot;
use isolde_record::Fault;
use isolde_record::run::CutShort;
use std::time::{Duration, Instant};

/// A run that was completed, or interrupted after its programs were built.
pub struct Ended<S: Subject> {
    /// What the steps produced.
    pub state: S::State,
    /// What was learned.
    pub record: S::Record,
    /// The record as text, as it is written to its file; empty for one of several runs.
    pub json: String,
    /// Whether the user interrupted the run.
    pub interrupted: bool,
}

/// Runs a command from preparing its package to writing its record.
///
/// # Errors
/// Those of the steps. An interruption is an error only while programs are built, when there is nothing to record yet.
pub fn run<S: Subject>(subject: &S, session: &Session) -> Result<Ended<S>, SessionError> {
    check_sandbox(session)?;
    let mut state = subject.prepare(session)?;
    // The time that the user asked for is shared by all steps that follow.
    let session = &session.beginning_now();
    let interrupted = match steps(subject, session, &mut state) {
        Ok(()) => false,
        Err(error) if error.fault() == Fault::Interrupted => true,
        Err(error) => return Err(error),
    };
    let cut_short = interrupted.then_some(CutShort::Interrupted);
    let record = subject.record(session, &state, cut_short);
    let json = match session.is_one_of_several {
        true => String::new(),
        false => record_file::write(subject.scratch(&state).shared(), S::RECORD, &record)?,
    };
    Ok(Ended {
        state,
        record,
        json,
        interrupted,
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
    // Each target gets its share of the time, and what the targets before it did not use.
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
    let exploration = search(
        target,
        session,
        subject.scratch(state),
        S::NOUN,
        time,
        &rest,
    )?;
    let time = started.elapsed();
    tracing::info!(
        seconds = time.as_secs_f64(),
        cases = exploration.cases.len(),
        per_thunk = ?exploration.per_thunk,
        "explored"
    );
    Ok(Found { exploration, time })
}
