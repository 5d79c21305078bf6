//! Values that a finding calls wrong are not pinned: while a type breaks a law, nobody knows which of its methods' answers are the right ones.

use crate::copies::without_arguments;
use crate::render::Test;
use std::collections::BTreeSet;

/// The methods whose answers a broken law puts in question, by the beginning of the law's name. The first that fits counts.
const METHODS: &[(&str, &[&str])] = &[
    ("partial_cmp_", &["partial_cmp", "lt", "le", "gt", "ge"]),
    ("operators_agree", &["partial_cmp", "lt", "le", "gt", "ge"]),
    ("cmp_", &["cmp", "max", "min", "clamp"]),
    ("eq_", &["eq"]),
    ("ne_", &["eq", "ne"]),
    ("clone_equals", &["clone", "eq"]),
    ("clone_from", &["clone_from"]),
    ("size_hint_", &["size_hint"]),
    ("len_", &["len", "size_hint"]),
    ("count_", &["count"]),
    ("last_", &["last"]),
    ("nth_", &["nth"]),
    ("backwards_", &["next_back"]),
    ("ends_meet", &["next_back"]),
];

/// Takes out of the tests what findings call wrong: tests of such methods, and what such methods say after other calls. Returns the functions whose
/// tests are gone.
pub fn leave_out(tests: &mut Vec<Test>) -> Vec<String> {
    let wrong: BTreeSet<(String, &str)> = tests.iter().flat_map(put_in_question).collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let mut gone = Vec::new();
    tests.retain(|test| {
        let stays = test.is_finding() || !is_of(test, &wrong);
        if !stays {
            gone.push(test.thunk.function.clone());
        }
        stays
    });
    for test in tests.iter_mut().filter(|test| !test.is_finding()) {
        let is_asked = |text: &str| {
            let mut wrong = wrong.iter();
            wrong.any(|(_, method)| text.contains(&format!(".{method}(")))
        };
        let observation = &mut test.observation;
        observation.after.retain(|(text, _)| !is_asked(text));
        let statements = &observation.statements;
        let stays = |number: &usize| !statements.get(*number).is_some_and(|text| is_asked(text));
        observation.asserted.retain(|(number, _)| stays(number));
    }
    gone
}

/// The types and methods that a finding puts in question.
fn put_in_question(test: &Test) -> Vec<(String, &'static str)> {
    let law = test.outcome.broken_law().filter(|law| !law.is_convention);
    let Some(law) = law else {
        return Vec::new();
    };
    let found = METHODS.iter().find(|(name, _)| law.name.starts_with(name));
    let methods = found.map_or(&[][..], |(_, methods)| methods);
    let of = last_name(&test.thunk.function);
    methods.iter().map(|method| (of.clone(), *method)).collect()
}

/// Whether a test calls such a method of such a type: `<Lexer as Iterator>::size_hint`, `Lexer::size_hint`.
fn is_of(test: &Test, wrong: &BTreeSet<(String, &str)>) -> bool {
    let Some((of, method)) = test.thunk.function.rsplit_once("::") else {
        return false;
    };
    let of = of.strip_prefix('<').unwrap_or(of);
    let of = last_name(of.split(" as ").next().unwrap_or(of));
    let mut wrong = wrong.iter();
    wrong.any(|(own, name)| *own == of && *name == method)
}

/// The last name of a path, without arguments: `Lexer` of `text::Lexer<'a>`.
fn last_name(path: &str) -> String {
    let path = without_arguments(path);
    path.rsplit("::").next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::{broken, test};
    use isolde_record::{Observation, Observed, Outcome};

    fn of(function: &str, outcome: Outcome) -> Test {
        let mut test = test(outcome, Observation::default(), false);
        test.thunk.function = function.into();
        test
    }

    fn functions(tests: &[Test]) -> Vec<&str> {
        tests
            .iter()
            .map(|test| test.thunk.function.as_str())
            .collect()
    }

    #[test]
    fn methods_whose_law_is_broken_are_not_asserted() {
        let mut other = of("text::Lexer::next", Outcome::Returned);
        other.observation.after = vec![
            (
                "lexer.size_hint()".into(),
                Observed::Source("(0, None)".into()),
            ),
            ("lexer.rest()".into(), Observed::Source("\"a\"".into())),
        ];
        other.observation.statements = vec!["lexer.size_hint();".into(), "lexer.next();".into()];
        other.observation.asserted = vec![(0, Observed::Unit), (1, Observed::Unit)];
        let mut tests = vec![
            of("text::Lexer", broken("size_hint_upper", "", false)),
            of("<text::Lexer as Iterator>::size_hint", Outcome::Returned),
            of("<text::Words as Iterator>::size_hint", Outcome::Returned),
            other,
        ];
        let gone = leave_out(&mut tests);
        assert_eq!(gone, ["<text::Lexer as Iterator>::size_hint"]);
        let left = [
            "text::Lexer",
            "<text::Words as Iterator>::size_hint",
            "text::Lexer::next",
        ];
        assert_eq!(functions(&tests), left);
        let observation = &tests[2].observation;
        assert_eq!(observation.after.len(), 1);
        assert_eq!(observation.asserted, [(1, Observed::Unit)]);
    }

    #[test]
    fn broken_conventions_and_laws_without_answers_put_nothing_in_question() {
        for law in [
            broken("display_round_trip", "", true),
            broken("fused", "", false),
        ] {
            let mut tests = vec![of("Lexer", law), of("Lexer::next_back", Outcome::Returned)];
            assert!(leave_out(&mut tests).is_empty());
            assert_eq!(tests.len(), 2);
        }
    }
}
