//! Associated types of the standard library's types.

use super::make::{reference, std};
use isolde_model::{StdItem, Type};

/// `<of as Trait>::name` for a type of the standard library, a primitive or a reference.
pub(crate) fn of_std(of: &Type, name: &str) -> Option<Type> {
    let plain = |item: StdItem| Some(std(item, Vec::new()));
    match (of, name) {
        (Type::Primitive(_), "Output" | "Owned") => Some(of.clone()),
        (Type::Primitive(name), "Err") => plain(match name.as_str() {
            "bool" => StdItem::ParseBoolError,
            "char" => StdItem::ParseCharError,
            "f32" | "f64" => StdItem::ParseFloatError,
            _ => StdItem::ParseIntError,
        }),
        (Type::Path { arguments, .. }, _) => {
            let item = of.std_item();
            match (item, name) {
                (Some(StdItem::Ready), "Output") => arguments.first().cloned(),
                (Some(StdItem::Pin | StdItem::Box), "Output") => output_of(arguments.first()?),
                (Some(StdItem::String), "Err") => plain(StdItem::Infallible),
                (Some(StdItem::String), "Target") => Some(Type::Primitive("str".into())),
                (Some(StdItem::BuildHasherDefault), "Hasher") => plain(StdItem::DefaultHasher),
                (Some(StdItem::StrBytes), "Item") => Some(Type::Primitive("u8".into())),
                (Some(StdItem::StrChars), "Item") => Some(Type::Primitive("char".into())),
                (Some(StdItem::StrCharIndices), "Item") => {
                    let parts = ["usize", "char"].map(|part| Type::Primitive(part.into()));
                    Some(Type::Tuple(parts.into()))
                }
                (Some(StdItem::HashMap | StdItem::BTreeMap), "Item") => {
                    Some(Type::Tuple(arguments.get(..2)?.to_vec()))
                }
                (_, "IntoIter") if is_of_std(of) => {
                    Some(std(StdItem::VecIntoIter, arguments.clone()))
                }
                (_, "Item" | "Target") if is_of_std(of) => arguments.first().cloned(),
                _ => None,
            }
        }
        (
            Type::Reference {
                mutable, target, ..
            },
            "Item",
        ) => match &**target {
            Type::Slice(element) | Type::Array(element, _) => {
                Some(reference(*mutable, element.as_ref().clone()))
            }
            Type::Path { arguments, .. } => Some(reference(*mutable, arguments.first()?.clone())),
            _ => None,
        },
        (Type::Reference { target, .. }, "Target") => Some((**target).clone()),
        _ => None,
    }
}

fn is_of_std(of: &Type) -> bool {
    matches!(of, Type::Path { defined, id: None, .. } if isolde_model::is_std(defined))
}

/// The output of what a pointer points to, if that is a trait object of a future, or another pointer to one.
fn output_of(target: &Type) -> Option<Type> {
    match target {
        Type::Dyn(bounds) => bounds.iter().find_map(|bound| {
            let mut associated = bound.associated.iter();
            let (_, output) = associated.find(|(name, _)| name == "Output")?;
            Some(output.clone())
        }),
        _ => of_std(target, "Output"),
    }
}
