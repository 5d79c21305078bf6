//! Where the coverage points and branches of the explored programs are, and which points stand for the same code.

use super::coverage::{owners, relative};
use isolde_build::Prepared;
use isolde_instrument::{Change, FunctionPoints, PointKind, ProgramMap};
use isolde_model::Model;
use isolde_suite::{CodePoints, Location, Mutant};
use std::collections::BTreeMap;
use std::path::Path;

/// The places of points and branches.
#[derive(Debug, Default)]
pub(super) struct Points {
    places: Vec<Location>,
    first: Vec<u32>,
    branches: Vec<Location>,
    mutants: Vec<Mutant>,
}

impl Points {
    /// Those of the programs that were built; none if there is nothing to explore.
    pub(super) fn of(prepared: &Prepared) -> Points {
        let Some(programs) = &prepared.programs else {
            return Points::default();
        };
        let (map, root) = (&programs.map, &prepared.source_root);
        let points = map.coverage.iter().map(|point| Location {
            file: relative(&point.file, root).to_owned(),
            line: point.line,
            decided_by: (point.kind == PointKind::Decision).then(|| point.function.clone()),
        });
        let branches = map.sites.iter().map(|site| Location {
            file: relative(&site.file, root).to_owned(),
            line: site.line,
            decided_by: None,
        });
        Points {
            places: points.collect(),
            first: first_points(&prepared.model, root, map),
            branches: branches.collect(),
            mutants: mutants(&prepared.model, root, map),
        }
    }

    /// The coverage points.
    pub(super) fn coverage(&self) -> CodePoints<'_> {
        CodePoints {
            places: &self.places,
            first: &self.first,
        }
    }

    /// The mutants.
    pub(super) fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// The branches.
    pub(super) fn branches(&self) -> &[Location] {
        &self.branches
    }
}

/// A function of the source: its file, the line it begins at, and a name that tells it from other functions there.
type SourceFunction<'m> = (&'m str, u32, String);

/// For each coverage point, the first one for the same code. Instances of a generic function have points of their own; those at the same place, of the same
/// kind and with the same order there are the same code. Functions that a macro copies for several types are different functions.
fn first_points(model: &Model, root: &Path, map: &ProgramMap) -> Vec<u32> {
    let mut first: Vec<u32> = (0..map.coverage.len() as u32).collect();
    let mut known: BTreeMap<(SourceFunction, u32, u32, PointKind, u32), u32> = BTreeMap::new();
    for function in &map.functions {
        let source = source_function(model, root, function);
        let mut orders: BTreeMap<(u32, u32, PointKind), u32> = BTreeMap::new();
        for number in function.points.clone().chain(function.decisions.clone()) {
            let Some(point) = map.coverage.get(number as usize) else {
                continue;
            };
            let place = (point.line, point.column, point.kind);
            let order = orders.entry(place).or_default();
            let code = (source.clone(), place.0, place.1, place.2, *order);
            *order += 1;
            first[number as usize] = *known.entry(code).or_insert(number);
        }
    }
    first
}

fn source_function<'m>(
    model: &Model,
    root: &Path,
    function: &'m FunctionPoints,
) -> SourceFunction<'m> {
    let name = without_arguments(&function.function);
    // `<u8 as Width>::width` is an instance of a function for all types, unless there are several functions at that place.
    let is_one = owners(model, root, &function.file, function.line).len() == 1;
    let name = match is_one {
        true => after_type(&name).to_owned(),
        false => name,
    };
    (&function.file, function.line, name)
}

/// The mutants in functions that have coverage points.
fn mutants(model: &Model, root: &Path, map: &ProgramMap) -> Vec<Mutant> {
    let functions = map.functions.iter();
    let functions: BTreeMap<&str, &FunctionPoints> = functions
        .map(|function| (function.symbol.as_str(), function))
        .collect();
    let mut sources: BTreeMap<&str, SourceFunction> = BTreeMap::new();
    let mut orders: BTreeMap<(&str, u32, u32, Change), u32> = BTreeMap::new();
    let mut known: BTreeMap<(SourceFunction, u32, u32, Change, u32), u32> = BTreeMap::new();
    let mut numbers: BTreeMap<SourceFunction, u32> = BTreeMap::new();
    let mut mutants = Vec::new();
    for (number, mutant) in (1..).zip(&map.mutants) {
        let Some(function) = functions.get(mutant.symbol.as_str()) else {
            continue;
        };
        let source = sources
            .entry(&mutant.symbol)
            .or_insert_with(|| source_function(model, root, function));
        let place = (mutant.line, mutant.column, mutant.change);
        let order = orders
            .entry((&mutant.symbol, place.0, place.1, place.2))
            .or_default();
        let code = (source.clone(), place.0, place.1, place.2, *order);
        *order += 1;
        mutants.push(Mutant {
            number,
            first: *known.entry(code).or_insert(number),
            function: {
                let next = numbers.len() as u32;
                *numbers.entry(source.clone()).or_insert(next)
            },
            points: points_of(function, mutant.line, map),
            place: Location {
                file: relative(&mutant.file, root).to_owned(),
                line: mutant.line,
                decided_by: None,
            },
            change: match mutant.change {
                Change::Opposite => "a reversed condition",
                Change::Bound => "an off-by-one comparison",
                Change::Operation => "a wrong calculation",
                Change::Constant => "a wrong constant",
                Change::Result(_) => "a constant result",
            },
        });
    }
    mutants
}

/// The points of a function on a line; those of the whole function if there is none.
fn points_of(function: &FunctionPoints, line: u32, map: &ProgramMap) -> Vec<u32> {
    let of_line = |point: &u32| {
        let point = map.coverage.get(*point as usize);
        point.is_some_and(|point| point.line == line && point.kind == PointKind::Code)
    };
    let on_line: Vec<u32> = function.points.clone().filter(of_line).collect();
    match on_line.is_empty() {
        true => function.points.clone().take(1).collect(),
        false => on_line,
    }
}

/// A name without the arguments of generic items in it: `a::f::<u8>::{closure#0}` is `a::f::{closure#0}`, `<a::B<u8> as a::C<u8>>::d` is `<a::B as a::C>::d`.
fn without_arguments(name: &str) -> String {
    let mut result = String::new();
    // For each open bracket, whether it is left out with all that is in it.
    let mut open: Vec<bool> = Vec::new();
    let mut before = ' ';
    for character in name.chars() {
        let is_left_out = open.last() == Some(&true);
        match character {
            '<' => {
                // A bracket behind a name holds arguments; others hold a type with methods.
                let is_argument = before == ':' || before == '_' || before.is_alphanumeric();
                open.push(is_left_out || is_argument);
                if is_argument && !is_left_out {
                    let end = result.trim_end_matches("::").len();
                    result.truncate(end);
                }
            }
            // The arrow before a result is no bracket.
            '>' if before != '-' => {
                open.pop();
            }
            _ => {}
        }
        let is_bracket = character == '<' || character == '>' && before != '-';
        let stays = !is_left_out && open.last() != Some(&true);
        if stays && !(is_bracket && is_left_out) {
            result.push(character);
        }
        before = character;
    }
    result
}

/// The part of a name behind the type whose method it is: `width` of `<u8 as Width>::width`.
fn after_type(name: &str) -> &str {
    match name.starts_with('<') {
        true => name.rsplit_once(">::").map_or(name, |(_, name)| name),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_instrument::CoveragePoint;
    use std::ops::Range;

    #[test]
    fn names_lose_arguments_and_types() {
        let cases = [
            ("a::f", "a::f", "a::f"),
            (
                "a::f::<u8, b::C<u8>>::{closure#0}",
                "a::f::{closure#0}",
                "a::f::{closure#0}",
            ),
            (
                "<a::B<u8> as a::C<fn(u8) -> u8>>::d::<u8>",
                "<a::B as a::C>::d",
                "d",
            ),
            ("<a::B<[u8; 2]>>::d", "<a::B>::d", "d"),
            (
                "<u8 as a::C>::d::{closure#0}",
                "<u8 as a::C>::d::{closure#0}",
                "d::{closure#0}",
            ),
            (
                "<fn(u8) -> u8 as a::C>::d",
                "<fn(u8) -> u8 as a::C>::d",
                "d",
            ),
            (
                "<<a::B as a::C>::D as a::E>::f",
                "<<a::B as a::C>::D as a::E>::f",
                "f",
            ),
        ];
        for (name, plain, end) in cases {
            assert_eq!(without_arguments(name), plain);
            assert_eq!(after_type(plain), end);
        }
    }

    fn function(
        name: &str,
        line: u32,
        points: Range<u32>,
        decisions: Range<u32>,
    ) -> FunctionPoints {
        FunctionPoints {
            function: name.to_owned(),
            symbol: String::new(),
            file: "/p/src/lib.rs".to_owned(),
            line,
            points,
            decisions,
        }
    }

    #[test]
    fn instances_share_the_points_at_the_same_place_of_the_same_kind() {
        use PointKind::{Cleanup, Code, Decision};
        let points = [
            // `f::<u8>`, with a closure.
            (1, 1, Code),
            (2, 5, Code),
            (2, 5, Code),
            (2, 9, Code),
            // `f::<String>`, which also drops something.
            (1, 1, Code),
            (2, 5, Cleanup),
            (2, 5, Code),
            (2, 5, Code),
            (2, 9, Code),
            // Two copies of a macro.
            (7, 1, Code),
            (7, 1, Code),
            // Decisions of the two instances.
            (2, 6, Decision),
            (2, 6, Decision),
        ];
        let point = |&(line, column, kind): &(u32, u32, PointKind)| CoveragePoint {
            function: String::new(),
            file: "/p/src/lib.rs".to_owned(),
            line,
            column,
            kind,
        };
        let map = ProgramMap {
            coverage: points.iter().map(point).collect(),
            functions: vec![
                function("a::f::<u8>", 1, 0..3, 11..12),
                function("a::f::<u8>::{closure#0}", 2, 3..4, 0..0),
                function("a::f::<String>", 1, 4..8, 12..13),
                function("a::f::<String>::{closure#0}", 2, 8..9, 0..0),
                function("<u8 as a::Width>::width", 7, 9..10, 0..0),
                function("<u16 as a::Width>::width", 7, 10..11, 0..0),
            ],
            ..ProgramMap::default()
        };
        let first = first_points(&Model::default(), Path::new("/p"), &map);
        assert_eq!(first, [0, 1, 2, 3, 0, 5, 1, 2, 3, 9, 10, 11, 11]);
    }
}
