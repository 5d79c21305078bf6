//! Source text of types and paths as code outside the package writes them.

use crate::context::Context;
use crate::std_types;
use isolde_model::{Bound, GenericParam, Type};

/// Where a type's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In the signature of a generated item: every lifetime is `'static`.
    Signature,
    /// In an expression that a reader sees: lifetimes are left to the compiler.
    Expression,
}

/// Defining path of the stand-in for a closure's type: its arguments are a tuple of the parameters, and the result.
pub const CLOSURE: &str = "closure";

impl Context<'_> {
    /// Text of a concrete type; `None` if code outside the package cannot name it.
    pub fn type_text(&self, of: &Type, style: Style) -> Option<String> {
        let reference = match style {
            Style::Signature => "&'static ",
            Style::Expression => "&",
        };
        Some(match of {
            Type::Primitive(name) if name == "never" => "!".into(),
            Type::Primitive(name) => name.clone(),
            Type::Path { defined, .. } if defined == CLOSURE => "_".into(),
            Type::Path { .. } => self.path_text(of, style, "")?,
            Type::Reference {
                mutable, target, ..
            } => {
                let target = self.type_text(target, style)?;
                let target = if target.starts_with("dyn ") && target.contains(" + ") {
                    format!("({target})")
                } else {
                    target
                };
                format!("{reference}{}{target}", if *mutable { "mut " } else { "" })
            }
            Type::Pointer { mutable, target } => {
                format!(
                    "*{} {}",
                    if *mutable { "mut" } else { "const" },
                    self.type_text(target, style)?
                )
            }
            Type::Slice(element) => format!("[{}]", self.type_text(element, style)?),
            Type::Array(element, length) => {
                format!("[{}; {length}]", self.type_text(element, style)?)
            }
            Type::Tuple(elements) => match self.texts(elements, style)? {
                texts if texts.len() == 1 => format!("({},)", texts[0]),
                texts => format!("({})", texts.join(", ")),
            },
            Type::Function(signature) => {
                // References in the parameters are for any lifetime: written without one.
                let parameters = self
                    .texts(&signature.parameters, Style::Expression)?
                    .join(", ");
                match self.type_text(&signature.result, style)?.as_str() {
                    "()" => format!("fn({parameters})"),
                    result => format!("fn({parameters}) -> {result}"),
                }
            }
            Type::Dyn(bounds) => {
                let bounds: Option<Vec<_>> = bounds
                    .iter()
                    .map(|bound| self.bound_text(bound, style))
                    .collect();
                format!("dyn {}", bounds?.join(" + "))
            }
            Type::Generic(_) | Type::Impl(_) | Type::Projection { .. } | Type::Unknown(_) => {
                return None;
            }
        })
    }

    fn texts(&self, types: &[Type], style: Style) -> Option<Vec<String>> {
        types
            .iter()
            .map(|each| self.type_text(each, style))
            .collect()
    }

    /// Text of a path type with `separator` before its arguments: `::` where an expression goes on after it, as in `Foo::<u8>::new`.
    fn path_text(&self, of: &Type, style: Style, separator: &str) -> Option<String> {
        let Type::Path {
            defined,
            id,
            arguments,
            constants,
        } = of
        else {
            return None;
        };
        let (path, lifetimes) = match id {
            Some(id) => {
                let item = self.model.types.get(id)?;
                let lifetimes = item
                    .generics
                    .params
                    .iter()
                    .filter(|param| matches!(param, GenericParam::Lifetime(_)))
                    .count();
                (item.public_path.clone()?, lifetimes)
            }
            None => (
                std_types::public_path(defined)?,
                std_types::lifetimes(defined),
            ),
        };
        let mut all = Vec::new();
        match style {
            Style::Signature => all.extend(vec!["'static".to_owned(); lifetimes]),
            // `Foo::<u8>::new` may leave lifetimes out; `Foo<'_>` as a type in an argument may not be silent about them.
            Style::Expression if separator.is_empty() => {
                all.extend(vec!["'_".to_owned(); lifetimes])
            }
            Style::Expression => {}
        }
        all.extend(self.texts(arguments, style)?);
        all.extend(constants.iter().map(|text| {
            if is_simple(text) {
                text.clone()
            } else {
                format!("{{ {text} }}")
            }
        }));
        Some(if all.is_empty() {
            path
        } else {
            format!("{path}{separator}<{}>", all.join(", "))
        })
    }

    /// Text of a type where `::name` may follow: `Foo::<u8>`, `<[u8; 3]>`.
    pub fn expression_path(&self, of: &Type) -> Option<String> {
        match of {
            Type::Path { .. } => self.path_text(of, Style::Expression, "::"),
            Type::Primitive(name) if name != "str" && name != "never" => Some(name.clone()),
            _ => Some(format!("<{}>", self.type_text(of, Style::Expression)?)),
        }
    }

    /// Path by which code outside names a trait.
    pub fn trait_path(&self, bound: &Bound) -> Option<String> {
        match bound.id {
            Some(id) => self.model.traits.get(&id)?.public_path.clone(),
            None => std_types::public_path(&bound.defined),
        }
    }

    /// Text of a bound: `std::ops::FnMut(u8) -> bool`, `Iterator<Item = u8>`.
    pub fn bound_text(&self, bound: &Bound, style: Style) -> Option<String> {
        let path = self.trait_path(bound)?;
        if let Some(signature) = &bound.signature {
            let parameters = self
                .texts(&signature.parameters, Style::Expression)?
                .join(", ");
            return Some(match self.type_text(&signature.result, style)?.as_str() {
                "()" => format!("{path}({parameters})"),
                result => format!("{path}({parameters}) -> {result}"),
            });
        }
        let mut all = self.texts(&bound.arguments, style)?;
        for (name, of) in &bound.associated {
            all.push(format!("{name} = {}", self.type_text(of, style)?));
        }
        Some(if all.is_empty() {
            path
        } else {
            format!("{path}<{}>", all.join(", "))
        })
    }
}

fn is_simple(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
        || (text.starts_with('-') && is_simple(&text[1..]))
}

/// Text of a type for people, whether or not code can name it: for reasons of skipping.
pub fn describe(of: &Type) -> String {
    let list = |types: &[Type]| types.iter().map(describe).collect::<Vec<_>>().join(", ");
    match of {
        Type::Primitive(name) | Type::Generic(name) | Type::Unknown(name) => name.clone(),
        Type::Path {
            defined, arguments, ..
        } if defined == CLOSURE => match arguments.as_slice() {
            [parameters, result] => {
                format!("closure{} -> {}", describe(parameters), describe(result))
            }
            _ => defined.clone(),
        },
        Type::Path {
            defined, arguments, ..
        } => {
            let name = std_types::public_path(defined).unwrap_or_else(|| defined.clone());
            if arguments.is_empty() {
                name
            } else {
                format!("{name}<{}>", list(arguments))
            }
        }
        Type::Reference {
            mutable, target, ..
        } => format!(
            "&{}{}",
            if *mutable { "mut " } else { "" },
            describe(target)
        ),
        Type::Pointer { mutable, target } => format!(
            "*{} {}",
            if *mutable { "mut" } else { "const" },
            describe(target)
        ),
        Type::Slice(element) => format!("[{}]", describe(element)),
        Type::Array(element, length) => format!("[{}; {length}]", describe(element)),
        Type::Tuple(elements) => format!("({})", list(elements)),
        Type::Function(signature) => format!(
            "fn({}) -> {}",
            list(&signature.parameters),
            describe(&signature.result)
        ),
        Type::Dyn(bounds) => format!("dyn {}", describe_bounds(bounds)),
        Type::Impl(bounds) => format!("impl {}", describe_bounds(bounds)),
        Type::Projection { of, name, .. } => format!("{}::{name}", describe(of)),
    }
}

/// Text of bounds for people.
pub fn describe_bounds(bounds: &[Bound]) -> String {
    let one = |bound: &Bound| {
        let name = bound.defined.rsplit("::").next().unwrap_or_default();
        if let Some(signature) = &bound.signature {
            let parameters = signature
                .parameters
                .iter()
                .map(describe)
                .collect::<Vec<_>>()
                .join(", ");
            return format!("{name}({parameters}) -> {}", describe(&signature.result));
        }
        let mut all: Vec<String> = bound.arguments.iter().map(describe).collect();
        all.extend(
            bound
                .associated
                .iter()
                .map(|(name, of)| format!("{name} = {}", describe(of))),
        );
        let mark = if bound.maybe { "?" } else { "" };
        if all.is_empty() {
            format!("{mark}{name}")
        } else {
            format!("{mark}{name}<{}>", all.join(", "))
        }
    };
    bounds.iter().map(one).collect::<Vec<_>>().join(" + ")
}
