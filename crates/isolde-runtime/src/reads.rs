//! Loads at symbolic addresses. If the memory that the address may point to is known, small and concrete, the load becomes a `Read` of a table, which
//! is a snapshot of that memory; otherwise the address is pinned.

use crate::bits::mask;
use crate::heap::MAX_OBJECT;
use crate::program::{self, Range};
use crate::runtime::Runtime;
use crate::sys;
use isolde_abi::op::Op;
use isolde_abi::shared::{ASSUMED, MAX_TABLE_DATA, MAX_TABLES, PINNED, TAKEN, Table};
use isolde_abi::symbol::Loss;

/// Largest snapshot of memory that is delimited only by the bounds of an index.
const MAX_WINDOW: u64 = 1 << 12;
/// Path conditions searched for the bound of an index.
const LOOK_BACK: u32 = 512;

impl Runtime {
    /// Node of a load at a symbolic address, or 0 after the address was pinned to `address`.
    pub(crate) fn read_symbolic(&mut self, saddress: u32, address: u64, bytes: u32) -> u32 {
        let Some((window, is_constant)) = self.window(saddress, address, bytes as u64) else {
            return self.give_up(Loss::LoadPinned, saddress, address);
        };
        if self.shadow.is_symbolic(window.base, window.size) {
            return self.give_up(Loss::LoadPinned, saddress, address);
        }
        let Some(table) = self.table(window, is_constant) else {
            return self.give_up(Loss::TableFull, saddress, address);
        };
        let base = self.nodes.constant(window.base as u128, 64);
        let offset = self.nodes.binary(Op::Sub, saddress, base, 0);
        let last = self
            .nodes
            .constant((window.size - bytes as u64) as u128, 64);
        let inside = self.nodes.compare(Op::ULe, offset, last);
        self.require(inside);
        self.nodes.make(Op::Read, 8 * bytes, saddress, table, bytes)
    }

    fn give_up(&mut self, loss: Loss, saddress: u32, address: u64) -> u32 {
        self.pin_address(saddress, address, loss);
        0
    }

    /// The memory that the address may point to, all of which can be read, and whether it is constant.
    fn window(&mut self, saddress: u32, address: u64, bytes: u64) -> Option<(Range, bool)> {
        let possible = self.possible(saddress, bytes);
        let constant = program::find(self.constants, address, bytes);
        let object = constant.or_else(|| self.heap.find(address, bytes));
        let window = match object {
            // Only the part of the object that the address can reach.
            Some(object) => {
                let low = possible.base.max(object.base);
                let end =
                    (object.base + object.size).min(possible.base.saturating_add(possible.size));
                Range {
                    base: low,
                    size: end.checked_sub(low)?,
                }
            }
            None if possible.size <= MAX_WINDOW => possible,
            None => return None,
        };
        let fits = window.size <= MAX_OBJECT && window.holds(address, bytes);
        // A window that is delimited only by bounds may reach into unmapped memory.
        let is_readable = fits && (object.is_some() || sys::is_readable(window.base, window.size));
        is_readable.then_some((window, constant.is_some()))
    }

    /// All memory that an address can reach, according to the ranges of what it is computed from and to the bounds checks on the path.
    fn possible(&mut self, saddress: u32, bytes: u64) -> Range {
        let (mut low, mut high) = self.nodes.range(saddress);
        let n = self.nodes.get(saddress);
        if n.op == Op::Add as u8
            && let Some(base) = self.nodes.value(n.b)
            && let Some(most) = self.most(n.a)
            && let Some(end) = base.checked_add(most)
            && end <= mask(64)
        {
            low = low.max(base);
            high = high.min(end);
        }
        Range {
            base: low as u64,
            size: (high.saturating_sub(low) as u64).saturating_add(bytes),
        }
    }

    /// The largest value of a scaled index that a bounds check on the path allows.
    fn most(&self, offset: u32) -> Option<u128> {
        let (mut index, mut scale) = (offset, 1u128);
        loop {
            let n = self.nodes.get(index);
            let constant = match self.nodes.op(index) {
                Some(Op::ZExt) => None,
                Some(Op::Concat | Op::Mul) => Some(self.nodes.value(n.b)?),
                _ => break,
            };
            scale = match (constant, n.op == Op::Concat as u8) {
                (None, _) => scale,
                (Some(0), true) => scale.checked_mul(1 << self.nodes.width(n.b))?,
                (Some(_), true) => return None,
                (Some(factor), false) => scale.checked_mul(factor)?,
            };
            index = n.a;
        }
        let used = self.memory.path_used().get();
        let first = used.saturating_sub(LOOK_BACK);
        (first..used).rev().find_map(|entry| {
            let entry = self.memory.path().get(entry as usize);
            let n = self.nodes.get(entry.node);
            let is_bound = entry.flags & (TAKEN | ASSUMED | PINNED) == TAKEN
                && n.op == Op::ULt as u8
                && n.a == index;
            let limit = if is_bound {
                self.nodes.value(n.b)?
            } else {
                return None;
            };
            limit.checked_sub(1)?.checked_mul(scale)
        })
    }

    /// Number of a table with the content of a range, which can be read; an existing table, if there is one. `is_constant`: the content never changes.
    fn table(&mut self, range: Range, is_constant: bool) -> Option<u32> {
        let (tables, data) = (self.memory.tables(), self.memory.table_data());
        let (count, used) = (
            self.memory.tables_used().get(),
            self.memory.table_data_used().get(),
        );
        let size = range.size as usize;
        let covers = |index: &u32| {
            let table = tables.get(*index as usize);
            table.base == range.base && table.size as usize == size
        };
        if is_constant && let Some(same) = (0..count).find(covers) {
            return Some(same);
        }
        if count as usize >= MAX_TABLES || used as usize + size > MAX_TABLE_DATA {
            return None;
        }
        let copy = data.first(used as usize + size).pointer(used as usize);
        // SAFETY: the source can be read, and the destination was just found to be inside the area.
        unsafe { core::ptr::copy_nonoverlapping(range.base as *const u8, copy, size) };
        let same = (0..count).filter(covers).find(|&index| {
            let table = tables.get(index as usize);
            (0..size).all(|byte| {
                data.get(table.offset as usize + byte) == data.get(used as usize + byte)
            })
        });
        if same.is_some() {
            return same;
        }
        tables.set(
            count as usize,
            Table {
                base: range.base,
                size: size as u32,
                offset: used,
            },
        );
        self.memory.tables_used().set(count + 1);
        self.memory.table_data_used().set(used + size as u32);
        Some(count)
    }
}
