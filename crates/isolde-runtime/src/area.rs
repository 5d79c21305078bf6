//! Tables in mapped memory: fixed arrays and words that are referred to by address, not owned.
//!
//! They can be copied freely, like pointers; the lock of the runtime prevents concurrent access.

use crate::sys;

/// An array of plain data in mapped memory. Reading or writing outside it aborts the program.
#[derive(Clone, Copy, Debug)]
pub struct Area<T> {
    base: *mut T,
    len: usize,
}

impl<T: Copy> Area<T> {
    /// An array without elements.
    pub const EMPTY: Area<T> = Area {
        base: core::ptr::null_mut(),
        len: 0,
    };

    /// A new private array of `len` zeroed elements; untouched pages cost nothing. `T` must be valid when zeroed.
    pub fn map(len: usize) -> Area<T> {
        Area {
            base: sys::map_private(len * size_of::<T>()).cast(),
            len,
        }
    }

    /// The array at `base`.
    ///
    /// # Safety
    /// `base` must stay valid for reads and writes of `len` initialized elements.
    pub const unsafe fn at(base: *mut T, len: usize) -> Area<T> {
        Area { base, len }
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first `len` elements; aborts when there are fewer.
    pub fn first(&self, len: usize) -> Area<T> {
        if len > self.len {
            sys::abort()
        }
        Area {
            base: self.base,
            len,
        }
    }

    /// The element's address; aborts when it is outside.
    #[inline]
    pub fn pointer(&self, index: usize) -> *mut T {
        if index >= self.len {
            sys::abort()
        }
        // SAFETY: inside the array.
        unsafe { self.base.add(index) }
    }

    /// Reads an element.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        // SAFETY: `pointer` checked the index, the array is valid.
        unsafe { *self.pointer(index) }
    }

    /// Writes an element.
    #[inline]
    pub fn set(&self, index: usize, value: T) {
        // SAFETY: `pointer` checked the index, the array is valid.
        unsafe { *self.pointer(index) = value }
    }
}

impl Area<u8> {
    /// Sets all bytes to 0. Bytes that are 0 already are only read, so that pages with nothing to clear are not copied.
    pub fn clear(&self) {
        const WORD: usize = size_of::<u64>();
        let words = self.len / WORD;
        for index in 0..words {
            // SAFETY: inside the array; the accesses are unaligned, so that bytes may be read and written in words anywhere.
            unsafe {
                let word = self.base.add(index * WORD).cast::<u64>();
                if word.read_unaligned() != 0 {
                    word.write_unaligned(0);
                }
            }
        }
        for index in words * WORD..self.len {
            self.set(index, 0);
        }
    }

    /// Copies `bytes` bytes into the array; aborts when they do not fit.
    ///
    /// # Safety
    /// `from` must be readable for `bytes` bytes.
    pub unsafe fn write(&self, index: usize, from: *const u8, bytes: usize) {
        if bytes == 0 {
            return;
        }
        if bytes > self.len || index > self.len - bytes {
            sys::abort()
        }
        // SAFETY: the destination was checked, the caller guarantees the source; `copy` allows overlap.
        unsafe { core::ptr::copy(from, self.base.add(index), bytes) }
    }
}

/// A word in shared memory.
#[derive(Clone, Copy, Debug)]
pub struct Word(*mut u32);

impl Word {
    /// A word without an address; using it aborts.
    pub const NOWHERE: Word = Word(core::ptr::null_mut());

    /// The word at `address`.
    ///
    /// # Safety
    /// `address` must stay valid for reads and writes.
    pub const unsafe fn at(address: *mut u32) -> Word {
        Word(address)
    }

    /// The word's value.
    #[inline]
    pub fn get(self) -> u32 {
        if self.0.is_null() {
            sys::abort()
        }
        // SAFETY: it has an address, which is valid.
        unsafe { *self.0 }
    }

    /// Sets the word's value.
    #[inline]
    pub fn set(self, value: u32) {
        if self.0.is_null() {
            sys::abort()
        }
        // SAFETY: it has an address, which is valid.
        unsafe { *self.0 = value }
    }

    /// Adds one.
    #[inline]
    pub fn increment(self) {
        self.set(self.get().wrapping_add(1));
    }
}
