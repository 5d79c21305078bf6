//! A table of numbers, as text.

/// A line for a name and a number.
pub fn line(name: &str, number: u32) -> String {
    format!("{name}: {number}")
}

/// The width of the longest line.
pub fn width(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_a_line() {
        println!("{}", line("total", 12));
    }

    #[test]
    fn a_line_begins_with_its_name() {
        assert!(line("total", 12).starts_with("total"));
    }

    #[test]
    fn nothing_has_no_width() {
        assert_eq!(width(&[]), 0);
    }
}
