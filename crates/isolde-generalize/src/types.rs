//! The types of values, as `std::any::type_name` names them and as source code writes them.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{GenericArgument, Path, PathArguments, Type};

/// How code names the items of the package.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The library's name in code.
    pub library: &'a str,
    /// The name of the crate that the test belongs to.
    pub own: &'a str,
}

/// The kind of a type, as far as parameters and oracles depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An integer.
    Integer,
    /// A floating-point number.
    Float,
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `&str`.
    Text,
    /// Several values of one type.
    Sequence(Container, String),
    /// A type of the package, or of another crate.
    Other,
}

/// What holds the values of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// `Vec<T>`
    Vec,
    /// `[T; N]`
    Array,
    /// `&[T]`
    Slice,
    /// `&[T; N]`
    ArrayReference,
}

impl Shape {
    /// Whether values can be used any number of times.
    pub fn is_copy(&self) -> bool {
        match self {
            Shape::Sequence(container, element) => match container {
                Container::Slice | Container::ArrayReference => true,
                Container::Array => shape(element).is_copy(),
                Container::Vec => false,
            },
            Shape::Other => false,
            _ => true,
        }
    }
}

/// Integer types.
const INTEGERS: [&str; 12] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

/// The kind of a type, given its source text.
pub fn shape(ty: &str) -> Shape {
    let compact: String = ty.replace("'static ", "");
    if INTEGERS.contains(&compact.as_str()) {
        return Shape::Integer;
    }
    match compact.as_str() {
        "f32" | "f64" => return Shape::Float,
        "bool" => return Shape::Bool,
        "char" => return Shape::Char,
        "&str" => return Shape::Text,
        _ => {}
    }
    if let Some(inner) = compact
        .strip_prefix("Vec<")
        .and_then(|rest| rest.strip_suffix('>'))
    {
        return Shape::Sequence(Container::Vec, inner.to_owned());
    }
    let (container, brackets) = match compact.strip_prefix('&') {
        Some(rest) => (Container::Slice, rest),
        None => (Container::Array, compact.as_str()),
    };
    let Some(inner) = brackets
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return Shape::Other;
    };
    match (inner.rsplit_once("; "), container) {
        (Some((element, _)), Container::Slice) => {
            Shape::Sequence(Container::ArrayReference, element.to_owned())
        }
        (Some((element, _)), _) => Shape::Sequence(Container::Array, element.to_owned()),
        (None, Container::Slice) => Shape::Sequence(Container::Slice, inner.to_owned()),
        (None, _) => Shape::Other,
    }
}

/// The source text of a type whose name is `name`; `None` if code cannot write it, as with closures.
pub fn source(name: &str, scope: &Scope) -> Option<String> {
    let ty: Type = syn::parse_str(name).ok()?;
    write(&ty, scope)
}

fn write(ty: &Type, scope: &Scope) -> Option<String> {
    Some(match ty {
        Type::Reference(reference) if reference.mutability.is_none() => {
            format!("&{}", write(&reference.elem, scope)?)
        }
        Type::Array(array) => format!(
            "[{}; {}]",
            write(&array.elem, scope)?,
            array.len.to_token_stream()
        ),
        Type::Slice(slice) => format!("[{}]", write(&slice.elem, scope)?),
        Type::Tuple(tuple) => {
            let parts: Option<Vec<String>> =
                tuple.elems.iter().map(|part| write(part, scope)).collect();
            format!("({})", parts?.join(", "))
        }
        Type::Path(path) if path.qself.is_none() => write_path(&path.path, scope)?,
        _ => return None,
    })
}

fn write_path(path: &Path, scope: &Scope) -> Option<String> {
    let last = path.segments.last()?;
    let first = path.segments.first()?.ident.to_string();
    let is_std = ["alloc", "core", "std"].contains(&first.as_str()) && path.segments.len() > 1;
    let in_prelude = ["Vec", "String", "Option", "Result", "Box"];
    let mut names: Vec<String> = path
        .segments
        .iter()
        .map(|it| it.ident.to_string())
        .collect();
    if is_std && in_prelude.iter().any(|known| last.ident == known) {
        names = vec![last.ident.to_string()];
    } else if is_std {
        names[0] = "std".to_owned();
    } else if names.len() > 1 && first == scope.own {
        names[0] = "crate".to_owned();
    } else if names.len() > 1 && first != scope.library {
        // A crate that the test may not be able to name.
        names[0] = first;
    }
    let arguments = match &last.arguments {
        PathArguments::None => String::new(),
        PathArguments::AngleBracketed(arguments) => {
            let parts: Option<Vec<String>> = arguments
                .args
                .iter()
                .map(|argument| match argument {
                    GenericArgument::Type(ty) => write(ty, scope),
                    _ => None,
                })
                .collect();
            format!("<{}>", parts?.join(", "))
        }
        PathArguments::Parenthesized(_) => return None,
    };
    Some(names.join("::") + &arguments)
}

/// The names of all identifiers in an expression or block, for names that must differ from them.
#[derive(Default)]
pub struct Identifiers {
    /// The names.
    pub names: std::collections::BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Identifiers {
    // Methods and fields are no variables.
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        for argument in &call.args {
            self.visit_expr(argument);
        }
    }

    fn visit_member(&mut self, _: &'ast syn::Member) {}

    fn visit_ident(&mut self, ident: &'ast proc_macro2::Ident) {
        self.names.insert(ident.to_string());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.tokens(mac.tokens.clone());
        visit::visit_macro(self, mac);
    }
}

impl Identifiers {
    /// Those of an expression.
    pub(crate) fn of(expression: &syn::Expr) -> std::collections::BTreeSet<String> {
        let mut names = Identifiers::default();
        names.visit_expr(expression);
        names.names
    }

    fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut is_member = false;
        for token in tokens {
            let follows_dot = std::mem::take(&mut is_member);
            match token {
                proc_macro2::TokenTree::Ident(ident) if !follows_dot => {
                    self.names.insert(ident.to_string());
                }
                proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                proc_macro2::TokenTree::Punct(punct) => is_member = punct.as_char() == '.',
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_become_source_text() {
        let scope = Scope {
            library: "demo",
            own: "demo",
        };
        let written = |name: &str| source(name, &scope);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(written("i64"), some("i64"));
        assert_eq!(written("&str"), some("&str"));
        assert_eq!(written("[u8; 3]"), some("[u8; 3]"));
        assert_eq!(
            written("alloc::vec::Vec<alloc::string::String>"),
            some("Vec<String>")
        );
        assert_eq!(written("demo::a::B"), some("crate::a::B"));
        assert_eq!(written("core::time::Duration"), some("std::time::Duration"));
        assert_eq!(written("demo::f::{{closure}}"), None);
        let outside = Scope {
            own: "tests",
            ..scope
        };
        assert_eq!(source("demo::a::B", &outside), some("demo::a::B"));
    }

    #[test]
    fn shapes_are_read_off_the_text() {
        assert_eq!(shape("usize"), Shape::Integer);
        assert_eq!(
            shape("Vec<i32>"),
            Shape::Sequence(Container::Vec, "i32".into())
        );
        assert_eq!(
            shape("&[u8; 3]"),
            Shape::Sequence(Container::ArrayReference, "u8".into())
        );
        assert_eq!(
            shape("&[&str]"),
            Shape::Sequence(Container::Slice, "&str".into())
        );
        assert_eq!(shape("crate::B"), Shape::Other);
        assert!(!shape("Vec<i32>").is_copy() && shape("[char; 2]").is_copy());
    }
}
