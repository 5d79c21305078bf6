//! Changes of the module before anything is added: they make it small and its runs repeatable.

use crate::names;
use crate::{Error, Kind, Options};
use isolde_abi::symbol::{self, SYM_HASH, SYM_STOP};
use isolde_llvm::{Function, Linkage, Module, Opcode, TypeKind, Value};

/// Makes everything internal that nothing outside the module can refer to by name, so that what `main` does not reach can be dropped.
///
/// # Errors
/// If there is no `main`.
pub(crate) fn internalize(module: &Module<'_>) -> Result<(), Error> {
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
    Ok(())
}

/// How many functions the module defines.
pub(crate) fn defined(module: &Module<'_>) -> usize {
    let all = module.functions();
    all.filter(|function| !function.is_declaration()).count()
}

/// Marks all functions of a program that checks memory for the pass that inserts these checks, which leaves others as they are.
pub(crate) fn ask_for_checks(module: &Module<'_>, options: &Options) {
    if options.kind != Kind::Checked {
        return;
    }
    let context = module.context();
    let checked = context.attribute("sanitize_address");
    for function in module.functions().filter(|it| !it.is_declaration()) {
        function.add_attribute(context, checked, 0);
        // So reports can tell where memory was allocated and freed: these stacks are taken by frame pointers, which is fast.
        function.add_text_attribute(context, "frame-pointer", "all");
    }
}

/// Replaces the functions that report panics by empty ones: half of a small program is there only for them, and nobody reads what an explored program
/// prints. This also works in a module whose bodies have not been read.
pub(crate) fn cut_reports(module: &Module<'_>) {
    let context = module.context();
    let builder = context.builder();
    let reports: Vec<Function<'_>> = module
        .functions()
        .filter(|function| !function.is_declaration() && names::reports_panics(&function.name()))
        .collect();
    for function in reports {
        let silent = module.add_function(SILENT, function.function_type());
        silent.value().set_linkage(Linkage::Internal);
        builder.at_end(context.append_block(silent));
        let returns = function.function_type().return_type();
        if returns.kind() == TypeKind::Void {
            builder.ret_void();
        } else {
            builder.ret(returns.zero());
        }
        function.value().replace_uses_with(silent.value());
    }
}

/// The name of a function that reports nothing.
const SILENT: &str = "isolde.silent";

/// Makes the code that renders source text unreachable, since programs that are only explored never run it. Returns how many branches to it there were.
///
/// Only these branches are changed, so that the code under test keeps all of its branches.
pub(crate) fn cut_rendering(module: &Module<'_>, options: &Options) -> usize {
    if !options.kind.is_explored() {
        return 0;
    }
    let builder = module.context().builder();
    let mut count = 0;
    for function in module
        .functions()
        .filter(|function| names::tells_rendering(&function.name()))
    {
        for call in function.calls().collect::<Vec<_>>() {
            let branches: Vec<Value<'_>> = call
                .users()
                .filter(|user| user.is_instruction() && user.opcode() == Opcode::Br)
                .collect();
            for branch in branches {
                let [then, otherwise] = branch.successors()[..] else {
                    continue;
                };
                // A phi would keep its entry for this block, so such a branch is left to the optimiser.
                if then
                    .first()
                    .is_some_and(|first| first.opcode() == Opcode::Phi)
                {
                    continue;
                }
                builder.before(branch);
                builder.jump(otherwise);
                // SAFETY: a branch has no users.
                unsafe { branch.erase() };
                count += 1;
            }
            call.replace_uses_with(call.ty().zero());
        }
    }
    count
}

/// Makes hash tables draw the same keys in every run, so that iteration orders repeat.
pub(crate) fn fix_hash_keys(module: &Module<'_>) {
    for function in module
        .functions()
        .filter(|function| names::draws_hash_keys(&function.name()))
    {
        for call in function.calls().collect::<Vec<_>>() {
            call.replace_uses_with(call.ty().zero());
        }
    }
}

/// The function that marks a hash until the program's kind is known.
const HASH_MARKER: &str = "isolde.hash";

/// Marks the hashes by which hash tables find their keys, so that after optimising [`ask_for_hashes`] or [`keep_hashes`] can find them. A crate under
/// test that computes a hash itself gets the true one. Returns how many hashes were marked.
pub(crate) fn mark_hashes(module: &Module<'_>, options: &Options) -> usize {
    let context = module.context();
    let hash = context.int(64);
    let builder = context.builder();
    let mut marker = None;
    let mut count = 0;
    for function in module
        .functions()
        .filter(|function| names::hashes_key(&function.name()))
    {
        for call in function.calls().collect::<Vec<_>>() {
            let caller = call.block().function();
            if names::is_of_crate(&caller.name(), &options.crates_under_test) || call.ty() != hash {
                continue;
            }
            let marker = *marker.get_or_insert_with(|| {
                let marker = module.add_function(HASH_MARKER, context.function(hash, &[hash]));
                for attribute in ["nounwind", "willreturn", "nocallback", "memory"] {
                    marker.add_attribute(context, context.attribute(attribute), 0);
                }
                marker
            });
            let next = if call.opcode() == Opcode::Invoke {
                call.normal_destination()
                    .instructions()
                    .find(|instruction| instruction.opcode() != Opcode::Phi)
            } else {
                call.next()
            };
            builder.before(next.expect("a block ends in a terminator"));
            let marked = builder.call(marker, &[context.int(64).zero()]);
            call.replace_uses_with(marked);
            marked.set_operand(0, call);
            count += 1;
        }
    }
    count
}

fn resolve_hashes<'c>(module: &Module<'c>, hash: impl Fn(Value<'c>) -> Value<'c>) {
    let Some(marker) = module.function(HASH_MARKER) else {
        return;
    };
    for call in marker.calls().collect::<Vec<_>>() {
        call.replace_uses_with(hash(call));
        // SAFETY: the uses of the call were just replaced.
        unsafe { call.erase() };
    }
    // SAFETY: the calls were the function's only users.
    unsafe { marker.delete() };
}

/// Lets the runtime decide about the marked hashes: it makes them 0, so that a table becomes a list, whose comparisons of keys are path conditions,
/// or leaves them as they are.
pub(crate) fn ask_for_hashes(module: &Module<'_>) {
    if module.function(HASH_MARKER).is_none() {
        return;
    }
    let answer = declare(module, SYM_HASH);
    let builder = module.context().builder();
    resolve_hashes(module, |call| {
        builder.before(call);
        builder.call(answer, &[call.operand(0)])
    });
}

/// Leaves the marked hashes as they are.
pub(crate) fn keep_hashes(module: &Module<'_>) {
    resolve_hashes(module, |call| call.operand(0));
}

/// Stops recording where a panic begins, since only std's own formatting and unwinding follow.
pub(crate) fn stop_at_panics(module: &Module<'_>) {
    let stop = declare(module, SYM_STOP);
    let builder = module.context().builder();
    for function in module
        .functions()
        .filter(|function| !function.is_declaration() && names::begins_panic(&function.name()))
    {
        builder.before(beginning(function).expect("it has a body"));
        builder.call(stop, &[]);
    }
}

/// The first instruction of a function that has a body, behind those that make room for variables.
pub(crate) fn beginning(function: Function<'_>) -> Option<Value<'_>> {
    let mut instructions = function.entry()?.instructions();
    instructions.find(|instruction| instruction.opcode() != Opcode::Alloca)
}

/// Puts a trap into functions that begin with `unreachable`: otherwise they would have no instruction at all, and the same address as the function
/// that is laid out after them. The unwinder would confuse the two, and a panic out of the second one would end the process. rustc sets an option of
/// LLVM for this, which the C interface lacks.
pub(crate) fn fill_empty_functions(module: &Module<'_>) {
    let context = module.context();
    let builder = context.builder();
    for function in module.functions().filter(|f| !f.is_declaration()) {
        let Some(end) = end_at_once(function) else {
            continue;
        };
        let trap = module
            .function(TRAP)
            .unwrap_or_else(|| module.add_function(TRAP, context.function(context.void(), &[])));
        builder.before(end);
        builder.call(trap, &[]);
    }
}

/// The `unreachable` that a function begins with.
fn end_at_once(function: Function<'_>) -> Option<Value<'_>> {
    beginning(function).filter(|first| first.opcode() == Opcode::Unreachable)
}

/// LLVM's name of the instruction that kills the program.
const TRAP: &str = "llvm.trap";

/// Declares a function of the runtime as defined in the ABI table.
pub(crate) fn declare<'c>(module: &Module<'c>, name: &str) -> Function<'c> {
    use symbol::Ty;
    let context = module.context();
    let convert = |ty: &Ty| match ty {
        Ty::Void => context.void(),
        Ty::I32 => context.int(32),
        Ty::I64 => context.int(64),
        Ty::Ptr => context.pointer(),
    };
    module.function(name).unwrap_or_else(|| {
        let symbol = symbol::find(name).expect("only names of the table are declared");
        let parameters: Vec<_> = symbol.params.iter().map(convert).collect();
        module.add_function(name, context.function(convert(&symbol.ret), &parameters))
    })
}

#[cfg(test)]
mod tests {
    use super::{cut_rendering, fill_empty_functions};
    use crate::toolchain::llvm;
    use crate::{Kind, Options};
    use isolde_llvm::{Context, PassOptions, TargetMachine};

    #[test]
    fn functions_that_begin_with_unreachable_get_an_instruction() {
        let llvm = llvm();
        let context = Context::new(&llvm);
        let text = "
            target triple = \"x86_64-unknown-linux-gnu\"
            define void @empty(ptr %never) { unreachable }
            define void @local() {
              %unused = alloca i64
              unreachable
            }
            define i32 @other(i1 %b) {
              br i1 %b, label %yes, label %no
            yes:
              ret i32 1
            no:
              unreachable
            }";
        let module = context.parse_ir("test", text).unwrap();
        fill_empty_functions(&module);
        module.verify().unwrap();
        let calls = |name: &str| {
            let function = module.function(name).unwrap();
            let blocks = function.blocks();
            blocks
                .flat_map(|block| block.instructions())
                .filter(|one| one.opcode() == isolde_llvm::Opcode::Call)
                .count()
        };
        assert_eq!(["empty", "local", "other"].map(calls), [1, 1, 0]);
    }

    #[test]
    fn code_that_only_renders_text_becomes_unreachable() {
        let llvm = llvm();
        let context = Context::new(&llvm);
        let text = "
            target triple = \"x86_64-unknown-linux-gnu\"
            declare i1 @_RNvMNtCs1_8___isolde7chooserNtB2_7Chooser12is_rendering()
            define internal void @text() { ret void }
            define i32 @caller(i1 %own) {
              %rendering = call i1 @_RNvMNtCs1_8___isolde7chooserNtB2_7Chooser12is_rendering()
              br i1 %rendering, label %write, label %on
            write:
              call void @text()
              br label %on
            on:
              %kept = phi i1 [ %rendering, %0 ], [ %own, %write ]
              br i1 true, label %yes, label %no
            yes:
              %result = zext i1 %kept to i32
              ret i32 %result
            no:
              ret i32 3
            }";
        let module = context.parse_ir("test", text).unwrap();
        assert_eq!(cut_rendering(&module, &Options::new(Kind::Coverage)), 1);
        let machine = TargetMachine::new(&llvm, &module, crate::CodegenLevel::None).unwrap();
        module
            .run_passes(
                "function(unreachableblockelim),globaldce",
                &machine,
                &PassOptions::scalar(&llvm),
            )
            .unwrap();
        module.verify().unwrap();
        assert!(module.function("text").is_none(), "{}", module.print());
        // Constant branches of other code stay.
        let caller = module.function("caller").unwrap();
        assert_eq!(caller.blocks().count(), 4, "{}", module.print());
    }
}
