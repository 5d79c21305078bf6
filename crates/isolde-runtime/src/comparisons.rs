//! Comparisons kept for the search: which bytes of the input were compared with what.
//!
//! The length of a part of a text is concrete, so a comparison that fails because of the length leaves no path condition, and neither does a
//! comparison of a number of one digit with one of five. Still, an input in which the part is replaced by what it was compared with passes the
//! comparison (input-to-state correspondence; Aschermann et al., REDQUEEN, NDSS 2019).

use crate::bits::mask;
use crate::memory::{part_of, peek};
use crate::runtime::Runtime;
use isolde_abi::op::Op;
use isolde_abi::shared::{Comparison, MAX_COMPARISONS, MAX_TOKEN, NUMBER, SLICE};

/// Longest slice that is considered.
const LONGEST: u64 = 256;
/// Smallest constant for which comparisons are kept: whether one digit equals a smaller constant is not certain.
const SMALLEST: u128 = 10;
/// No more comparisons of empty slices near which nothing is symbolic are kept once so many were kept in all.
const MOST_EMPTY: usize = MAX_COMPARISONS / 4;
/// Maximum number of comparisons of numbers, which leaves room for those of slices.
const MOST_NUMBERS: usize = MAX_COMPARISONS / 2;

impl Runtime {
    /// Two slices, by address and length, are about to be compared, whose elements take `bytes` bytes each.
    pub fn slices(&mut self, a: (u64, u64), b: (u64, u64), bytes: u64) {
        let [a, b] = [a, b].map(|(address, length)| (address, length.saturating_mul(bytes)));
        let comparison = match [a, b].map(|slice| self.is_symbolic(slice, bytes)) {
            [true, false] => self.slice(a, b, bytes),
            [false, true] => self.slice(b, a, bytes),
            // An empty slice may be an empty text of the input, of which there is no byte.
            [false, false] if a.1 == 0 => self.slice(a, b, bytes),
            [false, false] if b.1 == 0 => self.slice(b, a, bytes),
            _ => None,
        };
        if let Some(comparison) = comparison {
            let most = match comparison.nodes[0] {
                0 => MOST_EMPTY,
                _ => MAX_COMPARISONS,
            };
            self.keep(comparison, most);
        }
    }

    /// A number was compared with a constant, and the result is the same for every input. Each operand is given by its shadow and value.
    pub fn compared(&mut self, op: Op, a: (u32, u128), b: (u32, u128), width: u32) {
        let ((node, value), (_, wanted)) = if a.0 != 0 { (a, b) } else { (b, a) };
        let compares = (Op::Eq as u8..=Op::SLe as u8).contains(&(op as u8));
        let wanted = wanted & mask(width);
        if !compares || width > 64 || wanted < SMALLEST || (a.0 != 0) == (b.0 != 0) {
            return;
        }
        let mut token = [0; MAX_TOKEN];
        for (index, byte) in (wanted as u64).to_le_bytes().into_iter().enumerate() {
            token[index] = byte;
        }
        self.keep(
            Comparison {
                kind: NUMBER,
                length: width,
                nodes: [node; 2],
                positions: [0; 2],
                value: (value & mask(width)) as u64,
                token_length: 8,
                token,
            },
            MOST_NUMBERS,
        );
    }

    fn keep(&mut self, new: Comparison, most: usize) {
        let kept = self.memory.comparisons_kept().get() as usize;
        let comparisons = self.memory.comparisons();
        if kept < most && !(0..kept).any(|index| comparisons.get(index) == new) {
            comparisons.set(kept, new);
            self.memory.comparisons_kept().set(kept as u32 + 1);
        }
    }

    /// Whether a byte of the slice is symbolic, or if the slice is empty, a byte of an element next to it.
    fn is_symbolic(&mut self, (address, length): (u64, u64), bytes: u64) -> bool {
        match length {
            0 => self
                .shadow
                .is_symbolic(address.wrapping_sub(bytes), 2 * bytes),
            _ => length <= LONGEST && self.shadow.is_symbolic(address, length),
        }
    }

    fn slice(&mut self, slice: (u64, u64), other: (u64, u64), bytes: u64) -> Option<Comparison> {
        if other.1 == 0 || other.1 > MAX_TOKEN as u64 {
            return None;
        }
        let mut own = Comparison {
            kind: SLICE,
            length: slice.1 as u32,
            nodes: [0; 2],
            positions: [0; 2],
            value: bytes,
            token_length: other.1 as u32,
            token: [0; MAX_TOKEN],
        };
        let positions = if slice.1 == 0 {
            -(bytes as i32)..bytes as i32
        } else {
            0..slice.1 as i32
        };
        for position in positions {
            let (node, _) = part_of(self.shadow_at(slice.0.wrapping_add_signed(position.into())));
            if node != 0 {
                if own.nodes[0] == 0 || slice.1 == 0 {
                    own.nodes[0] = node;
                    own.positions[0] = position;
                }
                own.nodes[1] = node;
                own.positions[1] = position;
            }
        }
        for (position, byte) in own.token.iter_mut().enumerate().take(other.1 as usize) {
            *byte = peek(other.0.wrapping_add(position as u64));
        }
        (own.nodes[0] != 0 || slice.1 == 0).then_some(own)
    }
}
