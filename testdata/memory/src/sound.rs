//! The types of `broken`, mended.

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
        self.last = None;
        self.items.clear();
    }

    /// The last item.
    pub fn last(&self) -> Option<u32> {
        self.last.map(|last| unsafe { *last.as_ptr() })
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
        let position = usize::from(position).checked_sub(1)?;
        if position >= self.0.len() {
            return None;
        }
        Some(unsafe { *self.0.as_ptr().add(position) })
    }
}

/// A name that can be taken.
pub struct Name(ManuallyDrop<String>);

impl Name {
    /// A name of so many letters.
    pub fn new(letters: u8) -> Name {
        Name(ManuallyDrop::new("a".repeat(1 + usize::from(letters))))
    }

    /// Takes the name, and leaves an empty one.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut *self.0)
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        unsafe { ManuallyDrop::drop(&mut self.0) }
    }
}

/// Keeps the words that are liked, in their order. If `is_liked` panics, all words are leaked.
pub fn retain(words: &mut Vec<String>, mut is_liked: impl FnMut(&str) -> bool) {
    let length = words.len();
    unsafe { words.set_len(0) }
    let mut kept = 0;
    for at in 0..length {
        unsafe {
            let word = words.as_mut_ptr().add(at);
            if is_liked(&*word) {
                std::ptr::copy(word, words.as_mut_ptr().add(kept), 1);
                kept += 1;
            } else {
                std::ptr::drop_in_place(word);
            }
        }
    }
    unsafe { words.set_len(kept) }
}

/// As many values as told, but at most seven. If `make` panics, those made so far are leaked.
pub fn made<T>(count: u8, mut make: impl FnMut() -> T) -> Vec<T> {
    let count = usize::from(count.min(7));
    let mut made: Vec<T> = Vec::with_capacity(count);
    for at in 0..count {
        let value = make();
        unsafe { made.as_mut_ptr().add(at).write(value) }
    }
    unsafe { made.set_len(count) }
    made
}
