//! What it helps that sequences which lead to new states are extended: the containers of `testdata/containers`, explored with and without that.

use crate::branches::{Programs, points, programs};
use crate::tool::{self, say};
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The modules of the containers.
const CONTAINERS: [&str; 4] = ["tree", "binomial", "fibonacci", "redblack"];
/// The seeds whose numbers are added up.
const SEEDS: [u32; 3] = [1, 2, 3];

/// Explores each container alone for `time` seconds on one thread, with feedback and without, and prints how many coverage points were passed. `folder` is
/// that of the programs `cargo-isolde` and `examples/explore`; by default both are built.
pub fn run(folder: Option<&Path>, time: u32) -> Result<()> {
    let root = tool::root();
    let (tool, explore) = match folder {
        Some(folder) => (folder.join("cargo-isolde"), folder.join("examples/explore")),
        None => (
            tool::build_in(&root, &["-p", "cargo-isolde"])?,
            tool::build_in(&root, &["-p", "isolde-explore", "--example", "explore"])?,
        ),
    };
    let copies = tempfile::tempdir()?;
    say(format!(
        "\n| container | points | passed in {time} s without feedback | with feedback |"
    ));
    say("|---|---:|---:|---:|");
    for container in CONTAINERS {
        // Each set of programs has a folder of its own.
        let package = copies.path().join(container);
        tool::arm("testdata/containers", &package)?;
        let programs = programs(&tool, &package, &[&format!("{container}::*")])?;
        let all = all_points(&programs)? * SEEDS.len() as u64;
        let passed = |feedback: bool| -> Result<u64> {
            let counts = SEEDS.iter().map(|seed| {
                let file = |name: &str| programs.folder.join(name);
                let mut command = Command::new(&explore);
                command.args([file("coverage"), file("symbolic"), file("map.json")]);
                command.args([
                    format!("0..{}", programs.thunks),
                    time.to_string(),
                    seed.to_string(),
                    "1".to_owned(),
                    u8::from(feedback).to_string(),
                ]);
                let output = tool::free(command).output()?;
                tool::check(&output, "the example explore", &[0])?;
                points(&String::from_utf8_lossy(&output.stdout))
            });
            counts.sum()
        };
        let (without, with) = (passed(false)?, passed(true)?);
        say(format!("| `{container}` | {all} | {without} | {with} |"));
    }
    say(format!(
        "\nSums over {} seeds. Points behind branches that cannot be taken count too.",
        SEEDS.len()
    ));
    Ok(())
}

/// The number of coverage points of the programs, without those that only unwinding panics pass.
fn all_points(programs: &Programs) -> Result<u64> {
    let map = programs.folder.join("map.json");
    let map: Value = serde_json::from_slice(&std::fs::read(map)?)?;
    let points = map["coverage"].as_array().context("no coverage points")?;
    let counted = points.iter().filter(|point| point["kind"] != "cleanup");
    Ok(counted.count() as u64)
}
