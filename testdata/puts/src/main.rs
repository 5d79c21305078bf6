//! A program with the same name: it is linked while the tests are built, but is not a test.

fn main() {
    println!("{}", puts_demo::price(3));
}
