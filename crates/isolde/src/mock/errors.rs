//! Errors of the system as answers: some usual kinds, and those that the code under test names.

use crate::chooser::Chooser;
use std::io::{Error, ErrorKind};
use std::sync::OnceLock;

/// A kind and its name.
type Named = (ErrorKind, &'static str);

/// The kinds that the code under test names.
static EXPECTED: OnceLock<&'static [Named]> = OnceLock::new();

/// Notes the kinds that the code under test names, which are tried, too.
pub fn expect_errors(kinds: &'static [(ErrorKind, &'static str)]) {
    // They are told once, when the driver begins.
    let _ = EXPECTED.set(kinds);
}

/// One of these kinds, or one that the code under test names.
pub(crate) fn chosen(
    c: &mut Chooser,
    usual: &[(ErrorKind, &'static str)],
) -> (Error, &'static str) {
    let expected = EXPECTED.get().copied().unwrap_or_default();
    let (kind, name) = among(c, usual, expected);
    (kind.into(), name)
}

fn among(c: &mut Chooser, usual: &[Named], expected: &[Named]) -> Named {
    let is_new = |named: &&Named| usual.iter().all(|(kind, _)| *kind != named.0);
    let all: Vec<Named> = usual
        .iter()
        .chain(expected.iter().filter(is_new))
        .copied()
        .collect();
    let chosen = c.variant(all.len());
    // A loop, so that each kind is a branch of its own.
    let mut number = 0;
    while number + 1 < all.len() && std::hint::black_box(number) != chosen {
        number += 1;
    }
    all[number]
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_abi::key::key;
    use std::collections::BTreeMap;

    #[test]
    fn kinds_that_the_code_names_come_after_the_usual_ones() {
        let usual = [
            (ErrorKind::Other, "Other"),
            (ErrorKind::NotFound, "NotFound"),
        ];
        let expected = [
            (ErrorKind::NotFound, "NotFound"),
            (ErrorKind::TimedOut, "TimedOut"),
        ];
        let name = |choice| {
            let tape = BTreeMap::from([(key(0, 0), choice)]);
            among(&mut Chooser::from_tape(tape, 0), &usual, &expected).1
        };
        assert_eq!(
            [name(0), name(1), name(2)],
            ["Other", "NotFound", "TimedOut"]
        );
    }
}
