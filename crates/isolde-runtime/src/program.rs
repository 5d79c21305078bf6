//! What the program's descriptor contains: coverage bytes, constant globals, the filter of the shadow memory.

use crate::area::Area;
use crate::shared::Memory;
use crate::sys;
use isolde_abi::protocol::MEMORY_FD;
use isolde_abi::shared::{COVERAGE_OFFSET, MAX_COVERAGE, PAGE};
use isolde_abi::symbol::{Constant, FILTER_SIZE, Program};

/// A range of the program's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// First byte.
    pub base: u64,
    /// Number of bytes.
    pub size: u64,
}

impl Range {
    /// Whether the `bytes` bytes at `address` lie inside the range.
    pub fn holds(&self, address: u64, bytes: u64) -> bool {
        bytes <= self.size && address >= self.base && address - self.base <= self.size - bytes
    }
}

/// Maps the coverage bytes of the program into the shared memory, where the worker sees them.
pub fn map_coverage(program: &Program, memory: &Memory) -> Area<u8> {
    let points = if program.coverage.is_null() {
        0
    } else {
        program.coverage_len as usize
    };
    memory.coverage().set(points as u32);
    let shared = if points < MAX_COVERAGE {
        points
    } else {
        MAX_COVERAGE
    };
    let bytes = shared.div_ceil(PAGE) * PAGE;
    if bytes == 0 {
        return Area::EMPTY;
    }
    // SAFETY: the pass pads the counters to whole pages of their own, and they are only ever stored to.
    unsafe {
        if !(program.coverage as usize).is_multiple_of(PAGE)
            || !sys::map_file_over(program.coverage, MEMORY_FD, COVERAGE_OFFSET, bytes)
        {
            sys::abort()
        }
        Area::at(program.coverage, shared)
    }
}

/// The filter bytes of the program; empty in programs without shadows.
pub fn filter(program: &Program) -> Area<u8> {
    if program.filter.is_null() {
        return Area::EMPTY;
    }
    // SAFETY: the pass reserves that many bytes.
    unsafe { Area::at(program.filter, FILTER_SIZE) }
}

/// The number of the mutant that runs; empty in programs without mutants.
pub fn mutant(program: &Program) -> Area<u32> {
    if program.mutant.is_null() {
        return Area::EMPTY;
    }
    // SAFETY: it is one number, which the program only reads.
    unsafe { Area::at(program.mutant, 1) }
}

/// The constant globals, sorted by address.
pub fn constants(program: &Program) -> Area<Range> {
    let count = program.constants_len as usize;
    if program.constants.is_null() || count == 0 {
        return Area::EMPTY;
    }
    let ranges = Area::<Range>::map(count);
    let mut used = 0;
    for index in 0..count {
        // SAFETY: the descriptor has `count` constants.
        let Constant { base, size } = unsafe { program.constants.add(index).read() };
        // An empty global may share its address with another one, and nothing can be read from it.
        if size != 0 {
            ranges.set(
                used,
                Range {
                    base: base as u64,
                    size,
                },
            );
            used += 1;
        }
    }
    let ranges = ranges.first(used);
    sort(ranges);
    ranges
}

/// Heap sort: in place, and unlike the sorts of `core` it cannot panic.
fn sort(ranges: Area<Range>) {
    let sift = |mut root: usize, end: usize| loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && ranges.get(child).base < ranges.get(child + 1).base {
            child += 1;
        }
        let (above, below) = (ranges.get(root), ranges.get(child));
        if above.base >= below.base {
            return;
        }
        ranges.set(root, below);
        ranges.set(child, above);
        root = child;
    };
    let len = ranges.len();
    for root in (0..len / 2).rev() {
        sift(root, len);
    }
    for end in (1..len).rev() {
        let (first, last) = (ranges.get(0), ranges.get(end));
        ranges.set(0, last);
        ranges.set(end, first);
        sift(0, end);
    }
}

/// The range of a sorted list that contains the `bytes` bytes at `address`.
pub fn find(ranges: Area<Range>, address: u64, bytes: u64) -> Option<Range> {
    let (mut low, mut high) = (0, ranges.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if ranges.get(middle).base <= address {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if low == 0 {
        return None;
    }
    let range = ranges.get(low - 1);
    range.holds(address, bytes).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::{Range, find, sort};
    use crate::area::Area;

    #[test]
    fn sorted_ranges_are_found_by_any_address_inside() {
        let ranges = Area::<Range>::map(50);
        for index in 0..50 {
            ranges.set(
                index,
                Range {
                    base: (index as u64 * 37 % 50) * 100,
                    size: 60,
                },
            );
        }
        sort(ranges);
        for index in 0..50 {
            assert_eq!(ranges.get(index).base, index as u64 * 100);
        }
        assert_eq!(find(ranges, 4259, 1).map(|range| range.base), Some(4200));
        assert_eq!(find(ranges, 4259, 2), None);
        assert_eq!(find(ranges, 4260, 1), None);
        assert_eq!(find(ranges, 0, 60).map(|range| range.base), Some(0));
        assert_eq!(find(Area::EMPTY, 0, 1), None);
    }
}
