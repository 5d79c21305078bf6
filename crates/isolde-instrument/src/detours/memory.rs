//! Memory remembers which test allocated it: the functions that allocate and free memory inform the library.

use super::targets::library_function;
use crate::names::without_numbers;
use isolde_abi::detour::{ALLOCATED, FREED, REALLOCATED};
use isolde_llvm::{Builder, Function, Linkage, Module, Value};

/// Prefix of the names of the functions that stand in for those that allocate.
const PREFIX: &str = "isolde-memory.";

/// The parts of the library that are informed.
struct Library<'c> {
    allocated: Function<'c>,
    freed: Function<'c>,
    reallocated: Function<'c>,
}

/// What one of the compiler's functions for memory does. The parameters are `(size, alignment)`, `(memory, size, alignment)`, and `(memory, old size,
/// alignment, size)`.
#[derive(Clone, Copy)]
enum Does {
    Allocate,
    Free,
    Reallocate,
}

const ALLOCATORS: [(&str, Does, usize); 4] = [
    ("__rust_alloc", Does::Allocate, 2),
    ("__rust_alloc_zeroed", Does::Allocate, 2),
    ("__rust_dealloc", Does::Free, 3),
    ("__rust_realloc", Does::Reallocate, 4),
];

/// Lets all calls of the functions that allocate and free memory inform the library.
pub(super) fn watch(module: &Module<'_>) {
    let functions = [ALLOCATED, FREED, REALLOCATED].map(|path| library_function(module, path));
    let [Some(allocated), Some(freed), Some(reallocated)] = functions else {
        return;
    };
    let library = Library {
        allocated,
        freed,
        reallocated,
    };
    for (name, does, count) in ALLOCATORS {
        let allocators: Vec<Function<'_>> = module
            .functions()
            .filter(|function| is_allocator(&function.name(), name))
            .filter(|function| function.parameters().len() == count)
            .collect();
        for allocator in allocators {
            let calls: Vec<Value<'_>> = allocator.calls().collect();
            let stand_in = stand_in(module, allocator, does, &library);
            for call in calls {
                call.set_callee(stand_in);
            }
        }
    }
}

/// Adds a function that does the same and informs the library.
fn stand_in<'c>(
    module: &Module<'c>,
    allocator: Function<'c>,
    does: Does,
    library: &Library<'c>,
) -> Function<'c> {
    let context = module.context();
    let builder = context.builder();
    let ty = allocator.function_type();
    let stand_in = module.add_function(&format!("{PREFIX}{}", allocator.name()), ty);
    stand_in.value().set_linkage(Linkage::Internal);
    stand_in.pass_like(context, allocator);
    let parameters = stand_in.parameters();
    builder.at_end(context.append_block(stand_in));
    let call = |builder: &Builder<'c>| {
        builder.call_like(context, allocator.value(), ty, allocator, &parameters)
    };
    let result: Value<'c> = match does {
        Does::Allocate => {
            let memory = call(&builder);
            builder.call(library.allocated, &[memory, parameters[0]]);
            memory
        }
        Does::Free => {
            builder.call(library.freed, &parameters[..2]);
            call(&builder)
        }
        Does::Reallocate => {
            let owner = builder.call(library.freed, &parameters[..2]);
            let memory = call(&builder);
            let [old, bytes, _, new] = parameters[..] else {
                unreachable!("the number of parameters was checked");
            };
            builder.call(library.reallocated, &[old, bytes, memory, new, owner]);
            memory
        }
    };
    builder.ret_result(result);
    stand_in
}

/// Whether a symbol is that of one of the compiler's functions for memory, which are mangled in recent versions.
fn is_allocator(symbol: &str, name: &str) -> bool {
    let symbol = without_numbers(symbol);
    symbol == name
        || symbol.starts_with("_R")
            && symbol.contains("___rustc")
            && symbol
                .strip_suffix(name)
                .is_some_and(|before| before.ends_with(&format!("{}_", name.len())))
}

#[cfg(test)]
mod tests {
    use super::is_allocator;

    #[test]
    fn the_compilers_functions_are_recognised() {
        assert!(is_allocator("__rust_alloc", "__rust_alloc"));
        assert!(is_allocator(
            "_RNvCs5fsJzVqUXhW_7___rustc12___rust_alloc",
            "__rust_alloc"
        ));
        assert!(!is_allocator(
            "_RNvCs5fsJzVqUXhW_7___rustc12___rust_alloc",
            "__rust_alloc_zeroed"
        ));
        assert!(!is_allocator("__rust_alloc_error_handler", "__rust_alloc"));
    }
}
