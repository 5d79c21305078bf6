//! The loop of a driver program, tested with a runtime of our own: the library is compiled with the feature `engine`, as the build of
//! a driver does it, and linked into a program that defines the runtime's functions.

use isolde_record::{Observation, Observed};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The driver: a runtime that asks for the runs named on the command line and prints what each reports, and the thunks.
const DRIVER: &str = r##"
use isolde::{Chooser, Passing, build};
use std::sync::atomic::{AtomicUsize, AtomicU32, Ordering::SeqCst};

static RUNS: AtomicUsize = AtomicUsize::new(0);
static FLAGS: AtomicU32 = AtomicU32::new(0);
static PHASE: AtomicU32 = AtomicU32::new(0);

#[unsafe(no_mangle)]
extern "C" fn isolde_next() -> u32 {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(request) = arguments.get(RUNS.fetch_add(1, SeqCst)) else { return u32::MAX };
    let (thunk, flags) = request.split_once(':').unwrap();
    FLAGS.store(flags.parse().unwrap(), SeqCst);
    PHASE.store(0, SeqCst);
    thunk.parse().unwrap()
}
#[unsafe(no_mangle)]
extern "C" fn isolde_flags() -> u32 {
    FLAGS.load(SeqCst)
}
#[unsafe(no_mangle)]
extern "C" fn isolde_phase(phase: u32) {
    PHASE.store(phase, SeqCst);
}
#[unsafe(no_mangle)]
extern "C" fn isolde_choice(key: u64, code: u32, low: u64, high: u64) -> u64 {
    assert!(key != 0 && low <= high);
    if FLAGS.load(SeqCst) & 256 != 0 {
        println!("choice\t{}\t{}\t{}\t{low}\t{high}", code & 0xffff, code >> 16 & 0xff, code >> 24);
    }
    high.min(2)
}
#[unsafe(no_mangle)]
extern "C" fn isolde_finish(outcome: u32, shape: u64, text: *const u8, length: u64) {
    let text = unsafe { std::slice::from_raw_parts(text, length as usize) };
    println!("{outcome}\t{}\t{}\t{}", PHASE.load(SeqCst), shape != 0, std::str::from_utf8(text).unwrap());
}

fn returns(c: &mut Chooser) {
    let a = c.argument("a", Passing::Value, build::u8);
    let b = c.argument("b", Passing::Value, build::u8);
    let r = c.call("add({0}, {1})", || a + b);
    c.shape(|s| isolde::shape!(s, &r));
    c.returned(|o| isolde::observe!(o, &r));
}
fn panics(c: &mut Chooser) {
    let a = c.argument("a", Passing::Value, build::u8);
    c.call("f({0})", || panic!("no {a}"));
}
fn refuses(c: &mut Chooser) {
    let a: u8 = c.argument("a", Passing::Value, |c| isolde::require!(c, None));
    c.call("f({0})", || a);
}
fn aborts(c: &mut Chooser) {
    let a = c.argument("a", Passing::Value, |c| build::vec(c, build::i8));
    c.call("f({0})", || { drop(a); std::process::abort() });
}

fn main() -> std::process::ExitCode {
    isolde::drive(&[returns, panics, refuses, aborts])
}
"##;

fn rustc(arguments: &[&str], folder: &Path) {
    let compiled = Command::new("rustc")
        .args(["--edition=2024", "--cap-lints=allow"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
}

fn build_driver(folder: &Path) -> PathBuf {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
    let abi = concat!(env!("CARGO_MANIFEST_DIR"), "/../isolde-abi/src/lib.rs");
    rustc(
        &["--crate-type=rlib", "--crate-name=isolde_abi", abi],
        folder,
    );
    let feature = "feature=\"engine\"";
    rustc(
        &[
            "--crate-type=rlib",
            "--crate-name=isolde",
            "--cfg",
            feature,
            "--extern=isolde_abi=libisolde_abi.rlib",
            library,
        ],
        folder,
    );
    std::fs::write(folder.join("driver.rs"), DRIVER).unwrap();
    rustc(
        &["-L.", "--extern=isolde=libisolde.rlib", "driver.rs"],
        folder,
    );
    folder.join("driver")
}

struct Left {
    outcome: u32,
    phase: u32,
    has_shape: bool,
    text: String,
}

impl Left {
    fn observation(&self) -> Observation {
        serde_json::from_str(&self.text).unwrap()
    }
}

fn left(output: &Output) -> Vec<Left> {
    let line = |line: &str| {
        let mut parts = line.splitn(4, '\t');
        Left {
            outcome: parts.next().unwrap().parse().unwrap(),
            phase: parts.next().unwrap().parse().unwrap(),
            has_shape: parts.next().unwrap().parse().unwrap(),
            text: parts.next().unwrap().to_owned(),
        }
    };
    str::from_utf8(&output.stdout)
        .unwrap()
        .lines()
        .map(line)
        .collect()
}

#[test]
fn a_driver_runs_the_requested_thunks_and_reports_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let driver = build_driver(folder.path());
    let run = |requests: &[&str]| Command::new(&driver).args(requests).output().unwrap();

    let output = run(&["0:0", "1:0", "2:0", "0:0"]);
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "panics print nothing");
    let runs = left(&output);
    let summary: Vec<_> = runs
        .iter()
        .map(|run| (run.outcome, run.phase, run.has_shape))
        .collect();
    assert_eq!(
        summary,
        [(1, 2, true), (2, 1, false), (3, 0, false), (1, 2, true)]
    );
    assert_eq!(runs[0].text, "");
    assert_eq!(runs[1].observation().panic.unwrap().message, "no 2");
    assert_eq!(runs[2].text, "");

    // When rendering, the text of the call is reported before the call is made.
    let output = run(&["0:2", "1:2", "3:2"]);
    assert!(!output.status.success(), "the last run aborts");
    let runs = left(&output);
    let summary: Vec<_> = runs.iter().map(|run| (run.outcome, run.phase)).collect();
    assert_eq!(summary, [(0, 0), (1, 2), (0, 0), (2, 1), (0, 0)]);
    assert_eq!(runs[0].observation().returned, None);
    let observation = runs[1].observation();
    assert_eq!(observation.call, "add(2, 2)");
    assert_eq!(observation.returned, Some(Observed::Source("4".into())));
    let observation = runs[3].observation();
    assert_eq!(observation.call, "f(2)");
    let panic = observation.panic.unwrap();
    assert_eq!(
        (panic.message.as_str(), panic.file.as_str()),
        ("no 2", "driver.rs")
    );
    assert_eq!(runs[4].observation().call, "f(vec![2, 2])");

    // A thunk that does not exist is an error, not a crash.
    assert_eq!(run(&["9:0"]).status.code(), Some(1));
}

#[test]
fn choices_report_kind_width_depth_and_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let driver = build_driver(folder.path());
    let output = Command::new(&driver)
        .args(["0:256", "3:256"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let choices: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("choice\t"))
        .collect();
    let byte = "0\t8\t1\t0\t255";
    // A length that is usually at most 8, but may be greater if the tape says so.
    let code = isolde_abi::pack::ChoiceCode {
        kind: isolde_abi::shared::ChoiceKind::Length,
        grows: true,
        width: 0,
        depth: 0,
    };
    let length = format!("{}\t16\t1\t0\t8", code.pack());
    assert_eq!(
        choices,
        [byte, byte, &length, "1\t8\t2\t0\t255", "1\t8\t2\t0\t255"]
    );
}
