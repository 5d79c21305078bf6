//! What is done to the module before anything is added: make it small, and make it repeatable.

use crate::map::Statistics;
use crate::names;
use crate::{Error, Options};
use isolde_abi::symbol::RUNTIME;
use isolde_llvm::{Function, Linkage, Module, Opcode, TypeKind, Value};

/// Makes everything internal that nothing outside can name, so that what `main` does not reach can be dropped.
///
/// # Errors
/// If there is no `main`.
pub(crate) fn internalize(module: &Module<'_>, statistics: &mut Statistics) -> Result<(), Error> {
    if module
        .function("main")
        .is_none_or(|main| main.is_declaration())
    {
        return Err(Error::NoMain);
    }
    let hidden = |name: &str| {
        names::is_mangled(name) || name.starts_with("__rust_") || name == "rust_eh_personality"
    };
    let globals = module
        .globals()
        .chain(module.functions().map(Function::value))
        .filter(|global| !global.is_declaration());
    for global in globals.filter(|global| hidden(&global.name()) && !global.is_local()) {
        global.clear_comdat();
        global.set_linkage(Linkage::Internal);
    }
    for alias in module.aliases().filter(|alias| hidden(&alias.name())) {
        alias.set_linkage(Linkage::Internal);
    }
    statistics.functions_read = module
        .functions()
        .filter(|function| !function.is_declaration())
        .count();
    Ok(())
}

/// Empties the functions that look source lines up for backtraces: half of a small program hangs on them, and an explored program's
/// backtraces are read by nobody.
pub(crate) fn cut_backtraces(module: &Module<'_>) {
    let context = module.context();
    let builder = context.builder();
    for function in module.functions() {
        if function.is_declaration() || !names::resolves_backtraces(&function.name()) {
            continue;
        }
        let returns = function.function_type().return_type();
        // SAFETY: no handle into the body is kept.
        unsafe { function.delete_body() };
        builder.at_end(context.append_block(function));
        if returns.kind() == TypeKind::Void {
            builder.ret_void();
        } else {
            builder.ret(returns.zero());
        }
    }
}

fn calls<'c>(function: Function<'c>) -> impl Iterator<Item = Value<'c>> {
    function.value().users().filter(move |user| {
        user.is_instruction()
            && matches!(user.opcode(), Opcode::Call | Opcode::Invoke)
            && user.callee() == function.value()
    })
}

/// Hash tables draw the same keys in every run, so that iteration orders repeat.
pub(crate) fn fix_hash_keys(module: &Module<'_>) {
    for function in module
        .functions()
        .filter(|function| names::draws_hash_keys(&function.name()))
    {
        for call in calls(function).collect::<Vec<_>>() {
            call.replace_uses_with(call.ty().zero());
        }
    }
}

/// Makes the hashes by which tables find their keys 0: a table becomes a list, whose comparisons of keys are the path conditions. The calls
/// stay, since hashing may have effects. A crate under test that asks for a hash itself gets the true one. Returns how many calls there were.
pub(crate) fn fix_hashes(module: &Module<'_>, options: &Options) -> usize {
    let mut count = 0;
    for function in module
        .functions()
        .filter(|function| names::hashes_key(&function.name()))
    {
        for call in calls(function).collect::<Vec<_>>() {
            let caller = call.block().function();
            if names::is_of_crate(&caller.name(), &options.crates_under_test) {
                continue;
            }
            if matches!(call.ty().kind(), TypeKind::Integer(_)) {
                call.replace_uses_with(call.ty().zero());
                count += 1;
            }
        }
    }
    count
}

/// Recording stops where a panic begins: what follows is std's own formatting and unwinding.
pub(crate) fn stop_at_panics(module: &Module<'_>) {
    let stop = declare(module, "isolde_sym_stop");
    let builder = module.context().builder();
    for function in module
        .functions()
        .filter(|function| !function.is_declaration() && names::begins_panic(&function.name()))
    {
        let entry = function.entry().expect("it has a body");
        let first = entry
            .instructions()
            .find(|instruction| instruction.opcode() != Opcode::Alloca);
        builder.before(first.expect("a block ends in a terminator"));
        builder.call(stop, &[]);
    }
}

/// Declares a function of the runtime, as the ABI table has it.
fn declare<'c>(module: &Module<'c>, name: &str) -> Function<'c> {
    use isolde_abi::symbol::Ty;
    let context = module.context();
    let convert = |ty: &Ty| match ty {
        Ty::Void => context.void(),
        Ty::I32 => context.int(32),
        Ty::I64 => context.int(64),
        Ty::Ptr => context.pointer(),
    };
    module.function(name).unwrap_or_else(|| {
        let symbol = RUNTIME
            .iter()
            .find(|symbol| symbol.name == name)
            .expect("only names of the table are declared");
        let parameters: Vec<_> = symbol.params.iter().map(convert).collect();
        module.add_function(name, context.function(convert(&symbol.ret), &parameters))
    })
}
