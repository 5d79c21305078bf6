//! What code does depends on the answers of mocks and closures: tests give these answers again.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::Value;
use std::fs;

/// What the tests of calls that end the process contain, with single spaces.
const FATAL: &[&str] = &[
    "fn next(&mut self) -> u8 { self.next_calls += 1; match self.next_calls { 1 => 7, _ => 9, } }",
    "fn is_ready(&self) -> bool { true } } let _ = answered::fatal::overflows(&MockSensor);",
    "let _ = answered::fatal::waits(|x| match x { 1 => 0, _ => 42, });",
    "fn next(&mut self) -> u8 { 200 }",
];

/// The same, of functions that only get types.
const TYPES: &[&str] = &[
    "fn name() -> &'static str { \"json\" }",
    "fn version(of: u8) -> u16 { match of { 1 => 3, 2 => 900, _ => 0, } }",
    "static COUNT: std::sync::atomic::AtomicUsize",
    "fn lowest() -> Result<MockLevel, u8> { Ok(MockLevel { id: 0 }) }",
    "assert_eq!(answered::types::climb::<MockLevel>(), Err(true));",
    "assert!(answered::types::is_mark::<MockFormat>(9));",
];

/// The same, of functions over traits of std.
const STANDARD: &[&str] = &[
    "fn chunk(&mut self) -> Result<&'static [u8], std::io::Error> {",
    "Err(std::io::ErrorKind::WouldBlock.into())",
    "Err(\"later\")",
    "assert_eq!(answered::standard::size(&mut of), Err(true));",
    "self.content = Some(content); content } fn first_content(&self) -> &'static [u8] {",
    "fn available(&mut self, _: usize) -> Result<usize, std::io::Error> { Err(std::io::ErrorKind::",
    "Err(\"no start again\")",
    "fn accepted(&mut self, most: usize) -> Result<usize, std::io::Error> { Ok(most) }",
    "fn finish(&self) -> u64 { 16045690981097406465 }",
    "context.waker().wake_by_ref(); std::task::Poll::Pending",
    "fn text(&self) -> &'static str { \"timeout\" }",
    "fn source(&self) -> Option<&'static dyn std::error::Error>",
    "fn from_str(_: &str) -> Result<MockUnit, std::fmt::Error> { Err(std::fmt::Error) }",
    "fn default() -> MockUnit { MockUnit }",
    "fn as_ref(&self) -> &'static str { \"none\" }",
    "fn into(self) -> u32",
    "fn is_stopped(&self) -> bool { true }",
    "fn size_hint(&self) -> (usize, Option<usize>) { let left = self.length() - self.taken; (left, Some(left)) }",
    "\"one\"",
    "\"equal\"",
    "\"different\"",
];

/// The same, of a parser over readers and over a stream.
const ENTRIES: &[&str] = &[
    "Err(std::io::ErrorKind::Interrupted.into())",
    "Err(answered::entries::EntryError::NotYet)",
    "Err(answered::entries::EntryError::Failed)",
    "Err(answered::entries::EntryError::Truncated)",
    "Err(answered::entries::EntryError::NoKey)",
    "Some(Err(std::io::ErrorKind::",
    "context.waker().wake_by_ref(); std::task::Poll::Pending",
];

/// The same, of functions that ask values for their types.
const DOWNCASTS: &[&str] = &[
    "assert_eq!(answered::downcasts::describe(&700_u16), \"seven hundred\");",
    "\"two bytes\"",
    "\"seven first\"",
    "\"true pair\"",
    "\"diagonal\"",
    "\"other\"",
    "answered::downcasts::unboxed(Box::new(\"a\".to_string()))",
    "\"Point\"",
    "\"i64\"",
    "\"unknown\"",
    "answered::downcasts::is_temporary(&std::io::Error::from(",
    "&answered::downcasts::Denied",
    "fn as_any(&self) -> &'static dyn std::any::Any { &*Box::leak(Box::new(answered::downcasts::Point { x: 1, y: 0 }))",
];

/// The same, of a service with a loop of attempts over a trait of ten methods.
const SERVICE: &[&str] = &[
    "match self.send_calls { 1 => Err(answered::service::Busy { millis: 0 }), _ => Ok(",
    "fn receive(&mut self) -> Option<String> { unreachable!() }",
    "Err(answered::service::DeliveryError::TooLong)",
    "Err(answered::service::DeliveryError::Denied)",
    "Err(answered::service::DeliveryError::Busy)",
];

/// The same, of traits and closures of many kinds.
const KINDS: &[&str] = &[
    "|x| x.age",
    "fn compare( &self, one: &answered::kinds::Person, other: &answered::kinds::Person, ) -> std::cmp::Ordering { one.name.cmp(&other.name) }",
    "fn get(&mut self, _: usize) -> Option<&mut dyn answered::kinds::Connection> {",
    "Err(\"too much\")",
    "fn next(self: Box<Self>, _: u8) -> Box<dyn answered::kinds::State> { Box::new(MockState",
    "Some(100)",
    "std::sync::Arc::new(std::sync::Mutex::new(|",
    "answered::kinds::share(std::rc::Rc::new( std::cell::RefCell::new(MockConnection) ))",
    "Some(\"80\".parse().ok().unwrap())",
    "Ok(T::default())",
    "fn each(&self, mut f: impl FnMut(&str)) -> bool { f(\"",
    "#[derive(Clone, Copy)] struct MockQuantity",
    "type Output = MockQuantity; fn add(self, _: MockQuantity) -> MockQuantity",
    "fn add_assign(&mut self, _: u32) {}",
    "fn index(&self, _: usize) -> &'static u8 { &7 }",
    "fn deref(&self) -> &'static str { \"ab\" }",
    "fn deref_mut(&mut self) -> &mut u32",
    "impl answered::kinds::Square<3> for MockSquare",
    "type IntoIter = std::vec::IntoIter<u8>; fn into_iter(self) -> std::vec::IntoIter<u8> {",
    "#[allow(refining_impl_trait)] fn pages(&self) -> std::vec::IntoIter<u8> {",
    "async fn load(&self, _: u8) -> Result<String, u8> {",
    "registry.on(Box::new(|",
    "fn change(&mut self, f: &mut dyn FnMut(&mut u8)) {",
    "f(&mut 61);",
    "fn lent(&self, f: Box<dyn Fn(u8) + '_>) {",
    "f(62);",
    "fn walk<F: FnMut(u8)>(&self, f: &mut F) {",
    "f(63); f(63);",
    ")(64), None);",
    "let mut call = answered::kinds::counted(",
];

/// The same, of answers that obey laws or are not the usual ones.
const VARIED: &[&str] = &[
    "fn cmp_to(&self, other: &MockCard) -> std::cmp::Ordering { self.rank().cmp(&other.rank()) }",
    "fn beats(&self, other: &MockCard) -> bool { self.rank() < other.rank() }",
    "fn beats(&self, other: &MockCard) -> bool { self.rank() == other.rank() }",
    "varied::pairs(|x| *x ",
    "fn take<const N: usize>(&mut self) -> [u8; N] { [254; N] }",
    "x.as_str()",
    "const LIMIT: usize = 1001;",
    "const MARK: (u8, bool) = (4, false);",
    "const NAME: &'static str = \"json\";",
    "const ATTEMPTS: u8 = 0;",
    "|x| { *x = vec![7]; true }",
    "*x = 70000;",
    "impl answered::varied::Plugin for MockPlugin {",
    "fn check(&mut self) -> Result<(), u8> { Err(3) }",
    "ErrorKind::PermissionDenied",
    "Err(std::io::ErrorKind::BrokenPipe.into())",
    "Err(std::sync::mpsc::TryRecvError::Disconnected)",
    "std::ops::ControlFlow::Break(",
    "Err(\"256\".parse::<u8>().unwrap_err())",
];

/// The same, of signatures that are hard to write down.
const SIGNATURES: &[&str] = &[
    "std::collections::BTreeMap::from([(",
    "(|_| 0) as fn(u8) -> u8)]",
    "|_| Some(\"aaa\")",
    "|_| Ok(&[0][..])",
    "|_| std::borrow::Cow::Owned(\"\".to_string())",
    "answered::signatures::is_described(",
    "type Item = u32; fn next(&mut self) -> Option<u32>",
    "\"failed: ",
    "type Future = std::future::Ready<Result<u32, u8>>;",
    "impl answered::signatures::Distance<MockDistance> for MockDistance { fn distance(&self, _: &MockDistance) -> u32 {",
    "fn weight(&self) -> u32 { 10 } } assert!(answered::signatures::lend(MockTool).is_err());",
    "assert!(answered::signatures::lend(MockTool).is_ok());",
    "assert!(answered::signatures::top::<MockTool>(vec![MockTool]).is_some());",
    "fn names(&self) -> Box<dyn std::iter::Iterator<Item = &str> + '_> {",
    "\"locked\"",
    "Item = &mut u32> + Send + '_> {",
    "fn fixed(&self) -> Box<dyn std::iter::Iterator<Item = &'static str>> {",
    "type Error = MockTransient;",
    "impl answered::signatures::Parts<'static> for MockParts {",
    "\"none\"",
    "std::ops::Bound::Unbounded::<usize>",
    "again::<u8, _>(|_| Box::pin( std::future::ready(None) ))), None );",
    "std::future::ready(Err(0)) ))), 500 );",
    "type Row = Vec<u8>;",
    "answered::signatures::grow::<Vec<i16>>(&mut list)",
    "\"apple\".to_string(), ",
];

/// Why functions over traits without mocks are skipped.
const REFUSED: &[(&str, &str)] = &[
    (
        "refused::is_five",
        "&dyn Shape; no mock of `Shape`: it requires `Sealed`, which is sealed, since code outside its crate cannot name it",
    ),
    (
        "refused::has_next",
        "L: Lending; no mock of `Lending`: its associated type `Item` has parameters of its own",
    ),
    (
        "refused::is_three",
        "R: Raw; no mock of `Raw`: it is `unsafe` to implement",
    ),
    (
        "refused::is_seven",
        "Issuer::issue; nothing makes its result `answered::refused::Token`",
    ),
    (
        "refused::sum",
        "L: Lines; no mock of `Lines`: the result of `lines` contains an `impl Trait`, which cannot be written outside the trait",
    ),
    (
        "refused::is_nine",
        "S: Store; no mock of `Store`: no type is known for `Item: Raw`; no mock of `Raw`: it is `unsafe` to implement",
    ),
    ("refused::count", "Vec<T>: Raw"),
];

/// The record of a run, and the tests of a module with single spaces.
fn explored(module: &str) -> (Value, String) {
    let (record, fixture) = explored_together(&[module]);
    (record, tests_of(&fixture, module))
}

/// The record of a run that explores some modules, and the fixture.
fn explored_together(modules: &[&str]) -> (Value, Fixture) {
    let fixture = Fixture::copy("answered");
    let items: Vec<String> = modules.iter().map(|each| format!("{each}::*")).collect();
    let mut arguments = vec![
        "generate", "--time", AMPLE_TIME, "--jobs", "1", "--seed", "1", "--json",
    ];
    arguments.extend(items.iter().map(String::as_str));
    let run = fixture.run(&arguments);
    let code = if modules == ["fatal"] { 2 } else { 0 };
    (run.record(code), fixture)
}

/// The tests of a module, with single spaces.
fn tests_of(fixture: &Fixture, module: &str) -> String {
    let path = format!("tests/isolde/{module}.rs");
    let tests = fs::read_to_string(fixture.path().join(path)).expect("written");
    tests.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn assert_contained(texts: &[&str], tests: &str) {
    for text in texts {
        assert!(tests.contains(text), "{text} is missing in\n{tests}");
    }
}

/// Asserts that no test was removed, except for want of time on a busy machine.
fn assert_none_is_wrong(record: &Value) {
    let removed = record["removed"].as_array().expect("a list");
    let wrong: Vec<&Value> = removed
        .iter()
        .filter(|each| each["why"] != "out_of_time")
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn calls_that_end_the_process_after_an_answer_are_findings() {
    let (record, tests) = explored("fatal");
    let findings = record["findings"].as_array().expect("a list");
    let mut kinds: Vec<&str> = findings
        .iter()
        .filter_map(|finding| finding["kind"].as_str())
        .collect();
    kinds.sort_unstable();
    assert_eq!(
        kinds,
        ["abort", "out_of_memory", "stack_overflow", "timeout"],
        "{findings:#?}"
    );
    let is_in_doubt = |finding: &&Value| finding["doubt"] == "invented_answers";
    assert_eq!(
        findings.iter().filter(is_in_doubt).count(),
        3,
        "{findings:#?}"
    );
    assert_none_is_wrong(&record);
    assert_contained(FATAL, &tests);
}

/// Asserts that all lines of a module's functions are reached, and that no test was wrong.
fn assert_covered(module: &str, texts: &[&str]) {
    let (record, tests) = explored(module);
    assert_all_covered(module, texts, &record, &tests);
}

fn assert_all_covered(module: &str, texts: &[&str], record: &Value, tests: &str) {
    let totals = &record["totals"];
    assert_none_is_wrong(record);
    assert_eq!(totals["findings"], 0, "{:#}", record["findings"]);
    for function in record["functions"].as_array().expect("a list") {
        let is_explored =
            function["file"] == format!("src/{module}.rs") && function["status"] == "explored";
        assert!(
            !is_explored || function["lines"] == function["lines_covered"],
            "{function:#}"
        );
    }
    assert_contained(texts, tests);
}

#[test]
fn traits_of_many_kinds_have_mocks_and_others_say_why_not() {
    let modules = ["kinds", "signatures", "varied"];
    let (record, fixture) = explored_together(&[&modules[..], &["refused"]].concat());
    for (module, texts) in modules.into_iter().zip([KINDS, SIGNATURES, VARIED]) {
        assert_all_covered(module, texts, &record, &tests_of(&fixture, module));
    }
    for (function, reason) in REFUSED {
        let mut functions = record["functions"].as_array().expect("a list").iter();
        let found = functions.find(|each| each["path"] == *function);
        let found = found.unwrap_or_else(|| panic!("{function} is missing"));
        assert_eq!(found["status"], "skipped", "{found:#}");
        assert_eq!(found["reason"]["detail"], *reason, "{found:#}");
    }
}

#[test]
fn functions_without_self_give_answers() {
    assert_covered("types", TYPES);
}

#[test]
fn mocks_keep_what_traits_of_std_promise() {
    assert_covered("standard", STANDARD);
}

#[test]
fn all_errors_of_readers_and_streams_are_handled() {
    assert_covered("entries", ENTRIES);
}

#[test]
fn values_have_the_types_that_code_asks_for_and_others() {
    assert_covered("downcasts", DOWNCASTS);
}

#[test]
fn a_service_that_tries_again_is_reached_with_a_queue_of_answers() {
    assert_covered("service", SERVICE);
}
