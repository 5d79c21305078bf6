//! The engine's own speeds.

use super::programs::Built;
use super::{arm, median, median_time, target_folder};
use crate::tool::{self, say};
use anyhow::{Context, Result, ensure};
use isolde_abi::shared::TRACE;
use isolde_explore::{Request, Worker, WorkerOptions};
use isolde_record::{Outcome, Tape};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long runs are counted.
const COUNTING: Duration = Duration::from_secs(2);
/// Repetitions of a run that is timed; their median counts.
const REPETITIONS: usize = 21;
/// Most path conditions of a traced run, as many as the shared memory holds.
const PATH_LIMIT: u32 = isolde_abi::shared::MAX_PATH as u32;
/// Longest search for `parse_kv`.
const PARSING: Duration = Duration::from_secs(20);

/// What a number must become.
enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// Printed for comparison.
    None,
}

/// Prints the table of speeds.
pub fn print(folder: &Path) -> Result<()> {
    let package = arm("benches/load", folder)?;
    let fresh = Built::new(&package, &[])?;
    ensure!(!fresh.programs.reused, "a fresh build found a cache");
    let instrumenting = fresh.instrumenting;
    drop(fresh);
    let built = Built::new(&package, &[])?;
    ensure!(built.programs.reused, "an unchanged package is not cached");

    say("\n| what | measured | goal | |\n|---|---:|---:|---|");
    let in_process = runs_per_second(&built, false)?;
    row(
        "executions/s of a small thunk, in-process",
        "",
        in_process,
        Goal::AtLeast(20_000.0),
    );
    let forked = runs_per_second(&built, true)?;
    row(
        "executions/s of a small thunk, a fork per run",
        "",
        forked,
        Goal::AtLeast(3_000.0),
    );
    row(
        "median query of the solver",
        "ms",
        median_query()?,
        Goal::AtMost(0.1),
    );

    let programs = &built.programs;
    let plain = seconds_of_busy(&built, &programs.plain, 0)?;
    let coverage = seconds_of_busy(&built, &programs.coverage, 0)?;
    let symbolic = seconds_of_busy(&built, &programs.symbolic, 0)?;
    let traced = seconds_of_busy(&built, &programs.symbolic, TRACE)?;
    let times = "×";
    row(
        "symbolic build against the plain one (not optimised)",
        times,
        symbolic / plain,
        Goal::AtMost(3.0),
    );
    row(
        "symbolic build against the coverage build (optimised as it is)",
        times,
        symbolic / coverage,
        Goal::AtMost(3.0),
    );
    row(
        "the same while tracing a symbolic argument",
        times,
        traced / coverage,
        Goal::None,
    );
    row(
        "for reference: a run in the plain build",
        "ms",
        plain * 1e3,
        Goal::None,
    );

    row(
        "instrument, emit and link the three programs of a small crate",
        "s",
        instrumenting.as_secs_f64(),
        Goal::AtMost(2.0),
    );
    row(
        "the same, cached",
        "s",
        built.instrumenting.as_secs_f64(),
        Goal::AtMost(0.05),
    );

    let parsing = median_time(|seed| built.time_to_goal("parse_kv", "parse_kv", seed, PARSING))?;
    let seconds = parsing.map_or(f64::INFINITY, |time| time.as_secs_f64());
    row(
        "`parse_kv` from nothing, in the search",
        "s",
        seconds,
        Goal::AtMost(1.0),
    );
    say(
        "\nRuns go through a confined worker, as in an exploration. The query is the median of the solver's example `query_times`. The slowdown \
         is that of `busy` in benches/load; without tracing, the symbolic build computes with concrete values only. \
         `parse_kv` counts from the start of the programs on, without building; median of three seeds, one thread.",
    );
    Ok(())
}

fn row(what: &str, unit: &str, value: f64, goal: Goal) {
    let number = |value: f64| match value {
        _ if value.is_infinite() => format!("more than {}", PARSING.as_secs()),
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    };
    let (goal, verdict) = match goal {
        Goal::AtLeast(least) => (format!("≥ {least}"), verdict(value >= least)),
        Goal::AtMost(most) => (format!("≤ {most}"), verdict(value <= most)),
        Goal::None => (String::new(), ""),
    };
    say(format!(
        "| {what} | {} {unit} | {goal} | {verdict} |",
        number(value)
    ));
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "missed" }
}

/// Runs per second of the coverage build, each with another seed.
fn runs_per_second(built: &Built, fresh: bool) -> Result<f64> {
    let thunk = built.thunk("small")?;
    let mut worker = Worker::start(WorkerOptions {
        fresh,
        ..WorkerOptions::new(built.programs.coverage.clone(), built.scratch())
    })?;
    let began = Instant::now();
    let mut runs = 0;
    while began.elapsed() < COUNTING {
        runs += 1;
        let run = worker.run(&Request {
            seed: runs,
            ..Request::new(thunk, &Tape::default())
        })?;
        ensure!(
            run.outcome == Outcome::Returned,
            "`small` ended with {:?}",
            run.outcome
        );
    }
    Ok(runs as f64 / began.elapsed().as_secs_f64())
}

/// Seconds of a run of `busy`.
fn seconds_of_busy(built: &Built, program: &Path, flags: u32) -> Result<f64> {
    let thunk = built.thunk("busy")?;
    let options = WorkerOptions::new(program.to_owned(), built.scratch());
    let mut worker = Worker::start(WorkerOptions {
        run_limit: Duration::from_secs(20),
        ..options
    })?;
    let mut times = Vec::new();
    for _ in 0..REPETITIONS {
        let began = Instant::now();
        let run = worker.run(&Request {
            flags,
            path_limit: PATH_LIMIT,
            ..Request::new(thunk, &Tape::default())
        })?;
        times.push(began.elapsed());
        ensure!(
            run.outcome == Outcome::Returned,
            "`busy` ended with {:?}",
            run.outcome
        );
    }
    Ok(median(&mut times).as_secs_f64())
}

/// Milliseconds of the median query, as the solver's example prints it: `all`, microseconds.
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
        .arg(target_folder()?)
        .current_dir(tool::root())
        .output()?;
    tool::check(&output, "query_times", &[0])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let all = text.lines().find_map(|line| line.strip_prefix("all "));
    let microseconds: f64 = all
        .context("query_times printed no line `all`")?
        .trim()
        .parse()?;
    Ok(microseconds / 1e3)
}
