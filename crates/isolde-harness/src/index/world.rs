//! Which types of std have values that come from the world.

use super::Index;
use crate::spell::std_path;
use isolde_model::Type;
use isolde_model::world::{is_adapter, world_value};

impl Index<'_> {
    /// Whether values of a type of std come from the world, or contain such a value: nobody but functions that are faked looks into them.
    pub(crate) fn is_of_world(&self, of: &Type) -> bool {
        let Type::Path {
            defined,
            id: None,
            arguments,
            ..
        } = of
        else {
            return false;
        };
        let path = std_path(defined).unwrap_or_default();
        let is_one = world_value(&path).is_some()
            || is_adapter(&path) && arguments.iter().any(|each| self.is_of_world(each));
        is_one && self.is_nameable(of)
    }
}
