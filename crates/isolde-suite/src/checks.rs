//! Checks of laws: the driver makes them after the calls of a sequence, and the test does not. So code that a check runs is none that the test reaches.

use crate::copies::{trait_method, without_arguments};
use crate::request::Location;
use isolde_record::{Case, Documented, LawFamily, ThunkInfo};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The family of the trait that a function implements a method of.
pub(crate) fn family(function: &str) -> Option<LawFamily> {
    let (of_trait, _) = trait_method(function)?;
    let path = without_arguments(of_trait);
    LawFamily::of_trait(path.rsplit("::").next().unwrap_or(path))
}

/// For each thunk that makes sequences, the coverage points in methods that checks call and the sequence itself does not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checks(BTreeMap<u32, BTreeSet<u32>>);

impl Checks {
    /// The checks of a package with these thunks and functions, whose coverage points are at these places.
    pub(crate) fn of(
        thunks: &[ThunkInfo],
        documented: &[Documented],
        places: &[Location],
    ) -> Checks {
        let sequences = thunks.iter().filter(|thunk| thunk.is_sequence());
        if sequences.clone().next().is_none() {
            return Checks::default();
        }
        let documented = documented.iter();
        let methods: Vec<&Documented> = documented
            .filter(|function| family(&function.function).is_some())
            .collect();
        let around: Vec<(u32, Vec<&str>)> = (0..)
            .zip(places)
            .map(|(point, place)| {
                let around = methods
                    .iter()
                    .filter(|method| method.contains(&place.file, place.line));
                (
                    point,
                    around.map(|method| method.function.as_str()).collect(),
                )
            })
            .filter(|(_, around): &(u32, Vec<&str>)| !around.is_empty())
            .collect();
        let points = sequences.map(|thunk| {
            let called: BTreeSet<&str> =
                thunk.steps.iter().map(|it| it.function.as_str()).collect();
            let checked = around
                .iter()
                .filter(|(_, around)| around.iter().any(|it| !called.contains(it)));
            (thunk.index, checked.map(|(point, _)| *point).collect())
        });
        Checks(points.collect())
    }

    /// The cases without the code that only checks run.
    pub(crate) fn without_all<'c>(&self, cases: &'c [Case]) -> Cow<'c, [Case]> {
        match self.0.is_empty() {
            true => Cow::Borrowed(cases),
            false => cases
                .iter()
                .map(|case| self.without(case.clone()))
                .collect(),
        }
    }

    /// The case without the code that only checks run.
    pub(crate) fn without(&self, mut case: Case) -> Case {
        if let Some(points) = self.0.get(&case.thunk) {
            case.coverage.retain(|point| !points.contains(point));
            case.called.retain(|point| !points.contains(point));
        }
        case
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::{Observation, Outcome};

    #[test]
    fn code_that_only_checks_run_is_not_reached_by_the_test_of_a_sequence() {
        let documented = [
            ("<A as Ord>::cmp", 3),
            ("<A as Clone>::clone", 6),
            ("A::new", 9),
        ];
        let documented = documented.map(|(function, line)| Documented {
            function: function.into(),
            file: "src/lib.rs".into(),
            line,
            end_line: line + 1,
            ..Documented::default()
        });
        let places = [3, 4, 6, 9, 20].map(|line| Location {
            file: "src/lib.rs".into(),
            line,
            decided_by: None,
        });
        let single = test(Outcome::Returned, Observation::default(), false).thunk;
        let step = |function: &str| ThunkInfo {
            function: function.into(),
            ..single.clone()
        };
        let sequence = ThunkInfo {
            index: 1,
            steps: vec![step("A::new"), step("<A as Clone>::clone")],
            ..single.clone()
        };
        let checks = Checks::of(&[single, sequence], &documented, &places);
        let case = |thunk: u32| Case {
            thunk,
            coverage: vec![0, 1, 2, 3, 4],
            called: vec![0, 2, 4],
            ..test(Outcome::Returned, Observation::default(), false).case()
        };
        assert_eq!(checks.without(case(0)), case(0));
        let left = checks.without(case(1));
        assert_eq!((left.coverage, left.called), (vec![2, 3, 4], vec![2, 4]));
    }
}
