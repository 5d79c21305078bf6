//! Attributes that stop being true once functions call the runtime.

use isolde_llvm::{Context, Function, Opcode};

/// Attributes of functions, which now write memory of the runtime.
const OF_FUNCTIONS: [&str; 7] = [
    "memory",
    "nofree",
    "nosync",
    "willreturn",
    "speculatable",
    "norecurse",
    "nocallback",
];
/// Attributes of parameters, whose address is now passed to the runtime, which may read the memory there.
const OF_PARAMETERS: [&str; 7] = [
    "captures",
    "readnone",
    "readonly",
    "writeonly",
    "noalias",
    "initializes",
    "dead_on_return",
];

/// Removes the attributes from the functions and from the calls in them.
pub(super) fn weaken(context: &Context, functions: &[Function<'_>]) {
    let kinds = |names: &[&str]| -> Vec<u32> {
        // An older LLVM may not know all of them, in which case there is nothing to remove.
        names
            .iter()
            .map(|name| context.attribute(name))
            .filter(|&kind| kind != 0)
            .collect()
    };
    let (of_functions, of_parameters) = (kinds(&OF_FUNCTIONS), kinds(&OF_PARAMETERS));
    for function in functions {
        of_functions
            .iter()
            .for_each(|&kind| function.remove_attribute(None, kind));
        for index in 0..function.parameters().len() as u32 {
            of_parameters
                .iter()
                .for_each(|&kind| function.remove_attribute(Some(index), kind));
        }
        for call in function.blocks().flat_map(|block| block.instructions()) {
            if !matches!(call.opcode(), Opcode::Call | Opcode::Invoke) {
                continue;
            }
            // Functions without a body in this module do not call the runtime, nor do intrinsics.
            if call
                .callee()
                .as_function()
                .is_some_and(Function::is_declaration)
            {
                continue;
            }
            of_functions
                .iter()
                .for_each(|&kind| call.remove_call_attribute(None, kind));
            for argument in 0..call.argument_count() {
                of_parameters
                    .iter()
                    .for_each(|&kind| call.remove_call_attribute(Some(argument), kind));
            }
        }
    }
}
