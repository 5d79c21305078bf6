//! Traps: modules that may not be called without a detour. See [`trap!`](crate::trap!).

use super::busy::Busy;
use super::owner::{self, Owner};
use super::{engine, pass, trapped};
use isolde_abi::detour::{Target, lies_in};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;

thread_local! {
    /// How many traps this thread has: checked first, because it is cheap.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The trapped modules, in any order.
    static MODULES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    /// How many `original!`s are running.
    static ALLOWED: Cell<usize> = const { Cell::new(0) };
}

/// Keeps a trap set: until it is dropped, calls in this thread into its modules panic unless they are detoured.
#[must_use = "the trap is gone when its guard is dropped"]
#[derive(Debug)]
pub struct Trap {
    modules: &'static [&'static str],
    owner: Owner,
    /// Makes it neither `Send` nor `Sync`, because a trap belongs to one thread.
    thread: PhantomData<*const ()>,
}

impl Trap {
    /// Called by [`trap!`](crate::trap!), with the paths of modules.
    ///
    /// # Panics
    /// If the program has no function in one of the modules, or has no detours.
    #[doc(hidden)]
    #[track_caller]
    pub fn set(modules: &'static [&'static str]) -> Trap {
        let targets = engine::trapped();
        for module in modules {
            let lies = |target: &&Target| lies_in(pass::name(target), module);
            assert!(
                targets.iter().any(lies),
                "`trap!({module})`: no function of this program lies in `{module}`; write the path of the module where functions are defined, not one where they are re-exported"
            );
        }
        let _busy = Busy::begin();
        count(modules, 1);
        COUNT.set(COUNT.get() + modules.len());
        MODULES.with_borrow_mut(|all| all.extend(modules));
        let owner = owner::current();
        trapped::add(owner, modules);
        Trap {
            modules,
            owner,
            thread: PhantomData,
        }
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        let _busy = Busy::begin();
        count(self.modules, -1);
        COUNT.set(COUNT.get() - self.modules.len());
        MODULES.with_borrow_mut(|all| {
            for module in self.modules {
                if let Some(index) = all.iter().position(|one| one == module) {
                    all.swap_remove(index);
                }
            }
        });
        trapped::remove(self.owner, self.modules);
    }
}

/// Activates the hooks of all functions in the modules (`by` is 1), or undoes that (-1).
fn count(modules: &[&str], by: i64) {
    for target in engine::trapped() {
        let lies = |module: &&&str| lies_in(pass::name(target), module);
        let times = modules.iter().filter(lies).count() as i64;
        target
            .active
            .fetch_add((times * by) as u64, Ordering::SeqCst);
    }
}

/// Lets calls pass while an `original!` runs.
#[doc(hidden)]
#[derive(Debug)]
pub struct Allowed(PhantomData<*const ()>);

/// Begins an `original!`.
#[doc(hidden)]
pub fn allow() -> Allowed {
    let _busy = Busy::begin();
    ALLOWED.set(ALLOWED.get() + 1);
    Allowed(PhantomData)
}

impl Drop for Allowed {
    fn drop(&mut self) {
        let _busy = Busy::begin();
        ALLOWED.set(ALLOWED.get() - 1);
    }
}

/// Called for each call of a hooked function that no detour takes, while this thread's hooks do nothing.
///
/// # Panics
/// If the function lies in a trapped module.
pub(super) fn check(target: &Target) {
    // Functions that report a panic may be trapped too.
    if COUNT.get() == 0 || ALLOWED.get() != 0 || std::thread::panicking() {
        return;
    }
    let name = pass::name(target);
    let module =
        MODULES.with_borrow(|all| all.iter().copied().find(|module| lies_in(name, module)));
    if let Some(module) = module {
        let path = name.replacen('<', "", 1).replacen('>', "", 1);
        let path = if name.starts_with('<') && !name.contains(" as ") {
            path.as_str()
        } else {
            name
        };
        panic!(
            "`{path}` was called without a detour, which `trap!({module})` forbids: detour it, with `isolde::detour!({path} => …)`"
        );
    }
}
