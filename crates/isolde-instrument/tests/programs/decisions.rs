//! Decisions that std takes for the code under test.

use super::COVERAGE;
use super::support::Worker;
use isolde_instrument::PointKind;
use std::collections::BTreeSet;

/// A thunk whose decisions are taken by functions of std.
const DECIDED: u32 = 17;

#[test]
fn both_ways_of_decisions_that_std_takes_have_points() {
    let map = &COVERAGE.map;
    let mut worker = Worker::start(&COVERAGE.path);
    let mut decided = |tape: &[u64]| -> BTreeSet<(String, u32)> {
        let points = worker.run(DECIDED, 0, tape).covered.into_iter();
        let points = points.map(|point| (&map.coverage[point as usize], point));
        let decisions = points.filter(|(point, _)| point.kind == PointKind::Decision);
        decisions
            .map(|(of, point)| (of.function.clone(), point))
            .collect()
    };
    let with = |points: &BTreeSet<(String, u32)>, name: &str| -> Vec<u32> {
        let named = points.iter().filter(|(of, _)| of == name);
        named.map(|(_, point)| *point).collect()
    };
    let (none, some, large) = (
        decided(&[0; 4]),
        decided(&[101, 1, 0, 0]),
        decided(&[0, 0, 0, 201]),
    );
    let (default, value) = (with(&none, "unwrap_or"), with(&some, "unwrap_or"));
    assert_eq!((default.len(), value.len()), (1, 1));
    assert_ne!(default, value);
    // Here the code under test names no function: the closure is called by what `position` has become.
    assert_eq!(with(&none, ""), with(&some, ""));
    assert_ne!(with(&none, ""), with(&large, ""));
    let owner = map
        .functions
        .iter()
        .find(|of| of.decisions.contains(&default[0]));
    assert_eq!(owner.unwrap().function, "subject::decided");
}
