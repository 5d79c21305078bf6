//! No parameterized test.

#[test]
fn ordinary() {
    assert_eq!(puts_demo::price(2), 20);
}
