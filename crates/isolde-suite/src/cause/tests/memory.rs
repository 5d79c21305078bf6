//! Which errors of memory are one.

use super::*;
use crate::render::tests::{corrupted, test};
use isolde_record::{MemoryErrorKind, Place};

/// A finding of a function: an error of memory at a line, of memory that was freed at another line.
fn error(function: &str, what: MemoryErrorKind, line: u32, freed: Option<u32>) -> Test {
    let mut error = corrupted(what, line);
    error.freed = freed.map(|line| Place {
        file: "src/history.rs".into(),
        line,
    });
    let mut test = test(Outcome::Corrupted(error), Observation::default(), false);
    test.thunk.function = function.into();
    test.observation.call = format!("{function}()");
    test
}

/// The lines of those that are left.
fn left(mut tests: Vec<Test>) -> Vec<u32> {
    let package = Package {
        root: Path::new("/nowhere"),
        documented: &[],
        coverage: &[],
    };
    group_by(&Pool::default(), package, &Deadline::default(), &mut tests);
    tests.iter().map(|test| test.place().1).collect()
}

#[test]
fn errors_at_one_line_and_uses_of_memory_freed_at_one_line_have_one_cause() {
    use MemoryErrorKind::{DoubleFree, HeapOverflow, UseAfterFree};
    let same_line = vec![
        error("a", UseAfterFree, 3, Some(9)),
        error("bb", DoubleFree, 3, Some(8)),
    ];
    assert_eq!(left(same_line), [3]);
    let same_free = vec![
        error("aa", UseAfterFree, 3, Some(9)),
        error("b", UseAfterFree, 5, Some(9)),
    ];
    assert_eq!(left(same_free), [5]);
    let different = vec![
        error("a", UseAfterFree, 3, Some(9)),
        error("b", UseAfterFree, 5, Some(8)),
        error("c", HeapOverflow, 7, None),
        error("d", HeapOverflow, 8, None),
    ];
    assert_eq!(left(different), [3, 5, 7, 8]);
}

#[test]
fn what_tells_more_than_that_a_function_was_called_is_shown() {
    let mut of_call = error("a", MemoryErrorKind::DoubleFree, 4, Some(9));
    of_call.thunk.file = "src/history.rs".into();
    of_call.thunk.line = 4;
    let of_line = error("a_longer_name", MemoryErrorKind::DoubleFree, 8, Some(9));
    assert_eq!(left(vec![of_call, of_line]), [8]);
}

#[test]
fn a_panic_never_has_the_cause_of_an_error_of_memory() {
    let mut panics = error("a", MemoryErrorKind::HeapOverflow, 3, None);
    panics.outcome = Outcome::Panicked(PanicInfo {
        message: "no".into(),
        file: "src/history.rs".into(),
        line: 3,
        column: 1,
        step: None,
        law: None,
    });
    let corrupts = error("a", MemoryErrorKind::HeapOverflow, 3, None);
    assert_eq!(left(vec![panics, corrupts]), [3, 3]);
}
