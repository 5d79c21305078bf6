//! Generics: bounds of `where` clauses are merged into the parameters that they apply to.

use crate::item::{Callable, Parameter, Receiver};
use crate::names;
use crate::std_items::StdItem;
use crate::types::{Bound, GenericParam, Generics, Type};

/// Parameters with the predicates of their `where` clause: predicates on a parameter of the same list are merged into it.
pub(crate) fn merge(
    mut params: Vec<GenericParam>,
    predicates: Vec<(Type, Vec<Bound>)>,
) -> Generics {
    let mut others = Vec::new();
    for (on, bounds) in predicates {
        if bounds.is_empty() {
            continue;
        }
        let parameter = params.iter_mut().find_map(|param| match (param, &on) {
            (GenericParam::Type { name, bounds, .. }, Type::Generic(of)) if name == of => {
                Some(bounds)
            }
            _ => None,
        });
        match parameter {
            Some(of_parameter) => bounds.into_iter().for_each(|bound| {
                if !of_parameter.contains(&bound) {
                    of_parameter.push(bound);
                }
            }),
            None => others.push((on, bounds)),
        }
    }
    Generics {
        params,
        bounds: others,
    }
}

/// Moves the receiver out of a method's parameters.
pub(crate) fn split_receiver(callable: &mut Callable) {
    if callable
        .parameters
        .first()
        .is_none_or(|first| first.name != "self")
    {
        return;
    }
    let is_self = |of: &Type| matches!(of, Type::Generic(name) if name == "Self");
    callable.receiver = Some(match callable.parameters.remove(0).of {
        of if is_self(&of) => Receiver::Value,
        Type::Reference {
            mutable, target, ..
        } if is_self(&target) => {
            if mutable {
                Receiver::Mutable
            } else {
                Receiver::Shared
            }
        }
        of if is_pinned(&of) => Receiver::Pinned,
        of => owner(&of).map_or(Receiver::Other, Receiver::Owned),
    });
}

/// The pointer that owns `Self`, if the type is one. Its path is still as the file has it.
fn owner(of: &Type) -> Option<StdItem> {
    let Type::Path {
        defined, arguments, ..
    } = of
    else {
        return None;
    };
    let is_self = |of: &Type| matches!(of, Type::Generic(name) if name == "Self");
    let item = StdItem::at(defined)?;
    let is_owner = matches!(item, StdItem::Box | StdItem::Rc | StdItem::Arc);
    (is_owner && arguments.first().is_some_and(is_self)).then_some(item)
}

/// Whether the type is `Pin<&mut Self>`. Its path is still as the file has it.
fn is_pinned(of: &Type) -> bool {
    let Type::Path {
        defined, arguments, ..
    } = of
    else {
        return false;
    };
    StdItem::at(defined) == Some(StdItem::Pin)
        && matches!(arguments.as_slice(), [Type::Reference { mutable: true, target, .. }]
            if matches!(&**target, Type::Generic(name) if name == "Self"))
}

/// A parameter from its pattern and type.
pub(crate) fn parameter(pattern: &str, of: Type) -> Parameter {
    Parameter {
        name: names::of_parameter(pattern),
        of,
    }
}
