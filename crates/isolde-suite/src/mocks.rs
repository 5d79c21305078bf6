//! Declarations of mocks: in the test that uses them, or once for a file if several tests of it use the same one.

use crate::render::Test;
use isolde_record::{MockSource, Observation};
use proc_macro2::{Spacing, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The mocks that several of these tests declare in the same way. For each name this is one at most, the most frequent: tests that need another mock of
/// that name declare it themselves.
pub(crate) fn shared<'t>(tests: impl Iterator<Item = &'t Test>) -> BTreeSet<MockSource> {
    let mut counts: BTreeMap<&MockSource, usize> = BTreeMap::new();
    for mock in tests.flat_map(|test| &test.observation.mocks) {
        *counts.entry(mock).or_default() += 1;
    }
    let mut best: BTreeMap<&str, (usize, &MockSource)> = BTreeMap::new();
    for (mock, count) in counts {
        let known = best.get(mock.name.as_str());
        if count > 1 && known.is_none_or(|(most, _)| count > *most) {
            best.insert(&mock.name, (count, mock));
        }
    }
    best.into_values().map(|(_, mock)| mock.clone()).collect()
}

/// Whether mocks or closures give answers during the call.
pub(crate) fn has_answers(observation: &Observation) -> bool {
    let mut texts = observation.statements.iter().chain([&observation.call]);
    !observation.mocks.is_empty()
        || texts.any(|text| text.parse::<TokenStream>().is_ok_and(has_closure))
}

/// Whether there is a closure among these tokens of an expression or statement: a `|` where an operand begins.
fn has_closure(tokens: TokenStream) -> bool {
    let mut is_operand_next = true;
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            is_operand_next = false;
            has_closure(group.stream())
        }
        TokenTree::Punct(mark) if mark.as_char() == '|' && is_operand_next => true,
        TokenTree::Punct(mark) => {
            // The operator `||` is two tokens.
            is_operand_next = mark.as_char() != '|' || mark.spacing() == Spacing::Alone;
            false
        }
        TokenTree::Ident(word) => {
            is_operand_next = word == "move" || word == "mut";
            false
        }
        TokenTree::Literal(_) => {
            is_operand_next = false;
            false
        }
    })
}

/// The items that declare these mocks, to be put at the end of a file.
pub(crate) fn source(mocks: &BTreeSet<MockSource>) -> String {
    let sources: Vec<&str> = mocks.iter().map(|mock| mock.source.as_str()).collect();
    sources.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::Outcome;

    fn mock(name: &str, source: &str) -> MockSource {
        MockSource {
            name: name.into(),
            source: format!("struct {name}; // {source}\n"),
        }
    }

    fn using(mocks: &[MockSource]) -> Test {
        let observation = Observation {
            mocks: mocks.to_vec(),
            call: "f()".into(),
            ..Observation::default()
        };
        test(Outcome::Returned, observation, false)
    }

    #[test]
    fn closures_and_mocks_give_answers() {
        let of = |call: &str| Observation {
            call: call.into(),
            ..Observation::default()
        };
        for call in ["c::f(|x| x)", "c::f(move || 1)", "s.each(3, &mut |_| ())"] {
            assert!(has_answers(&of(call)), "{call}");
        }
        for call in ["c::f(a | b)", "c::f(1 | 2, (x) | y)", "c::f(a || b)"] {
            assert!(!has_answers(&of(call)), "{call}");
        }
        let mut mocked = of("c::f(&MockA)");
        mocked.mocks.push(mock("A", "one"));
        assert!(has_answers(&mocked));
    }

    #[test]
    fn the_most_frequent_mock_of_a_name_is_shared_and_the_others_stay_in_their_tests() {
        let (a, b, other) = (mock("A", "one"), mock("A", "two"), mock("B", "one"));
        let tests = [
            using(&[a.clone(), other.clone()]),
            using(std::slice::from_ref(&b)),
            using(std::slice::from_ref(&b)),
        ];
        let shared = shared(tests.iter());
        assert_eq!(shared.iter().collect::<Vec<_>>(), [&b]);
        assert_eq!(source(&shared), b.source);
        assert!(!tests[1].source_with(&shared).contains("struct A"));
        let first = tests[0].source_with(&shared);
        assert!(first.contains(&a.source) && first.contains(&other.source));
    }
}
