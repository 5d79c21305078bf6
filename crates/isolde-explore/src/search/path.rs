//! Paths as sequences of branch directions: prefixes, classes, predictions.

use crate::config::Sites;
use crate::random::{fold, mix};
use isolde_abi::shared::{ASSUMED, CALLED, NO_SITE, PINNED, PathEntry, TAKEN};
use isolde_solver::Trace;
use std::collections::{BTreeSet, HashMap};

/// A direction of a site, and how often it had been taken on the path before, as a binary order of magnitude: the tenth round of a loop counts as the
/// same as the ninth, but the first not as the same as the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) site: u32,
    pub(crate) taken: bool,
    pub(crate) occurrence: u8,
}

/// A branch in code under test that depends on the input: how often it had gone the same way before on the path, as a binary order of magnitude, the
/// branch's site, and whether it was taken. In their order, branches taken for the first time come first.
pub type PathClass = (u8, u32, bool);

/// The branches of a path that belong to the call itself, without those that were taken while its arguments were built.
pub fn path_classes(trace: &Trace, sites: &Sites) -> BTreeSet<PathClass> {
    let mut counts: HashMap<(u32, bool), u32> = HashMap::new();
    let of_call = |entry: &&PathEntry| {
        is_open(entry) && entry.flags & CALLED != 0 && sites.get(entry.site).in_subject
    };
    let mut classes = BTreeSet::new();
    for entry in trace.path.iter().filter(of_call) {
        let taken = entry.flags & TAKEN != 0;
        let count = counts.entry((entry.site, taken)).or_default();
        classes.insert((magnitude(*count), entry.site, taken));
        *count += 1;
    }
    classes
}

/// What is derived from a path: one item per path entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathInfo {
    /// Hash of the path up to and including each entry.
    pub(crate) prefixes: Vec<u64>,
    /// Class of the direction that was taken.
    pub(crate) classes: Vec<Class>,
    /// Class of the other direction.
    pub(crate) flipped: Vec<Class>,
}

/// Hash of the empty path.
const START: u64 = 0x15_01de;

impl PathInfo {
    /// Derives the information from a trace.
    pub(crate) fn of(trace: &Trace) -> PathInfo {
        let mut info = PathInfo::default();
        let mut counts: HashMap<(u32, bool), u32> = HashMap::new();
        let mut hash = START;
        for entry in &trace.path {
            let taken = entry.flags & TAKEN != 0;
            let count = |counts: &HashMap<(u32, bool), u32>, taken| {
                magnitude(counts.get(&(entry.site, taken)).copied().unwrap_or(0))
            };
            info.classes.push(Class {
                site: entry.site,
                taken,
                occurrence: count(&counts, taken),
            });
            info.flipped.push(Class {
                site: entry.site,
                taken: !taken,
                occurrence: count(&counts, !taken),
            });
            *counts.entry((entry.site, taken)).or_default() += 1;
            hash = fold(hash, step(entry, taken, trace));
            info.prefixes.push(hash);
        }
        info
    }

    /// Hash of the path that follows this one up to `index` and leaves it there. For a pin the hash contains no value, since any other value leaves
    /// the path.
    pub(crate) fn flip(&self, trace: &Trace, index: usize) -> u64 {
        let before = if index == 0 {
            START
        } else {
            self.prefixes[index - 1]
        };
        let entry = &trace.path[index];
        if entry.flags & PINNED != 0 {
            fold(before, mix(u64::from(entry.flags)))
        } else {
            fold(before, step(entry, entry.flags & TAKEN == 0, trace))
        }
    }

    /// Hash of the whole path.
    pub(crate) fn hash(&self) -> u64 {
        self.prefixes.last().copied().unwrap_or(START)
    }
}

/// What one entry contributes to a path's hash.
fn step(entry: &PathEntry, taken: bool, trace: &Trace) -> u64 {
    let base = u64::from(entry.site) << 1 | u64::from(taken);
    if entry.flags & PINNED == 0 {
        return base;
    }
    // Pins have no site; paths are told apart by the value that was made concrete.
    let node = &trace.nodes[entry.node as usize];
    [node.a, node.b]
        .into_iter()
        .filter_map(|operand| trace.nodes.get(operand as usize))
        .fold(base, |hash, operand| {
            if operand.op == isolde_abi::op::Op::Const as u8 {
                fold(hash, u64::from(operand.c) << 32 | u64::from(operand.b))
            } else {
                hash
            }
        })
}

/// Whether the entry may be negated.
pub(crate) fn is_open(entry: &PathEntry) -> bool {
    entry.flags & ASSUMED == 0 && (entry.site != NO_SITE || entry.flags & PINNED != 0)
}

/// Whether a path can be left at this entry in a direction of this class. A trace that was made again is the same up to the entry for which it was made,
/// but may end differently.
pub(crate) fn can_leave(trace: &Trace, index: usize, class: Class) -> bool {
    trace.path.get(index).is_some_and(|entry| {
        let other = entry.flags & TAKEN == 0;
        is_open(entry) && (entry.site, other) == (class.site, class.taken)
    })
}

fn magnitude(count: u32) -> u8 {
    (32 - count.leading_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Site;
    use isolde_abi::shared::Node;

    fn trace(path: &[(u32, u32)]) -> Trace {
        Trace {
            nodes: vec![
                Node {
                    op: 0,
                    mark: 0,
                    width: 1,
                    a: 0,
                    b: 0,
                    c: 0
                };
                2
            ],
            path: path
                .iter()
                .map(|&(site, flags)| PathEntry {
                    node: 1,
                    site,
                    flags,
                    choices: 0,
                })
                .collect(),
            ..Trace::default()
        }
    }

    #[test]
    fn flipping_an_entry_gives_the_prefix_of_the_path_that_goes_the_other_way() {
        let (one, other) = (trace(&[(7, 1), (8, 0)]), trace(&[(7, 1), (8, 1)]));
        let (first, second) = (PathInfo::of(&one), PathInfo::of(&other));
        assert_eq!(first.flip(&one, 1), second.hash());
        assert_eq!(second.flip(&other, 1), first.hash());
        assert_eq!(first.prefixes[0], second.prefixes[0]);
        assert_ne!(first.hash(), second.hash());
    }

    #[test]
    fn a_path_that_became_another_one_cannot_be_left_where_the_first_one_could() {
        let first = trace(&[(7, TAKEN), (8, 0), (9, TAKEN)]);
        let left = |path: &Trace, index: usize| {
            let class = PathInfo::of(&first).flipped[index];
            can_leave(path, index, class)
        };
        assert!((0..3).all(|index| left(&first, index)));
        let again = trace(&[(7, TAKEN), (8, TAKEN)]);
        let open: Vec<bool> = (0..3).map(|index| left(&again, index)).collect();
        assert_eq!(open, [true, false, false]);
    }

    #[test]
    fn occurrences_are_counted_in_orders_of_magnitude() {
        let trace = trace(&[(7, 1); 9]);
        let occurrences: Vec<u8> = PathInfo::of(&trace)
            .classes
            .iter()
            .map(|class| class.occurrence)
            .collect();
        assert_eq!(occurrences, [0, 1, 2, 2, 3, 3, 3, 3, 4]);
    }

    #[test]
    fn branches_of_the_set_up_do_not_belong_to_the_call() {
        let sites = Sites {
            branches: vec![
                Site {
                    in_subject: true,
                    successors: None,
                };
                2
            ],
            points: Vec::new(),
        };
        let classes = |path: &[(u32, u32)]| path_classes(&trace(path), &sites);
        let once = classes(&[(1, CALLED)]);
        assert_eq!(once.len(), 1);
        assert_eq!(classes(&[(1, 0), (0, TAKEN), (1, CALLED)]), once);
        assert_eq!(classes(&[(1, 0), (1, TAKEN)]), BTreeSet::new());
        let twice = classes(&[(1, CALLED), (1, CALLED)]);
        assert!(twice.len() == 2 && twice.is_superset(&once));
    }

    #[test]
    fn assumptions_are_closed_and_pins_are_open() {
        let entries = trace(&[
            (NO_SITE, ASSUMED),
            (NO_SITE, PINNED | TAKEN),
            (3, TAKEN),
            (3, ASSUMED),
        ])
        .path;
        assert_eq!(
            entries.iter().map(is_open).collect::<Vec<_>>(),
            [false, true, true, false]
        );
    }
}
