//! Float operators and comparisons. The solver handles them by search; no 32-bit or 64-bit floats are lost.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::shape::ScalarKind;
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Opcode, Value};

/// LLVM's numbers of the predicates `false` and `true`, which have no operator: their result is constant.
const CONSTANT_PREDICATES: [u32; 2] = [0, 15];

impl<'c> FunctionPass<'_, '_, 'c> {
    /// Shadow of a float operator.
    pub(super) fn float(&mut self, instruction: Value<'c>, opcode: Opcode) -> Shadow<'c> {
        let a = instruction.operand(0);
        if opcode == Opcode::FNeg {
            return self.float_unary(Op::FNeg, a);
        }
        let b = instruction.operand(1);
        let (op, extra) = match opcode {
            Opcode::FAdd => (Op::FAdd, 0),
            Opcode::FSub => (Op::FSub, 0),
            Opcode::FMul => (Op::FMul, 0),
            Opcode::FDiv => (Op::FDiv, 0),
            Opcode::FRem => (Op::FRem, 0),
            _ => (Op::FCmp, instruction.float_predicate()),
        };
        if op == Op::FCmp && CONSTANT_PREDICATES.contains(&extra) {
            return Shadow::Concrete;
        }
        self.float_binary(op, extra, a, b)
    }

    /// Shadow of a binary float operator; `extra` is the predicate of `FCmp`.
    pub(super) fn float_binary(
        &mut self,
        op: Op,
        extra: u32,
        a: Value<'c>,
        b: Value<'c>,
    ) -> Shadow<'c> {
        let shadows = [self.shadow(a), self.shadow(b)];
        if shadows == [Shadow::Concrete; 2] {
            return Shadow::Concrete;
        }
        match self.env.scalar(a.ty()) {
            Some(scalar) if scalar.kind == ScalarKind::Float => {
                let (a, b) = (self.term(a, scalar), self.term(b, scalar));
                let node = self.operate_with(op, extra, a, b);
                self.fresh(node)
            }
            Some(scalar) if scalar.is_vector() => {
                let (a, b) = (self.term(a, scalar), self.term(b, scalar));
                let node = self.lanewise_with(op, extra, scalar, a, Ok(b));
                self.fresh(node)
            }
            _ => {
                self.lose(Loss::Float, &shadows);
                Shadow::Concrete
            }
        }
    }

    /// Shadow of a unary float operator with a result of the operand's width.
    pub(super) fn float_unary(&mut self, op: Op, value: Value<'c>) -> Shadow<'c> {
        let shadow = self.shadow(value);
        if shadow == Shadow::Concrete {
            return shadow;
        }
        match self.env.scalar(value.ty()) {
            Some(scalar) if scalar.kind == ScalarKind::Float => {
                let node = self.node(shadow);
                let zero = self.env.zero;
                let node = self.unary(op, scalar.width, node, zero);
                self.fresh(node)
            }
            scalar => {
                let loss = if scalar.is_some_and(|scalar| scalar.is_vector()) {
                    Loss::Vector
                } else {
                    Loss::Float
                };
                self.lose(loss, &[shadow]);
                Shadow::Concrete
            }
        }
    }
}
