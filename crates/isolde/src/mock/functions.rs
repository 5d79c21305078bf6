//! Functions of mocks' types that take no `self`: the type is a mock of its own, which is made when one of its functions is called for the first time.

use super::Mock;
use super::run::{Run, current, refuse};
use super::shared::Written;
use super::types::MockType;
use crate::chooser::{Chooser, Later};
use std::sync::{Arc, PoisonError};

/// The scope of the choices that types make. Those of arguments have small numbers.
const TYPES: u64 = u64::MAX;

/// Begins a run with this chooser.
pub(crate) fn begin(chooser: &mut Chooser) {
    let mut written = None;
    chooser.write(|r| {
        written = Some(Written {
            mocks: r.mocks.clone(),
            number: 0,
            is_suffixed: r.suffixed,
        });
    });
    super::run::begin((chooser.later(), written));
}

/// Whether all numbers of the run carry suffixes.
pub(super) fn is_exact() -> bool {
    current(|run| {
        let types = run.types.lock().unwrap_or_else(PoisonError::into_inner);
        let root = types.root.as_ref();
        root.is_some_and(|(_, written)| written.as_ref().is_some_and(|each| each.is_suffixed))
    })
}

/// What answers for the functions of this type that take no `self`.
pub fn of_type(of: &'static MockType) -> Arc<Mock> {
    current(|run| answering(run, of)).unwrap_or_else(|| refuse())
}

/// The place of the choices that this type makes.
pub(super) fn place_of(of: &MockType) -> Option<Later> {
    current(|run| {
        let types = run.types.lock().unwrap_or_else(PoisonError::into_inner);
        let (root, _) = types.root.as_ref()?;
        Some(root.within([TYPES, hash(of.name)]))
    })
}

fn answering(run: &Run, of: &'static MockType) -> Option<Arc<Mock>> {
    let mut types = run.types.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = types.called.iter().find(|(own, _)| std::ptr::eq(*own, of)) {
        return Some(known.clone());
    }
    let (later, written) = types.root.as_ref()?;
    let mock = Arc::new(Mock::new(
        of.name,
        of.methods().count(),
        later.within([TYPES, hash(of.name)]),
        written.as_ref().map(|written| Written {
            number: written.mocks.add_type(of),
            ..written.clone()
        }),
    ));
    types.called.push((of, mock.clone()));
    Some(mock)
}

/// A number for a name (FNV-1a).
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

impl Chooser {
    /// Notes that the text names this type of mocks, so that tests need its declaration.
    pub fn mentions_mock(&mut self, of: &'static MockType) {
        self.write(|r| {
            r.mocks.add_type(of);
        });
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use isolde_abi::key::{inner, key};

    /// The keys of the first choices that a function of a type makes in its first calls, during the first call under test.
    pub(in super::super) fn keys(of: &MockType, method: u64, calls: usize) -> Vec<u64> {
        let scope = inner(inner(inner(0, TYPES), hash(of.name)), method);
        let place = |call: u64| inner(scope, 1 << 32 | call);
        (0..calls as u64).map(|call| key(place(call), 0)).collect()
    }
}
