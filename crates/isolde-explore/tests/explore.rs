//! The search on hand-instrumented puzzles.

mod common;

use isolde_explore::{Config, Exploration, Guide, Site, Sites, Target, explore};
use isolde_record::{Outcome, Tape, ThunkInfo};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Branch site `n` of the double has coverage points `2n` and `2n + 1`.
fn sites() -> Sites {
    Sites {
        branches: (0..100)
            .map(|site| Site {
                in_subject: true,
                successors: Some([2 * site, 2 * site + 1]),
            })
            .collect(),
        points: Vec::new(),
    }
}

fn explored(thunks: &[u32], change: impl FnOnce(&mut Config)) -> Exploration {
    let scratch = tempfile::tempdir().unwrap();
    let mut config = Config {
        time: Duration::from_secs(60),
        jobs: 1,
        run_limit: Duration::from_millis(300),
        ..Config::new(scratch.path().to_path_buf())
    };
    change(&mut config);
    let thunks: Vec<ThunkInfo> = thunks.iter().map(|&index| common::thunk(index)).collect();
    let sites = sites();
    let target = Target {
        coverage: common::program(),
        symbolic: Some(common::program()),
        sites: &sites,
        thunks: &thunks,
        guides: &BTreeMap::new(),
    };
    explore(&target, &config, &()).unwrap()
}

#[test]
fn equations_and_words_are_solved() {
    let found = explored(&[17, 18], |_| {});
    for point in [20, 21, 22, 23, 50, 51] {
        assert!(
            found.covered.contains(&point),
            "point {point} of {:?}",
            found.covered
        );
    }
    assert!(found.cases.iter().any(|case| matches!(&case.outcome, Outcome::Panicked(panic) if panic.message == "the word was said")));
    assert!(
        found
            .cases
            .iter()
            .any(|case| case.thunk == 17 && case.shape == 2)
    );
    assert!(!found.cut_short && found.per_thunk.iter().all(|stats| stats.saturated));
    assert_eq!((found.solver.mismatches, found.solver.divergences), (0, 0));
}

#[test]
fn the_same_seed_finds_the_same_cases_whatever_the_threads() {
    let thunks = [0, 1, 17, 18, 19, 20];
    let one = explored(&thunks, |config| config.seed = 5);
    let other = explored(&thunks, |config| (config.seed, config.jobs) = (5, 3));
    assert_eq!(one.cases, other.cases);
    assert_eq!(one.covered, other.covered);
    assert_eq!(one.per_thunk, other.per_thunk);
}

#[test]
fn every_case_names_the_run_that_found_it_and_the_clock_tells_when() {
    let found = explored(&[0, 17, 18], |_| {});
    for case in &found.cases {
        let of_thunk = |thunk: u32| thunk == case.thunk;
        let stats = found.per_thunk.iter().find(|stats| of_thunk(stats.thunk));
        let clock = found.clocks.iter().find(|clock| of_thunk(clock.thunk));
        let (stats, clock) = (stats.expect("statistics"), clock.expect("a clock"));
        assert!((1..=stats.executions).contains(&case.run), "{case:?}");
        let until = clock.until(case.run).expect("a mark");
        assert!(until <= clock.spent, "{until:?} of {:?}", clock.spent);
    }
}

#[test]
fn every_way_to_die_becomes_a_case() {
    let found = explored(&[1, 2, 3, 4, 6], |_| {});
    let outcomes: Vec<&Outcome> = found.cases.iter().map(|case| &case.outcome).collect();
    assert!(outcomes.contains(&&Outcome::TimedOut) && outcomes.contains(&&Outcome::StackOverflow));
    assert!(
        outcomes.contains(&&Outcome::Exited { code: 7 })
            && outcomes.contains(&&Outcome::Signalled {
                signal: libc::SIGABRT
            })
    );
}

#[test]
fn mutation_alone_works_without_a_symbolic_program() {
    let thunks = [common::thunk(0)];
    let scratch = tempfile::tempdir().unwrap();
    let config = Config {
        jobs: 1,
        ..Config::new(scratch.path().to_path_buf())
    };
    let target = Target {
        coverage: common::program(),
        symbolic: None,
        sites: &Sites::default(),
        thunks: &thunks,
        guides: &BTreeMap::new(),
    };
    let found = explore(&target, &config, &()).unwrap();
    assert!(found.covered.len() > 100, "{}", found.covered.len());
    assert_eq!(found.per_thunk[0].traces, 0);
}

#[test]
fn refused_inputs_lead_to_accepted_inputs() {
    let found = explored(&[24], |_| {});
    assert!(
        found
            .cases
            .iter()
            .all(|case| case.outcome == Outcome::Returned)
    );
    let shapes: Vec<u64> = found.cases.iter().map(|case| case.shape).collect();
    assert!(shapes.contains(&0) && shapes.contains(&1), "{shapes:?}");
}

#[test]
fn a_guide_says_where_to_begin_and_when_to_end() {
    let thunks = [common::thunk(17)];
    let guided = |guide: Guide| {
        let scratch = tempfile::tempdir().unwrap();
        let config = Config {
            jobs: 1,
            ..Config::new(scratch.path().to_path_buf())
        };
        let target = Target {
            coverage: common::program(),
            symbolic: None,
            sites: &Sites::default(),
            thunks: &thunks,
            guides: &BTreeMap::from([(17, guide)]),
        };
        explore(&target, &config, &()).unwrap()
    };
    // The solution of 3a + 7 that the puzzle wants; without a solver only this seed leads there.
    let a = 0x1234_5671_u64.wrapping_mul(0xaaaa_aaab) & 0xffff_ffff;
    let found = guided(Guide {
        seeds: vec![Tape(BTreeMap::from([(1, a)]))],
        runs: Some(100),
        ..Guide::default()
    });
    assert!(found.cases.iter().any(|case| case.shape == 1));
    let runs = found.per_thunk[0].executions;
    assert!((100..200).contains(&runs), "{runs} runs");
    let found = guided(Guide {
        time: Some(Duration::ZERO),
        ..Guide::default()
    });
    assert!(found.cases.iter().all(|case| case.shape == 0));
    assert!(!found.cut_short);
}

#[test]
fn time_and_cancellation_end_it() {
    let began = Instant::now();
    let found = explored(&[0, 19, 4], |config| {
        config.time = Duration::from_millis(700)
    });
    assert!(found.cut_short);
    assert!(began.elapsed() < Duration::from_secs(20));
    let found = explored(&[0, 19], |config| {
        config.cancelled.store(true, Ordering::Relaxed)
    });
    assert!(found.cut_short && found.cases.is_empty());
}

#[test]
fn behaviour_caused_by_earlier_runs_is_not_a_case() {
    // The thunk returns the number of runs of its process, and every case must show what a fresh process does.
    let found = explored(&[20], |_| {});
    assert!(found.cases.iter().all(|case| case.shape == 1));
    assert!(found.per_thunk[0].unrepeatable > 0);
}
