//! Words of a text.

/// The number of words.
pub fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The text in capital letters.
pub fn shout(text: &str) -> String {
    text.to_uppercase()
}

/// The text with a word behind it.
pub fn append(text: &str, word: &str) -> String {
    if text.is_empty() {
        return word.to_owned();
    }
    format!("{text} {word}")
}

/// The size in bytes, as a file has it.
pub fn size(text: &str) -> usize {
    text.bytes().count()
}

/// The first line of a file.
pub fn first_line(path: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shout_is_upper_case() {
        assert_eq!(shout("abc"), "ABC");
    }

    #[test]
    fn counts_three_words() {
        assert_eq!(count("to be or"), 3);
    }

    #[test]
    fn an_appended_word_is_at_the_end() {
        assert!(append("to", "be").ends_with("be"));
    }

    #[test]
    fn sizes() {
        // Nothing has no size.
        assert_eq!(size(""), 0);
        assert_eq!(size("abc"), 3);
        assert_eq!(size("ä"), 2);
    }

    #[test]
    fn capital_letters() {
        assert_eq!(shout("to be"), "TO BE");
    }

    #[test]
    fn writes_a_file() {
        std::fs::write("words.txt", shout("a")).expect("writable");
        std::fs::remove_file("words.txt").expect("it was written");
    }

    #[test]
    fn reads_the_manifest() {
        assert_eq!(first_line("Cargo.toml"), Some("[package]".to_owned()));
    }
}
