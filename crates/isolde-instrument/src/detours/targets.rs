//! Which functions are detoured: those whose address reaches the marker, with all their copies.

use crate::names::{readable, without_numbers};
use isolde_abi::detour::MARK;
use isolde_abi::library::{DRIVER_LIBRARY, LIBRARY};
use isolde_llvm::{Function, Module, Opcode, Value};
use std::collections::BTreeMap;

/// A function that shall have hooks.
pub(super) struct Target<'c> {
    /// What its copies have in common; see [`identity`].
    pub identity: String,
    /// Its name as written in source code.
    pub name: String,
    /// The marked addresses: copies, or the shims to which function pointers refer.
    pub keys: Vec<Function<'c>>,
    /// The copies that get hooks; empty if the target is refused.
    pub copies: Vec<Function<'c>>,
    /// Whether copies have a last parameter that function pointers lack: the caller's location.
    pub has_location: bool,
    /// Why the function has no hooks.
    pub refusal: Option<String>,
}

/// A path of modules as v0 symbols spell it, without the prefix.
pub(super) fn mangled(path: &str) -> String {
    path.split("::")
        .map(|segment| format!("{}{segment}", segment.len()))
        .collect()
}

/// The library's function with this path, under either of the library's names.
pub(super) fn library_function<'c>(module: &Module<'c>, path: &str) -> Option<Function<'c>> {
    let inside = path.strip_prefix(LIBRARY).unwrap_or(path);
    let inside = inside.trim_start_matches("::");
    let mangled = mangled(inside);
    module.functions().find(|function| {
        let symbol = function.name();
        // The cheap test comes first.
        symbol.contains(&mangled)
            && !function.is_declaration()
            && inside_library(&readable(&symbol)) == Some(inside)
    })
}

/// The path of a function of the library from the library's root.
pub(super) fn inside_library(name: &str) -> Option<&str> {
    [LIBRARY, DRIVER_LIBRARY]
        .iter()
        .find_map(|library| name.strip_prefix(library)?.strip_prefix("::"))
}

/// Functions with bodies by their identities: all copies of a function have the same.
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
        match targets.get_mut(&target.identity) {
            Some(same) => same.keys.push(function),
            None => {
                targets.insert(target.identity.clone(), target);
            }
        }
    }
    let mut targets: Vec<Target<'c>> = targets.into_values().collect();
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    targets
}

impl<'c> Target<'c> {
    /// Why the function has no hooks; empty if it has them.
    pub fn refusal(&self) -> &str {
        self.refusal.as_deref().unwrap_or_default()
    }

    /// A function that is not detoured itself, but gets hooks.
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

/// Whether rustc computes the function's result itself.
fn is_computed_by_compiler(name: &str) -> bool {
    let path = name.split("::<").next().unwrap_or(name);
    let of_slice = name.starts_with("<[") && path.ends_with("]>::len");
    of_slice
        || path.starts_with("core::intrinsics::")
        || matches!(
            path,
            "core::mem::size_of"
                | "core::mem::align_of"
                | "core::mem::needs_drop"
                | "core::any::type_name"
                | "<core::any::TypeId>::of"
        )
}

/// What follows a function's name in the name of its shim, the function to which function pointers refer instead.
const SHIM: &str = "::{shim:";

fn describe<'c>(marked: Function<'c>, copies: &BTreeMap<String, Vec<Function<'c>>>) -> Target<'c> {
    let name = readable(&marked.name());
    let (name, shim) = match name.split_once(SHIM) {
        Some((name, _)) => (name.to_owned(), true),
        None => (name, false),
    };
    let mut target = Target {
        identity: identity(&marked.name()),
        name,
        keys: vec![marked],
        copies: Vec::new(),
        has_location: shim,
        refusal: None,
    };
    if is_computed_by_compiler(&target.name) {
        target.refusal = Some(
            "the compiler replaces calls of it with the result, so no calls are left".to_owned(),
        );
        return target;
    }
    if marked.is_declaration() {
        // This is a foreign function: its uses in the program get the hook.
        target.copies.push(marked);
        return target;
    }
    // A shim calls the actual function, which has the same name. A method of a trait object has a shim, but no body.
    let body = if shim {
        calls_in(marked).find(|callee| readable(&callee.name()) == target.name)
    } else {
        Some(marked)
    };
    let Some(body) = body else {
        target.refusal = Some(
            "a method of a trait object has no body of its own: detour the method of an implementation"
                .to_owned(),
        );
        return target;
    };
    target.identity = identity(&body.name());
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

/// The function that a value is: a constant, or the content of a variable that is written once.
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

/// What all copies of a function have in common, and no other function: its symbol, without numbers that linking added, and without the crate that
/// instantiated it. Names as written in source code would not be enough: there may be several versions of a crate, and several blocks with items of
/// the same name.
pub(super) fn identity(symbol: &str) -> String {
    let symbol = without_numbers(symbol);
    let is_mangled = symbol.starts_with("_R");
    // If the path has named the crate already, the symbol ends in a backward reference.
    if is_mangled
        && let Some((path, reference)) = symbol.rsplit_once('B')
        && reference.strip_suffix('_').is_some_and(is_number)
    {
        return path.to_owned();
    }
    // Otherwise it ends in a crate's root, which is never the end of a function's own path: `C`, perhaps `s` and a number and `_`, a length and the
    // name.
    let crate_begins = symbol
        .match_indices('C')
        .map(|(at, _)| at)
        .filter(|&at| is_mangled && at > 2)
        .find(|&at| is_crate(&symbol[at + 1..]));
    symbol[..crate_begins.unwrap_or(symbol.len())].to_owned()
}

/// Whether a text is a number as in symbols, with digits to base 62; no digits mean 0.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a text is the rest of a crate's root in a symbol, and nothing more.
fn is_crate(text: &str) -> bool {
    let text = match text.strip_prefix('s').and_then(|rest| rest.split_once('_')) {
        Some((number, rest)) if is_number(number) => rest,
        _ => text,
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (length, name) = text.split_at(digits);
    // A name that begins with a digit or an underscore is preceded by an underscore.
    let name = name.strip_prefix('_').unwrap_or(name);
    length.parse() == Ok(name.len())
}

#[cfg(test)]
mod tests {
    use super::identity;

    #[test]
    fn copies_have_the_same_identity_and_other_functions_do_not() {
        let generic = "_RINvCs1_4demo7generichE";
        for copy in [
            "_RINvCs1_4demo7generichECs2_6victim",
            "_RINvCs1_4demo7generichEC6victim.12",
            "_RINvCs1_4demo7generichEB2_",
            "_RINvCs1_4demo7generichEB_",
            "_RINvCs1_4demo7generichECsaB9_10isolde_abi.llvm.33",
        ] {
            assert_eq!(identity(copy), generic, "{copy}");
        }
        // Versions of a crate, and blocks of a function.
        for (one, other) in [
            ("_RNvCs1_4demo4free", "_RNvCs2_4demo4free"),
            ("_RNvNvCs1_4demo4main5local", "_RNvNvCs1_4demo4mains_5local"),
        ] {
            assert_eq!(
                (identity(one), identity(other)),
                (one.to_owned(), other.to_owned())
            );
        }
        assert_eq!(identity("getenv"), "getenv");
    }
}
