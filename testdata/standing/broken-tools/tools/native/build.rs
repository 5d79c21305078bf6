//! Looks for a library that no machine has.

fn main() {
    eprintln!("the system library `fancy` is missing");
    std::process::exit(1);
}
