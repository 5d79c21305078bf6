//! A test target that needs no detours.

use std::process::Command;

#[test]
fn the_program_prints_the_mean() {
    let output = Command::new(env!("CARGO_BIN_EXE_victim")).output().unwrap();
    assert_eq!(output.stdout, b"3\n");
}

#[test]
fn overflow_is_caught_where_the_profile_says_so() {
    let sum = std::panic::catch_unwind(|| sums::sum(&[u64::MAX, 1]));
    assert_eq!(sum.is_err(), victim::is_checked());
}

#[test]
fn fails() {
    assert_eq!(victim::mean(&[1]), 2);
}
