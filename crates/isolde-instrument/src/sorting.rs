//! Tells the library while std sorts, or searches in what has to be sorted. What it asks of a value must not change meanwhile, so that mocks give it the same
//! answers each time: what std does otherwise is not specified.

use crate::names;
use crate::prepare::beginning;
use isolde_abi::library::{SEARCHES, SORTING, SORTS};
use isolde_llvm::{Function, Module, Opcode, Value};

/// The functions of std that sort. Some of them are inlined into others before the module is read.
const SORTING_FUNCTIONS: [&str; 6] = [
    "alloc::slice::stable_sort",
    "core::slice::sort::shared::smallsort::insertion_sort_shift_left",
    "core::slice::sort::stable::driftsort_main",
    "core::slice::sort::stable::sort",
    "core::slice::sort::unstable::ipnsort",
    "core::slice::sort::unstable::sort",
];

/// The methods of slices that search. Others call these.
const SEARCHING_METHODS: [&str; 2] = ["binary_search_by", "partition_point"];

/// Lets the functions that sort or search set the library's flag while they run, if there is one. One that is left by a panic leaves it
/// set, which ends with the run, or with the sort around it.
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
        if function.is_declaration() {
            continue;
        }
        let name = function.name();
        if sorts(&name) {
            set_meanwhile(module, function, flag, SORTS);
        } else if searches(&name) {
            set_meanwhile(module, function, flag, SEARCHES);
        }
    }
}

fn searches(symbol: &str) -> bool {
    SEARCHING_METHODS
        .iter()
        .any(|method| symbol.contains(method))
        && !names::is_closure(symbol)
        && {
            let name = names::readable(symbol);
            // As both of rustc's schemes write methods of slices.
            let method = name
                .strip_prefix("core::slice::<impl [T]>::")
                .or_else(|| Some(name.strip_prefix("<[")?.split_once("]>::")?.1));
            let method = method.map(|method| method.split("::<").next().unwrap_or(method));
            method.is_some_and(|method| SEARCHING_METHODS.contains(&method))
        }
}

fn sorts(symbol: &str) -> bool {
    symbol.contains("sort") && symbol.contains("slice") && {
        let name = names::readable(symbol);
        let path = name.split("::<").next().unwrap_or(&name);
        SORTING_FUNCTIONS.contains(&path)
    }
}

/// Lets the flag have this value while the function runs.
fn set_meanwhile<'c>(module: &Module<'c>, function: Function<'c>, flag: Value<'c>, value: u8) {
    let context = module.context();
    let builder = context.builder();
    let byte = context.int(8);
    let Some(first) = beginning(function) else {
        return;
    };
    builder.before(first);
    let before = builder.load(byte, flag);
    builder.store(byte.constant(value.into()), flag);
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
    use super::{searches, sorts};

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

    #[test]
    fn searches_are_methods_of_slices() {
        assert!(searches(
            "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$16binary_search_by17h0123456789abcdefE"
        ));
        assert!(searches(
            "_RINvMNtCsgEmfK2I1SDS_4core5sliceSm15partition_pointNCNvCskK7mfDs1mzF_1m4mains0_0EBR_"
        ));
        assert!(!searches(
            "_ZN3own5Table16binary_search_by17h0123456789abcdefE"
        ));
        assert!(!searches(
            "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$15partition_point28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE"
        ));
    }
}
