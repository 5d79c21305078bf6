//! Names of types as source text, for expressions where inference needs them: `Vec::<u8>::new()`.

const PUBLIC: [(&str, &str); 14] = [
    ("alloc::string::String", "String"),
    ("alloc::vec::Vec", "Vec"),
    ("alloc::boxed::Box", "Box"),
    ("core::option::Option", "Option"),
    ("core::result::Result", "Result"),
    ("alloc::rc::Rc", "std::rc::Rc"),
    ("alloc::sync::Arc", "std::sync::Arc"),
    ("core::time::Duration", "std::time::Duration"),
    ("core::cmp::Ordering", "std::cmp::Ordering"),
    ("std::path::PathBuf", "std::path::PathBuf"),
    (
        "alloc::collections::vec_deque::VecDeque",
        "std::collections::VecDeque",
    ),
    (
        "alloc::collections::btree::map::BTreeMap",
        "std::collections::BTreeMap",
    ),
    (
        "alloc::collections::btree::set::BTreeSet",
        "std::collections::BTreeSet",
    ),
    (
        "std::collections::hash::map::HashMap",
        "std::collections::HashMap",
    ),
];
const PRIMITIVES: [&str; 17] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char", "str",
];

/// The source text of the type with this [`type_name`](std::any::type_name), if it consists of primitives and the standard library's everyday types.
/// `None` for other types, because the paths where they are defined need not be public.
pub(crate) fn source(name: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')))
            .unwrap_or(rest.len())
            .max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        if PRIMITIVES.contains(&word) || word.bytes().all(|b| b.is_ascii_digit()) {
            out.push_str(word);
        } else if let Some((_, public)) = PUBLIC.iter().find(|(path, _)| *path == word) {
            out.push_str(public);
        } else if matches!(
            word,
            "<" | ">" | "(" | ")" | "[" | "]" | "&" | "," | ";" | " "
        ) {
            out.push_str(word);
        } else {
            return None;
        }
        rest = after;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    fn of<T>() -> Option<String> {
        super::source(std::any::type_name::<T>())
    }

    #[test]
    fn everyday_types_are_named_and_others_are_not() {
        assert_eq!(
            of::<Vec<(u8, [&str; 3])>>().unwrap(),
            "Vec<(u8, [&str; 3])>"
        );
        assert_eq!(
            of::<Option<BTreeMap<String, ()>>>().unwrap(),
            "Option<std::collections::BTreeMap<String, ()>>"
        );
        assert_eq!(of::<crate::Chooser>(), None);
        assert_eq!(of::<&mut u8>(), None);
        assert_eq!(of::<fn(u8)>(), None);
    }
}
