//! Where the program begins: a driver's own `main`, or, in a test program, the library's loop over parameterized tests in place of the
//! test harness.
//!
//! rustc gives a test program a `main` that hands a table of its tests to `test::test_main_static`. That call becomes one of
//! `isolde::put::engine::main`, without the table: what only ordinary tests and the harness need is dropped, but std's own startup code stays. The
//! parameterized tests are found by the statics that describe them.

use crate::Error;
use crate::names;
use crate::options::Entry;
use isolde_abi::library::{DESCRIPTION, PUT_COUNT, PUT_TABLE, THUNK};
use isolde_llvm::{Function, Linkage, Module, Value};
use std::collections::HashSet;

/// Attributes that make it undefined behaviour to pass a null argument.
const PROMISES: [&str; 5] = [
    "noundef",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "align",
];

/// Symbols of functions that lie in sources under test, but were written by a macro or the compiler.
pub(crate) type Glue = HashSet<String>;

/// Makes the program begin where `entry` says. Returns the functions in the sources under test that a macro or the compiler wrote.
///
/// # Errors
/// [`Error::NoPuts`], [`Error::NoHarness`], [`Error::NoLoop`].
pub(crate) fn redirect(module: &Module<'_>, entry: Entry) -> Result<Glue, Error> {
    match entry {
        Entry::Main => Ok(Glue::new()),
        Entry::Puts => puts(module),
    }
}

fn puts(module: &Module<'_>) -> Result<Glue, Error> {
    let descriptions = descriptions(module);
    if descriptions.is_empty() {
        return Err(Error::NoPuts);
    }
    list(module, &descriptions);
    let mut glue = replace_harness(module)?;
    let prefixes: Vec<String> = descriptions
        .iter()
        .flat_map(|(path, _)| {
            let test = path.strip_suffix(DESCRIPTION).unwrap_or(path);
            [format!("{test}{THUNK}"), path.clone()]
        })
        .collect();
    let is_glue = |symbol: &str| {
        let name = names::demangle(symbol);
        prefixes.iter().any(|prefix| {
            name.strip_prefix(prefix.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        })
    };
    glue.extend(
        module
            .functions()
            .map(|function| function.name().into_owned())
            .filter(|symbol| is_glue(symbol)),
    );
    Ok(glue)
}

/// The descriptions with their paths, in the order of the paths.
fn descriptions<'c>(module: &Module<'c>) -> Vec<(String, Value<'c>)> {
    let mut found: Vec<(String, Value<'c>)> = module
        .globals()
        .filter(|global| !global.is_declaration() && global.name().contains(DESCRIPTION))
        .map(|global| (names::demangle(&global.name()), global))
        .filter(|(path, _)| path.rsplit("::").next() == Some(DESCRIPTION))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Defines the table and the count that the library declares.
fn list<'c>(module: &Module<'c>, descriptions: &[(String, Value<'c>)]) {
    let context = module.context();
    let addresses: Vec<Value<'c>> = descriptions.iter().map(|(_, global)| *global).collect();
    let table = context.pointer().const_array(&addresses);
    let count = context.int(64).constant(addresses.len() as u64);
    for (name, value) in [(PUT_TABLE, table), (PUT_COUNT, count)] {
        let declared = module.global(name);
        // The declaration of this name has another type, so LLVM gives the definition another name, which does not matter.
        let global = module.add_global(name, value.ty());
        global.set_initializer(value);
        global.set_constant(true);
        global.set_linkage(Linkage::Internal);
        if let Some(declared) = declared {
            declared.replace_uses_with(global);
        }
    }
}

/// Puts the library's loop in the harness's place. Returns the callers of the harness: the `main`s that the compiler wrote.
fn replace_harness(module: &Module<'_>) -> Result<Glue, Error> {
    let main = module
        .functions()
        .find(|function| !function.is_declaration() && names::is_put_loop(&function.name()))
        .ok_or(Error::NoLoop)?;
    let harnesses: Vec<Function<'_>> = module
        .functions()
        .filter(|function| names::is_test_harness(&function.name()))
        .collect();
    let mut callers = Glue::new();
    for harness in harnesses {
        let calls: Vec<Value<'_>> = harness.calls().collect();
        if calls.is_empty() {
            continue;
        }
        for call in &calls {
            forget_arguments(module, *call);
            callers.insert(call.block().function().name().into_owned());
        }
        let replacement = stand_in(module, harness, main);
        harness.value().replace_uses_with(replacement.value());
    }
    if callers.is_empty() {
        return Err(Error::NoHarness);
    }
    Ok(callers)
}

/// Removes the table of tests from a call, so that nothing refers to the tests and they are dropped.
fn forget_arguments(module: &Module<'_>, call: Value<'_>) {
    let context = module.context();
    for index in 0..call.argument_count() {
        for promise in PROMISES {
            call.remove_call_attribute(Some(index), context.attribute(promise));
        }
        call.set_operand(index, call.operand(index).ty().zero());
    }
}

/// A function of the harness's type that only calls `main`. It has no debug information, so that the call needs no debug location.
fn stand_in<'c>(module: &Module<'c>, harness: Function<'c>, main: Function<'c>) -> Function<'c> {
    let context = module.context();
    let builder = context.builder();
    let function = module.add_function("isolde.puts", harness.function_type());
    function.value().set_linkage(Linkage::Internal);
    builder.at_end(context.append_block(function));
    builder.call(main, &[]);
    builder.ret_void();
    function
}

#[cfg(test)]
mod tests;
