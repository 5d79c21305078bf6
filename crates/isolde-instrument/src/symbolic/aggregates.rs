//! Structs and arrays as values.

use super::function::FunctionPass;
use super::segment::Shadow;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Type, TypeKind, Value};
use std::ops::Range;

impl<'c> FunctionPass<'_, '_, 'c> {
    /// Shadows of `extractvalue`.
    pub(super) fn extract_value(&mut self, instruction: Value<'c>) -> Vec<Shadow<'c>> {
        let aggregate = instruction.operand(0);
        let shadows = self.shadows(aggregate);
        let range = self.part(aggregate.ty(), &instruction.indices());
        shadows.get(range).map(<[_]>::to_vec).unwrap_or_default()
    }

    /// Shadows of `insertvalue`.
    pub(super) fn insert_value(&mut self, instruction: Value<'c>) -> Vec<Shadow<'c>> {
        let (aggregate, value) = (instruction.operand(0), instruction.operand(1));
        let mut shadows = self.shadows(aggregate);
        let new = self.shadows(value);
        let range = self.part(aggregate.ty(), &instruction.indices());
        match shadows.get_mut(range) {
            Some(part) if part.len() == new.len() => part.copy_from_slice(&new),
            _ => self.lose(Loss::Aggregate, &new),
        }
        shadows
    }

    /// The scalars of the part at `indices`.
    fn part(&mut self, aggregate: Type<'c>, indices: &[u32]) -> Range<usize> {
        let (mut ty, mut start) = (aggregate, 0);
        for &index in indices {
            if ty.kind() == TypeKind::Struct {
                start += (0..u64::from(index))
                    .map(|before| self.env.scalar_count(ty.element(before)))
                    .sum::<usize>();
                ty = ty.element(u64::from(index));
            } else {
                ty = ty.element_type();
                start += index as usize * self.env.scalar_count(ty);
            }
        }
        start..start + self.env.scalar_count(ty)
    }
}
