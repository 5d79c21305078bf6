//! Path conditions that wait to be negated, those with the rarest direction first.
//!
//! Candidates are kept per [`Class`]; classes are ordered by how promising and how rare they are, and within a class the newest candidate comes first.
//! The order is "rarest (site, direction, log2 of occurrence) first, newest first among equals". Directions that lead to uncovered code have more
//! weight, but do not always come first: such a direction may be impossible, and every new trace offers it again.
//!
//! Where only directions are left that were taken before, rarity says little: what is missing hangs on a state that several branches made together. Then
//! those of the smallest inputs come first every second time, so that these are enumerated, as in bounded-exhaustive testing (Boyapati, Khurshid and
//! Marinov, *Korat*, ISSTA 2002).

use super::path::Class;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// Maximum number of candidates kept per class; the oldest are forgotten.
const MOST_PER_CLASS: usize = 256;

/// A path condition to negate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The trace.
    pub(crate) trace: usize,
    /// Index of the path entry.
    pub(crate) index: usize,
    /// Hash of the path that is wanted.
    pub(crate) flip: u64,
    /// For pins: values that were tried already.
    pub(crate) exclude: Vec<u128>,
    /// How often a query for it was made and given up.
    pub(crate) attempt: u8,
    /// How many choices its input consists of.
    pub(crate) size: u32,
}

/// How many times more often a class of this tier is tried than one of the last tier, as a power of two.
fn weight(tier: u8) -> u32 {
    match tier {
        0 => 4,
        1 => 2,
        _ => 0,
    }
}

/// The rank of a class; a lower rank comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// How often the class was seen or tried, divided by the weight of its tier.
    cost: u32,
    tier: u8,
    newest: std::cmp::Reverse<u64>,
}

#[derive(Debug)]
struct State {
    rank: Rank,
    count: u32,
    /// The candidates, each with its number.
    candidates: VecDeque<(u64, Candidate)>,
}

/// The candidates of one thunk.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    classes: HashMap<Class, State>,
    /// Classes that have candidates, by rank.
    order: BTreeSet<(Rank, Class)>,
    /// All candidates by the sizes of their inputs and their numbers.
    smallest: BTreeMap<(u32, u64), Class>,
    pushed: u64,
    /// Maximum number of candidates of all classes together.
    most: Option<usize>,
}

/// Approximate bytes that a candidate takes; queues and maps have spare capacity.
const BYTES: usize = 2 * size_of::<((u64, Candidate), (u32, u64), Class)>();
/// The best tier of directions that were all taken before.
const TAKEN: u8 = 2;

impl Frontier {
    pub(crate) fn is_empty(&self) -> bool {
        self.smallest.is_empty()
    }

    /// Allows candidates of this many bytes from now on.
    pub(crate) fn bound(&mut self, bytes: usize) {
        self.most = Some(bytes / BYTES);
        self.make_room();
    }

    /// Drops the oldest candidates of the classes that would be tried last.
    fn make_room(&mut self) {
        while self.most.is_some_and(|most| self.smallest.len() > most) {
            let Some(&(_, class)) = self.order.last() else {
                return;
            };
            self.take(class, VecDeque::pop_front);
        }
    }

    /// Adds a candidate of a class. `tier`: how promising the class is at present, 0 best.
    pub(crate) fn push(&mut self, class: Class, tier: u8, candidate: Candidate) {
        self.pushed += 1;
        let pushed = self.pushed;
        self.smallest.insert((candidate.size, pushed), class);
        let mut is_crowded = false;
        self.change(class, |state| {
            state.rank.tier = tier;
            state.rank.newest = std::cmp::Reverse(pushed);
            state.candidates.push_back((pushed, candidate));
            is_crowded = state.candidates.len() > MOST_PER_CLASS;
        });
        if is_crowded {
            self.take(class, VecDeque::pop_front);
        }
        self.make_room();
    }

    /// Counts a class as seen or tried: it is less rare now.
    pub(crate) fn count(&mut self, class: Class, by: u32) {
        self.change(class, |state| state.count = state.count.saturating_add(by));
    }

    /// The tier that the best candidate has now, if there is one.
    pub(crate) fn best_tier(&mut self, tier: impl Fn(Class) -> u8) -> Option<u8> {
        loop {
            let &(rank, class) = self.order.first()?;
            let now = tier(class);
            if now <= rank.tier {
                return Some(now);
            }
            self.change(class, |state| state.rank.tier = now);
        }
    }

    /// Takes the best candidate. `tier` says how promising a class is now: ranks may be out of date, and are corrected on the way.
    pub(crate) fn pop(&mut self, tier: impl Fn(Class) -> u8) -> Option<(Class, Candidate)> {
        self.best_tier(tier)?;
        let &(_, class) = self.order.first()?;
        Some((class, self.take(class, VecDeque::pop_back)?))
    }

    /// Like [`Frontier::pop`], but if all directions that are left were taken before, takes the oldest candidate of the smallest input.
    pub(crate) fn pop_smallest(
        &mut self,
        tier: impl Fn(Class) -> u8,
    ) -> Option<(Class, Candidate)> {
        if self.best_tier(&tier)? < TAKEN {
            return self.pop(tier);
        }
        let (&(_, number), &class) = self.smallest.first_key_value()?;
        let candidate = self.take(class, |candidates| {
            let index = candidates.iter().position(|(other, _)| *other == number)?;
            candidates.remove(index)
        })?;
        Some((class, candidate))
    }

    /// Takes a candidate out of its class.
    fn take(
        &mut self,
        class: Class,
        from: impl FnOnce(&mut VecDeque<(u64, Candidate)>) -> Option<(u64, Candidate)>,
    ) -> Option<Candidate> {
        let mut taken = None;
        self.change(class, |state| taken = from(&mut state.candidates));
        let (number, candidate) = taken?;
        self.smallest.remove(&(candidate.size, number));
        Some(candidate)
    }

    /// Applies a change to a class and keeps the order and the counts right.
    fn change(&mut self, class: Class, change: impl FnOnce(&mut State)) {
        let state = self.classes.entry(class).or_insert_with(|| State {
            rank: Rank {
                cost: 0,
                tier: u8::MAX,
                newest: std::cmp::Reverse(0),
            },
            count: 0,
            candidates: VecDeque::new(),
        });
        let (rank, before) = (state.rank, state.candidates.len());
        change(state);
        state.rank.cost = state.count >> weight(state.rank.tier);
        let (was, is) = (before > 0, !state.candidates.is_empty());
        if was && (!is || rank != state.rank) {
            self.order.remove(&(rank, class));
        }
        if is && (!was || rank != state.rank) {
            self.order.insert((state.rank, class));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(site: u32) -> Class {
        Class {
            site,
            taken: true,
            occurrence: 0,
        }
    }

    fn candidate(index: usize) -> Candidate {
        Candidate {
            trace: 0,
            index,
            flip: 0,
            exclude: vec![],
            attempt: 0,
            size: 0,
        }
    }

    fn drain(frontier: &mut Frontier) -> Vec<usize> {
        std::iter::from_fn(|| frontier.pop(|_| 1))
            .map(|(_, candidate)| candidate.index)
            .collect()
    }

    #[test]
    fn rare_comes_before_frequent_and_new_before_old() {
        let mut frontier = Frontier::default();
        for index in 0..3 {
            frontier.push(class(1), 1, candidate(index));
            frontier.push(class(2), 1, candidate(10 + index));
        }
        frontier.count(class(2), 5);
        assert_eq!(drain(&mut frontier), [2, 1, 0, 12, 11, 10]);
        assert!(frontier.is_empty());
    }

    #[test]
    fn better_tiers_come_first_and_move_back_when_they_get_worse() {
        let mut frontier = Frontier::default();
        frontier.push(class(1), 1, candidate(1));
        frontier.push(class(2), 0, candidate(2));
        frontier.count(class(2), 9);
        let tier_of_then = |class: Class| if class.site == 2 { 0 } else { 1 };
        assert_eq!(
            frontier
                .pop(tier_of_then)
                .map(|(_, candidate)| candidate.index),
            Some(2)
        );
        frontier.push(class(2), 0, candidate(3));
        assert_eq!(
            frontier.pop(|_| 1).map(|(_, candidate)| candidate.index),
            Some(1)
        );
        assert_eq!(drain(&mut frontier), [3]);
    }

    #[test]
    fn a_promising_class_that_failed_many_times_comes_after_others() {
        let mut frontier = Frontier::default();
        frontier.count(class(1), 15);
        frontier.count(class(2), 1);
        frontier.push(class(1), 0, candidate(1));
        frontier.push(class(2), 2, candidate(2));
        let tier_of = |class: Class| if class.site == 1 { 0 } else { 2 };
        let mut next = || frontier.pop(tier_of).map(|(_, candidate)| candidate.index);
        assert_eq!((next(), next()), (Some(1), Some(2)));
        frontier.count(class(1), 100);
        frontier.push(class(1), 0, candidate(3));
        frontier.push(class(2), 2, candidate(4));
        let mut next = || frontier.pop(tier_of).map(|(_, candidate)| candidate.index);
        assert_eq!((next(), next()), (Some(4), Some(3)));
    }

    #[test]
    fn when_there_are_too_many_the_last_classes_lose_their_oldest_candidates() {
        let mut frontier = Frontier::default();
        frontier.bound(20 * BYTES);
        frontier.count(class(2), 5);
        for index in 0..15 {
            frontier.push(class(1), 1, candidate(index));
            frontier.push(class(2), 1, candidate(100 + index));
        }
        let mut left = drain(&mut frontier);
        assert_eq!(left.len(), 20);
        left.sort();
        let kept: Vec<usize> = (0..15).chain(110..115).collect();
        assert_eq!(left, kept);
    }

    #[test]
    fn the_smallest_input_comes_first_where_all_directions_were_taken() {
        let sized = |index, size| Candidate {
            size,
            ..candidate(index)
        };
        let mut frontier = Frontier::default();
        frontier.count(class(2), 7);
        frontier.push(class(1), 3, sized(1, 5));
        frontier.push(class(2), 3, sized(2, 3));
        frontier.push(class(2), 3, sized(3, 4));
        frontier.push(class(2), 3, sized(4, 3));
        let mut next = |tier: u8| {
            let next = frontier.pop_smallest(|_| tier);
            next.map(|(_, candidate)| candidate.index)
        };
        assert_eq!([next(3), next(3), next(2)], [Some(2), Some(4), Some(3)]);
        frontier.push(class(2), 1, sized(5, 3));
        assert_eq!(
            frontier.pop_smallest(|_| 1).map(|(_, one)| one.index),
            Some(1),
            "the rarest one"
        );
        assert_eq!(drain(&mut frontier), [5]);
        assert!(frontier.is_empty());
    }

    #[test]
    fn the_oldest_candidates_of_a_crowded_class_are_forgotten() {
        let mut frontier = Frontier::default();
        for index in 0..MOST_PER_CLASS + 10 {
            frontier.push(class(1), 1, candidate(index));
        }
        let left = drain(&mut frontier);
        assert_eq!(
            (left.len(), left.first(), left.last()),
            (MOST_PER_CLASS, Some(&(MOST_PER_CLASS + 9)), Some(&10))
        );
    }
}
