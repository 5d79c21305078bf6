//! Sentences. `first` panics if the index is out of bounds.

/// Would panic for unknown names.
pub fn would_panic(name: &str) -> usize {
    match name {
        "" => panic!("a name without letters"),
        name => name.len(),
    }
}

/// A word of four. It may panic if it is out of range.
pub fn may_panic(number: usize) -> &'static str {
    ["one", "two", "three", "four"][number]
}

/// A number of five.
pub fn in_a_module_with_a_sentence(number: usize) -> u64 {
    [11, 12, 13, 14, 15][number]
}
