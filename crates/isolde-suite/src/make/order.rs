//! The order in which cases are processed.

use isolde_record::{Case, Outcome, ThunkInfo};
use std::collections::{BTreeMap, BTreeSet};

/// The order in which cases are processed; the last ones may be dropped for lack of time. The first case of each function comes first, then the
/// second of each, and so on, where the first case of another instantiation is no better than the second of the one before; cases of slow functions come
/// after these, and cases that never end after all others. Cases in which a law is broken or memory is misused come before these: they are few, and
/// nothing else shows them.
pub(super) fn by_value<'c>(
    cases: impl IntoIterator<Item = &'c Case>,
    thunks: &BTreeMap<u32, &ThunkInfo>,
    slow: &BTreeSet<u32>,
) -> Vec<usize> {
    let mut instances: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ranks: BTreeMap<u32, usize> = BTreeMap::new();
    let mut order: Vec<(bool, bool, usize, usize)> = cases
        .into_iter()
        .enumerate()
        .map(|(index, case)| {
            let rank = ranks.entry(case.thunk).or_insert_with(|| {
                let Some(thunk) = thunks.get(&case.thunk) else {
                    return 0;
                };
                let others = instances.entry(thunk.function.as_str()).or_default();
                *others += 1;
                *others - 1
            });
            *rank += 1;
            let is_endless = case.outcome == Outcome::TimedOut;
            let is_rare = case.outcome.broken_law().is_some()
                || matches!(case.outcome, Outcome::Corrupted(_));
            let rank = if is_rare { 0 } else { *rank };
            (is_endless, slow.contains(&case.thunk), rank, index)
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(.., index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose;
    use isolde_record::{Observation, Tape};

    fn case(thunk: u32, outcome: Outcome) -> Case {
        Case {
            thunk,
            tape: Tape::default(),
            outcome,
            coverage: vec![],
            called: vec![],
            shape: 0,
            choices: 0,
            run: 0,
        }
    }

    fn of_function(index: u32, function: &str) -> ThunkInfo {
        let test = crate::render::tests::test(Outcome::Returned, Observation::default(), false);
        ThunkInfo {
            index,
            function: function.into(),
            ..test.thunk
        }
    }

    #[test]
    fn each_function_has_its_first_case_before_any_has_its_second_and_endless_ones_come_last() {
        let cases = [
            case(1, Outcome::TimedOut),
            case(1, Outcome::Returned),
            case(1, Outcome::Returned),
            case(2, Outcome::Returned),
            case(2, Outcome::Returned),
        ];
        assert_eq!(
            by_value(&cases, &BTreeMap::new(), &BTreeSet::new()),
            [3, 1, 4, 2, 0]
        );
        assert_eq!(
            by_value(&cases, &BTreeMap::new(), &BTreeSet::from([2])),
            [1, 2, 3, 4, 0]
        );
    }

    #[test]
    fn a_broken_law_comes_before_the_first_case_of_any_function() {
        let broken = crate::render::tests::broken("eq_reflexive", "a value equals itself", false);
        let cases = [
            case(1, Outcome::Returned),
            case(2, Outcome::Returned),
            case(2, broken),
        ];
        assert_eq!(
            by_value(&cases, &BTreeMap::new(), &BTreeSet::new()),
            [2, 0, 1]
        );
    }

    #[test]
    fn other_instantiations_of_a_function_wait_for_the_first_case_of_each_function() {
        let instances = [
            of_function(1, "first"),
            of_function(2, "first"),
            of_function(3, "second"),
        ];
        let thunks = choose::by_index(&instances);
        let cases = [1, 1, 2, 2, 3].map(|thunk| case(thunk, Outcome::Returned));
        assert_eq!(by_value(&cases, &thunks, &BTreeSet::new()), [0, 4, 1, 2, 3]);
    }
}
