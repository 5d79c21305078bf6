use super::*;
use crate::Shape;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::rc::Rc;

macro_rules! observed {
    ($value:expr) => {{
        let mut observer = Observer::default();
        crate::observe!(&mut observer, &$value);
        observer.finish()
    }};
}

fn source(text: &str) -> Observed {
    Observed::Source(text.into())
}
fn pattern(text: &str) -> Observed {
    Observed::Pattern(text.into())
}

#[derive(Debug)]
struct OnlyDebug(#[allow(dead_code, reason = "printed")] u8);
struct OnlyDisplay;
impl fmt::Display for OnlyDisplay {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("shown")
    }
}
#[derive(Clone)]
struct Nothing;

#[test]
fn values_with_an_equal_expression_show_it() {
    assert_eq!(observed!(5u8), source("5"));
    assert_eq!(observed!(i64::MIN), source("i64::MIN"));
    assert_eq!(observed!(true), source("true"));
    assert_eq!(observed!('x'), source("'x'"));
    assert_eq!(observed!(0.5f32), source("0.5"));
    assert_eq!(observed!("a\n"), source("\"a\\n\""));
    assert_eq!(observed!(String::from("a")), source("\"a\""));
    assert_eq!(
        observed!(Some(String::from("a"))),
        source("Some(\"a\".to_string())")
    );
    assert_eq!(observed!(Some("a")), source("Some(\"a\")"));
    assert_eq!(observed!(None::<u8>), source("None"));
    assert_eq!(observed!(vec!["a".to_string()]), source("[\"a\"]"));
    assert_eq!(observed!([1, 2]), source("[1, 2]"));
    assert_eq!(observed!(VecDeque::from([1])), source("[1]"));
    assert_eq!(observed!(Some(vec![1])), source("Some(vec![1])"));
    assert_eq!(observed!(Some(&[1u8, 2][..])), source("Some(&[1, 2][..])"));
    assert_eq!(observed!(b"a\t".to_vec()), source("b\"a\\t\""));
    assert_eq!(observed!(&b"ab"[..]), source("b\"ab\""));
    assert_eq!(observed!(*b"ab"), source("*b\"ab\""));
    assert_eq!(observed!(Some(b"ab")), source("Some(&*b\"ab\")"));
    assert_eq!(observed!(Some(&b"ab"[..])), source("Some(&b\"ab\"[..])"));
    assert_eq!(
        observed!(Some(b"ab".to_vec())),
        source("Some(b\"ab\".to_vec())")
    );
    assert_eq!(
        observed!(Some(Cow::Borrowed(&b"ab"[..]))),
        source("Some(std::borrow::Cow::from(b\"ab\".to_vec()))")
    );
    assert_eq!(
        observed!(Box::<[u8]>::from(*b"ab")),
        source("Box::<[_]>::from(*b\"ab\")")
    );
    assert_eq!(observed!(vec![97u16, 98]), source("[97, 98]"));
    assert_eq!(observed!(vec![7; 9]), source("[7; 9]"));
    assert_eq!(observed!(Some(vec![7; 9])), source("Some(vec![7; 9])"));
    assert_eq!(observed!(&[1u8, 2][..]), source("[1, 2]"));
    assert_eq!(observed!(&vec![1]), source("&[1]"));
    assert_eq!(observed!(&5), source("&5"));
    assert_eq!(observed!(&(1..2)), source("&(1..2)"));
    assert_eq!(observed!((1,)), source("(1,)"));
    assert_eq!(observed!((1, "a", None::<()>)), source("(1, \"a\", None)"));
    assert_eq!(observed!(Box::new(5)), source("Box::new(5)"));
    assert_eq!(
        observed!(Rc::<str>::from("a")),
        source("std::rc::Rc::<str>::from(\"a\")")
    );
    assert_eq!(observed!(Cow::Borrowed("a")), source("\"a\""));
    assert_eq!(observed!(Ok::<(), String>(())), source("Ok(())"));
    assert_eq!(
        observed!(BTreeMap::from([(1, 'a')])),
        source("std::collections::BTreeMap::from([(1, 'a')])")
    );
}

#[test]
fn hashed_collections_show_the_same_order_always() {
    let numbers: HashSet<i32> = (0..20).map(|n| n - 5).collect();
    let Observed::Source(text) = observed!(numbers) else {
        panic!("a set has an expression")
    };
    assert!(
        text.starts_with("std::collections::HashSet::from([-5, -4,"),
        "{text}"
    );
    assert!(text.ends_with("9, 10, 11, 12, 13, 14])"), "{text}");
    let map: HashMap<u8, &str> = HashMap::from([(10, "a"), (9, "b")]);
    assert_eq!(
        observed!(map),
        source("std::collections::HashMap::from([(9, \"b\"), (10, \"a\")])")
    );
}

#[test]
fn values_that_equal_no_expression_are_observed_in_other_ways() {
    let empty = Observed::Predicate("{}.is_empty()".into());
    assert_eq!(
        observed!(f64::NAN),
        Observed::Predicate("{}.is_nan()".into())
    );
    assert_eq!(observed!(0.0), source("0.0"));
    assert_eq!(
        observed!(-0.0_f32),
        Observed::Predicate("{}.to_bits() == (-0.0_f32).to_bits()".into())
    );
    assert_eq!(observed!(Vec::<u8>::new()), empty);
    assert_eq!(observed!(&[0u8; 0][..]), empty);
    assert_eq!(
        observed!(Some(f64::NAN)),
        Observed::Debug("Some(NaN)".into())
    );
    assert_eq!(
        observed!(vec![Vec::<u8>::new()]),
        Observed::Debug("[[]]".into())
    );
    assert_eq!(observed!(()), Observed::Unit);
}

#[test]
fn without_an_expression_debug_then_display_then_the_variant_counts() {
    assert_eq!(
        observed!(OnlyDebug(5)),
        Observed::Debug("OnlyDebug(5)".into())
    );
    assert_eq!(
        observed!(vec![Some(OnlyDebug(5))]),
        Observed::Debug("[Some(OnlyDebug(5))]".into())
    );
    assert_eq!(observed!(OnlyDisplay), Observed::Display("shown".into()));
    assert_eq!(observed!(Nothing), Observed::Opaque);
    assert_eq!(observed!(&Nothing), Observed::Opaque);
    assert_eq!(observed!(vec![Nothing]), Observed::Opaque);
    assert_eq!(observed!(Some(Nothing)), pattern("Some(_)"));
    assert_eq!(observed!(None::<Nothing>), pattern("None"));
}

#[test]
fn parts_of_a_result_are_observed_when_the_whole_cannot_be() {
    assert_eq!(observed!(Ok::<Nothing, String>(Nothing)), pattern("Ok(_)"));
    assert_eq!(
        observed!(Err::<Nothing, String>("no".into())),
        pattern("Err(error) if error == \"no\"")
    );
    assert_eq!(observed!(Ok::<u8, Nothing>(5)), pattern("Ok(5)"));
    assert_eq!(observed!(Ok::<(), Nothing>(())), pattern("Ok(())"));
    assert_eq!(
        observed!(Err::<Nothing, OnlyDebug>(OnlyDebug(1))),
        pattern("Err(error) if format!(\"{error:?}\") == \"OnlyDebug(1)\"")
    );
    assert_eq!(
        observed!(Err::<Nothing, OnlyDisplay>(OnlyDisplay)),
        pattern("Err(error) if error.to_string() == \"shown\"")
    );
    assert_eq!(
        observed!(Ok::<Option<Nothing>, u8>(Some(Nothing))),
        pattern("Ok(Some(_))")
    );
}

#[test]
fn memory_addresses_are_not_observed() {
    let value = 5u8;
    assert_eq!(observed!(&raw const value), Observed::Opaque);
    assert_eq!(observed!(Some(&raw const value)), pattern("Some(_)"));
    struct Hexadecimal;
    impl fmt::Debug for Hexadecimal {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("0xdeadbeef")
        }
    }
    assert_eq!(observed!(Hexadecimal), Observed::Debug("0xdeadbeef".into()));
}

macro_rules! shape {
    ($value:expr) => {{
        let mut shape = Shape::default();
        crate::shape!(&mut shape, &$value);
        shape.value()
    }};
}

#[test]
fn shapes_tell_variants_signs_and_emptiness_apart() {
    #[allow(dead_code, reason = "variants are told apart without their content")]
    enum Own {
        A,
        B(u8),
    }
    assert_eq!(shape!(5), shape!(6));
    assert_ne!(shape!(5), shape!(-6));
    assert_ne!(shape!(5), shape!(0));
    assert_eq!(shape!("a"), shape!("b"));
    assert_ne!(shape!("a"), shape!(""));
    assert_ne!(shape!(Own::A), shape!(Own::B(1)));
    assert_eq!(shape!(Own::B(2)), shape!(Own::B(1)));
    let result = |own| Err::<Nothing, Own>(own);
    assert_ne!(shape!(result(Own::A)), shape!(result(Own::B(1))));
    assert_ne!(shape!(result(Own::A)), shape!(Ok::<Nothing, Own>(Nothing)));
    assert_ne!(shape!(Some(Nothing)), shape!(None::<Nothing>));
    assert_ne!(shape!(vec![1]), shape!(vec![1, 2]));
    assert_eq!(shape!(vec![Nothing.clone()]), shape!(Vec::<Nothing>::new()));
}

#[test]
fn byte_strings_behind_mutable_references_are_copied() {
    let written = |value: &dyn Source| {
        let mut text = String::new();
        assert!(value.source(&mut text));
        text
    };
    let (slice, array): (&mut [u8], &mut [u8; 2]) = (&mut [b'o', b'k'], &mut [b'o', b'k']);
    assert_eq!(written(&(1_u8, slice)), "(1, &mut { *b\"ok\" }[..])");
    assert_eq!(written(&Some(array)), "Some(&mut { *b\"ok\" })");
    assert_eq!(&mut { *b"ok" }[..], &mut [b'o', b'k'][..]);
}
