//! All laws: their names, promises and assertions.
//!
//! Assertions call methods by their traits' paths, since a type may have a method of its own with the same name, may be a reference, or may
//! implement `Iterator`, which has an `eq` and a `cmp`, too.

use super::law::{Law, Strength};

/// Defines the laws and their numbers.
macro_rules! laws {
    ($($id:ident: $strength:ident $name:literal, $promise:literal, $assertion:expr;)*) => {
        /// The number of a law.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Id { $($id),* }

        /// All laws.
        pub static LAWS: &[Law] = &[$(Law {
            name: $name,
            promise: $promise,
            assertion: $assertion,
            strength: Strength::$strength,
        }),*];
    };
}

impl Id {
    /// The law with this number.
    pub fn law(self) -> &'static Law {
        &LAWS[self as usize]
    }
}

/// A block in which `hashes.hash_one` hashes a value.
macro_rules! hashing {
    ($statement:literal) => {
        concat!(
            "{ use std::hash::{BuildHasher, BuildHasherDefault}; \
             let hashes = BuildHasherDefault::<std::collections::hash_map::DefaultHasher>::default(); ",
            $statement,
            " }"
        )
    };
}

/// A block in which `parsed` parses what `Display` prints of a value.
macro_rules! parsing {
    ($statement:literal) => {
        concat!(
            "{ fn parsed<T: std::fmt::Display + std::str::FromStr>(value: &T) -> Option<T> { value.to_string().parse().ok() } ",
            $statement,
            " }"
        )
    };
}

/// A block in which `borrowed` borrows a value as text.
macro_rules! borrowing_text {
    ($statement:expr) => {
        concat!(
            "{ fn borrowed<T: std::borrow::Borrow<str>>(value: &T) -> &str { std::borrow::Borrow::borrow(value) } ",
            $statement,
            " }"
        )
    };
}

/// A block in which `borrowed` borrows a value as what it dereferences to.
macro_rules! borrowing {
    ($statement:expr) => {
        concat!(
            "{ fn borrowed<T: std::ops::Deref + std::borrow::Borrow<T::Target>>(value: &T) -> &T::Target { std::borrow::Borrow::borrow(value) } ",
            $statement,
            " }"
        )
    };
}

laws! {
    EqDoesNotPanic: Law "eq_does_not_panic", "comparing values with `==` does not panic (`PartialEq`)",
        "let _ = PartialEq::eq(&{0}, &{1})";
    EqReflexive: Law "eq_reflexive", "a value equals itself (`Eq`)",
        "assert!(PartialEq::eq(&{0}, &{0}), \"a value equals itself\")";
    EqSymmetric: Law "eq_symmetric", "if `a == b`, then `b == a` (`PartialEq`)",
        "assert_eq!(PartialEq::eq(&{0}, &{1}), PartialEq::eq(&{1}, &{0}), \"`==` is symmetric\")";
    EqTransitive: Law "eq_transitive", "if `a == b` and `b == c`, then `a == c` (`PartialEq`)",
        "if {0} == {1} && {1} == {2} { assert!({0} == {2}, \"`==` is transitive\") }";
    NeOpposite: Law "ne_opposite", "`a != b` is the opposite of `a == b` (`PartialEq`)",
        "assert_ne!({0} == {1}, {0} != {1}, \"`!=` is the opposite of `==`\")";

    PartialCmpDoesNotPanic: Law "partial_cmp_does_not_panic", "comparing values with `partial_cmp` does not panic (`PartialOrd`)",
        "let _ = PartialOrd::partial_cmp(&{0}, &{1})";
    PartialCmpReflexive: Law "partial_cmp_reflexive",
        "`partial_cmp` of a value with itself is `Some(Equal)` exactly if the value equals itself (`PartialOrd`)",
        "assert_eq!(PartialOrd::partial_cmp(&{0}, &{0}) == Some(std::cmp::Ordering::Equal), PartialEq::eq(&{0}, &{0}), \
         \"`partial_cmp` of a value with itself agrees with `==`\")";
    PartialCmpDual: Law "partial_cmp_dual", "`a < b` exactly if `b > a` (`PartialOrd`)",
        "assert_eq!(PartialOrd::partial_cmp(&{0}, &{1}), PartialOrd::partial_cmp(&{1}, &{0}).map(std::cmp::Ordering::reverse), \
         \"`a < b` exactly if `b > a`\")";
    PartialCmpTransitive: Law "partial_cmp_transitive",
        "if `a < b` and `b < c`, then `a < c`; the same holds for `==` and `>` (`PartialOrd`)",
        "{ let order = PartialOrd::partial_cmp(&{0}, &{1}); \
         if order.is_some() && order == PartialOrd::partial_cmp(&{1}, &{2}) { \
         assert_eq!(PartialOrd::partial_cmp(&{0}, &{2}), order, \"the order is transitive\") } }";
    PartialCmpAgreesWithEq: Law "partial_cmp_agrees_with_eq", "`partial_cmp` returns `Some(Equal)` exactly if `a == b` (`PartialOrd`)",
        "assert_eq!(PartialOrd::partial_cmp(&{0}, &{1}) == Some(std::cmp::Ordering::Equal), {0} == {1}, \
         \"`partial_cmp` returns `Some(Equal)` exactly if the values are equal\")";
    OperatorsAgreeWithPartialCmp: Law "operators_agree_with_partial_cmp",
        "`<`, `<=`, `>` and `>=` agree with `partial_cmp` (`PartialOrd`)",
        "assert_eq!([{0} < {1}, {0} <= {1}, {0} > {1}, {0} >= {1}], PartialOrd::partial_cmp(&{0}, &{1}).map_or([false; 4], \
         |order| [order.is_lt(), order.is_le(), order.is_gt(), order.is_ge()]), \
         \"`<`, `<=`, `>` and `>=` agree with `partial_cmp`\")";

    CmpDoesNotPanic: Law "cmp_does_not_panic", "comparing values with `cmp` does not panic (`Ord`)",
        "let _ = Ord::cmp(&{0}, &{1})";
    CmpReflexive: Law "cmp_reflexive", "`cmp` of a value with itself is `Equal` (`Ord`)",
        "assert_eq!(Ord::cmp(&{0}, &{0}), std::cmp::Ordering::Equal, \"`cmp` of a value with itself\")";
    CmpAntisymmetric: Law "cmp_antisymmetric", "`a.cmp(&b)` is the reverse of `b.cmp(&a)` (`Ord`)",
        "assert_eq!(Ord::cmp(&{0}, &{1}), Ord::cmp(&{1}, &{0}).reverse(), \"`a.cmp(&b)` is the reverse of `b.cmp(&a)`\")";
    CmpTransitive: Law "cmp_transitive",
        "if `a` comes before `b` and `b` before `c`, then `a` comes before `c`, and values that are `Equal` have the same order with all others (`Ord`)",
        "{ let (first, second) = (Ord::cmp(&{0}, &{1}), Ord::cmp(&{1}, &{2})); \
         if first == second || first.is_eq() || second.is_eq() { \
         assert_eq!(Ord::cmp(&{0}, &{2}), first.then(second), \"the order is transitive\") } }";
    CmpAgreesWithEq: Law "cmp_agrees_with_eq", "`cmp` returns `Equal` exactly if `a == b` (`Ord`)",
        "assert_eq!(Ord::cmp(&{0}, &{1}).is_eq(), {0} == {1}, \"`cmp` returns `Equal` exactly if the values are equal\")";
    PartialCmpAgreesWithCmp: Law "partial_cmp_agrees_with_cmp", "`partial_cmp` returns `Some` of what `cmp` returns (`Ord`)",
        "assert_eq!(PartialOrd::partial_cmp(&{0}, &{1}), Some(Ord::cmp(&{0}, &{1})), \"`partial_cmp` agrees with `cmp`\")";

    HashDoesNotPanic: Law "hash_does_not_panic", "hashing a value does not panic (`Hash`)",
        "std::hash::Hash::hash(&{0}, &mut std::collections::hash_map::DefaultHasher::new())";
    HashRepeatable: Law "hash_repeatable", "a value that does not change always has the same hash (`Hash`, `Eq`)",
        hashing!("assert_eq!(hashes.hash_one(&{0}), hashes.hash_one(&{0}), \"a value always has the same hash\")");
    HashAgreesWithEq: Law "hash_agrees_with_eq", "equal values have equal hashes (`Hash`, `Eq`)",
        hashing!("if {0} == {1} { assert_eq!(hashes.hash_one(&{0}), hashes.hash_one(&{1}), \"equal values have equal hashes\") }");

    CloneDoesNotPanic: Law "clone_does_not_panic", "cloning a value does not panic (`Clone`)",
        "let _ = Clone::clone(&{0})";
    DropDoesNotPanic: Law "drop_does_not_panic", "dropping a clone of a value does not panic (`Drop`)",
        "drop(Clone::clone(&{0}))";
    CloneEqualsOriginal: Law "clone_equals_original", "a clone equals its original (`Clone`, `Eq`)",
        "assert!(Clone::clone(&{0}) == {0}, \"a clone equals its original\")";
    CloneHashesEqually: Law "clone_hashes_equally", "a clone that equals its original has the same hash (`Clone`, `Hash`, `Eq`)",
        hashing!("assert_eq!(hashes.hash_one(Clone::clone(&{0})), hashes.hash_one(&{0}), \"a clone has the hash of its original\")");
    CloneFromEqualsClone: Law "clone_from_equals_clone", "after `a.clone_from(&b)`, `a == b` (`Clone`, `Eq`)",
        "{ let mut copy = Clone::clone(&{0}); Clone::clone_from(&mut copy, &{1}); assert!(copy == {1}, \"`clone_from` makes an equal value\") }";

    DebugDoesNotPanic: Law "debug_does_not_panic", "printing a value with `{:?}` neither panics nor fails (`Debug`)",
        "let _ = format!(\"{{0}:?}\")";
    DisplayDoesNotPanic: Law "display_does_not_panic", "printing a value with `{}` neither panics nor fails (`Display`)",
        "let _ = ToString::to_string(&{0})";
    // The documentation of `FromStr` says that the text need not be accepted, nor contain everything, but that it may surprise users.
    DisplayIsParsed: Convention "display_is_parsed", "what `{}` prints can be parsed (`Display`, `FromStr`)",
        parsing!("assert!(parsed(&{0}).is_some(), \"what `Display` prints can be parsed\")");
    DisplayRoundTrip: Convention "display_round_trip", "parsing what `{}` prints gives an equal value (`Display`, `FromStr`, `Eq`)",
        parsing!("assert!(parsed(&{0}).as_ref() == Some(&{0}), \"parsing what `Display` prints gives an equal value\")");
    TextRoundTrip: Convention "text_round_trip",
        "a value that was parsed from what `{}` printed is printed in the same way (`Display`, `FromStr`)",
        parsing!("assert_eq!(parsed(&{0}).as_ref().map(ToString::to_string), Some(ToString::to_string(&{0})), \
                  \"what was printed and parsed is printed in the same way\")");

    BorrowTextAgreesWithEq: Law "borrow_text_agrees_with_eq", "values are equal exactly if the texts that they lend are equal (`Borrow<str>`, `Eq`)",
        borrowing_text!("assert_eq!(borrowed(&{0}) == borrowed(&{1}), PartialEq::eq(&{0}, &{1}), \"`==` agrees with `Borrow`\")");
    BorrowTextAgreesWithCmp: Law "borrow_text_agrees_with_cmp", "values have the order of the texts that they lend (`Borrow<str>`, `Ord`)",
        borrowing_text!("assert_eq!(Ord::cmp(borrowed(&{0}), borrowed(&{1})), Ord::cmp(&{0}, &{1}), \"`cmp` agrees with `Borrow`\")");
    BorrowTextAgreesWithHash: Law "borrow_text_agrees_with_hash", "a value has the hash of the text that it lends (`Borrow<str>`, `Hash`)",
        borrowing_text!(hashing!("assert_eq!(hashes.hash_one(borrowed(&{0})), hashes.hash_one(&{0}), \"`Hash` agrees with `Borrow`\")"));
    BorrowTextAgreesWithAsRef: Convention "borrow_text_agrees_with_as_ref", "`borrow` and `as_ref` lend the same text (`Borrow<str>`, `AsRef<str>`)",
        borrowing_text!("assert_eq!(borrowed(&{0}), AsRef::<str>::as_ref(&{0}), \"`borrow` agrees with `as_ref`\")");
    BorrowAgreesWithEq: Law "borrow_agrees_with_eq",
        "values are equal exactly if what they lend is equal (`Borrow` of the target of `Deref`, `Eq`)",
        borrowing!("assert_eq!(borrowed(&{0}) == borrowed(&{1}), PartialEq::eq(&{0}, &{1}), \"`==` agrees with `Borrow`\")");
    BorrowAgreesWithCmp: Law "borrow_agrees_with_cmp", "values have the order of what they lend (`Borrow` of the target of `Deref`, `Ord`)",
        borrowing!("assert_eq!(Ord::cmp(borrowed(&{0}), borrowed(&{1})), Ord::cmp(&{0}, &{1}), \"`cmp` agrees with `Borrow`\")");
    BorrowAgreesWithHash: Law "borrow_agrees_with_hash", "a value has the hash of what it lends (`Borrow` of the target of `Deref`, `Hash`)",
        borrowing!(hashing!("assert_eq!(hashes.hash_one(borrowed(&{0})), hashes.hash_one(&{0}), \"`Hash` agrees with `Borrow`\")"));
    BorrowAgreesWithDeref: Convention "borrow_agrees_with_deref", "`borrow` and `deref` lend equal values (`Borrow`, `Deref`)",
        borrowing!("assert!(borrowed(&{0}) == std::ops::Deref::deref(&{0}), \"`borrow` agrees with `deref`\")");
    AsRefAgreesWithDeref: Convention "as_ref_agrees_with_deref", "`as_ref` and `deref` lend equal values (`AsRef`, `Deref`)",
        "{ fn as_ref<T: std::ops::Deref + AsRef<T::Target>>(value: &T) -> &T::Target { AsRef::as_ref(value) } \
         assert!(as_ref(&{0}) == std::ops::Deref::deref(&{0}), \"`as_ref` agrees with `deref`\") }";

    NextDoesNotPanic: Law "next_does_not_panic", "taking items from an iterator does not panic (`Iterator`)",
        "for _ in Iterator::take({0}, 256) {}";
    SizeHintLower: Law "size_hint_lower", "the lower bound of `size_hint` is at most the number of items left, at every step (`Iterator`)",
        "{ let mut items = {0}; let (mut least, mut count) = (Iterator::size_hint(&items).0, 0_usize); \
         while Iterator::next(&mut items).is_some() { count += 1; least = least.max(count.saturating_add(Iterator::size_hint(&items).0)); } \
         assert!(least <= count, \"`size_hint` promises no more items than there are\") }";
    SizeHintUpper: Law "size_hint_upper", "the upper bound of `size_hint` is at least the number of items left, at every step (`Iterator`)",
        "{ let mut items = {0}; let mut most = usize::MAX; for count in 0..256_usize { \
         most = most.min(Iterator::size_hint(&items).1.map_or(usize::MAX, |upper| count.saturating_add(upper))); \
         if Iterator::next(&mut items).is_none() { break; } \
         assert!(count < most, \"there are no more items than `size_hint` admits\"); } }";
    LenExact: Law "len_exact", "`len` is the number of items left, at every step (`ExactSizeIterator`)",
        "{ let mut items = {0}; for _ in 0..256 { let length = ExactSizeIterator::len(&items); \
         if Iterator::next(&mut items).is_none() { assert_eq!(length, 0, \"`len` at the end\"); break; } \
         assert_eq!(Some(ExactSizeIterator::len(&items)), length.checked_sub(1), \"`len` decreases by one with each item\"); } }";
    Fused: Law "fused", "after `None`, the iterator returns `None` (`FusedIterator`)",
        "{ let mut items = {0}; while Iterator::next(&mut items).is_some() {} \
         assert!(Iterator::next(&mut items).is_none(), \"after `None`, the iterator returns `None`\") }";
    FusedBack: Law "fused_back", "after `next` returned `None`, so does `next_back` (`FusedIterator`, `DoubleEndedIterator`)",
        "{ let mut items = {0}; while Iterator::next(&mut items).is_some() {} \
         assert!(DoubleEndedIterator::next_back(&mut items).is_none(), \"after `next` returned `None`, so does `next_back`\") }";
    // An iterator may draw random numbers, or share its state with its clones.
    CloneYieldsSameItems: Convention "clone_yields_same_items", "a clone of an iterator yields the same items (`Iterator`, `Clone`)",
        "assert!(Iterator::eq(Iterator::take(Clone::clone(&{0}), 256), Iterator::take({0}, 256)), \"a clone yields the same items\")";
    CountAgreesWithNext: Law "count_agrees_with_next", "`count` is the number of items that `next` yields (`Iterator`)",
        "{ let mut items = Clone::clone(&{0}); let mut count = 0; while Iterator::next(&mut items).is_some() { count += 1; } \
         assert_eq!(Iterator::count({0}), count, \"`count` agrees with `next`\") }";
    LastAgreesWithNext: Law "last_agrees_with_next", "`last` is the last item that `next` yields (`Iterator`)",
        "{ let mut last = None; for item in Clone::clone(&{0}) { last = Some(item); } \
         assert!(Iterator::last({0}) == last, \"`last` agrees with `next`\") }";
    NthAgreesWithNext: Law "nth_agrees_with_next", "`nth(1)` is the second item that `next` yields, and `next` goes on after it (`Iterator`)",
        "{ let (mut items, mut skipping) = (Clone::clone(&{0}), {0}); if Iterator::next(&mut items).is_some() { \
         let second = Iterator::next(&mut items); assert!(Iterator::nth(&mut skipping, 1) == second, \"`nth(1)` is the second item\"); \
         if second.is_some() { assert!(Iterator::next(&mut skipping) == Iterator::next(&mut items), \"`next` goes on after `nth`\") } } }";
    BackwardsAgreesWithForwards: Law "backwards_agrees_with_forwards",
        "`next_back` yields the items that `next` yields, in reverse order (`DoubleEndedIterator`)",
        "{ let forwards: Vec<_> = Iterator::collect(Clone::clone(&{0})); \
         let mut backwards: Vec<_> = Iterator::collect(Iterator::take(Iterator::rev({0}), forwards.len() + 1)); \
         backwards.reverse(); assert!(backwards == forwards, \"`next_back` yields the same items in reverse order\") }";
    EndsMeet: Law "ends_meet", "taken from both ends in turn, each item is yielded once (`DoubleEndedIterator`)",
        "{ let count = Iterator::count(Clone::clone(&{0})); let mut items = {0}; let (mut taken, mut at_front) = (0, true); \
         while taken <= count && (if at_front { Iterator::next(&mut items) } else { DoubleEndedIterator::next_back(&mut items) }).is_some() { \
         taken += 1; at_front = !at_front; } \
         assert_eq!(taken, count, \"taken from both ends, each item is yielded once\") }";
    SizeHintFromBothEnds: Law "size_hint_from_both_ends",
        "`size_hint` is truthful while items are taken from both ends in turn (`DoubleEndedIterator`)",
        "{ let mut count = Iterator::count(Clone::clone(&{0})); let mut items = {0}; let mut at_front = true; loop { \
         let (least, most) = Iterator::size_hint(&items); \
         assert!((least..=most.unwrap_or(usize::MAX)).contains(&count), \"`size_hint` is truthful\"); \
         if (if at_front { Iterator::next(&mut items) } else { DoubleEndedIterator::next_back(&mut items) }).is_none() { break; } \
         count -= 1; at_front = !at_front; } }";

    ReadWithinBuffer: Law "read_within_buffer", "`read` returns at most the length of the buffer (`Read`)",
        "{ let (mut reader, mut buffer) = ({0}, [0; 64]); for length in [0, 1, 2, 3, 64] { \
         if let Ok(count) = std::io::Read::read(&mut reader, &mut buffer[..length]) { \
         assert!(count <= length, \"`read` returns at most the length of the buffer\"); } } }";
    WriteWithinBuffer: Law "write_within_buffer", "`write` returns at most the length of the buffer (`Write`)",
        "{ let mut writer = {0}; for length in [0, 1, 2, 3, 64] { \
         if let Ok(count) = std::io::Write::write(&mut writer, &[0; 64][..length]) { \
         assert!(count <= length, \"`write` returns at most the length of the buffer\"); } } }";
}
