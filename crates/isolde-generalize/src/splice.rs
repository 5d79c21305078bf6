//! Replaces parts of a text and leaves every other byte as it is.

use std::ops::Range;

/// One part of a text, in bytes, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part that is replaced; an empty range inserts.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Replaces `range` by `text`.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit {
            range,
            text: text.into(),
        }
    }
}

/// Whether a part of a text lies within another one.
pub(crate) fn encloses(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The text after all edits. The ranges must lie inside the text; where two overlap, the one that begins later is ignored. Insertions at the same
/// place keep their order.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        if edit.range.start < at {
            continue;
        }
        out.push_str(&text[at..edit.range.start]);
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// The range with the rest of its lines, if nothing but white space is beside it on them.
pub fn whole_line(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..]
        .find('\n')
        .map_or(text.len(), |at| range.end + at + 1);
    let is_alone =
        text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    match is_alone {
        true => start..end,
        false => range,
    }
}

/// The range extended to whole lines, if nothing but white space is beside it on them; also the empty line before it, so that none is left over.
pub fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let lines = whole_line(text, range.clone());
    if lines == range {
        return range;
    }
    let (start, end) = (lines.start, lines.end);
    let before = text[..start].strip_suffix('\n').unwrap_or(&text[..start]);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let has_gap = start > 0 && before[line..].trim().is_empty();
    match has_gap {
        true => line..end,
        false => start..end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_outside_the_ranges_stays() {
        let edits = [
            Edit::new(8..9, "n"),
            Edit::new(0..0, "// "),
            Edit::new(8..9, "ignored"),
        ];
        assert_eq!(apply("let x = 5; // five", &edits), "// let x = n; // five");
    }

    #[test]
    fn a_removed_item_takes_its_lines_and_the_empty_line_before_it() {
        let text = "fn a() {}\n\n    fn b() {}\n\nfn c() {}\n";
        let at = text.find("fn b").unwrap();
        let range = whole_lines(text, at..at + 9);
        assert_eq!(
            apply(text, &[Edit::new(range, "")]),
            "fn a() {}\n\nfn c() {}\n"
        );
        // Where something is beside it on the line, that stays.
        assert_eq!(whole_lines("a; b;", 0..2), 0..2);
    }
}
