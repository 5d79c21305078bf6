//! Type aliases of the standard library, which are not in the JSON: gives each type a single form, whichever name code uses for it.

use crate::std_items::StdItem;
use crate::std_traits::StdTrait;
use crate::types::{Bound, Type};

fn path(item: StdItem, arguments: Vec<Type>) -> Type {
    named(item.defined(), arguments)
}

fn named(defined: &str, arguments: Vec<Type>) -> Type {
    Type::Path {
        defined: defined.to_owned(),
        id: None,
        arguments,
        constants: Vec::new(),
    }
}

/// `std::io::Result<T>` is `Result<T, std::io::Error>`; `None` if the path has one form only.
pub(crate) fn normal_form(defined: &str, arguments: &[Type]) -> Option<Type> {
    let result = |ok: Type, error: Type| Some(path(StdItem::Result, vec![ok, error]));
    match defined {
        "core::fmt::Result" => result(Type::Tuple(Vec::new()), path(StdItem::FmtError, Vec::new())),
        "std::io::error::Result" => result(
            arguments.first()?.clone(),
            path(StdItem::IoError, Vec::new()),
        ),
        "std::thread::Result" | "std::thread::join_handle::Result" => {
            let bound = |of_trait: StdTrait| Bound {
                defined: of_trait.defined().to_owned(),
                id: None,
                arguments: Vec::new(),
                associated: Vec::new(),
                constants: Vec::new(),
                signature: None,
                maybe: false,
            };
            let payload = Type::Dyn(vec![bound(StdTrait::Any), bound(StdTrait::Send)]);
            result(
                arguments.first()?.clone(),
                path(StdItem::Box, vec![payload]),
            )
        }
        // `NonZero<u8>` and `NonZeroU8` are the same type, and so are `Atomic<u8>` and `AtomicU8`; most code uses the latter names.
        _ if matches!(
            StdItem::at(defined),
            Some(StdItem::NonZero | StdItem::Atomic)
        ) =>
        {
            match arguments {
                [Type::Primitive(number)] => {
                    let (first, rest) = number.split_at(1);
                    Some(named(
                        &format!("{defined}{}{rest}", first.to_uppercase()),
                        Vec::new(),
                    ))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_name_of_their_own_have_that() {
        let of = |defined: &str, number: &str| {
            let found = normal_form(defined, &[Type::Primitive(number.into())]);
            found.and_then(|of| of.std_item())
        };
        let atomic = "core::sync::atomic::Atomic";
        assert_eq!(of(atomic, "u32"), Some(StdItem::AtomicU32));
        assert_eq!(of(atomic, "bool"), Some(StdItem::AtomicBool));
        let non_zero = "core::num::nonzero::NonZero";
        assert_eq!(of(non_zero, "isize"), Some(StdItem::NonZeroIsize));
        assert_eq!(of("core::num::wrapping::Wrapping", "u8"), None);
    }
}
