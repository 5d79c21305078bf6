//! How threads come by the detours of the thread that starts them: the pass makes all calls of `pthread_create` calls of [`create`].

use super::list::{self, Busy, Entry};
use std::ffi::{c_int, c_void};

/// What a thread runs.
pub type Start = unsafe extern "C-unwind" fn(*mut c_void) -> *mut c_void;

unsafe extern "C-unwind" {
    fn pthread_create(
        thread: *mut c_void,
        attributes: *const c_void,
        start: Start,
        argument: *mut c_void,
    ) -> c_int;
}

struct Package {
    start: Start,
    argument: *mut c_void,
    entries: Vec<Entry>,
}

/// `pthread_create`, but the new thread inherits detours.
///
/// # Safety
/// As `pthread_create`.
pub(super) unsafe fn create(
    thread: *mut c_void,
    attributes: *const c_void,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    let busy = Busy::begin();
    let entries = list::inherited();
    drop(busy);
    if entries.is_empty() {
        // SAFETY: the caller's arguments.
        return unsafe { pthread_create(thread, attributes, start, argument) };
    }
    let package = Box::into_raw(Box::new(Package {
        start,
        argument,
        entries,
    }));
    // SAFETY: as above; the thread takes the package.
    let code = unsafe { pthread_create(thread, attributes, begin, package.cast()) };
    if code != 0 {
        // SAFETY: no thread took it.
        drop(unsafe { Box::from_raw(package) });
    }
    code
}

/// The thread's detours, while its code runs.
struct Inherited(Vec<*mut Entry>);

impl Drop for Inherited {
    fn drop(&mut self) {
        let _busy = Busy::begin();
        for entry in self.0.drain(..) {
            // SAFETY: linked in this thread.
            drop(unsafe { list::unlink(entry) });
        }
    }
}

unsafe extern "C-unwind" fn begin(package: *mut c_void) -> *mut c_void {
    let (start, argument, _inherited) = {
        let _busy = Busy::begin();
        // SAFETY: it is `create`'s, and given to this thread alone.
        let package = *unsafe { Box::from_raw(package.cast::<Package>()) };
        let linked = package.entries.into_iter().map(list::link).collect();
        (package.start, package.argument, Inherited(linked))
    };
    // SAFETY: the caller of `create` says so.
    unsafe { start(argument) }
}
