//! What the mutants of a call change: it is left out, or an argument is zero or empty. Code that only passes things on has no other mutants.

use super::changes::Instead;
use crate::subject::Sources;
use isolde_llvm::{Context, Opcode, TypeKind, Value};

/// The folders of std with collections, whose methods are the statements of many functions.
const COLLECTIONS: [&str; 4] = [
    "alloc/src/collections/",
    "alloc/src/string",
    "alloc/src/vec/",
    "std/src/collections/",
];
/// Parts of names of functions whose calls may be left out without a difference in behaviour, or must not be left out.
const HOUSEKEEPING: [&str; 5] = ["drop", "reserve", "shrink", "set_len", "into_iter"];

/// The functions that a call may lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Callee {
    /// Code of the package, or what is only known when it is called.
    Own,
    /// A collection of std.
    Collection,
    /// Anything else.
    Other,
}

/// The mutants of a call.
pub(super) fn changes<'c>(
    context: &Context,
    call: Value<'c>,
    sources: &mut Sources<'c>,
) -> Vec<Instead> {
    if !matches!(call.opcode(), Opcode::Call | Opcode::Invoke) || call.is_musttail() {
        return Vec::new();
    }
    let callee = callee(call, sources);
    let omitted =
        (callee != Callee::Other && can_be_left_out(context, call)).then_some(Instead::Nothing);
    let arguments = match callee {
        Callee::Own => arguments(call),
        Callee::Collection | Callee::Other => Vec::new(),
    };
    omitted.into_iter().chain(arguments).collect()
}

fn callee<'c>(call: Value<'c>, sources: &mut Sources<'c>) -> Callee {
    if call.callee().is_inline_asm() {
        return Callee::Other;
    }
    let Some(function) = call.callee().as_function() else {
        return Callee::Own;
    };
    let name = function.name();
    let keeps_house = HOUSEKEEPING.iter().any(|part| name.contains(part));
    if name.starts_with("llvm.") || function.is_declaration() {
        return Callee::Other;
    }
    match sources.std_file(function) {
        // What the package or the driver has, or another dependency.
        None if function.subprogram().is_some() => Callee::Own,
        Some(file) if !keeps_house && COLLECTIONS.iter().any(|folder| file.starts_with(folder)) => {
            Callee::Collection
        }
        _ => Callee::Other,
    }
}

/// Whether code that goes on without the call finds what it expects: nobody uses a result, and the call returns.
fn can_be_left_out(context: &Context, call: Value<'_>) -> bool {
    let next = match call.opcode() {
        Opcode::Invoke => call.normal_destination().first(),
        _ => call.next(),
    };
    let returns = next.is_some_and(|next| next.opcode() != Opcode::Unreachable);
    let is_kept = matches!(
        call.ty().kind(),
        TypeKind::Void | TypeKind::Integer(_) | TypeKind::Pointer
    );
    let fills = call.has_call_attribute(0, context.attribute("sret"));
    returns && is_kept && !fills && call.users().next().is_none()
}

/// Numbers are zero, and texts and slices, which are an address and a length, are empty.
fn arguments(call: Value<'_>) -> Vec<Instead> {
    let is_number = |operand: u32| {
        let argument = call.operand(operand);
        let width = match argument.ty().kind() {
            TypeKind::Integer(width) => width,
            _ => 0,
        };
        let follows_address =
            operand > 0 && call.operand(operand - 1).ty().kind() == TypeKind::Pointer;
        // Other numbers in the place of constants are mutants already.
        let is_zero = argument.as_integer() == Some(0);
        let is_constant = argument.is_constant() && !follows_address;
        (8..=64).contains(&width) && !is_zero && !is_constant
    };
    let operands = (0..call.argument_count()).filter(|&operand| is_number(operand));
    operands.map(Instead::Zero).collect()
}
