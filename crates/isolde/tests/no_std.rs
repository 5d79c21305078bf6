//! What the attributes expand to names nothing that a crate without std lacks.

#![no_std]

extern crate alloc;

use alloc::vec::Vec;

/// A number with a name.
#[derive(Clone, Debug, isolde::Value)]
struct Named {
    name: &'static str,
    number: u8,
}

/// Numbers in their order.
#[derive(Debug)]
struct Sorted(Vec<u8>);

#[isolde::factory]
fn sorted(mut numbers: Vec<u8>) -> Option<Sorted> {
    numbers.sort_unstable();
    (numbers.len() < 100).then_some(Sorted(numbers))
}

#[isolde::put(case(Named { name: "one", number: 1 }, 3))]
fn a_number_stays(named: Named, other: u8) {
    isolde::assume!(other > 0);
    assert_eq!(named.clone().number, named.number);
    assert_eq!(named.clone().name, named.name);
}

#[isolde::put]
fn numbers_are_sorted(sorted: Sorted) {
    assert!(sorted.0.is_sorted());
}

/// Answers.
#[isolde::mockable]
trait Answer {
    fn answer(&self, question: u8) -> Option<u8>;
}

#[isolde::put]
fn an_answer_is_what_was_set(given: u8) {
    let mock = MockAnswer::new();
    mock.on_answer(move |_| Some(given));
    assert_eq!(Answer::answer(&mock, 5), Some(given));
}
