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

    /// Enters the exploration of the target with this number into the state, and chooses what is kept. Also called when the user wants to stop: then
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
