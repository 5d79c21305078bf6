//! The builders of the library `isolde`: which std types have one, and how many parts it takes.

use isolde_model::{Bound, StdItem, Type};

/// A function of `isolde::build`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Builder {
    /// Of a primitive type, by its name.
    Primitive(String),
    /// Of `()`.
    Unit,
    /// Of a tuple of its parts.
    Tuple,
    /// Of a type of std, see [`builder`].
    Std(StdItem),
    /// Of `NonZero` of this primitive.
    NonZero(String),
    /// Of `&str`.
    Str,
    /// Of `str` in one of `Box`, `Rc`, `Arc` and `Cow`.
    StrIn(StdItem),
    /// Of `&[u8]`, which is often text.
    Bytes,
    /// Of `&[T]` or `&mut [T]`.
    Slice {
        /// `&mut`.
        mutable: bool,
    },
    /// Of `Box<[T]>`.
    BoxedSlice,
    /// Of `Cow`, whose part builds the owned value.
    Cow,
    /// Of `&Path`.
    Path,
    /// Of `&OsStr`.
    OsStr,
    /// Of a `'static` reference to a `Context` whose waker does nothing.
    Context,
    /// Of `Pin<Box<T>>`.
    Pinned,
    /// Of a `'static` reference to a leaked value.
    Reference {
        /// `&mut`.
        mutable: bool,
    },
}

impl Builder {
    /// Whether it makes containers, which may be empty.
    pub(crate) fn may_be_empty(&self) -> bool {
        match self {
            Builder::Slice { .. } | Builder::BoxedSlice => true,
            Builder::Std(item) => {
                matches!(item, StdItem::Vec | StdItem::Option) || item.is_collection()
            }
            _ => false,
        }
    }
}

/// The builder of a type of std: its name in `isolde::build`, and how many builders of elements it takes.
pub(crate) fn builder(item: StdItem) -> Option<(&'static str, usize)> {
    Some(match item {
        StdItem::String => ("string", 0),
        StdItem::Vec => ("vec", 1),
        StdItem::Box => ("boxed", 1),
        StdItem::Rc => ("rc", 1),
        StdItem::Arc => ("arc", 1),
        StdItem::Option => ("option", 1),
        StdItem::Result => ("result", 2),
        StdItem::HashMap => ("hash_map", 2),
        StdItem::BTreeMap => ("btree_map", 2),
        StdItem::HashSet => ("hash_set", 1),
        StdItem::BTreeSet => ("btree_set", 1),
        StdItem::VecDeque => ("vec_deque", 1),
        StdItem::LinkedList => ("linked_list", 1),
        StdItem::BinaryHeap => ("binary_heap", 1),
        StdItem::Duration => ("duration", 0),
        StdItem::SystemTime => ("system_time", 0),
        // Of fakes; otherwise one value is enough.
        StdItem::Instant => ("instant", 0),
        StdItem::Ordering => ("ordering", 0),
        StdItem::Poll => ("poll", 1),
        StdItem::ControlFlow => ("control_flow", 2),
        StdItem::SendError => ("send_error", 1),
        StdItem::TrySendError => ("try_send_error", 1),
        StdItem::Saturating => ("saturating", 1),
        StdItem::Ready => ("ready", 1),
        StdItem::Reverse => ("reverse", 1),
        StdItem::Wrapping => ("wrapping", 1),
        StdItem::Cell => ("cell", 1),
        StdItem::RefCell => ("ref_cell", 1),
        StdItem::Mutex => ("mutex", 1),
        StdItem::RwLock => ("rw_lock", 1),
        StdItem::AtomicBool => ("atomic_bool", 0),
        StdItem::AtomicU8 => ("atomic_u8", 0),
        StdItem::AtomicU16 => ("atomic_u16", 0),
        StdItem::AtomicU32 => ("atomic_u32", 0),
        StdItem::AtomicU64 => ("atomic_u64", 0),
        StdItem::AtomicUsize => ("atomic_usize", 0),
        StdItem::AtomicI8 => ("atomic_i8", 0),
        StdItem::AtomicI16 => ("atomic_i16", 0),
        StdItem::AtomicI32 => ("atomic_i32", 0),
        StdItem::AtomicI64 => ("atomic_i64", 0),
        StdItem::AtomicIsize => ("atomic_isize", 0),
        StdItem::Range => ("range", 1),
        StdItem::RangeInclusive => ("range_inclusive", 1),
        StdItem::RangeFrom => ("range_from", 1),
        StdItem::RangeTo => ("range_to", 1),
        StdItem::RangeToInclusive => ("range_to_inclusive", 1),
        StdItem::RangeFull => ("range_full", 0),
        StdItem::Bound => ("bound", 1),
        StdItem::PathBuf => ("path_buf", 0),
        StdItem::ExitStatus => ("exit_status", 0),
        StdItem::IoError => ("io_error", 0),
        StdItem::ProcessOutput => ("process_output", 0),
        StdItem::OsString => ("os_string", 0),
        StdItem::CString => ("c_string", 0),
        StdItem::IoSlice => ("io_slice", 0),
        StdItem::IoSliceMut => ("io_slice_mut", 0),
        StdItem::IpAddr => ("ip_addr", 0),
        StdItem::Ipv4Addr => ("ipv4_addr", 0),
        StdItem::Ipv6Addr => ("ipv6_addr", 0),
        StdItem::SocketAddr => ("socket_addr", 0),
        StdItem::SocketAddrV4 => ("socket_addr_v4", 0),
        StdItem::SocketAddrV6 => ("socket_addr_v6", 0),
        StdItem::VecIntoIter => ("vec_into_iter", 1),
        StdItem::NonZeroU8 => ("non_zero_u8", 0),
        StdItem::NonZeroU16 => ("non_zero_u16", 0),
        StdItem::NonZeroU32 => ("non_zero_u32", 0),
        StdItem::NonZeroU64 => ("non_zero_u64", 0),
        StdItem::NonZeroU128 => ("non_zero_u128", 0),
        StdItem::NonZeroUsize => ("non_zero_usize", 0),
        StdItem::NonZeroI8 => ("non_zero_i8", 0),
        StdItem::NonZeroI16 => ("non_zero_i16", 0),
        StdItem::NonZeroI32 => ("non_zero_i32", 0),
        StdItem::NonZeroI64 => ("non_zero_i64", 0),
        StdItem::NonZeroI128 => ("non_zero_i128", 0),
        StdItem::NonZeroIsize => ("non_zero_isize", 0),
        _ => return None,
    })
}

/// Types of std for which one value is enough: `write` has an expression for each.
pub(crate) const CONSTANTS: [StdItem; 27] = [
    StdItem::SystemTimeError,
    StdItem::DefaultHasher,
    StdItem::BuildHasherDefault,
    StdItem::FmtError,
    StdItem::OnceCell,
    StdItem::IoEmpty,
    StdItem::IoSink,
    StdItem::ParseFloatError,
    StdItem::ParseBoolError,
    StdItem::ParseCharError,
    StdItem::CharTryFromError,
    StdItem::TryFromIntError,
    StdItem::AddrParseError,
    StdItem::Utf8Error,
    StdItem::LayoutError,
    StdItem::FromUtf8Error,
    StdItem::PhantomPinned,
    StdItem::RecvError,
    StdItem::TryReserveError,
    StdItem::TryFromSliceError,
    StdItem::TryFromCharError,
    StdItem::FromUtf16Error,
    StdItem::StripPrefixError,
    StdItem::BorrowError,
    StdItem::BorrowMutError,
    StdItem::Waker,
    StdItem::Instant,
];

/// Types of std of which only a few values are tried: `write` has expressions for each.
pub(crate) const ENUMERATIONS: [StdItem; 13] = [
    StdItem::VarError,
    StdItem::SeekFrom,
    StdItem::IoErrorKind,
    StdItem::IoError,
    StdItem::FpCategory,
    StdItem::ParseIntError,
    StdItem::IntErrorKind,
    StdItem::TryFromFloatSecsError,
    StdItem::AtomicOrdering,
    StdItem::FmtAlignment,
    StdItem::Shutdown,
    StdItem::TryRecvError,
    StdItem::RecvTimeoutError,
];

/// The cell or lock, and the trait object in it.
pub(super) fn shared_object(of: &Type) -> Option<(StdItem, &[Bound])> {
    match of.std()? {
        (cell @ (StdItem::Mutex | StdItem::RwLock | StdItem::RefCell), [Type::Dyn(bounds)]) => {
            Some((cell, bounds))
        }
        _ => None,
    }
}
