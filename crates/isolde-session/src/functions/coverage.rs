//! What is covered of the functions of the source.

use isolde_instrument::{FunctionPoints, PointKind, ProgramMap};
use isolde_model::{Model, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Coverage of functions of the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Covered {
    /// Branches.
    pub(crate) branches: u32,
    /// How many of them were reached.
    pub(crate) branches_covered: u32,
    /// Lines that have code.
    pub(crate) lines: u32,
    /// How many of them were reached.
    pub(crate) lines_covered: u32,
}

/// Coverage by index of function. Code belongs to the innermost function around it. All instances of a generic function count as one function, whose
/// points are covered if they are covered in any instance.
pub(crate) fn coverage_by_function(
    model: &Model,
    root: &Path,
    map: &ProgramMap,
    covered: &BTreeSet<u32>,
) -> BTreeMap<usize, Covered> {
    let mut compiled: BTreeMap<usize, BTreeMap<u32, Vec<&FunctionPoints>>> = BTreeMap::new();
    for function in &map.functions {
        if let Some(owner) = owner(model, root, &function.file, function.line) {
            compiled
                .entry(owner)
                .or_default()
                .entry(function.line)
                .or_default()
                .push(function);
        }
    }
    compiled
        .iter()
        .map(|(owner, instances)| (*owner, coverage(instances.values(), map, covered)))
        .collect()
}

/// Coverage of functions, each given as all its instances.
pub(crate) fn coverage<'a>(
    functions: impl Iterator<Item = &'a Vec<&'a FunctionPoints>>,
    map: &ProgramMap,
    covered: &BTreeSet<u32>,
) -> Covered {
    let mut result = Covered::default();
    let mut lines: BTreeMap<u32, bool> = BTreeMap::new();
    for instances in functions {
        let mut points: BTreeMap<(u32, u32, u32), bool> = BTreeMap::new();
        for instance in instances {
            merge(instance, map, covered, &mut points, &mut lines);
        }
        result.branches += count(points.len());
        result.branches_covered += count(points.values().filter(|covered| **covered).count());
    }
    result.lines = count(lines.len());
    result.lines_covered = count(lines.values().filter(|covered| **covered).count());
    result
}

/// Adds the points of one instance. Points are told apart by their place, and those at the same place by their order.
fn merge(
    instance: &FunctionPoints,
    map: &ProgramMap,
    covered: &BTreeSet<u32>,
    points: &mut BTreeMap<(u32, u32, u32), bool>,
    lines: &mut BTreeMap<u32, bool>,
) {
    let mut seen: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for index in instance.points.clone() {
        let point = &map.coverage[index as usize];
        // People would not count checks that cannot fail, or clean-up code, as branches.
        if !matches!(point.kind, PointKind::Code | PointKind::Panic) {
            continue;
        }
        let order = seen.entry((point.line, point.column)).or_default();
        *points
            .entry((point.line, point.column, *order))
            .or_default() |= covered.contains(&index);
        *order += 1;
        if point.line != 0 {
            *lines.entry(point.line).or_default() |= covered.contains(&index);
        }
    }
}

/// The innermost function of the model that contains a place.
fn owner(model: &Model, root: &Path, file: &str, line: u32) -> Option<usize> {
    owners(model, root, file, line).first().copied()
}

/// The same, and the functions that have its lines too: copies that a macro made.
pub(super) fn owners(model: &Model, root: &Path, file: &str, line: u32) -> Vec<usize> {
    let file = relative(file, root);
    let spans = model.functions.iter().enumerate();
    let spans = spans.filter_map(|(index, function)| Some((index, function.span.as_ref()?)));
    let around: Vec<(usize, &Span)> = spans
        .filter(|(_, span)| span.file == file && (span.line..=span.end_line).contains(&line))
        .collect();
    let length = |span: &Span| span.end_line - span.line;
    let least = around.iter().map(|(_, span)| length(span)).min();
    let innermost = around.into_iter();
    innermost
        .filter(|(_, span)| Some(length(span)) == least)
        .map(|(index, _)| index)
        .collect()
}

/// A source file as the model names it: relative to the package.
pub(crate) fn relative<'a>(file: &'a str, root: &Path) -> &'a str {
    Path::new(file)
        .strip_prefix(root)
        .ok()
        .and_then(Path::to_str)
        .unwrap_or(file)
}

pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_instrument::CoveragePoint;

    fn map(points: &[(u32, u32, PointKind)]) -> ProgramMap {
        let point = |&(line, column, kind): &(u32, u32, PointKind)| CoveragePoint {
            function: "f".to_owned(),
            file: "/p/src/lib.rs".to_owned(),
            line,
            column,
            kind,
        };
        ProgramMap {
            coverage: points.iter().map(point).collect(),
            ..ProgramMap::default()
        }
    }

    fn instance(points: std::ops::Range<u32>) -> FunctionPoints {
        FunctionPoints {
            function: "f".to_owned(),
            symbol: "f".to_owned(),
            file: "/p/src/lib.rs".to_owned(),
            line: 1,
            points,
            decisions: 0..0,
        }
    }

    #[test]
    fn instances_of_a_generic_function_count_once() {
        use PointKind::{Check, Code};
        let body = [(1, 1, Code), (2, 5, Code), (2, 5, Code), (3, 1, Check)];
        let map = map(&[body, body].concat());
        // The first instance reaches its first point, the second instance the second of its two points at one place.
        let covered = BTreeSet::from([0, 6]);
        let (mut points, mut lines) = (BTreeMap::new(), BTreeMap::new());
        for instance in [instance(0..4), instance(4..8)] {
            merge(&instance, &map, &covered, &mut points, &mut lines);
        }
        assert_eq!(
            points,
            BTreeMap::from([((1, 1, 0), true), ((2, 5, 0), false), ((2, 5, 1), true)])
        );
        assert_eq!(lines, BTreeMap::from([(1, true), (2, true)]));
    }

    #[test]
    fn files_are_named_from_the_package() {
        assert_eq!(relative("/p/src/lib.rs", Path::new("/p")), "src/lib.rs");
        assert_eq!(
            relative("/rustc/1/library/core/src/lib.rs", Path::new("/p")),
            "/rustc/1/library/core/src/lib.rs"
        );
    }
}
