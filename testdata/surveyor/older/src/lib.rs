//! An older version of `surveyor`, with another `Mark`.

/// A mark by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    name: String,
}

impl Mark {
    /// A mark with a name.
    pub fn named(name: &str) -> Mark {
        Mark { name: name.to_owned() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }
}
