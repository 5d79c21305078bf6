//! The engine's own speeds.

use super::programs::Built;
use super::{Times, arm};
use crate::processor;
use crate::runs::{self, Worst};
use crate::tool::{self, say};
use anyhow::{Context, Result, ensure};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord, HASHES, TRACE};
use isolde_explore::{Request, RunResult, Worker, WorkerOptions};
use isolde_record::{Outcome, Tape};
use std::path::Path;
use std::time::{Duration, Instant};

/// For how long runs are counted.
const COUNTING: Duration = Duration::from_secs(2);
/// How often a run whose processor time is measured is repeated.
const REPETITIONS: u32 = 21;
/// The largest number of path conditions of a traced run: as many as the shared memory holds.
const PATH_LIMIT: u32 = isolde_abi::shared::MAX_PATH as u32;
/// The longest time for the search of `parse_kv`.
const PARSING: Duration = Duration::from_secs(20);

/// The goal for a number.
enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// No goal: the number is printed for comparison.
    Nothing,
}
use Goal::{AtLeast, AtMost, Nothing};

/// Prints the table of speeds.
pub fn print(folder: &Path) -> Result<()> {
    let package = arm("benches/load", folder)?;
    let fresh = Built::new(&package, &[])?;
    ensure!(!fresh.programs.reused, "a fresh build found a cache");
    let first = [fresh.instrumenting, fresh.instrumenting_processor];
    drop(fresh);
    let built = Built::new(&package, &[])?;
    ensure!(built.programs.reused, "an unchanged package is not cached");

    say("\n| what | measured | goal | |\n|---|---:|---:|---|");
    let in_process = runs_per_second(&built, false)?;
    row(
        "small thunk, in-process",
        in_process.on_the_clock,
        "runs/s",
        AtLeast(50_000.0),
    );
    row(
        "the same, per second of the processor time of worker and program",
        in_process.of_processors,
        "runs/s",
        AtLeast(50_000.0),
    );
    row(
        "small thunk, a fork per run",
        runs_per_second(&built, true)?.on_the_clock,
        "runs/s",
        AtLeast(3_000.0),
    );
    let calls = calls_per_second(folder)?;
    row(
        "calls of drawn sequences of a small type",
        calls.on_the_clock,
        "calls/s",
        AtLeast(300_000.0),
    );
    row(
        "the same, per second of the processor time of worker and program",
        calls.of_processors,
        "calls/s",
        AtLeast(300_000.0),
    );
    row(
        "median query of the solver",
        median_query()?,
        "ms",
        AtMost(0.1),
    );

    let programs = &built.programs;
    let plain = time_of_busy(&built, &programs.plain, 0)?;
    let coverage = time_of_busy(&built, &programs.coverage, 0)?;
    let symbolic = time_of_busy(&built, &programs.symbolic, 0)?;
    let traced = time_of_busy(&built, &programs.symbolic, TRACE)?;
    row(
        "`busy` in the plain build, not optimised",
        plain * 1e3,
        "ms",
        Nothing,
    );
    row(
        "symbolic build, compared with it",
        symbolic / plain,
        "times",
        AtMost(3.0),
    );
    row(
        "symbolic build, compared with the coverage build",
        symbolic / coverage,
        "times",
        AtMost(3.0),
    );
    row(
        "the same while tracing",
        traced / coverage,
        "times",
        Nothing,
    );

    let [wall, processor] = first.map(|time| time.as_secs_f64());
    row(
        "instrument, emit and link a small crate",
        wall,
        "s",
        AtMost(2.0),
    );
    row(
        "the same, processor time of each of the three programs",
        processor / 3.0,
        "s",
        AtMost(1.5),
    );
    row(
        "the same, cached",
        built.instrumenting.as_secs_f64(),
        "s",
        AtMost(0.05),
    );

    let parsing = Times::measure(|seed| {
        let reached = built.reach("parse_kv", "parse_kv", seed, PARSING)?;
        Ok(reached.map(|reached| reached.processor))
    })?;
    let in_time = parsing
        .median()
        .is_some_and(|time| time.as_secs_f64() <= 1.0);
    line(
        "`parse_kv` from nothing",
        &parsing.text(PARSING),
        "≤ 1 s",
        verdict(in_time),
    );
    say(
        "\nRuns go through a confined worker, as in an exploration. The query is the median of the solver's example `query_times`. The slowdown \
         is in processor time, on `busy` of benches/load. The plain build is as rustc made it; the coverage build and, \
         before its shadows are added, the symbolic one are optimised, but each has its own code generator level \
         (`isolde_instrument::Options::new`), so the ratio is not that of the shadows alone. Untraced, the symbolic build sees concrete values only; traced, the argument is symbolic. \
         All three programs are instrumented, emitted and linked. `parse_kv` is the processor time of the search alone, from the start of its programs on: \
         median of three seeds, one thread.",
    );
    Ok(())
}

/// Prints the cost of whole runs, beside the goals.
pub fn print_runs(worst: &Worst) {
    say("\n| what | measured | goal | |\n|---|---:|---:|---|");
    row(
        "`generate --time 45s` after building, divided by the time limit: worst of ten crates",
        worst.times,
        "times",
        AtMost(runs::TIMES),
    );
    row(
        "peak memory of the tool or of a program: largest of the same",
        worst.mebibytes,
        "MiB",
        AtMost(runs::MEBIBYTES),
    );
}

/// Prints a number beside its goal.
fn row(what: &str, value: f64, unit: &str, goal: Goal) {
    let value_text = match value {
        _ if value >= 100.0 => format!("{value:.0} {unit}"),
        _ if value >= 1.0 => format!("{value:.2} {unit}"),
        _ => format!("{value:.4} {unit}"),
    };
    match goal {
        AtLeast(least) => line(
            what,
            &value_text,
            &format!("≥ {least}"),
            verdict(value >= least),
        ),
        AtMost(most) => line(
            what,
            &value_text,
            &format!("≤ {most}"),
            verdict(value <= most),
        ),
        Nothing => line(what, &value_text, "", ""),
    }
}

fn line(what: &str, value: &str, goal: &str, verdict: &str) {
    say(format!("| {what} | {value} | {goal} | {verdict} |"));
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "missed" }
}

/// How often a thunk runs per second.
struct Rate {
    /// Per second of wall-clock time. Most of it is spent on waking a sleeping process if processors are idle, or else on waiting for a processor.
    on_the_clock: f64,
    /// Per second of processor time, of this process and the program together.
    of_processors: f64,
}

/// How often the coverage build runs, each time with another seed.
fn runs_per_second(built: &Built, fresh: bool) -> Result<Rate> {
    let thunk = built.thunk("small")?;
    let mut worker = Worker::start(WorkerOptions {
        fresh,
        ..WorkerOptions::new(built.programs.coverage.clone(), built.scratch())
    })?;
    rate(&mut worker, thunk, |run| {
        ensure!(
            run.outcome == Outcome::Returned,
            "`small` ended with {:?}",
            run.outcome
        );
        Ok(1)
    })
}

/// How much is counted in runs with a seed each.
fn rate(
    worker: &mut Worker,
    thunk: u32,
    count: impl Fn(&RunResult) -> Result<u64>,
) -> Result<Rate> {
    let (mut seed, mut counted) = (0, 0);
    let (began, spent) = (Instant::now(), processor::time()?);
    while began.elapsed() < COUNTING {
        seed += 1;
        let run = worker.run(&Request {
            seed,
            ..Request::new(thunk, &Tape::default())
        })?;
        counted += count(&run)?;
    }
    let spent = processor::time()?.saturating_sub(spent);
    ensure!(counted > 0, "nothing was counted");
    ensure!(!spent.is_zero(), "this kernel counts no processor time");
    Ok(Rate {
        on_the_clock: counted as f64 / began.elapsed().as_secs_f64(),
        of_processors: counted as f64 / spent.as_secs_f64(),
    })
}

/// How many calls the coverage build makes in sequences, each drawn with another seed. The checks after a sequence are included, and are no calls.
fn calls_per_second(folder: &Path) -> Result<Rate> {
    let folder = folder.join("sequences");
    std::fs::create_dir(&folder)?;
    let built = Built::of_sequences(&arm("benches/load", &folder)?, &["Counter::*"])?;
    let thunk = built.sequence()?;
    let options = WorkerOptions::new(built.programs.coverage.clone(), built.scratch());
    let mut worker = Worker::start(options)?;
    rate(&mut worker, thunk, |run| Ok(calls_in(&run.choices)))
}

/// The calls in a sequence. For each, there is the choice whether it is repeated, which it is in one of 64 cases, and then the choice how often.
fn calls_in(choices: &[ChoiceRecord]) -> u64 {
    let is_of = |choice: &ChoiceRecord, kind| ChoiceKind::from_u16(choice.kind) == kind;
    let mut calls = 0;
    for (choice, next) in choices
        .iter()
        .zip(choices.iter().skip(1).map(Some).chain([None]))
    {
        if is_of(choice, ChoiceKind::Variant) && choice.high == 63 {
            let times = next.filter(|next| choice.value == 0 && is_of(next, ChoiceKind::Length));
            calls += 1 + times.map_or(0, |times| times.value);
        }
    }
    calls
}

/// The processor time of a run of `busy`, in seconds.
fn time_of_busy(built: &Built, program: &Path, flags: u32) -> Result<f64> {
    let thunk = built.thunk("busy")?;
    let options = WorkerOptions::new(program.to_owned(), built.scratch());
    let mut worker = Worker::start(WorkerOptions {
        run_limit: Duration::from_secs(20),
        ..options
    })?;
    let mut run = |flags: u32| -> Result<bool> {
        let run = worker.run(&Request {
            flags,
            path_limit: PATH_LIMIT,
            ..Request::new(thunk, &Tape::default())
        })?;
        let returned = run.outcome == Outcome::Returned;
        ensure!(returned, "`busy` ended with {:?}", run.outcome);
        Ok(run.crowded)
    };
    // As in an exploration, tables get hashes if they cost too much without. The first run starts the child process that serves the others.
    let flags = if run(flags)? { flags | HASHES } else { flags };
    run(flags)?;
    let before = processor_time_below("self")?;
    for _ in 0..REPETITIONS {
        run(flags)?;
    }
    let spent = processor_time_below("self")?.checked_sub(before);
    let spent = spent.context("a program was replaced while it was measured")?;
    ensure!(!spent.is_zero(), "this kernel counts no processor time");
    Ok(spent.as_secs_f64() / f64::from(REPETITIONS))
}

/// The processor time that all living descendants of a process have used. Unlike wall-clock time, it hardly depends on what else is running.
fn processor_time_below(process: &str) -> Result<Duration> {
    let mut time = Duration::ZERO;
    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let children = std::fs::read_to_string(thread?.path().join("children"))?;
        for child in children.split_whitespace() {
            let statistics = std::fs::read_to_string(format!("/proc/{child}/schedstat"))?;
            let running = statistics.split(' ').next().unwrap_or_default();
            time += Duration::from_nanos(running.parse()?) + processor_time_below(child)?;
        }
    }
    Ok(time)
}

/// The time of the median query in milliseconds, from the line `all` of the solver's example, which is in microseconds.
fn median_query() -> Result<f64> {
    let output = tool::cargo()
        .args([
            "run",
            "--quiet",
            "--release",
            "-p",
            "isolde-solver",
            "--example",
            "query_times",
            "--target-dir",
        ])
        .arg(tool::target_folder()?)
        .current_dir(tool::root())
        .output()?;
    tool::check(&output, "query_times", &[0])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let all = text.lines().find_map(|line| line.strip_prefix("all "));
    let microseconds: f64 = all
        .context("query_times did not print a line `all`")?
        .trim()
        .parse()?;
    Ok(microseconds / 1e3)
}
