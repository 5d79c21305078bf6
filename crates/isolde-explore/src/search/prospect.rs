//! What a search may still find, which decides how long it continues and which queries it makes.

use super::novelty::Novelty;
use super::path::Class;
use crate::config::Sites;
use isolde_abi::shared::NO_SITE;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A direction of a branch site.
pub(super) type Direction = (u32, bool);

/// After this many failed negations in a row, a direction is considered hopeless.
const HOPELESS: u32 = 400;
/// The same for a direction that leads only to the failure of a check that the compiler inserted.
const HOPELESS_CHECK: u32 = 24;

/// The best that a search may still find, in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Prospect {
    /// Nothing is known to be missing: all code of the functions entered was reached, and all branches met were taken in both directions.
    Nothing,
    /// Only failures of checks that the compiler inserted are missing in the functions entered.
    Unlikely,
    /// A branch that was met has never gone its other way in this search, although other searches have reached the code behind it.
    Untaken,
    /// A function that was entered has code that no search has reached, but it is not known which branch leads there.
    Unreached,
    /// Behind a branch that was met lies code that no search has reached.
    #[default]
    Uncovered,
}

/// What this search and the others have reached.
pub(super) struct Reach<'a> {
    pub(super) sites: &'a Sites,
    /// Coverage of all searches.
    pub(super) covered: &'a BTreeSet<u32>,
    /// What this search has seen.
    pub(super) novelty: &'a Novelty,
}

impl Reach<'_> {
    fn is_covered(&self, point: u32) -> bool {
        self.covered.contains(&point) || self.novelty.covered().contains(&point)
    }
}

/// Directions that were taken, and directions that were tried without success.
#[derive(Debug, Default)]
pub(super) struct Directions {
    taken: HashSet<Direction>,
    failures: HashMap<Direction, u32>,
}

impl Directions {
    /// Notes a direction that a path took.
    pub(super) fn take(&mut self, direction: Direction) {
        if self.taken.insert(direction) {
            self.failures.remove(&direction);
        }
    }

    pub(super) fn is_taken(&self, direction: Direction) -> bool {
        self.taken.contains(&direction)
    }

    /// Notes that a query for a direction had no solution, or that none was found; returns how many such queries there were in a row.
    pub(super) fn fail(&mut self, direction: Direction) -> u32 {
        let failures = self.failures.entry(direction).or_default();
        *failures += 1;
        *failures
    }

    /// Notes that a query for a direction had a solution.
    pub(super) fn succeed(&mut self, direction: Direction) {
        self.failures.remove(&direction);
    }

    /// Whether a direction failed so often that it no longer counts. `is_check`: it leads only to the failure of a check that the compiler inserted.
    fn is_hopeless(&self, direction: Direction, is_check: bool) -> bool {
        let most = if is_check { HOPELESS_CHECK } else { HOPELESS };
        let failures = self.failures.get(&direction);
        failures.is_some_and(|&failures| failures >= most)
    }

    /// The best that may still be found.
    pub(super) fn prospect(&self, reach: &Reach) -> Prospect {
        let mut best = unreached(reach);
        for &(site, taken) in &self.taken {
            let other = (site, !taken);
            if site == NO_SITE || self.is_taken(other) {
                continue;
            }
            let known = reach.sites.get(site);
            let behind = known.successors.map(|behind| behind[usize::from(!taken)]);
            let is_check = behind
                .and_then(|point| reach.sites.point(point))
                .is_some_and(|point| point.is_check);
            if self.is_hopeless(other, is_check) {
                continue;
            }
            if behind.is_some_and(|point| !reach.is_covered(point)) {
                return Prospect::Uncovered;
            }
            if known.in_subject {
                best = best.max(Prospect::Untaken);
            }
        }
        best
    }
}

/// The best prospect that follows from the code that no search has reached in the functions that this one has entered.
fn unreached(reach: &Reach) -> Prospect {
    let points = reach.novelty.covered().iter();
    let entered: BTreeSet<u32> = points
        .filter_map(|&point| reach.sites.point(point))
        .map(|point| point.function)
        .collect();
    let all = reach.sites.points.iter().zip(0_u32..);
    all.filter_map(|(point, number)| {
        let point = point.filter(|point| entered.contains(&point.function))?;
        let prospect = if point.is_check {
            Prospect::Unlikely
        } else {
            Prospect::Unreached
        };
        (!reach.is_covered(number)).then_some(prospect)
    })
    .max()
    .unwrap_or(Prospect::Nothing)
}

/// How promising a class of directions is: 0 if it leads to code that no search has reached, 1 if its direction was never taken, 2 if it was taken
/// but never as often on one path, 3 otherwise.
pub(super) fn tier(
    class: Class,
    reach: &Reach,
    directions: &Directions,
    classes: &HashSet<Class>,
) -> u8 {
    let direction = (class.site, class.taken);
    let site = reach.sites.get(class.site);
    let behind = site
        .successors
        .map(|successors| successors[usize::from(class.taken)]);
    let is_branch = class.site != NO_SITE;
    if is_branch && behind.is_some_and(|point| !reach.is_covered(point)) {
        0
    } else if is_branch && !directions.is_taken(direction) {
        1
    } else if !classes.contains(&class) {
        2
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Point, Site};
    use crate::worker::RunResult;
    use isolde_record::Outcome;

    /// Two branch sites in code under test. Points 0 and 1 lie behind the first one, 2 and 3 behind the second; all are in one function, which also
    /// has point 4.
    fn sites() -> Sites {
        let site = |first| Site {
            in_subject: true,
            successors: Some([first, first + 1]),
        };
        Sites {
            branches: vec![site(0), site(2)],
            points: (0..5)
                .map(|number| {
                    Some(Point {
                        function: 0,
                        is_check: number == 1,
                    })
                })
                .collect(),
        }
    }

    fn novelty(points: &[u32]) -> Novelty {
        let mut novelty = Novelty::default();
        novelty.note(&RunResult {
            report: None,
            outcome: Outcome::Returned,
            choices: vec![],
            coverage: points.to_vec(),
            called: vec![],
            shape: 0,
            state: 0,
            text: String::new(),
            phase: 1,
            full: false,
            crowded: false,
            timed_out: false,
        });
        novelty
    }

    #[test]
    fn the_best_prospect_counts_until_it_is_found_or_hopeless() {
        let sites = sites();
        let elsewhere = BTreeSet::from([3]);
        let reach = |novelty| Reach {
            sites: &sites,
            covered: &elsewhere,
            novelty,
        };
        let mut directions = Directions::default();
        directions.take((0, false));
        directions.take((1, false));
        let seen = novelty(&[0, 2]);
        assert_eq!(directions.prospect(&reach(&seen)), Prospect::Uncovered);
        for _ in 0..HOPELESS_CHECK {
            directions.fail((0, true));
        }
        // Point 3 lies behind the second branch, and another search has reached it. Point 4 lies behind neither branch.
        assert_eq!(directions.prospect(&reach(&seen)), Prospect::Unreached);
        let seen = novelty(&[0, 2, 4]);
        assert_eq!(directions.prospect(&reach(&seen)), Prospect::Untaken);
        directions.take((1, true));
        assert_eq!(directions.prospect(&reach(&seen)), Prospect::Unlikely);
        let all = novelty(&[0, 1, 2, 3, 4]);
        assert_eq!(directions.prospect(&reach(&all)), Prospect::Nothing);
    }

    #[test]
    fn a_success_resets_the_failures_of_a_direction() {
        let sites = sites();
        let none = BTreeSet::new();
        let reach = |novelty| Reach {
            sites: &sites,
            covered: &none,
            novelty,
        };
        let mut directions = Directions::default();
        directions.take((0, false));
        for _ in 0..HOPELESS_CHECK {
            directions.fail((0, true));
        }
        directions.succeed((0, true));
        let seen = novelty(&[0]);
        assert_eq!(directions.prospect(&reach(&seen)), Prospect::Uncovered);
    }

    #[test]
    fn tiers_tell_new_code_from_new_directions_and_from_repetitions() {
        let sites = sites();
        let none = BTreeSet::new();
        let class = |taken, occurrence| Class {
            site: 0,
            taken,
            occurrence,
        };
        let mut directions = Directions::default();
        directions.take((0, false));
        let classes = HashSet::from([class(false, 0)]);
        let of = |class, seen: &[u32]| {
            let seen = novelty(seen);
            let reach = Reach {
                sites: &sites,
                covered: &none,
                novelty: &seen,
            };
            tier(class, &reach, &directions, &classes)
        };
        assert_eq!(of(class(true, 0), &[0]), 0);
        assert_eq!(of(class(true, 0), &[0, 1]), 1);
        assert_eq!(of(class(false, 1), &[0]), 2);
        assert_eq!(of(class(false, 0), &[0]), 3);
    }
}
