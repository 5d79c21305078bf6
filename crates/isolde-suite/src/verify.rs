//! Tests are compiled and run before anyone sees them.
//!
//! In a copy of the package: build the test target; a test that the compiler rejects takes its weaker form and, if that does
//! not compile either, goes; run all twice, and whatever fails once goes; run each finding alone, and whatever does not
//! reproduce goes. What is left is what `cargo test` will say to the user.

use crate::SuiteError;
use crate::files::Files;
use crate::layout::Layout;
use crate::lints::Lints;
use crate::render::{Form, Test};
use isolde_record::Outcome;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Rounds of building: each removes at least one test or weakens it, so that an error the spans do not explain cannot loop.
const BUILD_ROUNDS: usize = 12;
/// The whole suite runs once with each of these: tests that share state meet in different orders.
const RUNS: [&str; 3] = ["--test-threads=2", "--test-threads=16", "--test-threads=1"];
/// Limit for one run of the whole suite, and for one finding.
const SUITE_LIMIT: Duration = Duration::from_secs(300);
const FINDING_LIMIT: Duration = Duration::from_secs(10);
/// The compiler's errors about items, fields, functions and constructors that are private.
const PRIVATE: [&str; 5] = ["E0423", "E0451", "E0603", "E0616", "E0624"];

/// Why a test was removed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The compiler's first error.
    DoesNotCompile(String),
    /// It needs something that is not visible where it stands: the compiler's first such error.
    NotVisible(String),
    /// It failed in some run.
    Fails,
    /// A finding that did not reproduce.
    DoesNotReproduce,
    /// Its observations differ from process to process.
    Flaky,
    /// It would change files, start processes or use the network.
    ActsOutside,
}

/// Where and how to run cargo.
pub struct Bench<'a> {
    /// The copied package's folder.
    pub package: &'a Path,
    /// Name of the package, for `-p`.
    pub name: &'a str,
    /// Build output.
    pub target: &'a Path,
    /// Feature options, as for cargo.
    pub features: &'a [String],
    /// Confines a test executable before it is started.
    pub confine: &'a dyn Fn(&mut Command),
    /// Set when the user wants to stop.
    pub cancelled: &'a AtomicBool,
}

/// What verification left.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Tests that compile and hold.
    pub tests: Vec<Test>,
    /// The files they stand in.
    pub files: Files,
    /// The others, with the reason.
    pub removed: Vec<(Test, Reason)>,
}

/// Keeps of `tests` those that compile and hold. Files are written into the copied package, where `layout` has them.
pub fn verify(
    mut tests: Vec<Test>,
    layout: &dyn Layout,
    bench: &Bench,
) -> Result<Verified, SuiteError> {
    let mut removed = Vec::new();
    let mut remove = |tests: &mut Vec<Test>, bad: &BTreeMap<usize, Reason>| {
        let mut index = 0;
        tests.retain(|test| {
            let reason = bad.get(&index);
            index += 1;
            if let Some(reason) = reason {
                removed.push((test.clone(), reason.clone()));
            }
            reason.is_none()
        });
    };
    let mut lints = Lints::default();
    loop {
        let (files, executable) = build(&mut tests, &mut lints, layout, bench, &mut remove)?;
        let failed = failures(&tests, &executable, layout, bench)?;
        if failed.is_empty() {
            return Ok(Verified {
                tests,
                files,
                removed,
            });
        }
        remove(&mut tests, &failed);
    }
}

/// Builds until it compiles. Returns the files and the test executable.
fn build(
    tests: &mut Vec<Test>,
    lints: &mut Lints,
    layout: &dyn Layout,
    bench: &Bench,
    remove: &mut impl FnMut(&mut Vec<Test>, &BTreeMap<usize, Reason>),
) -> Result<(Files, PathBuf), SuiteError> {
    for _ in 0..BUILD_ROUNDS {
        let files = layout.lay_out(tests, lints);
        layout.write(bench.package, &files)?;
        let output = cargo_build(layout, bench)?;
        if let Some(executable) = output.executable.filter(|_| output.errors.is_empty()) {
            return Ok((files, executable));
        }
        let mut other_lints = false;
        for (code, message) in &output.codes {
            other_lints |= lints.learn(code, message);
        }
        if other_lints {
            continue;
        }
        let mut bad: BTreeMap<usize, Reason> = BTreeMap::new();
        for error in &output.errors {
            let hit = files.places.iter().position(|(name, lines)| {
                Path::new(&error.file).ends_with(layout.folder().join(name))
                    && lines.contains(&error.line)
            });
            let Some(index) = hit else {
                continue;
            };
            if layout.gives_way() && error.is_private {
                bad.insert(index, Reason::NotVisible(error.message.clone()));
            }
            bad.entry(index)
                .or_insert_with(|| Reason::DoesNotCompile(error.message.clone()));
        }
        if bad.is_empty() {
            return Err(SuiteError::PackageDoesNotBuild(output.rendered));
        }
        // A test whose assertion does not compile may still compile as a bare call.
        bad.retain(|&index, reason| {
            let weaker = matches!(reason, Reason::DoesNotCompile(_))
                && tests[index].form == Form::Full
                && tests[index].outcome == Outcome::Returned;
            if weaker {
                tests[index].form = Form::CallOnly;
            }
            !weaker
        });
        remove(tests, &bad);
    }
    Err(SuiteError::PackageDoesNotBuild(
        "errors remained after every rejected test was removed".into(),
    ))
}

struct BuildOutput {
    executable: Option<PathBuf>,
    errors: Vec<CompilerError>,
    /// Code and message of each error that has a code: of lints, their name.
    codes: Vec<(String, String)>,
    rendered: String,
}

/// An error at one of the places that it names.
struct CompilerError {
    file: String,
    line: usize,
    message: String,
    is_private: bool,
}

fn cargo_build(layout: &dyn Layout, bench: &Bench) -> Result<BuildOutput, SuiteError> {
    let mut command = cargo(bench, "test");
    command.args(layout.target());
    command.args(["--no-run", "--message-format=json"]);
    let output = command
        .output()
        .map_err(|error| SuiteError::Cargo(error.to_string()))?;
    check(bench)?;
    let mut built = BuildOutput {
        executable: None,
        errors: Vec::new(),
        codes: Vec::new(),
        rendered: String::new(),
    };
    for message in String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        match message["reason"].as_str() {
            // Only the chosen target is built for tests; programs of the package that it may run are not.
            Some("compiler-artifact") if message["profile"]["test"] == true => {
                built.executable = message["executable"].as_str().map(PathBuf::from);
            }
            Some("compiler-message") if message["message"]["level"] == "error" => {
                let text = message["message"]["message"]
                    .as_str()
                    .unwrap_or_default()
                    .to_string();
                built.rendered += message["message"]["rendered"].as_str().unwrap_or_default();
                let code = message["message"]["code"]["code"].as_str();
                built
                    .codes
                    .extend(code.map(|code| (code.to_owned(), text.clone())));
                for span in message["message"]["spans"].as_array().into_iter().flatten() {
                    let errors = places(span).into_iter().map(|(file, line)| CompilerError {
                        file,
                        line,
                        message: text.clone(),
                        is_private: code.is_some_and(|code| PRIVATE.contains(&code)),
                    });
                    built.errors.extend(errors);
                }
            }
            _ => {}
        }
    }
    if built.executable.is_none() && built.rendered.is_empty() {
        built.rendered = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    Ok(built)
}

/// The lines of a span, and of the macro calls that it comes from.
fn places(span: &Value) -> Vec<(String, usize)> {
    let mut out = Vec::new();
    let mut current = span;
    while current.is_object() {
        if let (Some(file), Some(line)) = (
            current["file_name"].as_str(),
            current["line_start"].as_u64(),
        ) {
            out.push((file.to_string(), line as usize));
        }
        current = &current["expansion"]["span"];
    }
    out
}

/// Tests that do not hold.
fn failures(
    tests: &[Test],
    executable: &Path,
    layout: &dyn Layout,
    bench: &Bench,
) -> Result<BTreeMap<usize, Reason>, SuiteError> {
    let mut failed = BTreeMap::new();
    let plain: Vec<usize> = (0..tests.len())
        .filter(|&index| !tests[index].is_finding())
        .collect();
    for threads in RUNS {
        let passed = run_all(executable, threads, layout, bench)?;
        for &index in &plain {
            if !passed.contains(&layout.qualified(&tests[index])) {
                failed.insert(index, Reason::Fails);
            }
        }
        // A test that ends the whole process hides the others: find it by running each alone.
        if failed.len() > 1 {
            failed.clear();
            for &index in &plain {
                if run_one(executable, &layout.qualified(&tests[index]), false, bench)?
                    != End::Passed
                {
                    failed.insert(index, Reason::Fails);
                }
            }
        }
    }
    // What holds only after, or only without, another test of the same process depends on shared state.
    for &index in &plain {
        if !failed.contains_key(&index)
            && run_one(executable, &layout.qualified(&tests[index]), false, bench)? != End::Passed
        {
            failed.insert(index, Reason::Fails);
        }
    }
    for (index, test) in tests
        .iter()
        .enumerate()
        .filter(|(_, test)| test.is_finding())
    {
        let end = run_one(executable, &layout.qualified(test), true, bench)?;
        let reproduced = if test.outcome == Outcome::TimedOut {
            end == End::TimedOut
        } else {
            end == End::Failed
        };
        if !reproduced {
            failed.insert(index, Reason::DoesNotReproduce);
        }
    }
    Ok(failed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Passed,
    Failed,
    TimedOut,
}

/// Names of the tests that passed in one run of the whole executable.
fn run_all(
    executable: &Path,
    threads: &str,
    layout: &dyn Layout,
    bench: &Bench,
) -> Result<BTreeSet<String>, SuiteError> {
    let mut arguments = vec![threads];
    arguments.extend(layout.filter());
    let (end, output) = run(executable, &arguments, SUITE_LIMIT, bench)?;
    tracing::debug!(?end, "suite ran");
    Ok(output
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... ok"))
        .map(|name| name.trim_end_matches(" - should panic").to_string())
        .collect())
}

fn run_one(executable: &Path, name: &str, ignored: bool, bench: &Bench) -> Result<End, SuiteError> {
    let mut arguments = vec!["--exact", name, "--test-threads=1"];
    if ignored {
        arguments.push("--ignored");
    }
    let (end, output) = run(executable, &arguments, FINDING_LIMIT, bench)?;
    // An empty selection also exits with 0.
    Ok(if end == End::Passed && !output.contains("1 passed") {
        End::Failed
    } else {
        end
    })
}

fn run(
    executable: &Path,
    arguments: &[&str],
    limit: Duration,
    bench: &Bench,
) -> Result<(End, String), SuiteError> {
    let log = tempfile::tempfile().map_err(SuiteError::io("create", std::env::temp_dir()))?;
    let mut command = Command::new(executable);
    (bench.confine)(&mut command);
    let mut child = command
        .args(arguments)
        .current_dir(bench.package)
        // As under `cargo test`.
        .env("CARGO_MANIFEST_DIR", bench.package)
        .env("CARGO_PKG_NAME", bench.name)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(
            log.try_clone()
                .map_err(SuiteError::io("create", std::env::temp_dir()))?,
        )
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| SuiteError::Cargo(format!("{}: {error}", executable.display())))?;
    let end = wait(&mut child, limit, bench)?;
    Ok((end, read_back(log)?))
}

fn wait(child: &mut Child, limit: Duration, bench: &Bench) -> Result<End, SuiteError> {
    let start = Instant::now();
    loop {
        match child
            .try_wait()
            .map_err(|error| SuiteError::Cargo(error.to_string()))?
        {
            Some(status) => {
                return Ok(if status.success() {
                    End::Passed
                } else {
                    End::Failed
                });
            }
            None if start.elapsed() > limit || bench.cancelled.load(Ordering::Relaxed) => {
                // The child may have ended in between; then there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                check(bench)?;
                return Ok(End::TimedOut);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

fn read_back(mut log: fs::File) -> Result<String, SuiteError> {
    use std::io::{Read, Seek};
    let mut bytes = Vec::new();
    log.rewind()
        .and_then(|()| log.read_to_end(&mut bytes))
        .map_err(SuiteError::io("read", std::env::temp_dir()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn cargo(bench: &Bench, subcommand: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .arg(subcommand)
        .args(["-p", bench.name])
        .args(bench.features)
        .current_dir(bench.package)
        .env("CARGO_TARGET_DIR", bench.target)
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTC_BOOTSTRAP")
        .stdin(Stdio::null());
    command
}

fn check(bench: &Bench) -> Result<(), SuiteError> {
    if bench.cancelled.load(Ordering::Relaxed) {
        Err(SuiteError::Cancelled)
    } else {
        Ok(())
    }
}
