//! Functions that could be wrong although tests reach every line of them, and one with many instances.

/// How many readings are above the limit.
pub fn above_limit(readings: &[u8]) -> usize {
    readings.iter().filter(|reading| **reading > 100).count()
}

/// The percentage by which many items are cheaper.
pub fn discount(quantity: u32) -> u32 {
    let steps = [(100, 20), (50, 10), (10, 5)];
    steps.iter().find(|(least, _)| quantity >= *least).map_or(0, |(_, percent)| *percent)
}

/// The day, or the last one of the month.
pub fn day_of_month(month: usize, day: u8) -> Option<u8> {
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    Some(day.clamp(1, *days.get(month)?))
}

/// The longest word, the first one if there are several.
pub fn longest(text: &str) -> Option<&str> {
    text.split(' ').rev().max_by_key(|word| word.len())
}

/// The number of pages that so many lines need.
pub fn pages(lines: u16) -> u16 {
    lines / 60 + u16::from(lines % 60 > 0)
}

/// The first and the last element, and whether they are the same.
pub fn ends<T: Clone + PartialEq>(elements: Vec<T>) -> Option<(T, T, bool)> {
    let first = elements.first()?;
    let last = elements.last()?;
    if elements.len() > 2 && first == last {
        return Some((first.clone(), last.clone(), true));
    }
    Some((first.clone(), last.clone(), false))
}
