//! A target without parameterized tests.

#[test]
fn ordinary() {
    assert_eq!(puts_demo::price(2), 20);
}
