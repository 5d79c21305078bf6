//! Explores thunks of existing programs and prints what was found, for tuning the search.
//!
//! `cargo run --release -p isolde-explore --example explore -- COVERAGE SYMBOLIC MAP.json FIRST..END [SECONDS [SEED [JOBS [FEEDBACK]]]]`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use isolde_explore::{Config, Exploration, Point, Site, Sites, Target, explore};
use isolde_record::{Case, Outcome, ThunkInfo, Visibility};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, coverage, symbolic, map, range, rest @ ..] = &arguments[..] else {
        return Err(
            "usage: explore COVERAGE SYMBOLIC MAP.json FIRST..END [SECONDS [SEED [JOBS [FEEDBACK]]]]".into(),
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
    config.feedback = number(3, 0)? != 0;
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
            .map(|case| format!("run {}: {}", case.run, describe(&case.outcome)))
            .collect();
        outcomes.sort();
        outcomes.dedup();
        println!(
            "{:3} {stats:?}\n    {}",
            stats.thunk,
            outcomes.join("\n    ")
        );
    }
    say_over_time(&found, began);
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

/// Prints how many coverage points had been passed after certain numbers of seconds, and when the last new one was passed.
fn say_over_time(found: &Exploration, began: Instant) {
    let moment = |case: &Case| {
        let clock = found
            .clocks
            .iter()
            .find(|clock| clock.thunk == case.thunk)?;
        clock.moment(case.run)
    };
    let mut cases: Vec<(Instant, &Case)> = found
        .cases
        .iter()
        .filter_map(|case| Some((moment(case)?, case)))
        .collect();
    cases.sort_by_key(|(at, _)| *at);
    let mut seen = BTreeSet::new();
    let mut points = Vec::new();
    for (at, case) in cases {
        let before = seen.len();
        seen.extend(case.coverage.iter().copied());
        if seen.len() > before {
            points.push((at.duration_since(began).as_secs_f64(), seen.len()));
        }
    }
    let after = |seconds: f64| {
        let reached = points.iter().rev().find(|(at, _)| *at <= seconds);
        reached.map_or(0, |(_, count)| *count)
    };
    let seconds = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0];
    println!("points after {seconds:?} s: {:?}", seconds.map(after));
    println!("last new point: {:?}", points.last());
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
    let branches = map["sites"].as_array();
    let mut points = vec![None; map["coverage"].as_array().map_or(0, Vec::len)];
    for (number, function) in map["functions"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let end = |name: &str| function["points"][name].as_u64().unwrap_or(0) as usize;
        for point in end("start")..end("end") {
            let kind = &map["coverage"][point]["kind"];
            if kind != "cleanup" {
                points[point] = Some(Point {
                    function: number as u32,
                    is_check: kind == "check",
                });
            }
        }
    }
    Sites {
        branches: branches
            .map(|sites| sites.iter().map(site).collect())
            .unwrap_or_default(),
        points,
    }
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
        announced: Default::default(),
        uses: vec![],
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}
