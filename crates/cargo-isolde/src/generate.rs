//! `cargo isolde generate`: build, explore, write tests.

use crate::arguments::Generate;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Exploring;
use crate::steps;
use crate::summary;
use isolde_build::{BuildError, BuildRequest, Prepared, Programs, Selection};
use isolde_cargo::Job;
use isolde_explore::ExploreError;
use isolde_record::run::{RemovalReason, RemovedRecord};
use isolde_record::{Deadline, RunRecord};
use isolde_session::confined;
use isolde_session::executor::Executor;
use isolde_session::record::{self, Learned};
use isolde_session::record_file::{self, Unwritable};
use isolde_session::search::{check_sandbox, search};
use isolde_suite::{Location, Suite, SuiteError, SuiteRequest, build_suite};
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No programs.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The programs cannot be run.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// No tests.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The current directory or our own program cannot be determined, or signals cannot be caught.
    #[error("cannot ask the system about this process: {0}")]
    Process(#[source] io::Error),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] Unwritable),
    /// The user wants to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Runs the command.
pub fn run(options: &Generate, console: &Console) -> Exit {
    match generate(options, console) {
        Ok(exit) => exit,
        Err(error) => {
            console.error(&error.to_string());
            Exit::from(&error)
        }
    }
}

fn generate(options: &Generate, console: &Console) -> Result<Exit, GenerateError> {
    check_sandbox(&options.search.settings())?;
    let request = request(options)?;
    let prepared = isolde_build::prepare(&request, &|step| steps::show(console, &step))?;
    let learned = match &prepared.programs {
        Some(programs) => learn(options, &request, &prepared, programs, console)?,
        None => Learned {
            seed: options.search.seed,
            ..Learned::default()
        },
    };
    let record = record::run_record(&prepared, learned);
    for function in &record.functions {
        if let Some(why) = function.no_test {
            tracing::info!(
                function = function.path,
                ?why,
                "explored, but without a test"
            );
        }
    }
    let text = record_file::write(&prepared.scratch, "run.json", &record)?;
    if console.wants_json() {
        console.data(&text);
    } else if prepared.programs.is_none() {
        console.summary("nothing to explore: the package has no function that a test can call");
    } else {
        summary::print(&record, &out_folder(options, &prepared), console);
    }
    if let Some(why) = nothing_held(&record) {
        console.error(&why);
        return Ok(Exit::Bug);
    }
    Ok(if record.findings.is_empty() {
        Exit::Done
    } else {
        Exit::Findings
    })
}

/// What to say if tests were made and not one held when it was compiled and run: then it is verification that went wrong.
fn nothing_held(record: &RunRecord) -> Option<String> {
    let failed = |removed: &&RemovedRecord| {
        matches!(
            removed.reason,
            RemovalReason::Fails | RemovalReason::DoesNotCompile(_)
        )
    };
    let failed: Vec<&RemovedRecord> = record.removed.iter().filter(failed).collect();
    let first = failed.first().filter(|_| record.tests.is_empty())?;
    let why = match &first.reason {
        RemovalReason::DoesNotCompile(message) => format!("does not compile: {message}"),
        _ => "fails".to_owned(),
    };
    Some(format!(
        "not one of {} tests held when they were compiled and run with cargo, so none was written: something here must be in their way, or this is a bug of Isolde; \
         the first, {}, {why}",
        failed.len(),
        first.test
    ))
}

/// Explores and writes the tests.
fn learn(
    options: &Generate,
    request: &BuildRequest,
    prepared: &Prepared,
    programs: &Programs,
    console: &Console,
) -> Result<Learned, GenerateError> {
    // Said before the exploration, not after it.
    let out = out_folder(options, prepared);
    isolde_suite::target::check_name(&prepared.package.root, &out)?;
    isolde_suite::install::check_folder(&out)?;
    if !options.items.is_empty() {
        let is_asked_for = |function: &str| {
            let mut items = options.items.iter();
            items.any(|item| isolde_harness::names::matches(item, function))
        };
        isolde_suite::install::check_others(&out, &is_asked_for)?;
    }
    let started = Instant::now();
    console.phase(&format!(
        "exploring {} calls, at most {:?}",
        prepared.harness.thunks.len(),
        options.search.time
    ));
    let exploration = search(
        &options.search.settings(),
        request,
        prepared,
        programs,
        &Exploring {
            console,
            what: "functions",
            points: Some(programs.map.coverage.len()),
        },
    )?;
    let seconds = started.elapsed().as_secs_f64();
    tracing::info!(seconds, cases = exploration.cases.len(), per_thunk = ?exploration.per_thunk, "explored");
    if request.cancelled.load(Ordering::Relaxed) {
        return Err(GenerateError::Interrupted);
    }
    console.phase(&format!(
        "writing tests for {} cases",
        exploration.cases.len()
    ));
    let suite = write_tests(
        options,
        request,
        prepared,
        programs,
        &exploration.cases,
        console,
    )?;
    if let Some(declaration) = &suite.declaration {
        console.phase(&format!(
            "cargo test does not look for tests there; it sees them when the package's Cargo.toml says:\n\n{declaration}"
        ));
    }
    for removed in &suite.removed {
        tracing::info!(test = removed.test, reason = ?removed.reason, "removed");
    }
    Ok(Learned {
        seed: options.search.seed,
        seconds,
        covered: exploration.covered,
        paths: exploration
            .per_thunk
            .iter()
            .map(|stats| (stats.thunk, stats.paths))
            .collect(),
        explored: exploration
            .per_thunk
            .iter()
            .filter(|stats| stats.executions > 0)
            .map(|stats| stats.thunk)
            .collect(),
        executions: exploration
            .per_thunk
            .iter()
            .map(|stats| stats.executions)
            .sum(),
        tests: suite.tests,
        findings: suite.findings,
        removed: suite.removed,
        called: exploration.cases.iter().map(|case| case.thunk).collect(),
        solver: exploration.solver,
    })
}

fn write_tests(
    options: &Generate,
    request: &BuildRequest,
    prepared: &Prepared,
    programs: &Programs,
    cases: &[isolde_record::Case],
    console: &Console,
) -> Result<Suite, GenerateError> {
    let package = &prepared.package;
    let scratch = prepared.scratch.work();
    let mut executor = Executor::start(programs, !options.search.no_sandbox, &scratch)?;
    let coverage: Vec<Location> = programs
        .map
        .coverage
        .iter()
        .map(|point| Location {
            file: record::relative(&point.file, &prepared.source_root).to_owned(),
            line: point.line,
        })
        .collect();
    let suite_request = SuiteRequest {
        thunks: &prepared.harness.thunks,
        cases,
        coverage: &coverage,
        package_root: &package.root,
        workspace_root: &package.workspace_root,
        target_directory: &package.target_dir,
        package: &package.name,
        crate_name: &package.crate_name,
        edition: &package.edition,
        features: &package.feature_arguments(),
        scratch: &scratch.join("suite"),
        out: &out_folder(options, prepared),
        in_place: options.in_place.then_some(package.library.as_path()),
        test_job: &|test| match options.search.no_sandbox {
            true => Job::new(Command::new(test)),
            false => confined::job(&request.linker, test),
        },
        deadline: &Deadline::when_cancelled(Arc::clone(&request.cancelled)),
        progress: &|what, done, all| console.progress(what, done, all),
    };
    Ok(build_suite(&suite_request, &mut executor)?)
}

/// Where the tests go.
fn out_folder(options: &Generate, prepared: &Prepared) -> PathBuf {
    let own = || prepared.package.root.join("tests").join("isolde");
    options.out.as_ref().map_or_else(own, |out| {
        std::path::absolute(out).unwrap_or_else(|_| out.clone())
    })
}

fn request(options: &Generate) -> Result<BuildRequest, GenerateError> {
    Ok(BuildRequest {
        selection: Selection {
            in_place: options.in_place,
            ..options
                .package
                .selection()
                .map_err(GenerateError::Process)?
        },
        filters: options.items.clone(),
        linker: std::env::current_exe().map_err(GenerateError::Process)?,
        cancelled: interrupt::flag().map_err(GenerateError::Process)?,
    })
}
