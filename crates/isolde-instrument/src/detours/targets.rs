//! Which functions are detoured: those whose address reaches the marker, with all their copies.

use crate::names;
use isolde_abi::detour::MARK;
use isolde_llvm::{Function, Module, Opcode, Value};
use std::collections::BTreeMap;

/// A function that is to have hooks.
pub(super) struct Target<'c> {
    /// What its copies have in common; see [`identity`].
    pub identity: String,
    /// As a person writes it.
    pub name: String,
    /// The marked addresses: copies, or shims that stand for them.
    pub keys: Vec<Function<'c>>,
    /// Where hooks go; empty if it is refused.
    pub copies: Vec<Function<'c>>,
    /// Whether copies have a last parameter that function pointers lack: the caller's location.
    pub has_location: bool,
    /// Why it has no hooks.
    pub refusal: Option<String>,
}

/// The library's function with this path.
pub(super) fn library_function<'c>(module: &Module<'c>, path: &str) -> Option<Function<'c>> {
    let last = path.rsplit("::").next().unwrap_or(path);
    module.functions().find(|function| {
        let symbol = function.name();
        !function.is_declaration() && symbol.contains(last) && readable(&symbol) == path
    })
}

/// Functions with bodies by their names: all copies of a function have one.
pub(super) fn copies<'c>(module: &Module<'c>) -> BTreeMap<String, Vec<Function<'c>>> {
    let mut copies: BTreeMap<String, Vec<Function<'c>>> = BTreeMap::new();
    for function in module.functions().filter(|f| !f.is_declaration()) {
        copies
            .entry(identity(&function.name()))
            .or_default()
            .push(function);
    }
    copies
}

/// The targets, in the order of their identities.
pub(super) fn find<'c>(
    module: &Module<'c>,
    copies: &BTreeMap<String, Vec<Function<'c>>>,
) -> Vec<Target<'c>> {
    let Some(mark) = library_function(module, MARK) else {
        return Vec::new();
    };
    let mut marked: Vec<Function<'c>> = Vec::new();
    for call in mark.value().users().filter(|user| is_call(*user)) {
        if call.callee() == mark.value()
            && let Some(function) = constant(call.operand(0))
            && !marked.contains(&function)
        {
            marked.push(function);
        }
    }
    let mut targets: BTreeMap<String, Target<'c>> = BTreeMap::new();
    for function in marked {
        let target = describe(function, copies);
        match targets.get_mut(&target.identity) {
            Some(same) => same.keys.push(function),
            None => {
                targets.insert(target.identity.clone(), target);
            }
        }
    }
    targets.into_values().collect()
}

impl<'c> Target<'c> {
    /// Why it has no hooks, or nothing.
    pub fn refusal(&self) -> &str {
        self.refusal.as_deref().unwrap_or_default()
    }

    /// A function that nobody detours, but that has hooks.
    pub fn without_keys(identity: &str, name: String, copies: &[Function<'c>]) -> Target<'c> {
        Target {
            identity: identity.to_owned(),
            name,
            keys: Vec::new(),
            copies: copies.to_vec(),
            has_location: false,
            refusal: None,
        }
    }
}

/// How the names of functions that stand for others in function pointers go on.
const SHIM: &str = "::{shim:";

fn describe<'c>(marked: Function<'c>, copies: &BTreeMap<String, Vec<Function<'c>>>) -> Target<'c> {
    let symbol = marked.name();
    let (identity, name) = (identity(&symbol), readable(&symbol));
    let before_shim = |text: &str| text.split_once(SHIM).map(|(path, _)| path.to_owned());
    let shim = identity.contains(SHIM);
    let mut target = Target {
        name: before_shim(&name).unwrap_or(name),
        identity: before_shim(&identity).unwrap_or(identity),
        keys: vec![marked],
        copies: Vec::new(),
        has_location: shim,
        refusal: None,
    };
    if marked.is_declaration() {
        // A foreign function: its uses in the program get the hook.
        target.copies.push(marked);
        return target;
    }
    // Behind a shim is the function that it calls: one of the shim's name. A method of a trait object has a shim, but no body.
    let body = if shim {
        calls_in(marked).find(|callee| self::identity(&callee.name()) == target.identity)
    } else {
        Some(marked)
    };
    let Some(body) = body else {
        target.refusal = Some(
            "a method of a trait object has no body of its own: detour that of an implementation"
                .to_owned(),
        );
        return target;
    };
    let ty = body.function_type();
    target.copies = copies
        .get(&target.identity)
        .into_iter()
        .flatten()
        .copied()
        .filter(|copy| copy.function_type() == ty)
        .collect();
    target
}

fn calls_in<'c>(function: Function<'c>) -> impl Iterator<Item = Function<'c>> {
    function
        .blocks()
        .flat_map(|block| block.instructions())
        .filter(|instruction| is_call(*instruction))
        .filter_map(|call| call.callee().as_function())
}

pub(super) fn is_call(value: Value<'_>) -> bool {
    value.is_instruction() && matches!(value.opcode(), Opcode::Call | Opcode::Invoke)
}

/// The function that a value is: a constant, or what a variable that is written once holds.
pub(super) fn constant(value: Value<'_>) -> Option<Function<'_>> {
    if let Some(function) = value.as_function() {
        return Some(function);
    }
    if !value.is_instruction() || value.opcode() != Opcode::Load {
        return None;
    }
    let variable = value.operand(0);
    if !variable.is_instruction() || variable.opcode() != Opcode::Alloca {
        return None;
    }
    let mut stored = variable.users().filter(|user| {
        user.is_instruction() && user.opcode() == Opcode::Store && user.operand(1) == variable
    });
    let first = stored.next()?;
    if stored.next().is_some() {
        return None;
    }
    constant(first.operand(0))
}

/// The name that all copies of a function share, and no function of another crate or another version of one: numbers that linking added are gone, and
/// the crate that instantiated it; crates' hashes and type arguments are there.
pub(super) fn identity(symbol: &str) -> String {
    format!("{}", rustc_demangle::demangle(without_numbers(symbol)))
}

/// The name as a person writes it.
pub(super) fn readable(symbol: &str) -> String {
    names::demangle(without_numbers(symbol))
}

fn without_numbers(symbol: &str) -> &str {
    let mut symbol = symbol.split(".llvm.").next().unwrap_or(symbol);
    while let Some((head, tail)) = symbol.rsplit_once('.')
        && !tail.is_empty()
        && tail.bytes().all(|byte| byte.is_ascii_digit())
    {
        symbol = head;
    }
    symbol
}
