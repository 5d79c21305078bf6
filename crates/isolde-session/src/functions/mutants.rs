//! The mutants of the explored program, as the suite asks for them.

use super::coverage::relative;
use super::same::{Instance, SameCode};
use isolde_instrument::{Change, FunctionPoints, PointKind, ProgramMap};
use isolde_suite::{Location, Mutant};
use std::collections::BTreeMap;
use std::path::Path;

/// The mutants in functions that have coverage points; `sources` are the numbers of the program's functions in the source.
pub(super) fn mutants(root: &Path, map: &ProgramMap, sources: &[u32]) -> Vec<Mutant> {
    let functions: BTreeMap<&str, (u32, &FunctionPoints)> = (0..)
        .zip(&map.functions)
        .map(|(number, function)| (function.symbol.as_str(), (number, function)))
        .collect();
    let mut same = SameCode::new();
    let of_functions = (1..).zip(&map.mutants).filter_map(|(number, mutant)| {
        let &(instance, function) = functions.get(mutant.symbol.as_str())?;
        let of = Instance {
            number: instance,
            source: sources[instance as usize],
        };
        let place = (mutant.line, mutant.column, mutant.change);
        Some(Mutant {
            number,
            first: same.first(of, place, number),
            function: of.source,
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
                Change::Omission => "a missing call",
                Change::Argument => "a wrong argument",
                Change::Result(_) => "a constant result",
            },
        })
    });
    of_functions.collect()
}

/// The points of a function on a line; its first one if there is none.
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
