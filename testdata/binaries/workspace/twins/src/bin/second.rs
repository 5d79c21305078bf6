//! The second of two programs that share a module.

#[path = "../shared.rs"]
mod common;

fn main() {
    println!("{}", label(5));
}

fn label(number: u32) -> &'static str {
    if common::is_small(number) {
        "small"
    } else {
        "large"
    }
}
