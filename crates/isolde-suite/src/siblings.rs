//! One finding for one cause: functions that fail in the same way, because a macro or a hand copied one from the other, share one.

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

/// Joins findings that are siblings: the simplest stays, and names the functions of the others. Tests must be in order: of those with equal inputs the
/// first stays.
pub fn join(tests: &mut Vec<Test>, package_root: &Path) {
    let mut sources = BTreeMap::new();
    let mut numbers: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
    let mut families: BTreeMap<Family, Vec<usize>> = BTreeMap::new();
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
            continue;
        };
        let number = numbers
            .entry((test.thunk.function.clone(), function.clone()))
            .or_default();
        *number += 1;
        let family = Family {
            function,
            kind: finding::kind(&test.outcome),
            message: message_class(&finding::message(&test.outcome)),
            number: *number,
        };
        families.entry(family).or_default().push(index);
    }
    let mut joined = Vec::new();
    for members in families.into_values().filter(|members| members.len() > 1) {
        let best = members
            .iter()
            .copied()
            .min_by_key(|&index| size(&tests[index]));
        let best = best.expect("a family has members");
        let others = members.iter().copied().filter(|&index| index != best);
        let mut names: Vec<String> = others
            .clone()
            .map(|index| tests[index].thunk.function.clone())
            .filter(|name| *name != tests[best].thunk.function)
            .collect();
        names.sort();
        names.dedup();
        joined.extend(others);
        tests[best].siblings = names;
    }
    let mut index = 0;
    tests.retain(|_| {
        index += 1;
        !joined.contains(&(index - 1))
    });
}

/// Simpler inputs come first.
fn size(test: &Test) -> (usize, usize) {
    let observation = &test.observation;
    let length = observation
        .statements
        .iter()
        .map(String::len)
        .sum::<usize>();
    (
        observation.statements.len(),
        length + observation.call.len(),
    )
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

    fn left(mut tests: Vec<Test>, root: &Path) -> Vec<(String, Vec<String>)> {
        join(&mut tests, root);
        let left = tests.into_iter();
        left.map(|test| (test.thunk.function, test.siblings))
            .collect()
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
        let names = |of: &str| format!("<{of} as NumToA<{of}>>::numtoa");
        assert_eq!(
            left(tests, Path::new("/nowhere")),
            [
                (names("i16"), vec![names("i8")]),
                (names("i8"), vec![]),
                ("<i8 as NumToA<i8>>::other".into(), vec![]),
            ]
        );
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
            left(tests, folder.path()),
            [
                ("a::decode".into(), vec!["b::decode".into()]),
                ("c::decode".into(), vec![]),
            ]
        );
    }
}
