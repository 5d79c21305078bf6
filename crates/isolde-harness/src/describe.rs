//! Descriptions of types, for the reasons why functions are skipped and for the names of functions and tests. No decision depends on this text.

use crate::spell::std_path;
use isolde_model::{Bound, Type};
use isolde_record::CLOSURE;

/// A type as text for people, whether or not code can name it; used in the reasons why functions are skipped.
pub(crate) fn describe(of: &Type) -> String {
    let list = |types: &[Type]| types.iter().map(describe).collect::<Vec<_>>().join(", ");
    match of {
        Type::Primitive(name) | Type::Generic(name) | Type::Unknown(name) => name.clone(),
        Type::Path {
            defined,
            id,
            arguments,
            ..
        } => {
            let of_std = id.is_none().then(|| std_path(defined)).flatten();
            let name = of_std.unwrap_or_else(|| defined.clone());
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
        Type::Closure(signature) => format!(
            "{CLOSURE}{}) -> {}",
            list(&signature.parameters),
            describe(&signature.result)
        ),
        Type::Dyn(bounds) => format!("dyn {}", describe_bounds(bounds)),
        Type::Mock(bounds) => format!("mock of {}", describe_bounds(bounds)),
        Type::Impl(bounds) => format!("impl {}", describe_bounds(bounds)),
        Type::Projection { of, name, .. } => format!("{}::{name}", describe(of)),
    }
}

/// Bounds as text for people.
pub(crate) fn describe_bounds(bounds: &[Bound]) -> String {
    let one = |bound: &Bound| {
        let name = bound.defined.rsplit("::").next().unwrap_or_default();
        if let Some(signature) = &bound.signature {
            let parameters = signature
                .parameters
                .iter()
                .map(describe)
                .collect::<Vec<_>>()
                .join(", ");
            return match signature.result.is_unit() {
                true => format!("{name}({parameters})"),
                false => format!("{name}({parameters}) -> {}", describe(&signature.result)),
            };
        }
        let mut all: Vec<String> = bound.arguments.iter().map(describe).collect();
        all.extend(bound.constants.iter().cloned());
        all.extend(bound.associated.iter().map(|(name, of)| match of {
            Type::Impl(bounds) => format!("{name}: {}", describe_bounds(bounds)),
            of => format!("{name} = {}", describe(of)),
        }));
        let mark = if bound.maybe { "?" } else { "" };
        if all.is_empty() {
            format!("{mark}{name}")
        } else {
            format!("{mark}{name}<{}>", all.join(", "))
        }
    };
    bounds.iter().map(one).collect::<Vec<_>>().join(" + ")
}

/// The type's name and its arguments' names: `Foo u8`.
pub(crate) fn describe_short(of: &Type) -> String {
    let list = |types: &[Type]| {
        types
            .iter()
            .map(describe_short)
            .collect::<Vec<_>>()
            .join(" ")
    };
    match of {
        Type::Path {
            defined,
            arguments,
            constants,
            ..
        } => {
            let name = defined.rsplit("::").next().unwrap_or_default();
            format!("{name} {} {}", list(arguments), constants.join(" "))
        }
        Type::Reference { target, .. } => describe_short(target),
        Type::Tuple(elements) => list(elements),
        other => describe(other),
    }
}

/// A name for a variable of the type: the type's name without its arguments.
pub(crate) fn describe_name(of: &Type) -> String {
    match of {
        Type::Reference { target, .. } => describe_name(target),
        Type::Path { defined, .. } => defined.rsplit("::").next().unwrap_or_default().to_owned(),
        Type::Slice(_) | Type::Array(..) => "values".into(),
        Type::Mock(_) => "mock".into(),
        _ => "value".into(),
    }
}
