//! Functions that get no plan, as far as their declaration shows it.

use crate::index::Index;
use isolde_model::{Container, Contract, Function};
use isolde_record::{SkipReason, Visibility};

/// The reason why a function is not planned, if its declaration shows one.
pub(crate) fn refused(
    index: &Index,
    function: &Function,
    filters: &[String],
) -> Option<SkipReason> {
    let callable = &function.callable;
    if function.test_only {
        return Some(SkipReason::TestOnly);
    }
    if function.derived {
        return Some(SkipReason::Derived);
    }
    if !filters.is_empty()
        && !filters
            .iter()
            .any(|filter| crate::names::means(filter, &function.path, &function.module))
    {
        return Some(SkipReason::Filtered);
    }
    if !callable.has_body {
        return Some(match function.container {
            Container::Module => SkipReason::Foreign,
            _ => SkipReason::NoBody,
        });
    }
    if !is_reachable(index, function) {
        return Some(SkipReason::Private);
    }
    if let Some(Contract::Call(path)) = &function.contract {
        let mut functions = index.model.functions.iter();
        return Some(match functions.any(|other| is_about(function, other)) {
            true => SkipReason::Contract,
            false => SkipReason::ContractOfNothing(path.clone()),
        });
    }
    if matches!(function.contract, Some(Contract::FakeRule(_))) {
        return Some(SkipReason::Contract);
    }
    if callable.is_unsafe {
        return Some(SkipReason::Unsafe);
    }
    None
}

/// Whether the function is a contract of a call of this other function.
pub(crate) fn is_about(contract: &Function, function: &Function) -> bool {
    let Some(Contract::Call(path)) = &contract.contract else {
        return false;
    };
    let path = path.strip_prefix("crate::").unwrap_or(path);
    let mut inside = contract.module.clone();
    inside.push(path.to_owned());
    function.path == path || function.path == inside.join("::")
}

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
