//! Names of functions in a program, read into types of the model.

use crate::index::Index;
use crate::types::make;
use isolde_model::{Bound, StdItem, StdTrait, Type, std_public_path};
use syn::{GenericArgument, PathArguments, PathSegment};

/// A function as the program names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// What it belongs to.
    pub owner: Owner,
    /// Its last name.
    pub name: String,
    /// Its own generic arguments.
    pub types: Vec<Type>,
    /// Its own constant arguments, as source text.
    pub constants: Vec<String>,
}

/// What a function belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A module, by its path with the crate's name; empty for functions of C, which have only a name.
    Module(String),
    /// A type.
    Type(Type),
    /// The implementation of a trait for a type: the trait's defining path, and its arguments.
    Trait(Type, String, Vec<Type>),
}

impl Named {
    /// Reads a name. `None` for what source code could not name: closures, shims.
    pub fn read(index: &Index, text: &str) -> Option<Named> {
        let parsed: syn::ExprPath = syn::parse_str(text).ok()?;
        let segments: Vec<&PathSegment> = parsed.path.segments.iter().collect();
        let (last, before) = segments.split_last()?;
        let owner = match &parsed.qself {
            None => {
                // `path::name::<T>`: arguments are possible at the end only.
                let is_plain = |each: &&PathSegment| each.arguments.is_empty();
                before.iter().all(is_plain).then_some(())?;
                Owner::Module(joined(before))
            }
            Some(qself) => {
                let of = read_type(index, &qself.ty)?;
                match qself.position {
                    0 if before.is_empty() => Owner::Type(of),
                    position if position == before.len() && position > 0 => {
                        let (arguments, _) = arguments(index, &before[position - 1].arguments)?;
                        Owner::Trait(of, joined(before), arguments)
                    }
                    _ => return None,
                }
            }
        };
        let (types, constants) = arguments(index, &last.arguments)?;
        Some(Named {
            owner,
            name: last.ident.to_string(),
            types,
            constants,
        })
    }
}

fn joined(segments: &[&PathSegment]) -> String {
    let names = segments.iter().map(|each| each.ident.to_string());
    names.collect::<Vec<_>>().join("::")
}

/// Types and constants between angle brackets; lifetimes are left out.
fn arguments(index: &Index, of: &PathArguments) -> Option<(Vec<Type>, Vec<String>)> {
    let (mut types, mut constants) = (Vec::new(), Vec::new());
    match of {
        PathArguments::None => {}
        PathArguments::AngleBracketed(all) => {
            for each in &all.args {
                match each {
                    GenericArgument::Lifetime(_) => {}
                    GenericArgument::Type(of) => types.push(read_type(index, of)?),
                    GenericArgument::Const(of) => constants.push(constant(of)?),
                    _ => return None,
                }
            }
        }
        PathArguments::Parenthesized(_) => return None,
    }
    Some((types, constants))
}

/// A constant as source code writes it: `4`, `true`.
fn constant(of: &syn::Expr) -> Option<String> {
    match of {
        syn::Expr::Lit(literal) => Some(match &literal.lit {
            syn::Lit::Int(number) => number.base10_digits().to_owned(),
            syn::Lit::Bool(of) => of.value.to_string(),
            syn::Lit::Char(of) => format!("{:?}", of.value()),
            _ => return None,
        }),
        _ => None,
    }
}

/// Reads a type: paths are defining paths as rustc writes them in symbols, or public paths of std.
pub(super) fn read_type(index: &Index, of: &syn::Type) -> Option<Type> {
    Some(match of {
        syn::Type::Path(path) if path.qself.is_none() => {
            let segments: Vec<&PathSegment> = path.path.segments.iter().collect();
            let (last, before) = segments.split_last()?;
            let is_plain = |each: &&PathSegment| each.arguments.is_empty();
            before.iter().all(is_plain).then_some(())?;
            let (types, constants) = arguments(index, &last.arguments)?;
            named_type(index, &joined(&segments), types, constants)?
        }
        syn::Type::Reference(of) => Type::Reference {
            mutable: of.mutability.is_some(),
            is_static: true,
            target: Box::new(read_type(index, &of.elem)?),
        },
        syn::Type::Ptr(of) => Type::Pointer {
            mutable: of.mutability.is_some(),
            target: Box::new(read_type(index, &of.elem)?),
        },
        syn::Type::Slice(of) => Type::Slice(Box::new(read_type(index, &of.elem)?)),
        syn::Type::Array(of) => {
            Type::Array(Box::new(read_type(index, &of.elem)?), constant(&of.len)?)
        }
        syn::Type::Tuple(of) => {
            let elements: Option<Vec<Type>> =
                of.elems.iter().map(|each| read_type(index, each)).collect();
            Type::Tuple(elements?)
        }
        syn::Type::Paren(of) => read_type(index, &of.elem)?,
        syn::Type::Never(_) => make::primitive("never"),
        syn::Type::TraitObject(of) => Type::Dyn(bounds(index, of.bounds.iter())?),
        syn::Type::ImplTrait(of) => Type::Impl(bounds(index, of.bounds.iter())?),
        _ => return None,
    })
}

fn bounds<'b>(
    index: &Index,
    all: impl Iterator<Item = &'b syn::TypeParamBound>,
) -> Option<Vec<Bound>> {
    let mut found = Vec::new();
    for each in all {
        match each {
            syn::TypeParamBound::Lifetime(_) => {}
            syn::TypeParamBound::Trait(of) => {
                let segments: Vec<&PathSegment> = of.path.segments.iter().collect();
                let (last, _) = segments.split_last()?;
                let (arguments, _) = arguments(index, &last.arguments)?;
                let defined = joined(&segments);
                found.push(Bound {
                    id: trait_id(index, &defined),
                    defined,
                    arguments,
                    associated: Vec::new(),
                    constants: Vec::new(),
                    signature: None,
                    maybe: false,
                });
            }
            _ => return None,
        }
    }
    Some(found)
}

/// The trait with this defining path, if it belongs to the package or to a crate whose JSON was added.
pub(super) fn trait_id(index: &Index, defined: &str) -> Option<isolde_model::ItemId> {
    let mut traits = index.model.traits.values();
    traits.find(|each| each.defined == defined).map(|of| of.id)
}

/// The path of an item of the package from its crate's root, written as the model does.
pub(super) fn crate_path(index: &Index, path: &str) -> String {
    match path
        .strip_prefix(&index.model.crate_name)
        .and_then(|rest| rest.strip_prefix("::"))
    {
        Some(rest) => format!("crate::{rest}"),
        None => path.to_owned(),
    }
}

fn named_type(
    index: &Index,
    path: &str,
    arguments: Vec<Type>,
    constants: Vec<String>,
) -> Option<Type> {
    if !path.contains("::") {
        let is_primitive = matches!(
            path,
            "u8" | "u16"
                | "u32"
                | "u64"
                | "u128"
                | "usize"
                | "i8"
                | "i16"
                | "i32"
                | "i64"
                | "i128"
                | "isize"
                | "f16"
                | "f32"
                | "f64"
                | "f128"
                | "bool"
                | "char"
                | "str"
        );
        if is_primitive {
            return Some(make::primitive(path));
        }
        // Names that are in scope everywhere, as the table of std's functions writes them.
        let item = match path {
            "String" => StdItem::String,
            "Vec" => StdItem::Vec,
            "Option" => StdItem::Option,
            "Result" => StdItem::Result,
            "Box" => StdItem::Box,
            _ => return None,
        };
        return Some(make::std(item, arguments));
    }
    match path {
        "std::io::Result" => {
            let error = make::std(StdItem::IoError, Vec::new());
            return Some(make::std(
                StdItem::Result,
                arguments.into_iter().chain([error]).collect(),
            ));
        }
        "std::fmt::Result" => {
            let error = make::std(StdItem::FmtError, Vec::new());
            let unit = Type::Tuple(Vec::new());
            return Some(make::std(StdItem::Result, vec![unit, error]));
        }
        _ => {}
    }
    let own = crate_path(index, path);
    let mut items = index.model.types.values();
    if let Some(item) = items.find(|item| item.crate_path == own) {
        return Some(Type::Path {
            defined: path.to_owned(),
            id: Some(item.id),
            arguments,
            constants,
        });
    }
    let item = StdItem::at(path).or_else(|| {
        let mut all = StdItem::ALL.iter().copied();
        all.find(|item| path.starts_with("std::") && item.public_path() == path)
    });
    match item {
        Some(item) => Some(make::std(item, arguments)),
        None => {
            std_public_path(path)?;
            Some(Type::Path {
                defined: path.to_owned(),
                id: None,
                arguments,
                constants,
            })
        }
    }
}

/// Whether a trait of std is meant, however its path is written.
pub(super) fn is_same_trait(one: &str, other: &str) -> bool {
    let public = |path: &str| match StdTrait::at(path) {
        Some(of) => std_public_path(of.defined()),
        None => std_public_path(path),
    };
    one == other || public(one).is_some_and(|path| public(other) == Some(path))
}
