//! The names and layouts by which the detour pass and the library work together: which functions a program detours, and where the pass leaves its answers.

use core::sync::atomic::{AtomicPtr, AtomicU64};

/// Demangled path of the library's function that marks its argument, a function's address, as a target.
pub const MARK: &str = "isolde::detour::engine::mark";
/// Path of the function that marks a module: its argument is a function whose last segment is [`TRAP`] and the module's path, each segment with its length
/// before it, as `3std3net`.
pub const MARK_MODULE: &str = "isolde::detour::engine::mark_module";
/// How the names of the functions that mark modules begin.
pub const TRAP: &str = "__isolde_trap_";
/// Path of the function that a hook asks for the trampoline: `fn(target, receiver) -> trampoline or null`.
pub const FIND: &str = "isolde::detour::engine::find";
/// Path of the function that is called where a target's body was inlined beforehand: `fn(target, place, length of place)`.
pub const LOST: &str = "isolde::detour::engine::lost";
/// Path of the function that all but itself call instead of `pthread_create`.
pub const CREATE_THREAD: &str = "isolde::detour::engine::create_thread";
/// Path of the function whose body the pass replaces by one that returns the address of the first [`Key`].
pub const KEYS: &str = "isolde::detour::engine::keys";
/// Path of the function whose body the pass replaces by one that returns the number of [`Key`]s.
pub const KEY_COUNT: &str = "isolde::detour::engine::key_count";
/// Path of the function whose body the pass replaces by one that returns the address of the first of the addresses of [`Target`]s in trapped modules.
pub const TRAPS: &str = "isolde::detour::engine::traps";
/// Path of the function whose body the pass replaces by one that returns their number.
pub const TRAP_COUNT: &str = "isolde::detour::engine::trap_count";
/// Path of the function whose body the pass replaces by one that returns the address of a byte of the thread: other than 0 while the library is at work, and
/// hooks call the function itself.
pub const BUSY: &str = "isolde::detour::engine::busy";
/// Both counts in a program that the pass has not changed.
pub const NO_PASS: usize = usize::MAX;

/// A function that is detoured somewhere in the program, with all its copies. A global of the program that the pass writes.
#[derive(Debug)]
#[repr(C)]
pub struct Target {
    /// How many detours and traps of it are alive in all threads: hooks do nothing while it is 0.
    pub active: AtomicU64,
    /// What the library has for all threads; null in the beginning.
    pub always: AtomicPtr<()>,
    /// Its name as a person writes it, UTF-8.
    pub name: *const u8,
    /// Bytes of the name.
    pub name_length: u64,
    /// Why it cannot be detoured, UTF-8.
    pub refusal: *const u8,
    /// Bytes of the refusal; 0 if the function has its hook.
    pub refusal_length: u64,
}

/// An address by which a program may refer to a target: that of a copy, or of the shim that function pointers to it hold.
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

/// Whether a function, by its demangled name, is one of a module or of a module inside: a free function, or a method of a type that is defined there.
/// Closures and destructors do not count: nobody calls them by name.
pub fn lies_in(name: &str, module: &str) -> bool {
    let path = name.trim_start_matches(['<', '&']);
    let path = path.strip_prefix("mut ").unwrap_or(path);
    path.strip_prefix(module)
        .is_some_and(|rest| rest.starts_with("::"))
        && !name.contains('{')
        && !name.contains(" as core::ops::drop::Drop>::")
}

#[cfg(test)]
mod tests {
    use super::lies_in;

    #[test]
    fn functions_and_methods_lie_in_their_module_and_those_around_it() {
        for name in [
            "std::net::lookup",
            "<std::net::tcp::TcpStream>::connect::<&str>",
            "<&std::net::tcp::TcpStream as std::io::Write>::write",
            "<&mut std::net::tcp::TcpStream as std::io::Write>::write",
        ] {
            assert!(lies_in(name, "std::net"), "{name}");
        }
        for name in [
            "std::network::lookup",
            "<demo::Own as std::net::ToSocketAddrs>::to_socket_addrs",
            "std::net::lookup::{closure#0}",
            "<std::net::tcp::TcpStream as core::ops::drop::Drop>::drop",
        ] {
            assert!(!lies_in(name, "std::net"), "{name}");
        }
    }
}
