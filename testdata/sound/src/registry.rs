//! Keys that are registered.

/// A sorted list of keys without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    keys: Vec<u8>,
}

impl Registry {
    /// A registry without keys.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a key. Returns whether it is new.
    pub fn insert(&mut self, key: u8) -> bool {
        let Err(at) = self.keys.binary_search(&key) else {
            return false;
        };
        self.keys.insert(at, key);
        true
    }

    /// Removes a key. Returns whether it was registered.
    pub fn remove(&mut self, key: u8) -> bool {
        let Ok(at) = self.keys.binary_search(&key) else {
            return false;
        };
        self.keys.remove(at);
        true
    }

    /// Whether the key is registered.
    pub fn contains(&self, key: u8) -> bool {
        self.keys.binary_search(&key).is_ok()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}
