//! The first of two programs that share a module.

mod shared;

fn main() {
    println!("{:?} {}", halves(6), shared::is_small(3));
}

fn halves(number: u8) -> Vec<u8> {
    std::iter::successors(Some(number), |&number| {
        if number == 0 { None } else { numbers::half(number) }
    })
    .collect()
}
