//! Errors of memory: found by running cases again with AddressSanitizer, each reported once, and none where memory is used correctly.

use crate::util::{AMPLE_TIME, Fixture};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const EXPLORE: &[&str] = &["generate", "--time", AMPLE_TIME, "--json"];

/// The line of the fixture that ends in this comment.
fn line_of(source: &str, comment: &str) -> u64 {
    let ending = format!("// {comment}");
    let line = source.lines().position(|line| line.ends_with(&ending));
    1 + line.expect("the comment is there") as u64
}

#[test]
fn each_error_of_memory_is_found_once_and_correct_unsafe_code_is_silent() {
    let fixture = Fixture::copy("memory");
    let source = fs::read_to_string(fixture.path().join("src/broken.rs")).expect("it is there");
    let record = fixture.run(EXPLORE).record(2);
    let findings = record["findings"].as_array().expect("a list");
    let found: BTreeMap<(&str, u64), &str> = findings
        .iter()
        .map(|finding| {
            assert_eq!(finding["file"], "src/broken.rs", "{finding:#}");
            assert_eq!(finding["rank"], "defect", "{finding:#}");
            assert_eq!(
                finding["memory"]["place"]["line"], finding["line"],
                "{finding:#}"
            );
            let kind = finding["kind"].as_str().expect("a text");
            let message = finding["message"].as_str().expect("a text");
            ((kind, finding["line"].as_u64().expect("a number")), message)
        })
        .collect();
    let wanted = [
        (
            "use_after_free",
            "use after free",
            "reads 4 bytes of memory that was freed",
        ),
        (
            "heap_overflow",
            "heap overflow",
            "reads 1 byte outside of an allocation",
        ),
        (
            "double_free",
            "double free",
            "frees memory that was freed before",
        ),
        (
            "double_free",
            "dropped before a panic",
            "frees memory that was freed before",
        ),
        (
            "invalid_pointer",
            "dropped without having been made",
            "follows a pointer to where there is no memory",
        ),
    ];
    let wanted =
        wanted.map(|(kind, comment, message)| ((kind, line_of(&source, comment)), message));
    assert_eq!(found, BTreeMap::from(wanted), "{findings:#?}");
    assert_eq!(findings.len(), wanted.len(), "{findings:#?}");
    assert_eq!(record["suspicions"], serde_json::json!([]));

    let tests = fs::read_to_string(fixture.path().join("tests/isolde/broken.rs")).expect("written");
    for ((kind, line), message) in wanted {
        let ignored = format!("#[ignore = \"finding: {message} (src/broken.rs:{line})\"]");
        assert_eq!(tests.matches(&ignored).count(), 1, "{kind}: {tests}");
    }
    assert!(
        tests.contains("cargo +nightly miri test stack_last_"),
        "{tests}"
    );
    // The pointer is only dangling after these two calls.
    assert!(
        tests.contains("stack.push(0);\n    stack.clear();\n    let _ = stack.last();"),
        "{tests}"
    );
    assert!(tests.contains("_ => panic!()"), "{tests}");
    let sound = fs::read_to_string(fixture.path().join("tests/isolde/caught.rs")).expect("written");
    assert!(
        sound.contains(".sum()") && !sound.contains("#[ignore"),
        "{sound}"
    );

    // Tests of errors are ignored, and all others pass.
    let passes = Command::new("cargo")
        .args(["test", "--quiet", "--test", "isolde"])
        .current_dir(fixture.path())
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&passes.stdout);
    assert!(
        passes.status.success() && said.contains("5 ignored"),
        "{said}"
    );

    let without = fixture.run(&[EXPLORE, &["--no-memory-checks"]].concat());
    let record = without.record(without.code);
    for finding in record["findings"].as_array().expect("a list") {
        assert!(finding.get("memory").is_none(), "{finding:#}");
    }
}
