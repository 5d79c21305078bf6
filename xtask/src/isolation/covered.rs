//! The functions of a package whose code calls outside, and what two runs covered of them.

use isolde_record::run::{FunctionRecord, RunRecord};
use isolde_record::{LeavingCall, Treatment};
use std::path::Path;

/// How much of something was covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    covered: u32,
    of: u32,
}

impl Share {
    /// In percent; without anything to cover, all of it is.
    pub fn percent(self) -> f64 {
        match self.of {
            0 => 100.0,
            of => 100.0 * f64::from(self.covered) / f64::from(of),
        }
    }
}

/// A function whose code calls outside.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Calling {
    /// Its path.
    pub path: String,
    /// Its lines and branches without isolation and with it.
    pub lines: [Share; 2],
    pub branches: [Share; 2],
}

impl Calling {
    /// Whether there is something in it that is not covered without isolation.
    pub fn lacks(&self) -> bool {
        self.lines[0].percent() < 100.0 || self.branches[0].percent() < 100.0
    }
}

/// The functions whose code calls outside, in the order of the record: those from which a call leaves that is or should be faked. Of a function that is not
/// in a record, nothing is covered.
pub(super) fn calling(without: Option<&RunRecord>, with: &RunRecord) -> Vec<Calling> {
    let mut found: Vec<&FunctionRecord> = Vec::new();
    let leaving = with.calls.iter();
    for call in leaving.filter(|call| call.treatment != Treatment::Kept) {
        let function = containing(&with.functions, call);
        if let Some(function) = function
            && !found.iter().any(|known| std::ptr::eq(*known, function))
        {
            found.push(function);
        }
    }
    found.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    let functions = found.into_iter().map(|function| {
        let other = without.and_then(|record| {
            let mut all = record.functions.iter();
            all.find(|each| (&each.path, &each.file) == (&function.path, &function.file))
        });
        let both = |covered: fn(&FunctionRecord) -> u32, of: fn(&FunctionRecord) -> u32| {
            // What was not run may have no counts.
            let of = of(function).max(other.map_or(0, of));
            [other, Some(function)].map(|each| Share {
                covered: each.map_or(0, covered),
                of,
            })
        };
        Calling {
            path: function.path.clone(),
            lines: both(|each| each.lines_covered, |each| each.lines),
            branches: both(|each| each.branches_covered, |each| each.branches),
        }
    });
    functions.collect()
}

/// The function that contains the place of a call: of those in its file that have its name, the last one that begins before it.
fn containing<'r>(
    functions: &'r [FunctionRecord],
    call: &LeavingCall,
) -> Option<&'r FunctionRecord> {
    let name = last_name(&call.function);
    let in_file = functions
        .iter()
        .filter(|each| Path::new(&each.file) == call.file && last_name(&each.path) == name);
    let before = in_file.filter(|each| each.line <= call.line);
    before.max_by_key(|each| each.line)
}

/// The last name of a path, without generic arguments: `f` of `<a::T as b::Of<c::U>>::f::<c::U>`.
fn last_name(path: &str) -> &str {
    let mut depth = 0_usize;
    let (mut start, mut end) = (0, path.len());
    let mut is_ended = false;
    for (at, letter) in path.char_indices().rev() {
        match letter {
            '>' => depth += 1,
            '<' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && !is_ended {
                    end = at;
                }
            }
            ':' if depth == 0 && at + 1 < end => {
                start = at + 1;
                break;
            }
            ':' if depth == 0 => end = at,
            _ if depth == 0 => is_ended = true,
            _ => {}
        }
    }
    &path[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(covered: u32) -> RunRecord {
        let function = |path: &str, line: u32, covered: u32| {
            json!({
                "path": path, "file": "src/lib.rs", "line": line, "visibility": "public", "status": "explored",
                "branches": 4, "branches_covered": covered, "lines": 8, "lines_covered": 2 * covered, "paths": 1, "tests": 1, "findings": 0,
            })
        };
        let call = |function: &str, line: u32, treatment: &str| {
            json!({
                "file": "src/lib.rs", "line": line, "column": 1, "function": function, "callee": "std::fs::read::<&str>", "reached": null,
                "treatment": treatment, "why": "",
            })
        };
        let mut value = serde_json::to_value(RunRecord::default()).expect("a record");
        value["functions"] = json!([
            function("load", 3, covered),
            function("Settings::load", 20, covered),
            function("pure", 40, 4),
        ]);
        value["calls"] = json!([
            call("demo::load", 5, "faked"),
            call("demo::load", 6, "unfaked"),
            call(
                "<demo::Settings as demo::Load<demo::Kind>>::load::<u8>",
                22,
                "faked"
            ),
            call("demo::pure", 41, "kept"),
        ]);
        serde_json::from_value(value).expect("a record")
    }

    #[test]
    fn functions_count_once_and_only_if_their_calls_need_fakes() {
        let calling = calling(Some(&record(1)), &record(3));
        let paths: Vec<&str> = calling.iter().map(|each| each.path.as_str()).collect();
        assert_eq!(paths, ["load", "Settings::load"]);
        let [without, with] = calling[0].branches;
        assert_eq!((without.percent(), with.percent()), (25.0, 75.0));
        assert!(calling[0].lacks());
    }

    #[test]
    fn without_a_record_nothing_is_covered() {
        let calling = calling(None, &record(3));
        assert_eq!(
            calling[1].lines.map(Share::percent),
            [0.0, 75.0],
            "{calling:?}"
        );
    }

    #[test]
    fn the_last_name_has_no_arguments() {
        for (path, name) in [
            ("a::f", "f"),
            ("f", "f"),
            ("a::f::<b::C<d::E>, g::H>", "f"),
            ("<a::T as b::Of<c::U>>::f", "f"),
            ("<a::T>::f::<b::C>", "f"),
        ] {
            assert_eq!(last_name(path), name, "{path}");
        }
    }
}
