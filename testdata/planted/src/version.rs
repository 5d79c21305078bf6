//! Versions of programs.

use std::cmp::Ordering;

/// A version, such as 1.4 in its third build. Later versions are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    major: u8,
    minor: u8,
    build: u8,
}

impl Version {
    /// A version.
    pub fn new(major: u8, minor: u8, build: u8) -> Version {
        Version {
            major,
            minor,
            build,
        }
    }

    /// The first number.
    pub fn major(self) -> u8 {
        self.major
    }

    /// The second number.
    pub fn minor(self) -> u8 {
        self.minor
    }

    /// The number of the build.
    pub fn build(self) -> u8 {
        self.build
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        self.major
            .cmp(&other.major)
            .then(self.minor.cmp(&other.minor))
    }
}
