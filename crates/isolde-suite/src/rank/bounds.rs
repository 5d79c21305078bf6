//! Announced bounds that a function checks itself.
//!
//! A documentation that speaks of an index, a range or a length announces that index and slice errors may happen. If the function begins with an assertion
//! that compares sizes, then that assertion is what is announced: an index error after it is one that its author did not expect.

use super::entry::functions;
use crate::sources::Sources;
use isolde_record::{PanicKind, ThunkInfo};
use std::path::Path;

/// Index and slice errors of functions that check their bounds at the beginning are no longer announced.
pub fn announce_only_checks(thunks: &mut [ThunkInfo], package_root: &Path) {
    let mut sources = Sources::of(package_root);
    let is_in_bounds = |kind: &PanicKind| !matches!(kind, PanicKind::Index | PanicKind::Slice);
    for thunk in thunks {
        if thunk.announced.iter().all(is_in_bounds) {
            continue;
        }
        let tokens = sources.text(&thunk.file).parse().unwrap_or_default();
        let name = thunk.function.rsplit("::").next().unwrap_or_default();
        let lines = thunk.line..=thunk.end_line;
        let all = functions(tokens);
        let mut own = all
            .iter()
            .filter(|it| it.name == name && it.is_within(&lines));
        if own.any(|function| function.checks_bounds()) {
            thunk.announced.retain(is_in_bounds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{Observation, Outcome};

    #[test]
    fn an_index_error_after_a_check_of_bounds_is_not_announced() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("src")).expect("writable");
        let announced = |body: &str| {
            let source = format!("fn pop(&self, range: Range) -> usize {{\n{body}\n}}\n");
            std::fs::write(folder.path().join("src/stack.rs"), source).expect("writable");
            let test = crate::render::tests::test(Outcome::Returned, Observation::default(), false);
            let mut thunk = test.thunk;
            (thunk.line, thunk.end_line) = (1, 99);
            thunk.announced = [PanicKind::Panic, PanicKind::Index, PanicKind::Overflow].into();
            let mut thunks = [thunk];
            announce_only_checks(&mut thunks, folder.path());
            thunks[0].announced.contains(&PanicKind::Index)
        };
        let check = "let end = range.end().unwrap_or(self.length);\nassert!(end <= self.length);";
        assert!(!announced(&format!("{check}\nself.data[end]")));
        // What is asserted is another thing.
        assert!(announced("assert!(self.is_open);\nself.data[0]"));
        assert!(announced("self.data[range.end().unwrap()]"));
        // The check comes too late.
        assert!(announced("work();\nassert!(range.end < self.length);"));
    }
}
