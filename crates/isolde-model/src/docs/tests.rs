use super::{announced, announced_for_all};
use isolde_record::Announced;
use isolde_record::PanicKind::{
    self, Borrow, Division, Index, OutOfMemory, Overflow, Panic, Slice, Unreachable, Unwrap,
};

/// What is announced beyond the function's own panics.
fn assert_announces(docs: &str, more: &[PanicKind]) {
    let expected = [&[Panic, Unwrap], more].concat();
    assert_eq!(announced(docs), expected.into_iter().collect(), "{docs}");
}

#[test]
fn headings_and_sentences_announce_panics_and_their_words_the_kinds() {
    for (docs, more) in [
        ("Adds.\n\n# Panics\n\nOn overflow.", &[Overflow][..]),
        (
            "Adds.\n\n## Panics\n\nIf the sum overflows `u8`.",
            &[Overflow],
        ),
        ("# Panic\n", &[]),
        ("**Panics:**\nOn arithmetic underflow.", &[Overflow]),
        ("Panics if `b` is zero.", &[Division]),
        ("Divides; panics\nwhen `b` is 0.", &[Division]),
        ("Panics on division by zero.", &[Division]),
        ("This will panic on overflow.", &[Overflow]),
        ("*Panics* unless it is day.", &[]),
        ("This function may panic.", &[]),
        ("# Panics\nPanics if `index >= len`.", &[Index, Slice]),
        ("# Panics\nIf the index is out of bounds.", &[Index, Slice]),
        (
            "# Panics\nThe buffer must be large enough.",
            &[Index, Slice],
        ),
        ("Panics if the slice is empty.", &[Index, Slice]),
        (
            "# Panics\nIt is an error to call this on a matrix with no columns.",
            &[Index, Slice],
        ),
        ("Panics when `at` is not on a char boundary.", &[Slice]),
        (
            "# Panics\nPanics if the new capacity exceeds `isize::MAX` bytes.",
            &[Index, Slice, OutOfMemory],
        ),
        ("Panics if the value is currently borrowed.", &[Borrow]),
        ("# Panics\nIf this is unreachable.", &[Unreachable]),
        ("# Panics\n\nPanics if the lock is poisoned.", &[]),
        ("# Panics\n- if `a` is odd\n- on overflow", &[Overflow]),
        ("Would panic for unknown names.", &[]),
        (
            "Converts. Panics if the text is no number. May overflow silently.",
            &[],
        ),
        (
            "# Panics\nNever for even numbers.\n# Examples\nIndex 0.",
            &[],
        ),
    ] {
        assert_announces(docs, more);
    }
}

#[test]
fn denials_examples_and_other_sections_announce_nothing() {
    for docs in [
        "",
        "Adds.",
        "Never panics if it is day.",
        "Does not panic.",
        "Unlike `add`, never panics when `b` is zero.",
        "```\n# Panics\n// panics if b is zero\n```",
        "Handles panics of others.",
        "Sets the hook for panics.",
        "# Errors\nIf the index is out of bounds.",
        "# Safety\nThe index must be in bounds.",
        "Returns `None` on overflow.",
    ] {
        assert!(announced(docs).is_empty(), "{docs}");
    }
}

#[test]
fn a_section_ends_at_the_next_heading_and_code_in_it_does_not_count() {
    assert_announces(
        "# Panics\nFor odd numbers.\n```\n// overflow\n```\n# Errors\nIndex out of bounds.",
        &[],
    );
}

#[test]
fn a_module_announces_by_a_section_alone() {
    let section = "Rings.\n\n# Panics\n\nAll functions panic if an index is out of bounds.";
    assert!(announced_for_all(section).contains(&PanicKind::Index));
    let sentence = "Rings. `Ring::new` panics if the length is zero.";
    assert_eq!(announced_for_all(sentence), Announced::new());
    assert!(announced(sentence).contains(&PanicKind::Division));
}
