mod left_out;

use super::*;

fn stored(outcome: &str, source: &[&str]) -> Stored {
    Stored {
        outcome: outcome.into(),
        source: source.iter().map(|&line| line.to_owned()).collect(),
        ..Stored::default()
    }
}

fn source(text: &str) -> Source<'_> {
    Source {
        text,
        inside: None,
        library: "isolde",
        is_no_std: false,
        modules: Modules::Same,
        allowed: ALLOWED,
    }
}

const ALLOWED: &str = "#![allow(dead_code, unused_imports, clippy::all)]\n";

/// The conventional tests of a source, all of them.
fn conventional(source: &Source, emitted: &[Emitted]) -> Result<Conventional, EmitError> {
    super::conventional(source, emitted, &|_| true)
}

fn names(new: &Conventional) -> Vec<&str> {
    new.tests.iter().map(|test| test.name.as_str()).collect()
}

fn left_out(test: &str, line: u32, why: &str) -> LeftOut {
    LeftOut {
        test: test.into(),
        line,
        why: why.into(),
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
            line: 18,
            inputs: &parses,
            cases: &[Some("fails: no case (src/a.rs)".into()), None],
        },
        Emitted {
            path: vec!["inner", "sleeps"],
            line: 40,
            inputs: &sleeps,
            cases: &[],
        },
        Emitted {
            path: vec!["inner", "chooses"],
            line: 40,
            inputs: &sleeps,
            cases: &[],
        },
    ];
    let new = conventional(&source(SOURCE), &emitted).unwrap();
    let endings: Vec<(&str, &Ending, bool)> = (new.tests.iter())
        .map(|test| (test.name.as_str(), &test.ending, test.is_ignored))
        .collect();
    assert_eq!(
        endings,
        [
            ("parses_case_1", &Ending::Fails, false),
            ("parses_1", &Ending::Fails, false),
            ("parses_2", &Ending::Passes, false),
            ("parses_3", &Ending::Passes, false),
            ("parses_4", &Ending::Passes, false),
            ("inner::sleeps_1", &Ending::Passes, true),
        ]
    );
    assert_eq!(
        new.left_out,
        [
            left_out(
                "parses",
                18,
                "its inline case 2 would change something outside the process"
            ),
            left_out("inner::chooses", 40, "its body makes choices of its own"),
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
    let text = "fn private() {} #[cfg(test)] mod tests { use super::*; #[isolde::put] fn holds(n: u8) { private() } }";
    let inputs = [stored("passes", &["holds(0)"])];
    let emitted = [Emitted {
        path: vec!["tests", "holds"],
        line: 1,
        inputs: &inputs,
        cases: &[],
    }];
    let new = conventional(
        &Source {
            inside: Some("tests"),
            ..source(text)
        },
        &emitted,
    )
    .unwrap();
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
fn a_test_that_should_panic_expects_the_message_of_its_input() {
    let text =
        "#[isolde::put(allow(\"no\"))] #[should_panic(expected = \"yes\")] fn panics(n: u8) {}";
    let inputs = [
        stored("panics as allowed: yes 1 (src/a.rs:1)", &["panics(1)"]),
        stored("panics as allowed: no (src/a.rs:2)", &["panics(2)"]),
    ];
    let emitted = [Emitted {
        path: vec!["panics"],
        line: 1,
        inputs: &inputs,
        cases: &[],
    }];
    let new = conventional(&source(text), &emitted).unwrap().source;
    assert_eq!(new.matches("should_panic").count(), 2, "{new}");
    assert!(new.contains("expected = \"yes 1\"") && new.contains("expected = \"no\""));
}

const MIXED: &str = r#"
use isolde as iso;
use {iso::{put, Chooser}, std::fmt};

macro_rules! make { ($name:ident) => { #[isolde::put] fn $name(n: u8) {} } }
make!(made);
fn with(c: &mut Chooser) -> u8 { c.length(3) as u8 }
struct Put { #[value(with = with)] put: u8 }
fn needs() -> u8 { with() }

#[put]
fn holds(isolde: u8, f: Put) { f.put(isolde) }
#[iso::put]
fn does_not(n: u8) { needs(); }
mod inner {
    use super::*;
    #[put]
    fn holds(n: u8) {}
    #[test]
    fn ordinary() {}
}
#[tokio::test]
fn ordinary() {}
"#;

#[test]
fn code_that_needs_the_library_is_left_out_and_the_rest_stays() {
    let of = |call: &str| [stored("passes", &[call])];
    let inputs = [of("made(0)"), of("holds(0)"), of("does_not(0)")];
    let [made, holds, does_not] = &inputs;
    let emitted = [
        ("made", 6, made),
        ("holds", 12, holds),
        ("does_not", 14, does_not),
        ("inner::holds", 18, holds),
    ];
    let emitted = emitted.map(|(path, line, inputs)| Emitted {
        path: path.split("::").collect(),
        line,
        inputs,
        cases: &[],
    });
    let new = conventional(&source(MIXED), &emitted).unwrap();
    assert_eq!(
        new.left_out,
        [
            left_out("made", 6, "it is not in the file itself: a macro makes it"),
            left_out("does_not", 14, "it uses `needs`, which uses `Chooser`"),
        ]
    );
    assert_eq!(names(&new), ["holds_1", "inner::holds_1"]);
    insta::assert_snapshot!(new.source, @r#"
    // Written by `cargo isolde explore --emit`, which writes it anew each time.

    #![allow(dead_code, unused_imports, clippy::all)]
    use std::fmt;
    struct Put {
        put: u8,
    }

    fn holds(isolde: u8, f: Put) {
        f.put(isolde)
    }

    #[test]
    fn holds_1() {
        holds(0);
    }

    mod inner {
        use super::*;
        fn holds(n: u8) {}
        #[test]
        fn holds_1() {
            holds(0);
        }
    }
    "#);
}

#[test]
fn modules_that_are_files_are_found_from_the_new_file() {
    let text = "mod sub; mod sub_inputs; #[cfg(unix)] mod other; mod main_inputs; #[isolde::put] fn holds(n: u8) {}";
    let files = [("sub".to_owned(), "tests/sub.rs".to_owned())].into();
    let written = |modules| {
        let source = Source {
            modules,
            ..source(text)
        };
        conventional(&source, &[]).unwrap().source
    };
    assert!(written(Modules::Same).contains("\nmod sub;\n#[cfg(unix)]\nmod other;\n"));
    let at = written(Modules::At(&files));
    assert!(
        at.contains("\n#[path = \"tests/sub.rs\"]\nmod sub;\n"),
        "{at}"
    );
    let around = written(Modules::Around);
    assert!(
        around.contains("\nuse super::sub;\n#[cfg(unix)]\nuse super::other;\n"),
        "{around}"
    );
}

#[test]
fn tests_of_crates_without_std_declare_it() {
    let text = "#[isolde::put] fn holds(v: Vec<u8>) {}";
    let inputs = [
        stored("passes", &["holds(vec![0])"]),
        stored("passes", &["holds(std::iter::empty().collect())"]),
        stored("passes", &["holds(empty())"]),
    ];
    let emitted = [Emitted {
        path: vec!["holds"],
        line: 1,
        inputs: &inputs,
        cases: &[],
    }];
    let source = Source {
        is_no_std: true,
        ..source(text)
    };
    let new = conventional(&source, &emitted).unwrap().source;
    insta::assert_snapshot!(new, @r#"
    // Written by `cargo isolde explore --emit`, which writes it anew each time.

    #![allow(dead_code, unused_imports, clippy::all)]
    fn holds(v: Vec<u8>) {}
    #[test]
    fn holds_1() {
        extern crate std;
        use std::vec;
        holds(vec![0]);
    }

    #[test]
    fn holds_2() {
        extern crate std;
        holds(std::iter::empty().collect());
    }

    #[test]
    fn holds_3() {
        holds(empty());
    }
    "#);
}
