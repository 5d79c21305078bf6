//! The memory shared with the worker, as the runtime uses it: areas and words at the offsets of [`Shared`].

use crate::area::{Area, Word};
use crate::sys;
use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering};
use isolde_abi::shared::{
    ChoiceRecord, Comparison, Header, LOSSES, MAGIC, MAX_CHOICES, MAX_COMPARISONS, MAX_COVERAGE,
    MAX_NODES, MAX_PATH, MAX_TABLE_DATA, MAX_TABLES, MAX_TAPE, MAX_TEXT, Node, PASSED, PathEntry,
    SET_UP, SHARED_SIZE, Shared, Table, TapeEntry,
};
use isolde_abi::symbol::Loss;

/// The bits of [`PASSED`] in eight coverage bytes.
const LOWEST_BITS: u64 = u64::from_ne_bytes([PASSED; 8]);

/// Coverage bytes as they were before values were checked, eight in each word.
static BEFORE_CHECKS: [AtomicU64; MAX_COVERAGE / size_of::<u64>()] =
    [const { AtomicU64::new(0) }; MAX_COVERAGE / size_of::<u64>()];

/// Eight coverage bytes in which [`PASSED`] became [`SET_UP`], where `which` has its bit.
fn set_up(bytes: u64, which: u64) -> u64 {
    let passed = bytes & which;
    bytes & !passed | passed << (SET_UP / PASSED).ilog2()
}

/// Access to everything in the shared memory. It is copied like a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    base: *mut Shared,
}

macro_rules! areas {
    ($($(#[$doc:meta])* $name:ident: $element:ty, $len:expr;)*) => {
        $($(#[$doc])*
        pub fn $name(&self) -> Area<$element> {
            if self.base.is_null() { return Area::EMPTY; }
            // SAFETY: the field lies inside the block, which stays mapped; its elements are plain numbers.
            unsafe { Area::at((&raw mut (*self.base).$name).cast(), $len) }
        })*
    };
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $field:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self) -> Word {
            if self.base.is_null() { return Word::NOWHERE; }
            // SAFETY: the field lies inside the block, which stays mapped.
            unsafe { Word::at(&raw mut (*self.base).header.$field) }
        })*
    };
}

impl Memory {
    /// No shared memory.
    pub const NONE: Memory = Memory {
        base: core::ptr::null_mut(),
    };

    /// The block at `base`.
    ///
    /// # Safety
    /// `base` must be aligned as [`Shared`], and stay valid for reads and writes of [`SHARED_SIZE`] bytes.
    pub const unsafe fn at(base: *mut u8) -> Memory {
        Memory { base: base.cast() }
    }

    /// Maps the memory file of a worker. `None` if it does not have this layout.
    pub fn of_file(fd: i32) -> Option<Memory> {
        let base = sys::map_file(fd, SHARED_SIZE)?;
        // SAFETY: a whole page-aligned block was mapped and is never unmapped.
        let memory = unsafe { Memory::at(base) };
        match memory.magic().get() {
            0 | MAGIC => {
                memory.magic().set(MAGIC);
                Some(memory)
            }
            _ => None,
        }
    }

    /// Whether there is memory.
    pub const fn is_mapped(&self) -> bool {
        !self.base.is_null()
    }

    areas! {
        /// The tape, sorted by key.
        tape: TapeEntry, MAX_TAPE;
        /// Choices made.
        choices: ChoiceRecord, MAX_CHOICES;
        /// Tables read at symbolic addresses.
        tables: Table, MAX_TABLES;
        /// Comparisons that path conditions may not show.
        comparisons: Comparison, MAX_COMPARISONS;
        /// Path conditions.
        path: PathEntry, MAX_PATH;
        /// Expression nodes.
        nodes: Node, MAX_NODES;
        /// Bytes of the tables.
        table_data: u8, MAX_TABLE_DATA;
        /// Messages and rendered values.
        text: u8, MAX_TEXT;
    }

    words! {
        /// Layout check.
        magic = magic;
        /// Process id of the running child.
        child = child;
        /// Request: thunk to run.
        thunk = thunk;
        /// Request flags.
        flags = flags;
        /// Request: number of the mutant that runs.
        mutant = mutant;
        /// Request: entries on the tape.
        tape_len = tape_len;
        /// Request: maximum number of path conditions.
        path_limit = path_limit;
        /// Answer: outcome.
        outcome = outcome;
        /// Answer: choices made.
        choices_made = choices;
        /// Answer: nodes used, counting the unused first one.
        nodes_used = nodes;
        /// Answer: path conditions recorded.
        path_used = path;
        /// Answer: tables used.
        tables_used = tables;
        /// Answer: bytes of table data used.
        table_data_used = table_data;
        /// Answer: comparisons kept.
        comparisons_kept = comparisons;
        /// Answer: bytes of text.
        text_used = text;
        /// Answer: whether some area was full.
        full = full;
        /// Answer: phase.
        phase = phase;
        /// Coverage points of the program.
        coverage = coverage;
        /// Answer: whether hash tables without true hashes cost too much.
        crowded = crowded;
    }

    /// Request: seed of choices that are not on the tape.
    pub fn seed(&self) -> u64 {
        if self.base.is_null() {
            return 0;
        }
        // SAFETY: the field lies inside the block.
        unsafe { (*self.base).header.seed }
    }

    /// Answer: summary of the returned value.
    pub fn set_shape(&self, shape: u64) {
        if !self.base.is_null() {
            // SAFETY: the field lies inside the block.
            unsafe { (*self.base).header.shape = shape }
        }
    }

    /// Counter number `index` of lost precision; counter 0 is for shadows of a wrong width, which only a bug in a pass can cause.
    pub fn lost(&self, index: u32) -> Word {
        if self.base.is_null() {
            return Word::NOWHERE;
        }
        let offset = offset_of!(Shared, header)
            + offset_of!(Header, lost)
            + (index as usize % LOSSES) * size_of::<u32>();
        // SAFETY: the element lies inside the block.
        unsafe { Word::at(self.base.byte_add(offset).cast()) }
    }

    /// Counts a loss.
    pub fn count(&self, loss: Loss) {
        self.lost(loss as u32).increment();
    }

    /// Marks the coverage points passed so far as passed before the call.
    pub fn mark_set_up(&self) {
        self.change_passed(|_, bytes| set_up(bytes, LOWEST_BITS));
    }

    /// Remembers the coverage points passed so far, for [`mark_checks`](Memory::mark_checks).
    pub fn remember_passed(&self) {
        self.change_passed(|index, bytes| {
            BEFORE_CHECKS[index].store(bytes, Ordering::Relaxed);
            bytes
        });
    }

    /// Marks the coverage points passed since they were remembered like those passed before the call.
    pub fn mark_checks(&self) {
        self.change_passed(|index, bytes| {
            let before = BEFORE_CHECKS[index].load(Ordering::Relaxed);
            set_up(bytes, LOWEST_BITS & !before)
        });
    }

    /// Changes the coverage bytes, eight at a time. `change` also gets the number of the word.
    fn change_passed(&self, change: impl Fn(usize, u64) -> u64) {
        if self.base.is_null() {
            return;
        }
        let points = (self.coverage().get() as usize).min(MAX_COVERAGE);
        for index in 0..points.div_ceil(size_of::<u64>()) {
            // SAFETY: the coverage bytes are page-aligned and a multiple of words long, and the block stays mapped.
            unsafe {
                let word = (&raw mut (*self.base).coverage).cast::<u64>().add(index);
                // Nearly all words are zero, and their pages should not be written to.
                let bytes = word.read_volatile();
                let changed = change(index, bytes);
                if changed != bytes {
                    word.write_volatile(changed);
                }
            }
        }
    }

    /// Clears the answer, for a new run. Areas need no clearing: the counters determine which part of them is used.
    pub fn clear_answer(&self) {
        for word in [
            self.outcome(),
            self.choices_made(),
            self.path_used(),
            self.tables_used(),
            self.table_data_used(),
            self.comparisons_kept(),
            self.text_used(),
            self.full(),
            self.phase(),
            self.crowded(),
        ] {
            word.set(0);
        }
        self.nodes_used().set(1);
        self.set_shape(0);
        for index in 0..LOSSES {
            self.lost(index as u32).set(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_only_checks_pass_are_none_of_the_calls() {
        // Passed by the calls, by both, by checks only, before the calls, by checks that passed them again.
        let (before, after) = ([1, 1, 0, 2, 0, 0, 0, 0], [1, 1, 1, 2, 0, 1, 0, 0]);
        let [before, after] = [before, after].map(u64::from_ne_bytes);
        let marked = set_up(after, LOWEST_BITS & !before).to_ne_bytes();
        assert_eq!(marked, [1, 1, SET_UP, 2, 0, SET_UP, 0, 0]);
        assert_eq!(
            set_up(after, LOWEST_BITS).to_ne_bytes(),
            [2, 2, 2, 2, 0, 2, 0, 0]
        );
    }
}
