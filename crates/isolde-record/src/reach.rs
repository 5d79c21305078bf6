//! How many of a package's public functions were explored, and why the others were not.

use crate::function::{FunctionRecord, FunctionStatus};
use crate::reason::SkipReason;
use crate::thunk::Visibility;
use serde::{Deserialize, Serialize};

/// The public functions of a package. Functions that nobody could run, or that were not asked for, do not count ([`SkipReason::is_loss`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// Public functions that a test could call.
    pub public: u32,
    /// How many of them were explored.
    pub explored: u32,
}

/// A reason for which public functions were not explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached<'a> {
    /// The reason, as the record names it.
    pub why: &'static str,
    /// The functions, in the order of the record, each with its own reason.
    pub functions: Vec<(&'a str, &'a SkipReason)>,
}

impl Reach {
    /// Counts the public functions.
    pub fn of(functions: &[FunctionRecord]) -> Reach {
        let mut reach = Reach::default();
        for function in functions.iter().filter(|it| is_public(it)) {
            match &function.status {
                FunctionStatus::Explored => reach.explored += 1,
                FunctionStatus::Skipped { reason } if reason.is_loss() => {}
                FunctionStatus::Skipped { .. } => continue,
            }
            reach.public += 1;
        }
        reach
    }

    /// Adds the functions of another package.
    pub fn add(&mut self, other: Reach) {
        self.public += other.public;
        self.explored += other.explored;
    }

    /// The share that was explored, in percent; of no functions, all are explored.
    pub fn percent(self) -> f64 {
        match self.public {
            0 => 100.0,
            public => 100.0 * f64::from(self.explored) / f64::from(public),
        }
    }
}

/// The public functions that were not explored, by reason, the commonest reason first.
pub fn unreached(functions: &[FunctionRecord]) -> Vec<Unreached<'_>> {
    let mut found: Vec<Unreached> = Vec::new();
    for function in functions.iter().filter(|it| is_public(it)) {
        let FunctionStatus::Skipped { reason } = &function.status else {
            continue;
        };
        if !reason.is_loss() {
            continue;
        }
        let entry = (function.path.as_str(), reason);
        match found.iter_mut().find(|it| it.why == reason.name()) {
            Some(same) => same.functions.push(entry),
            None => found.push(Unreached {
                why: reason.name(),
                functions: vec![entry],
            }),
        }
    }
    // The sort is stable, and `found` is in the order of the record.
    found.sort_by_key(|it| std::cmp::Reverse(it.functions.len()));
    found
}

fn is_public(function: &FunctionRecord) -> bool {
    function.visibility == Visibility::Public
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str, visibility: Visibility, status: FunctionStatus) -> FunctionRecord {
        FunctionRecord {
            path: path.into(),
            file: String::new(),
            line: 1,
            visibility,
            status,
            branches: 0,
            branches_covered: 0,
            lines: 0,
            lines_covered: 0,
            paths: 0,
            tests: 0,
            no_test: None,
            findings: 0,
        }
    }

    fn public(path: &str, reason: SkipReason) -> FunctionRecord {
        function(path, Visibility::Public, FunctionStatus::Skipped { reason })
    }

    #[test]
    fn public_functions_count_unless_nothing_is_lost_by_skipping_them() {
        let explored = |visibility| function("f", visibility, FunctionStatus::Explored);
        let functions = [
            explored(Visibility::Public),
            explored(Visibility::Private),
            public("puts", SkipReason::Foreign),
            public("<A as Debug>::fmt", SkipReason::Derived),
            public("Shape::area", SkipReason::NoBody),
            public("other", SkipReason::Filtered),
            public("raw", SkipReason::Unsafe),
        ];
        let reach = Reach::of(&functions);
        assert_eq!((reach.public, reach.explored), (3, 1));
        assert!((reach.percent() - 33.3).abs() < 0.1);
        assert!((Reach::default().percent() - 100.0).abs() < 0.1);
    }

    #[test]
    fn reasons_are_sorted_by_how_common_they_are() {
        let argument = |of: &str| SkipReason::UnsupportedArgument(of.into());
        let functions = [
            public("puts", SkipReason::Foreign),
            public("encode", argument("A")),
            public("derived", SkipReason::Derived),
            public("encode_to", argument("B")),
        ];
        let found = unreached(&functions);
        let names: Vec<(&str, usize)> = found
            .iter()
            .map(|it| (it.why, it.functions.len()))
            .collect();
        assert_eq!(names, [("unsupported_argument", 2), ("foreign", 1)]);
        assert_eq!(found[0].functions[1], ("encode_to", &argument("B")));
    }
}
