//! Type aliases of the standard library, which is not in the JSON: one form for each type, whichever name code gives it.

use crate::types::{Bound, Type};

fn path(defined: &str, arguments: Vec<Type>) -> Type {
    Type::Path {
        defined: defined.to_owned(),
        id: None,
        arguments,
        constants: Vec::new(),
    }
}

/// `std::io::Result<T>` is `Result<T, std::io::Error>`; `None` if the path has one form only.
pub(crate) fn normal_form(defined: &str, arguments: &[Type]) -> Option<Type> {
    let result = |ok: Type, error: Type| Some(path("core::result::Result", vec![ok, error]));
    match defined {
        "core::fmt::Result" => result(
            Type::Tuple(Vec::new()),
            path("core::fmt::Error", Vec::new()),
        ),
        "std::io::error::Result" => result(
            arguments.first()?.clone(),
            path("std::io::error::Error", Vec::new()),
        ),
        "std::thread::Result" | "std::thread::join_handle::Result" => {
            let bound = |defined: &str| Bound {
                defined: defined.to_owned(),
                id: None,
                arguments: Vec::new(),
                associated: Vec::new(),
                signature: None,
                maybe: false,
            };
            let payload = Type::Dyn(vec![bound("core::any::Any"), bound("core::marker::Send")]);
            result(
                arguments.first()?.clone(),
                path("alloc::boxed::Box", vec![payload]),
            )
        }
        // `NonZero<u8>` and `NonZeroU8` are one type; the latter name is the one that most code has.
        "core::num::nonzero::NonZero" => match arguments {
            [Type::Primitive(number)] => {
                let (first, rest) = number.split_at(1);
                Some(path(
                    &format!("{defined}{}{rest}", first.to_uppercase()),
                    Vec::new(),
                ))
            }
            _ => None,
        },
        _ => None,
    }
}
