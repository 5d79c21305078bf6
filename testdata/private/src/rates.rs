/// The next lower multiple of five.
pub(super) fn rounded(cents: u8) -> u8 {
    cents - cents % 5
}
