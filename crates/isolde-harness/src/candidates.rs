//! Types to try for a type parameter, from its bounds; the most telling first.

use crate::context::Context;
use crate::satisfies::Answer;
use crate::std_types::within_std;
use crate::substitute::{Substitution, depth, is_concrete};
use crate::text::CLOSURE;
use isolde_model::{Bound, FnSignature, GenericParam, Type};

/// Candidates kept for one parameter.
const MOST: usize = 16;

/// Types may nest this deep; deeper ones come from impls that feed themselves (`impl Trait for Vec<T: Trait>`).
const DEEPEST: usize = 5;

/// Shorthands for types of the standard library.
pub mod make {
    use super::{Bound, CLOSURE, FnSignature, Type};

    /// A primitive.
    pub fn primitive(name: &str) -> Type {
        Type::Primitive(name.into())
    }

    /// A type by its defining path.
    pub fn path(defined: &str, arguments: Vec<Type>) -> Type {
        Type::Path {
            defined: defined.into(),
            id: None,
            arguments,
            constants: Vec::new(),
        }
    }

    /// `&'static T`.
    pub fn reference(target: Type) -> Type {
        Type::Reference {
            mutable: false,
            is_static: true,
            target: Box::new(target),
        }
    }

    /// `String`.
    pub fn string() -> Type {
        path("alloc::string::String", Vec::new())
    }

    /// `&'static str`.
    pub fn text() -> Type {
        reference(primitive("str"))
    }

    /// `Vec<T>`.
    pub fn vec(element: Type) -> Type {
        path("alloc::vec::Vec", vec![element])
    }

    /// A bound without arguments on a trait that is not the package's.
    pub fn bound(defined: &str) -> Bound {
        Bound {
            defined: defined.into(),
            id: None,
            arguments: Vec::new(),
            associated: Vec::new(),
            signature: None,
            maybe: false,
        }
    }

    /// The stand-in for a closure's type.
    pub fn closure(signature: &FnSignature) -> Type {
        path(
            CLOSURE,
            vec![
                Type::Tuple(signature.parameters.clone()),
                signature.result.clone(),
            ],
        )
    }
}
use make::{path, primitive, reference, string, text, vec};

impl Context<'_> {
    /// Concrete types for a parameter with these bounds (already substituted), best first. `items` are bounds on its `Item`, `references` on
    /// references to it.
    pub fn candidates(
        &self,
        bounds: &[Bound],
        items: &[Bound],
        references: &[Bound],
        level: usize,
    ) -> Vec<Type> {
        let key = (bounds.to_vec(), items.to_vec(), references.to_vec(), level);
        if let Some(known) = self.candidates.borrow().get(&key) {
            return known.clone();
        }
        let found = self.find_candidates(bounds, items, references, level);
        self.candidates.borrow_mut().insert(key, found.clone());
        found
    }

    fn find_candidates(
        &self,
        bounds: &[Bound],
        items: &[Bound],
        references: &[Bound],
        level: usize,
    ) -> Vec<Type> {
        let mut found = Vec::new();
        // Bounds on own traits and conversions say more than `Clone` does.
        let mut order: Vec<&Bound> = bounds.iter().filter(|bound| !bound.maybe).collect();
        order.sort_by_key(|bound| specificity(bound));
        for bound in order {
            found.extend(self.suggestions(bound, items, level));
        }
        for bound in references {
            let mut bound = bound.clone();
            // The items of a reference are references: choose those of the collection itself freely.
            bound.associated.retain_mut(|(_, of)| match of {
                Type::Reference { target, .. } => {
                    *of = target.as_ref().clone();
                    is_concrete(of)
                }
                _ => false,
            });
            let suggestions = self.suggestions(&bound, items, level);
            found.splice(0..0, suggestions);
        }
        if found.is_empty() {
            found.extend([primitive("u8"), string()]);
        }
        let may_be_unsized = bounds.iter().any(|bound| bound.maybe);
        let mut kept: Vec<(Answer, Type)> = Vec::new();
        for candidate in found {
            if !is_concrete(&candidate)
                || depth(&candidate) > DEEPEST
                || kept.iter().any(|(_, each)| *each == candidate)
            {
                continue;
            }
            let mut known = Substitution::default();
            known.types.insert("Self".into(), candidate.clone());
            let bounds: Vec<Bound> = bounds
                .iter()
                .map(|bound| self.substitute_bound(bound, &known))
                .collect();
            if !may_be_unsized && is_unsized(&candidate) {
                continue;
            }
            match self.satisfies_all(&candidate, &bounds) {
                Answer::No => {}
                answer => kept.push((answer, candidate)),
            }
        }
        // Stable: certain ones first, in the order they were suggested.
        kept.sort_by_key(|(answer, _)| *answer != Answer::Yes);
        kept.truncate(MOST);
        kept.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn suggestions(&self, bound: &Bound, items: &[Bound], level: usize) -> Vec<Type> {
        if let Some(signature) = &bound.signature {
            return vec![make::closure(signature)];
        }
        if bound.id.is_some() || within_std(&bound.defined).is_none() {
            let mut found = self.implementors(bound, level);
            if bound.id.is_none() || found.is_empty() {
                found.extend([primitive("u8"), string(), primitive("i32")]);
            }
            return found;
        }
        let mut found = self.std_suggestions(bound, items, level);
        // Types of the package that implement the trait come after: `T: Error` may be meant for any error.
        if level == 0 && !matches!(specificity(bound), 3..) {
            found.extend(self.implementors(bound, level));
        }
        found
    }

    /// Types of the package (or anything its own traits are implemented for), with parameters of the impl chosen.
    fn implementors(&self, bound: &Bound, level: usize) -> Vec<Type> {
        let mut found: Vec<(Type, bool)> = Vec::new();
        if level > 2 {
            return Vec::new();
        }
        for block in &self.model.impls {
            let Some(implemented) = &block.of_trait else {
                continue;
            };
            if implemented.defined != bound.defined || matches!(block.self_type, Type::Generic(_)) {
                continue;
            }
            // Impls for tuples and combinators of many parameters say little more than those of few, and cost much.
            let params = block
                .generics
                .params
                .iter()
                .filter(|param| matches!(param, GenericParam::Type { .. }))
                .count();
            if params > if level == 0 { 4 } else { 0 } || found.len() >= 2 * MOST {
                continue;
            }
            let mut known = Substitution::default();
            let mut arguments = implemented.arguments.iter().zip(&bound.arguments);
            if !arguments.all(|(pattern, wanted)| {
                !is_concrete(wanted) || self.unify(pattern, wanted, &mut known)
            }) {
                continue;
            }
            for param in &block.generics.params {
                match param {
                    GenericParam::Type { name, bounds, .. } if !known.types.contains_key(name) => {
                        let bounds: Vec<Bound> = bounds
                            .iter()
                            .map(|bound| self.substitute_bound(bound, &known))
                            .collect();
                        if let Some(first) = self
                            .candidates(&bounds, &[], &[], level + 1)
                            .into_iter()
                            .next()
                        {
                            known.types.insert(name.clone(), first);
                        }
                    }
                    GenericParam::Const { name, of } => {
                        known
                            .constants
                            .entry(name.clone())
                            .or_insert_with(|| constant_of(of).into());
                    }
                    _ => {}
                }
            }
            let of = self.substitute(&block.self_type, &known);
            let nameable = self.type_text(&of, crate::text::Style::Signature).is_some();
            if nameable {
                let is_generic = block
                    .generics
                    .params
                    .iter()
                    .any(|param| matches!(param, GenericParam::Type { .. }));
                found.push((of, is_generic));
            }
        }
        // Plain types come before forwarding ones (`Box<T>`, `&mut T`), and arrays that hold something before empty ones.
        found.sort_by_key(|(of, is_generic)| {
            let is_small = matches!(of, Type::Array(_, length) if length == "0" || length == "1");
            (*is_generic, is_small)
        });
        let found: Vec<Type> = found.into_iter().map(|(of, _)| of).collect();
        found
    }

    fn std_suggestions(&self, bound: &Bound, items: &[Bound], level: usize) -> Vec<Type> {
        let name = bound.defined.rsplit("::").next().unwrap_or_default();
        let argument = bound.arguments.first();
        let item = || -> Vec<Type> {
            match bound.associated.iter().find(|(name, _)| name == "Item") {
                Some((_, Type::Impl(bounds))) => self.candidates(bounds, &[], &[], level + 1),
                Some((_, of)) => vec![of.clone()],
                None => self.candidates(items, &[], &[], level + 1),
            }
        };
        match name {
            "AsRef" | "Borrow" | "AsMut" | "BorrowMut" => argument
                .map(|target| views(target, name))
                .unwrap_or_default(),
            "Into" | "TryInto" => argument
                .map(|target| self.sources(target))
                .unwrap_or_default(),
            "From" | "TryFrom" => argument
                .map(|source| vec![source.clone(), string(), primitive("u64")])
                .unwrap_or_default(),
            "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => item()
                .into_iter()
                .map(|item| path("alloc::vec::into_iter::IntoIter", vec![item]))
                .collect(),
            "IntoIterator" => item().into_iter().map(vec).collect(),
            "Extend" | "FromIterator" => {
                let element = argument.cloned().unwrap_or_else(|| primitive("u8"));
                if element == primitive("char") {
                    vec![string(), vec(element)]
                } else {
                    vec![vec(element)]
                }
            }
            "RangeBounds" => {
                let of = argument.cloned().unwrap_or_else(|| primitive("usize"));
                ["Range", "RangeInclusive", "RangeFrom", "RangeTo"]
                    .iter()
                    .map(|name| path(&format!("core::ops::range::{name}"), vec![of.clone()]))
                    .collect()
            }
            "SliceIndex" => vec![
                primitive("usize"),
                path("core::ops::range::Range", vec![primitive("usize")]),
            ],
            "ToString" => vec![text(), primitive("i32")],
            "ToOwned" => vec![string()],
            "Read" | "BufRead" | "Seek" => {
                vec![path("std::io::cursor::Cursor", vec![vec(primitive("u8"))])]
            }
            "Write" if bound.defined.contains("::fmt::") => vec![string()],
            "Write" => vec![vec(primitive("u8"))],
            "Hasher" => vec![path("std::hash::random::DefaultHasher", Vec::new())],
            "BuildHasher" => vec![path(
                "core::hash::BuildHasherDefault",
                vec![path("std::hash::random::DefaultHasher", Vec::new())],
            )],
            "Error" => vec![path("core::fmt::Error", Vec::new())],
            "Deref" => {
                let target = bound
                    .associated
                    .iter()
                    .find(|(name, _)| name == "Target")
                    .map(|(_, of)| of.clone());
                match target {
                    Some(of) if of == primitive("str") => vec![text(), string()],
                    Some(Type::Slice(element)) => vec![vec(*element)],
                    Some(of) => vec![path("alloc::boxed::Box", vec![of])],
                    None => vec![text()],
                }
            }
            "DerefMut" => vec![string()],
            "FromStr" => vec![primitive("i32"), string(), primitive("f64")],
            "Copy" => vec![primitive("u8"), primitive("i32")],
            "Neg" => vec![primitive("i32"), primitive("f64")],
            "Add" | "Sub" | "Mul" | "Div" | "Rem" | "Sum" | "Product" | "AddAssign"
            | "SubAssign" | "MulAssign" | "DivAssign" | "RemAssign" => {
                vec![primitive("i32"), primitive("f64")]
            }
            "Binary" | "Octal" | "LowerHex" | "UpperHex" | "LowerExp" | "UpperExp" => {
                vec![primitive("u8"), primitive("i32")]
            }
            _ if name.starts_with("Bit")
                || name.starts_with("Shl")
                || name.starts_with("Shr")
                || name == "Not" =>
            {
                vec![primitive("u32"), primitive("u8")]
            }
            _ => vec![
                primitive("u8"),
                string(),
                primitive("i32"),
                primitive("f64"),
            ],
        }
    }

    /// Types that convert into the target.
    fn sources(&self, target: &Type) -> Vec<Type> {
        let mut found = Vec::new();
        for block in &self.model.impls {
            let Some(implemented) = &block.of_trait else {
                continue;
            };
            let mut known = Substitution::default();
            if matches!(
                within_std(&implemented.defined),
                Some("convert::From" | "convert::TryFrom")
            ) && self.unify(&block.self_type, target, &mut known)
            {
                found.extend(
                    implemented
                        .arguments
                        .first()
                        .map(|source| self.substitute(source, &known)),
                );
            }
        }
        if let Type::Path {
            defined, arguments, ..
        } = target
        {
            match within_std(defined) {
                Some(
                    "string::String" | "borrow::Cow" | "path::PathBuf" | "ffi::os_str::OsString",
                ) => {
                    found.extend([text(), string()]);
                }
                Some("boxed::Box" | "rc::Rc" | "sync::Arc") => {
                    found.push(match arguments.first() {
                        Some(of) if *of == primitive("str") => text(),
                        Some(Type::Slice(element)) => vec(element.as_ref().clone()),
                        _ => target.clone(),
                    })
                }
                _ => {}
            }
        }
        match target {
            Type::Primitive(name) if name == "f64" => found.push(primitive("f32")),
            _ => {}
        }
        // The target itself goes first where nothing simpler converts into it.
        let at = if found.iter().any(|each| *each == text()) {
            found.len()
        } else {
            0
        };
        found.insert(at, target.clone());
        found
    }
}

/// Types that can be viewed as the target.
fn views(target: &Type, name: &str) -> Vec<Type> {
    let mutable = name.ends_with("Mut");
    match target {
        Type::Primitive(of) if of == "str" && mutable => vec![string()],
        Type::Primitive(of) if of == "str" => vec![text(), string()],
        Type::Slice(element) => vec![vec(element.as_ref().clone())],
        Type::Path { defined, .. }
            if matches!(
                within_std(defined),
                Some("path::Path" | "ffi::os_str::OsStr")
            ) =>
        {
            if name.starts_with("Borrow") {
                vec![path("std::path::PathBuf", Vec::new())]
            } else {
                vec![text(), path("std::path::PathBuf", Vec::new())]
            }
        }
        Type::Path { defined, .. }
            if within_std(defined) == Some("ffi::c_str::CStr") && !mutable =>
        {
            vec![path("alloc::ffi::c_str::CString", Vec::new())]
        }
        _ if name.starts_with("Borrow") => vec![target.clone(), reference(target.clone())],
        _ => vec![path("alloc::boxed::Box", vec![target.clone()])],
    }
}

/// A value for a constant parameter of this type.
pub fn constant_of(of: &str) -> &'static str {
    match of {
        "bool" => "true",
        "char" => "'a'",
        _ => "4",
    }
}

/// 0: own traits and closures; rising with how little a bound says.
fn specificity(bound: &Bound) -> u32 {
    if bound.signature.is_some() || bound.id.is_some() {
        return 0;
    }
    match bound.defined.rsplit("::").next().unwrap_or_default() {
        "AsRef"
        | "Into"
        | "From"
        | "TryInto"
        | "TryFrom"
        | "Borrow"
        | "AsMut"
        | "BorrowMut"
        | "Read"
        | "BufRead"
        | "Write"
        | "Hasher"
        | "BuildHasher"
        | "Error"
        | "Iterator"
        | "IntoIterator"
        | "DoubleEndedIterator"
        | "ExactSizeIterator"
        | "FusedIterator"
        | "Extend"
        | "FromIterator"
        | "Deref"
        | "DerefMut"
        | "ToString"
        | "RangeBounds"
        | "SliceIndex" => 1,
        "Clone" | "Debug" | "Default" | "PartialEq" | "Eq" | "Hash" | "Display" | "PartialOrd"
        | "Ord" => 3,
        "Send" | "Sync" | "Sized" | "Unpin" | "UnwindSafe" | "RefUnwindSafe" => 9,
        _ => 2,
    }
}

fn is_unsized(of: &Type) -> bool {
    matches!(of, Type::Slice(_) | Type::Dyn(_)) || *of == primitive("str")
}
