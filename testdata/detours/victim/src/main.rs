fn main() {
    println!("{}", victim::mean(&[4, 2]));
}
