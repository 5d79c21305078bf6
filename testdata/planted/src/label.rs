//! Labels in natural order: `2` comes before `10`.

use std::cmp::Ordering;

/// A label, which may be a number or any other text. Numbers are ordered by their values, other texts by their letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    text: String,
}

impl Label {
    /// A label with this text.
    pub fn new(text: &str) -> Label {
        Label {
            text: text.to_owned(),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The number that the label is.
    pub fn number(&self) -> Option<u32> {
        self.text.parse().ok()
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Label) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Label {
    fn cmp(&self, other: &Label) -> Ordering {
        let by_value = match (self.number(), other.number()) {
            (Some(number), Some(other)) => number.cmp(&other),
            _ => Ordering::Equal,
        };
        by_value.then_with(|| self.text.cmp(&other.text))
    }
}
