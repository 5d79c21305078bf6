//! An input of a parameterized test that was run and judged.

use isolde::put::address::Address;
use isolde::put::stored::Stored;
use isolde_record::put::{InputRecord, PutInfo, PutVerdict, Verdict};
use isolde_record::{Observation, Outcome, PanicInfo, Tape};

/// An input that was run and judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The number of the search's run that found it; `None` if it was stored before.
    pub run: Option<u64>,
    /// The input.
    pub tape: Tape,
    /// Addresses of the choices on the tape that were made, and their values.
    pub choices: Vec<(Address, u64)>,
    /// Statements that come before the call, and the call.
    pub source: Vec<String>,
    /// Source text of the arguments.
    pub arguments: Vec<String>,
    /// Whether the outcome is acceptable.
    pub verdict: Verdict,
    /// The failure, or the panic that is allowed.
    pub why: String,
    /// Where it panicked.
    pub place: Option<PanicInfo>,
    /// Coverage points reached.
    pub coverage: Vec<u32>,
    /// How many of these no input before it reached.
    pub new_coverage: usize,
    /// A bit for each `assert_reachable!` that the run reaches.
    pub reached: u64,
    /// Whether the run ends its process, or the process has to be killed.
    pub is_fatal: bool,
}

impl Input {
    /// The input of a tape, from the results of its run in the plain program.
    pub(crate) fn new(tape: &Tape, outcome: &Outcome, observation: Observation) -> Input {
        let put = observation.put.unwrap_or(PutVerdict {
            verdict: Verdict::Failed,
            why: String::new(),
            reached: 0,
            arguments: Vec::new(),
            chosen: Vec::new(),
            choices: Vec::new(),
        });
        let (verdict, why) = match fatal(outcome) {
            Some(why) => (Verdict::Failed, why),
            None => (put.verdict, put.why),
        };
        let mut source = observation.statements;
        source.extend(
            put.chosen
                .iter()
                .enumerate()
                .map(|(index, text)| format!("// choice {} of the body: {text}", index + 1)),
        );
        source.push(observation.call);
        let choices = put
            .choices
            .into_iter()
            .map(|(scopes, ordinal, value)| (Address { scopes, ordinal }, value));
        Input {
            run: None,
            choices: choices
                .filter(|(address, _)| tape.0.contains_key(&address.key()))
                .collect(),
            tape: tape.clone(),
            source,
            arguments: put.arguments,
            verdict,
            why,
            place: match outcome {
                Outcome::Panicked(panic) => Some(panic.clone()),
                _ => None,
            },
            coverage: Vec::new(),
            new_coverage: 0,
            reached: put.reached,
            is_fatal: outcome.is_fatal(),
        }
    }

    /// Whether the test fails.
    pub fn is_failure(&self) -> bool {
        self.verdict == Verdict::Failed
    }

    /// The input in the form in which files store it.
    pub fn stored(&self, info: &PutInfo) -> Stored {
        let parameters = parameters(info);
        Stored {
            outcome: self.record().outcome_without_line(),
            source: self
                .source
                .iter()
                .flat_map(|text| text.lines())
                .map(str::to_owned)
                .collect(),
            choices: self
                .choices
                .iter()
                .map(|(address, value)| (address.text(&parameters), *value))
                .collect(),
            ..Stored::default()
        }
    }

    /// The input in the form in which records contain it.
    pub fn record(&self) -> InputRecord {
        InputRecord {
            verdict: self.verdict,
            why: self.why.clone(),
            file: self.place.as_ref().map(|place| place.file.clone()),
            line: self.place.as_ref().map(|place| place.line),
            arguments: self.arguments.clone(),
            source: self.source.clone(),
            new_coverage: u32::try_from(self.new_coverage).unwrap_or(u32::MAX),
            is_fatal: self.is_fatal,
            was_stored: self.run.is_none(),
            runs: self.run,
            seconds: None,
        }
    }
}

/// Names of the parameters.
pub(crate) fn parameters(info: &PutInfo) -> Vec<&str> {
    info.parameters
        .iter()
        .map(|(name, _)| name.as_str())
        .collect()
}

/// What is wrong with a run that ended its process.
fn fatal(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Returned | Outcome::Panicked(_) | Outcome::Discarded => return None,
        Outcome::Signalled { signal } => format!("{KILLED}{signal}"),
        Outcome::StackOverflow => STACK.to_owned(),
        Outcome::Exited { code } => format!("{EXITS}{code}"),
        Outcome::TimedOut => TIME.to_owned(),
        Outcome::OutOfMemory => MEMORY.to_owned(),
        Outcome::Corrupted(error) => error.message(),
    })
}

/// The outcome that a text from [`fatal`] describes.
pub(crate) fn outcome_of(text: &str) -> Option<Outcome> {
    let number = |start: &str| text.strip_prefix(start)?.parse().ok();
    Some(match text {
        STACK => Outcome::StackOverflow,
        TIME => Outcome::TimedOut,
        MEMORY => Outcome::OutOfMemory,
        _ => match number(KILLED) {
            Some(signal) => Outcome::Signalled { signal },
            None => Outcome::Exited {
                code: number(EXITS)?,
            },
        },
    })
}

const KILLED: &str = "the process is killed by signal ";
const STACK: &str = "the stack overflows";
const EXITS: &str = "the process exits with code ";
const TIME: &str = "does not return in time";
const MEMORY: &str = "needs too much memory";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_about_a_fatal_run_can_be_read_back() {
        for outcome in [
            Outcome::Signalled { signal: 6 },
            Outcome::StackOverflow,
            Outcome::Exited { code: -1 },
            Outcome::TimedOut,
            Outcome::OutOfMemory,
        ] {
            let text = fatal(&outcome).expect("it is fatal");
            assert_eq!(outcome_of(&text), Some(outcome));
        }
        assert_eq!(outcome_of("is struck by lightning"), None);
    }
}
