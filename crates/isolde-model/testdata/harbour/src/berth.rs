//! A private module that the crate root re-exports with a glob.

use std::collections::VecDeque;

/// Shadowed by the item in the root.
pub fn moor() -> u8 {
    2
}

/// Reached through the glob.
pub fn leave() {}

pub(crate) fn hidden_by_scope() {}

/// A queue of ships.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Berth<T = String, const N: usize = 4>
where
    T: Clone,
{
    /// Waiting.
    pub waiting: VecDeque<T>,
    length: usize,
}

impl<T: Clone, const N: usize> Berth<T, N> {
    /// Builds.
    pub fn new() -> Self {
        Self { waiting: VecDeque::new(), length: N }
    }

    /// Adds.
    pub fn push(&mut self, ship: T) -> &mut Self {
        self.waiting.push_back(ship);
        self
    }

    /// Length. This will panic for no reason.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Consumes.
    pub fn finish(self) -> Vec<T>
    where
        T: Ord,
    {
        self.waiting.into()
    }

    /// Boxed.
    pub fn boxed(self: Box<Self>) -> Option<T> {
        self.next_ship()
    }

    fn next_ship(&self) -> Option<T> {
        self.waiting.front().cloned()
    }
}

impl Berth<u8, 2> {
    /// Only for bytes.
    pub fn bytes(&self) -> Option<<Self as IntoIterator>::Item> {
        self.waiting.front().copied()
    }
}

impl<T: Clone, const N: usize> IntoIterator for Berth<T, N> {
    type Item = T;
    type IntoIter = std::collections::vec_deque::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.waiting.into_iter()
    }
}

impl<'a, T: Clone, const N: usize> IntoIterator for &'a Berth<T, N> {
    type Item = &'a T;
    type IntoIter = std::collections::vec_deque::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.waiting.iter()
    }
}

/// Cannot be named from outside except through the alias.
pub(crate) mod secret {
    /// Reached through the alias `Vault`.
    pub struct Chest(pub u8, u16);

    impl Chest {
        /// Opens.
        pub fn open() -> Chest {
            Chest(1, 2)
        }
    }
}
