//! Siblings: functions that fail in the same way, because a macro or a hand copied one from the other.

use crate::copies::{trait_method, without_arguments};
use crate::finding;
use crate::render::Test;
use crate::sources::Sources;
use isolde_record::message_class;
use std::collections::{BTreeMap, BTreeSet};

/// What siblings have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Family {
    /// What the function is called on every type, or its name and the line that fails.
    function: Vec<String>,
    kind: &'static str,
    /// The class of the message.
    message: String,
}

/// Siblings with the functions that they are in.
#[derive(Default)]
struct Siblings<'t> {
    members: Vec<usize>,
    functions: BTreeSet<&'t str>,
    condition: Option<String>,
}

/// The findings among `tests`, by index, those that are siblings together. They are in the order of their first members. `condition` says in words when
/// a finding fails, if that is known.
///
/// Several findings of one function are several causes, so each is with another one of its siblings: with one that fails under the same condition, or
/// else with the first that none of its function is with yet.
pub(super) fn families(
    tests: &[Test],
    sources: &mut Sources,
    condition: impl Fn(usize) -> Option<String>,
) -> Vec<Vec<usize>> {
    let mut families: BTreeMap<Family, Vec<(usize, Option<String>)>> = BTreeMap::new();
    let mut all = Vec::new();
    for (index, test) in tests
        .iter()
        .enumerate()
        .filter(|(_, test)| test.is_finding())
    {
        let Some(function) = common_name(test, sources) else {
            all.push(vec![index]);
            continue;
        };
        let family = Family {
            function,
            kind: finding::kind(&test.outcome),
            message: message_class(&without_types(&finding::message(&test.outcome))),
        };
        families
            .entry(family)
            .or_default()
            .push((index, condition(index)));
    }
    for family in families.into_values() {
        let mut siblings: Vec<Siblings> = Vec::new();
        // Those with a condition come first.
        let (with, without): (Vec<_>, Vec<_>) = family
            .into_iter()
            .partition(|(_, condition)| condition.is_some());
        for (index, condition) in with.into_iter().chain(without) {
            let function = tests[index].thunk.function.as_str();
            let fits = |of: &&Siblings| {
                let is_new = !of.functions.contains(function);
                is_new && (condition.is_none() || of.condition == condition)
            };
            let place = siblings
                .iter()
                .position(|of| fits(&of))
                .unwrap_or(siblings.len());
            if place == siblings.len() {
                siblings.push(Siblings {
                    condition,
                    ..Siblings::default()
                });
            }
            let place = &mut siblings[place];
            place.members.push(index);
            place.functions.insert(function);
        }
        all.extend(siblings.into_iter().map(|of| of.members));
    }
    for members in &mut all {
        members.sort_unstable();
    }
    all.sort();
    all
}

/// A message without the names of the types of numbers, in which copies of a function differ.
pub(super) fn without_types(message: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for part in message.split_inclusive(|c| !is_word(c)) {
        let word = part.trim_end_matches(|c| !is_word(c));
        let bits = word.strip_prefix(['i', 'u', 'f']);
        let is_number =
            bits.is_some_and(|bits| ["8", "16", "32", "64", "128", "size"].contains(&bits));
        out += if is_number { "number" } else { word };
        out += &part[word.len()..];
    }
    out
}

/// The text of the line where a finding panics.
pub(super) fn failing_line(test: &Test, sources: &mut Sources) -> Option<String> {
    let (file, line) = test.outcome.place()?;
    let line = sources.line(&test.place_of(file), line)?;
    Some(line.trim().to_owned())
}

/// What a method of a trait is called on every type (`NumToA::numtoa`), or a function together with the text of the line that fails.
fn common_name(test: &Test, sources: &mut Sources) -> Option<Vec<String>> {
    let path = test.thunk.function.as_str();
    let line = failing_line(test, sources);
    if let Some((of_trait, method)) = trait_method(path) {
        // Copies have the same text, but for the types of numbers; other impls of the trait have their own.
        let line = without_types(&line.unwrap_or_default());
        return Some(vec![
            without_arguments(of_trait).to_owned(),
            method.to_owned(),
            line,
        ]);
    }
    // A line that only goes on says too little.
    let line = line.filter(|line| !line.starts_with('.'))?;
    let name = path.rsplit("::").next()?;
    Some(vec![name.to_owned(), line])
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{Observation, Outcome, PanicInfo};
    use std::fs;
    use std::path::Path;

    fn test(function: &str, file: &str, line: u32, message: &str, call: &str) -> Test {
        let observation = Observation {
            call: call.into(),
            ..Observation::default()
        };
        let outcome = Outcome::Panicked(PanicInfo {
            message: message.into(),
            file: file.into(),
            line,
            column: 1,
            step: None,
            law: None,
        });
        let mut test = crate::render::tests::test(outcome, observation, false);
        test.thunk.function = function.into();
        test
    }

    #[test]
    fn a_method_of_a_trait_that_fails_on_several_types_is_one_finding() {
        let overflow = "attempt to multiply with overflow";
        let tests = vec![
            test(
                "<i8 as NumToA<i8>>::numtoa",
                "src/lib.rs",
                3,
                overflow,
                "(64_i8).numtoa(10)",
            ),
            test(
                "<i16 as NumToA<i16>>::numtoa",
                "src/lib.rs",
                9,
                overflow,
                "(6).numtoa(1)",
            ),
            test(
                "<i8 as NumToA<i8>>::numtoa",
                "src/lib.rs",
                5,
                overflow,
                "(7_i8).numtoa(0)",
            ),
            test(
                "<i8 as NumToA<i8>>::other",
                "src/lib.rs",
                9,
                overflow,
                "(7_i8).other(0)",
            ),
        ];
        let found = families(&tests, &mut Sources::of(Path::new("/nowhere")), |_| None);
        assert_eq!(found, [vec![0, 1], vec![2], vec![3]]);
    }

    #[test]
    fn findings_under_different_conditions_are_no_siblings() {
        let tests = ["i8", "u8", "u16"].map(|of| {
            test(
                &format!("<{of} as Numtoa>::numtoa"),
                "src/lib.rs",
                3,
                "no",
                "f()",
            )
        });
        let condition = |index: usize| Some(["0", "1", "0"][index].to_owned());
        let found = families(&tests, &mut Sources::of(Path::new("/nowhere")), condition);
        assert_eq!(found, [vec![0, 2], vec![1]]);
    }

    #[test]
    fn messages_of_siblings_differ_in_the_types_of_numbers() {
        let message = |of: &str| format!("{of} conversions need at least 4 bytes");
        let tests = ["i8", "u16", "Wide"].map(|of| {
            let function = format!("<{of} as NumToA<{of}>>::numtoa");
            test(&function, "src/lib.rs", 3, &message(of), "f()")
        });
        assert_eq!(
            families(&tests, &mut Sources::of(Path::new("/nowhere")), |_| None),
            [vec![0, 1], vec![2]]
        );
        assert_eq!(without_types("i8x of u128s, f64"), "i8x of u128s, number");
    }

    #[test]
    fn a_copied_function_fails_at_the_same_text_and_another_one_elsewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("src")).expect("writable");
        for (name, text) in [
            ("a.rs", "fn decode() {\n    let n = len - 1;\n}"),
            ("b.rs", "fn decode() {\n\n    let n = len - 1;\n}"),
            ("c.rs", "fn decode() {\n    let n = all - 1;\n}"),
        ] {
            fs::write(folder.path().join("src").join(name), text).expect("writable");
        }
        let message = "attempt to subtract with overflow";
        let tests = vec![
            test("a::decode", "src/a.rs", 2, message, "decode(b\"\")"),
            test("b::decode", "src/b.rs", 3, message, "decode(b\"\")"),
            test("c::decode", "src/c.rs", 2, message, "decode(b\"\")"),
        ];
        assert_eq!(
            families(&tests, &mut Sources::of(folder.path()), |_| None),
            [vec![0, 1], vec![2]]
        );
    }
}
