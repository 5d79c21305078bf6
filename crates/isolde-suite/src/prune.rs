//! Removes tests that add nothing: those that assert nothing, and those that repeat another instance of a generic function.

use crate::render::Test;
use isolde_record::Observed;
use std::collections::BTreeMap;

/// Removes tests that assert nothing, and repetitions of another instance, unless they reach code that no other test reaches.
pub fn prune(tests: &mut Vec<Test>) {
    let mut reached: BTreeMap<u32, usize> = BTreeMap::new();
    for &point in tests
        .iter()
        .filter(|test| !test.is_finding())
        .flat_map(|test| &test.called)
    {
        *reached.entry(point).or_default() += 1;
    }
    for index in (0..tests.len()).rev() {
        let test = &tests[index];
        let is_spare = !test.is_finding() && (!test.says_something() || repeats(test, tests));
        if is_spare && test.called.iter().all(|point| reached[point] > 1) {
            for point in &test.called {
                *reached.get_mut(point).expect("counted above") -= 1;
            }
            tests.remove(index);
        }
    }
}

/// Whether an earlier instance of the same function has a test that ends in the same way.
fn repeats(test: &Test, tests: &[Test]) -> bool {
    tests.iter().any(|other| {
        other.thunk.function == test.thunk.function
            && other.thunk.index < test.thunk.index
            && other.thunk.instance != test.thunk.instance
            && !other.is_finding()
            && kind_of_end(other) == kind_of_end(test)
    })
}

/// How a test ends, without the values in the result: `Some`, `Err(Error::Empty`.
fn kind_of_end(test: &Test) -> (bool, String) {
    let returned = test.outcome == isolde_record::Outcome::Returned;
    let text = match &test.observation.returned {
        Some(Observed::Source(text) | Observed::Debug(text) | Observed::Pattern(text)) => text,
        Some(Observed::Display(_) | Observed::Predicate(_)) => "value",
        Some(Observed::Unit | Observed::Opaque) | None => "",
    };
    let is_fixed = matches!(text, "true" | "false" | "None" | "Ok(())" | "");
    let kind = if is_fixed {
        text.to_string()
    } else {
        // The names of variants count, their contents do not.
        let names: Vec<&str> = text
            .split('(')
            .map_while(|part| {
                let is_name = part.starts_with(|c: char| c.is_uppercase()) || part.contains("::");
                let is_path = part
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
                (is_name && is_path).then_some(part)
            })
            .collect();
        if names.is_empty() {
            "value".into()
        } else {
            names.join("(")
        }
    };
    (returned, kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::{Observation, Outcome};

    fn of(index: u32, instance: &str, returned: Observed, called: &[u32]) -> Test {
        let observation = Observation {
            call: "f()".into(),
            returned: Some(returned),
            ..Observation::default()
        };
        let mut test = test(Outcome::Returned, observation, false);
        test.thunk.index = index;
        test.thunk.instance = vec![instance.into()];
        test.called = called.iter().copied().collect();
        test
    }

    fn source(text: &str) -> Observed {
        Observed::Source(text.into())
    }

    fn kept(mut tests: Vec<Test>) -> Vec<(u32, Option<Observed>)> {
        prune(&mut tests);
        tests
            .into_iter()
            .map(|test| (test.thunk.index, test.observation.returned))
            .collect()
    }

    #[test]
    fn a_second_instance_is_kept_for_another_outcome_or_more_code() {
        let kept = kept(vec![
            of(0, "u8", source("Some(1)"), &[1]),
            of(0, "u8", source("None"), &[2]),
            of(1, "String", source("Some(\"\")"), &[1]),
            of(1, "String", source("None"), &[2, 3]),
            of(1, "String", source("Ok(())"), &[1]),
        ]);
        let wanted = [
            (0, Some(source("Some(1)"))),
            (0, Some(source("None"))),
            (1, Some(source("None"))),
            (1, Some(source("Ok(())"))),
        ];
        assert_eq!(kept, wanted);
    }

    #[test]
    fn a_test_that_asserts_nothing_is_kept_only_for_its_code() {
        let kept = kept(vec![
            of(0, "", Observed::Opaque, &[1]),
            of(1, "", Observed::Opaque, &[1, 2]),
            of(2, "", source("3"), &[1]),
        ]);
        assert_eq!(kept, [(1, Some(Observed::Opaque)), (2, Some(source("3")))]);
    }
}
