//! Which test pushed a piece of a stack: jobs that are waited for may lie on the stack of the thread that waits.
//!
//! Each thread that runs work of tests has a list of the places on its stack where it began to run other work. The innermost place above an address
//! tells whose frame the address is in.

use super::owner::{NOBODY, Owner};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

struct Stack {
    /// The lowest address.
    low: usize,
    /// The first address above it.
    high: usize,
    /// Places where work begins, and whose; the outermost first.
    begins: Mutex<Vec<(usize, Owner)>>,
}

/// All stacks with work of tests, by their highest addresses.
static STACKS: RwLock<BTreeMap<usize, Arc<Stack>>> = RwLock::new(BTreeMap::new());

/// Takes a thread's stack out of the list when the thread ends.
struct Own(Arc<Stack>);

impl Drop for Own {
    fn drop(&mut self) {
        let mut stacks = STACKS.write().unwrap_or_else(PoisonError::into_inner);
        // The memory may be another thread's stack already.
        if stacks
            .get(&self.0.high)
            .is_some_and(|stack| Arc::ptr_eq(stack, &self.0))
        {
            stacks.remove(&self.0.high);
        }
    }
}

thread_local! {
    static OWN: RefCell<Option<Own>> = const { RefCell::new(None) };
}

/// Does something with the list of this thread. At the end of a thread there may be none.
fn with_own(change: impl FnOnce(&Stack)) {
    let _ended = OWN.try_with(|own| {
        let mut own = own.borrow_mut();
        let own = own.get_or_insert_with(|| {
            let stack = Arc::new(this_threads());
            let mut stacks = STACKS.write().unwrap_or_else(PoisonError::into_inner);
            stacks.insert(stack.high, Arc::clone(&stack));
            Own(stack)
        });
        change(&own.0);
    });
}

fn change(change: impl FnOnce(&mut Vec<(usize, Owner)>)) {
    with_own(|stack| change(&mut stack.begins.lock().unwrap_or_else(PoisonError::into_inner)));
}

/// The thread's whole stack belongs to a test.
pub(super) fn begin(owner: Owner) {
    with_own(|stack| {
        let mut begins = stack.begins.lock().unwrap_or_else(PoisonError::into_inner);
        begins.push((stack.high, owner));
    });
}

/// From here on, the frames of this thread belong to a test.
pub(super) fn push(place: *const u8, owner: Owner) {
    change(|begins| begins.push((place as usize, owner)));
}

/// Undoes the last [`push`].
pub(super) fn pop() {
    change(|begins| {
        begins.pop();
    });
}

/// Whose frame an address is in.
pub(super) fn owner(address: *const ()) -> Owner {
    let address = address as usize;
    let stack = {
        let stacks = STACKS.read().unwrap_or_else(PoisonError::into_inner);
        let above = stacks.range(address + 1..).next();
        above.map(|(_, stack)| Arc::clone(stack))
    };
    let Some(stack) = stack.filter(|stack| stack.low <= address) else {
        return NOBODY;
    };
    let begins = stack.begins.lock().unwrap_or_else(PoisonError::into_inner);
    owner_among(&begins, address)
}

fn owner_among(begins: &[(usize, Owner)], address: usize) -> Owner {
    let innermost = begins.iter().rev().find(|(begin, _)| *begin > address);
    innermost.map_or(NOBODY, |(_, owner)| *owner)
}

fn this_threads() -> Stack {
    let (low, high) = bounds();
    Stack {
        low,
        high,
        begins: Mutex::new(Vec::new()),
    }
}

/// The bounds of this thread's stack.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn bounds() -> (usize, usize) {
    use std::ffi::{c_int, c_void};
    /// Room for a `pthread_attr_t`, which has 56 bytes.
    type Attributes = [u64; 16];
    unsafe extern "C" {
        fn pthread_self() -> usize;
        fn pthread_getattr_np(thread: usize, attributes: *mut Attributes) -> c_int;
        fn pthread_attr_getstack(
            attributes: *const Attributes,
            low: *mut *mut c_void,
            bytes: *mut usize,
        ) -> c_int;
        fn pthread_attr_destroy(attributes: *mut Attributes) -> c_int;
    }
    let mut attributes: Attributes = [0; 16];
    let (mut low, mut bytes) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are initialised by the first call, if it succeeds, and destroyed once.
    let known = unsafe {
        let filled = pthread_getattr_np(pthread_self(), &raw mut attributes) == 0;
        let known = filled
            && pthread_attr_getstack(&raw const attributes, &raw mut low, &raw mut bytes) == 0;
        if filled {
            pthread_attr_destroy(&raw mut attributes);
        }
        known
    };
    match known {
        true => (low as usize, low as usize + bytes),
        false => around_here(),
    }
}

/// The bounds of this thread's stack.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn bounds() -> (usize, usize) {
    around_here()
}

/// What is certainly the stack of this thread and of no other, if its size is the usual one.
fn around_here() -> (usize, usize) {
    const BELOW: usize = 1 << 20;
    const ABOVE: usize = 1 << 12;
    let here = 0_u8;
    let here = (&raw const here) as usize;
    (here.saturating_sub(BELOW), here + ABOVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_work_above_an_address_has_pushed_its_frame() {
        let begins = [(9000, 1), (7000, 2), (5000, 1)];
        let owners =
            [9000, 8999, 7000, 6999, 5000, 4999, 100].map(|address| owner_among(&begins, address));
        assert_eq!(owners, [0, 1, 1, 2, 2, 1, 1]);
    }

    #[test]
    fn the_frames_of_other_threads_are_known_while_they_live() {
        let outer = 0_u8;
        let outer: *const u8 = &raw const outer;
        push(outer, 5);
        let [address, above] = [frame(), outer as usize];
        let asked = move || [address, above].map(|at| owner(std::ptr::without_provenance(at)));
        let seen = std::thread::spawn(asked).join().expect("it ends");
        pop();
        assert_eq!(seen, [5, 0]);
        assert_eq!(std::thread::spawn(asked).join().expect("it ends"), [0, 0]);
    }

    /// An address in a frame below that of the caller.
    #[inline(never)]
    fn frame() -> usize {
        let here = [0_u8; 64];
        std::hint::black_box(&raw const here) as usize
    }
}
