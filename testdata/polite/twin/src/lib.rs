pub fn half(number: u32) -> u32 {
    number / 2
}

fn is_large(number: u32) -> bool {
    number > 1000
}

pub fn is_huge(number: u32) -> bool {
    is_large(number) && is_large(half(number))
}
