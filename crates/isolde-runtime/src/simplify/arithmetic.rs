//! Sums, products, quotients, shifts, extremes and saturation.

use crate::bits::{mask, signed_max, signed_min};
use crate::nodes::Nodes;
use isolde_abi::op::Op;

impl Nodes {
    /// The operands of a node with this operator.
    pub(super) fn operands(&self, node: u32, op: Op) -> Option<(u32, u32)> {
        let n = self.get(node);
        (n.op == op as u8).then_some((n.a, n.b))
    }

    /// The number of low bits of the node that are known to be zero.
    fn low_zeros(&self, node: u32) -> u32 {
        let mut node = node;
        loop {
            if let Some(value) = self.value(node) {
                return value.trailing_zeros().min(self.width(node));
            }
            match self.operands(node, Op::Concat) {
                Some((_, low)) if self.value(low) != Some(0) => node = low,
                Some((high, low)) => {
                    // Zeros may continue above, but only one part further, as two neighbouring parts are never both constants.
                    return self.width(low)
                        + if self.value(high) == Some(0) {
                            self.width(high)
                        } else {
                            0
                        };
                }
                None => return 0,
            }
        }
    }

    /// The number of low bits above which all bits of the node are known to be zero.
    fn significant(&self, node: u32) -> u32 {
        if let Some(value) = self.value(node) {
            return 128 - value.leading_zeros();
        }
        match self.operands(node, Op::ZExt) {
            Some((inner, _)) => self.width(inner),
            None => self.width(node),
        }
    }

    pub(super) fn add(&mut self, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        if width == 1 {
            return self.bitwise(Op::Xor, a, b);
        }
        // Constants go to the right; other operands are in the order in which they were made.
        let (a, b) = if self.value(a).is_some() || (self.value(b).is_none() && a > b) {
            (b, a)
        } else {
            (a, b)
        };
        if self.value(b) == Some(0) {
            return a;
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((minuend, subtrahend)) = self.operands(x, Op::Sub)
                && subtrahend == y
            {
                return minuend;
            }
            if self.significant(x) <= self.low_zeros(y) {
                return self.bitwise(Op::Or, y, x);
            }
        }
        if let Some(k) = self.value(b) {
            if let Some((x, y)) = self.operands(a, Op::Add)
                && let Some(inner) = self.value(y)
            {
                let sum = self.constant(k.wrapping_add(inner), width);
                return self.add(x, sum);
            }
            if let Some((x, y)) = self.operands(a, Op::Sub)
                && let Some(inner) = self.value(x)
            {
                let sum = self.constant(k.wrapping_add(inner), width);
                return self.subtract(sum, y);
            }
        }
        self.make(Op::Add, width, a, b, 0)
    }

    pub(super) fn subtract(&mut self, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        if a == b {
            return self.constant(0, width);
        }
        if width == 1 {
            return self.bitwise(Op::Xor, a, b);
        }
        if let Some(k) = self.value(b) {
            let negative = self.constant(k.wrapping_neg(), width);
            return self.add(a, negative);
        }
        if let Some((x, y)) = self.operands(a, Op::Add) {
            if x == b {
                return y;
            }
            if y == b {
                return x;
            }
        }
        if let Some(k) = self.value(a)
            && let Some((x, y)) = self.operands(b, Op::Add)
            && let Some(inner) = self.value(y)
        {
            let difference = self.constant(k.wrapping_sub(inner), width);
            return self.subtract(difference, x);
        }
        self.make(Op::Sub, width, a, b, 0)
    }

    pub(super) fn multiply(&mut self, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        if width == 1 {
            return self.bitwise(Op::And, a, b);
        }
        let (a, b) = if self.value(a).is_some() || (self.value(b).is_none() && a > b) {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(k) = self.value(b) {
            if k == 0 {
                return b;
            }
            if k.is_power_of_two() {
                return self.shift_left(a, k.trailing_zeros());
            }
            if let Some((x, y)) = self.operands(a, Op::Mul)
                && let Some(inner) = self.value(y)
            {
                let product = self.constant(k.wrapping_mul(inner), width);
                return self.multiply(x, product);
            }
        }
        self.make(Op::Mul, width, a, b, 0)
    }

    pub(super) fn divide(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        let is_signed = matches!(op, Op::SDiv | Op::SRem);
        if let Some(k) = self.value(b)
            && k != 0
        {
            let is_remainder = matches!(op, Op::URem | Op::SRem);
            let positive = !is_signed || self.range(a).1 <= signed_max(width);
            if k == 1 {
                return if is_remainder {
                    self.constant(0, width)
                } else {
                    a
                };
            }
            if positive && (!is_signed || k <= signed_max(width)) {
                if self.range(a).1 < k {
                    return if is_remainder {
                        a
                    } else {
                        self.constant(0, width)
                    };
                }
                if k.is_power_of_two() {
                    let bits = k.trailing_zeros();
                    let part = if is_remainder {
                        self.extract(a, 0, bits)
                    } else {
                        self.extract(a, bits, width - bits)
                    };
                    return self.zero_extend(part, width);
                }
                return self.make(
                    if is_remainder { Op::URem } else { Op::UDiv },
                    width,
                    a,
                    b,
                    0,
                );
            }
        }
        self.make(op, width, a, b, 0)
    }

    fn shift_left(&mut self, a: u32, bits: u32) -> u32 {
        if bits == 0 {
            return a;
        }
        let width = self.width(a);
        let kept = self.extract(a, 0, width - bits);
        let zeros = self.constant(0, bits);
        self.concat(kept, zeros)
    }

    pub(super) fn shift(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        if self.value(a) == Some(0) {
            return a;
        }
        let Some(bits) = self.value(b) else {
            return self.make(op, width, a, b, 0);
        };
        if bits == 0 {
            return a;
        }
        if bits >= width as u128 {
            if op == Op::AShr {
                let sign = self.extract(a, width - 1, 1);
                return self.sign_extend(sign, width);
            }
            return self.constant(0, width);
        }
        let bits = bits as u32;
        match op {
            Op::Shl => self.shift_left(a, bits),
            Op::LShr => {
                let part = self.extract(a, bits, width - bits);
                self.zero_extend(part, width)
            }
            _ => {
                let part = self.extract(a, bits, width - bits);
                self.sign_extend(part, width)
            }
        }
    }

    pub(super) fn extreme(&mut self, op: Op, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let width = self.width(a);
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        let plain = a_high <= signed_max(width) && b_high <= signed_max(width);
        if plain || matches!(op, Op::UMin | Op::UMax) {
            let smallest = matches!(op, Op::UMin | Op::SMin);
            if a_high <= b_low {
                return if smallest { a } else { b };
            }
            if b_high <= a_low {
                return if smallest { b } else { a };
            }
        }
        let (a, b) = if self.value(a).is_some() || (self.value(b).is_none() && a > b) {
            (b, a)
        } else {
            (a, b)
        };
        self.make(op, width, a, b, 0)
    }

    pub(super) fn saturating(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        let test = match op {
            Op::UAddSat => Op::UAddOverflow,
            Op::USubSat => Op::USubOverflow,
            Op::SAddSat => Op::SAddOverflow,
            _ => Op::SSubOverflow,
        };
        let plain = if matches!(op, Op::UAddSat | Op::SAddSat) {
            Op::Add
        } else {
            Op::Sub
        };
        // Only if the ranges decide it: an overflow test as a node would be useless here.
        if self.never_overflows(test, a, b) {
            return self.binary(plain, a, b, 0);
        }
        self.make(op, width, a, b, 0)
    }

    /// Whether the ranges of the operands rule out an overflow.
    pub(super) fn never_overflows(&self, test: Op, a: u32, b: u32) -> bool {
        let width = self.width(a);
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        let limit = match test {
            Op::UAddOverflow | Op::UMulOverflow => mask(width),
            _ => signed_max(width),
        };
        let plain = a_high < signed_min(width) && b_high < signed_min(width);
        match test {
            Op::UAddOverflow => a_high.checked_add(b_high).is_some_and(|sum| sum <= limit),
            Op::UMulOverflow => a_high
                .checked_mul(b_high)
                .is_some_and(|product| product <= limit),
            Op::USubOverflow => a_low >= b_high,
            Op::SAddOverflow => plain && a_high + b_high <= limit,
            Op::SMulOverflow => {
                plain
                    && a_high
                        .checked_mul(b_high)
                        .is_some_and(|product| product <= limit)
            }
            // The difference of two numbers that are not negative always fits.
            Op::SSubOverflow => plain && b_low <= b_high,
            _ => false,
        }
    }
}
