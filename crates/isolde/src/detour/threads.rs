//! Threads belong to the test that starts them: the pass redirects all calls of `pthread_create` to [`create`].

use super::busy::Busy;
use super::owner::{self, NOBODY, Owner};
use super::{across, work};
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// How much later than usual threads begin if that was asked for.
const DELAY: Duration = Duration::from_millis(5);
/// How long a thread may take to end after its last step.
const TAIL: Duration = Duration::from_millis(2);

/// How many threads that were started under detours for all work of a test have not come to their end.
static LIVING: AtomicUsize = AtomicUsize::new(0);
static IS_DELAYED: AtomicBool = AtomicBool::new(false);

/// Lets threads that are started under such detours begin a little later, or no longer: if nobody waits for such a thread, it is still there at the end,
/// however little it does.
pub(crate) fn delay(is_delayed: bool) {
    IS_DELAYED.store(is_delayed, Ordering::Relaxed);
}

/// Whether threads that were started under such detours go on after the code that has started them.
pub(crate) fn outlive() -> bool {
    let _busy = Busy::begin();
    let are_living = || LIVING.load(Ordering::Relaxed) > 0;
    if are_living() {
        // Those that were waited for may be about to end.
        sleep(TAIL);
    }
    are_living()
}

/// The function that a thread runs.
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
    owner: Owner,
    /// Whether the test had detours for all its work.
    is_detoured: bool,
}

/// Like `pthread_create`, but the new thread belongs to the test whose work this one runs.
///
/// # Safety
/// The same as for `pthread_create`.
pub(super) unsafe fn create(
    thread: *mut c_void,
    attributes: *const c_void,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    let owner = owner::current();
    if owner == NOBODY {
        // SAFETY: the caller's arguments.
        return unsafe { pthread_create(thread, attributes, start, argument) };
    }
    let (package, is_detoured) = {
        let _busy = Busy::begin();
        let is_detoured = across::has_any(owner);
        let package = Package {
            start,
            argument,
            owner,
            is_detoured,
        };
        (Box::into_raw(Box::new(package)), is_detoured)
    };
    if is_detoured {
        LIVING.fetch_add(1, Ordering::Relaxed);
    }
    // SAFETY: as above; the thread takes the package.
    let code = unsafe { pthread_create(thread, attributes, begin, package.cast()) };
    if code != 0 {
        if is_detoured {
            LIVING.fetch_sub(1, Ordering::Relaxed);
        }
        // SAFETY: no thread was started, so nobody else has the package.
        drop(unsafe { Box::from_raw(package) });
    }
    code
}

/// Counts the thread until its code has ended.
struct Living;

impl Drop for Living {
    fn drop(&mut self) {
        LIVING.fetch_sub(1, Ordering::Relaxed);
    }
}

unsafe extern "C-unwind" fn begin(package: *mut c_void) -> *mut c_void {
    let (start, argument, _living) = {
        let _busy = Busy::begin();
        // SAFETY: boxed by `create`, and passed to this thread alone.
        let package = *unsafe { Box::from_raw(package.cast::<Package>()) };
        if package.is_detoured && IS_DELAYED.load(Ordering::Relaxed) {
            sleep(DELAY);
        }
        work::inherit(package.owner);
        let living = package.is_detoured.then_some(Living);
        (package.start, package.argument, living)
    };
    // SAFETY: promised by the caller of `create`.
    unsafe { start(argument) }
}
