//! Which functions drivers and tests can call.

use crate::index::Index;
use isolde_model::{Container, Function};
use isolde_record::Visibility;

/// Whether code outside the package can call the function.
pub(crate) fn is_reachable(index: &Index, function: &Function) -> bool {
    match &function.container {
        Container::Module => {
            function.public_path.is_some() && function.visibility == Visibility::Public
        }
        Container::Inherent(_) => function.visibility == Visibility::Public,
        Container::TraitImpl(_) => index.block(function).is_some_and(|block| {
            let bound = block.of_trait.as_ref();
            block.trait_public_path.is_some()
                || bound.is_some_and(|bound| index.trait_path(bound).is_some())
        }),
        Container::Trait(id) => index
            .model
            .traits
            .get(id)
            .is_some_and(|item| item.public_path.is_some()),
    }
}
