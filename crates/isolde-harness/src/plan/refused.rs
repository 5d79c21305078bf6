//! Functions that get no plan, as far as their declaration shows it.

use super::contracts::is_about;
use super::reachable::is_reachable;
use crate::index::Index;
use isolde_model::{Container, Contract, Function};
use isolde_record::SkipReason;

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
            .any(|filter| crate::names::matches(filter, &function.path))
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
    if callable.is_unsafe {
        return Some(SkipReason::Unsafe);
    }
    None
}
