//! The descriptor by which the runtime knows the program: see [`isolde_abi::symbol::Program`].

use isolde_abi::symbol::PROGRAM;
use isolde_llvm::{Linkage, Module, Value};

/// Constants of these sizes, in bytes, are offered for reads at symbolic addresses: one byte holds nothing to choose from, and what is larger
/// than this would fill the tables at once.
const CONSTANT_SIZES: std::ops::RangeInclusive<u64> = 2..=65_536;

/// What the descriptor names; absent parts become null.
#[derive(Default)]
pub(crate) struct Descriptor<'c> {
    pub coverage: Option<(Value<'c>, usize)>,
    pub constants: Option<(Value<'c>, usize)>,
    pub filter: Option<Value<'c>>,
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
    let global = module.add_global("isolde_constants", table.ty());
    global.set_initializer(table);
    global.set_constant(true);
    global.set_linkage(Linkage::Internal);
    (global, entries.len())
}
