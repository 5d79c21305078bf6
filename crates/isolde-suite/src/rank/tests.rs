mod doubts;
mod limits;

use super::entry::{Function, functions};
use super::*;
use isolde_record::{FakeSource, MockSource, Observation};

const SOURCE: &str = r#"
pub struct Ring { items: Vec<u8> }
const MOST: usize = 9;

impl Ring {
    pub fn with(&mut self, at: usize, count: usize) {
        assert!(count <= MOST, "too many: {count}");
        assert!(
            at < self.items.len(),
            "no such place"
        );
        let free = self.items.len() - at;
        assert!(free > count, "full");
        assert_eq!(at % 2, 0);
    }
}

mod inner {
    pub fn sorted(values: &[u8]) {
        assert!(other() > values[0]);
    }
    pub fn ratio(a: u32, b: u32) -> u32 {
        assert_ne!(a, b);
        debug_assert!(a > b);
        if a == 7 {
            panic!("seven");
        }
        a / (a - b)
    }
    fn guarded(&self, base: u8, items: &[u8]) {
        if cfg!(debug_assertions) {
            if base == 10 {
                debug_assert!(base < items[0], "small");
            }
        }
        assert!(self.items.len() != 0);
        let length = items.len();
        assert!(length > 3);
        if base > 3 {
            let other = work(base);
            assert!(other > 3, "nested");
        }
        for item in items {}
        assert!(base < 9, "after a loop");
    }
    fn closed(values: &[u8]) {
        assert!(values.iter().all(|value| *value < 7));
        assert!(!values.is_empty() && !flag);
    }
}
"#;

fn states(line: u32) -> bool {
    let functions = functions(SOURCE.parse().expect("it is Rust"));
    let inside: Vec<&Function> = functions.iter().filter(|it| it.holds(line)).collect();
    assert_eq!(inside.len(), 1, "line {line}");
    inside[0].states(line)
}

fn line(text: &str) -> u32 {
    let at = SOURCE.lines().position(|line| line.contains(text));
    at.expect("the source has this line") as u32 + 1
}

#[test]
fn assertions_over_parameters_at_the_beginning_are_preconditions() {
    // A call of another function is no variable, so it may take part.
    for text in [
        "count <= MOST",
        "no such place",
        "assert_ne!(a, b)",
        "other() >",
        "debug_assert!(a > b)",
        "seven",
        "debug_assert!(base",
        "self.items.len() != 0",
        "length > 3",
    ] {
        assert!(states(line(text)), "{text}");
    }
}

#[test]
fn what_a_function_finds_out_on_its_way_is_none() {
    for text in [
        "free > count",
        "at % 2",
        "|value|",
        "nested",
        "after a loop",
        "!flag",
    ] {
        assert!(!states(line(text)), "{text}");
    }
}

#[test]
fn functions_that_a_macro_makes_are_recognised_by_their_messages() {
    let source = r#"
        macro_rules! fixed {
            ($($t:ty),* => $size:expr) => {$(
                impl Fixed for $t {
                    fn decode(src: &[u8]) -> $t {
                        assert_eq!(src.len(), Self::size());
                        assert!(src[0] < $size, "no {} here", $size);
                        assert!(src[0] > 0);
                        let first = work(src);
                        assert!(first > 0, "nothing left");
                        assert!(src[1] > 0);
                    }
                }
            )*};
        }
        fixed!(u8, u16 => 2);
    "#;
    let functions = functions(source.parse().expect("it is Rust"));
    let [decode] = &functions[..] else {
        panic!("one function");
    };
    assert!(decode.says("assertion `left == right` failed\n  left: 1"));
    assert!(decode.says("no 2 here"));
    assert!(!decode.says("nothing left"));
    // Another assertion has such a message, too.
    assert!(!decode.says("assertion failed: src[1] > 0"));
    assert!(!decode.says("assertion `left != right` failed"));
}

#[test]
fn a_panic_with_a_message_refuses_arguments_unless_the_function_returns_errors() {
    let source = "
        fn map(from: &[u8]) -> u8 {
            for byte in from {
                if find(byte) {
                    panic!(\"no such byte\");
                }
                assert!(*byte > 3, \"invariant\");
                panic!(\"BUG: the heap is no heap\");
            }
            panic!()
        }
        fn checked(from: &[u8]) -> Result<u8, Error> {
            panic!(\"two\")
        }
    ";
    let functions = functions(source.parse().expect("it is Rust"));
    let refused = |line: u32| {
        let mut inside = functions.iter().filter(|function| function.holds(line));
        inside.any(|function| function.refuses(line))
    };
    let lines: Vec<u32> = (1..16).filter(|&line| refused(line)).collect();
    assert_eq!(lines, [5]);
}

#[test]
fn a_panic_that_the_function_inside_announces_is_a_precondition_of_the_caller() {
    let outcome = Outcome::Panicked(PanicInfo {
        message: "conversions need 4 bytes".into(),
        file: "/c/src/stack.rs".into(),
        line: 20,
        column: 1,
        step: None,
        law: None,
    });
    let test = finding(outcome, &[], "f(&[])");
    let inside = |kind| {
        [Documented {
            function: "inner".into(),
            file: test.thunk.file.clone(),
            line: 18,
            end_line: 24,
            announced: [kind].into(),
            ..Documented::default()
        }]
    };
    let rank = |documented: &[Documented]| ranks(Path::new("/nowhere"), documented).of(&test);
    assert_eq!(rank(&inside(PanicKind::Panic)), Rank::Precondition);
    assert_eq!(rank(&inside(PanicKind::Index)), Rank::Defect);
    assert_eq!(rank(&[]), Rank::Defect);
    // Only the package's own code calls a function that is hidden from the documentation.
    let [own] = inside(PanicKind::Index);
    let hidden = Documented {
        function: test.thunk.function.clone(),
        is_hidden: true,
        ..own
    };
    assert_eq!(rank(&[hidden]), Rank::Precondition);
}

#[test]
fn a_function_that_could_return_an_error_passes_on_only_panics_that_its_like_announces() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("writable");
    let rank = |result: &str| {
        let outer = "fn pop(self) -> Result<u8, Error> {\n    inner()\n}\n";
        let inner = format!("fn inner() {result} {{\n    work(\"no\");\n}}\n");
        let source = format!("\n\n\n{outer}{inner}");
        std::fs::write(folder.path().join("src/stack.rs"), source).expect("writable");
        let outcome = Outcome::Panicked(PanicInfo {
            message: "no".into(),
            file: "src/stack.rs".into(),
            line: 8,
            column: 1,
            step: None,
            law: None,
        });
        let mut test = finding(outcome, &[], "pop()");
        (test.thunk.line, test.thunk.end_line) = (4, 6);
        let inner = Documented {
            function: "inner".into(),
            file: "src/stack.rs".into(),
            line: 7,
            end_line: 9,
            announced: [PanicKind::Panic].into(),
            ..Documented::default()
        };
        ranks(folder.path(), &[inner]).of(&test)
    };
    assert_eq!(rank("-> u8"), Rank::Defect);
    assert_eq!(rank("-> Result<u8, Error>"), Rank::Precondition);
}

#[test]
fn arguments_that_a_method_of_the_same_name_refuses_are_preconditions() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("writable");
    let source = "impl Encode for u64 {\n    fn encode(self, to: &mut [u8]) {\n        assert!(to.len() > 7);\n    }\n}\n";
    std::fs::write(folder.path().join("src/wide.rs"), source).expect("writable");
    let outcome = Outcome::Panicked(PanicInfo {
        message: "assertion failed: to.len() > 7".into(),
        file: format!("{}/src/wide.rs", folder.path().display()),
        line: 3,
        column: 1,
        step: None,
        law: None,
    });
    let inner = Documented {
        function: "<u64 as Encode>::encode".into(),
        file: "src/wide.rs".into(),
        line: 2,
        end_line: 4,
        ..Documented::default()
    };
    let rank = |function: &str| {
        let mut test = finding(outcome.clone(), &[], "(1_u16).encode(&mut [])");
        test.thunk.function = function.into();
        ranks(folder.path(), std::slice::from_ref(&inner)).of(&test)
    };
    assert_eq!(rank("<u16 as Encode>::encode"), Rank::Precondition);
    assert_eq!(rank("<u16 as Encode>::write"), Rank::Defect);
    assert_eq!(rank("<u16 as Decode>::encode"), Rank::Defect);
}

#[test]
fn programs_may_end_their_process_and_libraries_may_not() {
    let folder = tempfile::tempdir().unwrap();
    let exits = finding(Outcome::Exited { code: 2 }, &[], "tool::usage()");
    let rank =
        |is_program| Ranks::new(folder.path(), &[], &[], &BTreeMap::new(), is_program).of(&exits);
    assert_eq!(
        (rank(false), rank(true)),
        (Rank::Defect, Rank::Precondition)
    );
}

fn ranks<'a>(root: &'a Path, documented: &'a [Documented]) -> Ranks<'a> {
    Ranks::new(root, documented, &[], &BTreeMap::new(), false)
}

fn finding(outcome: Outcome, statements: &[&str], call: &str) -> Test {
    let observation = Observation {
        statements: statements.iter().map(|&text| text.to_owned()).collect(),
        call: call.to_owned(),
        ..Observation::default()
    };
    crate::render::tests::test(outcome, observation, false)
}

fn panicked(message: &str) -> Outcome {
    Outcome::Panicked(PanicInfo {
        message: message.into(),
        file: "/c/src/stack.rs".into(),
        line: 7,
        column: 1,
        step: None,
        law: None,
    })
}

#[test]
fn absurd_sizes_are_limits_and_ordinary_inputs_defects() {
    let mut ranks = ranks(Path::new("/nowhere"), &[]);
    for (outcome, call, rank) in [
        (Outcome::TimedOut, "f(3)", Rank::Defect),
        (Outcome::TimedOut, "f(3_000_000_000)", Rank::Limit),
        (Outcome::OutOfMemory, "f(&[u64::MAX])", Rank::Limit),
        (Outcome::OutOfMemory, "f(&[u8::MAX])", Rank::Defect),
        (panicked("capacity overflow"), "f(0xffff_ffff)", Rank::Limit),
        (
            panicked("attempt to add with overflow"),
            "f(usize::MAX)",
            Rank::Limit,
        ),
        (
            panicked("attempt to add with overflow"),
            "f(18446744073709551615usize)",
            Rank::Limit,
        ),
        (
            panicked("attempt to add with overflow"),
            "f(18446744073709551615)",
            Rank::Defect,
        ),
        (
            panicked("attempt to add with overflow"),
            "f(&[Slice { text: \"a\", start: 18446744073709551615 }])",
            Rank::Limit,
        ),
        (
            panicked("attempt to add with overflow"),
            "f(&[Slice { text: \"a\", hash: 18446744073709551615 }])",
            Rank::Defect,
        ),
        (
            panicked("attempt to add with overflow"),
            "f(u32::MAX)",
            Rank::Defect,
        ),
        (
            panicked("the result should fit"),
            "f(usize::MAX)",
            Rank::Limit,
        ),
        (
            panicked("index out of bounds: the len is 0"),
            "f(usize::MAX)",
            Rank::Defect,
        ),
        (
            Outcome::Signalled { signal: 11 },
            "f(usize::MAX)",
            Rank::Defect,
        ),
    ] {
        let test = finding(outcome.clone(), &[], call);
        assert_eq!(ranks.of(&test), rank, "{outcome:?} {call}");
    }
    let named = |name: &str| {
        let overflow = panicked("attempt to multiply with overflow");
        let mut test = finding(overflow, &[], "f(11529215046068469756)");
        test.thunk.arguments = vec![isolde_record::Argument {
            name: name.into(),
            passing: isolde_record::Passing::Value,
        }];
        test
    };
    assert_eq!(ranks.of(&named("bytes_len")), Rank::Limit);
    assert_eq!(ranks.of(&named("seed")), Rank::Defect);
    let test = finding(Outcome::TimedOut, &["let n = 4294967295;"], "f(n)");
    assert_eq!(ranks.of(&test), Rank::Limit);
}
