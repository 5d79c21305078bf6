//! The same puzzles for Isolde, libFuzzer and proptest.

use super::programs::Built;
use super::{Times, arm};
use crate::tool::{self, say};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The puzzles; the goal of each is named like its last path segment. The peers' crates in benches/ have the same puzzles.
const PUZZLES: [&str; 6] = [
    "bits::population",
    "numbers::linear_pair",
    "text::key_value",
    "bits::checksum",
    "state::handshake",
    "shapes::rectangle",
];

/// The compiler flags for SanitizerCoverage, as `cargo fuzz` passes them.
const FUZZING: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// Prints the table of times to reach the goals.
pub fn print(folder: &Path, cap: Duration) -> Result<()> {
    let puzzles = Built::new(&arm("testdata/puzzles", folder)?, &PUZZLES)?;
    let peers = Peers::build(folder, puzzles.host())?;
    say(format!(
        "\n| time to the goal, at most {} s | Isolde | libFuzzer | proptest |\n|---|---:|---:|---:|",
        cap.as_secs()
    ));
    for function in PUZZLES {
        let goal = function.rsplit(':').next().unwrap_or(function);
        let isolde = Times::measure(|seed| {
            let reached = puzzles.reach(function, goal, seed, cap)?;
            Ok(reached.map(|reached| reached.wall))
        })?;
        let libfuzzer = Times::measure(|seed| time(peers.libfuzzer(goal, seed, cap), goal, cap))?;
        let proptest = Times::measure(|seed| time(peers.proptest(goal, seed, cap), goal, cap))?;
        let [isolde, libfuzzer, proptest] =
            [isolde, libfuzzer, proptest].map(|times| times.text(cap));
        say(format!(
            "| `{function}` | {isolde} | {libfuzzer} | {proptest} |"
        ));
    }
    say(
        "\nOnly the search is timed, from the start of the tool's processes to the panic, never building; one thread, no corpus, median of three \
         seeds. An exploration of Isolde that ends by itself without the panic has not reached the goal. libFuzzer: \
         libfuzzer-sys with the SanitizerCoverage of `cargo fuzz`, inputs decoded by `arbitrary`. It varies between runs of one seed. proptest: its usual strategies, no shrinking.",
    );
    Ok(())
}

/// The peers' programs.
struct Peers {
    /// The folder with one program for each puzzle.
    libfuzzer: PathBuf,
    /// One program for all puzzles.
    proptest: PathBuf,
    /// A folder where programs may leave files.
    scratch: PathBuf,
}

impl Peers {
    /// Builds the programs, beside the puzzles in `folder`.
    fn build(folder: &Path, host: &str) -> Result<Peers> {
        let target = tool::target_folder()?.join("peers");
        let build = |krate: &str, flags: &str| -> Result<()> {
            let package = arm(krate, folder)?;
            // With `--target`, the flags do not apply to build scripts, which could not be linked with them.
            let output = tool::cargo()
                .args(["build", "--release", "--target", host, "--target-dir"])
                .arg(&target)
                .current_dir(package)
                .env("RUSTFLAGS", flags)
                .output()?;
            tool::check(&output, krate, &[0])
        };
        build("benches/libfuzzer", FUZZING)?;
        build("benches/proptest", "")?;
        let programs = target.join(host).join("release");
        Ok(Peers {
            proptest: programs.join("proptest-peer"),
            libfuzzer: programs,
            scratch: folder.to_owned(),
        })
    }

    fn libfuzzer(&self, puzzle: &str, seed: u64, cap: Duration) -> Command {
        let mut command = Command::new(self.libfuzzer.join(puzzle));
        command
            .arg(format!("-seed={seed}"))
            .arg(format!("-max_total_time={}", cap.as_secs()))
            .current_dir(&self.scratch);
        command
    }

    fn proptest(&self, puzzle: &str, seed: u64, cap: Duration) -> Command {
        let mut command = Command::new(&self.proptest);
        command
            .args([puzzle, &cap.as_secs().to_string(), &seed.to_string()])
            .current_dir(&self.scratch);
        command
    }
}

/// The time until a command that stops by itself has printed the goal's panic; `None` if it did not, or took longer than `cap`.
fn time(mut command: Command, goal: &str, cap: Duration) -> Result<Option<Duration>> {
    let began = Instant::now();
    let output = command.output()?;
    let time = began.elapsed();
    let text = String::from_utf8_lossy(&output.stderr);
    let reached = text
        .lines()
        .any(|line| line.ends_with(&format!("goal: {goal}")));
    Ok((reached && time <= cap).then_some(time))
}
