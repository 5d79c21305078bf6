//! A place for a text.

use std::fmt::{self, Debug, Formatter};
use std::mem::ManuallyDrop;

/// A text that can be taken out once.
pub struct Slot {
    text: ManuallyDrop<String>,
    /// Whether the text is still there.
    full: bool,
}

impl Slot {
    /// A slot with a text.
    pub fn new(text: String) -> Slot {
        Slot {
            text: ManuallyDrop::new(text),
            full: true,
        }
    }

    /// Whether the text was taken.
    pub fn is_empty(&self) -> bool {
        !self.full
    }

    /// Takes the text.
    pub fn take(&mut self) -> Option<String> {
        if !self.full {
            return None;
        }
        self.full = false;
        // SAFETY: the text is there, and `full` says that it is not from now on.
        Some(unsafe { ManuallyDrop::take(&mut self.text) })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.full {
            // SAFETY: the text is there, and nothing uses it after the slot.
            unsafe { ManuallyDrop::drop(&mut self.text) };
        }
    }
}

impl Debug for Slot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut slot = f.debug_struct("Slot");
        slot.field("full", &self.full).finish_non_exhaustive()
    }
}
