//! A public module.

pub mod code;

/// A lamp.
#[derive(Debug, Clone, Copy)]
pub struct Lamp;

impl Lamp {
    /// Reads `r#type`.
    pub fn r#match(r#type: u8) -> Self {
        let _ = r#type;
        Lamp
    }

    pub(crate) fn internal(&self) {}

    pub(super) fn scoped(&self) {}
}

pub mod prelude {
    //! The same names once more.
    pub use super::code::Flag;
    pub use super::*;
}

/// What is kept.
pub type Vault = crate::berth::secret::Chest;

/// Keyed.
pub type Keyed<K> = std::collections::BTreeMap<K, Lamp>;

/// Uses aliases.
pub fn keyed(map: Keyed<u8>) -> Result<Vault, std::fmt::Error> {
    let _ = map;
    Err(std::fmt::Error)
}

impl Iterator for Lamp {
    type Item = Lamp;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}
