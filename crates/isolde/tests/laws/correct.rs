//! Types of the standard library break no law.

use isolde::laws::Law;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::ffi::{CString, OsString};
use std::net::IpAddr;
use std::num::{NonZeroU8, Wrapping};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// The laws that values of one type break.
macro_rules! laws_of {
    ($a:expr, $b:expr, $c:expr) => {{
        let (a, b, c) = ($a, $b, $c);
        let mut laws: Vec<Option<&'static Law>> = Vec::new();
        for value in [&a, &b, &c] {
            laws.push(isolde::laws_of_one!(value));
            laws.push(isolde::laws_of_text!(value));
            for other in [&a, &b, &c] {
                laws.push(isolde::laws_of_two!(value, other));
                laws.push(isolde::laws_of_views!(value, other));
                for third in [&a, &b, &c] {
                    laws.push(isolde::laws_of_three!(value, other, third));
                }
            }
        }
        laws.into_iter()
            .flatten()
            .map(|law| law.name)
            .collect::<Vec<_>>()
    }};
}

/// Asserts that values of one type break no law.
macro_rules! holds {
    ($($a:expr, $b:expr, $c:expr;)*) => {
        $(assert_eq!(laws_of!($a, $b, $c), [""; 0], "{}", stringify!($a));)*
    };
}

#[test]
fn numbers_and_text() {
    holds! {
        1, 2, -3;
        0_u8, 0, 255;
        u128::MAX, 0, 1;
        0.0, -0.0, f64::NAN;
        f32::INFINITY, f32::NAN, 1.5;
        'a', 'b', '\u{10ffff}';
        true, false, true;
        (), (), ();
        "a", "", "ab";
        String::from("a"), String::new(), String::from("ab");
        Box::<str>::from("a"), Box::from(""), Box::from("b");
        Cow::Borrowed("a"), Cow::Owned("a".to_owned()), Cow::Borrowed("");
        Wrapping(1), Wrapping(2), Wrapping(3);
        NonZeroU8::MIN, NonZeroU8::MAX, NonZeroU8::MIN;
        Duration::ZERO, Duration::MAX, Duration::from_millis(1);
        IpAddr::from([1, 2, 3, 4]), IpAddr::from([0; 16]), IpAddr::from([0; 4]);
        PathBuf::from("a/"), PathBuf::from("a"), PathBuf::from("a//b");
        OsString::from("a"), OsString::new(), OsString::from("b");
        CString::default(), c"a".to_owned(), c"b".to_owned();
        Reverse(1), Reverse(2), Reverse(3);
    }
    let unsized_text: [&str; 2] = ["a", "b"];
    assert_eq!(isolde::laws_of_one!(unsized_text[0]), None);
    assert_eq!(isolde::laws_of_two!(unsized_text[0], unsized_text[1]), None);
    assert_eq!(isolde::laws_of_one!(&[1, 2][..]), None);
    assert_eq!(isolde::laws_of_text!("a"), None);
}

#[test]
fn containers_and_pointers() {
    let shared = Rc::new(1);
    holds! {
        vec![1], vec![], vec![1, 2];
        vec![f64::NAN], vec![], vec![0.0];
        [1, 2], [2, 1], [0, 0];
        (1, "a"), (1, "b"), (2, "a");
        Some(1), None, Some(2);
        Ok(1), Err("a"), Ok(2);
        VecDeque::from([1, 2]), VecDeque::from([2]), VecDeque::new();
        HashSet::from([1, 2]), HashSet::from([2, 1]), HashSet::new();
        HashMap::from([(1, 'a')]), HashMap::new(), HashMap::from([(1, 'b')]);
        BTreeSet::from([1, 2]), BTreeSet::from([2, 1]), BTreeSet::new();
        BTreeMap::from([(1, 'a')]), BTreeMap::new(), BTreeMap::from([(1, 'b')]);
        BinaryHeap::from([1]), BinaryHeap::new(), BinaryHeap::from([2]);
        Box::new(1), Box::new(2), Box::new(1);
        shared.clone(), shared, Rc::new(1);
        Cell::new(1), Cell::new(2), Cell::new(1);
        RefCell::new(1), RefCell::new(2), RefCell::new(1);
        &1, &2, &1;
        &mut 1, &mut 2, &mut 1;
        1..2, 1..1, 2..3;
    }
}

#[test]
fn types_without_traits_and_generic_instances() {
    struct Nothing;
    #[derive(Clone)]
    struct OnlyClone<T>(#[allow(dead_code, reason = "cloned")] T);
    #[derive(PartialEq)]
    struct NotReflexive<T>(T);
    holds! {
        Nothing, Nothing, Nothing;
        OnlyClone(Cell::new(1)), OnlyClone(Cell::new(1)), OnlyClone(Cell::new(1));
        NotReflexive(f64::NAN), NotReflexive(0.0), NotReflexive(-0.0);
        NotReflexive(Some("a")), NotReflexive(None), NotReflexive(Some("b"));
    }
    let closure = || ();
    assert_eq!(isolde::laws_of_one!(&closure), None);
}

/// Asserts that iterators break no law.
macro_rules! iterates {
    ($($iterator:expr;)*) => {
        $(assert_eq!(isolde::laws_of_iterator!($iterator), None, "{}", stringify!($iterator));)*
    };
}

#[test]
fn iterators() {
    let vector = vec![3, 1, 2];
    let text = "a b\nß c";
    let map: HashMap<i32, i32> = (0..20).map(|n| (n, n)).collect();
    let tree: BTreeMap<i32, i32> = (0..20).map(|n| (n, n)).collect();
    let set: BTreeSet<i32> = (0..20).collect();
    iterates! {
        vector.iter();
        vector.clone().into_iter();
        vector.clone().drain(1..);
        vector.iter().rev();
        vector.iter().map(|n| n + 1);
        vector.iter().filter(|&&n| n > 1);
        vector.iter().zip(0..);
        vector.iter().chain(&vector);
        vector.iter().skip(1);
        vector.iter().take(2);
        vector.iter().step_by(2);
        vector.iter().enumerate();
        vector.iter().peekable();
        vector.iter().cycle();
        vector.iter().skip_while(|&&n| n > 1);
        vector.iter().take_while(|&&n| n > 1);
        vector.iter().flat_map(|&n| 0..n);
        vector.iter().scan(0, |state, n| { *state += n; Some(*state) });
        vector.chunks(2);
        vector.rchunks(2);
        vector.windows(2);
        vector.split(|&n| n == 1);
        [1.5, f64::NAN].iter();
        [1.5, f64::NAN].into_iter();
        [0; 300].iter();
        0..5;
        0..=5_i64;
        (0..=u8::MAX).rev();
        0_u64..;
        0..1_000_000_000_000_u64;
        std::iter::repeat("a");
        std::iter::empty::<u8>();
        std::iter::once(1);
        std::iter::successors(Some(1_u8), |n| n.checked_mul(2));
        std::iter::repeat_with(|| 1);
        text.chars();
        text.char_indices();
        text.bytes();
        text.lines();
        text.split(' ');
        text.split_whitespace();
        text.rsplit(' ');
        text.splitn(2, ' ');
        text.matches('b');
        text.escape_debug();
        map.iter();
        map.keys();
        map.clone().into_iter();
        tree.iter();
        tree.range(3..9);
        tree.values();
        tree.clone().into_iter();
        set.iter();
        set.difference(&BTreeSet::from([3]));
        VecDeque::from([1, 2, 3]).iter();
        Some(1).into_iter();
        PathBuf::from("a/b/c").components();
        'ß'.to_uppercase();
    }
    let mut twice = vector.iter();
    assert_eq!(isolde::laws_of_iterator!(&mut twice), None);
    assert_eq!(twice.next(), None);
}

/// The iterator that is not fused, not double-ended and not clonable, but ends.
struct Plain(u8);
impl Iterator for Plain {
    type Item = Rc<u8>;
    fn next(&mut self) -> Option<Rc<u8>> {
        self.0 = (self.0 + 1) % 4;
        (self.0 > 0).then(|| Rc::new(self.0))
    }
}

#[test]
fn an_iterator_that_claims_nothing_may_go_on_after_its_end() {
    assert_eq!(isolde::laws_of_iterator!(Plain(0)), None);
}
