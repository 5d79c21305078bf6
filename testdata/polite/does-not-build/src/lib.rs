pub fn half(of: u32) -> u32 {
    of / "two"
}
