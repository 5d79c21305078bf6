//! Maps and sets.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// A key that was inserted.
pub fn hash_map(key: u32) {
    let map: HashMap<u32, &str> = (0..16).map(|n| (n * 1_000 + 7, if n == 11 { "here" } else { "there" })).collect();
    if map.get(&key) == Some(&"here") {
        panic!("goal: hash_map");
    }
}

/// A map that is an argument.
pub fn btree_map(map: BTreeMap<u8, u16>) {
    if map.len() == 2 && map.get(&40) == Some(&4_000) && map.range(41..).next().is_some_and(|(key, _)| *key > 200) {
        panic!("goal: btree_map");
    }
}

/// A string-keyed map that is an argument.
pub fn string_map(map: HashMap<String, u8>) {
    if map.get("ab") == Some(&200) {
        panic!("goal: string_map");
    }
}

/// A set with a sum.
pub fn set(set: BTreeSet<u8>) {
    if set.len() == 3 && set.iter().map(|item| u16::from(*item)).sum::<u16>() == 700 {
        panic!("goal: set");
    }
}

/// Both ends of a queue.
pub fn queue(queue: VecDeque<i8>) {
    if queue.len() > 2 && queue.front() == Some(&-5) && queue.back() == Some(&5) && queue[1] == 100 {
        panic!("goal: queue");
    }
}

/// Sorting brings the right element to the middle.
pub fn sorted(mut items: Vec<u8>) {
    items.sort_unstable();
    if items.len() == 3 && items[1] == 128 && items[0] == 127 && items[2] == 255 {
        panic!("goal: sorted");
    }
}
