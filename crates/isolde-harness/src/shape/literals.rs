//! How literals match the arguments of mocks and closures.

use isolde_model::Type;

/// How a literal matches values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// `1`, `"a"`.
    Value,
    /// `&1`.
    Referred,
}

/// How a literal matches values of the type, if it can.
pub(crate) fn literal_of(of: &Type) -> Option<Literal> {
    let is_plain = |of: &Type| {
        matches!(of, Type::Primitive(name) if !matches!(
            name.as_str(),
            "f16" | "f32" | "f64" | "f128" | "i128" | "u128" | "never" | "str"
        ))
    };
    match of {
        _ if is_plain(of) => Some(Literal::Value),
        Type::Reference {
            mutable: false,
            target,
            ..
        } if target.is_primitive("str") => Some(Literal::Value),
        Type::Reference {
            mutable: false,
            target,
            ..
        } if is_plain(target) => Some(Literal::Referred),
        _ => None,
    }
}
