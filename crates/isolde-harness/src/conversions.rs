//! Conversions of the standard library between types: `From`, `AsRef`, `Borrow`, `Extend`.

use crate::candidates::make;
use crate::satisfies::Answer;
use crate::std_types::within_std;
use isolde_model::Type;

/// Whether a container of std takes elements of the type; `None` if that is not known.
pub(crate) fn std_collects(of: &Type, element: &Type) -> Option<bool> {
    let Type::Path {
        defined, arguments, ..
    } = of
    else {
        return None;
    };
    let element = match element {
        Type::Reference { target, .. } if *element != make::text() => target,
        other => other,
    };
    match within_std(defined)? {
        "string::String" => Some(
            *element == Type::Primitive("char".into())
                || *element == make::text()
                || *element == make::string(),
        ),
        "vec::Vec" => Some(arguments.first() == Some(element)),
        _ => None,
    }
}

pub(crate) fn std_from(of: &Type, source: &Type) -> Answer {
    let is = |ty: &Type, path: &str| matches!(ty, Type::Path { defined, .. } if within_std(defined) == Some(path));
    let is_str = |ty: &Type| matches!(ty, Type::Reference { target, .. } if **target == Type::Primitive("str".into()));
    match of {
        Type::Path {
            defined, arguments, ..
        } => match within_std(defined) {
            Some("string::String") => {
                (is_str(source) || *source == Type::Primitive("char".into())).into()
            }
            Some("option::Option" | "boxed::Box" | "rc::Rc" | "sync::Arc")
                if arguments.first() == Some(source) =>
            {
                Answer::Yes
            }
            Some("borrow::Cow" | "path::PathBuf" | "ffi::os_str::OsString") => {
                (is_str(source) || is(source, "string::String")).into()
            }
            Some(_) => Answer::Maybe,
            None => Answer::No,
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

pub(crate) fn std_as_ref(of: &Type, target: &Type) -> Answer {
    let str_like = |ty: &Type| *ty == Type::Primitive("str".into());
    let bytes = Type::Slice(Box::new(Type::Primitive("u8".into())));
    match of {
        Type::Reference { target: inner, .. } => std_as_ref(inner, target),
        _ if str_like(of) => as_ref_of_str(target, &bytes),
        Type::Path { defined, arguments, .. } => match within_std(defined) {
            Some("string::String") => as_ref_of_str(target, &bytes),
            Some("vec::Vec") => (matches!(target, Type::Slice(element) if arguments.first() == Some(element)) || target == of).into(),
            Some("boxed::Box" | "rc::Rc" | "sync::Arc") => (arguments.first() == Some(target)).into(),
            Some("path::PathBuf" | "ffi::os_str::OsString") => {
                matches!(target, Type::Path { defined, .. } if matches!(within_std(defined), Some("path::Path" | "ffi::os_str::OsStr"))).into()
            }
            Some(_) => Answer::Maybe,
            None => Answer::No,
        },
        Type::Slice(element) | Type::Array(element, _) => matches!(target, Type::Slice(other) if other == element).into(),
        _ => Answer::No,
    }
}

fn as_ref_of_str(target: &Type, bytes: &Type) -> Answer {
    let path = matches!(target, Type::Path { defined, .. } if matches!(within_std(defined), Some("path::Path" | "ffi::os_str::OsStr")));
    (path || *target == Type::Primitive("str".into()) || target == bytes).into()
}

pub(crate) fn std_borrow(of: &Type, target: &Type) -> bool {
    match of {
        Type::Reference { target: inner, .. } => **inner == *target,
        Type::Path {
            defined, arguments, ..
        } => match within_std(defined) {
            Some("string::String") => *target == Type::Primitive("str".into()),
            Some("vec::Vec") => {
                matches!(target, Type::Slice(element) if arguments.first() == Some(element))
            }
            Some("boxed::Box" | "rc::Rc" | "sync::Arc") => arguments.first() == Some(target),
            _ => false,
        },
        _ => false,
    }
}
