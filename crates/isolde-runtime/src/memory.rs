//! Loads and stores of the program, and the block operations: copy, fill, compare, allocate, free.

use crate::runtime::Runtime;
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;

/// Maximum number of bytes of one load or store.
const WIDEST: usize = isolde_abi::symbol::WIDEST_ACCESS as usize;

/// A byte's shadow is the number of a node plus this times the position of the byte in that node, so that a store adds no nodes.
const NEXT_PART: u32 = 1 << 24;

/// The node that the shadow of a byte is part of, and which byte of it.
pub(crate) fn part_of(shadow: u32) -> (u32, u32) {
    (shadow & (NEXT_PART - 1), shadow / NEXT_PART)
}

/// A byte of the program's memory.
pub(crate) fn peek(address: u64) -> u8 {
    // SAFETY: these are bytes that instrumented code itself reads at this point.
    unsafe { (address as *const u8).read_volatile() }
}

impl Runtime {
    /// Node of `bytes` bytes at `address`, 0 if all are concrete; `saddress` is the shadow of the address.
    pub fn load(&mut self, address: u64, bytes: u32, saddress: u32) -> u32 {
        let count = bytes as usize;
        if count == 0 || count > WIDEST {
            return 0;
        }
        let saddress = self.live(saddress, 64);
        if saddress != 0 {
            let node = self.read_symbolic(saddress, address, bytes);
            if node != 0 {
                return self.result(node);
            }
        }
        let mut shadows = [0u32; WIDEST];
        let mut any = false;
        for (offset, shadow) in shadows.iter_mut().take(count).enumerate() {
            *shadow = self.shadow_at(address.wrapping_add(offset as u64));
            if self.nodes.is_determined(part_of(*shadow).0) {
                *shadow = 0;
            }
            any |= *shadow != 0;
        }
        if !any {
            return 0;
        }
        let mut node = 0;
        let mut offset = 0;
        while offset < count {
            let (piece, taken) = self.piece(address, &shadows, offset, count);
            node = if offset == 0 {
                piece
            } else {
                self.nodes.concat(piece, node)
            };
            offset += taken;
        }
        self.result(node)
    }

    /// The longest piece from `offset` on that is concrete or part of one node, and its bytes. A value that was stored and is loaded again as a whole
    /// is one piece.
    fn piece(
        &mut self,
        address: u64,
        shadows: &[u32; WIDEST],
        offset: usize,
        count: usize,
    ) -> (u32, usize) {
        let at = |index: usize| shadows.get(index).copied().unwrap_or(0);
        let first = at(offset);
        let step = if first == 0 { 0 } else { NEXT_PART };
        let mut taken = 1;
        while offset + taken < count && at(offset + taken) == first + step * taken as u32 {
            taken += 1;
        }
        if first != 0 {
            let (node, byte) = part_of(first);
            return (self.nodes.extract(node, 8 * byte, 8 * taken as u32), taken);
        }
        let mut value = 0u128;
        for index in (0..taken).rev() {
            value = value << 8 | peek(address.wrapping_add((offset + index) as u64)) as u128;
        }
        (self.nodes.constant(value, 8 * taken as u32), taken)
    }

    /// The shadow of a byte. A byte that was overwritten without a call of the runtime is concrete.
    pub(crate) fn shadow_at(&mut self, address: u64) -> u32 {
        let (shadow, value) = self.shadow.get(address);
        if shadow == 0 || value == peek(address) {
            return shadow;
        }
        self.memory.count(Loss::Overwritten);
        self.shadow.unset(address);
        0
    }

    fn concrete_byte(&mut self, address: u64) -> u32 {
        self.nodes.constant(peek(address) as u128, 8)
    }

    /// Sets the shadow of a byte that has been written; when there is no room left, recording ends.
    fn set_byte(&mut self, address: u64, shadow: u32) {
        if !self.shadow.set(address, shadow, peek(address)) {
            self.memory.full().set(1);
            self.stop();
        }
    }

    /// Shadow of a store.
    pub fn store(&mut self, address: u64, bytes: u32, svalue: u32, saddress: u32) {
        if bytes == 0 || bytes as usize > WIDEST {
            return;
        }
        let saddress = self.live(saddress, 64);
        if saddress != 0 {
            self.pin_address(saddress, address, Loss::StorePinned);
        }
        let svalue = self.live(svalue, 8 * bytes);
        self.scatter(address, svalue, bytes);
    }

    /// Sets the shadow of `bytes` bytes to the parts of a node, 0 for concrete ones. Concatenations and extensions are split where that is possible
    /// between bytes, so that their concrete parts are known to be concrete.
    fn scatter(&mut self, mut address: u64, mut node: u32, mut bytes: u32) {
        loop {
            if node == 0 || self.nodes.is_determined(node) {
                return self.shadow.clear(address, bytes as u64);
            }
            let n = self.nodes.get(node);
            let (low, high) = match self.nodes.op(node) {
                Some(Op::Concat) => (n.b, n.a),
                Some(Op::ZExt) => (n.a, 0),
                _ => (0, 0),
            };
            let below = self.nodes.width(low) / 8;
            if low == 0 || !self.nodes.width(low).is_multiple_of(8) {
                for byte in 0..bytes {
                    self.set_byte(address.wrapping_add(byte as u64), node + NEXT_PART * byte);
                }
                return;
            }
            self.scatter(address, low, below);
            (address, node, bytes) = (address.wrapping_add(below as u64), high, bytes - below);
        }
    }

    /// Shadow of `memmove`.
    pub fn copy(&mut self, to: u64, from: u64, bytes: u64) {
        if !self.shadow.copy(to, from, bytes) {
            self.memory.full().set(1);
            self.stop();
        }
    }

    /// Shadow of `memset`.
    pub fn fill(&mut self, to: u64, svalue: u32, bytes: u64) {
        let svalue = self.live(svalue, 8);
        if svalue == 0 {
            return self.shadow.clear(to, bytes);
        }
        for offset in 0..bytes {
            if !self.recording {
                return;
            }
            self.set_byte(to.wrapping_add(offset), svalue);
        }
    }

    /// Node of `memcmp` (`ordered`) or `bcmp`, 32 bits; 0 if the result is concrete.
    pub fn compare(&mut self, a: u64, b: u64, bytes: u64, ordered: bool) -> u32 {
        if !self.shadow.is_symbolic(a, bytes) && !self.shadow.is_symbolic(b, bytes) {
            return 0;
        }
        let node = if ordered {
            self.compare_order(a, b, bytes)
        } else {
            self.compare_equality(a, b, bytes)
        };
        self.result(node)
    }

    /// The nodes of the bytes at an offset, or `None` if both are concrete.
    fn pair(&mut self, a: u64, b: u64, offset: u64) -> Option<(u32, u32)> {
        let (a, b) = (a.wrapping_add(offset), b.wrapping_add(offset));
        let (x, y) = (self.byte(a), self.byte(b));
        if x == 0 && y == 0 {
            return None;
        }
        let x = if x != 0 { x } else { self.concrete_byte(a) };
        let y = if y != 0 { y } else { self.concrete_byte(b) };
        Some((x, y))
    }

    /// The node of a byte of memory, 0 if it is concrete.
    fn byte(&mut self, address: u64) -> u32 {
        let (node, byte) = part_of(self.shadow_at(address));
        if node == 0 || self.nodes.is_determined(node) {
            return 0;
        }
        let part = self.nodes.extract(node, 8 * byte, 8);
        self.result(part)
    }

    /// Whether the concrete bytes at an offset differ.
    fn differ(a: u64, b: u64, offset: u64) -> bool {
        peek(a.wrapping_add(offset)) != peek(b.wrapping_add(offset))
    }

    fn compare_equality(&mut self, a: u64, b: u64, bytes: u64) -> u32 {
        let mut all = self.nodes.truth(true);
        for offset in 0..bytes {
            match self.pair(a, b, offset) {
                Some((x, y)) => {
                    let equal = self.nodes.equal(x, y);
                    all = self.nodes.bitwise(Op::And, all, equal);
                }
                None if Runtime::differ(a, b, offset) => return self.nodes.constant(1, 32),
                None => {}
            }
        }
        let (same, other) = (self.nodes.constant(0, 32), self.nodes.constant(1, 32));
        self.nodes.choose(all, same, other)
    }

    fn compare_order(&mut self, a: u64, b: u64, bytes: u64) -> u32 {
        // Bytes behind the first concrete difference do not matter.
        let mut end = 0;
        while end < bytes && (self.pair(a, b, end).is_some() || !Runtime::differ(a, b, end)) {
            end += 1;
        }
        let mut result = self.nodes.constant(0, 32);
        if end < bytes {
            let (x, y) = (peek(a.wrapping_add(end)), peek(b.wrapping_add(end)));
            result = self.nodes.constant((x as u128).wrapping_sub(y as u128), 32);
        }
        for offset in (0..end).rev() {
            if let Some((x, y)) = self.pair(a, b, offset) {
                let equal = self.nodes.equal(x, y);
                let (x, y) = (self.nodes.zero_extend(x, 32), self.nodes.zero_extend(y, 32));
                let difference = self.nodes.binary(Op::Sub, x, y, 0);
                result = self.nodes.choose(equal, result, difference);
            }
        }
        result
    }

    /// After an allocation, or a `realloc` if `old` is not 0.
    pub fn allocated(&mut self, address: u64, bytes: u64, old: u64) {
        if address == 0 {
            return;
        }
        let mut kept = 0;
        if old != 0 {
            let before = self.heap.remove(old).map_or(bytes, |object| object.size);
            kept = before.min(bytes);
            if old != address {
                self.copy(address, old, kept);
                self.shadow.clear(old, before);
            }
        }
        self.shadow.clear(address.wrapping_add(kept), bytes - kept);
        self.heap.insert(address, bytes);
    }

    /// Before a deallocation.
    pub fn freed(&mut self, address: u64) {
        if let Some(object) = self.heap.remove(address) {
            self.shadow.clear(object.base, object.size);
        }
    }

    /// Another thread reads memory: the values are concrete in that thread, so symbolic data is lost.
    pub fn read_elsewhere(&mut self, address: u64, bytes: u64) {
        if self.shadow.is_symbolic(address, bytes) {
            self.memory.count(Loss::Thread);
        }
    }

    /// Another thread writes memory, which is concrete from then on.
    pub fn written_elsewhere(&mut self, address: u64, bytes: u64) {
        self.read_elsewhere(address, bytes);
        self.shadow.clear(address, bytes);
    }
}
