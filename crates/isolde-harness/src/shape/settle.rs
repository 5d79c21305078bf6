//! The pass that finds out which of the package's types can be built: a least fixed point over their alternatives.

use super::demand::OwnType;
use super::{Alternative, Making, Mutator, Place, Shape};
use isolde_model::Type;
use std::collections::BTreeSet;

/// The largest number of constructors kept for one type.
const MOST: usize = 8;
/// How many of these may be methods of values.
const MOST_METHODS: usize = 3;

/// A type of the package whose alternatives and mutators can all be built.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    /// The type.
    pub of: Type,
    /// Its name in generated functions.
    pub name: String,
    /// Ways to make a value; those that lead towards the end of the recursion come first. If there are none, the type cannot be built.
    pub alternatives: Vec<Alternative>,
    /// How many of the alternatives lead towards the end of the recursion: only these are offered deep inside a value.
    pub leaves: usize,
    /// Methods that change a value.
    pub mutators: Vec<Mutator>,
}

/// The demanded types, by number.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    own: Vec<Built>,
}

/// For each type, the height of its lowest value, counted in nested builders; `None` for types that cannot be built.
type Ranks = Vec<Option<u32>>;

/// Drops alternatives and mutators that cannot be built because one of their parts has no builder.
pub(crate) fn settle(mut own: Vec<OwnType>) -> Settled {
    drop_needless_stand_ins(&mut own);
    let first = rank(&own, &BTreeSet::new());
    let endless: BTreeSet<usize> = (0..own.len())
        .filter(|&number| first[number].is_none())
        .collect();
    let ranks = rank(&own, &endless);
    let settled = own.into_iter().enumerate().map(|(number, mut own)| {
        let is_endless = endless.contains(&number);
        own.alternatives.retain(|each| {
            height(&each.needs(), &ranks).is_some() && (is_endless || !each.is_empty)
        });
        own.mutators
            .retain(|each| height(&super::needs_of(&each.shapes), &ranks).is_some());
        let below = ranks[number].unwrap_or(0);
        let is_leaf =
            |each: &Alternative| height(&each.needs(), &ranks).is_some_and(|height| height < below);
        // Those that lead towards the end of the recursion must not be missing.
        own.alternatives.sort_by_key(|each| !is_leaf(each));
        limit(&mut own.alternatives);
        for each in &mut own.alternatives {
            if let Making::Mock(mock) = &mut each.making {
                mock.settle(&|shape| height(&shape.needs(), &ranks).is_some());
            }
        }
        Built {
            leaves: own.alternatives.iter().filter(|each| is_leaf(each)).count(),
            of: own.of,
            name: own.name,
            alternatives: own.alternatives,
            mutators: own.mutators,
        }
    });
    Settled {
        own: settled.collect(),
    }
}

/// Drops the stand-ins for types of which other values can be made without any. What stands in is not changed by calls: nobody could tell.
fn drop_needless_stand_ins(own: &mut [OwnType]) {
    let stands_in = |each: &Alternative| matches!(each.making, Making::StandIn);
    if !own.iter().any(|own| own.alternatives.iter().any(stands_in)) {
        return;
    }
    let without: Vec<OwnType> = own
        .iter()
        .cloned()
        .map(|mut own| {
            own.alternatives.retain(|each| !stands_in(each));
            own
        })
        .collect();
    let all = (0..own.len()).collect();
    let ranks = rank(&without, &all);
    for (own, rank) in own.iter_mut().zip(ranks) {
        if rank.is_some() {
            own.alternatives.retain(|each| !stands_in(each));
        } else if own.alternatives.iter().any(stands_in) {
            own.alternatives.retain(stands_in);
            own.mutators.clear();
        }
    }
}

/// Keeps the best constructors.
fn limit(alternatives: &mut Vec<Alternative>) {
    let (mut constructors, mut methods) = (0, 0);
    alternatives.retain(|each| {
        let is_method = match each.place {
            Place::Literal => return true,
            Place::Constructor => false,
            Place::Method => true,
            Place::Empty { is_method } => is_method,
        };
        if constructors >= MOST || is_method && methods >= MOST_METHODS {
            return false;
        }
        constructors += 1;
        methods += usize::from(is_method);
        !matches!(each.place, Place::Empty { .. })
    });
}

/// The ranks of the types, where those in `with_empty` may also be made with empty containers.
fn rank(own: &[OwnType], with_empty: &BTreeSet<usize>) -> Ranks {
    let needs: Vec<Vec<BTreeSet<usize>>> = own
        .iter()
        .enumerate()
        .map(|(number, own)| {
            let alternatives = own.alternatives.iter();
            alternatives
                .filter(|each| !matches!(each.place, Place::Empty { .. }))
                .filter(|each| !each.is_empty || with_empty.contains(&number))
                .map(Alternative::needs)
                .collect()
        })
        .collect();
    let mut ranks: Ranks = vec![None; own.len()];
    loop {
        let before = ranks.clone();
        for (rank, alternatives) in ranks.iter_mut().zip(&needs) {
            let best = alternatives
                .iter()
                .filter_map(|needs| height(needs, &before))
                .min();
            if let Some(best) = best.map(|best| best + 1) {
                *rank = Some(rank.map_or(best, |known| known.min(best)));
            }
        }
        if ranks == before {
            return ranks;
        }
    }
}

/// The greatest of these types' ranks; `None` if one of the types cannot be built.
fn height(needs: &BTreeSet<usize>, ranks: &Ranks) -> Option<u32> {
    needs
        .iter()
        .map(|&each| ranks[each])
        .try_fold(0, |most, rank| rank.map(|rank| most.max(rank)))
}

impl Settled {
    /// One of the types.
    pub(crate) fn get(&self, number: usize) -> &Built {
        &self.own[number]
    }

    /// The methods of mocks in values of these shapes that cannot be answered.
    pub(crate) fn unanswered<'s>(&self, shapes: impl Iterator<Item = &'s Shape>) -> Vec<String> {
        let mut rest: Vec<usize> = super::used_by(shapes).into_iter().collect();
        let mut seen: BTreeSet<usize> = rest.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(number) = rest.pop() {
            for alternative in &self.own[number].alternatives {
                if let Making::Mock(mock) = &alternative.making {
                    found.extend(mock.unanswered());
                }
                rest.extend(
                    alternative
                        .uses()
                        .into_iter()
                        .filter(|each| seen.insert(*each)),
                );
            }
        }
        found
    }

    /// All types, also those that cannot be built.
    pub(crate) fn types(&self) -> impl Iterator<Item = &Type> {
        self.own.iter().map(|own| &own.of)
    }

    /// The number of a type, if it was demanded.
    pub(crate) fn number(&self, of: &Type) -> Option<usize> {
        self.own.iter().position(|own| own.of == *of)
    }

    /// Whether values of the type are stood in for, because there is no other way to make one.
    pub(crate) fn stands_in(&self, of: &Type) -> bool {
        let own = self.own.iter().find(|own| own.of == *of);
        own.is_some_and(|own| {
            let mut makings = own.alternatives.iter().map(|each| &each.making);
            makings.any(|making| matches!(making, Making::StandIn))
        })
    }

    /// The first of these types that cannot be built.
    pub(crate) fn unbuildable(&self, needs: &BTreeSet<usize>) -> Option<&Type> {
        needs
            .iter()
            .map(|&number| &self.own[number])
            .find(|own| own.alternatives.is_empty())
            .map(|own| &own.of)
    }

    /// All types whose builders are called by the builders of these types, directly or indirectly, including these types.
    pub(crate) fn reachable(&self, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut rest: Vec<usize> = from.iter().copied().collect();
        while let Some(number) = rest.pop() {
            // What cannot be built is left out by those that use it.
            if !self.own[number].alternatives.is_empty() && seen.insert(number) {
                let own = &self.own[number];
                rest.extend(own.alternatives.iter().flat_map(Alternative::uses));
                let mutators = own.mutators.iter();
                rest.extend(mutators.flat_map(|each| super::used_by(&each.shapes)));
            }
        }
        seen
    }
}
