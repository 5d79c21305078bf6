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
        StdItem::ParseFloatError => "\"x\".parse::<f64>().unwrap_err()",
        StdItem::ParseBoolError => "\"x\".parse::<bool>().unwrap_err()",
        StdItem::ParseCharError => "\"xx\".parse::<char>().unwrap_err()",
        StdItem::CharTryFromError => "char::try_from(0xd800_u32).unwrap_err()",
        StdItem::TryFromIntError => "u8::try_from(256).unwrap_err()",
        StdItem::AddrParseError => "\"x\".parse::<std::net::IpAddr>().unwrap_err()",
        StdItem::Utf8Error => "std::str::from_utf8(&[0xff]).unwrap_err()",
        StdItem::LayoutError => "std::alloc::Layout::from_size_align(0, 3).unwrap_err()",
        StdItem::FromUtf8Error => "String::from_utf8(vec![0xff]).unwrap_err()",
        StdItem::RecvError => "std::sync::mpsc::RecvError",
        StdItem::TryReserveError => "Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err()",
        StdItem::TryFromSliceError => "<[u8; 1]>::try_from(&[0_u8; 2][..]).unwrap_err()",
        StdItem::TryFromCharError => "u8::try_from('\\u{100}').unwrap_err()",
        StdItem::FromUtf16Error => "String::from_utf16(&[0xd800]).unwrap_err()",
        StdItem::StripPrefixError => "std::path::Path::new(\"a\").strip_prefix(\"b\").unwrap_err()",
        StdItem::BorrowError => {
            "{ let cell = std::cell::RefCell::new(0); let _held = cell.borrow_mut(); let error = cell.try_borrow().unwrap_err(); error }"
        }
        StdItem::BorrowMutError => {
            "{ let cell = std::cell::RefCell::new(0); let _held = cell.borrow(); let error = cell.try_borrow_mut().unwrap_err(); error }"
        }
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
        StdItem::ParseIntError => &[
            ("\"x\".parse::<u8>().unwrap_err()", None),
            ("\"\".parse::<u8>().unwrap_err()", None),
            ("\"256\".parse::<u8>().unwrap_err()", None),
            ("\"-129\".parse::<i8>().unwrap_err()", None),
            ("\"0\".parse::<std::num::NonZeroU8>().unwrap_err()", None),
        ],
        StdItem::IntErrorKind => &[
            ("std::num::IntErrorKind::InvalidDigit", None),
            ("std::num::IntErrorKind::Empty", None),
            ("std::num::IntErrorKind::PosOverflow", None),
            ("std::num::IntErrorKind::NegOverflow", None),
            ("std::num::IntErrorKind::Zero", None),
        ],
        StdItem::TryFromFloatSecsError => &[
            (
                "std::time::Duration::try_from_secs_f64(-1.0).unwrap_err()",
                None,
            ),
            (
                "std::time::Duration::try_from_secs_f64(1e40).unwrap_err()",
                None,
            ),
        ],
        StdItem::AtomicOrdering => &[
            ("std::sync::atomic::Ordering::Relaxed", None),
            ("std::sync::atomic::Ordering::Release", None),
            ("std::sync::atomic::Ordering::Acquire", None),
            ("std::sync::atomic::Ordering::AcqRel", None),
            ("std::sync::atomic::Ordering::SeqCst", None),
        ],
        StdItem::FmtAlignment => &[
            ("std::fmt::Alignment::Left", None),
            ("std::fmt::Alignment::Right", None),
            ("std::fmt::Alignment::Center", None),
        ],
        StdItem::Shutdown => &[
            ("std::net::Shutdown::Read", None),
            ("std::net::Shutdown::Write", None),
            ("std::net::Shutdown::Both", None),
        ],
        StdItem::TryRecvError => &[
            ("std::sync::mpsc::TryRecvError::Empty", None),
            ("std::sync::mpsc::TryRecvError::Disconnected", None),
        ],
        StdItem::RecvTimeoutError => &[
            ("std::sync::mpsc::RecvTimeoutError::Timeout", None),
            ("std::sync::mpsc::RecvTimeoutError::Disconnected", None),
        ],
        other => unreachable!("{other:?} is not an enumeration"),
    }
}

/// The errors of these kinds, or the kinds themselves, if the type is one or the other.
pub(super) fn errors(item: StdItem, kinds: &[String]) -> Vec<String> {
    let kinds = kinds
        .iter()
        .map(|kind| format!("std::io::ErrorKind::{kind}"));
    match item {
        StdItem::IoErrorKind => kinds.collect(),
        StdItem::IoError => kinds
            .map(|kind| format!("std::io::Error::from({kind})"))
            .collect(),
        _ => Vec::new(),
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
