pub fn clamp_to_ten(number: u32) -> u32 {
    if number > 10 { 10 } else { number }
}
