//! Each law is found broken in a type that breaks it, and in no correct type; the laws' assertions, compiled into a program, say the same.

mod correct;
mod edges;
mod program;
mod types;

use isolde::laws::{LAWS, Law};
use types::{Channel, Fault, Name, Numbers, Partial, Pointer, Sample};

/// A type that breaks a law, and what the law is about.
struct Case {
    fault: Fault,
    /// The law found in the values.
    found: Option<&'static Law>,
    /// The law found in the same values of the correct type.
    found_in_twin: Option<&'static Law>,
    /// The values, as source text with `{fault}` in place of the fault.
    values: Vec<String>,
}

impl Case {
    /// The law's name: the fault's in snake case.
    fn name(&self) -> String {
        let name = format!("{:?}", self.fault);
        let mut snake = String::new();
        for (at, letter) in name.char_indices() {
            if letter.is_uppercase() && at > 0 {
                snake.push('_');
            }
            snake.push(letter.to_ascii_lowercase());
        }
        snake
    }

    fn law(&self) -> &'static Law {
        let name = self.name();
        LAWS.iter()
            .find(|law| law.name == name)
            .unwrap_or_else(|| panic!("there is no law {name}"))
    }
}

/// The laws of values by reference.
macro_rules! found {
    (one $values:expr) => {{
        let [a] = $values;
        isolde::laws_of_one!(&a)
    }};
    (two $values:expr) => {{
        let [a, b] = $values;
        isolde::laws_of_two!(&a, &b)
    }};
    (three $values:expr) => {{
        let [a, b, c] = $values;
        isolde::laws_of_three!(&a, &b, &c)
    }};
    (text $values:expr) => {{
        let [a] = $values;
        isolde::laws_of_text!(&a)
    }};
    (views $values:expr) => {{
        let [a, b] = $values;
        isolde::laws_of_views!(&a, &b)
    }};
    (iterator $values:expr) => {{
        let [a] = $values;
        isolde::laws_of_iterator!(a)
    }};
    (reader $values:expr) => {{
        let [a] = $values;
        isolde::laws::of_reader(a)
    }};
    (writer $values:expr) => {{
        let [a] = $values;
        isolde::laws::of_writer(a)
    }};
}

/// One case for each fault.
macro_rules! cases_of {
    ($($fault:ident $laws:ident $type:ident [$(($($argument:tt)*)),*];)*) => {
        fn cases() -> Vec<Case> {
            vec![$(Case {
                fault: Fault::$fault,
                found: found!($laws [$($type::<{ Fault::$fault as u8 }>::new($($argument)*)),*]),
                found_in_twin: found!($laws [$($type::<{ Fault::NoFault as u8 }>::new($($argument)*)),*]),
                values: vec![$(concat!(stringify!($type), "::<{ Fault::{fault} as u8 }>::new(", stringify!($($argument)*), ")").to_owned()),*],
            }),*]
        }
    };
}

cases_of! {
    EqDoesNotPanic one Sample[(1)];
    EqReflexive one Sample[(1)];
    EqSymmetric two Sample[(1), (2)];
    EqTransitive three Sample[(1), (2), (3)];
    NeOpposite two Sample[(1), (2)];
    PartialCmpDoesNotPanic one Sample[(1)];
    PartialCmpReflexive one Sample[(1)];
    PartialCmpDual two Sample[(1), (2)];
    PartialCmpTransitive three Partial[(0.0), (1.0), (2.0)];
    PartialCmpAgreesWithEq two Sample[(2), (3)];
    OperatorsAgreeWithPartialCmp two Sample[(2), (2)];
    CmpDoesNotPanic one Sample[(1)];
    CmpReflexive one Sample[(1)];
    CmpAntisymmetric two Sample[(1), (2)];
    CmpTransitive three Sample[(0), (1), (2)];
    CmpAgreesWithEq two Sample[(1), (2)];
    PartialCmpAgreesWithCmp two Sample[(1), (2)];
    HashDoesNotPanic one Sample[(1)];
    HashRepeatable one Sample[(1)];
    HashAgreesWithEq two Sample[(2), (3)];
    CloneDoesNotPanic one Sample[(1)];
    DropDoesNotPanic one Sample[(1)];
    CloneEqualsOriginal one Sample[(1)];
    CloneHashesEqually one Sample[(1)];
    CloneFromEqualsClone two Sample[(1), (2)];
    DebugDoesNotPanic text Sample[(1)];
    DisplayDoesNotPanic text Sample[(1)];
    DisplayIsParsed text Sample[(1)];
    DisplayRoundTrip text Sample[(1)];
    TextRoundTrip text Partial[(1.5)];
    BorrowTextAgreesWithEq views Name[("a"), ("A")];
    BorrowTextAgreesWithCmp views Name[("a"), ("b")];
    BorrowTextAgreesWithHash views Name[("a"), ("b")];
    BorrowTextAgreesWithAsRef views Name[("a"), ("b")];
    BorrowAgreesWithEq views Pointer[(2), (3)];
    BorrowAgreesWithCmp views Pointer[(2), (3)];
    BorrowAgreesWithHash views Pointer[(2), (3)];
    BorrowAgreesWithDeref views Pointer[(2), (3)];
    AsRefAgreesWithDeref views Pointer[(2), (3)];
    NextDoesNotPanic iterator Numbers[(5)];
    SizeHintLower iterator Numbers[(5)];
    SizeHintUpper iterator Numbers[(5)];
    LenExact iterator Numbers[(5)];
    Fused iterator Numbers[(5)];
    FusedBack iterator Numbers[(5)];
    CloneYieldsSameItems iterator Numbers[(5)];
    CountAgreesWithNext iterator Numbers[(5)];
    LastAgreesWithNext iterator Numbers[(5)];
    NthAgreesWithNext iterator Numbers[(5)];
    BackwardsAgreesWithForwards iterator Numbers[(5)];
    EndsMeet iterator Numbers[(5)];
    SizeHintFromBothEnds iterator Numbers[(5)];
    ReadWithinBuffer reader Channel[(5)];
    WriteWithinBuffer writer Channel[(5)];
}

#[test]
fn each_law_is_found_broken_in_a_type_that_breaks_it_and_not_in_its_twin() {
    let cases = cases();
    for case in &cases {
        let names = [case.found, case.found_in_twin].map(|law| law.map(|law| law.name));
        assert_eq!(names, [Some(&*case.name()), None], "{}", case.name());
    }
    for law in LAWS {
        let cases = cases.iter().filter(|case| case.name() == law.name);
        assert_eq!(cases.count(), 1, "{}", law.name);
    }
}

#[test]
fn assertions_are_written_for_variables_and_for_references() {
    let text = |name: &str, places: &[&str]| {
        let law = LAWS.iter().find(|law| law.name == name);
        law.map(|law| law.assertion_for(places))
    };
    assert_eq!(
        text("debug_does_not_panic", &["a"]).as_deref(),
        Some("let _ = format!(\"{a:?}\")")
    );
    assert_eq!(
        text("debug_does_not_panic", &["*a"]).as_deref(),
        Some("let _ = format!(\"{a:?}\")")
    );
    assert_eq!(
        text("cmp_does_not_panic", &["*a"]).as_deref(),
        Some("let _ = Ord::cmp(a, a)")
    );
    assert_eq!(
        text("eq_transitive", &["a", "*b", "c"]).as_deref(),
        Some("if a == *b && *b == c { assert!(a == c, \"`==` is transitive\") }")
    );
}
