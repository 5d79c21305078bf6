//! What the detour pass and the library tell each other: which functions of a program ask for detours, and where the answers are.

use core::sync::atomic::AtomicU64;

/// Demangled path of the library's function that marks its argument, a function's address, as a target.
pub const MARK: &str = "isolde::detour::engine::mark";
/// Path of the function that a hook asks for the trampoline: `extern "C" fn(target, receiver) -> trampoline or null`.
pub const FIND: &str = "isolde::detour::engine::find";
/// Path of the function whose body the pass replaces by one that returns the address of the first [`Key`].
pub const KEYS: &str = "isolde::detour::engine::keys";
/// Path of the function whose body the pass replaces by one that returns the number of [`Key`]s.
pub const KEY_COUNT: &str = "isolde::detour::engine::key_count";

/// A function that is detoured somewhere in the program, with all its copies. A global of the program that the pass writes.
#[derive(Debug)]
#[repr(C)]
pub struct Target {
    /// How many detours of it are alive in all threads: hooks do nothing while it is 0.
    pub active: AtomicU64,
    /// Its name as a person writes it, UTF-8.
    pub name: *const u8,
    /// Bytes of the name.
    pub name_length: u64,
    /// Why it cannot be detoured, UTF-8.
    pub refusal: *const u8,
    /// Bytes of the refusal; 0 if the function has its hook.
    pub refusal_length: u64,
}

/// An address by which a program may speak of a target: of a copy, or of the shim that stands for it in function pointers.
#[derive(Debug)]
#[repr(C)]
pub struct Key {
    /// The function pointer's value.
    pub address: *const (),
    /// Whose it is.
    pub target: *const Target,
}

// SAFETY: the texts are constants of the program.
unsafe impl Sync for Target {}
// SAFETY: as above.
unsafe impl Send for Target {}
