use super::*;

fn stored(outcome: &str, source: &[&str]) -> Stored {
    Stored {
        outcome: outcome.into(),
        source: source.iter().map(|&line| line.to_owned()).collect(),
        ..Stored::default()
    }
}

const SOURCE: &str = r#"
//! Tests.
#![deny(warnings)]
use isolde::{assume, Value};
use std::fmt;

#[derive(Debug, Value)]
struct Point(#[value(with = x)] u8);

impl isolde::Factory for fmt::Error {}

#[isolde::factory(foreign)]
fn date(day: u8) -> Option<Date> { Some(Date { day }) }

/// What must hold.
#[isolde::put(case("x", 1), case("y", 2), allow("no"))]
fn parses(text: &str, #[by(date)] day: Date) -> Result<(), Error> {
    assume!(text.len() < 3);
    if text.is_empty() {
        isolde::assert_reachable!("empty");
    }
    parse(text)?;
    Ok(())
}

mod inner {
    #[isolde::put(executor = block_on)]
    #[ignore = "slow"]
    async fn sleeps(mut n: u64) {
        n += 1;
    }

    #[isolde::put]
    fn chooses() {
        let x = isolde::choose::<u8>();
    }

    #[isolde::put]
    fn without_inputs() {}
}
"#;

#[test]
fn parameterized_tests_become_functions_and_their_inputs_tests() {
    let parses = [
        stored(
            "fails: no date (src/a.rs:3)",
            &["let mut d = date(1).unwrap();", "parses(\"\", d)"],
        ),
        stored("passes", &["parses(\"a\", date(0).unwrap())"]),
        stored(
            "panics as allowed: no (such) day (src/a.rs:9)",
            &["parses(\"b\", date(9).unwrap())"],
        ),
        stored(
            "panics as allowed: the test returned Err(E) (src/a.rs:9)",
            &["parses(\"c\", date(9).unwrap())"],
        ),
        stored("unfit: passes", &["parses(1)"]),
    ];
    let sleeps = [stored("passes", &["sleeps(0)"])];
    let emitted = [
        Emitted {
            path: vec!["parses"],
            inputs: &parses,
            cases: &[Some("fails: no case (src/a.rs)".into()), None],
        },
        Emitted {
            path: vec!["inner", "sleeps"],
            inputs: &sleeps,
            cases: &[],
        },
        Emitted {
            path: vec!["inner", "chooses"],
            inputs: &sleeps,
            cases: &[],
        },
    ];
    let new = conventional(SOURCE, None, &emitted).unwrap();
    assert_eq!(new.tests, 6);
    assert_eq!(
        new.left_out,
        [
            (
                "parses".to_owned(),
                "its inline case 2 would change something outside the process".to_owned()
            ),
            (
                "chooses".to_owned(),
                "its body makes choices of its own".to_owned()
            )
        ]
    );
    insta::assert_snapshot!(new.source, @r#"
    // Written by `cargo isolde explore --emit`, which writes it anew each time.

    #![allow(dead_code, unused_imports, clippy::all)]
    //! Tests.
    use std::fmt;
    #[derive(Debug)]
    struct Point(u8);
    fn date(day: u8) -> Option<Date> {
        Some(Date { day })
    }

    /// What must hold.
    fn parses(text: &str, day: Date) -> Result<(), Error> {
        assert!(text.len() < 3);
        if text.is_empty() {}
        parse(text)?;
        Ok(())
    }

    #[test]
    #[ignore = "finding: no case (src/a.rs)"]
    fn parses_case_1() -> Result<(), Error> {
        parses("x", 1)
    }

    #[test]
    #[ignore = "finding: no date (src/a.rs:3)"]
    fn parses_1() -> Result<(), Error> {
        let mut d = date(1).unwrap();
        parses("", d)
    }

    #[test]
    fn parses_2() -> Result<(), Error> {
        parses("a", date(0).unwrap())
    }

    #[test]
    #[should_panic(expected = "no (such) day")]
    fn parses_3() -> Result<(), Error> {
        parses("b", date(9).unwrap())
    }

    #[test]
    fn parses_4() {
        assert!(parses("c", date(9).unwrap()).is_err());
    }

    mod inner {
        async fn sleeps(mut n: u64) {
            n += 1;
        }

        #[test]
        #[ignore = "slow"]
        fn sleeps_1() {
            block_on(sleeps(0));
        }
    }
    "#);
}

#[test]
fn a_module_inside_a_file_is_written_for_a_place_beside_it() {
    let source = "fn private() {} #[cfg(test)] mod tests { use super::*; #[isolde::put] fn holds(n: u8) { private() } }";
    let inputs = [stored("passes", &["holds(0)"])];
    let emitted = [Emitted {
        path: vec!["tests", "holds"],
        inputs: &inputs,
        cases: &[],
    }];
    let new = conventional(source, Some("tests"), &emitted).unwrap();
    insta::assert_snapshot!(new.source, @r#"
    // Written by `cargo isolde explore --emit`, which writes it anew each time.

    #![allow(dead_code, unused_imports, clippy::all)]
    use super::*;
    fn holds(n: u8) {
        private()
    }

    #[test]
    fn holds_1() {
        holds(0);
    }
    "#);
}

#[test]
fn a_test_that_should_panic_expects_what_its_input_says() {
    let source =
        "#[isolde::put(allow(\"no\"))] #[should_panic(expected = \"yes\")] fn panics(n: u8) {}";
    let inputs = [
        stored("panics as allowed: yes 1 (src/a.rs:1)", &["panics(1)"]),
        stored("panics as allowed: no (src/a.rs:2)", &["panics(2)"]),
    ];
    let emitted = [Emitted {
        path: vec!["panics"],
        inputs: &inputs,
        cases: &[],
    }];
    let new = conventional(source, None, &emitted).unwrap().source;
    assert_eq!(new.matches("should_panic").count(), 2, "{new}");
    assert!(new.contains("expected = \"yes 1\"") && new.contains("expected = \"no\""));
}

#[test]
fn inputs_that_the_library_makes_are_left_out() {
    let source = "#[isolde::put] fn holds(x: Any) {}";
    let inputs = [
        stored("passes", &["holds(isolde::arbitrary::value(&[0]))"]),
        stored("dies: the process exits with code 0", &["holds(Any)"]),
    ];
    let emitted = [Emitted {
        path: vec!["holds"],
        inputs: &inputs,
        cases: &[],
    }];
    let new = conventional(source, None, &emitted).unwrap();
    assert_eq!(
        new.left_out,
        [(
            "holds".to_owned(),
            "1 of its inputs are made by the library".to_owned()
        )]
    );
    assert!(
        new.source
            .contains("#[ignore = \"finding: the process exits with code 0\"]")
    );
    assert_eq!(new.tests, 1);
}

#[test]
fn other_uses_of_the_library_are_refused() {
    let source = "fn helper(c: &mut isolde::Chooser) {}";
    let error = conventional(source, None, &[]).unwrap_err();
    assert!(
        error.to_string().contains("in `isolde::Chooser`"),
        "{error}"
    );
}
