//! A program of the same name: it is linked while the tests are built, and is no test.

fn main() {
    println!("{}", puts_demo::price(3));
}
