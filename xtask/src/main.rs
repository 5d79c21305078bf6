//! Measurements of Isolde, and the tables of its documents. Every number in a document is printed by one of these commands.

mod bench;
mod branches;
mod detours;
mod processor;
mod properties;
mod puzzles;
mod registry;
mod runs;
mod subjects;
mod suite;
mod tool;
mod watched;

use branches::Measurement;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measurements of Isolde.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Explores the branch puzzles of testdata/puzzles and prints which goals were reached.
    Puzzles {
        /// Seconds in all.
        #[arg(long, default_value_t = 60)]
        time: u32,
        /// Seed.
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// Fewest goals that must be reached.
        #[arg(long, default_value_t = 38)]
        least: usize,
    },
    /// Lets Isolde and proptest refute ten properties of humantime, five of them false on purpose, and prints the README's table. Fails if Isolde
    /// refutes others than the false ones.
    Properties {
        /// Seconds in all for each of the two; every property gets the same part.
        #[arg(long, default_value_t = 60)]
        time: u32,
        /// Seed, below 256.
        #[arg(long, default_value_t = 0)]
        seed: u8,
    },
    /// Generates tests for published crates and prints the README's table: tests, findings, flaky reruns, line coverage.
    Subjects {
        /// Seconds of exploration for each crate.
        #[arg(long, default_value_t = 120)]
        time: u32,
        /// How often each suite is run again.
        #[arg(long, default_value_t = 10)]
        reruns: usize,
        /// `name@version`; without any, the README's four.
        subjects: Vec<String>,
    },
    /// Prints what it takes to reach goals of puzzles, by function and seed: counted work, and processor time.
    Reach {
        /// The crate, disarmed, in the repository.
        #[arg(long, default_value = "testdata/puzzles")]
        krate: String,
        /// How many seeds, from 0 on.
        #[arg(long, default_value_t = 3)]
        seeds: u64,
        /// Most seconds for each.
        #[arg(long, default_value_t = 20)]
        time: u32,
        /// Functions; without any, all.
        functions: Vec<String>,
    },
    /// Runs `cargo test --workspace` on a clean clone of the last commit, building included, and prints how long that takes. Fails if a test fails.
    Tests {
        /// Fails if it takes more seconds.
        #[arg(long)]
        most: Option<u64>,
    },
    /// Prints how long `generate` takes on published crates, beside the time that it is given, and how much memory the tool and its programs have at
    /// most. Ends after six times the time given for each crate, and what it takes to build it.
    Runs {
        /// Seconds given for each crate.
        #[arg(long, default_value_t = 45)]
        time: u32,
        /// The program to measure; without, that of this checkout.
        #[arg(long)]
        tool: Option<PathBuf>,
        /// `name@version`; without any, ten that once took long.
        subjects: Vec<String>,
    },
    /// Prints how many branches of published crates are reached within different times, on one thread. With `--against`, another version of the tool
    /// runs at the same moment on another processor. Ends within the times in all for each crate, and at most five minutes for each run to write its
    /// tests.
    Branches {
        /// Seconds of exploration: a run for each.
        #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 5, 10, 30, 60])]
        times: Vec<u32>,
        /// Seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Another version's program `cargo-isolde`.
        #[arg(long)]
        against: Option<PathBuf>,
        /// `name@version`; without any, eight of several kinds.
        subjects: Vec<String>,
    },
    /// Runs ten tests by Isolde's detours and by injectorpp, and measures what a detour costs: the tables of the book. Fails if a test fails with Isolde.
    Detours,
    /// Prints the engine's speeds beside their goals, and times of its peers.
    Bench {
        /// Seconds for each peer on each puzzle.
        #[arg(long, default_value_t = 20)]
        peer_time: u32,
        /// Leaves the peers (libFuzzer, proptest) out.
        #[arg(long)]
        no_peers: bool,
        /// Leaves out the whole runs on published crates, which take about a minute each.
        #[arg(long)]
        no_runs: bool,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    // `bench` builds packages itself, with this program as their linker.
    if let Some(code) = isolde_build::link::act_as_linker() {
        return Ok(code);
    }
    match Arguments::parse().command {
        Command::Puzzles { time, seed, least } => puzzles::run(time, seed, least),
        Command::Detours => detours::run(),
        Command::Properties { time, seed } => properties::run(time, seed),
        Command::Subjects {
            time,
            reruns,
            subjects,
        } => subjects::run(time, reruns, &subjects),
        Command::Reach {
            krate,
            seeds,
            time,
            functions,
        } => bench::reach(&krate, seeds, time, &functions),
        Command::Bench {
            peer_time,
            no_peers,
            no_runs,
        } => bench::run(peer_time, !no_peers, !no_runs),
        Command::Tests { most } => suite::run(most.map(Duration::from_secs)),
        Command::Runs {
            time,
            tool,
            subjects,
        } => runs::run(tool.as_deref(), time, &subjects).map(drop),
        Command::Branches {
            times,
            seed,
            against,
            subjects,
        } => branches::run(&Measurement {
            against: against.as_deref(),
            times: &times,
            seed,
            subjects: &subjects,
        }),
    }?;
    Ok(ExitCode::SUCCESS)
}
