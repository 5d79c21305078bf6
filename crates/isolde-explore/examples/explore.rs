//! Explores thunks of programs that are there already and prints what was found: for tuning the search.
//!
//! `cargo run --release -p isolde-explore --example explore -- COVERAGE SYMBOLIC MAP.json FIRST..END [SECONDS [SEED [JOBS]]]`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use isolde_explore::{Config, Site, Sites, Target, explore};
use isolde_record::{Outcome, ThunkInfo, Visibility};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, coverage, symbolic, map, range, rest @ ..] = &arguments[..] else {
        return Err(
            "usage: explore COVERAGE SYMBOLIC MAP.json FIRST..END [SECONDS [SEED [JOBS]]]".into(),
        );
    };
    if let Ok(level) = std::env::var("ISOLDE_LOG") {
        tracing_subscriber::fmt()
            .with_max_level(level.parse::<tracing::Level>()?)
            .with_writer(std::io::stderr)
            .init();
    }
    let number = |index: usize, default: u64| {
        rest.get(index)
            .map_or(Ok(default), |text| text.parse::<u64>())
    };
    let scratch = std::env::temp_dir().join(format!("isolde-explore-{}", std::process::id()));
    let mut config = Config::new(scratch.clone());
    config.time = Duration::from_secs(number(0, 10)?);
    config.seed = number(1, 0)?;
    config.jobs = number(2, 1)? as usize;
    let sites = sites(&serde_json::from_slice(&std::fs::read(map)?)?);
    let (first, end) = range.split_once("..").ok_or("FIRST..END")?;
    let thunks: Vec<ThunkInfo> = (first.parse()?..end.parse()?).map(thunk).collect();
    let symbolic = (symbolic != "-").then_some(Path::new(symbolic));
    let target = Target {
        coverage: Path::new(coverage),
        symbolic,
        sites: &sites,
        thunks: &thunks,
        guides: &BTreeMap::new(),
    };
    let began = Instant::now();
    let found = explore(&target, &config, &())?;
    for stats in &found.per_thunk {
        let mut outcomes: Vec<String> = found
            .cases
            .iter()
            .filter(|case| case.thunk == stats.thunk && case.outcome != Outcome::Returned)
            .map(|case| describe(&case.outcome))
            .collect();
        outcomes.sort();
        outcomes.dedup();
        println!(
            "{:3} {stats:?}\n    {}",
            stats.thunk,
            outcomes.join("\n    ")
        );
    }
    let executions: u64 = found.per_thunk.iter().map(|stats| stats.executions).sum();
    println!("{:?}", found.solver);
    println!(
        "{} cases, {} points, {executions} runs, {:.2} s, cut short: {}",
        found.cases.len(),
        found.covered.len(),
        began.elapsed().as_secs_f64(),
        found.cut_short
    );
    std::fs::remove_dir_all(scratch)?;
    Ok(())
}

fn describe(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Panicked(panic) => {
            format!("panic at {}:{}: {}", panic.file, panic.line, panic.message)
        }
        other => format!("{other:?}"),
    }
}

/// The instrument crate's map names successors in the order true, false.
fn sites(map: &Value) -> Sites {
    let site = |site: &Value| {
        let point = |index: usize| site["successors"][index].as_u64().map(|point| point as u32);
        let successors = point(1).zip(point(0)).map(|(fails, holds)| [fails, holds]);
        Site {
            in_subject: site["in_subject"].as_bool().unwrap_or(false),
            successors,
        }
    };
    Sites(
        map["sites"]
            .as_array()
            .map(|sites| sites.iter().map(site).collect())
            .unwrap_or_default(),
    )
}

fn thunk(index: u32) -> ThunkInfo {
    ThunkInfo {
        index,
        function: String::new(),
        module: vec![],
        name: String::new(),
        instance: vec![],
        file: String::new(),
        line: 0,
        end_line: 0,
        visibility: Visibility::Public,
        arguments: vec![],
        documents_panics: false,
        uses: vec![],
    }
}
