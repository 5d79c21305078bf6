//! What is known of findings: where they fail, which functions take part, and which of these were copied from one another.

use super::examples::Pool;
use super::{Package, alike, siblings};
use crate::copies::{trait_method, without_arguments};
use crate::finding;
use crate::render::Test;
use crate::request::Location;
use crate::sources::Sources;
use isolde_record::{Documented, message_class};
use std::collections::{BTreeMap, BTreeSet};

/// Share of the functions that two runs without a place must have in common, as a fraction: numerator and denominator.
const SAME_CODE: (usize, usize) = (4, 5);

/// What is known of all findings. They are given by the indices of their tests.
pub(super) struct Known<'a> {
    pub(super) pool: &'a Pool,
    pub(super) tests: &'a [Test],
    findings: BTreeMap<usize, Finding<'a>>,
}

/// What is known of one finding.
struct Finding<'a> {
    kind: &'static str,
    /// The class of its message.
    message: String,
    /// The text of the line that fails.
    line: Option<String>,
    /// The innermost function that contains the place, and the words of its text.
    site: Option<&'a Documented>,
    text: Vec<String>,
    /// The functions that take part: the one that is called, and those that contain the place.
    functions: BTreeSet<&'a str>,
    /// What the run reaches.
    reached: BTreeSet<Part<'a>>,
}

/// A function, or a place that is in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Function(&'a str, u32, u32),
    Place(&'a Location),
}

impl<'a> Known<'a> {
    pub(super) fn of(
        tests: &'a [Test],
        pool: &'a Pool,
        package: Package<'a>,
        sources: &mut Sources,
    ) -> Known<'a> {
        let parts = Parts::of(package);
        let findings = tests.iter().enumerate();
        let findings = findings.filter(|(_, test)| test.is_finding());
        let findings = findings.map(|(index, test)| {
            let (file, line) = test.place();
            let around = package.documented.iter();
            let around = around.filter(|function| function.contains(&file, line));
            let site = match test.has_place() {
                true => around.clone().min_by_key(|it| it.end_line - it.line),
                false => None,
            };
            let functions = around.map(|function| function.function.as_str());
            let finding = Finding {
                kind: finding::kind(&test.outcome),
                message: message_class(&siblings::without_types(&finding::message(&test.outcome))),
                line: siblings::failing_line(test, sources),
                site,
                text: site.map_or(Vec::new(), |site| text(site, sources)),
                functions: functions.chain([test.thunk.function.as_str()]).collect(),
                reached: test.called.iter().filter_map(|&at| parts.at(at)).collect(),
            };
            (index, finding)
        });
        Known {
            pool,
            tests,
            findings: findings.collect(),
        }
    }

    /// Whether any two findings, one of each group, are related in this way.
    pub(super) fn any(
        &self,
        one: &[usize],
        other: &[usize],
        mut are_related: impl FnMut(usize, usize) -> bool,
    ) -> bool {
        one.iter()
            .any(|&first| other.iter().any(|&second| are_related(first, second)))
    }

    /// The functions that take part in a finding.
    pub(super) fn functions_of(&self, index: usize) -> impl Iterator<Item = &'a str> + use<'_, 'a> {
        self.findings[&index].functions.iter().copied()
    }

    /// Whether two findings fail in the same way, whatever the message says.
    pub(super) fn is_one_kind(&self, one: usize, other: usize) -> bool {
        self.findings[&one].kind == self.findings[&other].kind
    }

    /// Whether two findings fail with the same message, but for the numbers and types in it.
    pub(super) fn is_one_message(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|index| &self.findings[&index]);
        (one.kind, &one.message) == (other.kind, &other.message)
    }

    /// Whether one function takes part in both.
    pub(super) fn is_one_function(&self, one: usize, other: usize) -> bool {
        let functions = |index: usize| &self.findings[&index].functions;
        !functions(one).is_disjoint(functions(other))
    }

    /// Whether both fail in the same function.
    pub(super) fn is_one_site(&self, one: usize, other: usize) -> bool {
        let lines = |index: usize| {
            let site = self.findings[&index].site?;
            Some((&site.file, site.line, site.end_line))
        };
        lines(one).is_some() && lines(one) == lines(other)
    }

    /// Whether both call the same method of a trait, maybe on different types. An operator and its assignment are the same.
    pub(super) fn is_one_method(&self, one: usize, other: usize) -> bool {
        let method = |index: usize| {
            let (of_trait, method) = trait_method(&self.tests[index].thunk.function)?;
            let of_trait = without_arguments(of_trait);
            Some(match of_trait.strip_suffix("Assign") {
                Some(operator) => (operator, method.strip_suffix("_assign").unwrap_or(method)),
                None => (of_trait, method),
            })
        };
        method(one).is_some() && method(one) == method(other)
    }

    /// Whether both call functions with one name, in different modules or of different types.
    pub(super) fn is_one_name(&self, one: usize, other: usize) -> bool {
        let name = |index: usize| self.tests[index].thunk.function.rsplit("::").next();
        name(one) == name(other)
    }

    /// Whether they fail in the same way at different lines of nearly the same text, which a hand copied.
    pub(super) fn are_copied_lines(&self, one: usize, other: usize) -> bool {
        let text = |index: usize| self.findings[&index].line.as_deref();
        self.is_one_kind(one, other)
            && self.tests[one].place() != self.tests[other].place()
            && matches!((text(one), text(other)), (Some(line), Some(copy)) if alike::lines(line, copy))
    }

    /// Whether they fail in different functions of nearly the same text, of which a hand copied one from the other.
    pub(super) fn are_copied_functions(&self, one: usize, other: usize) -> bool {
        let [first, second] = [one, other].map(|index| &self.findings[&index]);
        let (Some(line), Some(copy)) = (&first.line, &second.line) else {
            return false;
        };
        !self.is_one_site(one, other) && alike::functions((&first.text, line), (&second.text, copy))
    }

    /// Whether the functions of two findings belong together: they are one, implement the same method of a trait, one was copied from the other, one
    /// calls the other or, if they fail without a place, both call a third one.
    pub(super) fn are_related(&self, one: usize, other: usize) -> bool {
        self.is_one_function(one, other)
            || self.is_one_method(one, other)
            || self.are_copied_lines(one, other)
            || self.are_copied_functions(one, other)
            || self.reaches(one, other)
            || self.reaches(other, one)
            || self.code(one, other).0 > 0
    }

    /// Whether the run of the first leads through the function in which the second fails or, if that has no place, through the one that it calls.
    pub(super) fn reaches(&self, one: usize, other: usize) -> bool {
        let (thunk, reached) = (&self.tests[other].thunk, &self.findings[&one].reached);
        let is_in = |part: &Part| match (part, self.findings[&other].site) {
            (Part::Function(file, line, end), Some(site)) => {
                (*file, *line, *end) == (site.file.as_str(), site.line, site.end_line)
            }
            (Part::Function(file, line, end), None) => {
                (*file, *line, *end) == (thunk.file.as_str(), thunk.line, thunk.end_line)
            }
            (Part::Place(place), None) => place.is_inside(thunk),
            (Part::Place(_), Some(_)) => false,
        };
        reached.iter().any(is_in)
    }

    /// Whether two runs without a place lead through the same functions of the package, other than those that are called: nearly all are the same.
    pub(super) fn shares_code(&self, one: usize, other: usize) -> bool {
        let (common, all) = self.code(one, other);
        common > 0 && common * SAME_CODE.1 >= all * SAME_CODE.0
    }

    /// How many functions of the package two runs without a place both lead through, and how many any of them does, other than those that are called.
    fn code(&self, one: usize, other: usize) -> (usize, usize) {
        if self.tests[one].has_place() || self.tests[other].has_place() {
            return (0, 0);
        }
        let thunks = [one, other].map(|index| &self.tests[index].thunk);
        let is_own = |part: &Part| {
            thunks.iter().any(|thunk| match part {
                Part::Function(file, line, end) => {
                    (*file, *line, *end) == (thunk.file.as_str(), thunk.line, thunk.end_line)
                }
                Part::Place(place) => place.is_inside(thunk),
            })
        };
        let [first, second] = [one, other].map(|index| {
            let reached = self.findings[&index].reached.iter();
            reached
                .filter(|part| !is_own(part))
                .collect::<BTreeSet<_>>()
        });
        (
            first.intersection(&second).count(),
            first.union(&second).count(),
        )
    }

    /// Whether the run failed at a place in the package.
    pub(super) fn has_place(&self, index: usize) -> bool {
        self.tests[index].has_place()
    }
}

/// The words of a function's text.
fn text(function: &Documented, sources: &mut Sources) -> Vec<String> {
    let mut words = Vec::new();
    for line in function.line..=function.end_line {
        let line = sources.line(&function.file, line).unwrap_or_default();
        words.extend(alike::words(line));
    }
    words
}

/// The functions of the package, by file.
struct Parts<'a> {
    coverage: &'a [Location],
    functions: BTreeMap<&'a str, Vec<&'a Documented>>,
}

impl<'a> Parts<'a> {
    fn of(package: Package<'a>) -> Parts<'a> {
        let mut functions: BTreeMap<&str, Vec<&Documented>> = BTreeMap::new();
        for function in package.documented {
            functions.entry(&function.file).or_default().push(function);
        }
        Parts {
            coverage: package.coverage,
            functions,
        }
    }

    /// The innermost function that contains a coverage point.
    fn at(&self, point: u32) -> Option<Part<'a>> {
        let place = self.coverage.get(point as usize)?;
        let functions = self.functions.get(place.file.as_str());
        let around = functions.into_iter().flatten();
        let around = around.filter(|function| function.contains(&place.file, place.line));
        let innermost = around.min_by_key(|function| function.end_line - function.line);
        Some(innermost.map_or(Part::Place(place), |function| {
            Part::Function(&function.file, function.line, function.end_line)
        }))
    }
}
