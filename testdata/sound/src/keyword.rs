//! Keywords of a language that does not distinguish upper and lower case.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};

/// A keyword. Maps that have keywords as keys can be searched for texts.
#[derive(Clone, Debug)]
pub struct Keyword {
    text: String,
}

impl Keyword {
    /// A keyword in any spelling.
    pub fn new(text: &str) -> Keyword {
        Keyword {
            text: text.to_ascii_lowercase(),
        }
    }

    /// The keyword's text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Keyword {
    fn eq(&self, other: &Keyword) -> bool {
        self.text.eq_ignore_ascii_case(&other.text)
    }
}

impl Eq for Keyword {}

impl Hash for Keyword {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.to_ascii_lowercase().as_str().hash(state);
    }
}

impl Borrow<str> for Keyword {
    fn borrow(&self) -> &str {
        &self.text
    }
}
