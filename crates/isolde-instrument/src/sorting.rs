//! Tells the library while std sorts. What a sort asks of a value must not change meanwhile, so that mocks give it the same answers each time.

use crate::names;
use crate::prepare::beginning;
use isolde_abi::library::SORTING;
use isolde_llvm::{Function, Module, Opcode, Value};

/// The functions of std that sort. Some of them are inlined into others before the module is read.
const SORTS: [&str; 6] = [
    "alloc::slice::stable_sort",
    "core::slice::sort::shared::smallsort::insertion_sort_shift_left",
    "core::slice::sort::stable::driftsort_main",
    "core::slice::sort::stable::sort",
    "core::slice::sort::unstable::ipnsort",
    "core::slice::sort::unstable::sort",
];

/// Lets the functions that sort set the library's flag while they run, if there is one. A sort that is left by a panic leaves it set, which ends with the
/// run, or with the sort around it.
pub(crate) fn tell(module: &Module<'_>) {
    let mut globals = module.globals();
    let flag = globals.find(|global| {
        let name = global.name();
        name.contains("SORTING") && names::readable(&name).ends_with(SORTING)
    });
    let Some(flag) = flag else {
        return;
    };
    for function in module.functions() {
        if !function.is_declaration() && sorts(&function.name()) {
            set_meanwhile(module, function, flag);
        }
    }
}

fn sorts(symbol: &str) -> bool {
    symbol.contains("sort") && symbol.contains("slice") && {
        let name = names::readable(symbol);
        let path = name.split("::<").next().unwrap_or(&name);
        SORTS.contains(&path)
    }
}

fn set_meanwhile<'c>(module: &Module<'c>, function: Function<'c>, flag: Value<'c>) {
    let context = module.context();
    let builder = context.builder();
    let byte = context.int(8);
    let Some(first) = beginning(function) else {
        return;
    };
    builder.before(first);
    let before = builder.load(byte, flag);
    builder.store(byte.constant(1), flag);
    let ends: Vec<Value<'c>> = function
        .blocks()
        .filter_map(|block| block.terminator())
        .filter(|end| end.opcode() == Opcode::Ret)
        .collect();
    for end in ends {
        builder.before(end);
        builder.store(before, flag);
    }
}

#[cfg(test)]
mod tests {
    use super::sorts;

    #[test]
    fn sorts_are_known_by_their_names() {
        assert!(sorts(
            "_ZN5alloc5slice11stable_sort17h0123456789abcdefE.llvm.12"
        ));
        assert!(sorts(
            "_ZN4core5slice4sort8unstable4sort17h0123456789abcdefE"
        ));
        assert!(!sorts(
            "_ZN4core5slice4sort6shared5pivot12choose_pivot17h0123456789abcdefE"
        ));
        assert!(!sorts("_ZN3own5slice4sort17h0123456789abcdefE"));
    }
}
