//! Which test allocated a piece of memory.
//!
//! A number for each eight bytes, in tables that exist only for the parts of the address space that are used. Numbers of free memory are 0, so allocations by
//! nobody cost nothing. Work is referred to by a pointer near its beginning, so only the first part of a large allocation has numbers.

use super::busy::Busy;
use super::owner::{self, NOBODY, Owner};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// Bits of an address inside a piece that has one number. Common allocators never put two allocations into one.
const PIECE: u32 = 3;
/// Bits of an address inside the part that one table is for.
const PART: u32 = 26;
/// Bits of an address in user space.
const ADDRESS: u32 = 47;
/// Bytes at the beginning of an allocation that have numbers.
const BEGINNING: usize = 1024;

type Table = [AtomicU32; 1 << (PART - PIECE)];

static TABLES: [AtomicPtr<Table>; 1 << (ADDRESS - PART)] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; 1 << (ADDRESS - PART)];

fn tables(address: usize) -> Option<&'static AtomicPtr<Table>> {
    TABLES.get(address >> PART)
}

/// The table for a part of the address space, if there is one.
fn table(address: usize) -> Option<&'static Table> {
    // SAFETY: the pointer is null or that of a table that is never freed.
    unsafe { tables(address)?.load(Ordering::Acquire).as_ref() }
}

/// The table for a part of the address space, made if there is none; `None` if there is no memory for it.
fn table_or_new(address: usize) -> Option<&'static Table> {
    if let Some(table) = table(address) {
        return Some(table);
    }
    let layout = Layout::new::<Table>();
    // SAFETY: the layout is not empty. Zeros are a table; the system gives such a large piece page by page, when it is used.
    let new: *mut Table = unsafe { System.alloc_zeroed(layout) }.cast();
    if new.is_null() {
        return None;
    }
    let place = tables(address)?;
    let none = std::ptr::null_mut();
    if place
        .compare_exchange(none, new, Ordering::AcqRel, Ordering::Acquire)
        .is_err()
    {
        // SAFETY: the pointer was not stored, so nobody else has it.
        unsafe { System.dealloc(new.cast(), layout) };
    }
    table(address)
}

/// The first addresses of the pieces that have numbers.
fn pieces(memory: *const u8, bytes: usize) -> RangeInclusive<usize> {
    let begin = memory as usize;
    let last = begin + bytes.clamp(1, BEGINNING) - 1;
    begin >> PIECE..=last >> PIECE
}

fn index(piece: usize) -> usize {
    piece & ((1 << (PART - PIECE)) - 1)
}

fn mark(memory: *const u8, bytes: usize, owner: Owner) {
    for piece in pieces(memory, bytes) {
        if let Some(table) = table_or_new(piece << PIECE) {
            table[index(piece)].store(owner, Ordering::Relaxed);
        }
    }
}

/// Notes that the thread's owner has allocated memory.
pub(super) fn allocated(memory: *const u8, bytes: usize) {
    let owner = owner::current();
    if owner != NOBODY && !memory.is_null() {
        let _busy = Busy::begin();
        mark(memory, bytes, owner);
    }
}

/// Notes that memory is about to be freed, and returns who had allocated it.
pub(super) fn freed(memory: *const u8, bytes: usize) -> Owner {
    let owner = self::owner(memory.cast());
    if owner != NOBODY {
        let _busy = Busy::begin();
        mark(memory, bytes, NOBODY);
    }
    owner
}

/// Notes that memory of an owner was moved or resized, or not, if `memory` is null.
pub(super) fn reallocated(
    old: *const u8,
    old_bytes: usize,
    memory: *const u8,
    bytes: usize,
    owner: Owner,
) {
    if owner == NOBODY {
        return;
    }
    let _busy = Busy::begin();
    if memory.is_null() {
        mark(old, old_bytes, owner);
    } else {
        mark(memory, bytes, owner);
    }
}

/// Who allocated the memory at an address.
pub(super) fn owner(address: *const ()) -> Owner {
    let address = address as usize;
    table(address).map_or(NOBODY, |table| {
        table[index(address >> PIECE)].load(Ordering::Relaxed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_an_owner_until_it_is_freed() {
        // No memory is accessed, so that any address will do, also one at the end of a table's part.
        let at = |address: usize| std::ptr::without_provenance::<u8>(address);
        let begin = (1 << PART) * 3 - 32;
        mark(at(begin), 100, 7);
        let owners = [
            begin - 1,
            begin,
            begin + 16,
            begin + 32,
            begin + 99,
            begin + 112,
        ]
        .map(|address| owner(at(address).cast()));
        assert_eq!(owners, [0, 7, 7, 7, 7, 0]);
        assert_eq!(freed(at(begin), 100), 7);
        assert_eq!(owner(at(begin).cast()), 0);

        // A failed move leaves everything as it was; a successful one keeps the owner.
        reallocated(at(begin), 100, std::ptr::null(), 200, 7);
        assert_eq!(owner(at(begin + 99).cast()), 7);
        let new = begin + 4096;
        let before = freed(at(begin), 100);
        reallocated(at(begin), 100, at(new), 1 << 20, before);
        assert_eq!(owner(at(begin).cast()), 0);
        assert_eq!(owner(at(new + BEGINNING - 1).cast()), 7);
        assert_eq!(owner(at(new + BEGINNING).cast()), 0);
        freed(at(new), 1 << 20);
        assert_eq!(owner(at(new).cast()), 0);
    }
}
