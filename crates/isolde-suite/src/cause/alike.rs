//! Which pieces of source text a hand may have copied from one another.

/// Fewest words and marks of a line that says enough to be recognised.
const TELLING: usize = 8;
/// Fewest words and marks of a function that says enough to be recognised.
const TELLING_FUNCTION: usize = 16;
/// Most words and marks of what a hand copied.
const LONGEST: usize = 400;
/// Share of the words and marks that copies have in common, as a fraction: numerator and denominator.
const ALIKE: (usize, usize) = (4, 5);

/// The words and marks of a piece of source text.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        match words.last_mut() {
            _ if c.is_whitespace() => {}
            Some(word) if is_word(c) && is_word(before) => word.push(c),
            _ => words.push(c.into()),
        }
        before = c;
    }
    words
}

/// Whether a hand may have copied one line from the other. Uses of macros are alike whatever they stand for.
pub(super) fn lines(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    !is_macro(&one) && !is_macro(&other) && are_alike(&one, &other, TELLING)
}

/// Whether a hand may have copied one function from the other, and then one line of it is the copy of a line of the other: each is given as the words of
/// its text and that line.
pub(super) fn functions((one, line): (&[String], &str), (other, copy): (&[String], &str)) -> bool {
    let (line, copy) = (words(line), words(copy));
    !is_macro(&line)
        && !is_macro(&copy)
        && are_alike(&line, &copy, 1)
        && are_alike(one, other, TELLING_FUNCTION)
}

fn is_macro(words: &[String]) -> bool {
    words.get(1).is_some_and(|mark| mark == "!")
}

fn are_alike(one: &[String], other: &[String], least: usize) -> bool {
    let (shortest, longest) = (one.len().min(other.len()), one.len().max(other.len()));
    (least..=LONGEST).contains(&longest)
        && shortest * ALIKE.1 >= longest * ALIKE.0
        && common(one, other) * ALIKE.1 >= longest * ALIKE.0
}

/// Length of the longest common subsequence.
fn common(one: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (at, candidate) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = match word == candidate {
                true => diagonal + 1,
                false => above.max(row[at]),
            };
            diagonal = above;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_lines_are_alike_and_uses_of_macros_are_not() {
        let line = "let sum = u32::from(byte(chunk[0])?) * 85u32.pow(4)";
        assert!(lines(
            line,
            "let sum = u32::from(byte(first)?) * 85u32.pow(4)"
        ));
        assert!(!lines(line, "let sum = u32::from(chunk.len()) + other"));
        assert!(!lines("index += 1;", "index += 1;"));
        let of_macro = "implement_everything_for!(u8, u16, u32);";
        assert!(!lines(of_macro, of_macro));
    }

    #[test]
    fn copied_functions_need_a_copied_line() {
        let kilo = words("pub fn kb(size: impl Into<u64>) -> u64 { size.into() * KB }");
        let mega = words("pub fn mb(size: impl Into<u64>) -> u64 { size.into() * MB }");
        let line = "size.into() * KB";
        assert!(functions((&kilo, line), (&mega, "size.into() * MB")));
        assert!(!functions((&kilo, line), (&mega, "size / 2")));
        let other =
            words("pub fn half(size: u64, of: u64) -> Option<u64> { size.checked_div(of) }");
        assert!(!functions((&kilo, line), (&other, line)));
        let short = words("fn a() { b }");
        assert!(!functions((&short, line), (&short, line)));
    }
}
