//! How patterns match the arguments of mocks and closures.

use isolde_model::{StdItem, Type};

/// The most elements of a tuple that a pattern matches.
const MOST_ELEMENTS: usize = 4;

/// How a pattern matches values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// `1`, `"a"`.
    Value,
    /// `&1`.
    Referred,
    /// What is inside the value, or behind more references, is matched: `(1, 2)`, `[1]`, `Some(1)`, a `String`.
    Matched {
        /// How many references there are.
        references: usize,
        /// What is matched, with `{}` in place of the argument.
        subject: &'static str,
    },
}

impl Literal {
    /// The argument with this name, as the library sees it.
    pub(crate) fn seen(self, name: &str) -> String {
        match self {
            Literal::Value => format!("{name}.into()"),
            Literal::Referred => format!("(*{name}).into()"),
            Literal::Matched { references, .. } => {
                format!("__isolde::mock::seen({})", referring(name, references))
            }
        }
    }

    /// The statement that notes the argument with this name as a pattern.
    pub(crate) fn noted(self, name: &str) -> String {
        match self {
            Literal::Value => format!("p.argument(&{name});"),
            Literal::Referred => format!("p.referred({name});"),
            Literal::Matched {
                references,
                subject,
            } => format!("p.matched({subject:?}, {});", referring(name, references)),
        }
    }
}

/// A reference to the value of an argument that is so many references to it.
fn referring(name: &str, references: usize) -> String {
    match references {
        0 => format!("&{name}"),
        _ => format!("{}{name}", "*".repeat(references - 1)),
    }
}

/// How a pattern matches values of the type, if it can.
pub(crate) fn literal_of(of: &Type) -> Option<Literal> {
    let (references, target) = behind(of);
    let matched = |subject| Literal::Matched {
        references,
        subject,
    };
    if is_scalar(target) {
        return match references {
            0 => Some(Literal::Value),
            1 => Some(Literal::Referred),
            2 => Some(matched("**{}")),
            _ => None,
        };
    }
    if target.is_primitive("str") {
        return match references {
            1 => Some(Literal::Value),
            2 => Some(matched("*{}")),
            _ => None,
        };
    }
    match (target.std(), target) {
        (Some((StdItem::String, _)), _) => Some(matched("{}.as_str()")),
        (Some((StdItem::Vec, [element])), _) if is_inner(element) => Some(matched("{}.as_slice()")),
        (_, Type::Slice(element)) if is_inner(element) => match references {
            1 => Some(matched("{}")),
            2 => Some(matched("*{}")),
            _ => None,
        },
        _ if is_inner(target) => match references {
            0 => Some(matched("{}")),
            1 => Some(matched("*{}")),
            2 => Some(matched("**{}")),
            _ => None,
        },
        _ => None,
    }
}

/// How many references a type is, and to what.
fn behind(of: &Type) -> (usize, &Type) {
    let mut references = 0;
    let mut target = of;
    while let Type::Reference {
        mutable: false,
        target: inner,
        ..
    } = target
    {
        references += 1;
        target = inner;
    }
    (references, target)
}

/// Whether a pattern can match values of the type inside others; they can all be copied.
fn is_inner(of: &Type) -> bool {
    match of {
        Type::Tuple(elements) => {
            (1..=MOST_ELEMENTS).contains(&elements.len()) && elements.iter().all(is_inner)
        }
        Type::Array(element, _) => is_inner(element),
        Type::Reference {
            mutable: false,
            target,
            ..
        } => target.is_primitive("str"),
        _ => match of.std() {
            Some((StdItem::Option, [inner])) => is_inner(inner),
            _ => is_scalar(of),
        },
    }
}

/// Whether a literal matches values of the type.
fn is_scalar(of: &Type) -> bool {
    matches!(of, Type::Primitive(name) if !matches!(
        name.as_str(),
        "f16" | "f32" | "f64" | "f128" | "i128" | "u128" | "never" | "str"
    ))
}
