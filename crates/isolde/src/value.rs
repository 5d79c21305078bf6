//! Builders found by type.

use crate::build;
use crate::chooser::Chooser;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CStr, CString, OsStr, OsString};
use std::hash::Hash;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime};

/// A type whose values can be built from choices.
///
/// Derive it for structs and enums; for other types, write a function that makes their values, with [`factory`](macro@crate::factory).
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be built from choices",
    label = "no way to build this",
    note = "if the type is yours, put `#[derive(isolde::Value)]` on it, or `#[isolde::factory]` on a function that returns it",
    note = "if it is not, put `#[isolde::factory(foreign)]` on a function that returns it, and `#[by(function)]` on the parameter or `#[value(by = function)]` on the field"
)]
pub trait Value: Sized {
    /// Builds a value.
    fn choose(c: &mut Chooser) -> Self;
}

macro_rules! values {
    ($([$($generics:tt)*] $type:ty, $builder:ident($($part:ident),*);)*) => {$(
        impl<$($generics)*> Value for $type {
            fn choose(c: &mut Chooser) -> Self {
                build::$builder(c $(, $part::choose)*)
            }
        }
    )*};
}

values! {
    [] u8, u8();
    [] u16, u16();
    [] u32, u32();
    [] u64, u64();
    [] u128, u128();
    [] usize, usize();
    [] i8, i8();
    [] i16, i16();
    [] i32, i32();
    [] i64, i64();
    [] i128, i128();
    [] isize, isize();
    [] f32, f32();
    [] f64, f64();
    [] bool, bool();
    [] char, char();
    [] (), unit();
    [] NonZero<u8>, non_zero_u8();
    [] NonZero<u16>, non_zero_u16();
    [] NonZero<u32>, non_zero_u32();
    [] NonZero<u64>, non_zero_u64();
    [] NonZero<u128>, non_zero_u128();
    [] NonZero<usize>, non_zero_usize();
    [] NonZero<i8>, non_zero_i8();
    [] NonZero<i16>, non_zero_i16();
    [] NonZero<i32>, non_zero_i32();
    [] NonZero<i64>, non_zero_i64();
    [] NonZero<i128>, non_zero_i128();
    [] NonZero<isize>, non_zero_isize();
    [] String, string();
    [] &'static str, str();
    [] Cow<'static, str>, cow_str();
    [] Box<str>, boxed_str();
    [] Rc<str>, rc_str();
    [] Arc<str>, arc_str();
    [] OsString, os_string();
    [] &'static OsStr, os_str();
    [] PathBuf, path_buf();
    [] &'static Path, path();
    [] CString, c_string();
    [] &'static CStr, c_str();
    [] Duration, duration();
    [] SystemTime, system_time();
    [] Ordering, ordering();
    [] Ipv4Addr, ipv4_addr();
    [] Ipv6Addr, ipv6_addr();
    [] IpAddr, ip_addr();
    [] SocketAddrV4, socket_addr_v4();
    [] SocketAddrV6, socket_addr_v6();
    [] SocketAddr, socket_addr();
    [] RangeFull, range_full();
    [T: ?Sized] PhantomData<T>, phantom();
    [T: Value] Option<T>, option(T);
    [T: Value, E: Value] Result<T, E>, result(T, E);
    [T: Value] Vec<T>, vec(T);
    [T: Value] &'static [T], slice(T);
    [T: Value] &'static mut [T], slice_mut(T);
    [T: Value, const N: usize] [T; N], array(T);
    [T: Value] Box<[T]>, boxed_slice(T);
    [T: Value] Rc<[T]>, rc_slice(T);
    [T: Value] Arc<[T]>, arc_slice(T);
    [T: Value + Clone] Cow<'static, [T]>, cow_slice(T);
    [T: Value] VecDeque<T>, vec_deque(T);
    [T: Value] LinkedList<T>, linked_list(T);
    [T: Value + Ord] BinaryHeap<T>, binary_heap(T);
    [T: Value + Eq + Hash] HashSet<T>, hash_set(T);
    [T: Value + Ord] BTreeSet<T>, btree_set(T);
    [K: Value + Eq + Hash, V: Value] HashMap<K, V>, hash_map(K, V);
    [K: Value + Ord, V: Value] BTreeMap<K, V>, btree_map(K, V);
    [T: Value] std::vec::IntoIter<T>, vec_into_iter(T);
    [T: Value] Box<T>, boxed(T);
    [T: Value] Rc<T>, rc(T);
    [T: Value] Arc<T>, arc(T);
    [T: Value] Cell<T>, cell(T);
    [T: Value] RefCell<T>, ref_cell(T);
    [T: Value] Mutex<T>, mutex(T);
    [T: Value] RwLock<T>, rw_lock(T);
    [T: Value] &'static T, reference(T);
    [T: Value] &'static mut T, reference_mut(T);
    [T: Value] Saturating<T>, saturating(T);
    [T: Value] Wrapping<T>, wrapping(T);
    [T: Value] Reverse<T>, reverse(T);
    [T: Value] Range<T>, range(T);
    [T: Value] RangeInclusive<T>, range_inclusive(T);
    [T: Value] RangeFrom<T>, range_from(T);
    [T: Value] RangeTo<T>, range_to(T);
    [T: Value] RangeToInclusive<T>, range_to_inclusive(T);
    [T: Value] Bound<T>, bound(T);
    [A: Value] (A,), tuple1(A);
    [A: Value, B: Value] (A, B), tuple2(A, B);
    [A: Value, B: Value, C: Value] (A, B, C), tuple3(A, B, C);
    [A: Value, B: Value, C: Value, D: Value] (A, B, C, D), tuple4(A, B, C, D);
    [A: Value, B: Value, C: Value, D: Value, E: Value] (A, B, C, D, E), tuple5(A, B, C, D, E);
    [A: Value, B: Value, C: Value, D: Value, E: Value, F: Value] (A, B, C, D, E, F), tuple6(A, B, C, D, E, F);
}
