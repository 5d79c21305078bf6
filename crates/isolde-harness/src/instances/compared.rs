//! Types that the package compares the types of values with. Where a value may be of any type, these are tried, and one that is none of them.

use super::{Answer, Traits};
use crate::types::make;
use isolde_model::{Bound, GenericParam, StdItem, StdTrait, Type};

/// How many of them are tried in one place.
const MOST: usize = 12;

impl Traits<'_, '_> {
    /// The types that satisfy these bounds.
    pub(crate) fn compared(&mut self, bounds: &[Bound]) -> Vec<Type> {
        let index = self.index;
        let mut found: Vec<Type> = Vec::new();
        for name in &index.model.compared {
            for of in self.named(name) {
                if !found.contains(&of)
                    && index.is_nameable(&of)
                    && self.satisfies_all(&of, bounds) == Answer::Yes
                {
                    found.push(of);
                }
            }
        }
        found.truncate(MOST);
        found
    }

    /// The types that code may mean by this text.
    fn named(&self, text: &str) -> Vec<Type> {
        syn::parse_str(text).map_or_else(|_| Vec::new(), |of| self.meant(&of))
    }

    /// The types that code may mean by a type that it writes.
    fn meant(&self, of: &syn::Type) -> Vec<Type> {
        let first = |of: &syn::Type| self.meant(of).into_iter().next();
        match of {
            syn::Type::Reference(_) => vec![make::text()],
            syn::Type::Array(array) => {
                let syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Int(length),
                    ..
                }) = &array.len
                else {
                    return Vec::new();
                };
                let element = first(&array.elem);
                let of = element.map(|of| Type::Array(Box::new(of), length.to_string()));
                of.into_iter().collect()
            }
            syn::Type::Tuple(tuple) => {
                let elements: Option<Vec<Type>> = tuple.elems.iter().map(first).collect();
                elements.map(Type::Tuple).into_iter().collect()
            }
            syn::Type::Path(path) => {
                let segments = path.path.segments.iter();
                let names: Vec<String> = segments.map(|each| each.ident.to_string()).collect();
                let arguments: Option<Vec<Type>> = match path.path.segments.last() {
                    Some(syn::PathSegment {
                        arguments: syn::PathArguments::AngleBracketed(given),
                        ..
                    }) => {
                        let given = given.args.iter().map(|each| match each {
                            syn::GenericArgument::Type(of) => first(of),
                            _ => None,
                        });
                        given.collect()
                    }
                    _ => Some(Vec::new()),
                };
                let found = arguments.map(|arguments| self.with_arguments(&names, arguments));
                found.unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The types with this path: the package's own, or else those of std and primitives.
    fn with_arguments(&self, path: &[String], arguments: Vec<Type>) -> Vec<Type> {
        let Some((last, modules)) = path.split_last() else {
            return Vec::new();
        };
        let is_type = |param: &GenericParam| matches!(param, GenericParam::Type { .. });
        let own = self.index.model.types.values().filter(|item| {
            let params = &item.generics.params;
            let fits = params.len() == arguments.len() && params.iter().all(is_type);
            !item.is_outside && item.name == *last && fits
        });
        let own = own.map(|item| {
            let mut of = self.index.type_of(item);
            if let Type::Path {
                arguments: given, ..
            } = &mut of
            {
                given.clone_from(&arguments);
            }
            of
        });
        let own: Vec<Type> = own.collect();
        if !own.is_empty() {
            return own;
        }
        if modules.is_empty() && arguments.is_empty() && PRIMITIVES.contains(&last.as_str()) {
            return vec![make::primitive(last)];
        }
        // `io::Error` is `std::io::error::Error`: the modules that are written are among those of the path.
        let is_it = |item: &&StdItem| {
            let mut path = item.defined().split("::");
            let mut is_in_path =
                |module: &String| module == "std" || path.any(|each| each == module);
            item.defined().rsplit("::").next() == Some(last.as_str())
                && modules.iter().all(&mut is_in_path)
                && count_of_arguments(**item) == arguments.len()
        };
        let std = StdItem::ALL.iter().filter(is_it);
        std.map(|item| make::std(*item, arguments.clone()))
            .collect()
    }
}

/// How many types code gives to a type of std. A type that is not known to take some takes none, since a name may also be that of an alias.
fn count_of_arguments(of: StdItem) -> usize {
    use StdItem as S;
    match of {
        S::Option
        | S::Vec
        | S::VecDeque
        | S::HashSet
        | S::BTreeSet
        | S::Box
        | S::Rc
        | S::Arc
        | S::Cell
        | S::RefCell
        | S::Mutex
        | S::RwLock => 1,
        S::Result | S::HashMap | S::BTreeMap => 2,
        _ => 0,
    }
}

/// Whether a parameter with these bounds stands for any type.
pub(crate) fn is_any(bounds: &[Bound]) -> bool {
    bounds.iter().all(|bound| {
        bound.maybe
            || matches!(
                bound.std_trait(),
                Some(StdTrait::Any | StdTrait::Send | StdTrait::Sync | StdTrait::Sized)
            )
    })
}

const PRIMITIVES: [&str; 15] = [
    "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "isize",
    "f32", "f64",
];
