//! Tests assert what mocks and closures are asked for where nothing else shows it.

use crate::util::{Fixture, Mistake};
use std::fs;

const MISTAKES: [Mistake; 16] = [
    (
        "clock.sleep(Duration::from_millis(u64::from(millis) * u64::from(attempt)))",
        "()",
    ),
    ("u64::from(millis) * ", ""),
    (" * u64::from(attempt)", ""),
    ("send(attempt)", "send(attempt / 2 + 1)"),
    ("listener.opened(name);", ""),
    ("listener.opened(name);", "listener.opened(text);"),
    ("listener.closed();", ""),
    ("listener.line(number + 1, line);", ""),
    ("number + 1", "number"),
    ("request.depth += 1;", ""),
    ("words.iter().rev()", "words.iter()"),
    ("store.load(from)", "store.load(to)"),
    ("store.save(to, value)", "store.save(from, value)"),
    ("store.save(to, value)", "store.save(to, 0)"),
    ("outer.opened(name)", "inner.opened(name)"),
    ("inner.opened(\"\")", "outer.opened(\"\")"),
];

#[test]
fn what_the_code_passes_on_is_asserted() {
    let fixture = Fixture::copy("forwarding");
    let run = fixture.run(&["generate", "--time", "60s", "--jobs", "1", "--json"]);
    let record = run.record(0);
    assert_eq!(record["removed"], serde_json::json!([]));
    let file = fixture.path().join("tests/isolde/root.rs");
    let tests = fs::read_to_string(file).expect("written");
    let list = "static CALLS: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());";
    assert!(tests.contains(list), "{tests}");
    // Lists are for what needs them.
    let (lists, all) = (
        tests.matches(list).count(),
        tests.matches("#[test]").count(),
    );
    assert!(lists * 2 <= all, "{lists} of {all}:\n{tests}");

    let noticed = fixture.noticed(&MISTAKES);
    let missed = MISTAKES.iter().filter(|mistake| !noticed.contains(mistake));
    let missed: Vec<&Mistake> = missed.collect();
    assert!(missed.is_empty(), "{missed:?} are not noticed by\n{tests}");
}
