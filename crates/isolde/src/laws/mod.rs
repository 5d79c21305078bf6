//! Laws: what the documentation of the standard library's traits promises about all types that implement them.
//!
//! The macros take values of any concrete type, find out which of the traits it implements, and check the laws of these traits. Each returns the
//! first law that is broken, if any. They never unwind: a panic breaks a law, too. A comparison of a `RefCell` that is mutably borrowed panics,
//! so values should not be checked while a guard of a part of them lives.
//!
//! - [`laws_of_one!`](crate::laws_of_one!): a value equals itself and its clone;
//! - [`laws_of_two!`](crate::laws_of_two!): comparisons agree with each other and with hashes;
//! - [`laws_of_three!`](crate::laws_of_three!): transitivity;
//! - [`laws_of_text!`](crate::laws_of_text!): printing and parsing;
//! - [`laws_of_views!`](crate::laws_of_views!): `Borrow`, `AsRef` and `Deref`;
//! - [`laws_of_iterator!`](crate::laws_of_iterator!): iterators;
//! - [`of_reader`] and [`of_writer`]: `Read` and `Write`.
//!
//! Each law has an assertion that fails where the law is broken; the assertion uses nothing but the standard library.
//!
//! ```
//! #[derive(PartialEq, Eq)]
//! struct Reversed(u8);
//! impl PartialOrd for Reversed {
//!     fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
//!         Some(self.cmp(other))
//!     }
//! }
//! impl Ord for Reversed {
//!     fn cmp(&self, other: &Self) -> std::cmp::Ordering {
//!         if self.0 > other.0 { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
//!     }
//! }
//! let law = isolde::laws_of_one!(&Reversed(1)).unwrap();
//! assert_eq!(law.name, "partial_cmp_reflexive");
//! assert_eq!(isolde::laws_of_two!("a", "b"), None);
//! ```

mod compare;
mod guard;
#[doc(hidden)]
mod iterate;
mod law;
#[doc(hidden)]
pub mod probe;
mod stream;
mod table;
#[doc(hidden)]
mod text;
mod transfer;
#[doc(hidden)]
mod values;
#[doc(hidden)]
mod views;

pub use law::{Law, Strength};
pub use table::LAWS;
pub use transfer::{of_reader, of_writer};

/// The first law that a value breaks by itself or together with a clone of it: `laws_of_one!(&a)`.
#[macro_export]
macro_rules! laws_of_one {
    ($a:expr) => {
        $crate::__laws_of!(one, [$a])
    };
}

/// The first law that two values of one type break: `laws_of_two!(&a, &b)`. Laws that contain `{1}` are about both.
#[macro_export]
macro_rules! laws_of_two {
    ($a:expr, $b:expr) => {
        $crate::__laws_of!(two, [$a, $b])
    };
}

/// The first law of transitivity that three values of one type break: `laws_of_three!(&a, &b, &c)`. If a method panics, this law is the one whose
/// assertion calls it.
#[macro_export]
macro_rules! laws_of_three {
    ($a:expr, $b:expr, $c:expr) => {
        $crate::__laws_of!(three, [$a, $b, $c])
    };
}

/// The first law of `Debug`, `Display` and `FromStr` that a value breaks: `laws_of_text!(&a)`. It is slower than the other checks.
#[macro_export]
macro_rules! laws_of_text {
    ($a:expr) => {
        // The caller's expression must not see what is imported here.
        match [$a] {
            given => {
                #[allow(unused_imports)]
                use $crate::laws::probe::{
                    HasDebug as _, HasDisplay as _, HasFromStr as _, LacksDebug as _,
                    LacksDisplay as _, LacksFromStr as _, Printing, Probe, Texts, Values, text,
                };
                let probe = Probe::of(&given);
                let traits = $crate::__traits_of!(probe);
                text(&Texts {
                    values: Values {
                        given: &given,
                        traits: &traits,
                    },
                    printing: &Printing {
                        debug: (&probe).debugging(),
                        display: (&probe).displaying(),
                        check_parsed: (&probe).parsing(),
                    },
                })
            }
        }
    };
}

/// The first law that two values of one type break by what they lend by `Borrow`, `AsRef` and `Deref`: `laws_of_views!(&a, &b)`. The two values may
/// be the same. Text and the target of `Deref` are checked, since a type may lend values of any number of types.
#[macro_export]
macro_rules! laws_of_views {
    ($a:expr, $b:expr) => {
        // The caller's expression must not see what is imported here.
        match [$a, $b] {
            given => {
                #[allow(unused_imports)]
                use $crate::laws::probe::{
                    HasAsRef as _, HasBorrow as _, HasTarget as _, LacksAsRef as _,
                    LacksBorrow as _, LacksTarget as _, Lenders, Probe, Values, ViewProbe, Views,
                    views,
                };
                let traits = $crate::__traits_of!(Probe::of(&given));
                let text = ViewProbe::text(&given);
                let (target, deref) = (&Probe::of(&given)).target();
                views(
                    &Lenders {
                        values: Values {
                            given: &given,
                            traits: &traits,
                        },
                        views: &Views {
                            borrow: (&text).by_borrow(),
                            as_ref: (&text).by_as_ref(),
                            deref: None,
                        },
                        traits: &$crate::__traits_of!(text.lent()),
                    },
                    &Lenders {
                        values: Values {
                            given: &given,
                            traits: &traits,
                        },
                        views: &Views {
                            borrow: (&target).by_borrow(),
                            as_ref: (&target).by_as_ref(),
                            deref,
                        },
                        traits: &$crate::__traits_of!(target.lent()),
                    },
                )
            }
        }
    };
}

/// The first law that an iterator breaks: `laws_of_iterator!(iterator)`. At most 256 items are taken; laws that need the end of the iterator, and
/// clones of it, are checked if it ends before. Laws that contain `Clone` in their promise or assertion are checked if the iterator implements it.
#[macro_export]
macro_rules! laws_of_iterator {
    ($iterator:expr) => {
        // The caller's expression must not see what is imported here.
        match $iterator {
            given => {
                #[allow(unused_imports)]
                use $crate::laws::probe::{
                    HasBack as _, HasEqItems as _, HasFused as _, HasIteratorClone as _,
                    HasLen as _, IteratorProbe, IteratorTraits, LacksBack as _, LacksEqItems as _,
                    LacksFused as _, LacksIteratorClone as _, LacksLen as _, Original, iterator,
                };
                let probe = IteratorProbe::of(&given);
                let traits = IteratorTraits {
                    duplicate: (&probe).duplicate(),
                    length: (&probe).length(),
                    is_fused: (&probe).is_fused(),
                    back: (&probe).back(),
                    same: (&probe).same(),
                };
                iterator(::std::boxed::Box::new(Original::new(given, &traits)))
            }
        }
    };
}

/// Calls a check with values of one type and its traits.
#[doc(hidden)]
#[macro_export]
macro_rules! __laws_of {
    ($check:ident, $values:expr) => {
        match $values {
            given => $crate::laws::probe::$check(&$crate::laws::probe::Values {
                given: &given,
                traits: &$crate::__traits_of!($crate::laws::probe::Probe::of(&given)),
            }),
        }
    };
}

/// The traits of the type that a `Probe` stands for.
#[doc(hidden)]
#[macro_export]
macro_rules! __traits_of {
    ($probe:expr) => {{
        #[allow(unused_imports)]
        use $crate::laws::probe::{
            HasClone as _, HasEq as _, HasHash as _, HasOrd as _, HasPartialEq as _,
            HasPartialOrd as _, LacksClone as _, LacksEq as _, LacksHash as _, LacksOrd as _,
            LacksPartialEq as _, LacksPartialOrd as _, Traits,
        };
        // One reference, so that the traits for `Probe` are tried first.
        let probe = &$probe;
        Traits {
            equality: probe.equality(),
            is_eq: probe.is_eq(),
            partial_order: probe.partial_order(),
            order: probe.order(),
            hash: probe.hashing(),
            cloning: probe.cloning(),
        }
    }};
}
