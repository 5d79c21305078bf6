//! Which functions were skipped, and why.

use super::plural;
use isolde_record::reach::{self, Unreached};
use isolde_record::run::FunctionRecord;
use isolde_record::{FunctionStatus, Reach, SkipReason, Visibility};

/// How much of the package was reached, and why the rest was not. `all`: whether all functions are named, or an example for each reason.
pub(super) fn lines(functions: &[FunctionRecord], all: bool) -> Vec<String> {
    let mut lines = of_public(functions, all);
    let private = private(functions, all);
    // Lines that name a function are indented.
    let named = |lines: &[String]| lines.iter().filter(|line| line.starts_with(' ')).count();
    let Reach { public, explored } = Reach::of(functions);
    let has_more = (public - explored) as usize > named(&lines) || !private.is_empty();
    lines.extend(private);
    if has_more && !all {
        lines.push("  -v names all functions that were skipped, with the reasons".to_owned());
    }
    lines
}

/// How much of the package's public part was reached, and the reasons why the rest was not, the commonest first, with an example and what would help.
/// Functions that nobody could call, or that were not asked for, are not counted.
fn of_public(functions: &[FunctionRecord], all: bool) -> Vec<String> {
    let Reach { public, explored } = Reach::of(functions);
    if public == 0 {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "{explored} of {} explored",
        plural(public, "public function")
    )];
    for Unreached { functions, .. } in reach::unreached(functions) {
        let (example, reason) = functions[0];
        let count = functions.len();
        if all && count > 1 {
            lines.push(format!("  {count} {}:", why(reason)));
            let named = functions.iter();
            lines.extend(named.map(|(path, reason)| format!("    `{path}`{}", help(reason))));
        } else {
            let (why, help) = (why(reason), help(reason));
            lines.push(format!("  {count} {why}, such as `{example}`{help}"));
        }
    }
    lines
}

/// How many private functions were skipped, if there are any.
fn private(functions: &[FunctionRecord], all: bool) -> Vec<String> {
    let lost = functions
        .iter()
        .filter_map(|function| match &function.status {
            FunctionStatus::Skipped { reason }
                if function.visibility == Visibility::Private && reason.is_loss() =>
            {
                Some((&function.path, reason))
            }
            _ => None,
        });
    let lost: Vec<(&String, &SkipReason)> = lost.collect();
    if lost.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "{} skipped",
        plural(lost.len(), "private function")
    )];
    if all {
        let named = lost.iter();
        lines.extend(named.map(|(path, reason)| {
            let (why, help) = (why(reason), help(reason));
            format!("  `{path}`, {why}{help}")
        }));
    }
    lines
}

/// A reason for skipping a function, in words that follow a number.
fn why(reason: &SkipReason) -> &'static str {
    match reason {
        SkipReason::Private => "cannot be reached from outside",
        SkipReason::UnsupportedArgument(_) => "with an argument that Isolde cannot make",
        SkipReason::UnsupportedReceiver(_) => "of a type that Isolde cannot make",
        SkipReason::NoInstance(_) => "with bounds that no known type satisfies",
        SkipReason::Unanswered(_) => "that ask mocks for what they cannot answer",
        SkipReason::Unsafe => "unsafe",
        SkipReason::Foreign => "foreign",
        SkipReason::Rejected(_) => "whose calls rustc rejected",
        SkipReason::OutOfTime => "not reached in time",
        SkipReason::NoBody => "without a body",
        SkipReason::Derived => "derived",
        SkipReason::TestOnly => "only there for tests",
        SkipReason::Contract => "that are contracts of other functions",
        SkipReason::ContractOfNothing(_) => "that are contracts of no known function",
        SkipReason::Filtered => "not asked for",
        SkipReason::Macro => "written as macros",
        SkipReason::Main => "with which programs start",
    }
}

/// The type or the bounds of a reason, and in parentheses why there is no mock.
fn apart(detail: &str) -> (&str, String) {
    match detail.split_once("; no mock of") {
        Some((of, why)) => (of, format!(" (no mock of{why})")),
        None => (detail, String::new()),
    }
}

/// What would help to explore the function, or what is in the way, in words that end the sentence.
fn help(reason: &SkipReason) -> String {
    match reason {
        SkipReason::UnsupportedArgument(of) | SkipReason::UnsupportedReceiver(of) => {
            let (of, no_mock) = apart(of);
            format!("; a public function that returns a `{of}` would help{no_mock}")
        }
        SkipReason::NoInstance(bounds) => {
            let (bounds, no_mock) = apart(bounds);
            format!("; a public type that satisfies `{bounds}` would help{no_mock}")
        }
        SkipReason::Unanswered(method) => {
            let (method, why) = method
                .split_once("; ")
                .unwrap_or((method, "it has no answer"));
            format!("; a public type with its own `{method}` would help ({why})")
        }
        SkipReason::ContractOfNothing(path) => format!(
            "; there is no function `{path}`: write its path from the crate root, or from the contract's module"
        ),
        SkipReason::Rejected(error) => format!(": {error}"),
        SkipReason::Private => "; --in-place reaches it".to_owned(),
        SkipReason::Unsafe => {
            "; a parameterized test that calls it and keeps its contract would help".to_owned()
        }
        SkipReason::OutOfTime => "; a longer --time would help".to_owned(),
        SkipReason::Foreign
        | SkipReason::NoBody
        | SkipReason::Derived
        | SkipReason::TestOnly
        | SkipReason::Contract
        | SkipReason::Filtered
        | SkipReason::Macro
        | SkipReason::Main => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str, visibility: Visibility, reason: SkipReason) -> FunctionRecord {
        FunctionRecord {
            path: path.into(),
            file: String::new(),
            line: 1,
            visibility,
            status: FunctionStatus::Skipped { reason },
            branches: 0,
            branches_covered: 0,
            lines: 0,
            lines_covered: 0,
            paths: 0,
            tests: 0,
            no_test: None,
            findings: 0,
        }
    }

    #[test]
    fn skipped_functions_are_listed_with_the_commonest_reasons_in_plain_words() {
        let open = |path, reason| function(path, Visibility::Public, reason);
        let argument = || SkipReason::UnsupportedArgument("AsciiSet".into());
        let functions = [
            open("puts", SkipReason::Foreign),
            open("encode", argument()),
            open("encode_to", argument()),
            open(
                "never",
                SkipReason::Rejected("`!: __isolde::Source` [E0277]".into()),
            ),
            open("raw", SkipReason::Unsafe),
            open("Shape::area", SkipReason::NoBody),
            function("table", Visibility::Private, SkipReason::Private),
        ];
        assert_eq!(
            of_public(&functions, false),
            [
                "0 of 5 public functions explored",
                "  2 with an argument that Isolde cannot make, such as `encode`; a public function that returns a `AsciiSet` would help",
                "  1 foreign, such as `puts`",
                "  1 whose calls rustc rejected, such as `never`: `!: __isolde::Source` [E0277]",
                "  1 unsafe, such as `raw`; a parameterized test that calls it and keeps its contract would help",
            ]
        );
        let without_mocks = [
            open(
                "is_three",
                SkipReason::NoInstance(
                    "R: Raw; no mock of `Raw`: it is `unsafe` to implement".into(),
                ),
            ),
            open(
                "is_seven",
                SkipReason::Unanswered("Issuer::issue; nothing makes its result `Token`".into()),
            ),
        ];
        assert_eq!(
            of_public(&without_mocks, false)[1..],
            [
                "  1 with bounds that no known type satisfies, such as `is_three`; a public type that satisfies `R: Raw` would help (no mock of `Raw`: it is `unsafe` to implement)",
                "  1 that ask mocks for what they cannot answer, such as `is_seven`; a public type with its own `Issuer::issue` would help (nothing makes its result `Token`)",
            ]
        );
        assert_eq!(private(&functions, false), ["1 private function skipped"]);
        assert!(of_public(&functions[5..6], false).is_empty());
        assert!(private(&functions[..6], false).is_empty());
        let named = lines(&functions, false);
        assert_eq!(
            named[5..],
            [
                "1 private function skipped",
                "  -v names all functions that were skipped, with the reasons",
            ]
        );
        // Everything was named.
        assert_eq!(
            lines(&functions[3..6], false),
            of_public(&functions[3..6], false)
        );
    }

    #[test]
    fn all_skipped_functions_are_named_if_the_user_wants_that() {
        let argument = |of: &str| SkipReason::UnsupportedArgument(of.into());
        let functions = [
            function("encode", Visibility::Public, argument("AsciiSet")),
            function("puts", Visibility::Public, SkipReason::Foreign),
            function("decode", Visibility::Public, argument("Table")),
            function("table", Visibility::Private, SkipReason::Private),
        ];
        assert_eq!(
            lines(&functions, true),
            [
                "0 of 3 public functions explored",
                "  2 with an argument that Isolde cannot make:",
                "    `encode`; a public function that returns a `AsciiSet` would help",
                "    `decode`; a public function that returns a `Table` would help",
                "  1 foreign, such as `puts`",
                "1 private function skipped",
                "  `table`, cannot be reached from outside; --in-place reaches it",
            ]
        );
    }
}
