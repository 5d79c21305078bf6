//! Fixed values of std types as expressions.

use crate::shape::library::Builder;
use isolde_model::StdItem;

/// The single value used for a type that [`crate::shape::library::CONSTANTS`] lists.
pub(super) fn constant(item: StdItem) -> &'static str {
    match item {
        StdItem::DefaultHasher => "std::collections::hash_map::DefaultHasher::new()",
        StdItem::BuildHasherDefault => {
            "std::hash::BuildHasherDefault::<std::collections::hash_map::DefaultHasher>::default()"
        }
        StdItem::SystemTimeError => {
            "std::time::UNIX_EPOCH.duration_since(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1)).unwrap_err()"
        }
        StdItem::FmtError => "std::fmt::Error",
        StdItem::OnceCell => "std::cell::OnceCell::new()",
        StdItem::IoEmpty => "std::io::empty()",
        StdItem::IoSink => "std::io::sink()",
        StdItem::ParseIntError => "\"x\".parse::<u8>().unwrap_err()",
        StdItem::ParseFloatError => "\"x\".parse::<f64>().unwrap_err()",
        StdItem::ParseBoolError => "\"x\".parse::<bool>().unwrap_err()",
        StdItem::ParseCharError => "\"xx\".parse::<char>().unwrap_err()",
        StdItem::CharTryFromError => "char::try_from(0xd800_u32).unwrap_err()",
        StdItem::TryFromIntError => "u8::try_from(256).unwrap_err()",
        StdItem::AddrParseError => "\"x\".parse::<std::net::IpAddr>().unwrap_err()",
        StdItem::Utf8Error => "std::str::from_utf8(&[0xff]).unwrap_err()",
        StdItem::LayoutError => "std::alloc::Layout::from_size_align(0, 3).unwrap_err()",
        StdItem::FromUtf8Error => "String::from_utf8(vec![0xff]).unwrap_err()",
        StdItem::PhantomPinned => "std::marker::PhantomPinned",
        StdItem::Waker => "std::task::Waker::noop().clone()",
        // As a deadline, it is never reached, so that nothing depends on how fast the machine is.
        StdItem::Instant => {
            "std::time::Instant::now() + std::time::Duration::from_secs(1_000_000_000)"
        }
        other => unreachable!("{other:?} is not a constant"),
    }
}

/// The values used for a type that [`crate::shape::library::ENUMERATIONS`] lists: each an expression, and the builder of its field if it has one.
pub(super) fn enumeration(item: StdItem) -> &'static [(&'static str, Option<&'static str>)] {
    match item {
        StdItem::SeekFrom => &[
            ("std::io::SeekFrom::Start", Some("u64")),
            ("std::io::SeekFrom::End", Some("i64")),
            ("std::io::SeekFrom::Current", Some("i64")),
        ],
        StdItem::VarError => &[
            ("std::env::VarError::NotPresent", None),
            ("std::env::VarError::NotUnicode", Some("os_string")),
        ],
        StdItem::IoErrorKind => &[
            ("std::io::ErrorKind::Other", None),
            ("std::io::ErrorKind::NotFound", None),
            ("std::io::ErrorKind::UnexpectedEof", None),
            ("std::io::ErrorKind::InvalidData", None),
            ("std::io::ErrorKind::Interrupted", None),
        ],
        StdItem::IoError => &[
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
        StdItem::FpCategory => &[
            ("std::num::FpCategory::Zero", None),
            ("std::num::FpCategory::Normal", None),
            ("std::num::FpCategory::Subnormal", None),
            ("std::num::FpCategory::Infinite", None),
            ("std::num::FpCategory::Nan", None),
        ],
        other => unreachable!("{other:?} is not an enumeration"),
    }
}

/// The empty container that a builder makes when there are no elements.
pub(super) fn empty(builder: &Builder) -> &'static str {
    match builder {
        Builder::Slice { mutable: false } => "&[]",
        Builder::Slice { mutable: true } => "&mut []",
        Builder::BoxedSlice => "Box::new([])",
        Builder::Std(item) => match item {
            StdItem::Vec => "vec![]",
            StdItem::Option => "None",
            StdItem::HashMap => "std::collections::HashMap::new()",
            StdItem::HashSet => "std::collections::HashSet::new()",
            StdItem::BTreeMap => "std::collections::BTreeMap::new()",
            StdItem::BTreeSet => "std::collections::BTreeSet::new()",
            StdItem::VecDeque => "std::collections::VecDeque::new()",
            StdItem::LinkedList => "std::collections::LinkedList::new()",
            StdItem::BinaryHeap => "std::collections::BinaryHeap::new()",
            other => unreachable!("{other:?} is not a container"),
        },
        other => unreachable!("{other:?} makes no containers"),
    }
}

/// The name of a builder in `isolde::build`, for this many parts.
pub(super) fn builder(builder: &Builder, parts: usize) -> String {
    match builder {
        Builder::Primitive(name) => name.clone(),
        Builder::Unit => "unit".into(),
        Builder::Tuple => format!("tuple{parts}"),
        Builder::Std(StdItem::PhantomData) => "phantom".into(),
        Builder::Std(StdItem::IoCursor) => "cursor".into(),
        Builder::Std(item) => match crate::shape::library::builder(*item) {
            Some((name, _)) => name.into(),
            None => unreachable!("{item:?} has no builder"),
        },
        Builder::NonZero(name) => format!("non_zero_{name}"),
        Builder::Str => "str".into(),
        Builder::StrIn(item) => match item {
            StdItem::Box => "boxed_str".into(),
            StdItem::Rc => "rc_str".into(),
            StdItem::Arc => "arc_str".into(),
            _ => "cow_str".into(),
        },
        Builder::Bytes => "bytes".into(),
        Builder::Slice { mutable: false } => "slice".into(),
        Builder::Slice { mutable: true } => "slice_mut".into(),
        Builder::BoxedSlice => "boxed_slice".into(),
        Builder::Cow => "cow".into(),
        Builder::Path => "path".into(),
        Builder::OsStr => "os_str".into(),
        Builder::Context => "context".into(),
        Builder::Pinned => "pinned".into(),
        Builder::Reference { mutable: false } => "reference".into(),
        Builder::Reference { mutable: true } => "reference_mut".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{constant, empty, enumeration};
    use crate::shape::library::{Builder, CONSTANTS, ENUMERATIONS};
    use isolde_model::StdItem;

    #[test]
    fn every_fixed_value_has_an_expression() {
        assert!(CONSTANTS.iter().all(|&item| !constant(item).is_empty()));
        assert!(ENUMERATIONS.iter().all(|&item| enumeration(item).len() > 1));
        for &item in StdItem::ALL {
            let builder = Builder::Std(item);
            assert!(!builder.may_be_empty() || !empty(&builder).is_empty());
        }
    }
}
