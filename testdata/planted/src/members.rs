//! The members of a club.

/// The numbers of the members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    numbers: Vec<u8>,
    len: usize,
}

impl Members {
    /// A club without members.
    pub fn new() -> Members {
        Members::default()
    }

    /// Adds a member. Returns `false` if there is one with this number.
    pub fn insert(&mut self, number: u8) -> bool {
        self.len += 1;
        if self.contains(number) {
            return false;
        }
        self.numbers.push(number);
        true
    }

    /// Removes a member. Returns whether there was one with this number.
    pub fn remove(&mut self, number: u8) -> bool {
        let Some(at) = self.numbers.iter().position(|each| *each == number) else {
            return false;
        };
        self.numbers.remove(at);
        self.len -= 1;
        true
    }

    /// Whether there is a member with this number.
    pub fn contains(&self, number: u8) -> bool {
        self.numbers.contains(&number)
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The members' numbers in the order in which they joined.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        self.numbers.iter().copied()
    }
}
