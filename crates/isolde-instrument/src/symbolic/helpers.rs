//! The helper module and the functions and globals in it.

use crate::Error;
use isolde_abi::symbol::{
    FILTER_SIZE, GRANULE_BITS, SYM_ALLOCATED, SYM_CHOICE, SYM_COMPARE, SYM_COPY, SYM_FILL,
    SYM_FREED,
};
use isolde_llvm::{Function, Linkage, Module, Value};

/// The text of the helper module.
pub(crate) fn text() -> String {
    include_str!("helpers.ll")
        .replace("FILTER_SIZE", &FILTER_SIZE.to_string())
        .replace("GRANULE_BITS", &GRANULE_BITS.to_string())
}

macro_rules! helpers {
    ($($field:ident = $name:expr),* ; $($global:ident = $global_name:literal),* $(,)?) => {
        /// The functions and globals that instrumented code refers to.
        pub(crate) struct Helpers<'c> {
            $(pub $field: Function<'c>,)*
            $(pub $global: Value<'c>,)*
        }
        impl<'c> Helpers<'c> {
            fn find(module: &Module<'c>) -> Result<Helpers<'c>, Error> {
                Ok(Helpers {
                    $($field: module.function($name).ok_or(Error::Helper($name))?,)*
                    $($global: module.global($global_name).ok_or(Error::Helper($global_name))?,)*
                })
            }
        }
    };
}

helpers! {
    binary = "isolde.binary", binary_wide = "isolde.binary_wide", lanes = "isolde.lanes", unary = "isolde.unary", select = "isolde.select",
    funnel = "isolde.funnel", load = "isolde.load", store = "isolde.store", branch = "isolde.branch", pin = "isolde.pin", lost = "isolde.lost",
    touched = "isolde.touched", copy = SYM_COPY, fill = SYM_FILL, compare = SYM_COMPARE,
    allocated = SYM_ALLOCATED, freed = SYM_FREED, choice = SYM_CHOICE;
    filter = "isolde.filter", args = "isolde.args", callee = "isolde.callee", results = "isolde.results", returned = "isolde.returned",
}

/// Prefix of the helper module's own functions and globals.
const PREFIX: &str = "isolde.";

/// Whether a function belongs to the helper module.
pub(crate) fn is_helper(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Links the helper module in.
pub(crate) fn link<'c>(module: &Module<'c>) -> Result<Helpers<'c>, Error> {
    let context = module.context();
    let helpers = context.parse_ir("the helper module", &text())?;
    helpers.copy_target(module);
    // Declarations without users would be dropped while linking.
    let add = |name: &str| -> Result<(), Error> {
        let source = helpers
            .function(name)
            .ok_or(Error::Helper("a declaration"))?;
        if module.function(name).is_none() {
            module.add_function(name, source.function_type());
        }
        Ok(())
    };
    for name in [
        SYM_COPY,
        SYM_FILL,
        SYM_COMPARE,
        SYM_ALLOCATED,
        SYM_FREED,
        SYM_CHOICE,
    ] {
        add(name)?;
    }
    module.link(helpers)?;
    let found = Helpers::find(module)?;
    let own = module
        .globals()
        .chain(module.functions().map(Function::value));
    for global in own.filter(|global| is_helper(&global.name()) && !global.is_declaration()) {
        global.set_linkage(Linkage::Internal);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::text;
    use isolde_abi::symbol::{self, RUNTIME, SHADOWS, Ty};

    fn ty(text: &str) -> Ty {
        match text.trim() {
            "void" => Ty::Void,
            "i32" => Ty::I32,
            "i64" => Ty::I64,
            "ptr" => Ty::Ptr,
            other => panic!("{other} is no type of the ABI"),
        }
    }

    #[test]
    fn every_declaration_is_in_the_abi_with_the_same_types() {
        let text = text();
        let declarations: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("declare "))
            .collect();
        assert!(!declarations.is_empty());
        for line in declarations {
            let (ret, rest) = line.split_once(" @").unwrap();
            let (name, rest) = rest.split_once('(').unwrap();
            let (params, _) = rest.split_once(')').unwrap();
            let symbol = symbol::find(name).unwrap_or_else(|| panic!("{name} is not in the ABI"));
            assert_eq!(ty(ret), symbol.ret, "{name}");
            let params: Vec<Ty> = params
                .split(',')
                .filter(|param| !param.is_empty())
                .map(ty)
                .collect();
            assert_eq!(params, symbol.params, "{name}");
        }
    }

    #[test]
    fn every_function_for_shadows_is_declared() {
        let text = text();
        for symbol in RUNTIME
            .iter()
            .filter(|symbol| symbol.name.starts_with(SHADOWS))
        {
            assert!(
                text.contains(&format!("@{}(", symbol.name)),
                "{} is not declared",
                symbol.name
            );
        }
    }
}
