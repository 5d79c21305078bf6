//! Tests notice changes of the code, also of code that other tests reach anyway. Instances of a generic function have their tests once.

use crate::util::{Fixture, Mistake};
use std::fs;

/// Mistakes on one line, and how many of them are noticed at least. Of the entries of a table only some have tests.
const MISTAKES: [(&[Mistake], usize); 6] = [
    (&[("> 100", ">= 100"), ("> 100", "> 101")], 2),
    (
        &[
            ("(100, 20)", "(101, 20)"),
            ("(100, 20)", "(100, 21)"),
            ("(50, 10)", "(51, 10)"),
            ("(50, 10)", "(50, 11)"),
            ("(10, 5)", "(11, 5)"),
            ("(10, 5)", "(10, 6)"),
        ],
        3,
    ),
    (
        &[
            ("[31, 28, 31, 30", "[32, 28, 31, 30"),
            ("[31, 28, 31, 30", "[31, 29, 31, 30"),
            ("[31, 28, 31, 30", "[31, 28, 32, 30"),
            ("[31, 28, 31, 30", "[31, 28, 31, 31"),
        ],
        1,
    ),
    (&[("clamp(1,", "clamp(2,"), ("clamp(1,", "clamp(0,")], 2),
    (&[("|word| word.len()", "|_| 0")], 1),
    (
        &[
            ("% 60 > 0", "% 60 > 1"),
            ("% 60 > 0", "% 61 > 0"),
            ("lines / 60", "lines / 61"),
        ],
        3,
    ),
];

#[test]
fn tests_fail_if_the_code_is_wrong_where_they_reach_every_line() {
    let fixture = Fixture::copy("noticed");
    let run = fixture.run(&["generate", "--time", "60s", "--jobs", "1", "--json"]);
    let record = run.record(0);
    assert_eq!(record["removed"], serde_json::json!([]));
    let file = fixture.path().join("tests/isolde/root.rs");
    let tests = fs::read_to_string(file).expect("written");
    for reason in [
        "notices an off-by-one comparison at src/lib.rs:5",
        "notices a wrong constant at src/lib.rs:",
        "notices a constant result at src/lib.rs:22",
    ] {
        assert!(tests.contains(reason), "{reason} is missing in\n{tests}");
    }
    // Of `ends`, one instance shows what the code does, and each other one that it can be called.
    let of_ends = |instance: &str| tests.matches(&format!("fn ends_{instance}")).count();
    let counts = ["u8", "i32", "string", "str", "bool"].map(of_ends);
    let most = counts.iter().max().copied().unwrap_or_default();
    assert!(
        most >= 3 && counts.iter().sum::<usize>() <= most + 4,
        "{counts:?}\n{tests}"
    );

    for (mistakes, least) in MISTAKES {
        let noticed = fixture.noticed(mistakes);
        assert!(
            noticed.len() >= least,
            "of {mistakes:?} only {noticed:?} are noticed by\n{tests}"
        );
    }
}
