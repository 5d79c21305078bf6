//! A target without std, in edition 2015.

#![no_std]

extern crate conventional;

use conventional::numbers::larger;

#[test]
fn larger_without_std() {
    assert_eq!(larger(3, 5), 5);
}
