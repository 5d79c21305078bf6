//! Notices calls that belong to no test, of functions that a test has detoured for all its work: they run the function itself, and the test says so.

use super::owner::{self, Owner};
use super::{across, pass, trapped};
use isolde_abi::detour::Target;

/// Notes a call of a function that ran no detour, if its thread runs no work of a running test and tests have detours of the function.
///
/// # Panics
/// If such a test has a trap around the function.
pub(super) fn note(target: &Target) {
    if across::is_alive(owner::current()) {
        return;
    }
    let detours = across::of(target);
    if detours.is_empty() {
        return;
    }
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or("without a name");
    for (_, detour) in &detours {
        detour.strays.add(thread);
    }
    let owners: Vec<Owner> = detours.iter().map(|(owner, _)| *owner).collect();
    if std::thread::panicking() {
        return;
    }
    if let Some(module) = trapped::around(pass::name(target), &owners) {
        panic!(
            "`{name}` was called on the thread `{thread}`, which runs no work of a test, while a test has a detour of it and `trap!({module})`: hand the work over with `isolde::detour::carry`",
            name = pass::name(target)
        );
    }
}
