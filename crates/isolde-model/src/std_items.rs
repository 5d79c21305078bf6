//! The types of the standard library on which decisions depend.

use crate::std_paths::std_public_path;
use crate::std_table::std_table;

std_table! {
    /// A type of the standard library, named as in code, with the module before the name if the name alone would be ambiguous.
    StdItem {
        String: "alloc::string::String";
        Vec: "alloc::vec::Vec";
        Box: "alloc::boxed::Box";
        Option: "core::option::Option";
        Result: "core::result::Result";
        Rc: "alloc::rc::Rc";
        Arc: "alloc::sync::Arc";
        Cow: "alloc::borrow::Cow";
        HashMap: "std::collections::hash::map::HashMap";
        HashSet: "std::collections::hash::set::HashSet";
        BTreeMap: "alloc::collections::btree::map::BTreeMap";
        BTreeSet: "alloc::collections::btree::set::BTreeSet";
        VecDeque: "alloc::collections::vec_deque::VecDeque";
        LinkedList: "alloc::collections::linked_list::LinkedList";
        BinaryHeap: "alloc::collections::binary_heap::BinaryHeap";
        Duration: "core::time::Duration";
        SystemTime: "std::time::SystemTime";
        Instant: "std::time::Instant";
        Ordering: "core::cmp::Ordering";
        Reverse: "core::cmp::Reverse";
        Cell: "core::cell::Cell";
        RefCell: "core::cell::RefCell";
        OnceCell: "core::cell::once::OnceCell";
        Mutex: "std::sync::poison::mutex::Mutex", "std::sync::mutex::Mutex";
        RwLock: "std::sync::poison::rwlock::RwLock", "std::sync::rwlock::RwLock";
        OnceLock: "std::sync::once_lock::OnceLock";
        Atomic: "core::sync::atomic::Atomic";
        AtomicBool: "core::sync::atomic::AtomicBool";
        AtomicU8: "core::sync::atomic::AtomicU8";
        AtomicU16: "core::sync::atomic::AtomicU16";
        AtomicU32: "core::sync::atomic::AtomicU32";
        AtomicU64: "core::sync::atomic::AtomicU64";
        AtomicUsize: "core::sync::atomic::AtomicUsize";
        AtomicI8: "core::sync::atomic::AtomicI8";
        AtomicI16: "core::sync::atomic::AtomicI16";
        AtomicI32: "core::sync::atomic::AtomicI32";
        AtomicI64: "core::sync::atomic::AtomicI64";
        AtomicIsize: "core::sync::atomic::AtomicIsize";
        Range: "core::ops::range::Range";
        RangeInclusive: "core::ops::range::RangeInclusive";
        RangeFrom: "core::ops::range::RangeFrom";
        RangeTo: "core::ops::range::RangeTo";
        RangeToInclusive: "core::ops::range::RangeToInclusive";
        RangeFull: "core::ops::range::RangeFull";
        Bound: "core::ops::range::Bound";
        Path: "std::path::Path";
        PathBuf: "std::path::PathBuf";
        PathComponent: "std::path::Component";
        PathComponents: "std::path::Components";
        OsStr: "std::ffi::os_str::OsStr";
        OsString: "std::ffi::os_str::OsString";
        CStr: "core::ffi::c_str::CStr";
        CString: "alloc::ffi::c_str::CString";
        IpAddr: "core::net::ip_addr::IpAddr";
        Ipv4Addr: "core::net::ip_addr::Ipv4Addr";
        Ipv6Addr: "core::net::ip_addr::Ipv6Addr";
        SocketAddr: "core::net::socket_addr::SocketAddr";
        SocketAddrV4: "core::net::socket_addr::SocketAddrV4";
        SocketAddrV6: "core::net::socket_addr::SocketAddrV6";
        Wrapping: "core::num::wrapping::Wrapping";
        NonZero: "core::num::nonzero::NonZero";
        NonZeroU8: "core::num::nonzero::NonZeroU8";
        NonZeroU16: "core::num::nonzero::NonZeroU16";
        NonZeroU32: "core::num::nonzero::NonZeroU32";
        NonZeroU64: "core::num::nonzero::NonZeroU64";
        NonZeroU128: "core::num::nonzero::NonZeroU128";
        NonZeroUsize: "core::num::nonzero::NonZeroUsize";
        NonZeroI8: "core::num::nonzero::NonZeroI8";
        NonZeroI16: "core::num::nonzero::NonZeroI16";
        NonZeroI32: "core::num::nonzero::NonZeroI32";
        NonZeroI64: "core::num::nonzero::NonZeroI64";
        NonZeroI128: "core::num::nonzero::NonZeroI128";
        NonZeroIsize: "core::num::nonzero::NonZeroIsize";
        FpCategory: "core::num::FpCategory";
        PhantomData: "core::marker::PhantomData";
        PhantomPinned: "core::marker::PhantomPinned";
        Infallible: "core::convert::Infallible";
        Global: "alloc::alloc::Global";
        DefaultHasher: "std::hash::random::DefaultHasher";
        RandomState: "std::hash::random::RandomState";
        BuildHasherDefault: "core::hash::BuildHasherDefault";
        Formatter: "core::fmt::Formatter";
        FmtArguments: "core::fmt::Arguments";
        FmtError: "core::fmt::Error";
        IoError: "std::io::error::Error";
        IoErrorKind: "std::io::error::ErrorKind", "core::io::error::ErrorKind";
        IoEmpty: "std::io::util::Empty";
        IoSink: "std::io::util::Sink";
        IoCursor: "std::io::cursor::Cursor", "core::io::cursor::Cursor";
        SeekFrom: "std::io::SeekFrom";
        ExitStatus: "std::process::ExitStatus";
        ProcessOutput: "std::process::Output";
        VarError: "std::env::VarError";
        SystemTimeError: "std::time::SystemTimeError";
        IoSlice: "std::io::IoSlice";
        IoSliceMut: "std::io::IoSliceMut";
        ParseIntError: "core::num::error::ParseIntError";
        TryFromIntError: "core::num::error::TryFromIntError";
        ParseFloatError: "core::num::dec2flt::ParseFloatError", "core::num::imp::dec2flt::ParseFloatError";
        ParseBoolError: "core::str::error::ParseBoolError";
        Utf8Error: "core::str::error::Utf8Error";
        FromUtf8Error: "alloc::string::FromUtf8Error";
        ParseCharError: "core::char::convert::ParseCharError";
        CharTryFromError: "core::char::convert::CharTryFromError";
        Pin: "core::pin::Pin";
        Ready: "core::future::ready::Ready";
        Poll: "core::task::poll::Poll";
        TaskContext: "core::task::wake::Context";
        Waker: "core::task::wake::Waker";
        AddrParseError: "core::net::parser::AddrParseError";
        LayoutError: "core::alloc::layout::LayoutError", "core::alloc::LayoutErr";
        ControlFlow: "core::ops::control_flow::ControlFlow";
        Saturating: "core::num::saturating::Saturating";
        AtomicOrdering: "core::sync::atomic::Ordering";
        FmtAlignment: "core::fmt::Alignment";
        Shutdown: "std::net::Shutdown";
        IntErrorKind: "core::num::error::IntErrorKind";
        RecvError: "std::sync::mpsc::RecvError";
        TryRecvError: "std::sync::mpsc::TryRecvError";
        RecvTimeoutError: "std::sync::mpsc::RecvTimeoutError";
        SendError: "std::sync::mpsc::SendError";
        TrySendError: "std::sync::mpsc::TrySendError";
        TryReserveError: "alloc::collections::TryReserveError";
        TryFromSliceError: "core::array::TryFromSliceError";
        TryFromCharError: "core::char::TryFromCharError";
        TryFromFloatSecsError: "core::time::TryFromFloatSecsError";
        FromUtf16Error: "alloc::string::FromUtf16Error";
        StripPrefixError: "std::path::StripPrefixError";
        BorrowError: "core::cell::BorrowError";
        BorrowMutError: "core::cell::BorrowMutError";

        VecIntoIter: "alloc::vec::into_iter::IntoIter";
        VecDrain: "alloc::vec::drain::Drain";
        ArrayIntoIter: "core::array::iter::IntoIter";
        SliceIter: "core::slice::iter::Iter";
        SliceIterMut: "core::slice::iter::IterMut";
        SliceChunks: "core::slice::iter::Chunks";
        SliceChunksMut: "core::slice::iter::ChunksMut";
        SliceChunksExact: "core::slice::iter::ChunksExact";
        SliceChunksExactMut: "core::slice::iter::ChunksExactMut";
        SliceRChunks: "core::slice::iter::RChunks";
        SliceRChunksMut: "core::slice::iter::RChunksMut";
        SliceRChunksExact: "core::slice::iter::RChunksExact";
        SliceRChunksExactMut: "core::slice::iter::RChunksExactMut";
        SliceChunkBy: "core::slice::iter::ChunkBy";
        SliceChunkByMut: "core::slice::iter::ChunkByMut";
        SliceWindows: "core::slice::iter::Windows";
        SliceSplit: "core::slice::iter::Split";
        SliceSplitMut: "core::slice::iter::SplitMut";
        SliceSplitInclusive: "core::slice::iter::SplitInclusive";
        SliceSplitInclusiveMut: "core::slice::iter::SplitInclusiveMut";
        SliceSplitN: "core::slice::iter::SplitN";
        SliceSplitNMut: "core::slice::iter::SplitNMut";
        SliceRSplit: "core::slice::iter::RSplit";
        SliceRSplitMut: "core::slice::iter::RSplitMut";
        SliceRSplitN: "core::slice::iter::RSplitN";
        SliceRSplitNMut: "core::slice::iter::RSplitNMut";
        StrBytes: "core::str::iter::Bytes";
        StrChars: "core::str::iter::Chars";
        StrCharIndices: "core::str::iter::CharIndices";
        StrLines: "core::str::iter::Lines";
        StrEncodeUtf16: "core::str::iter::EncodeUtf16";
        StrEscapeDebug: "core::str::iter::EscapeDebug";
        StrEscapeDefault: "core::str::iter::EscapeDefault";
        StrEscapeUnicode: "core::str::iter::EscapeUnicode";
        StrMatches: "core::str::iter::Matches";
        StrMatchIndices: "core::str::iter::MatchIndices";
        StrRMatches: "core::str::iter::RMatches";
        StrRMatchIndices: "core::str::iter::RMatchIndices";
        StrSplit: "core::str::iter::Split";
        StrSplitN: "core::str::iter::SplitN";
        StrSplitTerminator: "core::str::iter::SplitTerminator";
        StrSplitInclusive: "core::str::iter::SplitInclusive";
        StrSplitWhitespace: "core::str::iter::SplitWhitespace";
        StrSplitAsciiWhitespace: "core::str::iter::SplitAsciiWhitespace";
        StrRSplit: "core::str::iter::RSplit";
        StrRSplitN: "core::str::iter::RSplitN";
        StrRSplitTerminator: "core::str::iter::RSplitTerminator";
        VecDequeIter: "alloc::collections::vec_deque::iter::Iter";
        VecDequeIntoIter: "alloc::collections::vec_deque::into_iter::IntoIter";
        BTreeMapIter: "alloc::collections::btree::map::Iter";
        BTreeMapKeys: "alloc::collections::btree::map::Keys";
        BTreeMapValues: "alloc::collections::btree::map::Values";
        BTreeMapIntoIter: "alloc::collections::btree::map::IntoIter";
        BTreeMapRange: "alloc::collections::btree::map::Range";
        BTreeSetIter: "alloc::collections::btree::set::Iter";
        BTreeSetIntoIter: "alloc::collections::btree::set::IntoIter";
        BTreeSetRange: "alloc::collections::btree::set::Range";
        Chain: "core::iter::adapters::chain::Chain";
        Cloned: "core::iter::adapters::cloned::Cloned";
        Copied: "core::iter::adapters::copied::Copied";
        Cycle: "core::iter::adapters::cycle::Cycle";
        Enumerate: "core::iter::adapters::enumerate::Enumerate";
        Filter: "core::iter::adapters::filter::Filter";
        FilterMap: "core::iter::adapters::filter_map::FilterMap";
        FlatMap: "core::iter::adapters::flatten::FlatMap";
        Flatten: "core::iter::adapters::flatten::Flatten";
        Fuse: "core::iter::adapters::fuse::Fuse";
        Inspect: "core::iter::adapters::inspect::Inspect";
        Map: "core::iter::adapters::map::Map";
        MapWhile: "core::iter::adapters::map_while::MapWhile";
        Peekable: "core::iter::adapters::peekable::Peekable";
        Rev: "core::iter::adapters::rev::Rev";
        Scan: "core::iter::adapters::scan::Scan";
        Skip: "core::iter::adapters::skip::Skip";
        SkipWhile: "core::iter::adapters::skip_while::SkipWhile";
        StepBy: "core::iter::adapters::step_by::StepBy";
        Take: "core::iter::adapters::take::Take";
        TakeWhile: "core::iter::adapters::take_while::TakeWhile";
        Zip: "core::iter::adapters::zip::Zip";
    }
}

impl StdItem {
    /// How code names the type: by its bare name if the prelude has it, otherwise by its path in `std`.
    pub fn public_path(self) -> String {
        match self {
            StdItem::String => "String".into(),
            StdItem::Vec => "Vec".into(),
            StdItem::Box => "Box".into(),
            StdItem::Option => "Option".into(),
            StdItem::Result => "Result".into(),
            // Releases before 1.76 have them only under this path.
            StdItem::DefaultHasher => "std::collections::hash_map::DefaultHasher".into(),
            StdItem::RandomState => "std::collections::hash_map::RandomState".into(),
            _ => std_public_path(self.defined()).unwrap_or_else(|| self.defined().to_owned()),
        }
    }

    /// How many lifetime parameters the type has.
    pub fn lifetimes(self) -> usize {
        match self {
            StdItem::Cow | StdItem::FmtArguments | StdItem::PathComponent => 1,
            StdItem::TaskContext
            | StdItem::Formatter
            | StdItem::IoSlice
            | StdItem::IoSliceMut
            | StdItem::PathComponents
            | StdItem::VecDrain => 1,
            StdItem::VecDequeIter | StdItem::BTreeMapIter | StdItem::BTreeMapKeys => 1,
            StdItem::BTreeMapValues | StdItem::BTreeMapRange => 1,
            StdItem::BTreeSetIter | StdItem::BTreeSetRange => 1,
            // The rows of iterators over slices and strings are next to each other in the table.
            _ if (StdItem::SliceIter..=StdItem::StrRSplitTerminator).contains(&self) => 1,
            _ => 0,
        }
    }

    /// Whether values of the type are iterators that always yield the same items in the same order.
    pub fn is_iterator(self) -> bool {
        (StdItem::VecIntoIter..=StdItem::Zip).contains(&self)
    }

    /// Whether the type is one of the ranges that `..` and `..=` make.
    pub fn is_range(self) -> bool {
        (StdItem::Range..=StdItem::RangeFull).contains(&self)
    }

    /// Whether what it contains can be changed by those who share it.
    pub fn is_shared_state(self) -> bool {
        matches!(
            self,
            StdItem::Cell
                | StdItem::RefCell
                | StdItem::OnceCell
                | StdItem::Mutex
                | StdItem::RwLock
                | StdItem::OnceLock
                | StdItem::Atomic
        ) || self.is_atomic_number()
    }

    /// Whether the type is a number or `bool` that several threads may change.
    pub fn is_atomic_number(self) -> bool {
        (StdItem::AtomicBool..=StdItem::AtomicIsize).contains(&self)
    }

    /// Whether the type is a collection of `std::collections`.
    pub fn is_collection(self) -> bool {
        (StdItem::HashMap..=StdItem::BinaryHeap).contains(&self)
    }
}
