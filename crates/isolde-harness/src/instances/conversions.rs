//! The standard library's conversions between types: `From`, `AsRef`, `Borrow`, `Extend`.

use super::{Answer, Traits};
use crate::types::make;
use isolde_model::{StdItem, StdTrait, Type};

impl Traits<'_, '_> {
    /// Whether a type that is not the package's can be compared with another type; `None` if that depends on more.
    pub(super) fn compares(
        &mut self,
        of: &Type,
        other: &Type,
        by: StdTrait,
        depth: usize,
    ) -> Option<Answer> {
        let is_textual =
            |of: &Type| of.is_primitive("str") || of.std_item() == Some(StdItem::String);
        Some(match (of, other) {
            (Type::Generic(_), _) | (_, Type::Generic(_)) => return None,
            // The package's impls are known.
            _ if self.index.item(of).is_some() => return None,
            (Type::Reference { target: one, .. }, Type::Reference { target: two, .. }) => {
                let bound = make::bound_with(by, vec![(**two).clone()]);
                self.satisfies(one, &bound, depth + 1)
            }
            (Type::Reference { target, .. }, text) | (text, Type::Reference { target, .. })
                if is_textual(target) && is_textual(text) =>
            {
                (by == StdTrait::PartialEq).into()
            }
            (one, two) if is_textual(one) && is_textual(two) => (by == StdTrait::PartialEq).into(),
            (Type::Primitive(_), _) | (_, Type::Primitive(_)) => Answer::No,
            _ => Answer::Maybe,
        })
    }
}

/// Whether a std container can collect elements of the type; `None` if that is not known.
pub(super) fn std_collects(of: &Type, element: &Type) -> Option<bool> {
    let (item, arguments) = of.std()?;
    let element = match element {
        Type::Reference { target, .. } if *element != make::text() => target,
        other => other,
    };
    match item {
        StdItem::String => Some(
            element.is_primitive("char") || *element == make::text() || *element == make::string(),
        ),
        StdItem::Vec => Some(arguments.first() == Some(element)),
        _ => None,
    }
}

/// Whether std converts `source` into the type.
pub(super) fn std_from(of: &Type, source: &Type) -> Answer {
    let is_str = matches!(source, Type::Reference { target, .. } if target.is_primitive("str"));
    match of {
        Type::Path { defined, id, .. } => match of.std() {
            Some((StdItem::String, _)) => (is_str || source.is_primitive("char")).into(),
            Some((StdItem::Option | StdItem::Box | StdItem::Rc | StdItem::Arc, arguments))
                if arguments.first() == Some(source) =>
            {
                Answer::Yes
            }
            Some((StdItem::Cow | StdItem::PathBuf | StdItem::OsString, _)) => {
                (is_str || source.std_item() == Some(StdItem::String)).into()
            }
            _ if id.is_none() && isolde_model::is_std(defined) => Answer::Maybe,
            _ => Answer::No,
        },
        Type::Primitive(to) => match source {
            Type::Primitive(from) => widens(from, to).into(),
            _ => Answer::No,
        },
        _ => Answer::No,
    }
}

fn widens(from: &str, to: &str) -> bool {
    let bits = |name: &str| name[1..].parse::<u32>().ok();
    let (Some(a), Some(b)) = (bits(from), bits(to)) else {
        return from == "bool" && bits(to).is_some() && !to.starts_with('f');
    };
    match (&from[..1], &to[..1]) {
        ("u", "u") | ("i", "i") | ("f", "f") => a <= b,
        ("u", "i") => a < b,
        ("u" | "i", "f") => (b == 64 && a <= 32) || (b == 32 && a <= 16),
        _ => false,
    }
}

/// Whether std implements `AsRef<target>` for the type.
pub(super) fn std_as_ref(of: &Type, target: &Type) -> Answer {
    match of {
        Type::Reference { target: inner, .. } => std_as_ref(inner, target),
        _ if of.is_primitive("str") => is_view_of_str(target).into(),
        Type::Path { defined, id, .. } => match of.std() {
            Some((StdItem::String, _)) => is_view_of_str(target).into(),
            Some((StdItem::Vec, arguments)) => {
                let is_slice =
                    matches!(target, Type::Slice(element) if arguments.first() == Some(element));
                (is_slice || target == of).into()
            }
            Some((StdItem::Box | StdItem::Rc | StdItem::Arc, arguments)) => {
                (arguments.first() == Some(target)).into()
            }
            Some((StdItem::PathBuf | StdItem::OsString, _)) => is_path(target).into(),
            _ if id.is_none() && isolde_model::is_std(defined) => Answer::Maybe,
            _ => Answer::No,
        },
        Type::Slice(element) | Type::Array(element, _) => {
            matches!(target, Type::Slice(other) if other == element).into()
        }
        _ => Answer::No,
    }
}

fn is_path(of: &Type) -> bool {
    matches!(of.std_item(), Some(StdItem::Path | StdItem::OsStr))
}

fn is_view_of_str(target: &Type) -> bool {
    is_path(target) || target.is_primitive("str") || *target == make::bytes()
}

/// Whether std implements `Borrow<target>` for the type.
pub(super) fn std_borrow(of: &Type, target: &Type) -> bool {
    match of {
        Type::Reference { target: inner, .. } => **inner == *target,
        _ => match of.std() {
            Some((StdItem::String, _)) => target.is_primitive("str"),
            Some((StdItem::Vec, arguments)) => {
                matches!(target, Type::Slice(element) if arguments.first() == Some(element))
            }
            Some((StdItem::Box | StdItem::Rc | StdItem::Arc, arguments)) => {
                arguments.first() == Some(target)
            }
            _ => false,
        },
    }
}
