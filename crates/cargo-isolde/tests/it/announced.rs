//! Panics that documentation announces, in many styles of documentation: each gets the right verdict.

use crate::util::Fixture;
use serde_json::Value;

/// What a run made of the panics of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// A finding that is surely a defect.
    Defect,
    /// A finding that may be intended: `run.json` says why.
    Doubt,
    /// A finding whose input the function refuses in its own words.
    Precondition,
    /// Tests expect it.
    Announced,
}

use Verdict::{Announced, Defect, Doubt, Precondition};

const VERDICTS: &[(&str, Verdict)] = &[
    ("undocumented", Defect),
    ("section", Announced),
    ("section_about_something_else", Doubt),
    ("panics_if", Announced),
    ("panics_when", Announced),
    ("will_panic", Announced),
    ("never_panics", Defect),
    ("does_not_panic", Defect),
    ("empty_section", Doubt),
    ("bold_heading", Announced),
    ("in_an_example", Defect),
    ("errors_section", Defect),
    ("safety_section", Defect),
    ("returns_on_overflow", Defect),
    ("checked_and_documented", Doubt),
    ("stated", Precondition),
    ("stated_while_debugging", Precondition),
    ("stated_and_documented", Announced),
    ("asserted_inside", Defect),
    ("expected", Doubt),
    ("expected_and_documented", Announced),
    ("unwrapped", Defect),
    ("unwrapped_and_documented", Announced),
    ("not_reachable", Defect),
    ("not_reachable_and_documented", Announced),
    ("refused_instead_of_nothing", Doubt),
    ("refused", Precondition),
    ("opened", Announced),
    ("entered", Precondition),
    ("hidden", Precondition),
    ("Steps::insert", Announced),
    ("Steps::make", Announced),
    ("<Steps as Index<usize>>::index", Announced),
    ("<Length as Add>::add", Defect),
    ("<[u8] as Cut>::cut", Announced),
    ("<[u8] as Cut>::end", Doubt),
    ("rings::in_a_module_with_a_section", Announced),
    ("sentences::would_panic", Announced),
    ("sentences::may_panic", Announced),
    ("sentences::in_a_module_with_a_sentence", Defect),
];

/// The verdicts on a function's panics: those on findings if there are any.
fn verdicts(record: &Value, function: &str) -> Vec<Verdict> {
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let findings = list(&record["findings"]);
    let findings = findings.iter().filter(|finding| {
        let siblings = list(&finding["siblings"]);
        finding["function"] == function || siblings.iter().any(|it| it == function)
    });
    let verdict = |finding: &Value| match finding["rank"].as_str() {
        Some("precondition") => Precondition,
        _ if finding["doubt"].is_string() => Doubt,
        _ => Defect,
    };
    let tests = list(&record["tests"]);
    let mut tests = tests.iter();
    let is_expected = tests.any(|it| it["function"] == function && it["outcome"] == "panicked");
    let mut all: Vec<Verdict> = findings.map(verdict).collect();
    if all.is_empty() {
        all.extend(is_expected.then_some(Announced));
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn panics_are_judged_by_what_the_documentation_says_of_their_kind() {
    // The search is over long before that, except on a busy machine.
    let arguments = ["generate", "--seed", "1", "--json", "--time", "5m"];
    let run = Fixture::copy("announced").run(&arguments);
    let record = run.record(2);
    let wrong: Vec<_> = VERDICTS
        .iter()
        .map(|(function, verdict)| (function, *verdict, verdicts(&record, function)))
        .filter(|(_, verdict, found)| *found != [*verdict])
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{:#}", record["findings"]);
    // An error that the documentation does not promise is not pinned; others are.
    let of_measured = |of: &str| {
        let all = record[of].as_array().expect("a list").iter();
        all.filter(|it| it["function"] == "measured").count()
    };
    let removed = record["removed"].as_array().expect("a list");
    let is_promised = |it: &Value| it["why"] != "contradicts_documentation";
    assert!(of_measured("tests") >= 2, "{:#}", record["tests"]);
    assert!(
        removed
            .iter()
            .any(|it| it["function"] == "measured" && !is_promised(it)),
        "{removed:#?}"
    );
}
