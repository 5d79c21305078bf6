use super::*;
use isolde_record::Visibility;

fn thunk(name: &str) -> ThunkInfo {
    ThunkInfo {
        index: 0,
        function: name.into(),
        module: vec![],
        name: name.into(),
        instance: vec![],
        file: "src/lib.rs".into(),
        line: 1,
        end_line: 1,
        visibility: Visibility::Public,
        arguments: vec![],
        announced: Default::default(),
        uses: vec![],
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}

fn name(function: &str, call: &str, returned: Observed) -> String {
    let observation = Observation {
        call: call.into(),
        returned: Some(returned),
        ..Observation::default()
    };
    suggest(&thunk(function), &Outcome::Returned, &observation).remove(0)
}

fn source(text: &str) -> Observed {
    Observed::Source(text.into())
}

#[test]
fn names_tell_input_and_result() {
    for (function, call, returned, wanted) in [
        (
            "hamming",
            "strsim::hamming(\"\", \"\")",
            "Ok(0)",
            "hamming_of_empty_and_empty_is_ok_0",
        ),
        (
            "frame",
            "c::frame(\"v2;a=1*00\")",
            "Err(\"checksum mismatch\".to_string())",
            "frame_of_v2_a_1_00_is_err_checksum_mismatch",
        ),
        (
            "parse",
            "c::parse(\"\")",
            "Err(c::Error::Empty)",
            "parse_of_empty_is_err_empty",
        ),
        (
            "later",
            "std::future::Future::poll(std::pin::pin!(c::later(7)), &mut std::task::Context::from_waker(std::task::Waker::noop()))",
            "std::task::Poll::Ready(7)",
            "later_of_7_is_ready_7",
        ),
        (
            "step",
            "<c::Steps as c::Stream>::step(std::pin::pin!(c::Steps::from(3)), &mut std::task::Context::from_waker(std::task::Waker::noop()))",
            "std::task::Poll::Pending",
            "step_of_3_is_pending",
        ),
        (
            "is_even",
            "c::is_even(-4)",
            "true",
            "is_even_of_minus_4_is_true",
        ),
        (
            "version_major",
            "version.major()",
            "3",
            "version_major_is_3",
        ),
        (
            "eval",
            "c::eval(\"-1\")",
            "Some(-1)",
            "eval_of_minus_1_is_some_minus_1",
        ),
        ("eval", "c::eval(\"+\")", "None", "eval_of_plus_is_none"),
        (
            "from",
            "c::from(\"aaaaaaaaaaaaaaaa\")",
            "None",
            "from_of_16_times_a_is_none",
        ),
        ("f", "c::f(1.5)", "None", "f_of_1_5_is_none"),
        (
            "shlex_new",
            "c::Shlex::new(\"a b\").take(16).collect::<Vec<_>>()",
            "[\"a\", \"b\"]",
            "shlex_new_of_a_space_b_is_a_b",
        ),
    ] {
        assert_eq!(name(function, call, source(returned)), wanted);
    }
    let pattern = Observed::Pattern("Ok(_)".into());
    assert_eq!(name("f", "c::f(\"+-*/\")", pattern), "f_is_ok");
    let display = Observed::Display("line 1: no equals sign".into());
    assert_eq!(
        name("error_display", "c::Error::None", display),
        "error_display_displays_line_1_no_equals_sign"
    );
}

#[test]
fn panics_are_named_by_what_their_message_says() {
    for (message, end) in [
        ("index out of bounds: the len is 0", "index_out_of_bounds"),
        (
            "attempt to multiply with overflow",
            "multiply_with_overflow",
        ),
        (
            "called `Option::unwrap()` on a `None` value",
            "unwrap_on_none",
        ),
        ("assertion `left == right` failed", "assertion_failed"),
        ("`x` must not be 0", "x_must_not_be_0"),
    ] {
        let panic = PanicInfo {
            message: message.into(),
            file: "f".into(),
            line: 1,
            column: 1,
            step: None,
            law: None,
        };
        let observation = Observation {
            call: "c::get(0)".into(),
            ..Observation::default()
        };
        assert_eq!(
            suggest(&thunk("get"), &Outcome::Panicked(panic), &observation)[0],
            format!("get_of_0_panics_{end}")
        );
    }
}

#[test]
fn every_name_is_an_identifier_of_bounded_length() {
    for call in [
        "c::f(\"日本\")",
        "c::f(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")",
        "not rust (",
        "1 + 2",
    ] {
        for result in ["", "\"\\n\"", "Foo { a: 1 }", "日本", "[1, 2]"] {
            let name = name("type", call, Observed::Debug(result.into()));
            assert!(syn::parse_str::<syn::Ident>(&name).is_ok(), "{name}");
            assert!(name.len() <= MAX_NAME + 8, "{name}");
        }
    }
}

fn popped(statements: &[&str], instance: &str) -> Vec<String> {
    let observation = Observation {
        statements: statements.iter().map(|&text| text.into()).collect(),
        call: "stack.pop()".into(),
        returned: Some(source("None")),
        ..Observation::default()
    };
    let thunk = ThunkInfo {
        instance: vec![instance.into()],
        ..thunk("stack_pop")
    };
    suggest(&thunk, &Outcome::Returned, &observation)
}

fn assigned(suggestions: Vec<Vec<String>>) -> Vec<String> {
    let group = |names| ("root".to_string(), names);
    assign(&suggestions.into_iter().map(group).collect::<Vec<_>>())
}

#[test]
fn equal_names_are_extended() {
    let fresh = "let mut stack = c::Stack::new();";
    let names = assigned(vec![
        popped(&[fresh], "u8"),
        popped(&[fresh, "stack.push(0);", "stack.clear();"], "u8"),
    ]);
    assert_eq!(
        names,
        [
            "stack_pop_is_none",
            "stack_pop_after_push_0_and_clear_is_none"
        ]
    );
    let names = assigned(vec![popped(&[fresh], "u8"), popped(&[fresh], "String")]);
    assert_eq!(
        names,
        ["stack_pop_is_none", "stack_pop_is_none_with_string"]
    );
}

#[test]
fn equal_calls_before_are_counted() {
    let push = "stack.push(0);";
    assert!(popped(&[push; 7], "u8").contains(&"stack_pop_after_push_0_7_times_is_none".into()));
    assert!(popped(&[push; 2], "u8").contains(&"stack_pop_after_push_0_twice_is_none".into()));
}

#[test]
fn closures_and_mocks_are_not_told() {
    let closure = format!("{CLOSURE}u8) -> bool");
    for closure in [closure, "Box<dyn Fn(u8) -> bool>".into()] {
        assert_eq!(popped(&[], &closure), ["stack_pop_is_none"]);
    }
    let observation = Observation {
        mocks: vec![MockSource {
            name: "MockingBird".into(),
            source: "struct MockingBird;".into(),
            is_counting: false,
            is_asked: true,
        }],
        call: "c::sing(&MockingBird { id: 1 }, Box::new(MockingBird), 7, &MockTurtle)".into(),
        ..Observation::default()
    };
    let names = suggest(&thunk("sing"), &Outcome::Returned, &observation);
    assert_eq!(names[0], "sing_of_7_and_mock_turtle_runs");
}

#[test]
fn names_that_stay_equal_are_numbered_without_clashing() {
    let names = ["a", "a", "a_2", "a"].map(|name| vec![name.to_string()]);
    assert_eq!(assigned(names.to_vec()), ["a", "a_3", "a_2", "a_4"]);
    let groups = [
        ("x".to_string(), vec!["a".to_string()]),
        ("y".to_string(), vec!["a".into()]),
    ];
    assert_eq!(assign(&groups), ["a", "a"]);
}

#[test]
fn a_broken_law_is_named_without_the_words_of_its_assertion() {
    let observation = Observation {
        call: "drop(Clone::clone(&version))".into(),
        steps: vec![0, isolde_record::LAW_CHECK],
        ..Observation::default()
    };
    let outcome = crate::render::tests::broken("drop_does_not_panic", "", false);
    let names = suggest(&thunk("version"), &outcome, &observation);
    assert_eq!(names[0], "version_breaks_drop_does_not_panic");
}
