//! The tables that the library reads: a global for each target, and the list of keys.

use super::targets::library_function;
use isolde_abi::detour::{BUSY, KEY_COUNT, KEYS, KNOWS_JOBS, OWNER, TRAP_COUNT, TRAPS};
use isolde_llvm::{Linkage, Module, TypeKind, Value};

/// Writes an `isolde_abi::detour::Target`.
pub(super) fn target<'c>(module: &Module<'c>, name: &str, refusal: &str) -> Value<'c> {
    let context = module.context();
    let number = |value: usize| context.int(64).constant(value as u64);
    let value = context.const_struct(&[
        number(0),
        context.pointer().zero(),
        text(module, name),
        number(name.len()),
        text(module, refusal),
        number(refusal.len()),
    ]);
    let global = module.add_global("isolde-detour.target", value.ty());
    global.set_initializer(value);
    global.set_linkage(Linkage::Internal);
    global.set_alignment(8);
    global
}

/// A constant text.
pub(super) fn text<'c>(module: &Module<'c>, text: &str) -> Value<'c> {
    let byte = module.context().int(8);
    let bytes: Vec<Value<'c>> = text.bytes().map(|b| byte.constant(b.into())).collect();
    let value = byte.const_array(&bytes);
    let global = module.add_global("isolde-detour.text", value.ty());
    global.set_initializer(value);
    global.set_constant(true);
    global.set_linkage(Linkage::Internal);
    global
}

/// Adds the thread-local byte that switches hooks off, and makes a function of the library return its address.
pub(super) fn busy<'c>(module: &Module<'c>) -> Value<'c> {
    let busy = thread_local(module, "isolde-detour.busy", 8);
    answer(module, BUSY, busy);
    busy
}

/// Adds the thread-local number of the test whose work a thread runs, and makes a function of the library return its address.
pub(super) fn owner(module: &Module<'_>) {
    let owner = thread_local(module, "isolde-detour.owner", 32);
    answer(module, OWNER, owner);
}

/// Tells the library that work is recognised.
pub(super) fn knows_jobs(module: &Module<'_>) {
    answer(module, KNOWS_JOBS, module.context().int(64).constant(1));
}

/// A thread-local integer that is 0 at first.
fn thread_local<'c>(module: &Module<'c>, name: &str, bits: u32) -> Value<'c> {
    let ty = module.context().int(bits);
    let variable = module.add_global(name, ty);
    variable.set_initializer(ty.zero());
    variable.set_linkage(Linkage::Internal);
    variable.set_thread_local();
    variable
}

/// Writes the `isolde_abi::detour::Key`s and the functions of trapped modules, and makes the library's functions return them.
pub(super) fn write<'c>(
    module: &Module<'c>,
    keys: &[(Value<'c>, Value<'c>)],
    trapped: &[Value<'c>],
) {
    let context = module.context();
    let pointer = context.pointer();
    let rows: Vec<Value<'c>> = keys
        .iter()
        .map(|&(address, target)| context.const_struct(&[address, target]))
        .collect();
    let row = context.structure(&[pointer, pointer]);
    let tables = [
        (KEYS, KEY_COUNT, row.const_array(&rows), rows.len()),
        (
            TRAPS,
            TRAP_COUNT,
            pointer.const_array(trapped),
            trapped.len(),
        ),
    ];
    for (path, count_path, rows, count) in tables {
        let table = module.add_global("isolde-detour.table", rows.ty());
        table.set_initializer(rows);
        table.set_constant(true);
        table.set_linkage(Linkage::Internal);
        answer(module, path, table);
        answer(module, count_path, context.int(64).constant(count as u64));
    }
}

/// Makes one of the library's functions return `answer`.
fn answer<'c>(module: &Module<'c>, path: &str, answer: Value<'c>) {
    let Some(function) = library_function(module, path) else {
        return;
    };
    let returns = function.function_type().return_type();
    // In another version of the library, the function could have another type.
    if returns.kind() == TypeKind::Void || returns != answer.ty() {
        return;
    }
    let context = module.context();
    let stand_in = module.add_function("isolde-detour.answer", function.function_type());
    stand_in.value().set_linkage(Linkage::Internal);
    let builder = context.builder();
    builder.at_end(context.append_block(stand_in));
    builder.ret(answer);
    function.value().replace_uses_with(stand_in.value());
}
