//! Where the coverage points, branches and mutants of the explored programs are, and which points stand for the same code.

use super::coverage::relative;
use super::mutants::mutants;
use super::same::{Instance, SameCode, source_functions};
use isolde_build::Prepared;
use isolde_instrument::{PointKind, ProgramMap};
use isolde_suite::{CodePoints, Location, Mutant};
use std::collections::BTreeMap;

/// Maximum number of points at one place of a function that are told apart.
const FEW_AT_PLACE: usize = 6;

/// The places of points and branches, and the mutants.
#[derive(Debug, Default)]
pub(super) struct Points {
    places: Vec<Location>,
    first: Vec<u32>,
    crowded: Vec<bool>,
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
        let sources = source_functions(&prepared.model, root, map);
        Points {
            places: points.collect(),
            first: first_points(map, &sources),
            crowded: crowded(map),
            branches: branches.collect(),
            mutants: mutants(root, map, &sources),
        }
    }

    /// The coverage points.
    pub(super) fn coverage(&self) -> CodePoints<'_> {
        CodePoints {
            places: &self.places,
            first: &self.first,
            crowded: &self.crowded,
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

/// For each coverage point, the first one for the same code; `sources` are the numbers of the program's functions in the source.
fn first_points(map: &ProgramMap, sources: &[u32]) -> Vec<u32> {
    let mut first: Vec<u32> = (0..map.coverage.len() as u32).collect();
    let mut same = SameCode::new();
    for (instance, (function, &source)) in (0..).zip(map.functions.iter().zip(sources)) {
        let of = Instance {
            number: instance,
            source,
        };
        for number in function.points.clone().chain(function.decisions.clone()) {
            if let Some(point) = map.coverage.get(number as usize) {
                let place = (point.line, point.column, point.kind);
                first[number as usize] = same.first(of, place, number);
            }
        }
    }
    first
}

/// For each coverage point, whether its function has many at the same place.
fn crowded(map: &ProgramMap) -> Vec<bool> {
    let mut crowded = vec![false; map.coverage.len()];
    for function in &map.functions {
        let mut at: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for number in function.points.clone() {
            if let Some(point) = map.coverage.get(number as usize) {
                at.entry((point.line, point.column))
                    .or_default()
                    .push(number);
            }
        }
        for number in at
            .into_values()
            .filter(|all| all.len() > FEW_AT_PLACE)
            .flatten()
        {
            crowded[number as usize] = true;
        }
    }
    crowded
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_instrument::{CoveragePoint, FunctionPoints};
    use isolde_model::Model;
    use std::ops::Range;
    use std::path::Path;

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
        let sources = source_functions(&Model::default(), Path::new("/p"), &map);
        assert_eq!(sources, [0, 1, 0, 1, 2, 3]);
        let first = first_points(&map, &sources);
        assert_eq!(first, [0, 1, 2, 3, 0, 5, 1, 2, 3, 9, 10, 11, 11]);
    }

    #[test]
    fn many_points_at_one_place_are_crowded() {
        let mut map = ProgramMap::default();
        for column in [1, 5, 5, 5, 5, 5, 5, 5, 9, 9] {
            map.coverage.push(CoveragePoint {
                function: String::new(),
                file: String::new(),
                line: 3,
                column,
                kind: PointKind::Code,
            });
        }
        map.functions = vec![function("f", 3, 0..9, 0..0), function("g", 3, 9..10, 0..0)];
        let crowded = crowded(&map);
        let places: Vec<usize> = (0..10).filter(|place| crowded[*place]).collect();
        assert_eq!(places, [1, 2, 3, 4, 5, 6, 7]);
    }
}
