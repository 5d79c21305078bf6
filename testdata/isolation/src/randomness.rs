//! Decisions by chance. The only source of chance in std are the keys of hash tables.

use std::hash::{BuildHasher, RandomState};

fn random() -> u64 {
    RandomState::new().hash_one(0_u8)
}

/// Heads or tails.
pub fn coin() -> &'static str {
    if random().is_multiple_of(2) {
        "heads"
    } else {
        "tails"
    }
}

/// What a die shows.
pub fn die() -> u64 {
    random() % 6 + 1
}

/// One of the items.
pub fn pick<'a>(items: &[&'a str]) -> Option<&'a str> {
    if items.is_empty() {
        return None;
    }
    let index = random() as usize % items.len();
    Some(items[index])
}

/// How long to wait before a try, in milliseconds: longer after each one, and not the same for everybody.
pub fn delay(tries: u32) -> u64 {
    let base = 100 << tries.min(6);
    let longer = random() % 100;
    if longer < 50 {
        base - longer
    } else {
        base + longer
    }
}
