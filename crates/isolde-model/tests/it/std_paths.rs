//! The paths of the standard library's items must compile.

use isolde_model::{StdItem, StdTrait, std_public_path};
use std::fmt::Write;

/// The defining paths of items that signatures and impls commonly name.
const DEFINED: &[&str] = &[
    "alloc::borrow::Cow",
    "alloc::borrow::ToOwned",
    "alloc::boxed::Box",
    "alloc::collections::binary_heap::BinaryHeap",
    "alloc::collections::binary_heap::PeekMut",
    "alloc::collections::btree::map::BTreeMap",
    "alloc::collections::btree::map::entry::Entry",
    "alloc::collections::btree::map::Range",
    "alloc::collections::btree::set::BTreeSet",
    "alloc::collections::linked_list::LinkedList",
    "alloc::collections::vec_deque::VecDeque",
    "alloc::collections::vec_deque::drain::Drain",
    "alloc::collections::vec_deque::into_iter::IntoIter",
    "alloc::ffi::c_str::CString",
    "alloc::rc::Rc",
    "alloc::string::FromUtf8Error",
    "alloc::string::String",
    "alloc::string::ToString",
    "alloc::sync::Arc",
    "alloc::vec::Vec",
    "alloc::vec::drain::Drain",
    "alloc::vec::into_iter::IntoIter",
    "core::alloc::layout::Layout",
    "core::any::Any",
    "core::array::iter::IntoIter",
    "core::borrow::Borrow",
    "core::cell::RefCell",
    "core::char::ToUppercase",
    "core::clone::Clone",
    "core::cmp::Ordering",
    "core::cmp::PartialOrd",
    "core::convert::From",
    "core::convert::Infallible",
    "core::default::Default",
    "core::error::Error",
    "core::ffi::c_str::CStr",
    "core::fmt::Arguments",
    "core::fmt::Display",
    "core::fmt::Formatter",
    "core::fmt::builders::DebugStruct",
    "core::future::future::Future",
    "core::hash::BuildHasher",
    "core::hash::Hash",
    "core::hash::Hasher",
    "core::iter::adapters::map::Map",
    "core::iter::adapters::peekable::Peekable",
    "core::iter::sources::empty::Empty",
    "core::iter::traits::accum::Sum",
    "core::iter::traits::collect::Extend",
    "core::iter::traits::collect::FromIterator",
    "core::iter::traits::collect::IntoIterator",
    "core::iter::traits::double_ended::DoubleEndedIterator",
    "core::iter::traits::exact_size::ExactSizeIterator",
    "core::iter::traits::iterator::Iterator",
    "core::iter::traits::marker::FusedIterator",
    "core::marker::PhantomData",
    "core::marker::Send",
    "core::mem::maybe_uninit::MaybeUninit",
    "core::net::ip_addr::IpAddr",
    "core::net::socket_addr::SocketAddr",
    "core::num::dec2flt::ParseFloatError",
    "core::num::error::ParseIntError",
    "core::num::nonzero::NonZero",
    "core::num::wrapping::Wrapping",
    "core::ops::arith::AddAssign",
    "core::ops::bit::Shl",
    "core::ops::deref::DerefMut",
    "core::ops::drop::Drop",
    "core::ops::function::FnMut",
    "core::ops::index::IndexMut",
    "core::ops::range::Bound",
    "core::ops::range::RangeBounds",
    "core::ops::range::RangeInclusive",
    "core::option::Option",
    "core::panic::unwind_safe::UnwindSafe",
    "core::pin::Pin",
    "core::ptr::non_null::NonNull",
    "core::result::Result",
    "core::slice::index::SliceIndex",
    "core::slice::iter::Chunks",
    "core::str::error::Utf8Error",
    "core::str::iter::Chars",
    "core::str::traits::FromStr",
    "core::sync::atomic::AtomicBool",
    "core::task::poll::Poll",
    "core::task::wake::Context",
    "core::time::Duration",
    "std::collections::hash::map::Entry",
    "std::collections::hash::map::HashMap",
    "std::collections::hash::set::HashSet",
    "std::collections::hash::set::Union",
    "std::ffi::os_str::Display",
    "std::ffi::os_str::OsString",
    "std::fs::File",
    "std::hash::random::RandomState",
    "std::io::BufRead",
    "std::io::Read",
    "std::io::Write",
    "std::io::buffered::bufreader::BufReader",
    "std::io::cursor::Cursor",
    "std::io::error::Error",
    "std::net::socket_addr::ToSocketAddrs",
    "std::path::PathBuf",
    "std::sync::mpsc::Sender",
    "std::sync::once_lock::OnceLock",
    "std::sync::poison::mutex::Mutex",
    "std::thread::local::LocalKey",
    "std::time::SystemTime",
];

/// Traits and types of the tables that code on the stable toolchain cannot name.
const UNSTABLE: &[&str] = &[
    "alloc::alloc::Global",
    "core::clone::TrivialClone",
    "core::clone::UseCloned",
    "core::iter::range::Step",
    "core::marker::Freeze",
    "core::marker::StructuralPartialEq",
    "core::sync::atomic::Atomic",
];

#[test]
fn the_compiler_knows_every_path() {
    let paths = DEFINED
        .iter()
        .map(|defined| std_public_path(defined).unwrap_or_else(|| panic!("no path for {defined}")));
    compile(paths);
}

#[test]
fn the_compiler_knows_every_row_of_the_tables() {
    let items = StdItem::ALL
        .iter()
        .map(|item| (item.defined(), item.public_path()));
    let traits = StdTrait::ALL.iter().map(|of_trait| {
        let path = std_public_path(of_trait.defined());
        (of_trait.defined(), path.expect("traits have paths"))
    });
    let stable = items
        .chain(traits)
        .filter(|(defined, _)| !UNSTABLE.contains(defined));
    // Items of the prelude are written by their bare names.
    compile(stable.map(|(_, path)| match path.contains("::") {
        true => path,
        false => format!("std::prelude::v1::{path}"),
    }));
}

#[test]
fn rows_are_found_by_every_path_and_only_by_these() {
    for &item in StdItem::ALL {
        assert_eq!(StdItem::at(item.defined()), Some(item));
    }
    for &of_trait in StdTrait::ALL {
        assert_eq!(StdTrait::at(of_trait.defined()), Some(of_trait));
    }
    assert_eq!(StdItem::at("std::sync::mutex::Mutex"), Some(StdItem::Mutex));
    assert_eq!(StdItem::at("toy::collections::Vec"), None);
    assert_eq!(StdTrait::at("toy::FromStr"), None);
}

/// Compiles a file that names all these items.
fn compile(paths: impl Iterator<Item = String>) {
    let mut source = "#![allow(unused_imports, deprecated)]\n".to_owned();
    for (index, path) in paths.enumerate() {
        writeln!(source, "pub use {path} as Item{index};").expect("strings can be written to");
    }
    crate::fixture::check(&source);
}

#[test]
fn other_crates_and_insides_have_no_path() {
    for defined in [
        "serde::ser::Serialize",
        "core::core_simd::vector::Simd",
        "std::sys::fs::File",
        "u8",
    ] {
        assert_eq!(std_public_path(defined), None, "{defined}");
    }
}
