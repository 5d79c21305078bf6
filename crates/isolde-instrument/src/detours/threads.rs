//! Threads inherit detours: the library creates them.

use super::targets::{is_call, library_function};
use isolde_abi::detour::CREATE_THREAD;
use isolde_llvm::Module;

/// The library's function that calls the true one.
const CREATOR: &str = "isolde::detour::threads::create";

/// Makes all uses of `pthread_create` but the library's own uses of the library's function.
pub(super) fn redirect(module: &Module<'_>) {
    let (Some(own), Some(create), Some(creator)) = (
        module.function("pthread_create"),
        library_function(module, CREATE_THREAD),
        library_function(module, CREATOR),
    ) else {
        return;
    };
    own.value().replace_uses_with(create.value());
    for block in creator.blocks() {
        for call in block.instructions().filter(|one| is_call(*one)) {
            if call.callee() == create.value() {
                // The callee is the last operand.
                call.set_operand(call.operand_count() - 1, own.value());
            }
        }
    }
}
