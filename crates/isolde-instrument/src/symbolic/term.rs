//! Terms: concrete values with their shadows, both available in the slow block. Models of composed operations are built from operations on terms.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::shape::{Scalar, ScalarKind};
use isolde_abi::op::Op;
use isolde_abi::pack::{Code, Lanes};
use isolde_llvm::{Opcode, Value};

/// A value of `width` bits, as an integer, and its shadow.
#[derive(Clone, Copy)]
pub(super) struct Term<'c> {
    pub node: Value<'c>,
    pub value: Value<'c>,
    pub width: u32,
}

/// An operator, the width of its operands and a predicate, packed as the runtime takes them.
pub(super) fn code(op: Op, width: u32, predicate: u32) -> u32 {
    let code = Code {
        op,
        width,
        predicate,
    };
    code.pack()
}

impl<'c> FunctionPass<'_, '_, 'c> {
    /// A constant number.
    pub(super) fn number(&self, width: u32, value: u64) -> Term<'c> {
        Term {
            node: self.env.zero,
            value: self.env.context.int(width).constant(value),
            width,
        }
    }

    pub(super) fn c32(&self, value: u32) -> Value<'c> {
        self.env.i32.constant(u64::from(value))
    }

    pub(super) fn c64(&self, value: u64) -> Value<'c> {
        self.env.i64.constant(value)
    }

    /// A scalar value and its shadow.
    pub(super) fn term(&mut self, value: Value<'c>, scalar: Scalar) -> Term<'c> {
        let shadow = self.shadow(value);
        let node = self.node(shadow);
        self.open();
        Term {
            node,
            value: self.bits(value, scalar),
            width: scalar.width,
        }
    }

    /// A scalar value as an integer of its width, in the slow block.
    pub(super) fn bits(&mut self, value: Value<'c>, scalar: Scalar) -> Value<'c> {
        let context = self.env.context;
        match scalar.kind {
            ScalarKind::Integer => value,
            ScalarKind::Pointer => self.slow.cast(Opcode::PtrToInt, value, self.env.i64),
            ScalarKind::Vector { lanes, .. } if value.ty().element_type() == self.env.pointer => {
                let integers = self
                    .slow
                    .cast(Opcode::PtrToInt, value, self.env.i64.vector(lanes));
                self.slow
                    .cast(Opcode::BitCast, integers, context.int(scalar.width))
            }
            ScalarKind::Float | ScalarKind::OddFloat | ScalarKind::Vector { .. } => {
                self.slow
                    .cast(Opcode::BitCast, value, context.int(scalar.width))
            }
        }
    }

    /// The low and high 64 bits of a term's value.
    pub(super) fn halves(&mut self, term: Term<'c>) -> (Value<'c>, Value<'c>) {
        let i64 = self.env.i64;
        match term.width {
            64 => (term.value, i64.zero()),
            0..64 => (self.slow.cast(Opcode::ZExt, term.value, i64), i64.zero()),
            _ => {
                let shift = self.env.context.int(term.width).constant(64);
                let high = self.slow.binary(Opcode::LShr, term.value, shift);
                (
                    self.slow.cast(Opcode::Trunc, term.value, i64),
                    self.slow.cast(Opcode::Trunc, high, i64),
                )
            }
        }
    }

    /// Node of a binary operator; `predicate` is that of `FCmp`, 0 for others.
    pub(super) fn operate_with(
        &mut self,
        op: Op,
        predicate: u32,
        a: Term<'c>,
        b: Term<'c>,
    ) -> Value<'c> {
        let zero = self.env.zero;
        if a.node == zero && b.node == zero {
            return zero;
        }
        let code = self.c32(code(op, a.width, predicate));
        let ((a_low, a_high), (b_low, b_high)) = (self.halves(a), self.halves(b));
        if a.width <= 64 {
            self.slow.call(
                self.env.helpers.binary,
                &[code, a.node, b.node, a_low, b_low],
            )
        } else {
            self.slow.call(
                self.env.helpers.binary_wide,
                &[code, a.node, b.node, a_low, a_high, b_low, b_high],
            )
        }
    }

    /// Node of a binary operator.
    pub(super) fn operate(&mut self, op: Op, a: Term<'c>, b: Term<'c>) -> Value<'c> {
        self.operate_with(op, 0, a, b)
    }

    /// Node of a unary operator with a result of `width` bits.
    pub(super) fn unary(
        &mut self,
        op: Op,
        width: u32,
        node: Value<'c>,
        aux: Value<'c>,
    ) -> Value<'c> {
        if node == self.env.zero {
            return node;
        }
        self.slow.call(
            self.env.helpers.unary,
            &[self.c32(op as u32), self.c32(width), node, aux],
        )
    }

    /// Node of a lane-wise operator. `aux` is passed instead of the second operand if there is none.
    pub(super) fn lanewise(
        &mut self,
        op: Op,
        scalar: Scalar,
        a: Term<'c>,
        b: Result<Term<'c>, u32>,
    ) -> Value<'c> {
        self.lanewise_with(op, 0, scalar, a, b)
    }

    /// Like [`Self::lanewise`], with a predicate as in [`Self::operate_with`].
    pub(super) fn lanewise_with(
        &mut self,
        op: Op,
        predicate: u32,
        scalar: Scalar,
        a: Term<'c>,
        b: Result<Term<'c>, u32>,
    ) -> Value<'c> {
        let zero = self.env.zero;
        let ScalarKind::Vector {
            lanes, lane_width, ..
        } = scalar.kind
        else {
            return zero;
        };
        let (b_node, b_low, b_high) = match b {
            Ok(b) => {
                let (low, high) = self.halves(b);
                (b.node, low, high)
            }
            Err(aux) => (zero, self.c64(u64::from(aux)), self.c64(0)),
        };
        if a.node == zero && b_node == zero {
            return zero;
        }
        let (a_low, a_high) = self.halves(a);
        let shape = Lanes {
            count: lanes,
            width: lane_width,
        };
        self.slow.call(
            self.env.helpers.lanes,
            &[
                self.c32(code(op, 0, predicate)),
                self.c32(shape.pack()),
                a.node,
                b_node,
                a_low,
                a_high,
                b_low,
                b_high,
            ],
        )
    }

    /// `a op b` as a term.
    pub(super) fn combine(&mut self, op: Op, opcode: Opcode, a: Term<'c>, b: Term<'c>) -> Term<'c> {
        let node = self.operate(op, a, b);
        Term {
            node,
            value: self.slow.binary(opcode, a.value, b.value),
            width: a.width,
        }
    }

    /// `a` with more or fewer bits.
    pub(super) fn resize(&mut self, a: Term<'c>, width: u32, signed: bool) -> Term<'c> {
        let (op, opcode) = match (a.width.cmp(&width), signed) {
            (std::cmp::Ordering::Equal, _) => return a,
            (std::cmp::Ordering::Greater, _) => (Op::Trunc, Opcode::Trunc),
            (_, true) => (Op::SExt, Opcode::SExt),
            (_, false) => (Op::ZExt, Opcode::ZExt),
        };
        let node = self.unary(op, width, a.node, self.env.zero);
        Term {
            node,
            value: self.slow.cast(opcode, a.value, self.env.context.int(width)),
            width,
        }
    }

    /// Bits `at .. at + width` of `a`.
    pub(super) fn extract(&mut self, a: Term<'c>, at: u32, width: u32) -> Term<'c> {
        if at == 0 && width == a.width {
            return a;
        }
        let node = self.unary(Op::Extract, width, a.node, self.c32(at));
        let shift = self.env.context.int(a.width).constant(u64::from(at));
        let value = self.slow.binary(Opcode::LShr, a.value, shift);
        let value = if width == a.width {
            value
        } else {
            self.slow
                .cast(Opcode::Trunc, value, self.env.context.int(width))
        };
        Term { node, value, width }
    }

    /// `a`, zero-extended to `width`, shifted left by `at`.
    pub(super) fn place(&mut self, a: Term<'c>, at: u32, width: u32) -> Term<'c> {
        let wide = self.resize(a, width, false);
        if at == 0 {
            wide
        } else {
            self.combine(
                Op::Shl,
                Opcode::Shl,
                wide,
                self.number(width, u64::from(at)),
            )
        }
    }

    /// Counts symbolic data that is dropped here.
    pub(super) fn lose(&mut self, loss: isolde_abi::symbol::Loss, shadows: &[Shadow<'c>]) {
        for &shadow in shadows.iter().filter(|&&shadow| shadow != Shadow::Concrete) {
            let node = self.node(shadow);
            self.slow
                .call(self.env.helpers.lost, &[self.c32(loss as u32), node]);
        }
    }

    /// Makes a scalar concrete, so that other values of it mean another path.
    pub(super) fn pin(&mut self, value: Value<'c>) {
        let Some(scalar) = self.env.scalar(value.ty()) else {
            return;
        };
        if self.shadow(value) == Shadow::Concrete {
            return;
        }
        let term = self.term(value, scalar);
        let (low, high) = self.halves(term);
        self.slow
            .call(self.env.helpers.pin, &[term.node, low, high]);
    }
}
