//! Which coverage points of a generic function's instances are one goal of the suite.
//!
//! Instances with which the same function is called say the same: `map::<u8>` and `map::<String>` have their tests once. An instance that another
//! function uses inside is code of that function: `compare` calls `compare_iter::<Chars>`, and shows what it does with texts.

use crate::choose::by_index;
use crate::request::CodePoints;
use isolde_record::{Case, ThunkInfo};
use std::collections::BTreeMap;

/// For each point the first one for the same code among those that calls of the same function reach.
pub fn first_of_function(cases: &[Case], thunks: &[ThunkInfo], points: &CodePoints) -> Vec<u32> {
    let thunks = by_index(thunks);
    let mut functions: BTreeMap<u32, &str> = BTreeMap::new();
    for case in cases {
        let Some(thunk) = thunks.get(&case.thunk).filter(|it| !it.is_sequence()) else {
            continue;
        };
        for &point in &case.called {
            let least = functions.entry(point).or_insert(&thunk.function);
            *least = (*least).min(&thunk.function);
        }
    }
    let mut first: BTreeMap<(u32, Option<&str>), u32> = BTreeMap::new();
    (0..points.first.len() as u32)
        .map(|point| {
            let function = functions.get(&point).copied();
            *first.entry((points.code(point), function)).or_insert(point)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::{Observation, Outcome};

    #[test]
    fn instances_that_another_function_uses_are_code_of_that_function() {
        let made = test(Outcome::Returned, Observation::default(), false);
        let thunk = |index: u32, function: &str| ThunkInfo {
            index,
            function: function.into(),
            ..made.thunk.clone()
        };
        let case = |thunk: u32, called: &[u32]| Case {
            thunk,
            called: called.to_vec(),
            ..made.case()
        };
        let thunks = [
            thunk(0, "compare_iter"),
            thunk(1, "compare_iter"),
            thunk(2, "compare"),
        ];
        let cases = [case(0, &[0]), case(1, &[1]), case(2, &[2, 4])];
        let points = CodePoints {
            places: &[],
            // Three instances that are reached, one that is not, and other code.
            first: &[0, 0, 0, 0, 4],
            ..CodePoints::default()
        };
        assert_eq!(first_of_function(&cases, &thunks, &points), [0, 0, 2, 3, 4]);
    }
}
