//! A target without std.

#![no_std]

use conventional::numbers::larger;

#[test]
fn larger_without_std() {
    assert_eq!(larger(3, 5), 5);
}
