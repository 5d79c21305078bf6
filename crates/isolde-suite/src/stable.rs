//! What several observations of one case agree on.
//!
//! Each case is observed in processes started anew, so that address space layout, hash seeds and clocks differ. What
//! differs between them is not the function's behaviour and must not be asserted.

use isolde_record::{Observation, Observed, Outcome};

/// One observation of a case: how the run ended and what it rendered.
pub type Observed1 = (Outcome, Observation);

/// Merges observations of one case; `None` if they do not agree on how it ended or on the arguments, so that no test can
/// be made of it.
pub fn merge(observations: &[Observed1]) -> Option<Observed1> {
    let (first_outcome, first) = observations.first()?;
    let mut merged = first.clone();
    for (outcome, observation) in &observations[1..] {
        if !same_end(first_outcome, outcome) {
            return None;
        }
        // The arguments come from the tape: if they differ, building them is not deterministic.
        if observation.statements != first.statements || observation.call != first.call {
            return None;
        }
        if observation.returned != merged.returned {
            merged.returned = merged.returned.as_ref().map(|_| Observed::Opaque);
        }
        if observation.after.len() != merged.after.len() {
            merged.after.clear();
        }
        for (kept, seen) in merged.after.iter_mut().zip(&observation.after) {
            if kept != seen {
                kept.1 = Observed::Opaque;
            }
        }
        if let (Some(kept), Some(seen)) = (&mut merged.panic, &observation.panic) {
            kept.message = common_prefix(&kept.message, &seen.message).to_string();
        }
    }
    merged
        .after
        .retain(|(_, observed)| !matches!(observed, Observed::Opaque | Observed::Unit));
    Some((first_outcome.clone(), merged))
}

fn same_end(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Panicked(a), Outcome::Panicked(b)) => (&a.file, a.line) == (&b.file, b.line),
        _ => a == b,
    }
}

fn common_prefix<'a>(a: &'a str, b: &str) -> &'a str {
    let length = a
        .chars()
        .zip(b.chars())
        .take_while(|(x, y)| x == y)
        .map(|(x, _)| x.len_utf8())
        .sum();
    &a[..length]
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
    fn a_case_that_ends_differently_gives_no_test() {
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
    fn of_panic_messages_the_common_beginning_is_kept() {
        let panic = |message: &str| {
            let info = PanicInfo {
                message: message.into(),
                file: "f".into(),
                line: 1,
                column: 1,
            };
            (
                Outcome::Panicked(info.clone()),
                Observation {
                    panic: Some(info),
                    ..Observation::default()
                },
            )
        };
        let merged = merge(&[panic("at 0x12"), panic("at 0x34")]).unwrap();
        assert_eq!(merged.1.panic.unwrap().message, "at 0x");
    }
}
