//! The cases of the papers, explored.

use crate::util::Fixture;
use serde_json::Value;

fn of<'a>(record: &'a Value, list: &str, key: &str, value: &str) -> Vec<&'a Value> {
    let entries = record[list].as_array().expect("the record has this list");
    entries.iter().filter(|entry| entry[key] == value).collect()
}

/// Covered and all branches of a function.
fn branches(record: &Value, function: &str) -> (u64, u64) {
    let found = of(record, "functions", "path", function);
    let [function] = found.as_slice() else {
        panic!("{} functions are called {function}", found.len());
    };
    let number = |key: &str| function[key].as_u64().expect("a number");
    (number("branches_covered"), number("branches"))
}

fn findings<'a>(record: &'a Value, function: &str) -> Vec<&'a str> {
    let found = of(record, "findings", "function", function);
    found
        .iter()
        .map(|finding| finding["message"].as_str().expect("a message"))
        .collect()
}

#[test]
fn the_cases_of_the_papers_are_explored_and_the_defect_of_the_heap_is_found() {
    let fixture = Fixture::copy_sharing_target("../examples/papers");
    let run = fixture.run(&["generate", "--json", "--time", "25s"]);
    let record = run.record(2);

    assert_eq!(record["solver"]["mismatches"], 0);

    // Moles: the one date.
    assert_eq!(findings(&record, "y2k::check"), ["y2k bug!"]);
    // Dsc, listing 3: the answer that reaches the goal.
    let (covered, all) = branches(&record, "dsc::foobar");
    assert_eq!(covered, all);
    // Generalization: `Heap.Remove` removes a zero that nobody added; the other properties hold.
    assert_eq!(
        findings(&record, "heap::removes_only_what_was_added"),
        ["removed an item that was never added"]
    );
    assert_eq!(findings(&record, "avl::clear_leaves_nothing"), [""; 0]);
    assert_eq!(
        findings(&record, "list::add_first_puts_values_in_front"),
        [""; 0]
    );
    // The paper's generalized tests reach 90 % of SaveSetting's branches and 80 % of RemoveSetting's.
    for (function, percent) in [
        ("settings::SettingsGroup::save_setting", 90),
        ("registry::RegistrySettingsStorage::remove_setting", 80),
        ("avl::AvlTree::clear", 100),
        ("list::SinglyLinkedList::add_first", 100),
    ] {
        let (covered, all) = branches(&record, function);
        assert!(
            covered * 100 >= all * percent,
            "{function}: {covered} of {all}"
        );
    }
}
