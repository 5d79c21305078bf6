//! The test that `cargo test` runs: inline cases, stored inputs, the simplest input, and a few fresh ones.

use super::address::Address;
use super::judge::{run, run_case};
use super::settings::Settings;
use super::shrink::shrink;
use super::stored::{self, Stored};
use super::verdict::{Judged, Verdict};
use super::{Put, alone};
use crate::chooser::Chooser;
use crate::panics::{self, Panic};
use isolde_abi::key::inner;
use std::collections::BTreeMap;
use std::path::Path;

/// How many inputs are drawn at most for each fresh input wanted, if `assume!` refuses many.
const ATTEMPTS: u32 = 50;

/// Runs a parameterized test with its inline cases, its stored inputs, the simplest input, and some fresh ones.
///
/// # Panics
/// If the test fails for an input, with the input as source text; if its file of stored inputs cannot be read; if `assume!` refuses all inputs.
#[track_caller]
pub fn check(put: &Put) {
    let settings = Settings::from_environment(put.fresh);
    let failure = panics::captured(|| Checked::new(put, settings).everything());
    if let Err(failure) = failure {
        panic!("{failure}");
    }
}

struct Checked<'a> {
    put: &'a Put,
    settings: Settings,
    parameters: Vec<&'a str>,
    /// How many runs were not refused by `assume!`.
    ran: u32,
    /// A bit for each `assert_reachable!` that some run has reached.
    reached: u64,
}

impl<'a> Checked<'a> {
    fn new(put: &'a Put, settings: Settings) -> Checked<'a> {
        Checked {
            put,
            settings,
            parameters: put.parameters.iter().map(|(name, _)| *name).collect(),
            ran: 0,
            reached: 0,
        }
    }

    /// Runs all inputs; returns the first failure.
    fn everything(&mut self) -> Result<(), String> {
        if let Some(line) = alone::requested() {
            return self.alone(line);
        }
        for (text, call) in self.put.cases {
            let judged = run_case(self.put, *call);
            self.note(&judged);
            if let Verdict::Failed(why) = &judged.verdict {
                return Err(self.report([*text], why, judged.panic.as_ref(), "inline case"));
            }
        }
        let stored = self.stored()?;
        self.simplest()?;
        self.fresh()?;
        if self.ran == 0 && self.settings.fresh > 0 {
            return Err(format!(
                "no input of parameterized test `{}` passed its `assume!`s, so nothing was tested; `cargo isolde explore {}` looks for one",
                self.put.path(),
                self.put.name
            ));
        }
        let missed = (0..self.put.reachable.len()).find(|n| self.reached >> n & 1 == 0);
        match missed {
            // Without stored inputs, nobody has looked for an input that reaches it yet.
            Some(number) if stored > 0 => Err(format!(
                "no input of parameterized test `{}` reaches assert_reachable!({:?}); `cargo isolde explore {}` looks for one",
                self.put.path(),
                self.put.reachable[number],
                self.put.name
            )),
            _ => Ok(()),
        }
    }

    fn note(&mut self, judged: &Judged) {
        self.ran += u32::from(judged.verdict != Verdict::Discarded);
        self.reached |= judged.reached;
    }

    /// Runs the stored inputs; returns how many there are.
    fn stored(&mut self) -> Result<usize, String> {
        let file = self.put.stored_file();
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(format!("cannot read {}: {error}", file.display())),
        };
        let inputs = stored::read(&text)
            .map_err(|error| format!("{}, {error}", file.display()))?
            .inputs;
        for input in &inputs {
            let Some(tape) = self.tape(input) else {
                say(&format!(
                    "{}:{}: this stored input no longer fits `{}` and is skipped; `cargo isolde explore` keeps such inputs, marked",
                    file.display(),
                    input.line,
                    self.put.signature()
                ));
                continue;
            };
            if input.is_edited {
                return Err(self.edited(input, tape, &file));
            }
            if input.is_fatal() {
                if let Some(how) = alone::failure(self.put, input.line) {
                    let from = format!("stored input, {}:{}", file.display(), input.line);
                    let source = input.source.iter().map(String::as_str);
                    return Err(self.report(source, &how, None, &from));
                }
                self.ran += 1;
                continue;
            }
            let judged = run(self.put, &mut Chooser::from_tape(tape.clone(), 0));
            self.note(&judged);
            if let Verdict::Failed(why) = &judged.verdict {
                let from = format!("stored input, {}:{}", file.display(), input.line);
                return Err(self.explain(tape, why, &judged, &from));
            }
        }
        Ok(inputs.len())
    }

    /// The message about a stored input that was edited.
    fn edited(&self, input: &Stored, tape: BTreeMap<u64, u64>, file: &Path) -> String {
        let mut chooser = Chooser::from_tape(tape, 0).rendered();
        if !input.is_fatal() {
            run(self.put, &mut chooser);
        }
        let made = chooser.rendering.map(|rendering| rendering.call);
        let made = made.filter(|call| !call.is_empty());
        format!(
            "{}:{}: this stored input was edited. The test runs its choices{}, not its text; `cargo isolde explore {}` rewrites the text. To add inputs of your own, write `#[isolde::put(case(…))]`",
            file.display(),
            input.line,
            made.map_or_else(String::new, |call| format!(", which make `{call}`")),
            self.put.name
        )
    }

    /// The stored input as a tape; `None` if it names parameters that do not exist any more.
    fn tape(&self, input: &Stored) -> Option<BTreeMap<u64, u64>> {
        input
            .choices
            .iter()
            .map(|(address, value)| {
                let address = Address::parse(address, &self.parameters)?;
                Some((address.key(), *value))
            })
            .collect()
    }

    fn simplest(&mut self) -> Result<(), String> {
        let judged = run(self.put, &mut Chooser::from_tape(BTreeMap::new(), 0));
        self.note(&judged);
        match &judged.verdict {
            Verdict::Failed(why) => {
                Err(self.explain(BTreeMap::new(), why, &judged, "the simplest input"))
            }
            _ => Ok(()),
        }
    }

    fn fresh(&mut self) -> Result<(), String> {
        let Settings { fresh, seed } = self.settings;
        let (mut ran, mut attempt) = (0, 0);
        while ran < fresh && attempt < fresh.saturating_mul(ATTEMPTS) {
            attempt += 1;
            // Seed 0 would mean the simplest input.
            let mut chooser =
                Chooser::from_tape(BTreeMap::new(), inner(seed, u64::from(attempt)) | 1);
            let judged = run(self.put, &mut chooser);
            self.note(&judged);
            ran += u32::from(judged.verdict != Verdict::Discarded);
            if let Verdict::Failed(why) = &judged.verdict {
                let tape = chooser
                    .choices()
                    .iter()
                    .map(|choice| (choice.key, choice.value))
                    .collect();
                let tape = shrink(self.put, tape, &judged);
                let from = format!(
                    "fresh input, simplified; ISOLDE_SEED={seed:#x} repeats it, and `cargo isolde explore {}` stores inputs that fail",
                    self.put.name
                );
                return Err(self.explain(tape, why, &judged, &from));
            }
        }
        Ok(())
    }

    /// Runs a failing input once more to see it as source text.
    fn explain(&self, tape: BTreeMap<u64, u64>, why: &str, judged: &Judged, from: &str) -> String {
        let mut chooser = Chooser::from_tape(tape, 0).rendered();
        let again = run(self.put, &mut chooser);
        let why = match &again.verdict {
            Verdict::Failed(why) => why,
            _ => why,
        };
        let Some(rendering) = &chooser.rendering else {
            return why.to_owned();
        };
        let chosen: Vec<String> = rendering
            .chosen
            .iter()
            .enumerate()
            .map(|(index, text)| format!("// choice {} of the body: {text}", index + 1))
            .collect();
        let lines = rendering.statements.iter().chain(&chosen);
        let lines = lines.chain([&rendering.call]).map(String::as_str);
        self.report(lines, why, judged.panic.as_ref(), from)
    }

    fn report<'s>(
        &self,
        lines: impl IntoIterator<Item = &'s str>,
        why: &str,
        panic: Option<&Panic>,
        from: &str,
    ) -> String {
        let mut text = format!("parameterized test `{}` fails for\n\n", self.put.path());
        for line in lines {
            text.push_str(&format!("    {line}\n"));
        }
        text.push_str(&format!("\n{why}\n"));
        if let Some(panic) = panic {
            text.push_str(&format!(
                "at {}:{}:{}\n",
                panic.file, panic.line, panic.column
            ));
        }
        text.push_str(&format!("({from})\n"));
        text
    }

    /// Runs only the stored input in this line of the file, in a process that was started for this.
    fn alone(&mut self, line: usize) -> Result<(), String> {
        let text = std::fs::read_to_string(self.put.stored_file());
        let inputs = text.ok().and_then(|text| stored::read(&text).ok());
        let input = inputs
            .into_iter()
            .flat_map(|file| file.inputs)
            .find(|input| input.line == line);
        let tape = input.and_then(|input| self.tape(&input));
        let tape = tape.ok_or("the stored input no longer exists")?;
        let judged = run(self.put, &mut Chooser::from_tape(tape.clone(), 0));
        match &judged.verdict {
            Verdict::Failed(why) => Err(self.explain(tape, why, &judged, "run alone")),
            _ => {
                alone::passed();
                Ok(())
            }
        }
    }
}

/// Prints a line for the user; the test harness shows it with a failure, or with `--nocapture`.
#[expect(clippy::print_stderr, reason = "libtest collects what tests print")]
fn say(line: &str) {
    eprintln!("{line}");
}
