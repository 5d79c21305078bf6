//! Which functions are detoured: those whose address reaches the marker, with all their copies.

use crate::names;
use isolde_abi::detour::MARK;
use isolde_llvm::{Function, Module, Opcode, Value};
use std::collections::BTreeMap;

/// A function that is to have hooks.
pub(super) struct Target<'c> {
    /// Without hashes and the crate that instantiated it.
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
        !function.is_declaration() && symbol.contains(last) && base(&symbol) == path
    })
}

/// Functions with bodies by their names: all copies of a function have one.
pub(super) fn copies<'c>(module: &Module<'c>) -> BTreeMap<String, Vec<Function<'c>>> {
    let mut copies: BTreeMap<String, Vec<Function<'c>>> = BTreeMap::new();
    for function in module.functions().filter(|f| !f.is_declaration()) {
        copies
            .entry(base(&function.name()))
            .or_default()
            .push(function);
    }
    copies
}

/// The targets, in the order of their names.
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
        match targets.get_mut(&target.name) {
            Some(same) => same.keys.push(function),
            None => {
                targets.insert(target.name.clone(), target);
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
    pub fn without_keys(name: &str, copies: &[Function<'c>]) -> Target<'c> {
        Target {
            name: name.to_owned(),
            keys: Vec::new(),
            copies: copies.to_vec(),
            has_location: false,
            refusal: None,
        }
    }
}

fn describe<'c>(marked: Function<'c>, copies: &BTreeMap<String, Vec<Function<'c>>>) -> Target<'c> {
    let symbol = base(&marked.name());
    let (name, shim) = match symbol.split_once("::{shim:") {
        Some((name, _)) => (name.to_owned(), true),
        None => (symbol, false),
    };
    let mut target = Target {
        name,
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
        calls_in(marked).find(|callee| base(&callee.name()) == target.name)
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
        .get(&target.name)
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

/// The name that all copies of a function share: numbers that linking added are gone, and the demangled name has neither hashes nor the crate that
/// instantiated it, but the type arguments.
pub(super) fn base(symbol: &str) -> String {
    let mut symbol = symbol.split(".llvm.").next().unwrap_or(symbol);
    while let Some((head, tail)) = symbol.rsplit_once('.')
        && !tail.is_empty()
        && tail.bytes().all(|byte| byte.is_ascii_digit())
    {
        symbol = head;
    }
    names::demangle(symbol)
}
