//! What detours for all work of a test cost: in a program with such detours, memory and work know whose they are.

use detours::{nanoseconds, step};
use isolde::detour;
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
    println!("\n{prefix}hooked {}", nanoseconds(2_000_000, step));
    println!("{prefix}allocation {}", nanoseconds(500_000, allocate));
    println!("{prefix}job {}", nanoseconds(500_000, job));
}

/// `cargo xtask detours` reads its output.
#[isolde::test]
#[ignore = "a measurement"]
fn costs() {
    print("");
    let _guard = detour!(step, across threads => |state| state + 1);
    println!("detoured {}", nanoseconds(500_000, step));
}

/// `cargo xtask detours` reads its output, without detours.
#[test]
#[ignore = "a measurement"]
fn costs_without_hooks() {
    print("plain_");
}
