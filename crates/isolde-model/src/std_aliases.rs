//! Type aliases of the standard library, which is not in the JSON, as what they stand for.

use crate::types::{Bound, Type};

fn path(defined: &str, arguments: Vec<Type>) -> Type {
    Type::Path {
        defined: defined.to_owned(),
        id: None,
        arguments,
        constants: Vec::new(),
    }
}

/// `std::io::Result<T>` is `Result<T, std::io::Error>`; `None` if the path is no alias that is known.
pub(crate) fn expand(defined: &str, arguments: &[Type]) -> Option<Type> {
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
        _ => {
            let number = defined.strip_prefix("core::num::nonzero::NonZero")?;
            let primitive = number.to_lowercase();
            let is_integer = matches!(
                primitive.as_str(),
                "u8" | "u16"
                    | "u32"
                    | "u64"
                    | "u128"
                    | "usize"
                    | "i8"
                    | "i16"
                    | "i32"
                    | "i64"
                    | "i128"
                    | "isize"
            );
            is_integer.then(|| {
                path(
                    "core::num::nonzero::NonZero",
                    vec![Type::Primitive(primitive)],
                )
            })
        }
    }
}
