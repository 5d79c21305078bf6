//! Runs per second of a program: in one child after another, and with a fresh child for every run.
//!
//! `cargo run --release -p isolde-explore --example speed -- PROGRAM [THUNK [SECONDS]]`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use isolde_explore::{Request, Worker, WorkerOptions};
use isolde_record::Tape;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let program = arguments
        .get(1)
        .ok_or("usage: speed PROGRAM [THUNK [SECONDS]]")?;
    let thunk = arguments.get(2).map_or(Ok(0), |text| text.parse())?;
    let time = Duration::from_secs_f64(arguments.get(3).map_or(Ok(2.0), |text| text.parse())?);
    let scratch = std::env::temp_dir().join(format!("isolde-speed-{}", std::process::id()));
    for (name, fresh, sandbox) in [
        ("in-process", false, true),
        ("fork per run", true, true),
        ("in-process, no sandbox", false, false),
        ("fork per run, no sandbox", true, false),
    ] {
        let options = WorkerOptions {
            fresh,
            sandbox,
            ..WorkerOptions::new(program.into(), scratch.clone())
        };
        let mut worker = Worker::start(options)?;
        let began = Instant::now();
        let mut runs = 0_u64;
        while began.elapsed() < time {
            for _ in 0..64 {
                runs += 1;
                // A new seed each time, so that runs differ.
                worker.run(&Request {
                    seed: runs,
                    ..Request::new(thunk, &Tape::default())
                })?;
            }
        }
        println!(
            "{name}: {:.0} runs/s",
            runs as f64 / began.elapsed().as_secs_f64()
        );
    }
    std::fs::remove_dir_all(scratch)?;
    Ok(())
}
