//! Work that is handed over runs for the test that made it.
//!
//! A thread pool, an executor or a channel can only hold work of many kinds if it forgets their types: a worker calls a pooled job through a table
//! of functions or through a function pointer, and gives it a pointer to the job's own memory. So a function that is reached in this way, and that
//! belongs to a closure or a future, is where work begins ([`classify`]). Its address is replaced by that of a wrapper, which lets the library find
//! out which test made the memory, and run the job for this test. Direct calls stay as they are.
//!
//! Tests are wrapped, too: they are where an owner begins.

use super::names::{coroutine_or_closure, futures, mentions_job};
use super::targets::{inside_library, is_call, library_function};
use crate::names::readable;
use isolde_abi::detour::{CALLBACK, ENTER, JOB, LEAVE, TEST};
use isolde_llvm::{Block, Function, Linkage, Module, TypeKind, Value};
use std::collections::BTreeSet;

/// Prefix of the names of wrappers.
const PREFIX: &str = "isolde-job.";
/// What unwinding calls in functions of Rust.
const PERSONALITY: &str = "rust_eh_personality";
/// The function of the test harness that calls a test, whatever attribute made it one.
const RUNS_TEST: &str = "test::__rust_begin_short_backtrace::<";

/// Where a function's address is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// As the first method in the table of a trait object.
    FirstMethod,
    /// As another method there.
    Method,
    /// Anywhere else: as a function pointer, or in a table that was written by hand.
    Pointer,
}

/// The parts of the library that wrappers call.
struct Library<'c> {
    enter: Function<'c>,
    leave: Function<'c>,
    personality: Option<Function<'c>>,
}

/// Wraps all functions where work begins, and all tests. Returns how many.
pub(super) fn wrap(module: &Module<'_>) -> usize {
    let (Some(enter), Some(leave)) = (
        library_function(module, ENTER),
        library_function(module, LEAVE),
    ) else {
        return 0;
    };
    let personality = module
        .functions()
        .find(|function| function.name().contains(PERSONALITY));
    let library = Library {
        enter,
        leave,
        personality,
    };
    let functions: Vec<(Function<'_>, String)> = module
        .functions()
        .filter(|function| !function.is_declaration())
        .map(|function| (function, readable(&function.name())))
        // Trampolines run closures of detours where the call is: their arguments are no work.
        .filter(|(_, name)| inside_library(name).is_none())
        .collect();
    let futures = futures(functions.iter().map(|(_, name)| name.as_str()));
    let mut wrapped = 0;
    for (function, name) in &functions {
        let function = *function;
        if name.starts_with(RUNS_TEST) {
            let calls: Vec<Value<'_>> = function.calls().collect();
            let wrapper = wrapper(module, function, TEST, &library);
            for call in calls {
                call.set_callee(wrapper);
            }
            wrapped += 1;
            continue;
        }
        if first_pointer(module, function).is_none() {
            continue;
        }
        let Some(kind) = classify(name, &uses(module, function), &futures) else {
            continue;
        };
        // All uses become those of the wrapper, then calls, that of the wrapper too, become the function's again.
        let wrapper = wrapper(module, function, kind, &library);
        let calls: Vec<Value<'_>> = function.calls().collect();
        function.value().replace_uses_with(wrapper.value());
        for call in calls {
            call.set_callee(function);
        }
        wrapped += 1;
    }
    wrapped
}

/// What kind of work a function is, if it is work.
fn classify(name: &str, uses: &[Use], futures: &BTreeSet<String>) -> Option<u32> {
    if uses.is_empty() || name.starts_with("core::ptr::drop_in_place::<") {
        return None;
    }
    // A closure that is called once, and that only its owner has.
    let is_once =
        name.ends_with("::{shim:vtable#0}") && name.contains(" as core::ops::function::FnOnce<");
    // The first method of other closures' tables is a shim.
    let is_polled = uses.contains(&Use::FirstMethod)
        && (name.ends_with(" as core::future::future::Future>::poll")
            || coroutine_or_closure(name));
    if is_once || is_polled {
        return Some(JOB);
    }
    let is_closure = coroutine_or_closure(name) || name.contains(" as core::ops::function::Fn");
    if !is_closure && !mentions_job(name, futures) {
        return None;
    }
    match uses.contains(&Use::Pointer) && !is_closure {
        true => Some(JOB),
        false => Some(CALLBACK),
    }
}

/// The index of the first parameter that is the receiver, if it is a pointer.
fn first_pointer(module: &Module<'_>, function: Function<'_>) -> Option<usize> {
    let sret = module.context().attribute("sret");
    let parameters = function.parameters();
    let first = usize::from(!parameters.is_empty() && function.has_attribute(0, sret));
    let is_pointer = parameters
        .get(first)
        .is_some_and(|parameter| parameter.ty().kind() == TypeKind::Pointer);
    is_pointer.then_some(first)
}

/// The uses of a function's address.
fn uses(module: &Module<'_>, function: Function<'_>) -> Vec<Use> {
    let own = function.value();
    let mut uses = Vec::new();
    for user in own.users() {
        if user.is_instruction() {
            let is_only_callee = is_call(user)
                && user.callee() == own
                && (0..user.argument_count()).all(|index| user.operand(index) != own);
            if !is_only_callee {
                uses.push(Use::Pointer);
            }
            continue;
        }
        uses.push(place_in_table(module, user, own));
    }
    uses
}

/// Bytes in front of the methods in the table of a trait object: destructor, size, alignment.
const TABLE_HEAD: u64 = 24;

/// Where a function stands in a constant structure.
fn place_in_table<'c>(module: &Module<'c>, table: Value<'c>, function: Value<'c>) -> Use {
    let ty = table.ty();
    if ty.kind() != TypeKind::Struct || !begins_as_table(ty) {
        return Use::Pointer;
    }
    let at = (0..table.operand_count()).find(|&index| table.operand(index) == function);
    match at.map(|index| module.offset_of(ty, index)) {
        Some(TABLE_HEAD) => Use::FirstMethod,
        _ => Use::Method,
    }
}

/// Whether a structure begins like the table of a trait object: with a destructor or none, and two numbers, which rustc writes as bytes.
fn begins_as_table(ty: isolde_llvm::Type<'_>) -> bool {
    let is_bytes = |index: u64, length: u64| {
        index < ty.len()
            && ty.element(index).kind() == TypeKind::Array
            && ty.element(index).element_type().kind() == TypeKind::Integer(8)
            && ty.element(index).len() == length
    };
    let has_destructor = !ty.is_empty() && ty.element(0).kind() == TypeKind::Pointer;
    is_bytes(0, TABLE_HEAD) || has_destructor && is_bytes(1, TABLE_HEAD - 8)
}

/// Adds a function of the same type that calls `function` between the library's `enter` and `leave`.
fn wrapper<'c>(
    module: &Module<'c>,
    function: Function<'c>,
    kind: u32,
    library: &Library<'c>,
) -> Function<'c> {
    let context = module.context();
    let builder = context.builder();
    let ty = function.function_type();
    let wrapper = module.add_function(&format!("{PREFIX}{}", function.name()), ty);
    wrapper.value().set_linkage(Linkage::Internal);
    wrapper.pass_like(context, function);
    wrapper.add_attribute(context, context.attribute("uwtable"), 2);
    // Frames of the work must lie below the place that is marked in this one.
    wrapper.add_attribute(context, context.attribute("noinline"), 0);
    let parameters = wrapper.parameters();
    let work = first_pointer(module, function)
        .and_then(|index| parameters.get(index).copied())
        .unwrap_or(context.pointer().zero());

    builder.at_end(context.append_block(wrapper));
    let place = builder.stack_room(context.int(64));
    let kind = context.int(32).constant(kind.into());
    let token = builder.call(library.enter, &[place, work, kind]);
    let Some(personality) = library.personality else {
        let call = builder.call_like(context, function.value(), ty, function, &parameters);
        builder.call(library.leave, &[token]);
        builder.ret_result(call);
        return wrapper;
    };
    wrapper.set_personality(personality);
    let [returned, unwinding]: [Block<'c>; 2] =
        std::array::from_fn(|_| context.append_block(wrapper));
    let call = builder.invoke_apart(context, function, &parameters, [returned, unwinding]);
    builder.at_end(returned);
    builder.call(library.leave, &[token]);
    builder.ret_result(call);
    builder.at_end(unwinding);
    let cleanup = builder.cleanup(context);
    builder.call(library.leave, &[token]);
    builder.resume(cleanup);
    wrapper
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_from_other_functions_by_names_and_uses() {
        let futures = futures(
            [
                "<demo::Delay as core::future::future::Future>::poll",
                "<alloc::boxed::Box<dyn core::future::future::Future> as core::future::future::Future>::poll",
            ]
            .into_iter(),
        );
        let rows: [(&str, Use, Option<u32>); 14] = [
            (
                "<demo::run::{closure#0} as core::ops::function::FnOnce<()>>::call_once::{shim:vtable#0}",
                Use::FirstMethod,
                Some(JOB),
            ),
            (
                "demo::run::{closure#0}::{closure#1}",
                Use::FirstMethod,
                Some(JOB),
            ),
            (
                "<demo::Delay as core::future::future::Future>::poll",
                Use::FirstMethod,
                Some(JOB),
            ),
            (
                "pool::raw::poll::<demo::run::{closure#0}, alloc::sync::Arc<pool::Handle>>",
                Use::Pointer,
                Some(JOB),
            ),
            (
                "pool::raw::poll::<demo::Delay, alloc::sync::Arc<pool::Handle>>",
                Use::Pointer,
                Some(JOB),
            ),
            (
                "<pool::StackJob<pool::Latch, demo::run::{closure#0}, u64> as pool::Job>::execute",
                Use::Pointer,
                Some(JOB),
            ),
            // Shared callbacks run for who calls them.
            ("demo::run::{closure#0}", Use::Method, Some(CALLBACK)),
            (
                "<demo::run::{closure#0} as pool::FnBox>::call_box",
                Use::FirstMethod,
                Some(CALLBACK),
            ),
            (
                "<demo::run::{closure#0} as core::ops::function::Fn<(u64,)>>::call",
                Use::Method,
                Some(CALLBACK),
            ),
            // No work at all.
            ("<demo::Clock as demo::Time>::now", Use::FirstMethod, None),
            ("demo::run::{closure#0}::helper", Use::Pointer, None),
            (
                "pool::raw::poll::<demo::Delayed, alloc::sync::Arc<pool::Handle>>",
                Use::Pointer,
                None,
            ),
            (
                "core::ptr::drop_in_place::<demo::run::{closure#0}>",
                Use::Method,
                None,
            ),
            ("<demo::Entry>::age", Use::Pointer, None),
        ];
        for (name, place, expected) in rows {
            assert_eq!(classify(name, &[place], &futures), expected, "{name}");
        }
        assert_eq!(classify("demo::run::{closure#0}", &[], &futures), None);
    }
}
