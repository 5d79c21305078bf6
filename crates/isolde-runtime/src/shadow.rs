//! Shadow memory: for each byte of the program's memory, the node of its value, or 0 if it is concrete, and the value that the byte had when the node
//! was set.
//!
//! Not everything that writes memory calls the runtime: the kernel does not, nor does C code. If a byte no longer has the value that is kept with its
//! shadow, such a writer has changed it, and the shadow is stale. [`Shadow::get`] returns the kept value so that callers can compare it.
//!
//! Shadows lie in leaves of 1,024 addresses, found through a hash table by address; both are stamped with the run, so that a new run
//! starts empty without clearing anything. The filter belongs to the program: it has a byte for each granule of 64 bytes, which is not 0 if something
//! in or near the granule may be symbolic.

use crate::area::Area;
use isolde_abi::symbol::{FILTER_SIZE, GRANULE_BITS, WIDEST_ACCESS};

/// Addresses in a leaf, so that its shadows fill a page.
const LEAF: usize = 1024;
/// Maximum number of leaves in a run, that is, of separate ranges with symbolic bytes.
const MAX_LEAVES: usize = 1 << 14;
/// Entries of the directory.
const DIRECTORY: usize = 1 << 15;
/// How far below a symbolic byte a load that reads the byte may begin.
const REACH: u64 = WIDEST_ACCESS - 1;

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Number of the leaf's range of addresses.
    range: u64,
    leaf: u32,
    /// Run that the entry belongs to.
    run: u32,
}

/// The shadow memory.
#[derive(Debug)]
pub struct Shadow {
    filter: Area<u8>,
    /// Filter bytes that this run set.
    touched: Area<u32>,
    touched_len: usize,
    directory: Area<Entry>,
    leaves: Area<u32>,
    /// Values, at the same indices as their nodes in `leaves`.
    values: Area<u8>,
    /// Leaves in use, and the most that ever were in use; those beyond are still zero.
    leaves_len: usize,
    leaves_dirty: usize,
    run: u32,
    /// The entry that was found last.
    last: Entry,
}

impl Shadow {
    /// Without memory.
    pub const fn new() -> Shadow {
        Shadow {
            filter: Area::EMPTY,
            touched: Area::EMPTY,
            touched_len: 0,
            directory: Area::EMPTY,
            leaves: Area::EMPTY,
            values: Area::EMPTY,
            leaves_len: 0,
            leaves_dirty: 0,
            run: 0,
            last: Entry {
                range: 0,
                leaf: 0,
                run: 0,
            },
        }
    }

    /// Uses the program's filter, of [`FILTER_SIZE`] bytes, and maps what else is needed. With an empty filter there is no shadow memory.
    pub fn attach(&mut self, filter: Area<u8>) {
        self.filter = filter;
        if !filter.is_empty() {
            self.touched = Area::map(FILTER_SIZE);
            self.directory = Area::map(DIRECTORY);
            self.leaves = Area::map(MAX_LEAVES * LEAF);
            self.values = Area::map(MAX_LEAVES * LEAF);
        }
    }

    /// Forgets everything.
    pub fn restart(&mut self) {
        for index in 0..self.touched_len {
            self.filter.set(self.touched.get(index) as usize, 0);
        }
        self.touched_len = 0;
        self.leaves_len = 0;
        self.run = self.run.wrapping_add(1);
    }

    /// Whether something at or near the range may be symbolic.
    pub fn any(&self, address: u64, bytes: u64) -> bool {
        if bytes == 0 || self.filter.is_empty() {
            return false;
        }
        let first = address >> GRANULE_BITS;
        let last = address.saturating_add(bytes - 1) >> GRANULE_BITS;
        let count = (last - first + 1).min(FILTER_SIZE as u64);
        (0..count).any(|index| self.filter.get(granule_index(first + index)) != 0)
    }

    /// The node of a byte, 0 if it is concrete, and the value it had when the node was set.
    #[inline]
    pub fn get(&mut self, address: u64) -> (u32, u8) {
        if self.filter.is_empty() || self.filter.get(granule_index(address >> GRANULE_BITS)) == 0 {
            return (0, 0);
        }
        match self.leaf(address) {
            Some(leaf) => {
                let place = leaf * LEAF + address as usize % LEAF;
                (self.leaves.get(place), self.values.get(place))
            }
            None => (0, 0),
        }
    }

    /// Makes a byte concrete.
    #[inline]
    pub fn unset(&mut self, address: u64) {
        if !self.filter.is_empty()
            && self.filter.get(granule_index(address >> GRANULE_BITS)) != 0
            && let Some(leaf) = self.leaf(address)
        {
            self.leaves.set(leaf * LEAF + address as usize % LEAF, 0);
        }
    }

    /// Sets the node of a byte that has this value; 0 makes it concrete. Returns false if there was no room.
    #[inline]
    pub fn set(&mut self, address: u64, node: u32, value: u8) -> bool {
        if node == 0 {
            self.unset(address);
            return true;
        }
        if self.filter.is_empty() {
            return false;
        }
        let leaf = match self.leaf(address) {
            Some(leaf) => leaf,
            None => match self.new_leaf(address) {
                Some(leaf) => leaf,
                None => return false,
            },
        };
        self.touch(address);
        self.touch(address.wrapping_sub(REACH));
        let place = leaf * LEAF + address as usize % LEAF;
        self.leaves.set(place, node);
        self.values.set(place, value);
        true
    }

    fn touch(&mut self, address: u64) {
        let index = granule_index(address >> GRANULE_BITS);
        if self.filter.get(index) == 0 {
            self.filter.set(index, 1);
            self.touched.set(self.touched_len, index as u32);
            self.touched_len += 1;
        }
    }

    fn leaf(&mut self, address: u64) -> Option<usize> {
        let range = address / LEAF as u64;
        if self.last.range == range && self.last.run == self.run {
            return Some(self.last.leaf as usize);
        }
        let entry = self.directory.get(self.slot(range));
        if entry.run != self.run || entry.range != range {
            return None;
        }
        self.last = entry;
        Some(entry.leaf as usize)
    }

    /// The slot of the range in the directory, or where it would be entered. The directory is never more than half full. Neighbouring ranges have
    /// neighbouring slots, so that few pages are touched.
    fn slot(&self, range: u64) -> usize {
        let mut slot = range as usize % DIRECTORY;
        loop {
            let entry = self.directory.get(slot);
            if entry.run != self.run || entry.range == range {
                return slot;
            }
            slot = (slot + 1) % DIRECTORY;
        }
    }

    fn new_leaf(&mut self, address: u64) -> Option<usize> {
        let leaf = self.leaves_len;
        if leaf == MAX_LEAVES {
            return None;
        }
        if leaf < self.leaves_dirty {
            for index in 0..LEAF {
                self.leaves.set(leaf * LEAF + index, 0);
            }
        } else {
            self.leaves_dirty = leaf + 1;
        }
        self.leaves_len = leaf + 1;
        let range = address / LEAF as u64;
        let entry = Entry {
            range,
            leaf: leaf as u32,
            run: self.run,
        };
        let slot = self.slot(range);
        self.directory.set(slot, entry);
        self.last = entry;
        Some(leaf)
    }

    /// Makes a range concrete.
    pub fn clear(&mut self, address: u64, bytes: u64) {
        self.each_suspect(address, bytes, |shadow, at| {
            shadow.unset(at);
        });
    }

    /// Copies shadows as `memmove` copies bytes. Returns false if there was no room.
    pub fn copy(&mut self, to: u64, from: u64, bytes: u64) -> bool {
        if to == from {
            return true;
        }
        if !self.any(from, bytes) {
            self.clear(to, bytes);
            return true;
        }
        let mut fits = true;
        for step in 0..bytes {
            // Copies upwards if the destination is lower, so that overlapping bytes are read before they are overwritten.
            let offset = if to < from { step } else { bytes - 1 - step };
            let (node, value) = self.get(from.wrapping_add(offset));
            fits &= self.set(to.wrapping_add(offset), node, value);
        }
        fits
    }

    /// Whether some byte of the range is symbolic.
    pub fn is_symbolic(&mut self, address: u64, bytes: u64) -> bool {
        let mut found = false;
        self.each_suspect(address, bytes, |shadow, at| found |= shadow.get(at).0 != 0);
        found
    }

    /// Calls `visit` for those bytes of the range whose granule may contain symbolic bytes.
    pub fn each_suspect(
        &mut self,
        address: u64,
        bytes: u64,
        mut visit: impl FnMut(&mut Shadow, u64),
    ) {
        if self.filter.is_empty() {
            return;
        }
        let mut done = 0;
        while done < bytes {
            let at = address.wrapping_add(done);
            let rest = (1 << GRANULE_BITS) - at % (1 << GRANULE_BITS);
            let here = if rest < bytes - done {
                rest
            } else {
                bytes - done
            };
            if self.filter.get(granule_index(at >> GRANULE_BITS)) != 0 {
                for offset in 0..here {
                    visit(self, at + offset);
                }
            }
            done += here;
        }
    }
}

impl Default for Shadow {
    fn default() -> Shadow {
        Shadow::new()
    }
}

#[inline]
fn granule_index(granule: u64) -> usize {
    granule as usize % FILTER_SIZE
}

#[cfg(test)]
mod tests {
    use super::{FILTER_SIZE, MAX_LEAVES, Shadow};
    use crate::area::Area;

    fn shadow() -> Shadow {
        let mut shadow = Shadow::new();
        shadow.attach(Area::map(FILTER_SIZE));
        shadow.restart();
        shadow
    }

    #[test]
    fn bytes_keep_their_nodes_until_they_are_cleared_or_the_run_ends() {
        let mut shadow = shadow();
        let address = 0x7fff_1234_5678;
        assert!(!shadow.any(address, 8));
        for offset in 0..3000 {
            assert!(shadow.set(address + offset, 100 + offset as u32, offset as u8));
        }
        assert_eq!(shadow.get(address + 2999), (3099, (2999 % 256) as u8));
        assert_eq!(shadow.get(address + 3000).0, 0);
        assert!(
            shadow.any(address - 15, 1),
            "a wide load below must see the byte"
        );
        shadow.clear(address + 10, 20);
        assert_eq!(
            (
                shadow.get(address + 9).0,
                shadow.get(address + 10).0,
                shadow.get(address + 30).0
            ),
            (109, 0, 130)
        );
        shadow.restart();
        assert!(!shadow.any(address, 3000));
        assert_eq!(shadow.get(address).0, 0);
        assert!(shadow.set(address, 5, 0));
        assert_eq!(
            (shadow.get(address).0, shadow.get(address + 1).0),
            (5, 0),
            "a reused leaf is empty"
        );
    }

    #[test]
    fn addresses_that_share_a_filter_byte_have_their_own_shadows() {
        let mut shadow = shadow();
        let far = 0x1000_0000 + ((FILTER_SIZE as u64) << 6);
        shadow.set(0x1000_0000, 7, 0);
        assert!(shadow.any(far, 1));
        assert_eq!(shadow.get(far).0, 0);
        assert!(!shadow.is_symbolic(far, 64));
        assert!(shadow.is_symbolic(0x0fff_ffff, 64));
    }

    #[test]
    fn overlapping_copies_move_shadows_like_memmove() {
        for (from, to) in [(1000u64, 1003u64), (1003, 1000), (1000, 5000)] {
            let mut shadow = shadow();
            shadow.set(to + 10, 99, 0);
            for offset in 0..10 {
                shadow.set(from + offset, 1 + offset as u32, 0);
            }
            assert!(shadow.copy(to, from, 11));
            let copied: Vec<u32> = (0..11).map(|offset| shadow.get(to + offset).0).collect();
            assert_eq!(
                copied,
                [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0],
                "the concrete byte after them clears"
            );
        }
    }

    #[test]
    fn a_full_shadow_refuses() {
        let mut shadow = shadow();
        for leaf in 0..MAX_LEAVES as u64 {
            assert!(shadow.set(leaf * 1024, 1, 0));
        }
        assert!(!shadow.set(1 << 40, 1, 0));
        assert!(shadow.set(5, 3, 0));
    }
}
