//! Which values take the place of a function's body.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// Values of a function's result, as source texts: at most two that differ. The empty text is `()`.
pub(super) fn of_result(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, ty) => of(ty),
    }
}

fn of(ty: &Type) -> Vec<String> {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => owned(&["()"]),
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => owned(&["\"\"", "\"xyzzy\""]),
            Type::Slice(_) => owned(&["&[]"]),
            _ => Vec::new(),
        },
        Type::Path(path) if path.qself.is_none() => of_path(&path.path),
        // The others have no value that could be written without knowing more.
        _ => Vec::new(),
    }
}

fn of_path(path: &syn::Path) -> Vec<String> {
    let Some(last) = path.segments.last() else {
        return Vec::new();
    };
    let arguments: Vec<&Type> = match &last.arguments {
        PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let name = last.ident.to_string();
    let wrapped = |wrapper: &str| -> Vec<String> {
        let inner = arguments.first().map_or(Vec::new(), |ty| of(ty));
        let inner = match inner.is_empty() {
            true => vec!["Default::default()".to_owned()],
            false => inner,
        };
        inner
            .iter()
            .map(|value| format!("{wrapper}({value})"))
            .collect()
    };
    let texts: &[&str] = match name.as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => &["0", "1"],
        "f32" | "f64" => &["0.0", "1.0"],
        "char" => &["'x'"],
        "String" => &["\"\".into()", "\"xyzzy\".into()"],
        "Option" => {
            let mut all = vec!["None".to_owned()];
            all.extend(wrapped("Some").into_iter().next());
            return all;
        }
        "Result" => {
            let mut all = wrapped("Ok");
            all.truncate(1);
            return all;
        }
        "Self" => &[],
        _ => &["Default::default()"],
    };
    texts.iter().map(|&text| text.to_owned()).collect()
}
