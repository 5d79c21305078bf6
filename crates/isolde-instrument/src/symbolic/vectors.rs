//! Vectors of at most 128 bits: a vector is one scalar of all its lanes, the lowest of which is lane 0.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::shape::{Scalar, ScalarKind};
use super::term::Term;
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Opcode, Value};

impl<'c> FunctionPass<'_, '_, 'c> {
    fn lose_operands(&mut self, loss: Loss, instruction: Value<'c>) -> Shadow<'c> {
        let shadows: Vec<Shadow<'c>> = (0..instruction.operand_count())
            .flat_map(|index| self.shadows(instruction.operand(index)))
            .collect();
        self.lose(loss, &shadows);
        Shadow::Concrete
    }

    fn vector(&mut self, value: Value<'c>) -> Option<(Scalar, u32)> {
        let scalar = self.env.scalar(value.ty())?;
        match scalar.kind {
            ScalarKind::Vector { lane_width, .. } => Some((scalar, lane_width)),
            _ => None,
        }
    }

    /// Bit offset of lane `index`, as an `i32`; a symbolic index is pinned.
    fn lane_offset(&mut self, index: Value<'c>, lane_width: u32) -> Value<'c> {
        self.pin(index);
        let Some(scalar) = self.env.scalar(index.ty()) else {
            return self.env.zero;
        };
        self.open();
        let value = match scalar.width.cmp(&32) {
            std::cmp::Ordering::Equal => index,
            std::cmp::Ordering::Less => self.slow.cast(Opcode::ZExt, index, self.env.i32),
            std::cmp::Ordering::Greater => self.slow.cast(Opcode::Trunc, index, self.env.i32),
        };
        self.slow.binary(Opcode::Mul, value, self.c32(lane_width))
    }

    /// Shadow of `extractelement`.
    pub(super) fn extract_element(&mut self, instruction: Value<'c>) -> Shadow<'c> {
        let (vector, index) = (instruction.operand(0), instruction.operand(1));
        let Some((_, lane_width)) = self.vector(vector) else {
            return self.lose_operands(Loss::Vector, instruction);
        };
        let shadow = self.shadow(vector);
        let offset = self.lane_offset(index, lane_width);
        let node = self.node(shadow);
        let node = self.unary(Op::Extract, lane_width, node, offset);
        self.fresh(node)
    }

    /// Shadow of `insertelement`.
    pub(super) fn insert_element(&mut self, instruction: Value<'c>) -> Shadow<'c> {
        let (vector, element, index) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.operand(2),
        );
        let (Some((scalar, lane_width)), Some(part)) =
            (self.vector(vector), self.env.scalar(element.ty()))
        else {
            return self.lose_operands(Loss::Vector, instruction);
        };
        let offset = self.lane_offset(index, lane_width);
        let (whole, part) = (self.term(vector, scalar), self.term(element, part));
        let wide = self.env.context.int(scalar.width);
        let shift = Term {
            node: self.env.zero,
            value: self.resize_fast(offset, scalar.width),
            width: scalar.width,
        };
        let ones = self.slow.cast(
            Opcode::ZExt,
            self.env.context.int(lane_width).constant(u64::MAX),
            wide,
        );
        let hole = self.slow.binary(Opcode::Shl, ones, shift.value);
        let all = self
            .slow
            .cast(Opcode::SExt, self.env.context.int(1).constant(1), wide);
        let keep = Term {
            node: self.env.zero,
            value: self.slow.binary(Opcode::Xor, hole, all),
            width: scalar.width,
        };
        let kept = self.combine(Op::And, Opcode::And, whole, keep);
        let part = self.resize(part, scalar.width, false);
        let placed = self.combine(Op::Shl, Opcode::Shl, part, shift);
        let node = self.operate(Op::Or, kept, placed);
        self.fresh(node)
    }

    /// A concrete `i32` in the slow block as an integer of `width` bits.
    fn resize_fast(&mut self, value: Value<'c>, width: u32) -> Value<'c> {
        let ty = self.env.context.int(width);
        match width.cmp(&32) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.slow.cast(Opcode::Trunc, value, ty),
            std::cmp::Ordering::Greater => self.slow.cast(Opcode::ZExt, value, ty),
        }
    }

    /// Shadow of `shufflevector`: runs of neighbouring lanes are extracted and put together.
    pub(super) fn shuffle(&mut self, instruction: Value<'c>) -> Shadow<'c> {
        let (a, b) = (instruction.operand(0), instruction.operand(1));
        let (Some((source, lane_width)), Some((result, _))) =
            (self.vector(a), self.vector(instruction))
        else {
            return self.lose_operands(Loss::Vector, instruction);
        };
        let terms = [self.term(a, source), self.term(b, source)];
        let lanes = source.width / lane_width;
        let mut whole: Option<Term<'c>> = None;
        for run in runs(&instruction.shuffle_mask(), lanes) {
            let piece = self.extract(
                terms[run.source],
                run.from * lane_width,
                run.count * lane_width,
            );
            let placed = self.place(piece, run.to * lane_width, result.width);
            whole = Some(match whole {
                None => placed,
                Some(whole) => self.combine(Op::Or, Opcode::Or, whole, placed),
            });
        }
        match whole {
            Some(whole) => self.fresh(whole.node),
            None => Shadow::Concrete,
        }
    }

    /// Shadow of a `select` whose condition is a vector: `(a & mask) | (b & !mask)`.
    pub(super) fn select_lanes(&mut self, instruction: Value<'c>) -> Shadow<'c> {
        let (condition, a, b) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.operand(2),
        );
        let (Some((bits, _)), Some((scalar, lane_width))) =
            (self.vector(condition), self.vector(a))
        else {
            return self.lose_operands(Loss::Vector, instruction);
        };
        let ScalarKind::Vector { lanes, .. } = scalar.kind else {
            return Shadow::Concrete;
        };
        let narrow = self.term(condition, bits);
        let wide = self.env.context.int(lane_width).vector(lanes);
        let extended = self.slow.cast(Opcode::SExt, condition, wide);
        let value = self.slow.cast(
            Opcode::BitCast,
            extended,
            self.env.context.int(scalar.width),
        );
        let mask = Term {
            node: self.lanewise(Op::SExt, bits, narrow, Err(lane_width)),
            value,
            width: scalar.width,
        };
        let (a, b) = (self.term(a, scalar), self.term(b, scalar));
        // b ^ ((a ^ b) & mask)
        let difference = self.combine(Op::Xor, Opcode::Xor, a, b);
        let chosen = self.combine(Op::And, Opcode::And, difference, mask);
        let node = self.operate(Op::Xor, b, chosen);
        self.fresh(node)
    }
}

/// Neighbouring lanes that come from neighbouring lanes of one source.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    source: usize,
    from: u32,
    to: u32,
    count: u32,
}

/// Cuts a mask into runs; lanes without a value are left out.
fn runs(mask: &[Option<u32>], lanes: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (to, lane) in mask
        .iter()
        .enumerate()
        .filter_map(|(to, lane)| lane.map(|lane| (to as u32, lane)))
    {
        let (source, from) = ((lane / lanes) as usize, lane % lanes);
        match runs.last_mut() {
            Some(run)
                if run.source == source
                    && run.from + run.count == from
                    && run.to + run.count == to =>
            {
                run.count += 1
            }
            _ => runs.push(Run {
                source,
                from,
                to,
                count: 1,
            }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{Run, runs};

    #[test]
    fn masks_are_cut_where_lanes_are_not_neighbours() {
        let mask = [Some(0), Some(1), None, Some(3), Some(5), Some(2)];
        assert_eq!(
            runs(&mask, 4),
            [
                Run {
                    source: 0,
                    from: 0,
                    to: 0,
                    count: 2
                },
                Run {
                    source: 0,
                    from: 3,
                    to: 3,
                    count: 1
                },
                Run {
                    source: 1,
                    from: 1,
                    to: 4,
                    count: 1
                },
                Run {
                    source: 0,
                    from: 2,
                    to: 5,
                    count: 1
                },
            ]
        );
    }
}
