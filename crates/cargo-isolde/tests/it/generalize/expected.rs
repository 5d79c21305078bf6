//! What becomes of the tests of `testdata/conventional`.

/// The old tests that become parameterized ones, with the new name, a pattern, and where the claim comes from.
pub const GENERALIZED: [(&str, &str, &str, &str); 25] = [
    (
        "codec::tests::decodes_what_it_encodes",
        "decodes_what_it_encodes",
        "Roundtrip",
        "stated",
    ),
    (
        "codec::tests::encodes_two_digits_for_each_byte",
        "encodes_two_digits_for_each_byte",
        "AAA",
        "learned",
    ),
    (
        "codec::tests::normalizing_twice_changes_nothing",
        "normalizing_twice_changes_nothing",
        "Sanitized Roundtrip",
        "stated",
    ),
    (
        "codec::tests::decodes_a_pair",
        "decodes_a_pair",
        "Regression Test",
        "cases",
    ),
    (
        "codec::tests::half_a_pair_is_refused",
        "half_a_pair_is_refused",
        "Cases",
        "cases",
    ),
    (
        "heap::tests::counts_its_items",
        "counts_its_items",
        "AAA",
        "learned",
    ),
    (
        "list::tests::what_is_added_first_is_the_head",
        "what_is_added_first_is_the_head",
        "State Relation",
        "stated",
    ),
    (
        "list::tests::what_is_added_last_is_the_tail",
        "what_is_added_last_is_the_tail",
        "State Relation",
        "stated",
    ),
    (
        "numbers::tests::add_in_any_order",
        "add_in_any_order",
        "Same Observable Behavior",
        "stated",
    ),
    (
        "numbers::tests::larger_of_two",
        "larger_of_two",
        "AAA",
        "learned",
    ),
    (
        "numbers::tests::larger_of_two_the_other_way",
        "larger_of_two",
        "AAA",
        "learned",
    ),
    (
        "numbers::tests::four_is_even",
        "four_is_even",
        "AAA",
        "learned",
    ),
    (
        "numbers::tests::division_by_zero_panics",
        "division_by_zero_panics",
        "Allowed Panic",
        "stated",
    ),
    (
        "registry::tests::remove_setting",
        "remove_setting",
        "AAAA",
        "stated",
    ),
    (
        "settings::tests::save_setting_of_a_number",
        "save_setting_of_a",
        "State Relation",
        "stated",
    ),
    (
        "settings::tests::save_setting_of_a_text",
        "save_setting_of_a",
        "State Relation",
        "stated",
    ),
    (
        "settings::tests::saving_twice_is_one_change",
        "saving_twice_is_one_change",
        "State Relation",
        "learned",
    ),
    ("stack::tests::clear", "clear", "State Relation", "learned"),
    (
        "stack::tests::has_the_limit_it_was_made_with",
        "has_the_limit_it_was_made_with",
        "Constructor Test",
        "stated",
    ),
    (
        "stack::tests::pop_returns_what_was_pushed",
        "pop_returns_what_was_pushed",
        "State Relation",
        "stated",
    ),
    (
        "stack::tests::contains_what_was_pushed_last",
        "contains_what_was_pushed",
        "AAA",
        "stated",
    ),
    (
        "words::tests::an_appended_word_is_at_the_end",
        "an_appended_word_is_at_the_end",
        "AAA",
        "stated",
    ),
    ("words::tests::sizes", "sizes", "AAA", "learned"),
    (
        "heap::tests::remove_of_a_missing_item_is_refused",
        "remove_of_a_missing_item_is_refused",
        "AAAA",
        "learned",
    ),
    (
        "bare::larger_without_std",
        "larger_without_std",
        "AAA",
        "learned",
    ),
];

/// The tests that must stay as they are, and a part of the reason.
pub const LEFT_ALONE: [(&str, &str); 5] = [
    ("numbers::tests::many_sums", "ignored"),
    ("numbers::tests::it_runs", "asserts nothing"),
    ("stack::tests::a_new_stack_is_empty", "no literal"),
    ("words::tests::reads_the_manifest", "only for some inputs"),
    ("encoding_in_parts", "only for some inputs"),
];
