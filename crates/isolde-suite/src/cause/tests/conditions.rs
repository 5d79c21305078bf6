//! Conditions: what is learned from examples, and how it is put into words.

use super::*;
use isolde_record::MockSource;

/// The only finding of a function with one parameter `x`.
fn condition(tried: &[&str], fails: &dyn Fn(&str) -> bool) -> Option<String> {
    let function = Function {
        name: "f",
        parameters: &["x"],
        tried,
        run: &|arguments| fails(arguments).then_some(3),
    };
    let found = findings(&[function]);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].1.clone()
}

#[test]
fn conditions_are_put_into_words() {
    let says = |tried: &[&str], failing: &[&str]| {
        condition(tried, &|arguments| failing.contains(&arguments))
    };
    for (tried, failing, words) in [
        (&["0", "1", "2", "9"][..], &["0", "1"][..], "`x` is 0 or 1"),
        (&["0", "1", "2", "3"], &["2", "3"], "`x` is at least 2"),
        (
            &["1", "2", "3", "4", "5"],
            &["2", "3", "4"],
            "`x` is between 2 and 4",
        ),
        (
            &["i8::MIN", "-2", "-1", "0"],
            &["i8::MIN", "-2"],
            "`x` is at most -2",
        ),
        (&["i8::MIN", "-127", "0"], &["i8::MIN"], "`x` is -128"),
        (&["u8::MAX", "254", "253"], &["u8::MAX"], "`x` is 255"),
        // Nobody knows what is below.
        (&["-3", "-2", "-1", "0"], &["-3", "-2"], "`x` is -3 or -2"),
        (
            &["0", "1", "2", "3", "4"],
            &["0", "4"],
            "`x` is 0 or at least 4",
        ),
        (
            &["i8::MIN", "1", "2", "3", "4", "5"],
            &["i8::MIN", "1", "5"],
            "`x` is at most 1 or at least 5",
        ),
        (&["\"\"", "\"a\""], &["\"\""], "`x` is empty"),
        (
            &["b\"\"", "b\"a\"", "b\"ab\"", "b\"abc\"", "b\"abcd\""],
            &["b\"abc\"", "b\"\""],
            "the length of `x` is 0 or 3",
        ),
        (
            &["\"a\"", "\"b\"", "\"bc\"", "\"cé\"", "\"é\""],
            &["\"é\"", "\"cé\""],
            "`x` is not ASCII",
        ),
        (
            &["f64::NAN", "1.0", "0.0", "0.5"],
            &["f64::NAN"],
            "`x` is NaN",
        ),
        (&["true", "false"], &["true"], "`x` is true"),
        (&["Some(1)", "None"], &["None"], "`x` is `None`"),
        (
            &["Some(1)", "Some(2)", "Some(3)"],
            &["Some(3)"],
            "field 1 of `Some` in `x` is at least 3",
        ),
        (
            &["P { a: 1, b: 0 }", "P { a: 1, b: 1 }"],
            &["P { a: 1, b: 1 }"],
            "`x.b` is at least 1",
        ),
    ] {
        assert_eq!(says(tried, failing).as_deref(), Some(words), "{failing:?}");
    }
}

#[test]
fn no_condition_is_invented_where_examples_do_not_tell() {
    let none = |tried: &[&str], failing: &[&str]| {
        condition(tried, &|arguments| failing.contains(&arguments))
    };
    // No value next to the one that fails is known to pass.
    assert_eq!(
        none(&["/* far */ 0", "/* far */ 5", "1000"], &["1000"]),
        None
    );
    assert_eq!(
        none(
            &["/* far */ \";\"", "\"a\"", "/* far */ \";;\""],
            &["\"a\""]
        ),
        None
    );
    // Nothing passes.
    assert_eq!(none(&["0", "1"], &["0", "1"]), None);
    // The same number fails and passes: something else decides.
    assert_eq!(none(&["|a| a", "|a| b"], &["|a| a"]), None);
}

#[test]
fn an_exception_is_part_of_the_condition() {
    // `0` passes for every base, as zero needs no division.
    let function = Function {
        name: "show",
        parameters: &["number", "base"],
        tried: &[
            "1, 0", "9, 0", "-4, 0", "0, 0", "5, 1", "7, 2", "1, 3", "0, 9",
        ],
        run: &|arguments| ["1, 0", "9, 0", "-4, 0"].contains(&arguments).then_some(4),
    };
    let condition = findings(&[function]).remove(0).1;
    assert_eq!(
        condition.as_deref(),
        Some("`base` is 0, unless `number` is 0")
    );
}

#[test]
fn two_properties_may_decide_together() {
    let tried = &[
        "64, 10", "65, 10", "63, 10", "66, 10", "64, 9", "64, 11", "0, 10",
    ];
    let fails = |arguments: &str| ["64, 10", "65, 10"].contains(&arguments);
    let of = |tried: &[&str]| {
        let function = Function {
            name: "show",
            parameters: &["number", "base"],
            tried,
            run: &|arguments| fails(arguments).then_some(4),
        };
        findings(&[function]).remove(0).1
    };
    assert_eq!(
        of(tried).as_deref(),
        Some("`base` is 10 and `number` is 64 or 65")
    );
    // Where it ends must be known.
    assert_eq!(of(&["64, 10", "63, 10", "90, 10", "64, 9", "64, 11"]), None);
}

#[test]
fn inputs_that_are_refused_for_another_reason_do_not_count() {
    let mut pool = Pool::default();
    let function = Function {
        name: "decode",
        parameters: &["text"],
        tried: &[],
        run: &|arguments| (arguments == "\"aa\"").then_some(4),
    };
    let finding = function.test(0, "\"aa\"");
    let near = Some((0, Distance::Near));
    pool.add(near, &finding, &finding.outcome, &finding.observation);
    for (arguments, returned) in [
        ("\"a\"", "Ok(1)"),
        ("\"aaa\"", "Ok(3)"),
        ("\"-a\"", "Err(Bad)"),
    ] {
        let mut passing = function.test(0, arguments);
        passing.observation.returned = Some(Observed::Source(returned.into()));
        pool.add(near, &finding, &passing.outcome, &passing.observation);
    }
    let mut tests = vec![finding];
    group_by(&pool, package(&[]), &Deadline::default(), &mut tests);
    assert_eq!(
        tests[0].cause.condition.as_deref(),
        Some("the length of `text` is 2")
    );
}

#[test]
fn how_a_mock_is_made_is_no_condition() {
    let tried = [["&MockGraph::default()"], ["&MockGraph"]];
    let [fails, passes] = &tried;
    let with_mocks = |names: &[&str]| {
        let made = |tried: &[&str], line| {
            let function = Function {
                name: "f",
                parameters: &["x"],
                tried,
                run: &|_| line,
            };
            let mut test = function.test(0, tried[0]);
            let mocks = names.iter().map(|name| MockSource {
                name: (*name).into(),
                source: format!("struct {name};"),
                is_counting: false,
                is_asked: true,
            });
            test.observation.mocks = mocks.collect();
            test
        };
        let (finding, passing) = (made(fails, Some(3)), made(passes, None));
        let near = Some((0, Distance::Near));
        let mut pool = Pool::default();
        for test in [&finding, &passing] {
            pool.add(near, &finding, &test.outcome, &test.observation);
        }
        let mut tests = vec![finding];
        group_by(&pool, package(&[]), &Deadline::default(), &mut tests);
        tests[0].cause.condition.clone()
    };
    assert_eq!(with_mocks(&["MockGraph"]), None);
    assert_eq!(
        with_mocks(&["MockTree"]).as_deref(),
        Some("`x` is made by `MockGraph::default`")
    );
}

#[test]
fn whether_answers_are_possible_does_not_matter_if_an_argument_decides() {
    let tried = ["0", "1", "2"];
    let function = Function {
        name: "f",
        parameters: &["x"],
        tried: &tried,
        run: &|arguments| (arguments == "0").then_some(3),
    };
    let with_answer = |arguments: &str, answer: u8| {
        let mut test = function.test(0, arguments);
        test.observation.mocks = vec![MockSource {
            name: "MockClock".into(),
            source: format!("impl Clock for MockClock {{ fn now(&self) -> u8 {{ {answer} }} }}"),
            is_counting: false,
            is_asked: true,
        }];
        test.doubt = test.is_finding().then_some(Doubt::InventedAnswers);
        test
    };
    let doubt = |answers: &[u8]| {
        let failing: Vec<Test> = answers.iter().map(|it| with_answer("0", *it)).collect();
        let passing = [with_answer("1", 0), with_answer("2", 7)];
        let near = Some((0, Distance::Near));
        let mut pool = Pool::default();
        for test in failing.iter().chain(&passing) {
            pool.add(near, &failing[0], &test.outcome, &test.observation);
        }
        let mut tests = vec![failing[0].clone()];
        group_by(&pool, package(&[]), &Deadline::default(), &mut tests);
        assert_eq!(tests[0].cause.condition.as_deref(), Some("`x` is 0"));
        tests[0].doubt
    };
    assert_eq!(doubt(&[0, 7, 9]), None);
    // That it fails for one answer says nothing about others.
    assert_eq!(doubt(&[0, 0, 0]), Some(Doubt::InventedAnswers));
}
