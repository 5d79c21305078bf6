//! `SettingsGroup.SaveSetting` from the test generalization paper.

use std::collections::BTreeMap;

/// A colour, for settings that are an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(isolde::Value))]
pub enum Colour {
    /// Red.
    Red,
    /// Green.
    Green,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(isolde::Value))]
pub enum Value {
    /// A number.
    Int(i32),
    /// A Boolean.
    Bool(bool),
    /// A string.
    Text(String),
    /// A value of an enumeration.
    Choice(Colour),
}

/// Settings in memory.
#[derive(Clone, Debug, Default)]
pub struct MemorySettingsStorage {
    settings: BTreeMap<String, Value>,
}

impl MemorySettingsStorage {
    /// An empty storage.
    pub fn new() -> MemorySettingsStorage {
        MemorySettingsStorage::default()
    }

    /// The value of a setting.
    pub fn get_setting(&self, name: &str) -> Option<&Value> {
        self.settings.get(name)
    }

    /// Sets a value.
    pub fn save_setting(&mut self, name: &str, value: Value) {
        self.settings.insert(name.to_string(), value);
    }
}

/// Settings whose changes are counted.
#[derive(Clone, Debug)]
pub struct SettingsGroup {
    storage: MemorySettingsStorage,
    changes: u32,
}

impl SettingsGroup {
    /// A group over a storage.
    pub fn new(storage: MemorySettingsStorage) -> SettingsGroup {
        SettingsGroup { storage, changes: 0 }
    }

    /// Sets a value, unless the setting already has it.
    pub fn save_setting(&mut self, name: &str, value: Value) {
        if let Some(old) = self.storage.get_setting(name) {
            let same = match (old, &value) {
                (Value::Text(old), Value::Text(new)) => old == new,
                (Value::Int(old), Value::Int(new)) => old == new,
                (Value::Bool(old), Value::Bool(new)) => old == new,
                (Value::Choice(old), Value::Choice(new)) => old == new,
                _ => false,
            };
            if same {
                return;
            }
        }
        self.storage.save_setting(name, value);
        self.changes += 1;
    }

    /// The value of a setting.
    pub fn get_setting(&self, name: &str) -> Option<&Value> {
        self.storage.get_setting(name)
    }

    /// How often a value actually changed.
    pub fn changes(&self) -> u32 {
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn save_setting_of_a_number() {
        let mut group = SettingsGroup::new(MemorySettingsStorage::new());
        group.save_setting("X", Value::Int(5));
        assert_eq!(group.get_setting("X"), Some(&Value::Int(5)));
    }

    #[test]
    fn save_setting_of_a_text() {
        let mut group = SettingsGroup::new(MemorySettingsStorage::new());
        group.save_setting("NAME", Value::Text("Charlie".to_string()));
        assert_eq!(group.get_setting("NAME"), Some(&Value::Text("Charlie".to_string())));
    }

    #[test]
    fn saving_twice_is_one_change() {
        let mut group = SettingsGroup::new(MemorySettingsStorage::new());
        group.save_setting("X", Value::Bool(true));
        group.save_setting("X", Value::Bool(true));
        assert_eq!(group.changes(), 1);
    }
}
