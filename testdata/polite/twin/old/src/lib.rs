pub fn half(number: u32) -> u32 {
    number >> 1
}
