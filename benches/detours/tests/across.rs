//! What detours for all work of a test cost: in a program with such detours, memory and work know whose they are.

use detours::{copies, copies_detoured, nanoseconds, step};
use std::hint::black_box;

/// Allocates and frees 64 bytes.
fn allocate(state: u64) -> u64 {
    black_box(Box::new([state; 8]))[0]
}

type Job = Box<dyn FnOnce() -> u64 + Send>;

/// Makes a job and runs it, as a pool would.
fn job(state: u64) -> u64 {
    let job: Job = Box::new(move || state + 1);
    black_box(job)()
}

fn print(prefix: &str) {
    println!("\n{prefix}hooked {}", copies!(step, 1_000_000));
    println!("{prefix}allocation {}", nanoseconds(500_000, allocate));
    println!("{prefix}job {}", nanoseconds(500_000, job));
}

/// `cargo xtask detours` reads its output.
#[isolde::test]
#[ignore = "a measurement"]
fn costs() {
    print("");
    println!(
        "detoured {}",
        copies_detoured!(200_000, , across threads => |state| state + 1)
    );
}

/// `cargo xtask detours` reads its output, without detours.
#[test]
#[ignore = "a measurement"]
fn costs_without_hooks() {
    print("plain_");
}
