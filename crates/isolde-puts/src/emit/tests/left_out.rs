//! What is left out: inputs that only the library can make, and tests that do not pass.

use super::*;

#[test]
fn tests_that_do_not_pass_are_left_out_and_the_others_keep_their_names() {
    let inputs = [
        stored("passes", &["holds(0)"]),
        stored("dies: the stack overflows", &["holds(1)"]),
        stored("dies: nobody knows how", &["holds(2)"]),
    ];
    let other = [stored("passes", &["other()"])];
    let text = "#[isolde::put]\nfn holds(n: u8) {}\n#[isolde::put]\nfn other() { helper() }\nfn helper() {}\n";
    let emitted = [("holds", 2, &inputs[..]), ("other", 4, &other[..])];
    let emitted = emitted.map(|(name, line, inputs)| Emitted {
        path: vec![name],
        line,
        inputs,
        cases: &[],
    });
    let keeps = |name: &str| !["holds_1", "other_1"].contains(&name);
    let new = super::super::conventional(&source(text), &emitted, &keeps).unwrap();
    assert_eq!(names(&new), ["holds_2", "holds_3"]);
    assert_eq!(
        new.tests[0].ending,
        Ending::Dies(Some(Outcome::StackOverflow))
    );
    assert_eq!(new.tests[1].ending, Ending::Dies(None));
    // A function whose tests are all left out is left out, too, since it may be the part that does not compile.
    assert!(!new.source.contains("fn other"), "{}", new.source);
    assert!(new.source.contains("fn helper"), "{}", new.source);
    let lines: Vec<&str> = new.source.lines().collect();
    let first: Vec<&str> = (new.tests[0].lines.iter())
        .flat_map(|range| &lines[range.start() - 1..*range.end()])
        .copied()
        .collect();
    assert_eq!(
        first,
        [
            "#[test]",
            "#[ignore = \"finding: the stack overflows\"]",
            "fn holds_2() {",
            "    holds(1);",
            "}",
            "fn holds(n: u8) {}",
        ]
    );
}

#[test]
fn inputs_that_the_library_makes_are_left_out() {
    let text = "#[isolde::put] fn holds(x: Any) {}";
    let inputs = [
        stored("passes", &["holds(isolde::arbitrary::value(&[0]))"]),
        stored("dies: the process exits with code 0", &["holds(Any)"]),
    ];
    let emitted = [Emitted {
        path: vec!["holds"],
        line: 1,
        inputs: &inputs,
        cases: &[],
    }];
    let new = conventional(&source(text), &emitted).unwrap();
    assert_eq!(
        new.left_out,
        [left_out(
            "holds",
            1,
            "1 of its inputs are made by the library"
        )]
    );
    assert!(
        new.source
            .contains("#[ignore = \"finding: the process exits with code 0\"]")
    );
    assert_eq!(new.tests.len(), 1);
}
