//! Different surroundings: what a program that is started with [`ELSEWHERE_VARIABLE`] sees of the clock, the environment and the machine.
//!
//! Programs whose results become expected values are linked so that these functions are called instead of libc's
//! ([`isolde_abi::symbol::WRAPPED`]). A result that differs from that in the real surroundings depends on the day or the machine.
//!
//! [`ELSEWHERE_VARIABLE`]: isolde_abi::protocol::ELSEWHERE_VARIABLE

use crate::sys;
use core::ffi::{CStr, c_char, c_int, c_long, c_void};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How much later it is: almost three years, and not a whole number of days or weeks.
const LATER: i64 = 1009 * 86_400 + 5 * 3600 + 17 * 60 + 23;
/// Clocks that give the time of day: `CLOCK_REALTIME`, `CLOCK_REALTIME_COARSE`, `CLOCK_TAI`.
const CLOCKS_OF_DAY: [c_int; 3] = [0, 5, 11];
/// The value of variables that are not set. std's own variables are left alone: they change how a program runs, not what it computes.
const VARIABLE: &CStr = c"1";
const NOT_CHANGED: &[u8] = b"RUST_";
/// `CLOCK_MONOTONIC`.
const MONOTONIC: c_int = 1;
/// What hashes are mixed with.
const HASH: u64 = 0x9e37_79b9_7f4a_7c15;
/// How much larger vectors are.
const CAPACITY: u64 = 3;
const MACHINE: &[u8] = b"elsewhere\0";

static IS_ELSEWHERE: AtomicBool = AtomicBool::new(false);

/// From now on, this program runs in different surroundings.
pub fn enter() {
    IS_ELSEWHERE.store(true, Ordering::Relaxed);
}

fn is_elsewhere() -> bool {
    IS_ELSEWHERE.load(Ordering::Relaxed)
}

/// What a hasher of std with fixed keys says: another release of std may compute another hash. Each process computes another one, since a result may depend
/// on a few bits of it.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_elsewhere_hash(hash: u64) -> u64 {
    static SECRET: AtomicU64 = AtomicU64::new(0);
    if !is_elsewhere() {
        return hash;
    }
    if SECRET.load(Ordering::Relaxed) == 0 {
        let mut time = [0_i64; 2];
        // SAFETY: the structure has two numbers.
        unsafe { sys::clock(MONOTONIC, time.as_mut_ptr().cast()) };
        SECRET.store(time[1] as u64 | 1, Ordering::Relaxed);
    }
    let mixed = (hash ^ SECRET.load(Ordering::Relaxed)).wrapping_mul(HASH);
    (mixed ^ (mixed >> 32)).wrapping_mul(HASH) ^ (mixed >> 29)
}

/// The capacity of a vector of std that has to grow: another release of std may choose another one that is large enough.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_elsewhere_capacity(capacity: u64) -> u64 {
    match is_elsewhere() {
        true => capacity.saturating_add(CAPACITY),
        false => capacity,
    }
}

/// C's `struct timespec` and `struct timeval`.
#[repr(C)]
pub struct Time {
    seconds: i64,
    /// Nanoseconds, or microseconds.
    parts: i64,
}

/// C's `struct utsname`.
#[repr(C)]
pub struct Machine {
    system: [u8; 65],
    node: [u8; 65],
    release: [u8; 65],
    version: [u8; 65],
    hardware: [u8; 65],
    domain: [u8; 65],
}

/// `clock_gettime`.
///
/// # Safety
/// As for the function of libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_clock_gettime(clock: c_int, time: *mut Time) -> c_int {
    // SAFETY: the caller guarantees what the system call requires.
    unsafe {
        let result = sys::clock(clock, time.cast());
        if result == 0 && is_elsewhere() && CLOCKS_OF_DAY.contains(&clock) {
            (*time).seconds += LATER;
        }
        result
    }
}

/// `gettimeofday`.
///
/// # Safety
/// As for the function of libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_gettimeofday(time: *mut Time, _zone: *mut c_void) -> c_int {
    // SAFETY: `time` is null or writable, and both structures have the same layout.
    unsafe {
        if time.is_null() {
            return 0;
        }
        let result = __wrap_clock_gettime(0, time);
        (*time).parts /= 1000;
        result
    }
}

/// `time`.
///
/// # Safety
/// As for the function of libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_time(to: *mut i64) -> i64 {
    let mut now = Time {
        seconds: -1,
        parts: 0,
    };
    // SAFETY: `now` is writable, and `to` is null or writable.
    unsafe {
        __wrap_clock_gettime(0, &raw mut now);
        if !to.is_null() {
            *to = now.seconds;
        }
    }
    now.seconds
}

/// `getenv`.
///
/// # Safety
/// As for the function of libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_getenv(name: *const c_char) -> *const c_char {
    // SAFETY: `name` is a C string, and the caller keeps others from changing the environment.
    unsafe {
        let name = CStr::from_ptr(name).to_bytes();
        let value = sys::variable(name);
        if value.is_null() && is_elsewhere() && !name.starts_with(NOT_CHANGED) {
            return VARIABLE.as_ptr();
        }
        value
    }
}

/// `uname`.
///
/// # Safety
/// As for the function of libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_uname(machine: *mut Machine) -> c_int {
    // SAFETY: `machine` is writable; the names fit.
    unsafe {
        let result = sys::machine(machine.cast());
        if result == 0 && is_elsewhere() {
            for field in [&raw mut (*machine).node, &raw mut (*machine).release] {
                core::ptr::copy_nonoverlapping(MACHINE.as_ptr(), field.cast(), MACHINE.len());
            }
        }
        result
    }
}

/// `gethostname`.
///
/// # Safety
/// As for the function of libc.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_gethostname(to: *mut c_char, size: usize) -> c_int {
    let mut machine = Machine {
        system: [0; 65],
        node: [0; 65],
        release: [0; 65],
        version: [0; 65],
        hardware: [0; 65],
        domain: [0; 65],
    };
    // SAFETY: `machine` is writable, and `to` has room for `size` bytes.
    unsafe {
        let result = __wrap_uname(&raw mut machine);
        let bytes = size.min(machine.node.len());
        core::ptr::copy_nonoverlapping(machine.node.as_ptr(), to.cast(), bytes);
        result
    }
}

/// The size of what the system writes.
const _: () = assert!(size_of::<Machine>() == 390 && size_of::<c_long>() == 8);

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> i64 {
        let mut seconds = 0;
        // SAFETY: the variable is writable.
        let returned = unsafe { __wrap_time(&raw mut seconds) };
        assert_eq!(returned, seconds);
        seconds
    }

    fn value(name: &CStr) -> Option<&'static CStr> {
        // SAFETY: no test changes the environment, and the name is a C string.
        unsafe {
            let value = __wrap_getenv(name.as_ptr());
            (!value.is_null()).then(|| CStr::from_ptr(value))
        }
    }

    #[test]
    fn elsewhere_it_is_later_and_every_variable_is_set() {
        let (before, path) = (now(), value(c"PATH"));
        assert!(before > 1_700_000_000 && path.is_some());
        assert_eq!(value(c"NO_SUCH_VARIABLE"), None);
        enter();
        assert!((LATER..LATER + 600).contains(&(now() - before)));
        assert_eq!(value(c"PATH"), path);
        assert_eq!(value(c"NO_SUCH_VARIABLE"), Some(VARIABLE));
        assert_eq!(value(c"RUST_NO_SUCH_VARIABLE"), None);
        let mut name = [0_u8; 10];
        // SAFETY: the buffer has the size given.
        unsafe { __wrap_gethostname(name.as_mut_ptr().cast(), name.len()) };
        assert_eq!(name, *MACHINE);
    }
}
