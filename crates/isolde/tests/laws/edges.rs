//! Panics of every kind, iterators that never end, items that cannot be compared, and names in the caller's scope.

use isolde::laws::{LAWS, Law, Strength};
use std::collections::BTreeSet;
use std::panic::panic_any;

fn name(law: Option<&'static Law>) -> Option<&'static str> {
    law.map(|law| law.name)
}

#[test]
fn laws_are_named_once_in_snake_case_and_conventions_are_few() {
    let names: BTreeSet<&str> = LAWS.iter().map(|law| law.name).collect();
    assert_eq!(names.len(), LAWS.len());
    for law in LAWS {
        let is_snake = |c: char| c.is_ascii_lowercase() || c == '_';
        assert!(law.name.chars().all(is_snake), "{}", law.name);
        assert!(law.assertion.contains("{0}"), "{}", law.name);
        assert!(!law.assertion.ends_with(';'), "{}", law.name);
        assert!(law.promise.contains('`'), "{}", law.name);
    }
    let conventions = LAWS
        .iter()
        .filter(|law| law.strength == Strength::Convention);
    let conventions: Vec<&str> = conventions.map(|law| law.name).collect();
    let expected = [
        "display_is_parsed",
        "display_round_trip",
        "text_round_trip",
        "borrow_text_agrees_with_as_ref",
        "borrow_agrees_with_deref",
        "as_ref_agrees_with_deref",
        "clone_yields_same_items",
    ];
    assert_eq!(conventions, expected);
}

/// Panics when it is compared, with a value that panics when it is dropped.
struct PanicsTwice;
struct PanicsWhenDropped;
impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic_any(PanicsWhenDropped)
    }
}
impl PartialEq for PanicsTwice {
    fn eq(&self, _: &Self) -> bool {
        panic_any(PanicsWhenDropped)
    }
}

#[test]
fn the_value_of_a_panic_may_panic_when_it_is_dropped() {
    let a = PanicsTwice;
    assert_eq!(name(isolde::laws_of_one!(&a)), Some("eq_does_not_panic"));
    let law = isolde::laws_of_two!(&a, &PanicsTwice);
    assert_eq!(name(law), Some("eq_does_not_panic"));
    let law = isolde::laws_of_three!(&a, &a, &a);
    assert_eq!(name(law), Some("eq_transitive"));
}

#[test]
fn the_callers_variables_may_have_any_names() {
    let (text, views, iterator, one, given, traits, probe) = (1, 2, [3], 4, 5, 6, 7);
    assert_eq!(isolde::laws_of_text!(&text), None);
    assert_eq!(isolde::laws_of_views!(&views, &text), None);
    assert_eq!(isolde::laws_of_iterator!(iterator.iter()), None);
    assert_eq!(isolde::laws_of_one!(&one), None);
    assert_eq!(isolde::laws_of_two!(&given, &probe), None);
    assert_eq!(isolde::laws_of_three!(&given, &traits, &probe), None);
}

/// An iterator that never ends.
struct Endless(usize);
impl Iterator for Endless {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        self.0 += 1;
        Some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, Some(100))
    }
}

/// An iterator that never ends, and claims to have a length.
struct EndlessWithLength;
impl Iterator for EndlessWithLength {
    type Item = ();
    fn next(&mut self) -> Option<()> {
        Some(())
    }
}
impl ExactSizeIterator for EndlessWithLength {
    fn len(&self) -> usize {
        1000
    }
}

/// An iterator that has no length.
struct WithoutLength;
impl Iterator for WithoutLength {
    type Item = ();
    fn next(&mut self) -> Option<()> {
        None
    }
}
impl ExactSizeIterator for WithoutLength {}

#[test]
fn iterators_that_never_end_are_checked_as_far_as_they_go() {
    let law = isolde::laws_of_iterator!(Endless(0));
    assert_eq!(name(law), Some("size_hint_upper"));
    let law = isolde::laws_of_iterator!(EndlessWithLength);
    assert_eq!(name(law), Some("len_exact"));
    // The method that `ExactSizeIterator` provides panics.
    let law = isolde::laws_of_iterator!(WithoutLength);
    assert_eq!(name(law), Some("len_exact"));
}

/// An iterator that panics when it is dropped.
struct PanicsAtTheEnd;
impl Iterator for PanicsAtTheEnd {
    type Item = ();
    fn next(&mut self) -> Option<()> {
        None
    }
}
impl Drop for PanicsAtTheEnd {
    fn drop(&mut self) {
        panic!("not droppable");
    }
}

#[test]
fn iterators_may_panic_when_they_are_dropped() {
    let law = isolde::laws_of_iterator!(PanicsAtTheEnd);
    assert_eq!(name(law), Some("next_does_not_panic"));
}

/// Items that cannot be compared, and too few of them from the back.
#[derive(Clone)]
struct Floats {
    left: u8,
    count: usize,
}
impl Iterator for Floats {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.left = self.left.checked_sub(1)?;
        Some(f64::NAN)
    }
    fn count(self) -> usize {
        self.count
    }
}
impl DoubleEndedIterator for Floats {
    fn next_back(&mut self) -> Option<f64> {
        self.left = self.left.checked_sub(2)?;
        Some(f64::NAN)
    }
}

#[test]
fn items_that_cannot_be_compared_are_counted() {
    let law = isolde::laws_of_iterator!(Floats { left: 3, count: 2 });
    assert_eq!(name(law), Some("count_agrees_with_next"));
    let law = isolde::laws_of_iterator!(Floats { left: 3, count: 3 });
    assert_eq!(name(law), Some("ends_meet"));
}
