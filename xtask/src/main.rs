//! Measurements of Isolde, and the tables of its documents. Every number in a document is printed by one of these commands.

mod bench;
mod branches;
mod detours;
mod feedback;
mod findings;
mod generalization;
mod isolation;
mod kept;
mod list;
mod mocks;
mod planted;
mod processor;
mod programs;
mod properties;
mod pure;
mod puzzles;
mod reach;
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
        /// Total time in seconds.
        #[arg(long, default_value_t = 60)]
        time: u32,
        /// Seed.
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// The smallest number of goals that must be reached.
        #[arg(long, default_value_t = 38)]
        least: usize,
    },
    /// Lets Isolde and proptest try to refute ten properties of humantime, five of which are false on purpose, and prints the README's table. Fails unless
    /// Isolde refutes exactly the false ones.
    Properties {
        /// Total time in seconds for each of the two tools; every property gets an equal part.
        #[arg(long, default_value_t = 60)]
        time: u32,
        /// Seed, below 256.
        #[arg(long, default_value_t = 0)]
        seed: u8,
    },
    /// Generates tests for published crates and prints the README's table: tests, findings, flaky reruns, line coverage.
    Subjects {
        /// The exploration time for each crate in seconds.
        #[arg(long, default_value_t = 120)]
        time: u32,
        /// How often each suite is run again.
        #[arg(long, default_value_t = 10)]
        reruns: usize,
        /// The crates, as `name@version` (by default the README's four).
        subjects: Vec<String>,
    },
    /// Generates unit tests for applications that have only a binary, runs them several times, and prints what they cover.
    Programs {
        /// The time limit for each application in seconds.
        #[arg(long, default_value_t = 60)]
        time: u32,
        /// How often each suite is run again.
        #[arg(long, default_value_t = 5)]
        reruns: usize,
        /// The program to measure (by default that of this checkout).
        #[arg(long)]
        tool: Option<PathBuf>,
        /// The applications, as `name@version` (by default two).
        subjects: Vec<String>,
    },
    /// Prints the cost of reaching the goals of puzzles, by function and seed: counted work, and processor time.
    Goals {
        /// The crate in the repository, whose manifest is disabled (`Cargo_test.toml`).
        #[arg(long, default_value = "testdata/puzzles")]
        krate: String,
        /// The number of seeds, from 0.
        #[arg(long, default_value_t = 3)]
        seeds: u64,
        /// The time limit in seconds for each function and seed.
        #[arg(long, default_value_t = 20)]
        time: u32,
        /// The functions (by default all).
        functions: Vec<String>,
    },
    /// Prints how many of the public functions of published crates are explored, why others are not, and how many tests are made in vain.
    Reach {
        /// The program to measure (by default that of this checkout).
        #[arg(long)]
        tool: Option<PathBuf>,
        /// The time limit for each crate in seconds.
        #[arg(long, default_value_t = 5)]
        time: u32,
        /// The number of seconds after which a run is ended, building included.
        #[arg(long, default_value_t = 600)]
        patience: u32,
        /// A folder for the record, the messages and the end of each run (by default `reach` in the target folder). A measurement that was interrupted
        /// goes on where it stopped.
        #[arg(long)]
        records: Option<PathBuf>,
        /// Also measures crates again that were measured before with the same tool and time limit.
        #[arg(long)]
        again: bool,
        /// Crates of the list (`xtask/src/reach/crates.txt`) by name, or others as `name@version` (by default the whole list).
        subjects: Vec<String>,
    },
    /// Runs `cargo test --workspace` on a clean clone of the last commit, and prints how long this takes, including building. Fails if a test fails.
    Tests {
        /// Fails if it takes more than this number of seconds.
        #[arg(long)]
        most: Option<u64>,
    },
    /// Prints how long `generate` takes on published crates, compared with its time limit, and the peak memory of the tool and its programs. For each
    /// crate, takes at most six times the time limit and the time to build it.
    Runs {
        /// The time limit for each crate in seconds.
        #[arg(long, default_value_t = 45)]
        time: u32,
        /// The program to measure (by default that of this checkout).
        #[arg(long)]
        tool: Option<PathBuf>,
        /// The crates, as `name@version` (by default ten that once took long).
        subjects: Vec<String>,
    },
    /// Runs `generate` with mocks and without, and prints which goals, functions and branches are reached.
    Mocks {
        /// The tool to measure; by default that of this checkout, which is built.
        #[arg(long)]
        tool: Option<PathBuf>,
        /// Seconds for each run.
        #[arg(long, default_value_t = 45)]
        time: u32,
        /// The crates, as `name@version` (by default four whose API is traits and closures).
        subjects: Vec<String>,
    },
    /// Isolates code that relies on pure functions of other crates, with these functions kept and faked, and prints the findings.
    Pure {
        /// The tool to measure; by default that of this checkout, which is built.
        #[arg(long)]
        tool: Option<PathBuf>,
        /// Seconds for each of the two runs.
        #[arg(long, default_value_t = 40)]
        time: u32,
    },
    /// Explores the containers of `testdata/containers` with and without the feedback of new states, and prints what is covered.
    Feedback {
        /// The folder of the programs `cargo-isolde` and `examples/explore`; by default they are built.
        #[arg(long)]
        programs: Option<PathBuf>,
        /// Seconds for each run.
        #[arg(long, default_value_t = 10)]
        time: u32,
    },
    /// Runs `generate` and `isolate` on published crates that depend on the world, and prints what of the functions whose code calls outside is covered.
    Isolation {
        /// The program to measure (by default that of this checkout).
        #[arg(long)]
        tool: Option<PathBuf>,
        /// The time limit in seconds for each of the two runs on a crate.
        #[arg(long, default_value_t = 60)]
        time: u32,
        /// The number of seconds after which a run is ended, building included.
        #[arg(long, default_value_t = 900)]
        patience: u32,
        /// A folder for the record, the messages and the end of each run (by default `isolation` in the target folder). A measurement that was
        /// interrupted goes on where it stopped.
        #[arg(long)]
        records: Option<PathBuf>,
        /// Also measures crates again that were measured before with the same tool and time limit.
        #[arg(long)]
        again: bool,
        /// Crates of the list (`xtask/src/isolation/crates.txt`) by name, or others as `name@version` (by default the whole list).
        subjects: Vec<String>,
    },
    /// Generalizes the tests of published crates, and prints how many there are before and after, and what they reach and notice.
    Generalization {
        /// The program to measure (by default that of this checkout).
        #[arg(long)]
        tool: Option<PathBuf>,
        /// The time limit in seconds for each crate.
        #[arg(long, default_value_t = 120)]
        time: u32,
        /// The number of seconds after which a run is ended, building included.
        #[arg(long, default_value_t = 3600)]
        patience: u32,
        /// A folder for the record, the messages, the end and the new tests of each run (by default `generalization` in the target folder). A
        /// measurement that was interrupted goes on where it stopped.
        #[arg(long)]
        records: Option<PathBuf>,
        /// Crates of the list (`xtask/src/generalization/crates.txt`) by name, or others as `name@version` (by default the whole list).
        subjects: Vec<String>,
    },
    /// Runs `generate` on types with planted defects and on their correct twins, and prints which defects are found.
    Planted {
        /// The tool to measure; by default that of this checkout, which is built.
        #[arg(long)]
        tool: Option<PathBuf>,
        /// Seconds for each of the two crates.
        #[arg(long, default_value_t = 120)]
        time: u32,
    },
    /// Runs `generate` on published crates whose findings were judged by hand, and prints how many of those that it finds are worth reading.
    Findings {
        /// The time limit for each crate in seconds.
        #[arg(long, default_value_t = 45)]
        time: u32,
        /// The program to measure (by default that of this checkout).
        #[arg(long)]
        tool: Option<PathBuf>,
        /// The crates, as `name@version` (by default all that were judged).
        subjects: Vec<String>,
    },
    /// Prints how many coverage points of published crates the search passes within different times, on one thread. With `--against`, another version
    /// runs at the same time on another processor. For each crate, takes the sum of the times and the time to build it.
    Branches {
        /// The exploration times in seconds, with one run for each.
        #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 5, 10, 30, 60])]
        times: Vec<u32>,
        /// Seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A checkout of another version of this repository.
        #[arg(long)]
        against: Option<PathBuf>,
        /// The crates, as `name@version` (by default eight of several kinds).
        subjects: Vec<String>,
    },
    /// Runs ten tests with Isolde's detours and with injectorpp, measures the cost of a detour, and prints the book's tables. Fails if a test fails with Isolde.
    Detours,
    /// Prints the engine's speeds beside their goals, and the times of its peers.
    Bench {
        /// The time limit in seconds for each tool on each puzzle.
        #[arg(long, default_value_t = 20)]
        peer_time: u32,
        /// Leaves out the peers (libFuzzer, proptest).
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
        Command::Programs {
            time,
            reruns,
            tool,
            subjects,
        } => programs::run(tool.as_deref(), time, reruns, &subjects),
        Command::Reach {
            tool,
            time,
            patience,
            records,
            again,
            subjects,
        } => reach::run(&reach::Measurement {
            tool: tool.as_deref(),
            time,
            patience,
            records: records.as_deref(),
            is_again: again,
            subjects: &subjects,
        }),
        Command::Goals {
            krate,
            seeds,
            time,
            functions,
        } => bench::goals(&krate, seeds, time, &functions),
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
        Command::Mocks {
            tool,
            time,
            subjects,
        } => mocks::run(tool.as_deref(), time, &subjects),
        Command::Pure { tool, time } => pure::run(tool.as_deref(), time),
        Command::Isolation {
            tool,
            time,
            patience,
            records,
            again,
            subjects,
        } => isolation::run(&isolation::Measurement {
            tool: tool.as_deref(),
            time,
            patience: Duration::from_secs(patience.into()),
            records: records.as_deref(),
            is_again: again,
            subjects: &subjects,
        }),
        Command::Generalization {
            tool,
            time,
            patience,
            records,
            subjects,
        } => generalization::run(&generalization::Measurement {
            tool: tool.as_deref(),
            time,
            patience: Duration::from_secs(patience.into()),
            records: records.as_deref(),
            subjects: &subjects,
        }),
        Command::Feedback { programs, time } => feedback::run(programs.as_deref(), time),
        Command::Planted { tool, time } => planted::run(tool.as_deref(), time),
        Command::Findings {
            time,
            tool,
            subjects,
        } => findings::run(tool.as_deref(), time, &subjects),
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
