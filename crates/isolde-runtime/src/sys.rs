//! The few functions of libc that the runtime calls, declared here because it has no dependency. Linux only.

use core::ffi::{c_char, c_int, c_long, c_ulong, c_void};
use isolde_abi::shared::PAGE;

mod c {
    use super::{c_char, c_int, c_long, c_ulong, c_void};
    unsafe extern "C" {
        pub static environ: *const *const c_char;
        pub fn __errno_location() -> *mut c_int;
        pub fn _exit(status: c_int) -> !;
        pub fn abort() -> !;
        pub fn close(fd: c_int) -> c_int;
        pub fn fork() -> c_int;
        pub fn getpid() -> c_int;
        pub fn getppid() -> c_int;
        pub fn lseek(fd: c_int, offset: c_long, whence: c_int) -> c_long;
        pub fn mmap(
            address: *mut c_void,
            length: usize,
            protection: c_int,
            flags: c_int,
            fd: c_int,
            offset: c_long,
        ) -> *mut c_void;
        pub fn prctl(option: c_int, ...) -> c_int;
        pub fn pthread_self() -> c_ulong;
        pub fn read(fd: c_int, to: *mut c_void, bytes: usize) -> isize;
        pub fn sched_yield() -> c_int;
        pub fn syscall(number: c_long, ...) -> c_long;
        pub fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
        pub fn write(fd: c_int, from: *const c_void, bytes: usize) -> isize;
    }
}

// Called as system calls, not through libc's functions: programs are linked so that those names lead back to the runtime.
#[cfg(target_arch = "x86_64")]
const CLOCK_GETTIME: c_long = 228;
#[cfg(target_arch = "x86_64")]
const UNAME: c_long = 63;
#[cfg(target_arch = "aarch64")]
const CLOCK_GETTIME: c_long = 113;
#[cfg(target_arch = "aarch64")]
const UNAME: c_long = 160;
// Called as a system call, since libc's function reads the set itself.
#[cfg(target_arch = "x86_64")]
const RT_SIGPROCMASK: c_long = 14;
#[cfg(target_arch = "aarch64")]
const RT_SIGPROCMASK: c_long = 135;

const PROT_READ_WRITE: c_int = 1 | 2;
const MAP_SHARED: c_int = 0x01;
const MAP_PRIVATE: c_int = 0x02;
const MAP_FIXED: c_int = 0x10;
const MAP_ANONYMOUS: c_int = 0x20;
const MAP_NORESERVE: c_int = 0x4000;
const MAP_FAILED: usize = usize::MAX;
const PR_SET_PDEATHSIG: c_int = 1;
const PR_SET_SECCOMP: c_int = 22;
const PR_SET_NO_NEW_PRIVS: c_int = 38;
const SECCOMP_MODE_FILTER: c_ulong = 2;
const SIGKILL: c_ulong = 9;
const SEEK_END: c_int = 2;
const EINTR: c_int = 4;
const EINVAL: c_int = 22;

/// Ends the program with `SIGABRT`.
pub fn abort() -> ! {
    // SAFETY: always allowed.
    unsafe { c::abort() }
}

/// Ends the process at once, without running any more code of the program.
pub fn exit(status: i32) -> ! {
    // SAFETY: always allowed.
    unsafe { c::_exit(status) }
}

/// A number for the calling thread, never 0; equal in a forked child.
pub fn thread() -> u64 {
    // SAFETY: always allowed.
    unsafe { c::pthread_self() as u64 }
}

/// Lets other threads run.
pub fn pause() {
    // SAFETY: always allowed.
    unsafe {
        c::sched_yield();
    }
}

/// Id of this process.
pub fn process() -> i32 {
    // SAFETY: always allowed.
    unsafe { c::getpid() }
}

/// Id of the parent process.
pub fn parent() -> i32 {
    // SAFETY: always allowed.
    unsafe { c::getppid() }
}

/// Private zeroed memory of `bytes` bytes that costs nothing until it is touched.
pub fn map_private(bytes: usize) -> *mut u8 {
    // SAFETY: a new anonymous mapping touches nothing that exists.
    let address = unsafe {
        c::mmap(
            core::ptr::null_mut(),
            bytes,
            PROT_READ_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0,
        )
    };
    if address as usize == MAP_FAILED {
        abort()
    }
    address.cast()
}

/// Maps `bytes` bytes of a file from its beginning, shared; `None` if that fails or the file is shorter.
pub fn map_file(fd: i32, bytes: usize) -> Option<*mut u8> {
    // SAFETY: seeking moves no data; a new mapping touches nothing that exists.
    let address = unsafe {
        if c::lseek(fd, 0, SEEK_END) < bytes as c_long {
            return None;
        }
        c::mmap(
            core::ptr::null_mut(),
            bytes,
            PROT_READ_WRITE,
            MAP_SHARED,
            fd,
            0,
        )
    };
    (address as usize != MAP_FAILED).then_some(address.cast())
}

/// Replaces whole pages at `address` by pages of a file. Returns whether that worked.
///
/// # Safety
/// `address` must be page-aligned, and `bytes` from there on must be whole pages of plain data to which there are no references.
pub unsafe fn map_file_over(address: *mut u8, fd: i32, offset: usize, bytes: usize) -> bool {
    // SAFETY: the caller guarantees the range.
    let mapped = unsafe {
        c::mmap(
            address.cast(),
            bytes,
            PROT_READ_WRITE,
            MAP_SHARED | MAP_FIXED,
            fd,
            offset as c_long,
        )
    };
    mapped as usize != MAP_FAILED
}

fn interrupted() -> bool {
    // SAFETY: the location of errno is always valid for the calling thread.
    unsafe { *c::__errno_location() == EINTR }
}

/// Reads one byte; `None` at end of file or on an error.
pub fn read_byte(fd: i32) -> Option<u8> {
    let mut byte = 0u8;
    loop {
        // SAFETY: there is room for one byte.
        let read = unsafe { c::read(fd, (&raw mut byte).cast(), 1) };
        if read == 1 {
            return Some(byte);
        }
        if read >= 0 || !interrupted() {
            return None;
        }
    }
}

/// Writes `bytes` bytes; returns whether all were written. Messages of a few bytes to a pipe are written whole or not at all.
///
/// # Safety
/// `from` must be readable for `bytes` bytes.
pub unsafe fn write(fd: i32, from: *const u8, bytes: usize) -> bool {
    loop {
        // SAFETY: the caller guarantees the range.
        let written = unsafe { c::write(fd, from.cast(), bytes) };
        if written >= 0 || !interrupted() {
            return written == bytes as isize;
        }
    }
}

/// Whether all of these bytes of the process can be read; `errno` stays as it is.
///
/// For each page, the kernel is asked to change the signal mask by an operation that does not exist. It reads the set of signals before it looks at the
/// operation, so its error shows whether the page can be read. The sandbox permits this call, unlike `process_vm_readv`.
pub fn is_readable(base: u64, bytes: u64) -> bool {
    const SET: u64 = 8;
    const NO_OPERATION: c_int = -1;
    let Some(last) = base.checked_add(bytes.saturating_sub(1)) else {
        return false;
    };
    // SAFETY: the location of errno is always valid for the calling thread, and the kernel reads the set only if it can.
    unsafe {
        let before = *c::__errno_location();
        let mut place = base / SET * SET;
        let mut is_readable = true;
        while is_readable && place <= last {
            let nowhere = core::ptr::null_mut::<c_void>();
            c::syscall(
                RT_SIGPROCMASK,
                NO_OPERATION,
                place as *const c_void,
                nowhere,
                SET as usize,
            );
            is_readable = *c::__errno_location() == EINVAL;
            let page = PAGE as u64;
            place = (place / page + 1).saturating_mul(page);
        }
        *c::__errno_location() = before;
        is_readable
    }
}

/// Closes a descriptor.
pub fn close(fd: i32) {
    // SAFETY: closing a descriptor that is not open is an error without effect.
    unsafe {
        c::close(fd);
    }
}

/// Forks: 0 in the child, its id in the parent, negative on failure.
pub fn fork() -> i32 {
    // SAFETY: the child continues with this thread only, which is what a fork server wants.
    unsafe { c::fork() }
}

/// Waits for a child to end; its wait status, or `None` if there is no such child.
pub fn wait(pid: i32) -> Option<u32> {
    let mut status: c_int = 0;
    loop {
        // SAFETY: `status` is writable.
        let ended = unsafe { c::waitpid(pid, &raw mut status, 0) };
        if ended == pid {
            return Some(status as u32);
        }
        if ended >= 0 || !interrupted() {
            return None;
        }
    }
}

/// Makes the kernel kill this process when the thread that forked it ends.
pub fn die_with_parent() {
    // SAFETY: sets an attribute of this process only.
    unsafe {
        c::prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
}

/// Filters the system calls of this thread from now on, if the kernel supports it. `filter` is the address of a `struct sock_fprog` that outlives the
/// call.
pub fn filter_calls(filter: c_ulong) {
    // SAFETY: sets attributes of this thread only; the kernel copies the filter, and rejects an invalid one.
    unsafe {
        c::prctl(
            PR_SET_NO_NEW_PRIVS,
            1 as c_ulong,
            0 as c_ulong,
            0 as c_ulong,
            0 as c_ulong,
        );
        c::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter);
    }
}

/// The system call `clock_gettime`; sets `errno`.
///
/// # Safety
/// `to` must have room for a `struct timespec`, or be an address that the system refuses.
pub unsafe fn clock(clock: c_int, to: *mut c_void) -> c_int {
    // SAFETY: the caller guarantees it.
    unsafe { c::syscall(CLOCK_GETTIME, clock as c_long, to) as c_int }
}

/// The system call `uname`; sets `errno`.
///
/// # Safety
/// `to` must have room for a `struct utsname`, or be an address that the system refuses.
pub unsafe fn machine(to: *mut c_void) -> c_int {
    // SAFETY: the caller guarantees it.
    unsafe { c::syscall(UNAME, to) as c_int }
}

/// The value of an environment variable, a C string; null if it is not set.
///
/// # Safety
/// The environment must not change during the call.
pub unsafe fn variable(name: &[u8]) -> *const c_char {
    // SAFETY: `environ` is null or a null-terminated list of C strings; no string is read beyond its terminator, because that differs from every byte
    // of `name` and from `=`.
    unsafe {
        let mut entry = c::environ;
        while !entry.is_null() && !(*entry).is_null() {
            let mut at = *entry;
            if name.iter().all(|&byte| {
                let equal = *at as u8 == byte;
                at = at.add(equal as usize);
                equal
            }) && *at as u8 == b'='
            {
                return at.add(1);
            }
            entry = entry.add(1);
        }
    }
    core::ptr::null()
}

/// Whether the environment has a variable of this name. Reads `environ` itself, which allocates nothing.
pub fn has_variable(name: &str) -> bool {
    // SAFETY: the program has not begun to change its environment.
    unsafe { !variable(name.as_bytes()).is_null() }
}
