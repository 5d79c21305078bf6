//! Calls: shadows of arguments and results travel through thread-local arrays.
//!
//! If any argument is symbolic, the caller stores the shadows of the arguments and the callee that they are meant for; the callee uses them if it is
//! the one. So stale shadows, left by a caller whose callee has no shadows, do no harm. A callee that returns something symbolic stores its shadows
//! and sets `isolde.returned`; every caller that could get something clears that.

use super::externals;
use super::function::FunctionPass;
use super::segment::Shadow;
use crate::names;
use isolde_abi::symbol::Loss;
use isolde_llvm::{Opcode, Predicate, Value};

/// Number of elements in the array of arguments.
const MAX_ARGUMENTS: usize = 256;

/// What a call reaches.
enum Callee {
    Assembly,
    Intrinsic(String),
    /// A function without a body here, or without shadows.
    External(String),
    /// A known function, which probably has shadows.
    Direct,
    /// Whatever a pointer points to.
    Indirect,
}

fn callee(call: Value<'_>) -> Callee {
    let callee = call.callee();
    let Some(function) = callee.as_function() else {
        return if callee.is_inline_asm() {
            Callee::Assembly
        } else {
            Callee::Indirect
        };
    };
    let name = function.name();
    if name.starts_with("llvm.") {
        Callee::Intrinsic(name.into_owned())
    } else if function.is_declaration() || names::gets_no_shadows(&name) {
        Callee::External(name.into_owned())
    } else {
        Callee::Direct
    }
}

impl<'c> FunctionPass<'_, '_, 'c> {
    /// Shadows of all arguments of a call.
    pub(super) fn arguments(&mut self, call: Value<'c>) -> Vec<Shadow<'c>> {
        (0..call.argument_count())
            .flat_map(|index| self.shadows(call.operand(index)))
            .collect()
    }

    /// A call.
    pub(super) fn call(&mut self, call: Value<'c>) {
        match callee(call) {
            Callee::Intrinsic(name) => {
                let shadows = self.intrinsic(call, &name);
                self.set_shadows(call, shadows);
            }
            Callee::External(name) => {
                let next = call.next().expect("a call is no terminator");
                self.external(call, &name, Some(next));
            }
            Callee::Assembly => self.assembly(call),
            Callee::Direct | Callee::Indirect => {
                self.give_arguments(call);
                if !call.is_musttail() {
                    self.take_result(call, call.next().expect("a call is no terminator"));
                }
            }
        }
    }

    /// An invoke; its result is taken at its normal destination, by [`Self::after_invoke`].
    pub(super) fn invoke(&mut self, invoke: Value<'c>) {
        match callee(invoke) {
            Callee::Intrinsic(name) => {
                self.env.unmodelled(&name);
                let shadows = self.arguments(invoke);
                self.lose(Loss::Intrinsic, &shadows);
                self.flush(invoke);
            }
            Callee::External(name) => self.external(invoke, &name, None),
            Callee::Assembly => self.assembly(invoke),
            Callee::Direct | Callee::Indirect => self.give_arguments(invoke),
        }
    }

    /// Takes the result where an invoke has returned, before `position`.
    pub(super) fn after_invoke(&mut self, invoke: Value<'c>, position: Value<'c>) {
        match callee(invoke) {
            Callee::Direct | Callee::Indirect => self.take_result(invoke, position),
            // The function may have called back into code with shadows.
            Callee::External(_) => self.forget_result(position),
            Callee::Intrinsic(_) | Callee::Assembly => {}
        }
    }

    fn assembly(&mut self, call: Value<'c>) {
        let shadows = self.arguments(call);
        self.lose(Loss::Assembly, &shadows);
        self.flush(call);
    }

    /// Address of element `index` of a thread-local array.
    fn slot(&self, array: Value<'c>, index: usize) -> Value<'c> {
        self.env
            .context
            .const_element_address(array.value_type(), array, &[0, index as u64])
    }

    /// Ends the segment with the shadows of the arguments.
    fn give_arguments(&mut self, call: Value<'c>) {
        let shadows = self.arguments(call);
        if shadows.iter().any(|&shadow| shadow != Shadow::Concrete)
            && shadows.len() <= MAX_ARGUMENTS
        {
            for (index, shadow) in shadows.into_iter().enumerate() {
                let node = self.node(shadow);
                let slot = self.slot(self.env.helpers.args, index);
                self.slow.store(node, slot);
            }
            self.slow.store(call.callee(), self.env.helpers.callee);
        }
        self.flush(call);
        if call.callee().as_function().is_none() {
            // The callee may have no shadows; then it would leave an old mark.
            self.forget_result(call);
        }
    }

    /// Clears the mark that something symbolic was returned, before `instruction`.
    pub(super) fn forget_result(&mut self, instruction: Value<'c>) {
        self.fast.before(instruction);
        self.fast.store(self.env.zero, self.env.helpers.returned);
    }

    /// Takes the shadows of a call's result, before `position`.
    pub(super) fn take_result(&mut self, call: Value<'c>, position: Value<'c>) {
        let count = self.env.scalar_count(call.ty());
        if count == 0 || !matches!(callee(call), Callee::Direct | Callee::Indirect) {
            return;
        }
        self.open();
        self.fast.before(position);
        let returned = self.env.helpers.returned;
        let mark = self.fast.load(self.env.i32, returned);
        self.input(mark);
        let symbolic = self.slow.compare(Predicate::Ne, mark, self.env.zero);
        let mut shadows = Vec::with_capacity(count);
        for index in 0..count {
            let slot = self.slot(self.env.helpers.results, index);
            let node = self.slow.load(self.env.i32, slot);
            let node = self.slow.select(symbolic, node, self.env.zero);
            shadows.push(self.fresh(node));
        }
        self.slow.store(self.env.zero, returned);
        self.set_shadows(call, shadows);
    }

    /// Takes the shadows of the function's own arguments, before `position` in the entry block.
    pub(super) fn take_arguments(&mut self, position: Value<'c>) {
        let parameters = self.function.parameters();
        let counts: Vec<usize> = parameters
            .iter()
            .map(|parameter| self.env.scalar_count(parameter.ty()))
            .collect();
        let total: usize = counts.iter().sum();
        if total == 0 || total > MAX_ARGUMENTS {
            return;
        }
        self.open();
        self.fast.before(position);
        let callee = self.env.helpers.callee;
        let meant = self.fast.load(self.env.pointer, callee);
        let mine = self
            .fast
            .compare(Predicate::Eq, meant, self.function.value());
        let input = self.fast.cast(Opcode::ZExt, mine, self.env.i32);
        self.input(input);
        let mut index = 0;
        for (parameter, count) in parameters.into_iter().zip(counts) {
            let mut shadows = Vec::with_capacity(count);
            for _ in 0..count {
                let slot = self.slot(self.env.helpers.args, index);
                let node = self.slow.load(self.env.i32, slot);
                let node = self.slow.select(mine, node, self.env.zero);
                shadows.push(self.fresh(node));
                index += 1;
            }
            self.set_shadows(parameter, shadows);
        }
        self.slow.store(self.env.pointer.zero(), callee);
    }

    /// A return: stores the shadows of the result and ends the segment.
    pub(super) fn give_result(&mut self, ret: Value<'c>) {
        if ret.operand_count() == 1 {
            let shadows = self.shadows(ret.operand(0));
            if shadows.iter().any(|&shadow| shadow != Shadow::Concrete) {
                let count = shadows.len();
                for (index, shadow) in shadows.into_iter().enumerate() {
                    let node = self.node(shadow);
                    let slot = self.slot(self.env.helpers.results, index);
                    self.slow.store(node, slot);
                }
                self.slow
                    .store(self.c32(count as u32), self.env.helpers.returned);
            }
        }
        self.flush(ret);
    }

    /// A function without a body here, or without shadows. `next` is the instruction after a call; invokes have none.
    fn external(&mut self, call: Value<'c>, name: &str, next: Option<Value<'c>>) {
        if crate::coverage::marker_number(call).is_some() {
            return;
        }
        match (externals::model(name), next) {
            (Some(model), Some(next)) => self.modelled(call, model, next),
            _ => {
                let shadows = self.arguments(call);
                self.lose(Loss::External, &shadows);
                self.clear_stack(call);
                self.flush(call);
                // The function may have called back into code with shadows.
                if let Some(next) = next.filter(|_| !call.is_musttail()) {
                    self.forget_result(next);
                }
            }
        }
    }

    /// An unknown function may write through pointers to this function's stack (that is how C returns structs): what it writes is concrete.
    fn clear_stack(&mut self, call: Value<'c>) {
        for index in 0..call.argument_count() {
            let argument = call.operand(index);
            if !argument.is_instruction() || argument.opcode() != Opcode::Alloca {
                continue;
            }
            let Some(count) = argument.operand(0).as_integer() else {
                continue;
            };
            let size = self.env.module.size_of(argument.allocated_type()) * count;
            self.clear(call, argument, self.c64(size));
        }
    }
}
