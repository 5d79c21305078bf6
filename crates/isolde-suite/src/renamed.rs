//! Names of mocks in tests: `MockVisitor4` is the fourth mock of `Visitor` in the driver, and `MockVisitorOverriding` the one that overrides methods, which
//! had to tell all of them apart, and may be the only one in a test.

use isolde_record::{MockSource, Observation, Outcome};
use serde_json::Value;
use std::collections::BTreeSet;

/// Gives mocks the first names that are free in what was observed: `MockVisitor`, then `MockVisitor2`.
pub(crate) fn renamed(outcome: &Outcome, observation: Observation) -> Observation {
    let mut numbered: Vec<(u32, &str, &str)> = observation
        .mocks
        .iter()
        .filter_map(|mock| numbered(mock).map(|(base, number)| (number, base, &*mock.name)))
        .collect();
    if numbered.is_empty() {
        return observation;
    }
    let Ok(mut all) = serde_json::to_value(&observation) else {
        return observation;
    };
    let mut words: BTreeSet<String> = BTreeSet::new();
    each_text(&mut all, &mut |text| {
        words.extend(parts(text).into_iter().map(str::to_owned));
    });
    // What a panic says is compared with the run.
    let said = match outcome {
        Outcome::Panicked(panic) => parts(&panic.message),
        _ => Vec::new(),
    };
    numbered.sort_unstable();
    for (number, base, name) in numbered {
        if said.contains(&name) {
            continue;
        }
        let lower = (2..number).map(|number| format!("{base}{number}"));
        let mut candidates = [base.to_owned()].into_iter().chain(lower);
        let Some(free) = candidates.find(|free| !words.contains(free)) else {
            continue;
        };
        each_text(&mut all, &mut |text| *text = replaced(text, name, &free));
        words.remove(name);
        words.insert(free);
    }
    serde_json::from_value(all).unwrap_or(observation)
}

/// What the driver adds to the name of a mock that overrides methods.
const OVERRIDING: &str = "Overriding";

/// The name of a mock without its number and without what tells that it overrides methods, if it has either; the number is 1 if it has none. Neither counts
/// if it belongs to the name of the trait.
fn numbered(mock: &MockSource) -> Option<(&str, u32)> {
    let base = mock
        .name
        .trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = match &mock.name[base.len()..] {
        "" => 1,
        number => number.parse().ok()?,
    };
    let base = base.strip_suffix(OVERRIDING).unwrap_or(base);
    if base == mock.name {
        return None;
    }
    let implements = |name: &str| parts(&mock.source).contains(&name);
    let of_trait = base.strip_prefix("Mock")?;
    let is_own = implements(of_trait) && !implements(&mock.name["Mock".len()..]);
    is_own.then_some((base, number))
}

/// Calls `f` with every text in a value.
fn each_text(value: &mut Value, f: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => f(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, f)),
        Value::Object(fields) => fields.values_mut().for_each(|field| each_text(field, f)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The words of a text, and what is between them.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let runs = letters.chunk_by(|(_, one), (_, other)| is_part(*one) && is_part(*other));
    let part = |run: &[(usize, char)]| match (run.first(), run.last()) {
        (Some((begin, _)), Some((end, last))) => &text[*begin..end + last.len_utf8()],
        _ => "",
    };
    runs.map(part).collect()
}

fn replaced(text: &str, word: &str, by: &str) -> String {
    if !text.contains(word) {
        return text.to_owned();
    }
    let parts = parts(text).into_iter();
    parts
        .map(|part| if part == word { by } else { part })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{Observed, PanicInfo};

    fn mock(name: &str, of_trait: &str) -> MockSource {
        MockSource {
            name: name.into(),
            source: format!("struct {name};\n\nimpl c::{of_trait}<u8> for {name} {{}}\n"),
            is_counting: false,
            is_asked: true,
        }
    }

    fn observed(mocks: &[MockSource], call: &str) -> Observation {
        Observation {
            mocks: mocks.to_vec(),
            call: call.into(),
            returned: Some(Observed::Debug("MockVisitor4".into())),
            ..Observation::default()
        }
    }

    #[test]
    fn the_only_mock_of_a_trait_has_no_number() {
        let given = observed(
            &[mock("MockVisitor4", "Visitor")],
            "f(MockVisitor4, \"éMockVisitor4\")",
        );
        let renamed = renamed(&Outcome::Returned, given);
        assert_eq!(renamed.mocks, [mock("MockVisitor", "Visitor")]);
        assert_eq!(renamed.call, "f(MockVisitor, \"éMockVisitor4\")");
        assert_eq!(
            renamed.returned,
            Some(Observed::Debug("MockVisitor".into()))
        );
    }

    #[test]
    fn several_mocks_are_numbered_from_the_first() {
        let mocks = [
            mock("MockVisitor12", "Visitor"),
            mock("MockVisitor4", "Visitor"),
        ];
        let renamed = renamed(
            &Outcome::Returned,
            observed(&mocks, "f(MockVisitor4, MockVisitor12)"),
        );
        assert_eq!(renamed.call, "f(MockVisitor, MockVisitor2)");
        assert_eq!(renamed.mocks[0].name, "MockVisitor2");
    }

    #[test]
    fn a_mock_that_overrides_methods_is_told_apart_only_from_another_one() {
        let overriding = mock("MockVisitorOverriding", "Visitor");
        let only = observed(
            std::slice::from_ref(&overriding),
            "f(MockVisitorOverriding)",
        );
        assert_eq!(renamed(&Outcome::Returned, only).call, "f(MockVisitor)");
        let both = [mock("MockVisitor", "Visitor"), overriding];
        let both = observed(&both, "f(MockVisitor, MockVisitorOverriding)");
        assert_eq!(renamed(&Outcome::Returned, both.clone()), both);
        let own = [mock("MockOverriding", "Overriding")];
        let own = observed(&own, "f(MockOverriding)");
        assert_eq!(renamed(&Outcome::Returned, own.clone()), own);
    }

    #[test]
    fn names_that_are_not_numbered_or_not_free_or_said_by_a_panic_stay() {
        let same = |outcome: &Outcome, mocks: &[MockSource], call: &str| {
            let given = observed(mocks, call);
            assert_eq!(renamed(outcome, given.clone()), given);
        };
        let own = [mock("MockShape2", "Shape2")];
        same(&Outcome::Returned, &own, "f(MockShape2)");
        let visitor = [mock("MockVisitor2", "Visitor")];
        same(
            &Outcome::Returned,
            &visitor,
            "f(MockVisitor2, c::MockVisitor)",
        );
        let panicked = Outcome::Panicked(PanicInfo {
            message: "no MockVisitor2".into(),
            file: "src/lib.rs".into(),
            line: 1,
            column: 1,
            step: None,
            law: None,
        });
        same(&panicked, &visitor, "f(MockVisitor2)");
    }
}
