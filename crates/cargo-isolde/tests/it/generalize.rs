//! `cargo isolde generalize`: the conventional tests of `testdata/conventional` become parameterized ones, and those that must not stay as they are.

mod expected;

use crate::util::{Fixture, Run};
use expected::{GENERALIZED, LEFT_ALONE};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// The modules whose tests are generalized whenever the tests run.
const SOME: [&str; 6] = [
    "codec::",
    "heap::",
    "list::",
    "registry::",
    "settings::",
    "stack::",
];

#[test]
fn conventional_tests_become_parameterized_ones() {
    generalize(&SOME);
}

#[test]
#[ignore = "it takes a quarter of an hour"]
fn all_conventional_tests_become_parameterized_ones_or_say_why_not() {
    let record = generalize(&[]);
    let division = test_named(&record, "numbers::tests::division_by_itself");
    assert_eq!(division["excluded"][0]["kind"], "code");
    assert!(
        division["excluded"][0]["outcome"]
            .as_str()
            .expect("a text")
            .contains("division by nothing")
    );
    let generalized = record["generalized"].as_array().expect("a list");
    let old = generalized
        .iter()
        .flat_map(|test| test["stands_for"].as_array());
    let old: usize = old.map(Vec::len).sum();
    assert!(old >= 25, "{record:#}");
    assert!(record["left_alone"].as_array().expect("a list").len() >= 10);
}

/// Generalizes the tests of some modules, or all, and returns the record.
fn generalize(modules: &[&str]) -> Value {
    let fixture = Fixture::copy("conventional");
    let before = sources(&fixture);

    let shown = fixture.run(&[
        "generalize",
        "settings::",
        "--out",
        "target/shown",
        "--json",
    ]);
    assert_eq!(
        shown.record(0)["written"],
        serde_json::json!(["src/settings.rs"])
    );
    fixture.assert_untouched();

    let options = ["--time", "180s", "--write", "--json"];
    let record = fixture
        .run(&[&["generalize"], modules, &options[..]].concat())
        .record(2);
    table_is_right(&record, modules);
    nothing_is_lost(&record);
    possible_defects_are_shown(&record);
    let after = sources(&fixture);
    only_tests_changed(&before, &after);
    tests_share_a_factory(&after["src/list.rs"]);
    let conditional = "#[cfg_attr(miri, ignore)]\n    fn encodes_two_digits_for_each_byte(bytes: ";
    let codec = &after["src/codec.rs"];
    assert!(codec.contains(conditional), "{codec}");
    let shown = fs::read_to_string(fixture.path().join("target/shown/src/settings.rs"));
    assert_eq!(shown.expect("it was written"), after["src/settings.rs"]);

    let tests = fixture.cargo(&["test"]);
    assert_eq!(tests.code, 0, "{}{}", tests.stdout, tests.stderr);
    assert!(
        tests
            .stdout
            .contains("test settings::tests::save_setting_of_a ... ok"),
        "{}",
        tests.stdout
    );
    a_fact_of_an_old_test_is_not_lost(&fixture);

    // The tests that were left alone are left alone again, and the others are no longer conventional.
    let again = fixture.run(&["generalize", "stack::", "--write", "--json"]);
    let again = again.record(0);
    assert_eq!(
        (&again["written"], &again["generalized"]),
        (&Value::Array(Vec::new()), &Value::Array(Vec::new()))
    );
    assert!(sources(&fixture) == after, "a second run changed something");
    record
}

#[test]
fn what_detours_answer_becomes_a_parameter() {
    let fixture = Fixture::copy_sharing_target("stubbed");
    let record = fixture
        .run(&["generalize", "--time", "60s", "--write", "--json"])
        .record(0);
    assert_eq!(record["left_alone"], serde_json::json!([]), "{record:#}");
    let text = &sources(&fixture)["src/lib.rs"];
    for test in [
        "#[isolde::put(case(7))]
    fn nothing_is_left(limit: u32) {
        let _used = isolde::detour!(used => || limit);
        assert_eq!(remaining(limit), 0);",
        "#[isolde::put(case(12))]
    fn time_is_counted_in_milliseconds(n: u64) {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis(n);
        let _now = isolde::detour!(SystemTime::now, across threads => || now);
        assert_eq!(milliseconds(), n);",
    ] {
        assert!(text.contains(test), "{test} is missing in\n{text}");
    }
    assert_eq!(text.matches("Parameterized Stub").count(), 1, "{text}");
    let tests = fixture.run(&["test", "--lib"]);
    let all = "test result: ok. 2 passed";
    assert!(
        tests.stdout.contains(all),
        "{}{}",
        tests.stdout,
        tests.stderr
    );
}

#[test]
fn a_package_without_the_library_is_told_what_to_do() {
    let fixture = Fixture::copy("conventional");
    let manifest = fixture.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("readable");
    let text = text.replace("[dev-dependencies]", "[package.metadata.none]");
    fs::write(&manifest, text).expect("writable");
    let Run { code, stderr, .. } = fixture.run(&["generalize"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("cargo add --dev isolde"), "{stderr}");
}

fn table_is_right(record: &Value, modules: &[&str]) {
    let is_chosen = |old: &str| {
        let mut modules = modules.iter();
        modules.len() == 0 || modules.any(|module| old.starts_with(module))
    };
    let generalized = record["generalized"].as_array().expect("a list");
    for (old, name, pattern, source) in GENERALIZED {
        if !is_chosen(old) {
            continue;
        }
        let stands_for = |test: &&Value| {
            let mut all = test["stands_for"].as_array().expect("a list").iter();
            all.any(|path| {
                let path = path.as_str().expect("a path");
                path.strip_prefix("conventional::").unwrap_or(path) == old
            })
        };
        let test = generalized
            .iter()
            .find(stands_for)
            .unwrap_or_else(|| panic!("{old}: {record:#}"));
        let new = test["path"].as_str().expect("a path").rsplit("::").next();
        assert_eq!(new, Some(name), "{test:#}");
        assert!(
            test["patterns"]
                .as_array()
                .expect("a list")
                .contains(&pattern.into()),
            "{test:#}"
        );
        assert_eq!(test["source"], source, "{test:#}");
    }
    let left_alone = record["left_alone"].as_array().expect("a list");
    for (old, why) in LEFT_ALONE {
        if !is_chosen(old) {
            continue;
        }
        let is_it = |test: &&Value| {
            test["path"]
                .as_str()
                .is_some_and(|path| path.ends_with(old))
        };
        let test = left_alone
            .iter()
            .find(is_it)
            .unwrap_or_else(|| panic!("{old}: {record:#}"));
        assert!(
            test["why"].as_str().expect("a text").contains(why),
            "{test:#}"
        );
    }
}

/// The new tests take more branches than the old ones and kill at least as many mutants.
fn nothing_is_lost(record: &Value) {
    let measured = &record["measured"];
    let number = |name: &str| measured[name].as_u64().expect("a number");
    assert!(number("branches_before") > 40, "{measured:#}");
    assert!(
        number("branches_after") > number("branches_before"),
        "{measured:#}"
    );
    assert!(number("killed_before") > 20, "{measured:#}");
    assert!(
        number("killed_after") >= number("killed_before"),
        "{measured:#}"
    );
    assert!(number("mutants") > number("killed_before"), "{measured:#}");
}

fn possible_defects_are_shown(record: &Value) {
    let setting = test_named(record, "registry::tests::remove_setting");
    assert_eq!(setting["assumption"], "name != other_name");
    assert_eq!(setting["excluded"][0]["kind"], "claim");
    // The paper's defect: an item that is 0 can be removed from a heap that does not contain it.
    let heap = test_named(record, "heap::tests::remove_of_a_missing_item_is_refused");
    assert_eq!(heap["excluded"][0]["arguments"][1], "0");
}

/// The parameterized test whose path ends like this.
fn test_named<'r>(record: &'r Value, name: &str) -> &'r Value {
    let is_it = |test: &&Value| {
        test["path"]
            .as_str()
            .is_some_and(|path| path.ends_with(name))
    };
    let mut generalized = record["generalized"].as_array().expect("a list").iter();
    generalized
        .find(is_it)
        .unwrap_or_else(|| panic!("{name}: {record:#}"))
}

/// Everything but the items of tests is what it was, to the byte.
fn only_tests_changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) {
    for (name, old) in before {
        let new = &after[name];
        let code = |text: &str| {
            text.split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        if name.starts_with("src/") {
            assert_eq!(code(old), code(new), "{name}");
        }
        for comment in old.lines().filter(|line| line.trim().starts_with("//")) {
            let words = comment.trim().trim_start_matches(['/', '!']).trim();
            assert!(new.contains(words), "{name}: {comment}");
        }
    }
    // What is left alone is the same text in the same place.
    let ignored = |text: &str| {
        let start = text.find("    #[test]\n    #[ignore").expect("it is there");
        text[start..].to_owned()
    };
    assert_eq!(
        ignored(&before["src/numbers.rs"]),
        ignored(&after["src/numbers.rs"])
    );
}

/// What tests of a module begin with in the same way is one factory.
fn tests_share_a_factory(text: &str) {
    let factory = "    #[isolde::factory(foreign)]
    fn list(items: Vec<i32>) -> List {
        let mut list = List::new();
        for item in items {
            list.add_last(item);
        }
        list
    }
";
    assert_eq!(text.matches(factory).count(), 1, "{text}");
    for test in [
        "#[isolde::put(case(list(vec![1, 2, 3]), 9))]
    fn what_is_added_first_is_the_head(#[by(list)] mut list: List, item: i32) {
        list.add_first(item);
        assert_eq!(list.head(), Some(item));",
        "#[isolde::put(case(list(vec![4, 5]), 6))]
    fn what_is_added_last_is_the_tail(#[by(list)] mut list: List, item: i32) {
        list.add_last(item);
        assert_eq!(list.tail(), Some(item));",
    ] {
        assert!(text.contains(test), "{test} is missing in\n{text}");
    }
}

/// A defect that an old test would find is found by the new one, for the old value, whatever the fresh inputs are.
fn a_fact_of_an_old_test_is_not_lost(fixture: &Fixture) {
    let path = fixture.path().join("src/codec.rs");
    let right = fs::read_to_string(&path).expect("readable");
    let wrong = right.replace("| pair[1]", "| pair[1] & 7");
    assert_ne!(right, wrong);
    fs::write(&path, wrong).expect("writable");
    let fails = fixture.cargo(&["test", "--lib", "decodes_a_pair"]);
    assert_eq!(fails.code, 101, "{}{}", fails.stdout, fails.stderr);
    fs::write(&path, right).expect("writable");
}

/// The texts of the package's source files.
fn sources(fixture: &Fixture) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for folder in ["src", "tests"] {
        let entries = fs::read_dir(fixture.path().join(folder));
        for entry in entries.into_iter().flatten() {
            let path = entry.expect("readable").path();
            let name = path
                .file_name()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned();
            texts.insert(
                format!("{folder}/{name}"),
                fs::read_to_string(&path).expect("readable"),
            );
        }
    }
    texts
}
