//! Measurements of Isolde, and the tables of its documents. Every number in a document is printed by one of these commands.

mod bench;
mod detours;
mod properties;
mod puzzles;
mod subjects;
mod tool;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

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
        } => bench::run(peer_time, !no_peers),
    }?;
    Ok(ExitCode::SUCCESS)
}
