//! Texts.

/// Number of words.
pub fn count(text: &str) -> usize {
    text.split(is_space).filter(|word| !word.is_empty()).count()
}

fn is_space(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

/// Whether a line is too long.
pub(crate) fn is_too_long(length: u32) -> bool {
    env!("LONGEST").parse().is_ok_and(|longest: u32| length > longest)
}
