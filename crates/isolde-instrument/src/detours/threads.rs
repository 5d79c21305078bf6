//! Threads belong to the test that starts them: the library creates them.

use super::targets::library_function;
use isolde_abi::detour::CREATE_THREAD;
use isolde_llvm::Module;

/// The library's function that calls the real `pthread_create`.
const CREATOR: &str = "isolde::detour::threads::create";

/// Redirects all calls of `pthread_create`, except the library's own, to the library's function. This must come before hooks are added, so that a
/// detour of `pthread_create` sees these calls.
pub(super) fn redirect(module: &Module<'_>) {
    let (Some(own), Some(create), Some(creator)) = (
        module.function("pthread_create"),
        library_function(module, CREATE_THREAD),
        library_function(module, CREATOR),
    ) else {
        return;
    };
    let calls: Vec<_> = own
        .calls()
        .filter(|call| call.block().function() != creator)
        .collect();
    for call in calls {
        call.set_callee(create);
    }
}
