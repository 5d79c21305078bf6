//! Operators that move bits: extraction, concatenation, extension, byte order.
//!
//! Canonical forms: no `Extract` of an `Extract`, `Concat`, `ZExt` or constant; the high part of a `Concat` is never a `Concat`, and no two
//! neighbouring parts could be one node; zeros above are a `ZExt`. So bytes that were stored and loaded again become the expression that was stored.

use crate::bits::{mask, signed};
use crate::nodes::Nodes;
use isolde_abi::op::Op;

impl Nodes {
    /// Bits `low .. low + width` of a node.
    pub fn extract(&mut self, mut node: u32, mut low: u32, width: u32) -> u32 {
        loop {
            let n = self.get(node);
            let whole = n.width as u32;
            if low == 0 && width == whole {
                return node;
            }
            if width == 0 || low >= whole || width > whole - low {
                return 0;
            }
            if let Some(value) = self.value(node) {
                return self.constant(value >> low, width);
            }
            match self.op(node) {
                Some(Op::Extract) => {
                    low += n.b;
                    node = n.a;
                }
                Some(Op::Concat) => {
                    let boundary = self.width(n.b);
                    if low + width <= boundary {
                        node = n.b;
                    } else if low >= boundary {
                        low -= boundary;
                        node = n.a;
                    } else {
                        let below = self.extract(n.b, low, boundary - low);
                        let above = self.extract(n.a, 0, low + width - boundary);
                        return self.concat(above, below);
                    }
                }
                Some(Op::ZExt) => {
                    let inner = self.width(n.a);
                    if low >= inner {
                        return self.constant(0, width);
                    }
                    if low + width > inner {
                        let part = self.extract(n.a, low, inner - low);
                        return self.zero_extend(part, width);
                    }
                    node = n.a;
                }
                Some(Op::SExt) => {
                    let inner = self.width(n.a);
                    if low >= inner {
                        return self.make(Op::Extract, width, node, low, 0);
                    }
                    if low + width > inner {
                        let part = self.extract(n.a, low, inner - low);
                        return self.sign_extend(part, width);
                    }
                    node = n.a;
                }
                _ => return self.make(Op::Extract, width, node, low, 0),
            }
        }
    }

    /// `high` above `low`; 0 if that is more than 128 bits.
    pub fn concat(&mut self, high: u32, low: u32) -> u32 {
        let (h, l) = (self.get(high), self.get(low));
        let width = h.width as u32 + l.width as u32;
        if high == 0 || low == 0 || width > 128 {
            return 0;
        }
        if let (Some(above), Some(below)) = (self.value(high), self.value(low)) {
            return self.constant(above << l.width | below, width);
        }
        match self.op(high) {
            Some(Op::Concat) => {
                let rest = self.concat(h.b, low);
                return self.concat(h.a, rest);
            }
            Some(Op::ZExt) => {
                let rest = self.concat(h.a, low);
                return self.zero_extend(rest, width);
            }
            _ => {}
        }
        let (top, rest) = match self.op(low) {
            Some(Op::Concat) if self.value(low).is_none() => (l.a, l.b),
            Some(Op::ZExt) => (self.constant(0, l.width as u32 - self.width(l.a)), l.a),
            _ => (low, 0),
        };
        let joined = self.join(high, top);
        if joined != 0 {
            return if rest == 0 {
                joined
            } else {
                self.concat(joined, rest)
            };
        }
        if self.value(high) == Some(0) {
            return self.zero_extend(low, width);
        }
        self.make(Op::Concat, width, high, low, 0)
    }

    /// Two neighbouring parts as one node other than a `Concat`, if they are constants or parts of one node; otherwise 0.
    fn join(&mut self, high: u32, low: u32) -> u32 {
        let (h, below) = (self.get(high), self.width(low));
        if let (Some(x), Some(y)) = (self.value(high), self.value(low)) {
            let width = h.width as u32 + below;
            return if width <= 64 {
                self.constant(x << below | y, width)
            } else {
                0
            };
        }
        if self.op(high) != Some(Op::Extract) || h.b < below {
            return 0;
        }
        let l = self.get(low);
        let neighbour = l.op == Op::Extract as u8 && l.a == h.a && l.b + below == h.b;
        // These may be parts of a sign extension, whose lower bytes were extracted directly from what was extended.
        let fits = neighbour
            || (self.op(h.a) == Some(Op::SExt) && self.extract(h.a, h.b - below, below) == low);
        if fits {
            self.extract(h.a, h.b - below, h.width as u32 + below)
        } else {
            0
        }
    }

    /// Extends the node with zeros; 0 if the node is wider.
    pub fn zero_extend(&mut self, node: u32, width: u32) -> u32 {
        let n = self.get(node);
        if n.width as u32 == width {
            return node;
        }
        if n.width as u32 > width {
            return 0;
        }
        if let Some(value) = self.value(node) {
            return self.constant(value, width);
        }
        let inner = if self.op(node) == Some(Op::ZExt) {
            n.a
        } else {
            node
        };
        self.make(Op::ZExt, width, inner, 0, 0)
    }

    /// Extends the node with copies of its highest bit; 0 if the node is wider.
    pub fn sign_extend(&mut self, node: u32, width: u32) -> u32 {
        let n = self.get(node);
        let from = n.width as u32;
        if from == width {
            return node;
        }
        if node == 0 || from > width {
            return 0;
        }
        if let Some(value) = self.value(node) {
            return self.constant(signed(value, from) as u128 & mask(width), width);
        }
        if self.range(node).1 <= mask(from - 1) {
            return self.zero_extend(node, width);
        }
        let inner = if self.op(node) == Some(Op::SExt) {
            n.a
        } else {
            node
        };
        self.make(Op::SExt, width, inner, 0, 0)
    }

    /// The bytes in reverse order.
    pub(super) fn swap_bytes(&mut self, node: u32) -> u32 {
        let width = self.width(node);
        if !width.is_multiple_of(8) {
            return 0;
        }
        let mut swapped = self.extract(node, width - 8, 8);
        let mut low = width - 8;
        while low > 0 {
            low -= 8;
            let byte = self.extract(node, low, 8);
            swapped = self.concat(byte, swapped);
        }
        swapped
    }
}
