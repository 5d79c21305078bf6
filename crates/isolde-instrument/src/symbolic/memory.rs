//! Loads, stores and addresses.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::term::Term;
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Opcode, TypeKind, Value};

/// Ranges up to this many bytes are tested in line.
const SMALL: u64 = 64;

impl<'c> FunctionPass<'_, '_, 'c> {
    /// An address as an integer in the slow block.
    pub(super) fn address(&mut self, pointer: Value<'c>, offset: u64) -> Value<'c> {
        self.open();
        let base = self.slow.cast(Opcode::PtrToInt, pointer, self.env.i64);
        if offset == 0 {
            base
        } else {
            self.slow.binary(Opcode::Add, base, self.c64(offset))
        }
    }

    /// Makes sure that the slow block is entered if something in the range may be symbolic. The fast path may compute before `instruction`.
    pub(super) fn touch_range(
        &mut self,
        instruction: Value<'c>,
        pointer: Value<'c>,
        bytes: Value<'c>,
    ) {
        match bytes.as_integer() {
            Some(0) => {}
            Some(bytes) if bytes <= SMALL => self.touch(pointer, 0, bytes),
            _ => {
                self.open();
                self.fast.before(instruction);
                let address = self.fast.cast(Opcode::PtrToInt, pointer, self.env.i64);
                let touched = self.fast.call(self.env.helpers.touched, &[address, bytes]);
                self.input(touched);
            }
        }
    }

    /// A length on the fast path, extended to 64 bits.
    pub(super) fn length(&mut self, instruction: Value<'c>, length: Value<'c>) -> Value<'c> {
        if length.ty() == self.env.i64 {
            return length;
        }
        self.fast.before(instruction);
        self.fast.cast(Opcode::ZExt, length, self.env.i64)
    }

    /// A load.
    pub(super) fn load(&mut self, instruction: Value<'c>) {
        let pointer = instruction.operand(0);
        let Some(scalars) = self.env.scalars(instruction.ty()) else {
            self.pin(pointer);
            return;
        };
        let of_pointer = self.shadow(pointer);
        let mut shadows = Vec::with_capacity(scalars.len());
        for scalar in scalars.iter() {
            self.touch(pointer, scalar.offset, u64::from(scalar.bytes()));
            let address = self.address(pointer, scalar.offset);
            let of_address = self.node(of_pointer);
            let of_address = self.advance(of_address, pointer, scalar.offset);
            let node = self.slow.call(
                self.env.helpers.load,
                &[address, self.c32(scalar.bytes()), of_address],
            );
            let node = if scalar.width.is_multiple_of(8) {
                node
            } else {
                let zero = self.env.zero;
                self.unary(Op::Trunc, scalar.width, node, zero)
            };
            shadows.push(self.fresh(node));
        }
        self.reads();
        self.set_shadows(instruction, shadows);
    }

    /// The node of an address that is some bytes further.
    fn advance(&mut self, node: Value<'c>, pointer: Value<'c>, offset: u64) -> Value<'c> {
        if offset == 0 || node == self.env.zero {
            return node;
        }
        let base = Term {
            node,
            value: self.address(pointer, 0),
            width: 64,
        };
        self.operate(Op::Add, base, self.number(64, offset))
    }

    /// A store.
    pub(super) fn store(&mut self, instruction: Value<'c>) {
        let (value, pointer) = (instruction.operand(0), instruction.operand(1));
        self.before_write(instruction);
        let shadows = self.shadows(value);
        let Some(scalars) = self.env.scalars(value.ty()) else {
            let size = self.c64(self.env.module.store_size_of(value.ty()));
            self.clear(instruction, pointer, size);
            return;
        };
        let of_pointer = self.shadow(pointer);
        for (scalar, shadow) in scalars.iter().zip(shadows) {
            self.touch(pointer, scalar.offset, u64::from(scalar.bytes()));
            let node = self.node(shadow);
            let node = if scalar.width.is_multiple_of(8) {
                node
            } else {
                let zero = self.env.zero;
                self.unary(Op::ZExt, scalar.bytes() * 8, node, zero)
            };
            let address = self.address(pointer, scalar.offset);
            let of_address = self.node(of_pointer);
            let of_address = self.advance(of_address, pointer, scalar.offset);
            self.slow.call(
                self.env.helpers.store,
                &[address, self.c32(scalar.bytes()), node, of_address],
            );
        }
    }

    /// Memory is about to be overwritten with concrete bytes.
    pub(super) fn clear(&mut self, instruction: Value<'c>, pointer: Value<'c>, bytes: Value<'c>) {
        self.fill(instruction, pointer, Shadow::Concrete, bytes);
    }

    /// Memory is about to be filled with one byte. `bytes` has 64 bits.
    pub(super) fn fill(
        &mut self,
        instruction: Value<'c>,
        pointer: Value<'c>,
        shadow: Shadow<'c>,
        bytes: Value<'c>,
    ) {
        self.before_write(instruction);
        self.pin(pointer);
        self.touch_range(instruction, pointer, bytes);
        let address = self.address(pointer, 0);
        let node = self.node(shadow);
        self.slow
            .call(self.env.helpers.fill, &[address, node, bytes]);
    }

    /// Memory is about to be copied. `bytes` has 64 bits.
    pub(super) fn copy(
        &mut self,
        instruction: Value<'c>,
        to: Value<'c>,
        from: Value<'c>,
        bytes: Value<'c>,
    ) {
        self.before_write(instruction);
        self.pin(to);
        self.pin(from);
        self.touch_range(instruction, to, bytes);
        self.touch_range(instruction, from, bytes);
        let (to, from) = (self.address(to, 0), self.address(from, 0));
        self.slow.call(self.env.helpers.copy, &[to, from, bytes]);
        // The values that are kept with the shadows must be those of this moment.
        self.reads();
    }

    /// An atomic read-modify-write operation: the memory becomes concrete.
    pub(super) fn atomic(&mut self, instruction: Value<'c>) {
        let pointer = instruction.operand(0);
        let shadows: Vec<Shadow<'c>> = (1..instruction.operand_count())
            .flat_map(|index| self.shadows(instruction.operand(index)))
            .collect();
        self.lose(Loss::Atomic, &shadows);
        let size = self.c64(self.env.module.store_size_of(instruction.operand(1).ty()));
        self.clear(instruction, pointer, size);
    }

    /// The constant distance of a `getelementptr`, in bytes.
    pub(super) fn constant_step(&mut self, instruction: Value<'c>) -> Option<i64> {
        if instruction.ty().kind() != TypeKind::Pointer {
            return None;
        }
        let mut ty = instruction.source_element_type();
        let mut distance = 0i64;
        for index in 1..instruction.operand_count() {
            let operand = instruction.operand(index);
            let number = operand.as_integer()?;
            if index > 1 && ty.kind() == TypeKind::Struct {
                distance += self.env.module.offset_of(ty, number as u32) as i64;
                ty = ty.element(number);
                continue;
            }
            if index > 1 {
                ty = ty.element_type();
            }
            let TypeKind::Integer(width) = operand.ty().kind() else {
                return None;
            };
            let signed = (number << (64 - width)) as i64 >> (64 - width);
            distance =
                distance.wrapping_add(signed.wrapping_mul(self.env.module.size_of(ty) as i64));
        }
        Some(distance)
    }

    /// Shadow of `getelementptr`.
    pub(super) fn element_address(&mut self, instruction: Value<'c>) -> Shadow<'c> {
        let base = instruction.operand(0);
        let count = instruction.operand_count();
        let shadows: Vec<Shadow<'c>> = (0..count)
            .map(|index| self.shadow(instruction.operand(index)))
            .collect();
        if instruction.ty().kind() != TypeKind::Pointer {
            self.lose(Loss::Vector, &shadows);
            return Shadow::Concrete;
        }
        let node = self.node(shadows[0]);
        let mut sum = Term {
            node,
            value: self.address(base, 0),
            width: 64,
        };
        let mut ty = instruction.source_element_type();
        let mut constant = 0u64;
        for index in 1..count {
            let operand = instruction.operand(index);
            if index > 1 && ty.kind() == TypeKind::Struct {
                let field = operand.as_integer().expect("struct indices are constant");
                constant = constant.wrapping_add(self.env.module.offset_of(ty, field as u32));
                ty = ty.element(field);
                continue;
            }
            if index > 1 {
                ty = ty.element_type();
            }
            let size = self.env.module.size_of(ty);
            let Some(scalar) = self.env.scalar(operand.ty()) else {
                continue;
            };
            let step = self.term(operand, scalar);
            let step = self.resize(step, 64, true);
            if let Some(number) = step.value.as_integer() {
                constant = constant.wrapping_add(number.wrapping_mul(size));
                continue;
            }
            let step = if size == 1 {
                step
            } else {
                self.combine(Op::Mul, Opcode::Mul, step, self.number(64, size))
            };
            sum = self.combine(Op::Add, Opcode::Add, sum, step);
        }
        if constant != 0 {
            sum = self.combine(Op::Add, Opcode::Add, sum, self.number(64, constant));
        }
        self.fresh(sum.node)
    }
}
