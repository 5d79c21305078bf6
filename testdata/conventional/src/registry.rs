//! `RegistrySettingsStorage.RemoveSetting` from the test generalization paper: settings whose names have a dot are in a sub-key.

use std::collections::BTreeMap;

/// Settings in keys and sub-keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RegistrySettingsStorage {
    values: BTreeMap<String, i32>,
    sub_keys: BTreeMap<String, BTreeMap<String, i32>>,
}

impl RegistrySettingsStorage {
    /// An empty registry.
    pub fn new() -> RegistrySettingsStorage {
        RegistrySettingsStorage::default()
    }

    /// Sets `name`, or `key.name` in a sub-key.
    pub fn save_setting(&mut self, name: &str, value: i32) {
        match name.split_once('.') {
            None => self.values.insert(name.to_string(), value),
            Some((key, name)) => self.sub_keys.entry(key.to_string()).or_default().insert(name.to_string(), value),
        };
    }

    /// The value of a setting.
    pub fn get_setting(&self, name: &str) -> Option<i32> {
        match name.split_once('.') {
            None => self.values.get(name).copied(),
            Some((key, name)) => self.sub_keys.get(key)?.get(name).copied(),
        }
    }

    /// Removes a setting; returns whether it existed.
    pub fn remove_setting(&mut self, name: &str) -> bool {
        match name.find('.') {
            None => self.values.remove(name).is_some(),
            Some(dot) => match self.sub_keys.get_mut(&name[..dot]) {
                Some(key) => key.remove(&name[dot + 1..]).is_some(),
                None => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remove_setting() {
        let mut storage = RegistrySettingsStorage::new();
        storage.save_setting("X", 5);
        storage.save_setting("NAME", 7);
        storage.remove_setting("X");
        assert_eq!(storage.get_setting("X"), None, "X not removed");
        assert_eq!(storage.get_setting("NAME"), Some(7));
        storage.remove_setting("NAME");
        assert_eq!(storage.get_setting("NAME"), None, "NAME not removed");
    }
}
