//! The modules that tests have trapped.

use super::owner::Owner;
use isolde_abi::detour::lies_in;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// In any order.
static ALL: Mutex<Vec<(Owner, &'static str)>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<(Owner, &'static str)>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A test has trapped modules.
pub(super) fn add(owner: Owner, modules: &'static [&'static str]) {
    all().extend(modules.iter().map(|module| (owner, *module)));
}

/// Such a trap has ended.
pub(super) fn remove(owner: Owner, modules: &'static [&'static str]) {
    let mut all = all();
    for module in modules {
        let own = (owner, *module);
        if let Some(index) = all.iter().position(|one| *one == own) {
            all.swap_remove(index);
        }
    }
}

/// The module around a function that one of these tests has trapped.
pub(super) fn around(function: &str, owners: &[Owner]) -> Option<&'static str> {
    let all = all();
    let around = all
        .iter()
        .find(|(owner, module)| owners.contains(owner) && lies_in(function, module));
    around.map(|(_, module)| *module)
}
