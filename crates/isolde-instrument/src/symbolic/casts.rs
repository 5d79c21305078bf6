//! Casts.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::shape::{Scalar, ScalarKind};
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Opcode, Value};

impl<'c> FunctionPass<'_, '_, 'c> {
    /// Shadow of a cast.
    pub(super) fn cast(&mut self, instruction: Value<'c>, opcode: Opcode) -> Shadow<'c> {
        let value = instruction.operand(0);
        let shadow = self.shadow(value);
        if shadow == Shadow::Concrete {
            return shadow;
        }
        let (Some(from), Some(to)) = (
            self.env.scalar(value.ty()),
            self.env.scalar(instruction.ty()),
        ) else {
            // There is no cast from `<2 x i64>` to `{…}`; the remaining case is a scalar that became too wide.
            self.lose(Loss::Wide, &[shadow]);
            return Shadow::Concrete;
        };
        if from.is_vector() || to.is_vector() {
            return self.vector_cast(value, shadow, from, to, opcode);
        }
        let op = match opcode {
            Opcode::BitCast | Opcode::AddrSpaceCast if from.width == to.width => return shadow,
            Opcode::Trunc
            | Opcode::ZExt
            | Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr => {
                if from.width == to.width {
                    return shadow;
                }
                if from.width > to.width {
                    Op::Trunc
                } else {
                    Op::ZExt
                }
            }
            Opcode::SExt => Op::SExt,
            _ => return self.float_cast(shadow, from, to, opcode),
        };
        let node = self.node(shadow);
        let zero = self.env.zero;
        let node = self.unary(op, to.width, node, zero);
        self.fresh(node)
    }

    fn float_cast(
        &mut self,
        shadow: Shadow<'c>,
        from: Scalar,
        to: Scalar,
        opcode: Opcode,
    ) -> Shadow<'c> {
        let odd = [from.kind, to.kind].contains(&ScalarKind::OddFloat);
        let op = match opcode {
            _ if odd => None,
            Opcode::FPToUI => Some(Op::FToU),
            Opcode::FPToSI => Some(Op::FToS),
            Opcode::UIToFP => Some(Op::UToF),
            Opcode::SIToFP => Some(Op::SToF),
            Opcode::FPExt => Some(Op::FExt),
            Opcode::FPTrunc => Some(Op::FTrunc),
            _ => None,
        };
        let Some(op) = op else {
            self.lose(Loss::Float, &[shadow]);
            return Shadow::Concrete;
        };
        let node = self.node(shadow);
        let zero = self.env.zero;
        let node = self.unary(op, to.width, node, zero);
        self.fresh(node)
    }

    fn vector_cast(
        &mut self,
        value: Value<'c>,
        shadow: Shadow<'c>,
        from: Scalar,
        to: Scalar,
        opcode: Opcode,
    ) -> Shadow<'c> {
        let op = match opcode {
            Opcode::BitCast if from.width == to.width => return shadow,
            Opcode::PtrToInt | Opcode::IntToPtr | Opcode::PtrToAddr if from.width == to.width => {
                return shadow;
            }
            Opcode::Trunc => Op::Trunc,
            Opcode::ZExt => Op::ZExt,
            Opcode::SExt => Op::SExt,
            _ => {
                self.lose(Loss::Vector, &[shadow]);
                return Shadow::Concrete;
            }
        };
        let ScalarKind::Vector { lane_width, .. } = to.kind else {
            self.lose(Loss::Vector, &[shadow]);
            return Shadow::Concrete;
        };
        let term = self.term(value, from);
        let node = self.lanewise(op, from, term, Err(lane_width));
        self.fresh(node)
    }
}
