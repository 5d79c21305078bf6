//! `proptest-peer PUZZLE SECONDS SEED`: runs cases of one puzzle until it panics or time is up. A panic is printed.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use puzzles::shapes::Shape;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [puzzle, seconds, seed] = arguments.as_slice() else {
        eprintln!("usage: proptest-peer PUZZLE SECONDS SEED");
        return ExitCode::FAILURE;
    };
    let time = Duration::from_secs(seconds.parse().expect("SECONDS is a number"));
    let seed: u8 = seed.parse().expect("SEED is a small number");
    match puzzle.as_str() {
        "population" => run(time, seed, any::<u32>(), puzzles::bits::population),
        "linear_pair" => run(time, seed, any::<(i32, i32)>(), |(x, y)| {
            puzzles::numbers::linear_pair(x, y)
        }),
        "key_value" => run(time, seed, any::<String>(), |text| {
            puzzles::text::key_value(&text)
        }),
        "checksum" => run(time, seed, any::<[u8; 6]>(), puzzles::bits::checksum),
        "handshake" => run(time, seed, any::<Vec<u8>>(), |input| {
            puzzles::state::handshake(&input)
        }),
        "rectangle" => run(time, seed, shape(), puzzles::shapes::rectangle),
        _ => {
            eprintln!("no puzzle is called {puzzle}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Point),
        any::<u32>().prop_map(Shape::Circle),
        any::<(u16, u16)>().prop_map(|(width, height)| Shape::Rectangle { width, height }),
    ];
    leaf.prop_recursive(3, 24, 8, |shape| {
        prop::collection::vec(shape, 0..8).prop_map(Shape::Group)
    })
}

/// Returns when the puzzle has panicked or time is up. Nothing is shrunk: only the time to the goal counts.
fn run<S: Strategy>(time: Duration, seed: u8, strategy: S, puzzle: impl Fn(S::Value)) {
    let began = Instant::now();
    let config = Config {
        cases: u32::MAX,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    // The result does not matter here: a panic has printed its message, and otherwise time was up.
    let _ = TestRunner::new_with_rng(config, rng).run(&strategy, |input| {
        if began.elapsed() > time {
            return Err(TestCaseError::fail("time is up"));
        }
        puzzle(input);
        Ok(())
    });
}
