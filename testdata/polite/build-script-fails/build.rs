fn main() {
    eprintln!("the frobnicator library was not found");
    std::process::exit(3);
}
