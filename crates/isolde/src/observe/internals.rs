//! Text of `Debug` that shows what types of std are made of.
//!
//! Types that derive `Debug` pass on what their fields say. Iterators, clocks and such say how they are made, which may change with any release of the
//! toolchain, so tests must not assert it. Only the text tells: which types it comes from is not known for private fields.

/// How the text of such a type begins, behind something that is no part of a name.
const INTERNALS: &[&str] = &[
    "Any { .. }",
    "Chain { a: ",
    "CharIndices { ",
    "Chars([",
    "Cloned { it: ",
    "Copied { it: ",
    "Cycle { orig: ",
    "Drain([",
    "Enumerate { iter: ",
    "Filter { iter: ",
    "FilterMap { iter: ",
    "FlatMap { inner: ",
    "Fuse { iter: ",
    "Instant { tv_",
    "IntoIter([",
    "Iter([",
    "IterMut([",
    "Map { iter: ",
    "Peekable { iter: ",
    "Range { iter: ",
    "Rev { iter: ",
    "Skip { iter: ",
    "SkipWhile { iter: ",
    "SplitInternal { ",
    "SplitWhitespace { ",
    "StepBy { iter: ",
    "SystemTime { tv_",
    "Take { iter: ",
    "TakeWhile { iter: ",
    "Zip { a: ",
];

/// Whether the text contains that of a type of std which says how it is made.
pub(super) fn shows_internals(text: &str) -> bool {
    INTERNALS.iter().any(|internals| {
        let mut places = text.match_indices(internals);
        places.any(|(place, _)| {
            let before = text[..place].chars().next_back();
            before.is_none_or(|before| !before.is_alphanumeric() && before != '_' && before != '"')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::shows_internals;
    use std::time::Instant;

    #[test]
    fn iterators_and_clocks_say_how_they_are_made() {
        let texts = [
            format!("{:?}", "ab".chars()),
            format!("{:?}", "ab".chars().peekable()),
            format!("{:?}", Some(vec![1].into_iter())),
            format!("{:?}", [1, 2].iter().enumerate().skip(1)),
            format!("{:?}", "a b".split_whitespace()),
            format!("{:?}", Instant::now()),
            format!("{:?}", (1, "a".split(','))),
        ];
        for text in texts {
            assert!(shows_internals(&text), "{text}");
        }
    }

    #[test]
    fn values_and_names_that_only_look_alike_say_nothing_of_that() {
        for text in [
            "Scan { at: 3, rest: \"Chars([\" }",
            "MyIter([3])",
            "Token::Split(3)",
            "Some([1, 2])",
            "Range { start: 1, end: 2 }",
            "{1: Ok(2)}",
        ] {
            assert!(!shows_internals(text), "{text}");
        }
    }
}
