//! Names of hosts, which do not distinguish upper and lower case.

use std::hash::{Hash, Hasher};

/// The name of a host, such as `Example.org`. Names are equal if they differ only in the case of ASCII letters.
#[derive(Clone, Debug)]
pub struct Host {
    name: String,
}

impl Host {
    /// A name, which keeps its spelling.
    pub fn new(name: &str) -> Host {
        Host {
            name: name.to_owned(),
        }
    }

    /// The name as it was spelled.
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// The number of labels, which are separated by dots.
    pub fn labels(&self) -> usize {
        self.name.split('.').count()
    }
}

impl PartialEq for Host {
    fn eq(&self, other: &Host) -> bool {
        self.name.eq_ignore_ascii_case(&other.name)
    }
}

impl Eq for Host {}

impl Hash for Host {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
