use super::*;

fn parsed(text: &str) -> Options {
    syn::parse_str(text).expect(text)
}

fn error(text: &str) -> String {
    match syn::parse_str::<Options>(text) {
        Ok(_) => panic!("no error: {text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn all_options_together() {
    let options = parsed(
        "allow(ParseError, \"overflow\"), case(0, \"x\"), case(1, \"y\",), runs = 1_000, time = \"5s\", branches = 10_000, \
         solver = \"500ms\", fresh = 0, executor = futures::executor::block_on, detours, allow(Other<u8>),",
    );
    assert_eq!((options.runs, options.time), (Some(1000), Some(5000)));
    assert_eq!(
        (options.branches, options.solver, options.fresh),
        (Some(10_000), Some(500), Some(0))
    );
    let cases: Vec<_> = options
        .cases
        .iter()
        .map(|case| (case.text.as_str(), case.arguments.len()))
        .collect();
    assert_eq!(cases, [("(0, \"x\")", 2), ("(1, \"y\")", 2)]);
    let allowed = options.allowed.iter().map(|each| match each {
        Allowed::Message(text) => text.value(),
        Allowed::Type(ty) => crate::text::text(&ty.to_token_stream()),
    });
    assert_eq!(
        allowed.collect::<Vec<_>>(),
        ["ParseError", "overflow", "Other<u8>"]
    );
    assert!(options.executor.is_some() && options.detours);
}

#[test]
fn no_options_are_the_default() {
    assert_eq!(
        parsed("").bounds().to_string(),
        Options::default().bounds().to_string()
    );
    assert_eq!(parsed("time = \"2m\"").time, Some(120_000));
}

#[test]
fn unknown_options_are_answered_with_the_known_ones_and_the_nearest() {
    let known = "(the options are `allow`, `branches`, `case`, `detours`, `executor`, `fresh`, `runs`, `solver`, `time`)";
    assert_eq!(
        error("cases(1)"),
        format!("unknown option `cases`; did you mean `case`? {known}")
    );
    assert_eq!(
        error("run = 1"),
        format!("unknown option `run`; did you mean `runs`? {known}")
    );
    assert_eq!(
        error("crate = x"),
        format!("unknown option `crate` {known}")
    );
}

#[test]
fn options_of_the_wrong_kind_say_what_they_need() {
    assert_eq!(error("runs = 1, runs = 2"), "`runs` is given twice");
    let number = "`runs` needs a whole number, as in `runs = 1000`";
    for wrong in [
        "runs",
        "runs = -1",
        "runs = 1u8",
        "runs = \"1\"",
        "runs = 1.5",
    ] {
        assert_eq!(error(wrong), number, "{wrong}");
    }
    assert_eq!(error("runs = 0"), "`runs` must be at least 1");
    assert_eq!(
        error("fresh = 5_000_000_000"),
        "number too large to fit in target type"
    );
    let time = "`time` needs a time in quotes, as in `time = \"500ms\"`, `\"5s\"` or `\"2m\"`";
    for wrong in [
        "time",
        "time = 5",
        "time = \"5\"",
        "time = \"-5s\"",
        "time = \"5h\"",
        "time = \"s\"",
        "time = \"99999999999999999999s\"",
    ] {
        assert_eq!(error(wrong), time, "{wrong}");
    }
    assert_eq!(error("time = \"0s\""), "`time` must be longer than 0");
    let allow = "`allow` needs types of errors or parts of messages, as in `allow(ParseError, \"overflow\")`";
    for wrong in ["allow", "allow()", "allow = X", "allow(5)", "allow(\"\")"] {
        assert_eq!(error(wrong), allow, "{wrong}");
    }
    assert_eq!(
        error("case = 5"),
        "`case` needs the arguments, as in `case(0, \"x\")`"
    );
    assert!(
        error("executor(x)")
            .starts_with("`executor` needs a function that runs a future to its end")
    );
}
