//! Whether the library is at work in this thread.

use super::pass;

/// While a value of this type lives, hooks of this thread do nothing, because the calls are the library's own.
///
/// The state is a byte that the pass made and that hooks read directly, because the functions that access Rust's thread locals may be hooked.
pub(super) struct Busy(Option<u8>);

impl Busy {
    pub fn begin() -> Busy {
        // SAFETY: the pointer is null or that of a byte of this thread.
        unsafe {
            let busy = pass::busy();
            if busy.is_null() {
                return Busy(None);
            }
            let before = *busy;
            *busy = 1;
            Busy(Some(before))
        }
    }
}

impl Busy {
    /// Whether the library was at work already.
    pub fn was_begun(&self) -> bool {
        self.0.is_some_and(|before| before != 0)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(before) = self.0 {
            // SAFETY: as above.
            unsafe { *pass::busy() = before }
        }
    }
}

/// Makes hooks active again if a function that a hook called panics. Without a panic, the hook does that itself.
pub(super) struct Unwinds;

impl Drop for Unwinds {
    fn drop(&mut self) {
        // SAFETY: the pointer is null or that of a byte of this thread.
        if let Some(busy) = unsafe { pass::busy().as_mut() } {
            *busy = 0;
        }
    }
}
