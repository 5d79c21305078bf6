//! What is known of the standard library: how code names its types, which builder makes them, what their associated types are.

use isolde_model::Type;

/// Crates whose paths the facade crate `std` re-exports.
const ROOTS: [&str; 4] = ["core", "alloc", "std", "proc_macro"];

/// Modules within modules of `std` that code can name; whatever else stands between the first module and the name in a defining path is
/// private, and is left out.
const INNER_MODULES: [(&str, &str); 4] = [
    ("sync", "atomic"),
    ("sync", "mpsc"),
    ("os", "fd"),
    ("os", "unix"),
];

/// Types that the prelude has: written by their bare name.
const PRELUDE: [&str; 5] = [
    "alloc::string::String",
    "alloc::vec::Vec",
    "alloc::boxed::Box",
    "core::option::Option",
    "core::result::Result",
];

/// Defining path without its crate, if it belongs to the standard library: `time::Duration` of `core::time::Duration`.
pub fn within_std(defined: &str) -> Option<&str> {
    let (root, rest) = defined.split_once("::")?;
    ROOTS.contains(&root).then_some(rest)
}

/// The path by which code names an item of the standard library: `std::collections::HashMap` of `std::collections::hash::map::HashMap`.
pub fn public_path(defined: &str) -> Option<String> {
    if PRELUDE.contains(&defined) {
        return defined.rsplit("::").next().map(str::to_owned);
    }
    let rest = within_std(defined)?;
    let mut segments: Vec<&str> = rest.split("::").collect();
    let name = segments.pop()?;
    let path: Vec<&str> = match (segments.as_slice(), name) {
        // `std::collections` has the maps themselves, and their helpers in modules of other names.
        (
            ["collections", ..],
            "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "VecDeque" | "LinkedList"
            | "BinaryHeap",
        ) => {
            vec!["collections"]
        }
        (["collections", first, second, ..], _) if *first == "hash" || *first == "btree" => {
            let module = match (*first, *second) {
                ("hash", "map") => "hash_map",
                ("hash", _) => "hash_set",
                (_, "map") => "btree_map",
                _ => "btree_set",
            };
            vec!["collections", module]
        }
        (["hash", "random"], _) => vec!["collections", "hash_map"],
        ([first, second, ..], _) if INNER_MODULES.contains(&(*first, *second)) => {
            vec![*first, *second]
        }
        (segments, _) => segments.first().copied().into_iter().collect(),
    };
    Some(format!("std::{}::{name}", path.join("::")))
}

/// Lifetime parameters that a type of the standard library has.
pub fn lifetimes(defined: &str) -> usize {
    let Some(rest) = within_std(defined) else {
        return 0;
    };
    match rest {
        "borrow::Cow" | "fmt::Formatter" | "fmt::Arguments" | "path::Component"
        | "path::Components" => 1,
        "str::iter::Chars" | "str::iter::CharIndices" | "str::iter::Bytes" | "str::iter::Lines" => {
            1
        }
        "slice::iter::Iter" | "slice::iter::IterMut" => 1,
        _ => 0,
    }
}

/// A builder of `isolde::build` for a type of the standard library, by its path within `std`: name of the builder and number of
/// element builders that it takes.
pub fn builder(rest: &str) -> Option<(&'static str, usize)> {
    Some(match rest {
        "string::String" => ("string", 0),
        "vec::Vec" => ("vec", 1),
        "boxed::Box" => ("boxed", 1),
        "rc::Rc" => ("rc", 1),
        "sync::Arc" => ("arc", 1),
        "option::Option" => ("option", 1),
        "result::Result" => ("result", 2),
        "collections::hash::map::HashMap" => ("hash_map", 2),
        "collections::btree::map::BTreeMap" => ("btree_map", 2),
        "collections::hash::set::HashSet" => ("hash_set", 1),
        "collections::btree::set::BTreeSet" => ("btree_set", 1),
        "collections::vec_deque::VecDeque" => ("vec_deque", 1),
        "collections::linked_list::LinkedList" => ("linked_list", 1),
        "collections::binary_heap::BinaryHeap" => ("binary_heap", 1),
        "time::Duration" => ("duration", 0),
        "time::SystemTime" => ("system_time", 0),
        "cmp::Ordering" => ("ordering", 0),
        "cmp::Reverse" => ("reverse", 1),
        "num::wrapping::Wrapping" => ("wrapping", 1),
        "cell::Cell" => ("cell", 1),
        "cell::RefCell" => ("ref_cell", 1),
        "sync::poison::mutex::Mutex" | "sync::mutex::Mutex" => ("mutex", 1),
        "ops::range::Range" => ("range", 1),
        "ops::range::RangeInclusive" => ("range_inclusive", 1),
        "ops::range::RangeFrom" => ("range_from", 1),
        "ops::range::RangeTo" => ("range_to", 1),
        "ops::range::RangeToInclusive" => ("range_to_inclusive", 1),
        "ops::range::RangeFull" => ("range_full", 0),
        "ops::range::Bound" => ("bound", 1),
        "path::PathBuf" => ("path_buf", 0),
        "ffi::os_str::OsString" => ("os_string", 0),
        "ffi::c_str::CString" => ("c_string", 0),
        "net::ip_addr::IpAddr" => ("ip_addr", 0),
        "net::ip_addr::Ipv4Addr" => ("ipv4_addr", 0),
        "net::ip_addr::Ipv6Addr" => ("ipv6_addr", 0),
        "net::socket_addr::SocketAddr" => ("socket_addr", 0),
        "net::socket_addr::SocketAddrV4" => ("socket_addr_v4", 0),
        "net::socket_addr::SocketAddrV6" => ("socket_addr_v6", 0),
        "vec::into_iter::IntoIter" => ("vec_into_iter", 1),
        "num::nonzero::NonZeroU8" => ("non_zero_u8", 0),
        "num::nonzero::NonZeroU16" => ("non_zero_u16", 0),
        "num::nonzero::NonZeroU32" => ("non_zero_u32", 0),
        "num::nonzero::NonZeroU64" => ("non_zero_u64", 0),
        "num::nonzero::NonZeroU128" => ("non_zero_u128", 0),
        "num::nonzero::NonZeroUsize" => ("non_zero_usize", 0),
        "num::nonzero::NonZeroI8" => ("non_zero_i8", 0),
        "num::nonzero::NonZeroI16" => ("non_zero_i16", 0),
        "num::nonzero::NonZeroI32" => ("non_zero_i32", 0),
        "num::nonzero::NonZeroI64" => ("non_zero_i64", 0),
        "num::nonzero::NonZeroI128" => ("non_zero_i128", 0),
        "num::nonzero::NonZeroIsize" => ("non_zero_isize", 0),
        _ => return None,
    })
}

/// Expression without choices for types of the standard library that have one value of interest.
pub fn constant(rest: &str) -> Option<&'static str> {
    Some(match rest {
        "hash::random::DefaultHasher" => "std::collections::hash_map::DefaultHasher::new()",
        "hash::BuildHasherDefault" => {
            "std::hash::BuildHasherDefault::<std::collections::hash_map::DefaultHasher>::default()"
        }
        "fmt::Error" => "std::fmt::Error",
        "cell::once::OnceCell" => "std::cell::OnceCell::new()",
        "io::util::Empty" => "std::io::empty()",
        "io::util::Sink" => "std::io::sink()",
        "num::error::ParseIntError" => "\"x\".parse::<u8>().unwrap_err()",
        "num::dec2flt::ParseFloatError" => "\"x\".parse::<f64>().unwrap_err()",
        "str::error::ParseBoolError" => "\"x\".parse::<bool>().unwrap_err()",
        "char::convert::ParseCharError" => "\"xx\".parse::<char>().unwrap_err()",
        "char::convert::CharTryFromError" => "char::try_from(0xd800_u32).unwrap_err()",
        "num::error::TryFromIntError" => "u8::try_from(256).unwrap_err()",
        "net::parser::AddrParseError" => "\"x\".parse::<std::net::IpAddr>().unwrap_err()",
        "str::error::Utf8Error" => "std::str::from_utf8(&[0xff]).unwrap_err()",
        "alloc::layout::LayoutError" | "alloc::LayoutErr" => {
            "std::alloc::Layout::from_size_align(0, 3).unwrap_err()"
        }
        "string::FromUtf8Error" => "String::from_utf8(vec![0xff]).unwrap_err()",
        "marker::PhantomPinned" => "std::marker::PhantomPinned",
        _ => return None,
    })
}

/// Variants of enums of the standard library, as expressions with the builder of their one field, if they have one.
pub fn variants(rest: &str) -> Option<&'static [(&'static str, Option<&'static str>)]> {
    Some(match rest {
        "io::SeekFrom" => &[
            ("std::io::SeekFrom::Start", Some("u64")),
            ("std::io::SeekFrom::End", Some("i64")),
            ("std::io::SeekFrom::Current", Some("i64")),
        ],
        "io::error::ErrorKind" => &[
            ("std::io::ErrorKind::Other", None),
            ("std::io::ErrorKind::NotFound", None),
            ("std::io::ErrorKind::UnexpectedEof", None),
            ("std::io::ErrorKind::InvalidData", None),
            ("std::io::ErrorKind::Interrupted", None),
        ],
        "io::error::Error" => &[
            ("std::io::Error::from(std::io::ErrorKind::Other)", None),
            ("std::io::Error::from(std::io::ErrorKind::NotFound)", None),
            (
                "std::io::Error::from(std::io::ErrorKind::UnexpectedEof)",
                None,
            ),
            (
                "std::io::Error::from(std::io::ErrorKind::InvalidData)",
                None,
            ),
        ],
        "num::FpCategory" => &[
            ("std::num::FpCategory::Zero", None),
            ("std::num::FpCategory::Normal", None),
            ("std::num::FpCategory::Subnormal", None),
            ("std::num::FpCategory::Infinite", None),
            ("std::num::FpCategory::Nan", None),
        ],
        _ => return None,
    })
}

/// An empty value of a container, as source text: what ends a recursive type.
pub fn empty(rest: &str) -> Option<&'static str> {
    Some(match rest {
        "vec::Vec" => "vec![]",
        "option::Option" => "None",
        "collections::hash::map::HashMap" => "std::collections::HashMap::new()",
        "collections::hash::set::HashSet" => "std::collections::HashSet::new()",
        "collections::btree::map::BTreeMap" => "std::collections::BTreeMap::new()",
        "collections::btree::set::BTreeSet" => "std::collections::BTreeSet::new()",
        "collections::vec_deque::VecDeque" => "std::collections::VecDeque::new()",
        "collections::linked_list::LinkedList" => "std::collections::LinkedList::new()",
        "collections::binary_heap::BinaryHeap" => "std::collections::BinaryHeap::new()",
        _ => return None,
    })
}

/// Associated type of a type of the standard library.
pub fn projection(of: &Type, name: &str) -> Option<Type> {
    let path = |defined: &str| Type::Path {
        defined: defined.into(),
        id: None,
        arguments: Vec::new(),
        constants: Vec::new(),
    };
    match (of, name) {
        (Type::Primitive(_), "Output" | "Owned") => Some(of.clone()),
        (Type::Primitive(name), "Err") => Some(path(match name.as_str() {
            "bool" => "core::str::error::ParseBoolError",
            "char" => "core::char::convert::ParseCharError",
            "f32" | "f64" => "core::num::dec2flt::ParseFloatError",
            _ => "core::num::error::ParseIntError",
        })),
        (
            Type::Path {
                defined, arguments, ..
            },
            _,
        ) => match (within_std(defined)?, name) {
            ("string::String", "Err") => Some(path("core::convert::Infallible")),
            ("string::String", "Target") => Some(Type::Primitive("str".into())),
            ("hash::BuildHasherDefault", "Hasher") => {
                Some(path("std::hash::random::DefaultHasher"))
            }
            (_, "Item" | "Target" | "IntoIter") => {
                let is_map = matches!(
                    within_std(defined)?,
                    "collections::hash::map::HashMap" | "collections::btree::map::BTreeMap"
                );
                match name {
                    "Item" if is_map => Some(Type::Tuple(arguments.get(..2)?.to_vec())),
                    "IntoIter" => Some(Type::Path {
                        defined: "alloc::vec::into_iter::IntoIter".into(),
                        id: None,
                        arguments: arguments.clone(),
                        constants: Vec::new(),
                    }),
                    _ => arguments.first().cloned(),
                }
            }
            _ => None,
        },
        (
            Type::Reference {
                mutable, target, ..
            },
            "Item",
        ) => match &**target {
            Type::Slice(element) | Type::Array(element, _) => Some(Type::Reference {
                mutable: *mutable,
                is_static: true,
                target: element.clone(),
            }),
            Type::Path { arguments, .. } => Some(Type::Reference {
                mutable: *mutable,
                is_static: true,
                target: Box::new(arguments.first()?.clone()),
            }),
            _ => None,
        },
        (Type::Reference { target, .. }, "Target") => Some((**target).clone()),
        _ => None,
    }
}
