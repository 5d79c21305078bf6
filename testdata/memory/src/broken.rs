//! Each of these types has one error of memory.

use std::mem::ManuallyDrop;
use std::ptr;

/// A stack that remembers where its last item is.
#[derive(Default)]
pub struct Stack {
    items: Vec<Box<u32>>,
    last: Option<ptr::NonNull<u32>>,
}

impl Stack {
    /// An empty stack.
    pub fn new() -> Stack {
        Stack::default()
    }

    /// Adds an item.
    pub fn push(&mut self, item: u32) {
        let mut item = Box::new(item);
        self.last = Some(ptr::NonNull::from(&mut *item));
        self.items.push(item);
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The last item. After `clear`, its memory is freed.
    pub fn last(&self) -> Option<u32> {
        self.last.map(|last| unsafe { *last.as_ptr() }) // use after free
    }
}

/// A row of bytes.
pub struct Row(Box<[u8]>);

impl Row {
    /// A row of one more zeros than this.
    pub fn new(length: u8) -> Row {
        Row(vec![0; 1 + usize::from(length)].into_boxed_slice())
    }

    /// The byte at a position, counted from 1.
    pub fn at(&self, position: u8) -> Option<u8> {
        let position = usize::from(position);
        if position > self.0.len() {
            return None;
        }
        Some(unsafe { *self.0.as_ptr().add(position) }) // heap overflow
    }
}

/// A name that can be taken.
pub struct Name(ManuallyDrop<String>);

impl Name {
    /// A name of so many letters.
    pub fn new(letters: u8) -> Name {
        Name(ManuallyDrop::new("a".repeat(1 + usize::from(letters))))
    }

    /// Takes the name, and leaves it where it is.
    pub fn take(&mut self) -> String {
        unsafe { ManuallyDrop::take(&mut self.0) }
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        unsafe { ManuallyDrop::drop(&mut self.0) } // double free
    }
}

/// Keeps the words that are liked, in their order. If `is_liked` panics, words that were dropped are still there.
pub fn retain(words: &mut Vec<String>, mut is_liked: impl FnMut(&str) -> bool) {
    let mut kept = 0;
    for at in 0..words.len() {
        unsafe {
            let word = words.as_mut_ptr().add(at);
            if is_liked(&*word) {
                ptr::copy(word, words.as_mut_ptr().add(kept), 1);
                kept += 1;
            } else {
                ptr::drop_in_place(word); // dropped before a panic
            }
        }
    }
    unsafe { words.set_len(kept) }
}

/// As many values as told, but at most seven. If `make` panics, values that were never made are dropped.
pub fn made<T>(count: u8, mut make: impl FnMut() -> T) -> Vec<T> {
    let count = usize::from(count.min(7));
    let mut made: Vec<T> = Vec::with_capacity(count);
    unsafe {
        made.set_len(count);
        for at in 0..count {
            let value = make();
            made.as_mut_ptr().add(at).write(value);
        }
    }
    made
} // dropped without having been made
