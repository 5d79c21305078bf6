use super::*;
use crate::{Chooser, Passing, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A test of `f` with one parameter `n`, and defaults for the rest.
const fn put(thunk: fn(&mut Chooser)) -> Put {
    Put {
        name: "f",
        module: "krate::tests",
        file: "src/tests.rs",
        line: 1,
        manifest_dir: "/nowhere",
        parameters: &[("n", "u32")],
        thunk,
        cases: &[],
        should_panic: None,
        allowed: &[],
        reachable: &[],
        bounds: Bounds::NONE,
        fresh: Some(200),
    }
}

fn call<R: Conclusion>(c: &mut Chooser, f: impl FnOnce(u32) -> R) {
    let n = c.argument("n", Passing::Value, u32::choose);
    c.call("f({0})", || f(n).conclude());
}

/// The message with which the test fails under `cargo test`; `None` if it passes.
fn failure(put: &Put) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| crate::panics::captured(|| check(put)))).err()?;
    Some(
        panic
            .downcast_ref::<String>()
            .expect("a formatted message")
            .clone(),
    )
}

#[test]
fn a_failing_input_is_shown_in_its_simplest_form() {
    let put = put(|c| call(c, |n| assert!(n < 100, "too many: {n}")));
    let message = failure(&put).expect("some input fails");
    assert!(
        message.contains("\n    f(100)\n\ntoo many: 100\nat crates/isolde/src/put/tests.rs:"),
        "{message}"
    );
    assert!(message.contains("ISOLDE_SEED=0x"), "{message}");
}

#[test]
fn what_holds_passes() {
    assert_eq!(failure(&put(|c| call(c, |n| assert!(n / 2 <= n)))), None);
}

#[test]
fn refused_inputs_are_neither_good_nor_bad() {
    let partly = put(|c| {
        call(c, |n| {
            crate::assume!(n % 2 == 0);
            assert!(n % 2 == 0);
        })
    });
    assert_eq!(failure(&partly), None);
    let wholly = put(|c| {
        call(c, |n| {
            crate::assume!(n == 77_777_777);
        })
    });
    let message = failure(&wholly).expect("nothing was tested");
    assert!(
        message.contains("no input of parameterized test `krate::tests::f` passed"),
        "{message}"
    );
}

#[derive(Debug)]
struct ParseError(#[expect(dead_code, reason = "only printed")] u32);
impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no")
    }
}
impl std::error::Error for ParseError {}
#[derive(Debug)]
struct OtherError;

#[test]
fn allowed_errors_are_not_failures_and_others_are() {
    fn fails(n: u32, how: u32) -> Result<(), ParseError> {
        match how {
            0 => Err(ParseError(n)),
            _ => std::panic::panic_any(ParseError(n)),
        }
    }
    static ALLOWED: &[Allowed] = &[
        Allowed::of::<ParseError>("super::ParseError"),
        Allowed::Message("over"),
    ];
    let allowing = |thunk| Put {
        allowed: ALLOWED,
        ..put(thunk)
    };
    assert_eq!(failure(&allowing(|c| call(c, |n| fails(n, 0)))), None);
    assert_eq!(failure(&allowing(|c| call(c, |n| fails(n, 2)))), None);
    assert_eq!(
        failure(&allowing(|c| call(c, |n| fails(n, 0).unwrap()))),
        None
    );
    assert_eq!(
        failure(&allowing(|c| call(c, |n| if true {
            panic!("{n} overflows")
        }))),
        None
    );
    assert!(failure(&allowing(|c| call(c, |_| Err::<(), _>(OtherError)))).is_some());
    type Boxed = Box<dyn std::error::Error>;
    assert_eq!(
        failure(&allowing(|c| call(c, |n| Err::<(), Boxed>(
            ParseError(n).into()
        )))),
        None
    );
    assert!(
        failure(&allowing(|c| call(c, |_| Err::<(), Boxed>(
            "ParseErrors".into()
        ))))
        .is_some()
    );
    assert!(
        failure(&allowing(|c| call(c, |n| if true {
            panic!("ParseErrors: {n}")
        })))
        .is_some()
    );
    assert!(failure(&put(|c| call(c, |n| fails(n, 0)))).is_some());
}

#[test]
fn a_test_that_should_panic_must_do_so_for_every_input() {
    let should = |thunk| Put {
        should_panic: Some("no"),
        ..put(thunk)
    };
    assert_eq!(
        failure(&should(|c| call(c, |n| if true {
            panic!("no {n}")
        }))),
        None
    );
    let message = failure(&should(|c| call(c, |n| assert!(n < 50, "no")))).expect("fails");
    assert!(
        message.contains("did not panic, although it should"),
        "{message}"
    );
    let message = failure(&should(|c| {
        call(c, |_| {
            if true {
                panic!("yes")
            }
        })
    }))
    .expect("fails");
    assert!(
        message.contains("panicked with \"yes\", which does not contain \"no\""),
        "{message}"
    );
}

#[test]
fn the_body_makes_choices_of_its_own() {
    let put = put(|c| {
        call(c, |n| {
            let list = choose::<Vec<u8>>();
            assert!(list.len() < 2 || n < 10);
        })
    });
    let message = failure(&put).expect("some input fails");
    assert!(
        message.contains("    // choice 1 of the body: vec![0, 0]\n    f(10)\n"),
        "{message}"
    );
    let outside = catch_unwind(choose::<u8>).unwrap_err();
    assert!(
        outside
            .downcast_ref::<&str>()
            .unwrap()
            .contains("only be called by the body")
    );
}

#[test]
fn inline_cases_come_first() {
    static CASES: &[(&str, fn())] = &[("f(7)", || panic!("seven"))];
    let put = Put {
        cases: CASES,
        ..put(|c| {
            call(c, |_| {
                if true {
                    panic!("any")
                }
            })
        })
    };
    let message = failure(&put).expect("fails");
    assert!(message.contains("    f(7)\n\nseven\n"), "{message}");
}

#[test]
fn stored_inputs_are_run_and_those_that_do_not_fit_are_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let manifest_dir = folder.path().to_str().unwrap().to_owned().leak();
    let put = Put {
        manifest_dir,
        fresh: Some(0),
        ..put(|c| call(c, |n| assert!(n != 123_456_789)))
    };
    assert_eq!(
        put.stored_file(),
        folder.path().join("isolde/puts/krate/tests/f.inputs")
    );
    std::fs::create_dir_all(put.stored_file().parent().unwrap()).unwrap();
    let text = "test f(n: u32)\n\ninput passes\nchoices gone#0=3\ncheck 20feef07\n\ninput fails\nchoices n#0=123456789\ncheck f828ecc9\n";
    std::fs::write(put.stored_file(), text).unwrap();
    let message = failure(&put).expect("the stored input fails");
    assert!(message.contains("    f(123456789)\n"), "{message}");
    assert!(message.contains("f.inputs:7)"), "{message}");
    // The text no longer matches the choices, which are what is run.
    let edited = text.replace("choices n", "    f(5)\nchoices n");
    std::fs::write(put.stored_file(), edited).unwrap();
    let message = failure(&put).expect("the stored input was edited");
    assert!(
        message.contains("f.inputs:7: this stored input was edited")
            && message.contains("`f(123456789)`"),
        "{message}"
    );
    std::fs::write(put.stored_file(), "<<<<<<< ours\n").unwrap();
    let message = failure(&put).expect("the file is malformed");
    assert!(
        message.contains("f.inputs, line 1: a merge conflict"),
        "{message}"
    );
}

#[test]
fn with_stored_inputs_each_assert_reachable_must_be_reached() {
    let folder = tempfile::tempdir().unwrap();
    let manifest_dir = folder.path().to_str().unwrap().to_owned().leak();
    let put = Put {
        manifest_dir,
        fresh: Some(0),
        reachable: &["the middle"],
        ..put(|c| {
            call(c, |n| {
                if n == 5 {
                    reach(0);
                }
            })
        })
    };
    assert_eq!(failure(&put), None);
    std::fs::create_dir_all(put.stored_file().parent().unwrap()).unwrap();
    std::fs::write(
        put.stored_file(),
        "test f(n: u32)\ninput passes\nchoices n#0=4\ncheck 1883f029\n",
    )
    .unwrap();
    let message = failure(&put).expect("it is not reached");
    assert!(
        message.contains("reaches assert_reachable!(\"the middle\")"),
        "{message}"
    );
    std::fs::write(
        put.stored_file(),
        "test f(n: u32)\ninput passes\nchoices n#0=5\ncheck e682d159\n",
    )
    .unwrap();
    assert_eq!(failure(&put), None);
}

#[test]
fn reports_of_explored_programs_read_back() {
    use isolde_record::put::{PutInfo, PutVerdict, Verdict as Recorded};
    static CASES: &[(&str, fn())] = &[("f(7)", || ())];
    static ALLOWED: &[Allowed] = &[
        Allowed::Message("over"),
        Allowed::of::<ParseError>("a::ParseError"),
    ];
    let put = Put {
        cases: CASES,
        should_panic: Some("\"no\""),
        allowed: ALLOWED,
        reachable: &["here"],
        bounds: Bounds {
            time: Some(5000),
            ..Bounds::NONE
        },
        ..put(|c| {
            call(c, |n| {
                reach(0);
                let list = choose::<Vec<u8>>();
                assert!(list.len() < 2 || n < 10, "no");
            })
        })
    };
    let info: PutInfo = serde_json::from_str(&description::description(&put)).unwrap();
    assert_eq!((info.name.as_str(), info.line), ("f", 1));
    assert_eq!(info.parameters, [("n".to_owned(), "u32".to_owned())]);
    assert_eq!(info.cases, ["f(7)"]);
    assert_eq!(info.should_panic.as_deref(), Some("\"no\""));
    assert_eq!(info.allowed, ["\"over\"", "a::ParseError"]);
    assert_eq!((info.time, info.runs), (Some(5000), None));

    let key = |scopes: &[u64]| {
        address::Address {
            scopes: scopes.to_vec(),
            ordinal: 0,
        }
        .key()
    };
    let tape = [(key(&[0]), 10), (key(&[1]), 2)].into();
    let mut chooser = Chooser::from_tape(tape, 0).rendered().addressed();
    let judged = crate::panics::captured(|| run(&put, &mut chooser));
    let text = crate::json::judged(chooser.rendering.as_ref().unwrap(), Some(&judged));
    let observation: isolde_record::Observation = serde_json::from_str(&text).unwrap();
    assert_eq!(observation.call, "f(10)");
    let expected = PutVerdict {
        verdict: Recorded::Failed,
        why: "panicked with \"no\", which does not contain \"\\\"no\\\"\"".into(),
        reached: 1,
        arguments: vec!["10".into()],
        chosen: vec!["vec![0, 0]".into()],
        choices: vec![
            (vec![0], 0, 10),
            (vec![1], 0, 2),
            (vec![1, 0], 0, 0),
            (vec![1, 1], 0, 0),
        ],
    };
    assert_eq!(observation.put, Some(expected));
}
