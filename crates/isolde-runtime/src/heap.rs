//! Live allocations of this run, to find out which object an address lies in.
//!
//! This is a hash table by address whose entries never move: an object is at most `PROBES` slots above its home slot, and neighbours in memory are
//! neighbours in the table, so the object around an address is found by searching downwards from the slot of that address.

use crate::area::Area;
use crate::program::Range;

const SLOTS: usize = 1 << 16;
/// Addresses per slot: allocations are aligned to 16 bytes.
const UNIT: u64 = 16;
/// How many slots an object may be above its home slot.
const PROBES: usize = 8;
/// Size of the largest object that can be found by an address inside it.
pub const MAX_OBJECT: u64 = 1 << 14;

#[derive(Clone, Copy, Debug)]
struct Slot {
    base: u64,
    size: u32,
    run: u32,
}

/// The allocations.
#[derive(Debug)]
pub struct Heap {
    slots: Area<Slot>,
    run: u32,
}

impl Heap {
    /// A table without memory.
    pub const fn new() -> Heap {
        Heap {
            slots: Area::EMPTY,
            run: 0,
        }
    }

    /// Maps the table.
    pub fn attach(&mut self) {
        self.slots = Area::map(SLOTS);
    }

    /// Forgets everything.
    pub fn restart(&mut self) {
        self.run = self.run.wrapping_add(1);
    }

    /// Notes an allocation. Objects for which there is no free slot remain unknown.
    pub fn insert(&mut self, base: u64, size: u64) {
        if self.slots.is_empty() {
            return;
        }
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let mut free = None;
        for index in probes(base) {
            let slot = self.slots.get(index);
            let live = slot.run == self.run;
            if live && slot.base == base {
                free = Some(index);
                break;
            }
            if !live && free.is_none() {
                free = Some(index);
            }
        }
        if let Some(index) = free {
            self.slots.set(
                index,
                Slot {
                    base,
                    size,
                    run: self.run,
                },
            );
        }
    }

    /// Notes a deallocation; returns the object if it was known.
    pub fn remove(&mut self, base: u64) -> Option<Range> {
        if self.slots.is_empty() {
            return None;
        }
        for index in probes(base) {
            let slot = self.slots.get(index);
            if slot.run == self.run && slot.base == base {
                self.slots.set(
                    index,
                    Slot {
                        base: 0,
                        size: 0,
                        run: self.run.wrapping_sub(1),
                    },
                );
                return Some(Range {
                    base,
                    size: slot.size as u64,
                });
            }
        }
        None
    }

    /// The object of at most [`MAX_OBJECT`] bytes that contains the `bytes` bytes at `address`.
    pub fn find(&self, address: u64, bytes: u64) -> Option<Range> {
        if self.slots.is_empty() {
            return None;
        }
        let home = (address / UNIT) as usize;
        let below = (MAX_OBJECT / UNIT) as usize;
        for distance in 0..below + PROBES {
            let index = home.wrapping_add(PROBES - 1).wrapping_sub(distance) % SLOTS;
            let slot = self.slots.get(index);
            let range = Range {
                base: slot.base,
                size: slot.size as u64,
            };
            if slot.run == self.run && range.size <= MAX_OBJECT && range.holds(address, bytes) {
                return Some(range);
            }
        }
        None
    }
}

impl Default for Heap {
    fn default() -> Heap {
        Heap::new()
    }
}

fn probes(base: u64) -> impl Iterator<Item = usize> {
    let home = (base / UNIT) as usize;
    (0..PROBES).map(move |step| home.wrapping_add(step) % SLOTS)
}

#[cfg(test)]
mod tests {
    use super::{Heap, SLOTS};
    use crate::program::Range;

    #[test]
    fn objects_are_found_by_inner_addresses_while_they_live() {
        let mut heap = Heap::new();
        heap.attach();
        heap.restart();
        heap.insert(0x5000, 100);
        heap.insert(0x5070, 16_000);
        // Another object with the same home slot, further up in memory.
        heap.insert(0x5000 + 16 * SLOTS as u64, 64);
        assert_eq!(
            heap.find(0x5063, 1),
            Some(Range {
                base: 0x5000,
                size: 100
            })
        );
        assert_eq!(heap.find(0x5063, 2), None);
        assert_eq!(
            heap.find(0x5070 + 15_999, 1),
            Some(Range {
                base: 0x5070,
                size: 16_000
            })
        );
        assert_eq!(
            heap.find(0x5000 + 16 * SLOTS as u64 + 8, 8)
                .map(|range| range.size),
            Some(64)
        );
        assert_eq!(
            heap.remove(0x5000),
            Some(Range {
                base: 0x5000,
                size: 100
            })
        );
        assert_eq!(heap.remove(0x5000), None);
        assert_eq!(heap.find(0x5000, 1), None);
        heap.restart();
        assert_eq!(heap.find(0x5070, 1), None);
    }
}
