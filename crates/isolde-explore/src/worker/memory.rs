//! The worker's side of the memory it shares with a program.
//!
//! The program on the other side may be arbitrarily broken, so every count that it writes is clamped before it is used.

use super::descriptors::raise;
use crate::error::{ExploreError, check, system};
use isolde_abi::shared::{
    COVERAGE_OFFSET, ChoiceRecord, Comparison, Header, LOSSES, MAGIC, MAX_CHOICES, MAX_COMPARISONS,
    MAX_COVERAGE, MAX_NODES, MAX_PATH, MAX_TABLE_DATA, MAX_TABLES, MAX_TAPE, MAX_TEXT, PASSED,
    SHARED_SIZE, Shared, TapeEntry,
};
use isolde_solver::{TableData, Trace};
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::ptr::NonNull;

/// Coverage points that a run passed, ascending.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Passed {
    /// All of them.
    pub(super) all: Vec<u32>,
    /// Those passed since the call began.
    pub(super) called: Vec<u32>,
}

/// One memory file, mapped.
pub(super) struct Memory {
    shared: NonNull<Shared>,
    file: OwnedFd,
}

// SAFETY: the mapping belongs to this value alone; access by other processes is governed by the protocol, not by Rust's rules for threads.
unsafe impl Send for Memory {}

impl Memory {
    /// A fresh, zeroed memory file.
    pub(super) fn new() -> Result<Memory, ExploreError> {
        // SAFETY: plain system calls; the descriptor is fresh and the mapping is checked.
        unsafe {
            let file = system(
                "create a memory file",
                check(libc::memfd_create(c"isolde".as_ptr(), libc::MFD_CLOEXEC)),
            )?;
            let file = raise(OwnedFd::from_raw_fd(file))?;
            system(
                "size a memory file",
                check(libc::ftruncate(
                    file.as_raw_fd(),
                    SHARED_SIZE as libc::off_t,
                )),
            )?;
            let address = libc::mmap(
                std::ptr::null_mut(),
                SHARED_SIZE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            );
            if address == libc::MAP_FAILED {
                return Err(ExploreError::System {
                    what: "map a memory file",
                    source: std::io::Error::last_os_error(),
                });
            }
            let shared = NonNull::new(address.cast::<Shared>()).expect("mmap does not return null");
            (&raw mut (*shared.as_ptr()).header.magic).write_volatile(MAGIC);
            Ok(Memory { shared, file })
        }
    }

    /// The memory file.
    pub(super) fn fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    fn pointer(&self) -> *mut Shared {
        self.shared.as_ptr()
    }

    /// A copy of the header.
    pub(super) fn header(&self) -> Header {
        // SAFETY: the mapping is live and the header is plain data.
        unsafe { (&raw const (*self.pointer()).header).read_volatile() }
    }

    /// Writes the request and clears the answer of the last run. `entries` must be sorted by key; those beyond [`MAX_TAPE`] are dropped.
    pub(super) fn request(
        &mut self,
        thunk: u32,
        flags: u32,
        seed: u64,
        path_limit: u32,
        entries: impl Iterator<Item = (u64, u64)>,
    ) {
        // SAFETY: the mapping is live, the indices are bounded by `take`, and no program runs while the worker writes a request.
        unsafe {
            let shared = self.pointer();
            let tape = (&raw mut (*shared).tape).cast::<TapeEntry>();
            let mut length = 0;
            for (key, value) in entries.take(MAX_TAPE) {
                tape.add(length).write(TapeEntry { key, value });
                length += 1;
            }
            let header = &raw mut (*shared).header;
            let mut next = header.read_volatile();
            (
                next.thunk,
                next.flags,
                next.seed,
                next.path_limit,
                next.tape_len,
            ) = (thunk, flags, seed, path_limit, length as u32);
            (
                next.outcome,
                next.choices,
                next.nodes,
                next.path,
                next.tables,
                next.table_data,
            ) = (0, 0, 0, 0, 0, 0);
            (next.text, next.full, next.shape, next.phase, next.crowded) = (0, 0, 0, 0, 0);
            next.comparisons = 0;
            next.lost = [0; LOSSES];
            header.write_volatile(next);
        }
    }

    /// Writes which mutant runs; 0 for the code itself.
    pub(super) fn choose_mutant(&mut self, mutant: u32) {
        // SAFETY: the mapping is live, and no program runs while the worker writes a request.
        unsafe { (&raw mut (*self.pointer()).header.mutant).write_volatile(mutant) }
    }

    /// Notes that no child is running.
    pub(super) fn clear_child(&mut self) {
        // SAFETY: the mapping is live.
        unsafe { (&raw mut (*self.pointer()).header.child).write_volatile(0) }
    }

    /// Copies `count` values from the start of an area of at most `max`.
    fn copy<T: Copy>(&self, area: *const T, count: u32, max: usize) -> Vec<T> {
        let count = (count as usize).min(max);
        let mut copy = Vec::with_capacity(count);
        // SAFETY: callers pass an area of `max` values of the mapping; the types are plain data, so any bytes are a value.
        unsafe {
            std::ptr::copy_nonoverlapping(area, copy.as_mut_ptr(), count);
            copy.set_len(count);
        }
        copy
    }

    /// The choices of the last run.
    pub(super) fn choices(&self, header: &Header) -> Vec<ChoiceRecord> {
        // SAFETY: only the address is taken.
        self.copy(
            unsafe { (&raw const (*self.pointer()).choices).cast() },
            header.choices,
            MAX_CHOICES,
        )
    }

    /// The comparisons that the last run left.
    pub(super) fn comparisons(&self) -> Vec<Comparison> {
        // SAFETY: only the address is taken.
        self.copy(
            unsafe { (&raw const (*self.pointer()).comparisons).cast() },
            self.header().comparisons,
            MAX_COMPARISONS,
        )
    }

    /// The text that the last run left.
    pub(super) fn text(&self, header: &Header) -> String {
        // SAFETY: only the address is taken.
        let bytes: Vec<u8> = self.copy(
            unsafe { (&raw const (*self.pointer()).text).cast() },
            header.text,
            MAX_TEXT,
        );
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The trace of the last run.
    pub(super) fn trace(&self) -> Trace {
        let header = self.header();
        let shared = self.pointer();
        // SAFETY: only addresses are taken.
        let (nodes, path, tables, data) = unsafe {
            (
                (&raw const (*shared).nodes).cast(),
                (&raw const (*shared).path).cast(),
                (&raw const (*shared).tables).cast::<isolde_abi::shared::Table>(),
                (&raw const (*shared).table_data).cast::<u8>(),
            )
        };
        let data = self.copy(data, header.table_data, MAX_TABLE_DATA);
        let tables = self.copy(tables, header.tables, MAX_TABLES);
        let bytes = |offset: u32, size: u32| {
            data.get(offset as usize..(offset as usize).saturating_add(size as usize))
        };
        Trace {
            nodes: self.copy(nodes, header.nodes, MAX_NODES),
            choices: self.choices(&header),
            tables: tables
                .iter()
                .map(|table| TableData {
                    base: table.base,
                    bytes: bytes(table.offset, table.size).unwrap_or_default().to_vec(),
                })
                .collect(),
            path: self.copy(path, header.path, MAX_PATH),
        }
    }

    /// Returns the points passed, and clears them for the next run. Reads whole words, nearly all of which are zero.
    pub(super) fn take_coverage(&mut self, points: u32) -> Passed {
        let mut passed = Passed::default();
        let words = (points as usize).min(MAX_COVERAGE).div_ceil(8);
        // SAFETY: the area lies in the mapping, is page-aligned and holds `MAX_COVERAGE` bytes; no run is going on.
        let words = unsafe {
            std::slice::from_raw_parts_mut(
                self.shared
                    .as_ptr()
                    .cast::<u8>()
                    .add(COVERAGE_OFFSET)
                    .cast::<u64>(),
                words,
            )
        };
        for (index, word) in words.iter_mut().enumerate() {
            if *word != 0 {
                let bytes = std::mem::take(word).to_ne_bytes();
                for (byte, &value) in bytes.iter().enumerate().filter(|(_, value)| **value != 0) {
                    let point = (index * 8 + byte) as u32;
                    passed.all.push(point);
                    if value & PASSED != 0 {
                        passed.called.push(point);
                    }
                }
            }
        }
        passed
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing refers to it any more.
        unsafe { libc::munmap(self.shared.as_ptr().cast(), SHARED_SIZE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_abi::shared::SET_UP;

    #[test]
    fn coverage_is_taken_once_and_ascending() {
        let mut memory = Memory::new().unwrap();
        let set = |memory: &Memory, point: usize, value: u8| unsafe {
            *memory
                .shared
                .as_ptr()
                .cast::<u8>()
                .add(COVERAGE_OFFSET + point) = value
        };
        for (point, value) in [(3, 1), (0, SET_UP), (8, 1), (17, SET_UP), (4000, 1)] {
            set(&memory, point, value);
        }
        let passed = memory.take_coverage(4001);
        assert_eq!(passed.all, [0, 3, 8, 17, 4000]);
        assert_eq!(passed.called, [3, 8, 4000]);
        assert_eq!(memory.take_coverage(4001), Passed::default());
    }

    #[test]
    fn counts_beyond_the_areas_are_clamped() {
        let memory = Memory::new().unwrap();
        let mut header = memory.header();
        header.choices = u32::MAX;
        header.text = u32::MAX;
        assert_eq!(memory.choices(&header).len(), MAX_CHOICES);
        assert_eq!(memory.text(&header).len(), MAX_TEXT);
    }
}
