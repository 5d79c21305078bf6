//! A package of edition 2018 without `std`: `TryFrom` and `TryInto` are not in its prelude, and arrays have no `into_iter` of their own.
#![no_std]

extern crate alloc;

use alloc::vec::Vec;
use core::convert::{TryFrom, TryInto};
use core::iter::FromIterator;

/// A sorted list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sorted {
    items: Vec<i32>,
}

impl FromIterator<i32> for Sorted {
    fn from_iter<I: IntoIterator<Item = i32>>(items: I) -> Sorted {
        let mut items: Vec<i32> = items.into_iter().collect();
        items.sort();
        Sorted { items }
    }
}

impl IntoIterator for Sorted {
    type Item = i32;
    type IntoIter = alloc::vec::IntoIter<i32>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

/// Why a list is not sorted: the place of the first item that is smaller than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsorted(pub usize);

impl TryFrom<Vec<i32>> for Sorted {
    type Error = Unsorted;

    fn try_from(items: Vec<i32>) -> Result<Sorted, Unsorted> {
        match items.windows(2).position(|pair| pair[0] > pair[1]) {
            Some(place) => Err(Unsorted(place + 1)),
            None => Ok(Sorted { items }),
        }
    }
}

impl TryInto<[i32; 2]> for Sorted {
    type Error = Sorted;

    fn try_into(self) -> Result<[i32; 2], Sorted> {
        match self.items[..] {
            [low, high] => Ok([low, high]),
            _ => Err(self),
        }
    }
}

impl Sorted {
    /// The item in the middle.
    pub fn median(&self) -> Option<i32> {
        self.items.get(self.items.len() / 2).copied()
    }
}

/// Whether a list has an item twice.
fn has_twins(list: &Sorted) -> bool {
    list.items.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether some items are all different.
pub fn are_different(items: [i32; 3]) -> bool {
    !has_twins(&items.iter().copied().collect())
}
