//! What several observations of one case have in common.
//!
//! Each case is observed in newly started processes, so that address space layout, hash seeds and clocks differ. Whatever
//! differs between them is not the function's behaviour and must not be asserted.

use isolde_record::{Observation, Observed, Outcome};
use std::collections::BTreeMap;

/// One observation of a case: how the run ended and what it rendered.
pub type Observed1 = (Outcome, Observation);

/// Merges observations of one case; `None` if they do not agree on how it ended or on the arguments, so that no test can
/// be made of it.
pub fn merge(observations: &[Observed1]) -> Option<Observed1> {
    let (first_outcome, first) = observations.first()?;
    let mut merged = first.clone();
    let mut end = first_outcome.clone();
    for (outcome, observation) in &observations[1..] {
        if !same_end(first_outcome, outcome) {
            return None;
        }
        // The arguments come from the tape: if they differ, building them is not deterministic.
        if observation.input() != first.input() {
            return None;
        }
        // What a future waits for is not the same.
        if observation.polled != first.polled {
            return None;
        }
        if observation.returned != merged.returned {
            merged.returned = merged.returned.as_ref().map(|_| Observed::Opaque);
        }
        if observation.asserted != merged.asserted {
            let seen: BTreeMap<usize, &Observed> = observation
                .asserted
                .iter()
                .map(|(statement, value)| (*statement, value))
                .collect();
            merged
                .asserted
                .retain(|(statement, value)| seen.get(statement) == Some(&value));
        }
        merged.after.retain(|kept| observation.after.contains(kept));
        if let (Outcome::Panicked(kept), Outcome::Panicked(seen)) = (&mut end, outcome) {
            kept.message = common_part(&kept.message, &seen.message).to_string();
        }
    }
    merged
        .after
        .retain(|(_, observed)| !matches!(observed, Observed::Opaque | Observed::Unit));
    if merged.after.is_empty() {
        merged.bound = None;
    }
    Some((end, merged))
}

/// What may be asserted of `seen` after a comparison of `one` and `other`, two runs that came after equal runs in two processes. What differs between
/// them is not asserted; `None` if they end differently or have other arguments. Differences of both from `seen` come from earlier runs and do not
/// matter.
pub fn common(seen: &Observed1, one: &Observed1, other: &Observed1) -> Option<Observed1> {
    let (mut end, mut kept) = seen.clone();
    merge(&[one.clone(), other.clone()])?;
    if one.1.returned != other.1.returned {
        kept.returned = kept.returned.map(|_| Observed::Opaque);
    }
    let value = |observed: &Observed1, expression: &str| {
        let mut after = observed.1.after.iter();
        after.find(|(name, _)| name == expression).cloned()
    };
    kept.after
        .retain(|(expression, _)| value(one, expression) == value(other, expression));
    if let (Outcome::Panicked(kept), Outcome::Panicked(a), Outcome::Panicked(b)) =
        (&mut end, &one.0, &other.0)
        && a.message != b.message
    {
        kept.message = common_part(&kept.message, common_part(&a.message, &b.message)).to_owned();
    }
    Some((end, kept))
}

fn same_end(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Panicked(a), Outcome::Panicked(b)) => {
            (&a.file, a.line, &a.law) == (&b.file, b.line, &b.law)
        }
        _ => a == b,
    }
}

/// The common beginning or the common end of two messages, whichever has more letters; whole words only, since the next
/// message may differ in the rest of a number.
fn common_part<'a>(a: &'a str, b: &str) -> &'a str {
    if a == b {
        return a;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs
            .take_while(|(x, y)| x == y)
            .map(|(x, _)| x.len_utf8())
            .sum()
    };
    let prefix = &a[..same(&mut a.chars().zip(b.chars()))];
    let suffix = &a[a.len() - same(&mut a.chars().rev().zip(b.chars().rev()))..];
    let (prefix, suffix) = (
        prefix.trim_end_matches(is_word),
        suffix.trim_start_matches(is_word),
    );
    let letters = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count();
    if letters(suffix) > letters(prefix) {
        suffix
    } else {
        prefix
    }
}

/// The parts of a text between addresses.
pub fn without_addresses(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        parts.push(&rest[..at]);
        rest = rest[at + 2..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::PanicInfo;

    fn returned(text: &str) -> Observed1 {
        let observation = Observation {
            call: "f()".into(),
            returned: Some(Observed::Source(text.into())),
            ..Observation::default()
        };
        (Outcome::Returned, observation)
    }

    #[test]
    fn equal_observations_are_kept_whole() {
        assert_eq!(merge(&[returned("1"), returned("1")]), Some(returned("1")));
    }

    #[test]
    fn a_result_that_differs_is_not_asserted() {
        let merged = merge(&[returned("1"), returned("1"), returned("2")]).unwrap();
        assert_eq!(merged.1.returned, Some(Observed::Opaque));
    }

    #[test]
    fn what_differs_in_equal_places_of_two_processes_is_not_asserted_but_a_counter_is() {
        let first = returned("1");
        assert_eq!(
            common(&first, &returned("2"), &returned("2")),
            Some(first.clone())
        );
        let rare = common(&first, &returned("1"), &returned("7")).unwrap();
        assert_eq!(rare.1.returned, Some(Observed::Opaque));
        let ended = (Outcome::TimedOut, Observation::default());
        assert_eq!(common(&first, &returned("1"), &ended), None);
        let with = |text: &str| {
            let mut observed = returned("1");
            observed.1.after = vec![("x".into(), Observed::Source(text.into()))];
            observed
        };
        let kept = common(&with("1"), &with("2"), &with("2")).unwrap();
        assert_eq!(kept, with("1"));
        let kept = common(&with("1"), &with("1"), &with("2")).unwrap();
        assert_eq!(kept, returned("1"));
    }

    #[test]
    fn a_case_that_ends_differently_becomes_no_test() {
        assert_eq!(
            merge(&[returned("1"), (Outcome::TimedOut, Observation::default())]),
            None
        );
    }

    #[test]
    fn mutable_arguments_that_differ_are_dropped_and_the_rest_stays() {
        let with = |a: &str, b: &str| {
            let mut observed = returned("1");
            observed.1.after = vec![
                ("x".into(), Observed::Source(a.into())),
                ("y".into(), Observed::Source(b.into())),
            ];
            observed
        };
        let merged = merge(&[with("1", "2"), with("1", "3")]).unwrap();
        assert_eq!(
            merged.1.after,
            [("x".to_string(), Observed::Source("1".into()))]
        );
    }

    #[test]
    fn an_argument_about_which_nothing_can_be_said_takes_nothing_from_the_others() {
        let mut observed = returned("1");
        observed.1.after = vec![
            ("closure".into(), Observed::Opaque),
            ("list".into(), Observed::Source("[1]".into())),
        ];
        let merged = merge(&[observed.clone(), observed.clone()]).unwrap();
        let again = merge(&[merged, observed.clone()]).unwrap();
        assert_eq!(again.1.after, observed.1.after[1..]);
    }

    #[test]
    fn of_panic_messages_the_common_words_are_kept() {
        let panic = |message: &str| {
            let info = PanicInfo {
                message: message.into(),
                file: "f".into(),
                line: 1,
                column: 1,
                step: None,
                law: None,
            };
            (Outcome::Panicked(info), Observation::default())
        };
        for (one, other, common) in [
            ("at 0x12", "at 0x34", "at "),
            ("took 12 ms", "took 17 ms", "took "),
            ("12 ms were needed", "7 ms were needed", " ms were needed"),
            ("same", "same", "same"),
        ] {
            let merged = merge(&[panic(one), panic(other)]).unwrap();
            let Outcome::Panicked(info) = merged.0 else {
                panic!("a panic stays one")
            };
            assert_eq!(info.message, common);
        }
    }
}
