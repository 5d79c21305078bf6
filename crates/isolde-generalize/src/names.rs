//! Names of parameters: those that the called functions give them, so that a parameterized test speaks as its package does.

use crate::types::{Container, Shape, shape};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{FnArg, Pat, Signature};

/// The names of the parameters of a package's functions.
#[derive(Debug, Default)]
pub struct Names {
    /// By function and number; `None` if functions of the same name disagree.
    known: BTreeMap<(String, usize), Option<String>>,
    /// The methods that borrow their receiver mutably.
    changing: BTreeSet<String>,
}

impl Names {
    /// Adds the functions of a source file; one that is not Rust has none.
    pub fn add(&mut self, text: &str) {
        if let Ok(file) = syn::parse_file(text) {
            self.visit_file(&file);
        }
    }

    /// Whether a method of this name needs a variable that can change.
    pub fn changes(&self, method: &str) -> bool {
        self.changing.contains(method)
    }

    /// What the function calls its parameter with this number.
    pub fn of(&self, function: &str, number: usize) -> Option<&str> {
        self.known.get(&(function.to_owned(), number))?.as_deref()
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_signature(&mut self, signature: &'ast Signature) {
        if let Some(receiver) = signature.receiver()
            && receiver.reference.is_some()
            && receiver.mutability.is_some()
        {
            self.changing.insert(signature.ident.to_string());
        }
        let typed = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        });
        for (number, typed) in typed.enumerate() {
            let Pat::Ident(name) = &*typed.pat else {
                continue;
            };
            let name = name.ident.to_string();
            let name = name.trim_start_matches('_').to_owned();
            let key = (signature.ident.to_string(), number);
            let known = self.known.entry(key).or_insert_with(|| Some(name.clone()));
            if known.as_ref() != Some(&name) {
                *known = None;
            }
        }
        visit::visit_signature(self, signature);
    }
}

/// A name for a parameter of this type which is none of `taken`, and adds it to them. `wanted` is what the called function calls it.
pub fn choose(wanted: Option<&str>, ty: &str, taken: &mut BTreeSet<String>) -> String {
    let usual: &[&str] = match shape(ty) {
        Shape::Integer => &["n", "m", "k"],
        Shape::Float => &["x", "y", "z"],
        Shape::Bool => &["flag"],
        Shape::Char => &["letter"],
        Shape::Text => &["text", "other"],
        Shape::Sequence(container, element) => match (container, element.as_str()) {
            (Container::Slice | Container::ArrayReference, "u8") => &["bytes"],
            _ => &["items", "others"],
        },
        Shape::Other => &["value", "other"],
    };
    let is_word = |name: &&str| syn::parse_str::<syn::Ident>(name).is_ok();
    let wanted: Vec<&str> = wanted.into_iter().filter(is_word).collect();
    let first = wanted.first().copied().unwrap_or(usual[0]);
    let mut choices: Vec<String> = match wanted.is_empty() {
        true => usual.iter().map(|&name| name.to_owned()).collect(),
        false => vec![first.to_owned(), format!("other_{first}")],
    };
    choices.extend((2..100).map(|number| format!("{first}_{number}")));
    let free = choices.into_iter().find(|name| !taken.contains(name));
    let name = free.unwrap_or_else(|| format!("{first}_parameter"));
    taken.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_called_what_the_functions_call_them() {
        let mut names = Names::default();
        names.add("impl A { fn save(&mut self, name: &str, _value: u8) {} } fn f(a: u8) {}");
        names.add("fn f(b: u8) {} impl B { fn len(&self) {} fn take(mut self) {} }");
        assert_eq!(
            ["save", "len", "take"].map(|name| names.changes(name)),
            [true, false, false]
        );
        assert_eq!(names.of("save", 0), Some("name"));
        assert_eq!(names.of("save", 1), Some("value"));
        assert_eq!(names.of("f", 0), None);
        let mut taken = BTreeSet::from(["text".to_owned()]);
        let mut name = |wanted, ty| choose(wanted, ty, &mut taken);
        assert_eq!(name(Some("name"), "&str"), "name");
        assert_eq!(name(Some("name"), "&str"), "other_name");
        assert_eq!(name(None, "&str"), "other");
        assert_eq!(name(None, "&str"), "text_2");
        assert_eq!(name(Some("self"), "u8"), "n");
    }
}
