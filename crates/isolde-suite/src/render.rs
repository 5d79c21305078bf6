//! The text of one test.

use crate::candidate::{Candidate, Ending, Expected};
use crate::finding::Cause;
use crate::request::Location;
use crate::{assertion, checked, fakes, finding, helpers, memory, name, stable};
use isolde_record::run::{Doubt, Rank};
use isolde_record::{Case, MockSource, Observation, Observed, Outcome, Tape, ThunkInfo};
use std::collections::BTreeSet;

/// How much a test asserts. If a form does not compile, the next one is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Everything that was observed.
    Full,
    /// The call alone: it must return.
    CallOnly,
}

/// Why a case became a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// It keeps coverage, an outcome or a finding.
    Chosen,
    /// It notices a mutant that none of the others notices.
    Mutant,
    /// It takes a branch that none of the others takes, though this leads to no new code.
    Branch,
    /// Its input is the last before the behaviour changes.
    Boundary,
    /// Its path is of a kind that the others do not have.
    Path,
    /// It runs the same code on other values.
    Varied,
}

/// What a case is there for that becomes a test beyond those that coverage needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The branch that it takes, or the mutant that it notices.
    pub place: Location,
    /// What is different in the mutant.
    pub change: Option<&'static str>,
}

/// The same input and call with the exact types of all literals, for the case that the compiler does not accept them otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The statements before the call.
    pub statements: Vec<String>,
    /// The call.
    pub call: String,
}

/// A test about to be written.
#[derive(Clone, Debug)]
pub struct Test {
    /// Function name, unique in its module.
    pub name: String,
    /// The thunk that was run.
    pub thunk: ThunkInfo,
    /// Its input.
    pub tape: Tape,
    /// How the run ended in the uninstrumented program.
    pub outcome: Outcome,
    /// What was observed.
    pub observation: Observation,
    /// Names that the case suggests, the shortest first.
    pub names: Vec<String>,
    /// How its case was found.
    pub origin: Origin,
    /// What it was added for, if it was.
    pub aim: Option<Aim>,
    /// What the test shows, to follow the function's name: `reaches src/frame.rs:31`.
    pub reason: String,
    /// Of a finding, how much it matters, why it may be intended after all, and what is known of its cause.
    pub rank: Rank,
    pub doubt: Option<Doubt>,
    pub cause: Cause,
    /// How much it asserts.
    pub form: Form,
    /// Another way to write its input and call, if there is one that was not tried.
    pub exact: Option<Exact>,
    /// If it asserts calls, the same test without that.
    pub plain: Option<Box<Test>>,
    /// Coverage points that the run reached.
    pub coverage: BTreeSet<u32>,
    /// Those of them that the call reached, and those that no call reaches.
    pub called: BTreeSet<u32>,
}

impl Candidate for Test {
    fn expected(&self) -> Expected {
        match self.is_finding() {
            true if matches!(self.outcome, Outcome::Corrupted(_)) => Expected::Compiles,
            true => Expected::Shows(Ending::of(&self.outcome)),
            false => Expected::Passes,
        }
    }

    fn rank(&self) -> usize {
        match self.is_finding() {
            true => 0,
            false => 1 + self.origin as usize,
        }
    }

    fn subject(&self) -> &str {
        &self.thunk.function
    }

    fn fall_back(&mut self) -> bool {
        let Some(plain) = self.plain.take() else {
            return false;
        };
        *self = Test {
            name: std::mem::take(&mut self.name),
            reason: std::mem::take(&mut self.reason),
            ..*plain
        };
        true
    }

    /// A test may compile if the types in it are written out; if its assertion does not compile, it may still compile as a bare call.
    fn weaken(&mut self) -> bool {
        if let Some(exact) = self.exact.take() {
            self.observation.statements = exact.statements;
            self.observation.call = exact.call;
            return true;
        }
        // Before a call that fails, results may have to be used.
        let has_statements = !self.observation.asserted.is_empty();
        // A list of calls that is not compared shows nothing; the test falls back on one without it.
        let can = self.form == Form::Full
            && !self.observation.asserts_calls
            && (self.outcome == Outcome::Returned || has_statements);
        if can {
            self.form = Form::CallOnly;
            self.names = name::suggest(&self.thunk, &self.outcome, &self.observation.unasserted());
        }
        can
    }
}

impl Test {
    /// Whether the run ended in a way that the documentation does not announce, or broke a law or a convention: then the test is ignored.
    pub fn is_finding(&self) -> bool {
        match &self.outcome {
            Outcome::Returned | Outcome::Discarded => false,
            Outcome::Panicked(panic) => !self.thunk.announces(panic),
            _ => true,
        }
    }

    /// Whether the test asserts more than that the call returns.
    pub fn says_something(&self) -> bool {
        let observation = &self.observation;
        let values = observation.after.iter().map(|(_, observed)| observed);
        let full = self.form == Form::Full;
        self.outcome != Outcome::Returned
            || full
                && values
                    .chain(&observation.returned)
                    .any(assertion::says_something)
    }

    /// What a finding about a law says: the type and the promise.
    fn broken_promise(&self) -> Option<String> {
        let law = self.outcome.broken_law()?;
        let what = match law.is_convention {
            true => "breaks the convention",
            false => "breaks",
        };
        let promise = finding::message(&self.outcome);
        Some(format!("`{}` {what}: {promise}", self.thunk.function))
    }

    /// The line that describes a finding: `attempt to add with overflow (src/lib.rs:12)`.
    pub fn finding_line(&self) -> String {
        if let Some(promise) = self.broken_promise() {
            return promise;
        }
        let message = finding::message(&self.outcome);
        match self.has_place() {
            true => format!("{message} ({})", self.finding_place()),
            false => message,
        }
    }

    /// Whether the run failed at a place in the code under test.
    pub fn has_place(&self) -> bool {
        match &self.outcome {
            Outcome::Panicked(panic) => finding::is_place(&panic.file),
            outcome => outcome.place().is_some(),
        }
    }

    /// Where a finding happened, as file and line; the function's own place if nothing else is known.
    pub fn place(&self) -> (String, u32) {
        match self.outcome.place().filter(|_| self.has_place()) {
            Some((file, line)) => (self.place_of(file), line),
            None => (self.thunk.file.clone(), self.thunk.line),
        }
    }

    /// [`Test::place`] as text: `src/lib.rs:12`.
    pub fn finding_place(&self) -> String {
        let (file, line) = self.place();
        format!("{file}:{line}")
    }

    /// The case again that the test was made from.
    pub fn case(&self) -> Case {
        Case {
            thunk: self.thunk.index,
            tape: self.tape.clone(),
            outcome: self.outcome.clone(),
            coverage: self.coverage.iter().copied().collect(),
            called: self.called.iter().copied().collect(),
            shape: 0,
            choices: 0,
            run: 0,
        }
    }

    /// The panic's file relative to the package, if it is the file of the function or below a `src` folder. A file of a dependency begins with that
    /// one's name and version.
    pub fn place_of(&self, file: &str) -> String {
        if let Some((_, inside)) = file.split_once("/registry/src/")
            && let Some((_, of_dependency)) = inside.split_once('/')
        {
            return of_dependency.to_owned();
        }
        let source_root = self.thunk.file.split('/').next().unwrap_or_default();
        match file.rfind(&format!("/{source_root}/")) {
            Some(at) if file.starts_with('/') && !source_root.is_empty() => {
                file[at + 1..].to_string()
            }
            _ => file.to_string(),
        }
    }

    /// The test's source text, not yet formatted.
    pub fn source(&self) -> String {
        self.source_with(&BTreeSet::new())
    }

    /// The same, if these mocks are declared outside it.
    pub(crate) fn source_with(&self, shared: &BTreeSet<MockSource>) -> String {
        let mut out = format!("/// {}\n#[{}]\n", self.summary(), self.attribute());
        if self.is_finding() {
            let what = match self.outcome.is_suspicion() {
                true => "suspicion",
                false => "finding",
            };
            out += &format!(
                "#[ignore = {:?}]\n",
                format!("{what}: {}", self.finding_line())
            );
        } else if let Outcome::Panicked(panic) = &self.outcome {
            out += &match expected(&panic.message) {
                None => "#[should_panic]\n".to_string(),
                Some(message) => format!("#[should_panic(expected = {message:?})]\n"),
            };
            if let Some(why) = checked::why_not_in_release(panic) {
                out += &format!("#[cfg_attr(not(debug_assertions), ignore = {why:?})]\n");
            }
        }
        out += &format!("fn {}() {{\n", self.name);
        for line in &self.thunk.uses {
            out += line;
            out.push('\n');
        }
        if self.observation.asserts_calls {
            out += LIST_OF_CALLS;
        }
        for mock in &self.observation.mocks {
            if !shared.contains(mock) {
                out += &format!("{}\n", mock.source);
            }
        }
        for fake in &self.observation.fakes {
            out += &fakes::statements(fake);
        }
        out += &self.statements();
        out += &self.body();
        out += "}\n";
        out
    }

    /// The attribute that makes the function a test.
    fn attribute(&self) -> &'static str {
        match self.needs_detours() {
            true => "isolde::test",
            false => "test",
        }
    }

    /// Whether the test runs with `cargo isolde test` only: calls of functions go to fakes, or there are values that nobody may look into.
    fn needs_detours(&self) -> bool {
        !self.observation.fakes.is_empty() || self.observation.stands_in
    }

    fn body(&self) -> String {
        let weak = self.form == Form::CallOnly;
        if self.observation.asserts_law() {
            // The assertion that fails, or in which a method panics.
            return format!("{};\n", self.observation.call);
        }
        let call = &helpers::wrapped(&self.thunk, &self.observation);
        if self.outcome != Outcome::Returned {
            return memory::failing_call(&self.outcome, &self.observation, call);
        }
        let returned = self
            .observation
            .returned
            .as_ref()
            .unwrap_or(&Observed::Opaque);
        let mut out = match &self.observation.bound {
            Some(variable) if !weak => format!("let {variable} = {call};\n"),
            _ => assertion::assert(call, returned, weak) + "\n",
        };
        if !weak {
            for (expression, observed) in &self.observation.after {
                out += &assertion::assert(expression, observed, false);
                out.push('\n');
            }
        }
        out
    }

    /// How a run showed that a law is broken.
    fn what_happened(&self) -> String {
        let mut text = "The assertion at the end fails.".to_owned();
        if !self.cause.laws.is_empty() {
            text += &format!(
                " Also broken, for the same reason: {}.",
                self.cause.laws.join(", ")
            );
        }
        text
    }

    fn summary(&self) -> String {
        let thunk = &self.thunk;
        if let Some(promise) = self.broken_promise() {
            return format!("{promise}. {}", self.what_happened());
        }
        if let Outcome::Corrupted(error) = &self.outcome {
            return memory::told(&thunk.function, error, &self.name);
        }
        let mut line = match self.reason.as_str() {
            "" if self.observation.asserts_law() => {
                format!("`{}`: a method of its traits panics.", thunk.function)
            }
            "" => format!("`{}` ({}:{}).", thunk.function, thunk.file, thunk.line),
            reason => format!("`{}`: {reason}.", thunk.function),
        };
        if !self.says_something() {
            line += " Asserts only that it returns.";
        }
        if let Some(assumed) = fakes::assumed(&self.observation.fakes) {
            line += &format!(" {assumed}");
        }
        if let Some(doubt) = self.doubt {
            line += &format!(" In doubt: {}.", doubt.words());
        }
        line
    }
}

/// What the mocks of a test add their calls to.
const LIST_OF_CALLS: &str =
    "static CALLS: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());\n\n";
/// Minimum number of letters that make an expected message worth a line.
const TELLING: usize = 4;

/// The part of a panic message that `should_panic` expects: from the first line with enough letters, the part that has most of them and
/// contains no address.
fn expected(message: &str) -> Option<&str> {
    let letters = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count();
    message
        .lines()
        .filter_map(|line| {
            stable::without_addresses(line)
                .into_iter()
                .map(str::trim)
                .rev()
                .max_by_key(|part| letters(part))
        })
        .find(|part| letters(part) >= TELLING)
}

#[cfg(test)]
pub(crate) mod tests;
