//! Why two findings are one: where they fail, what they say, and what they are copies of.

use super::*;
use std::fs;

/// A finding of a function at a line of `src/lib.rs`, with arguments that fail and arguments that pass.
struct Found<'a> {
    function: &'a str,
    line: u32,
    message: &'a str,
    failing: &'a [&'a str],
    passing: &'a [&'a str],
}

impl Found<'_> {
    fn test(&self, index: u32, arguments: &str, fails: bool) -> Test {
        let function = Function {
            name: self.function,
            parameters: &["x"],
            tried: &[],
            run: &|_| fails.then_some(self.line),
        };
        let mut test = function.test(index, arguments);
        if let Outcome::Panicked(panic) = &mut test.outcome {
            panic.message = self.message.into();
            panic.file = "src/lib.rs".into();
        }
        test.thunk.file = "src/lib.rs".into();
        test
    }
}

/// The lines of the findings that are left of these in a source file. Its functions are those that begin with `fn` and end with a line `}`.
fn left(source: &str, found: &[Found]) -> Vec<u32> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("src")).expect("writable");
    fs::write(folder.path().join("src/lib.rs"), source).expect("writable");
    let mut documented: Vec<Documented> = Vec::new();
    for (line, text) in (1..).zip(source.lines()) {
        if let Some(rest) = text.strip_prefix("fn ") {
            documented.push(Documented {
                function: rest.split('(').next().expect("a name").into(),
                file: "src/lib.rs".into(),
                line,
                end_line: line,
                ..Documented::default()
            });
        } else if text == "}" {
            documented.last_mut().expect("a function").end_line = line;
        }
    }
    let mut pool = Pool::default();
    let mut tests = Vec::new();
    for (index, found) in found.iter().enumerate() {
        let thunk = found
            .function
            .bytes()
            .fold(0, |hash: u32, byte| hash.wrapping_mul(31) + u32::from(byte));
        let own = found.test(thunk, found.failing[0], true);
        let near = Some((index, Distance::Near));
        for (arguments, fails) in found
            .failing
            .iter()
            .map(|it| (it, true))
            .chain(found.passing.iter().map(|it| (it, false)))
        {
            let other = found.test(thunk, arguments, fails);
            pool.add(near, &own, &other.outcome, &other.observation);
        }
        tests.push(own);
    }
    let package = Package {
        root: folder.path(),
        documented: &documented,
        coverage: &[],
    };
    group_by(&pool, package, &Deadline::default(), &mut tests);
    tests.iter().map(|test| test.place().1).collect()
}

const OUT_OF_BOUNDS: &str = "index out of bounds: the len is 0 but the index is 0";

#[test]
fn places_of_one_function_with_one_message_are_one_unless_conditions_tell_them_apart() {
    let source = "fn sum(x) {\n    a[0]\n    b[1]\n}\nfn other(x) {\n    c[0]\n}\n";
    let at = |function, line, failing, passing| Found {
        function,
        line,
        message: OUT_OF_BOUNDS,
        failing,
        passing,
    };
    let empty = || at("sum", 2, &["b\"\""], &["b\"a\"", "b\"ab\"", "b\"abc\""]);
    // Nothing is known of when the second one fails.
    let unknown = at("sum", 3, &["|a| a"], &[]);
    assert_eq!(left(source, &[empty(), unknown]), [2]);
    // The same kind of failure in a function that has nothing to do with it.
    let elsewhere = at("other", 6, &["|a| a"], &[]);
    assert_eq!(left(source, &[empty(), elsewhere]), [2, 6]);
    // Another message.
    let unwrap = Found {
        message: "called `Option::unwrap()` on a `None` value",
        ..at("sum", 3, &["|a| a"], &[])
    };
    assert_eq!(left(source, &[empty(), unwrap]), [2, 3]);
    // It is known to fail for another reason.
    let long = at("sum", 3, &["b\"abc\""], &["b\"ab\"", "b\"a\"", "b\"a;\""]);
    let apart = [at("sum", 2, &["true"], &["false"]), long];
    assert_eq!(left(source, &apart), [2, 3]);
}

#[test]
fn copied_functions_with_other_bounds_are_one() {
    let source = "fn kb(x: u64) -> u64 {\n    let all = x * KB;\n    all\n}\nfn mb(x: u64) -> u64 {\n    let all = x * MB;\n    all\n}\nfn half(of: &[u64], by: usize) -> Option<u64> {\n    of[by]\n}\n";
    let message = "attempt to multiply with overflow";
    let at = |function, line, failing, passing| Found {
        function,
        line,
        message,
        failing,
        passing,
    };
    let kilo = || at("kb", 2, &["101", "102"], &["100", "99"]);
    let mega = at("mb", 6, &["11", "12"], &["10", "9"]);
    // The one with the shorter number is shown.
    assert_eq!(left(source, &[kilo(), mega]), [6]);
    // The copy fails for small numbers instead.
    let small = at("mb", 6, &["0", "1"], &["2", "3"]);
    assert_eq!(left(source, &[kilo(), small]), [2, 6]);
    let other = at("half", 10, &["11", "12"], &["10", "9"]);
    assert_eq!(left(source, &[kilo(), other]), [2, 10]);
}

#[test]
fn values_on_both_sides_of_the_good_ones_are_one_cause() {
    let source = "fn show(x: u64) {\n    a / x;\n    b[x];\n}\n";
    let at = |line, message, failing, passing| Found {
        function: "show",
        line,
        message,
        failing,
        passing,
    };
    let small = || at(2, OUT_OF_BOUNDS, &["0", "1"], &["2", "3"]);
    let large = at(
        3,
        "index out of bounds: the len is 9",
        &["37", "38"],
        &["36", "35"],
    );
    assert_eq!(left(source, &[small(), large]), [2]);
    // Another kind of failure is another cause.
    let overflow = at(
        3,
        "attempt to add with overflow",
        &["37", "38"],
        &["36", "35"],
    );
    assert_eq!(left(source, &[small(), overflow]), [2, 3]);
}

#[test]
fn a_panic_of_the_standard_library_belongs_to_the_function_that_its_run_leads_through() {
    let folder = Path::new("/nowhere");
    let documented = |function: &str, line: u32| Documented {
        function: function.into(),
        file: "src/lib.rs".into(),
        line,
        end_line: line + 3,
        ..Documented::default()
    };
    let documented = [
        documented("split", 10),
        documented("title", 20),
        documented("trim", 30),
    ];
    let places = [11, 21, 31].map(|line| Location {
        file: "src/lib.rs".into(),
        line,
        decided_by: None,
    });
    let of = |index: u32, name: &str, file: &str, line: u32, called: &[u32]| {
        let outcome = Outcome::Panicked(PanicInfo {
            message: "byte index 1 is not a char boundary; it is inside 'é'".into(),
            file: file.into(),
            line,
            column: 1,
            step: None,
            law: None,
        });
        let mut test = test(outcome, observation(&format!("c::{name}(\"é\")")), false);
        test.thunk.index = index;
        test.thunk.function = name.into();
        test.called = called.iter().copied().collect();
        test
    };
    let std = "/rustc/1/library/core/src/str/mod.rs";
    let mut tests = vec![
        of(0, "split", "src/lib.rs", 12, &[0]),
        of(1, "title", std, 7, &[0, 1]),
        of(2, "trim", std, 7, &[2]),
    ];
    let package = Package {
        root: folder,
        documented: &documented,
        coverage: &places,
    };
    group_by(&Pool::default(), package, &Deadline::default(), &mut tests);
    let functions: Vec<&str> = tests.iter().map(|it| it.thunk.function.as_str()).collect();
    assert_eq!(functions, ["split", "trim"]);
}
