//! One hook: a function of the same type that is called in place of another.

use crate::names;
use isolde_llvm::{Block, Builder, Context, Function, Linkage, Module, Predicate, Value};

/// Prefix of the names of hooks. It differs from that of the shadow pass's helpers, which get no shadows, because hooks must pass shadows on.
const PREFIX: &str = "isolde-detour.";

/// The parts of the library that hooks call and read.
#[derive(Clone, Copy)]
pub(super) struct Library<'c> {
    /// The function that returns the trampoline.
    pub find: Function<'c>,
    /// The thread-local byte that is not 0 while the library is at work.
    pub busy: Value<'c>,
}

/// Inserts a branch to `then` if a detour of the target is alive and the library is not at work, otherwise to `otherwise`.
pub(super) fn unless_asleep<'c>(
    builder: &Builder<'c>,
    context: &'c Context,
    target: Value<'c>,
    busy: Value<'c>,
    [between, then, otherwise]: [Block<'c>; 3],
) {
    // The target's first field is the number of detours that are alive.
    let active = builder.load(context.int(64), target);
    active.set_alignment(8);
    active.set_monotonic();
    let none = builder.compare(Predicate::Eq, active, context.int(64).zero());
    let branch = builder.branch(none, otherwise, between);
    context.set_branch_weights(branch, 2000, 1);
    builder.at_end(between);
    let busy = builder.load(context.int(8), busy);
    let awake = builder.compare(Predicate::Eq, busy, context.int(8).zero());
    builder.branch(awake, then, otherwise);
}

/// Redirects all uses of `function` to a new hook for `target`, and returns the hook.
///
/// The hook has no debug information, and calls only in tail position; but the calls are not marked `musttail`, which not every calling convention
/// supports.
pub(super) fn add<'c>(
    module: &Module<'c>,
    function: Function<'c>,
    has_location: bool,
    target: Value<'c>,
    library: Library<'c>,
) -> Value<'c> {
    let context = module.context();
    let builder = context.builder();
    let ty = function.function_type();
    let hook = module.add_function(&format!("{PREFIX}{}", function.name()), ty);
    if function.value().is_local()
        || function.is_declaration()
        || names::is_mangled(&function.name())
    {
        hook.value().set_linkage(Linkage::Internal);
    } else {
        // Code in other languages calls the function by its symbol.
        function.value().give_name_to(hook.value());
    }
    hook.pass_like(context, function);
    hook.add_attribute(context, context.attribute("uwtable"), 2);
    function.value().replace_uses_with(hook.value());
    spare_waiting(function, hook);
    forget_promises(module, hook);

    let [entry, awake, ask, detour, own] = std::array::from_fn(|_| context.append_block(hook));
    let pointer = context.pointer();
    builder.at_end(entry);
    unless_asleep(&builder, context, target, library.busy, [awake, ask, own]);

    builder.at_end(ask);
    let parameters = hook.parameters();
    // The first parameter (or the second, if the first is room for a large result) is the receiver if it is a pointer.
    let sret = context.attribute("sret");
    let first = usize::from(!parameters.is_empty() && hook.has_attribute(0, sret));
    let receiver = parameters
        .get(first)
        .copied()
        .filter(|parameter| parameter.ty() == pointer)
        .unwrap_or(pointer.zero());
    let byte = context.int(8);
    builder.store(byte.constant(1), library.busy);
    let trampoline = builder.call(library.find, &[target, receiver]);
    builder.store(byte.zero(), library.busy);
    let none = builder.compare(Predicate::Eq, trampoline, pointer.zero());
    builder.branch(none, own, detour);

    // Calls through function pointers do not pass the caller's location.
    builder.at_end(detour);
    let passed = parameters.len() - usize::from(has_location);
    let types: Vec<_> = parameters[..passed].iter().map(|p| p.ty()).collect();
    let call_type = context.function(ty.return_type(), &types);
    let call = builder.call_like(context, trampoline, call_type, hook, &parameters[..passed]);
    builder.ret_result(call);

    builder.at_end(own);
    let call = builder.call_like(context, function.value(), ty, hook, &parameters);
    builder.ret_result(call);
    hook.value()
}

/// Lets std's own channels and locks keep the real clock and the real threads: they wait in loops until a time has come, and another clock would never
/// let them end.
fn spare_waiting<'c>(function: Function<'c>, hook: Function<'c>) {
    let is_in = |name: &str, modules: &[&str]| {
        let path = name.trim_start_matches('<');
        modules.iter().any(|module| path.starts_with(module))
    };
    let of_waiting = ["std::time::", "std::thread::"];
    if !is_in(&names::readable(&function.name()), &of_waiting) {
        return;
    }
    for call in hook.calls() {
        let caller = call.block().function().name().into_owned();
        if is_in(
            &names::readable(&caller),
            &["std::sync::", "std::sys::sync::"],
        ) {
            call.set_callee(function);
        }
    }
}

/// Attributes of functions and calls that rustc or LLVM inferred from a body.
const OF_FUNCTION: [&str; 9] = [
    "nounwind",
    "memory",
    "willreturn",
    "nofree",
    "nosync",
    "noreturn",
    "speculatable",
    "nocallback",
    "alwaysinline",
];
/// Inferred attributes of parameters and arguments.
const OF_ARGUMENT: [&str; 6] = [
    "readonly",
    "readnone",
    "writeonly",
    "captures",
    "nocapture",
    "returned",
];

/// Removes from a function the attributes that were inferred from its body, which has changed.
pub(super) fn forget_promises_of_body<'c>(context: &'c Context, function: Function<'c>) {
    for name in OF_FUNCTION {
        function.remove_attribute(None, context.attribute(name));
    }
    for index in 0..function.parameters().len() {
        for name in OF_ARGUMENT {
            function.remove_attribute(Some(index as u32), context.attribute(name));
        }
    }
    function.add_attribute(context, context.attribute("uwtable"), 2);
}

/// Removes from the calls of a function the attributes that were inferred from its body, since a detour need not keep what they promise.
pub(super) fn forget_promises<'c>(module: &Module<'c>, function: Function<'c>) {
    let context = module.context();
    let calls: Vec<Value<'c>> = function.calls().collect();
    for call in calls {
        for name in OF_FUNCTION {
            call.remove_call_attribute(None, context.attribute(name));
        }
        for index in 0..call.argument_count() {
            for name in OF_ARGUMENT {
                call.remove_call_attribute(Some(index), context.attribute(name));
            }
        }
    }
}
