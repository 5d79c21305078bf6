//! The descriptor that describes the program to the runtime: see [`isolde_abi::symbol::Program`].

use isolde_abi::symbol::PROGRAM;
use isolde_llvm::{Linkage, Module, Value};

/// Sizes in bytes of the constants that are available for reads at symbolic addresses: a single byte offers no choice, and larger constants would
/// fill the tables at once.
const CONSTANT_SIZES: std::ops::RangeInclusive<u64> = 2..=65_536;

/// The parts that the descriptor refers to; absent parts become null.
#[derive(Default)]
pub(crate) struct Descriptor<'c> {
    pub coverage: Option<(Value<'c>, usize)>,
    pub constants: Option<(Value<'c>, usize)>,
    pub filter: Option<Value<'c>>,
    pub mutant: Option<Value<'c>>,
}

/// Adds the descriptor to the module.
pub(crate) fn describe<'c>(module: &Module<'c>, descriptor: &Descriptor<'c>) {
    let context = module.context();
    let null = context.pointer().zero();
    let count = |part: Option<(Value<'c>, usize)>| {
        context
            .int(64)
            .constant(part.map_or(0, |(_, count)| count as u64))
    };
    let fields = [
        descriptor.coverage.map_or(null, |(global, _)| global),
        count(descriptor.coverage),
        descriptor.constants.map_or(null, |(global, _)| global),
        count(descriptor.constants),
        descriptor.filter.unwrap_or(null),
        descriptor.mutant.unwrap_or(null),
    ];
    let value = context.const_struct(&fields);
    let global = module.add_global(PROGRAM, value.ty());
    global.set_initializer(value);
    global.set_constant(true);
    global.set_alignment(8);
}

/// Adds a table of the constant globals. Returns it and its length.
pub(crate) fn constants<'c>(module: &Module<'c>) -> (Value<'c>, usize) {
    let context = module.context();
    let entries: Vec<Value<'c>> = module
        .globals()
        .filter(|global| {
            global.is_global_constant() && !global.is_thread_local() && !global.is_declaration()
        })
        .map(|global| (global, module.size_of(global.value_type())))
        .filter(|(_, size)| CONSTANT_SIZES.contains(size))
        .map(|(global, size)| context.const_struct(&[global, context.int(64).constant(size)]))
        .collect();
    let entry = context.structure(&[context.pointer(), context.int(64)]);
    let table = entry.const_array(&entries);
    let global = module.add_global("isolde.constants", table.ty());
    global.set_initializer(table);
    global.set_constant(true);
    global.set_linkage(Linkage::Internal);
    (global, entries.len())
}

#[cfg(test)]
mod tests {
    use super::{Descriptor, constants, describe};
    use crate::toolchain::llvm;
    use isolde_abi::symbol::{Constant, PROGRAM, Program};
    use isolde_llvm::Context;
    use std::mem::{offset_of, size_of};

    #[test]
    fn the_descriptor_is_laid_out_as_the_runtime_reads_it() {
        let llvm = llvm();
        let context = Context::new(&llvm);
        let text = "
            target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
            @table = constant [4 x i16] zeroinitializer";
        let module = context.parse_ir("test", text).unwrap();
        let constants = constants(&module);
        assert_eq!(constants.1, 1);
        let entry = constants.0.value_type().element_type();
        assert_eq!(module.size_of(entry), size_of::<Constant>() as u64);
        assert_eq!(
            module.offset_of(entry, 0),
            offset_of!(Constant, base) as u64
        );
        assert_eq!(
            module.offset_of(entry, 1),
            offset_of!(Constant, size) as u64
        );

        let byte = context.int(8);
        let [coverage, filter, mutant] =
            ["coverage", "filter", "mutant"].map(|name| module.add_global(name, byte));
        describe(
            &module,
            &Descriptor {
                coverage: Some((coverage, 7)),
                constants: Some(constants),
                filter: Some(filter),
                mutant: Some(mutant),
            },
        );
        let ty = module.global(PROGRAM).unwrap().value_type();
        assert_eq!(module.size_of(ty), size_of::<Program>() as u64);
        let offsets = [
            offset_of!(Program, coverage),
            offset_of!(Program, coverage_len),
            offset_of!(Program, constants),
            offset_of!(Program, constants_len),
            offset_of!(Program, filter),
            offset_of!(Program, mutant),
        ];
        for (index, offset) in offsets.into_iter().enumerate() {
            assert_eq!(
                module.offset_of(ty, index as u32),
                offset as u64,
                "field {index}"
            );
        }
        let order = [
            "@isolde_program = constant",
            "ptr @coverage, i64 7",
            "ptr @isolde.constants, i64 1, ptr @filter, ptr @mutant",
        ];
        let text = module.print();
        let line = text
            .lines()
            .find(|line| line.starts_with(order[0]))
            .unwrap();
        assert!(order.iter().all(|part| line.contains(part)), "{line}");
    }
}
