//! What a worker is asked to run, and the result.

use isolde_abi::shared::ChoiceRecord;
#[cfg(doc)]
use isolde_abi::shared::{HASHES, RENDER, STATES};
use isolde_record::{Observation, Outcome, Tape};
use std::time::Duration;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Index of the thunk.
    pub thunk: u32,
    /// The input.
    pub tape: &'a Tape,
    /// Seed for choices that are not on the tape; 0 makes them simplest.
    pub seed: u64,
    /// [`TRACE`](isolde_abi::shared::TRACE), [`RENDER`] and [`HASHES`].
    pub flags: u32,
    /// Maximum number of path conditions to record.
    pub path_limit: u32,
    /// Number of the mutant that runs, counted from 1; 0 for the code itself. Only programs with mutants have any.
    pub mutant: u32,
    /// Longest time that this run may take, if it is shorter than `WorkerOptions::run_limit`.
    pub limit: Option<Duration>,
}

impl<'a> Request<'a> {
    /// A plain run: nothing is traced or rendered, and missing choices are simplest.
    pub fn new(thunk: u32, tape: &'a Tape) -> Request<'a> {
        Request {
            thunk,
            tape,
            seed: 0,
            flags: 0,
            path_limit: 0,
            mutant: 0,
            limit: None,
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// How it ended.
    pub outcome: Outcome,
    /// The choices that the run made, in order. They describe the input completely, drawn values included.
    pub choices: Vec<ChoiceRecord>,
    /// Coverage points passed, ascending.
    pub coverage: Vec<u32>,
    /// Of these, those passed since the call began.
    pub called: Vec<u32>,
    /// Hash that summarizes the function's result.
    pub shape: u64,
    /// Hash that summarizes the values that a sequence of calls leaves; 0 if it was not asked for ([`STATES`]).
    pub state: u32,
    /// The text that the run left: JSON, or empty.
    pub text: String,
    /// Phase in which the run ended.
    pub phase: u32,
    /// Whether some area of the shared memory was full.
    pub full: bool,
    /// Whether hash tables should get true hashes ([`HASHES`]).
    pub crowded: bool,
    /// What a program with AddressSanitizer wrote before it ended because of an error of memory.
    pub report: Option<String>,
    /// Whether the run had to be killed for taking too long (in whichever phase).
    pub timed_out: bool,
}

impl RunResult {
    /// A tape that repeats this run: every choice it made.
    pub fn tape(&self) -> Tape {
        Tape(
            self.choices
                .iter()
                .map(|choice| (choice.key, choice.value))
                .collect(),
        )
    }

    /// What the run rendered, if the request asked for it.
    pub fn observation(&self) -> Option<Observation> {
        serde_json::from_str(&self.text).ok()
    }
}
