//! What a command explores: the parts of the pipeline in which commands differ.

use crate::error::SessionError;
use crate::session::Session;
use isolde_build::{Programs, Scratch};
use isolde_explore::{Exploration, Guide, Snapshot};
use isolde_record::ThunkInfo;
use isolde_record::run::CutShort;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a command explores, and how its steps differ from those of other commands.
pub trait Subject {
    /// What the steps pass on: made by the first one, extended by the others.
    type State;
    /// What is written at the end.
    type Record: Serialize;
    /// Name of the record's file in `target/isolde/`.
    const RECORD: &'static str;
    /// What is explored, in the singular.
    const NOUN: &'static str;

    /// Builds the programs, and refuses packages that cannot be explored.
    ///
    /// # Errors
    /// If nothing can be explored.
    fn prepare(&self, session: &Session) -> Result<Self::State, SessionError>;

    /// The folder for the run's files.
    fn scratch<'s>(&self, state: &'s Self::State) -> &'s Scratch;

    /// The targets, which are explored one after the other.
    fn targets<'s>(&self, state: &'s Self::State) -> Vec<Target<'s>>;

    /// How long the steps after the exploration of a target would take if the exploration ended now.
    fn rest(&self, session: &Session, state: &Self::State, found: &Snapshot) -> Duration;

    /// Enters the exploration of the target with this number into the state, and chooses what is kept. Also called after the user has asked to stop;
    /// then nothing is chosen.
    ///
    /// # Errors
    /// If a program or a file fails, or the user wants to stop; everything that was kept until then is in the state.
    fn keep(
        &self,
        session: &Session,
        state: &mut Self::State,
        target: usize,
        found: Found,
    ) -> Result<(), SessionError>;

    /// Verifies the tests made from what was kept, and installs those that pass.
    ///
    /// # Errors
    /// If cargo or a file fails, or the user wants to stop; everything that was installed until then is in the state.
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
    /// The calls or tests of these programs that are explored.
    pub thunks: Vec<ThunkInfo>,
    /// What is known and requested about some of them, by index.
    pub guides: BTreeMap<u32, Guide>,
}

/// What exploring a target found.
pub struct Found {
    /// Cases and figures.
    pub exploration: Exploration,
    /// How long it took.
    pub time: Duration,
}
