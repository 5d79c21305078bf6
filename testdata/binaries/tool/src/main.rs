//! Counts the words of its arguments.

#![deny(warnings)]

mod options;
mod text;

use crate::options::Options;
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: System = System;

#[start::main]
async fn main() {
    match options::read(std::env::args().skip(1)) {
        Some(options) => println!("{}", summary(&options, &options.words.join(" "))),
        None => give_up("what should be counted?"),
    }
}

/// One line about a text.
fn summary(options: &Options, text: &str) -> String {
    let words = text::count(text);
    let name = if options.short { "w" } else { "words" };
    format!("{words} {name}")
}

fn give_up(message: &str) {
    eprintln!("{message}");
    std::process::exit(2)
}
