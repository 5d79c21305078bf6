//! Trials: parameterized forms, written beside the old tests in the copy, compiled, and explored.

use super::bench::{Bench, Built};
use super::conventional::Tests;
use super::same::{Key, key, with_guards};
use crate::error::SessionError;
use crate::pipeline;
use crate::puts::Puts;
use crate::reporter::{Notice, Phase, Reporter};
use crate::session::{SearchSettings, Session};
use isolde_generalize::claim::Form;
use isolde_generalize::splice::{Edit, apply};
use isolde_generalize::write::{Style, function};
use isolde_record::put::PutRecord;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

/// Fewest runs after which a claim is believed, unless the search ended by itself.
pub(super) const FEWEST_RUNS: u64 = 200;
/// Most builds until the remaining forms compile.
const ROUNDS: usize = 12;
/// Most forms that are compiled into one program: more would take too much memory.
const MOST_TOGETHER: usize = 300;
/// Part of the names of forms under trial, before their numbers.
const MARK: &str = "__generalized_";
/// Names of the factories of forms under trial, before their numbers.
const MADE: &str = "__made_";

/// A form under trial.
pub(super) struct Trial {
    /// Number of the test.
    pub(super) subject: usize,
    pub(super) form: Form,
    /// The old values for which it is run, its own first.
    cases: Vec<Vec<String>>,
    pub(super) outcome: Outcome,
    /// Its lines in the copy when it was explored.
    lines: Range<usize>,
}

/// What a trial showed.
#[derive(Clone)]
pub(super) enum Outcome {
    /// Nothing yet.
    Untried,
    /// The compiler refused it, with this message.
    Refused(String),
    /// It was explored.
    Explored(Box<PutRecord>),
}

impl Trial {
    pub(super) fn new(subject: usize, form: Form) -> Trial {
        Trial::with_cases(subject, vec![form.case()], form)
    }

    /// A form that is run for these values.
    pub(super) fn with_cases(subject: usize, cases: Vec<Vec<String>>, form: Form) -> Trial {
        Trial {
            subject,
            cases,
            form,
            outcome: Outcome::Untried,
            lines: 0..0,
        }
    }

    /// Whether a line of its file was its own when it was explored.
    pub(super) fn holds_line(&self, line: usize) -> bool {
        self.lines.contains(&line)
    }

    pub(super) fn record(&self) -> Option<&PutRecord> {
        match &self.outcome {
            Outcome::Explored(record) => Some(record),
            _ => None,
        }
    }
}

/// Tries forms for at most `time` of exploration, each in at most `runs` runs.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn try_all(
    trials: &mut [Trial],
    tests: &Tests,
    library: &str,
    bench: &Bench,
    time: Duration,
    runs: u64,
) -> Result<(), SessionError> {
    let (mut groups, numbers) = grouped(trials, tests);
    let batches = groups.len().div_ceil(MOST_TOGETHER).max(1);
    let time = time / u32::try_from(batches).unwrap_or(u32::MAX);
    for batch in groups.chunks_mut(MOST_TOGETHER) {
        try_batch(batch, tests, library, bench, time, runs)?;
    }
    for (trial, number) in trials.iter_mut().zip(numbers) {
        trial.outcome = groups[number].outcome.clone();
        trial.lines = groups[number].lines.clone();
    }
    Ok(())
}

/// The trials that differ in more than their old values, and for each trial the number of the one that it is tried as. Tests of one function have many
/// forms in common, and what is learned about one of them holds for all.
fn grouped(trials: &[Trial], tests: &Tests) -> (Vec<Trial>, Vec<usize>) {
    let mut groups: Vec<Trial> = Vec::new();
    let mut known: BTreeMap<(Key, Option<String>), usize> = BTreeMap::new();
    let mut numbers = Vec::new();
    for trial in trials {
        let own = key(&trial.form, trial.subject, tests);
        let number = *known
            .entry((own, trial.form.assumption.clone()))
            .or_insert(groups.len());
        match groups.get_mut(number) {
            Some(group) => {
                let guards = trial.form.guards.iter().cloned();
                group.form = with_guards(group.form.clone(), guards);
                let new = trial
                    .cases
                    .iter()
                    .filter(|case| !group.cases.contains(case));
                let new: Vec<_> = new.cloned().collect();
                group.cases.extend(new);
            }
            None => groups.push(Trial {
                subject: trial.subject,
                form: trial.form.clone(),
                cases: trial.cases.clone(),
                outcome: Outcome::Untried,
                lines: 0..0,
            }),
        }
        numbers.push(number);
    }
    (groups, numbers)
}

/// Tries forms that fit into one program.
fn try_batch(
    trials: &mut [Trial],
    tests: &Tests,
    library: &str,
    bench: &Bench,
    time: Duration,
    runs: u64,
) -> Result<(), SessionError> {
    if compile(trials, tests, library, bench, runs)?.is_none() {
        return Ok(());
    }
    let records = explore(
        bench,
        vec![MARK.to_owned()],
        time,
        bench.session.search.seed,
    )?;
    for record in records {
        let number = record
            .path
            .rsplit_once(MARK)
            .and_then(|(_, number)| number.parse::<usize>().ok());
        if let Some(trial) = number.and_then(|number| trials.get_mut(number)) {
            trial.outcome = Outcome::Explored(Box::new(record));
        }
    }
    Ok(())
}

/// The name of a trial of a test, or its path.
pub(super) fn name(number: usize, test: &str) -> String {
    format!("{test}{MARK}{number}")
}

/// Explores those parameterized tests of the copy that the filters match.
///
/// # Errors
/// Those of an exploration.
pub(super) fn explore(
    bench: &Bench,
    filters: Vec<String>,
    time: Duration,
    seed: u64,
) -> Result<Vec<PutRecord>, SessionError> {
    let outer = bench.session;
    let session = Session {
        selection: bench.selection(),
        is_one_of_several: true,
        search: SearchSettings {
            time,
            seed,
            ..outer.search
        },
        program: outer.program.clone(),
        deadline: outer.deadline.without_time(),
        reporter: &PhasesOnly(outer.reporter),
    };
    let puts = Puts {
        filters,
        is_dry_run: true,
        emits: false,
        // Most claims that do not hold are refuted by some input among a few hundred, which takes less time than one query to the solver.
        draws: Some(FEWEST_RUNS),
    };
    let ended = pipeline::run(&puts, &session)?;
    match ended.interrupted {
        true => Err(SessionError::Interrupted),
        false => Ok(ended.record.tests),
    }
}

/// Passes on what is being done; what is found is not for the user to see yet.
struct PhasesOnly<'a>(&'a dyn Reporter);

impl Reporter for PhasesOnly<'_> {
    fn phase(&self, phase: &Phase) {
        self.0.phase(phase);
    }

    fn notice(&self, notice: &Notice) {
        tracing::debug!(?notice, "trial");
    }
}

/// Builds the copy with those trials that the compiler accepts, if any is left.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn compile(
    trials: &mut [Trial],
    tests: &Tests,
    library: &str,
    bench: &Bench,
    runs: u64,
) -> Result<Option<Built>, SessionError> {
    for round in 0..ROUNDS {
        let left: BTreeSet<usize> = (0..trials.len())
            .filter(|&number| matches!(trials[number].outcome, Outcome::Untried))
            .collect();
        bench
            .session
            .count("compiling parameterized forms", left.len(), trials.len());
        let (texts, lines) = laid_out(trials, &left, tests, library, runs);
        bench.write(tests, &texts)?;
        if left.is_empty() {
            return Ok(None);
        }
        let built = bench.build()?;
        if built.passed() {
            for (number, place) in lines {
                trials[number].lines = place;
            }
            return Ok(Some(built));
        }
        let mut blamed = BTreeMap::new();
        for error in &built.errors {
            for (&number, place) in &lines {
                let file = &tests.files[tests.subjects[trials[number].subject].file];
                if error.file.ends_with(&file.path) && place.contains(&error.line) {
                    blamed
                        .entry(number)
                        .or_insert_with(|| error.message.clone());
                }
            }
        }
        if blamed.is_empty() || round + 1 == ROUNDS {
            // Errors without a place: nothing that is left can be trusted.
            let said = built.rendered.lines().next().unwrap_or_default().to_owned();
            blamed = left.iter().map(|&number| (number, said.clone())).collect();
        }
        for (number, message) in blamed {
            tracing::debug!(number, message, "refused");
            trials[number].outcome = Outcome::Refused(message);
        }
    }
    Ok(None)
}

/// The texts of all files with the trials that are left behind the old tests, and the lines of each trial.
fn laid_out(
    trials: &[Trial],
    left: &BTreeSet<usize>,
    tests: &Tests,
    library: &str,
    runs: u64,
) -> (Vec<String>, BTreeMap<usize, Range<usize>>) {
    let mut lines = BTreeMap::new();
    let mut texts = Vec::new();
    for (file_number, file) in tests.files.iter().enumerate() {
        let mut own: Vec<usize> = left
            .iter()
            .copied()
            .filter(|&number| tests.subjects[trials[number].subject].file == file_number)
            .collect();
        own.sort_by_key(|&number| {
            (
                tests.subjects[trials[number].subject].test.range.end,
                number,
            )
        });
        let mut edits = tests.without_rows(file_number);
        let mut added = 0;
        for number in own {
            let trial = &trials[number];
            let subject = &tests.subjects[trial.subject];
            let name = name(number, &subject.test.name);
            let factory = format!("{MADE}{number}");
            let style = Style {
                library,
                name: &name,
                cases: &trial.cases,
                option: Some(format!("runs = {runs}")),
                factory: Some(&factory),
                with_factory: true,
                ..Style::default()
            };
            let text = function(&file.text, &subject.test, &trial.form, &style);
            let end = subject.test.range.end;
            let first = 2 + file.text[..end].matches('\n').count() + added;
            let count = 1 + text.matches('\n').count();
            lines.insert(number, first..first + count);
            added += count;
            edits.push(Edit::new(end..end, format!("\n{text}")));
        }
        texts.push(apply(&file.text, &edits));
    }
    (texts, lines)
}
