//! The library as its users see it.

use conventional::codec::{decode, encode};
use conventional::stack::Stack;

fn pushed(item: i32) -> Stack {
    let mut stack = Stack::with_limit(3);
    stack.push(item);
    stack
}

#[test]
fn one_item() {
    // A helper makes the stack.
    let item = 12;
    let mut stack = pushed(item);
    assert_eq!(stack.pop(), Some(item));
    assert_eq!(stack.pop(), None);
}

#[test]
fn round_trip() {
    assert_eq!(decode(&encode(b"abc")).unwrap(), b"abc");
}

/// Two ways to one result.
#[test]
fn encoding_in_parts() {
    let whole = encode(&[1, 2]);
    assert_eq!(encode(&[1]) + &encode(&[2]), whole);
}
