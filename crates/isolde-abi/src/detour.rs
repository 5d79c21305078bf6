//! Names and layouts that the detour pass shares with the library: how a program marks the functions that it detours, and where the pass puts its
//! results.

use core::sync::atomic::{AtomicPtr, AtomicU64};

/// Demangled path of the library's function that marks its argument, a function's address, as a target.
pub const MARK: &str = "isolde::detour::engine::mark";
/// Path of the function that marks a module: its argument is a function whose last path segment is [`TRAP`] followed by the module's path, with the
/// length before each segment, as in `3std3net`.
pub const MARK_MODULE: &str = "isolde::detour::engine::mark_module";
/// Prefix of the names of the functions that mark modules.
pub const TRAP: &str = "__isolde_trap_";
/// Path of the function that a hook asks for the trampoline: `fn(target, receiver) -> trampoline or null`.
pub const FIND: &str = "isolde::detour::engine::find";
/// Path of the function that is called where a target's body was inlined before the pass ran: `fn(target, place, length of place)`.
pub const LOST: &str = "isolde::detour::engine::lost";
/// Path of the function that all others call instead of `pthread_create`.
pub const CREATE_THREAD: &str = "isolde::detour::engine::create_thread";
/// Path of the function whose body the pass replaces by one that returns the address of the first [`Key`].
pub const KEYS: &str = "isolde::detour::pass::keys";
/// Path of the function whose body the pass replaces by one that returns the number of [`Key`]s.
pub const KEY_COUNT: &str = "isolde::detour::pass::key_count";
/// Path of the function whose body the pass replaces by one that returns the address of an array of pointers to the [`Target`]s in trapped modules.
pub const TRAPS: &str = "isolde::detour::pass::traps";
/// Path of the function whose body the pass replaces by one that returns the length of that array.
pub const TRAP_COUNT: &str = "isolde::detour::pass::trap_count";
/// Path of the function whose body the pass replaces by one that returns the address of a thread-local byte. While the library is at work, the byte
/// is not 0, and hooks call the original function.
pub const BUSY: &str = "isolde::detour::pass::busy";
/// Path of the function whose body the pass replaces by one that returns the address of a thread-local `u32`: the number of the test whose work the
/// thread is running, or 0.
pub const OWNER: &str = "isolde::detour::pass::owner";
/// Path of the function whose uses tell that a program has detours for all work of a test.
pub const MARK_ACROSS: &str = "isolde::detour::engine::mark_across";
/// Path of the function that is called when work begins: `fn(place on the stack, work, kind of work) -> token`.
pub const ENTER: &str = "isolde::detour::engine::enter";
/// Path of the function that is called when work ends, with the token.
pub const LEAVE: &str = "isolde::detour::engine::leave";
/// Path of the function that is told about memory that was allocated: `fn(memory, bytes)`.
pub const ALLOCATED: &str = "isolde::detour::engine::allocated";
/// Path of the function that is told about memory that is about to be freed or moved: `fn(memory, bytes) -> owner`.
pub const FREED: &str = "isolde::detour::engine::freed";
/// Path of the function that is told what became of memory that was to be moved: `fn(old memory, old bytes, memory or null, bytes, owner)`.
pub const REALLOCATED: &str = "isolde::detour::engine::reallocated";
/// Path of the function whose body the pass replaces by one that returns 1 if work is recognised in the program.
pub const KNOWS_JOBS: &str = "isolde::detour::pass::knows_jobs";
/// Work that runs for the test that made it, wherever it runs: a closure or a future that was handed over.
pub const JOB: u32 = 0;
/// A call that may be work: it runs for the test that made its receiver if the thread runs nothing else for a test.
pub const CALLBACK: u32 = 1;
/// A test.
pub const TEST: u32 = 2;
/// The value of both counts in a program that the pass has not changed.
pub const NO_PASS: usize = usize::MAX;

/// A function that is detoured somewhere in the program, with all its copies. The pass adds one such global to the program for each target.
#[derive(Debug)]
#[repr(C)]
pub struct Target {
    /// How many detours and traps of the function are alive in all threads; its hooks do nothing while this is 0.
    pub active: AtomicU64,
    /// The library's data for all threads; null at first.
    pub always: AtomicPtr<()>,
    /// Its name as written in source code, UTF-8.
    pub name: *const u8,
    /// Bytes of the name.
    pub name_length: u64,
    /// Why the function cannot be detoured, UTF-8.
    pub refusal: *const u8,
    /// Bytes of the refusal; 0 if the function has its hook.
    pub refusal_length: u64,
}

/// An address by which a program may refer to a target: that of one of its copies, or of a shim that function pointers refer to.
#[derive(Debug)]
#[repr(C)]
pub struct Key {
    /// The function pointer's value.
    pub address: *const (),
    /// The target that it refers to.
    pub target: *const Target,
}

// SAFETY: the texts are constants of the program.
unsafe impl Sync for Target {}
// SAFETY: as above.
unsafe impl Send for Target {}

/// Whether the function with this demangled name belongs to a module or to a module inside it: a free function, or a method of a type that is defined
/// there. Closures and destructors do not count, since they are not called by name.
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
