//! Integer operators and comparisons, lane-wise on vectors.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::shape::ScalarKind;
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Opcode, Value};

/// The operator of an integer instruction.
pub(super) fn operator(opcode: Opcode) -> Option<Op> {
    Some(match opcode {
        Opcode::Add => Op::Add,
        Opcode::Sub => Op::Sub,
        Opcode::Mul => Op::Mul,
        Opcode::UDiv => Op::UDiv,
        Opcode::SDiv => Op::SDiv,
        Opcode::URem => Op::URem,
        Opcode::SRem => Op::SRem,
        Opcode::Shl => Op::Shl,
        Opcode::LShr => Op::LShr,
        Opcode::AShr => Op::AShr,
        Opcode::And => Op::And,
        Opcode::Or => Op::Or,
        Opcode::Xor => Op::Xor,
        _ => return None,
    })
}

/// The operator of an integer comparison, by LLVM's number of its predicate.
fn comparison(predicate: u32) -> Option<Op> {
    // The ABI keeps LLVM's order, from `eq`, which is 32.
    Op::from_u8(
        u8::try_from(predicate.checked_sub(32)?)
            .ok()?
            .checked_add(Op::Eq as u8)?,
    )
    .filter(|op| (Op::Eq as u8..=Op::SLe as u8).contains(&(*op as u8)))
}

impl<'c> FunctionPass<'_, '_, 'c> {
    /// Shadow of `a op b`, two integers or pointers, or vectors of them.
    pub(super) fn binary(&mut self, op: Op, a: Value<'c>, b: Value<'c>) -> Shadow<'c> {
        let shadows = [self.shadow(a), self.shadow(b)];
        if shadows == [Shadow::Concrete; 2] {
            return Shadow::Concrete;
        }
        let Some(scalar) = self.env.scalar(a.ty()) else {
            self.lose(Loss::Wide, &shadows);
            return Shadow::Concrete;
        };
        let bitwise = matches!(op, Op::And | Op::Or | Op::Xor);
        let node = match scalar.kind {
            ScalarKind::Vector { float: true, .. } => {
                self.lose(Loss::Vector, &shadows);
                return Shadow::Concrete;
            }
            ScalarKind::Vector { .. } if !bitwise => {
                let (a, b) = (self.term(a, scalar), self.term(b, scalar));
                self.lanewise(op, scalar, a, Ok(b))
            }
            _ => {
                let (a, b) = (self.term(a, scalar), self.term(b, scalar));
                self.operate(op, a, b)
            }
        };
        self.fresh(node)
    }

    /// Shadow of an integer comparison.
    pub(super) fn compare(&mut self, instruction: Value<'c>) -> Shadow<'c> {
        match comparison(instruction.integer_predicate()) {
            Some(op) => self.binary(op, instruction.operand(0), instruction.operand(1)),
            None => Shadow::Concrete,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::comparison;
    use isolde_abi::op::Op;

    #[test]
    fn predicates_are_in_the_order_of_the_abi() {
        assert_eq!(comparison(32), Some(Op::Eq));
        assert_eq!(comparison(36), Some(Op::ULt));
        assert_eq!(comparison(41), Some(Op::SLe));
        assert_eq!(comparison(42), None);
        assert_eq!(comparison(3), None);
    }
}
