//! Siblings: functions that fail in the same way, because a macro or a hand copied one from the other.

use crate::finding;
use crate::render::Test;
use isolde_record::{Outcome, message_class};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What siblings have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Family {
    /// What the function is called on every type, or its name and the line that fails.
    function: Vec<String>,
    kind: &'static str,
    /// The class of the message.
    message: String,
    /// The how-manieth finding of its function it is: several lines of one function are several causes.
    number: usize,
}

/// The findings among `tests`, by index, those that are siblings together. They are in the order of their first members.
pub(super) fn families(tests: &[Test], package_root: &Path) -> Vec<Vec<usize>> {
    let mut sources = BTreeMap::new();
    let mut numbers: BTreeMap<(&str, Vec<String>), usize> = BTreeMap::new();
    let mut families: BTreeMap<Family, Vec<usize>> = BTreeMap::new();
    let mut all = Vec::new();
    for (index, test) in tests
        .iter()
        .enumerate()
        .filter(|(_, test)| test.is_finding())
    {
        let mut line_of = |file: &str, line: u32| {
            let text = sources
                .entry(file.to_owned())
                .or_insert_with(|| fs::read_to_string(package_root.join(file)).unwrap_or_default());
            let line = text.lines().nth((line as usize).checked_sub(1)?)?;
            Some(line.trim().to_owned())
        };
        let Some(function) = common_name(test, &mut line_of) else {
            all.push(vec![index]);
            continue;
        };
        let number = numbers
            .entry((test.thunk.function.as_str(), function.clone()))
            .or_default();
        *number += 1;
        let family = Family {
            function,
            kind: finding::kind(&test.outcome),
            message: message_class(&without_types(&finding::message(&test.outcome))),
            number: *number,
        };
        families.entry(family).or_default().push(index);
    }
    all.extend(families.into_values());
    all.sort();
    all
}

/// A message without the names of the types of numbers, in which copies of a function differ.
fn without_types(message: &str) -> String {
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

/// What a method of a trait is called on every type (`NumToA::numtoa`), or a function together with the text of the line that fails.
fn common_name(
    test: &Test,
    line_of: &mut impl FnMut(&str, u32) -> Option<String>,
) -> Option<Vec<String>> {
    let path = test.thunk.function.as_str();
    if let Some((of_trait, method)) = trait_method(path) {
        return Some(vec![without_arguments(of_trait), method.to_owned()]);
    }
    let Outcome::Panicked(panic) = &test.outcome else {
        return None;
    };
    let line = line_of(&test.place_of(&panic.file), panic.line)?;
    let name = path.rsplit("::").next()?;
    Some(vec![name.to_owned(), line])
}

/// Trait and method of `<Type as Trait>::method`.
fn trait_method(path: &str) -> Option<(&str, &str)> {
    let (head, method) = path.rsplit_once(">::")?;
    let (_, of_trait) = head.strip_prefix('<')?.split_once(" as ")?;
    Some((of_trait, method))
}

/// `NumToA<u8>` without `<u8>`.
fn without_arguments(path: &str) -> String {
    path.split('<').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{Observation, PanicInfo};

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
        let found = families(&tests, Path::new("/nowhere"));
        assert_eq!(found, [vec![0, 1], vec![2], vec![3]]);
    }

    #[test]
    fn messages_of_siblings_differ_in_the_types_of_numbers() {
        let message = |of: &str| format!("{of} conversions need at least 4 bytes");
        let tests = ["i8", "u16", "Wide"].map(|of| {
            let function = format!("<{of} as NumToA<{of}>>::numtoa");
            test(&function, "src/lib.rs", 3, &message(of), "f()")
        });
        assert_eq!(
            families(&tests, Path::new("/nowhere")),
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
        assert_eq!(families(&tests, folder.path()), [vec![0, 1], vec![2]]);
    }
}
