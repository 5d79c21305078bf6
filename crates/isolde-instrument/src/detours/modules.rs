//! Modules that are trapped somewhere: all their functions get hooks.

use super::targets::{Target, constant, is_call, library_function};
use crate::names::readable;
use isolde_abi::detour::{MARK_MODULE, TRAP, lies_in};
use isolde_llvm::{Function, Module};
use std::collections::{BTreeMap, BTreeSet};

/// Adds the functions of trapped modules to the targets. Returns the indices of the targets that are in such modules.
pub(super) fn add<'c>(
    targets: &mut Vec<Target<'c>>,
    copies: &BTreeMap<String, Vec<Function<'c>>>,
    module: &Module<'c>,
) -> Vec<usize> {
    let modules = marked(module);
    let mut trapped = Vec::new();
    if modules.is_empty() {
        return trapped;
    }
    for (identity, functions) in copies {
        let Some(name) = functions.first().map(|one| readable(&one.name())) else {
            continue;
        };
        if !modules.iter().any(|module| lies_in(&name, module)) {
            continue;
        }
        let known = targets
            .iter()
            .position(|target| target.identity == *identity);
        trapped.push(known.unwrap_or(targets.len()));
        if known.is_none() {
            targets.push(Target::without_keys(identity, name, functions));
        }
    }
    trapped
}

/// The paths of the trapped modules.
fn marked(module: &Module<'_>) -> BTreeSet<String> {
    let Some(mark) = library_function(module, MARK_MODULE) else {
        return BTreeSet::new();
    };
    mark.value()
        .users()
        .filter(|user| is_call(*user))
        .filter_map(|call| constant(call.operand(0)))
        .filter_map(|function| path(&readable(&function.name())))
        .collect()
}

/// The path of a module that the name of a marking function encodes.
fn path(name: &str) -> Option<String> {
    let mut rest = name.rsplit("::").next()?.strip_prefix(TRAP)?;
    let mut segments = Vec::new();
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = rest[..digits].parse().ok()?;
        segments.push(rest.get(digits..digits + length)?);
        rest = &rest[digits + length..];
    }
    Some(segments.join("::"))
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn names_of_functions_encode_paths_of_modules() {
        assert_eq!(
            path("demo::tests::x::__isolde_trap_3std3net"),
            Some("std::net".to_owned())
        );
        assert_eq!(path("demo::tests::x"), None);
        assert_eq!(path("__isolde_trap_9std"), None);
    }
}
