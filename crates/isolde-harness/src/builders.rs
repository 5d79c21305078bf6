//! Builders of the package's own types: which there are, which can be built at all, and their text.
//!
//! A builder chooses one of the alternatives of its type (a literal, a variant, a constructor), each a function of its own, and then
//! changes the value by methods. Types are demanded while thunks are planned; [`Builders::settle`] then finds out which of them
//! bottom out, as a least fixed point over their alternatives.

use crate::context::{Context, own_id};
use crate::lower::Lowered;
use crate::names::{Names, snake};
use crate::pieces::Pieces;
use crate::text::{Style, describe};
use isolde_model::Type;
use std::collections::{BTreeMap, BTreeSet};

/// Instantiations of one generic type that constructors may ask for; without a limit, constructors that take other instantiations would lead on for ever.
const MOST_INSTANTIATIONS: usize = 16;

/// One way to make a value.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Name of the piece: `constructor semver::Version::new of semver::Version`.
    pub piece: String,
    /// Body of the function, with `c` the chooser.
    pub body: String,
    /// Builders that it calls.
    pub needs: BTreeSet<usize>,
    /// A version of another alternative with empty containers; used only for types that do not bottom out otherwise.
    pub is_empty: bool,
}

/// A method that changes a value.
#[derive(Clone, Debug)]
pub struct Mutator {
    /// Name of the piece.
    pub piece: String,
    /// Body of the function, with `c` the chooser and `x` the value.
    pub body: String,
    /// Builders that it calls.
    pub needs: BTreeSet<usize>,
    /// Takes the value and returns it, rather than changing it in place.
    pub is_chain: bool,
}

/// A type of the package at concrete arguments, with its builder.
#[derive(Clone, Debug)]
pub struct OwnType {
    /// The type.
    pub of: Type,
    /// Name of the builder function.
    pub name: String,
    /// The type's text.
    pub text: String,
    /// Ways to make a value.
    pub alternatives: Vec<Alternative>,
    /// Methods that change it.
    pub mutators: Vec<Mutator>,
    /// Height of its lowest value, in builders; `None` if it cannot be built.
    pub rank: Option<u32>,
}

/// The builders of the package's types.
pub struct Builders<'c, 'm> {
    /// The package.
    pub context: &'c Context<'m>,
    /// Pieces that the compiler refused.
    pub pieces: &'c Pieces,
    /// Types demanded so far.
    pub own: Vec<OwnType>,
    index: BTreeMap<Type, usize>,
    names: Names,
    /// How many constructors are being looked at, one within the other.
    pub(crate) level: usize,
    /// How many trait objects are being built, one within the other.
    pub(crate) coercions: usize,
}

impl<'c, 'm> Builders<'c, 'm> {
    /// No builders yet.
    pub fn new(context: &'c Context<'m>, pieces: &'c Pieces) -> Builders<'c, 'm> {
        Builders {
            context,
            pieces,
            own: Vec::new(),
            index: BTreeMap::new(),
            names: Names::default(),
            level: 0,
            coercions: 0,
        }
    }

    /// The builder of one of the package's types, or the type that cannot be named.
    pub fn demand(&mut self, of: &Type) -> Result<Lowered, String> {
        let index = match self.index.get(of) {
            Some(index) => *index,
            None => {
                let text = self
                    .context
                    .type_text(of, Style::Signature)
                    .ok_or_else(|| describe(of))?;
                let same = self
                    .own
                    .iter()
                    .filter(|own| own_id(&own.of) == own_id(of))
                    .count();
                if self.level > 0 && same >= MOST_INSTANTIATIONS {
                    return Err(describe(of));
                }
                let index = self.own.len();
                let name = self
                    .names
                    .unique(&format!("build_{}", snake(&describe_short(of))));
                self.index.insert(of.clone(), index);
                self.own.push(OwnType {
                    of: of.clone(),
                    name,
                    text,
                    alternatives: Vec::new(),
                    mutators: Vec::new(),
                    rank: None,
                });
                let is_allowed = self.pieces.allows(&builder_piece(&self.own[index].text));
                let alternatives = if is_allowed {
                    self.alternatives(of)
                } else {
                    Vec::new()
                };
                let mutators = if is_allowed {
                    self.mutators(of)
                } else {
                    Vec::new()
                };
                self.own[index].alternatives = alternatives;
                self.own[index].mutators = mutators;
                index
            }
        };
        Ok(Lowered {
            builder: self.own[index].name.clone(),
            strong: BTreeSet::from([index]),
            ..Lowered::default()
        })
    }

    /// Drops what cannot be built: alternatives and mutators whose parts have no builder.
    pub fn settle(&mut self) {
        self.rank(&BTreeSet::new());
        let endless: BTreeSet<usize> = (0..self.own.len())
            .filter(|&index| self.own[index].rank.is_none())
            .collect();
        self.rank(&endless);
        let ranks: Vec<Option<u32>> = self.own.iter().map(|each| each.rank).collect();
        for (index, own) in self.own.iter_mut().enumerate() {
            let buildable =
                |needs: &BTreeSet<usize>| needs.iter().all(|&each| ranks[each].is_some());
            let is_endless = endless.contains(&index);
            own.alternatives
                .retain(|each| buildable(&each.needs) && (is_endless || !each.is_empty));
            own.mutators.retain(|each| buildable(&each.needs));
            let below = own.rank.unwrap_or(0);
            // Alternatives that lead towards the end come first; `alternative` offers only these deep inside a value.
            own.alternatives
                .sort_by_key(|each| !is_leaf(each, below, &ranks));
        }
    }

    fn rank(&mut self, with_empty: &BTreeSet<usize>) {
        for own in &mut self.own {
            own.rank = None;
        }
        loop {
            let ranks: Vec<Option<u32>> = self.own.iter().map(|each| each.rank).collect();
            let mut changed = false;
            for (index, own) in self.own.iter_mut().enumerate() {
                let best = own
                    .alternatives
                    .iter()
                    .filter(|each| !each.is_empty || with_empty.contains(&index))
                    .filter_map(|each| height(&each.needs, &ranks))
                    .min();
                if let Some(best) = best
                    .map(|best| best + 1)
                    .filter(|best| own.rank.is_none_or(|known| *best < known))
                {
                    own.rank = Some(best);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The first type among these builders that cannot be built.
    pub fn unbuildable(&self, needs: &BTreeSet<usize>) -> Option<&Type> {
        needs
            .iter()
            .map(|&index| &self.own[index])
            .find(|own| own.rank.is_none())
            .map(|own| &own.of)
    }

    /// Everything that these builders call, themselves included.
    pub fn reachable(&self, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut rest: Vec<usize> = from.iter().copied().collect();
        while let Some(index) = rest.pop() {
            if seen.insert(index) {
                let own = &self.own[index];
                rest.extend(own.alternatives.iter().flat_map(|each| &each.needs));
                rest.extend(own.mutators.iter().flat_map(|each| &each.needs));
            }
        }
        seen
    }

    /// Writes the builder of one type with its alternatives and mutators, each a piece.
    pub fn emit(&self, index: usize, out: &mut crate::pieces::Writer) {
        let own = &self.own[index];
        let ranks: Vec<Option<u32>> = self.own.iter().map(|each| each.rank).collect();
        let (name, text) = (&own.name, &own.text);
        let suffix = name.trim_start_matches("build_");
        for (number, each) in own.alternatives.iter().enumerate() {
            out.piece(
                &each.piece,
                &format!(
                    "fn make_{suffix}_{number}(c: &mut __isolde::Chooser) -> {text} {{\n{}}}\n",
                    each.body
                ),
            );
        }
        for (number, each) in own.mutators.iter().enumerate() {
            let signature = match each.is_chain {
                true => format!(
                    "fn change_{suffix}_{number}(c: &mut __isolde::Chooser, x: {text}) -> {text}"
                ),
                false => {
                    format!(
                        "fn change_{suffix}_{number}(c: &mut __isolde::Chooser, x: &mut {text})"
                    )
                }
            };
            out.piece(&each.piece, &format!("{signature} {{\n{}}}\n", each.body));
        }
        let leaves = own
            .alternatives
            .iter()
            .filter(|each| is_leaf(each, own.rank.unwrap_or(0), &ranks))
            .count()
            .max(1);
        let choice = match own.alternatives.len() {
            1 => format!("make_{suffix}_0(c)"),
            count => {
                let arms: String = (0..count)
                    .map(|number| {
                        let pattern = if number + 1 == count {
                            "_".to_owned()
                        } else {
                            number.to_string()
                        };
                        format!(
                            "        {pattern} => c.within({number}, make_{suffix}_{number}),\n"
                        )
                    })
                    .collect();
                format!("match c.alternative({count}, {leaves}) {{\n{arms}    }}")
            }
        };
        let body = if own.mutators.is_empty() {
            choice
        } else {
            let mutators: Vec<String> = own
                .mutators
                .iter()
                .enumerate()
                .map(|(number, each)| {
                    let kind = if each.is_chain { "Chain" } else { "Change" };
                    format!("__isolde::Mutator::{kind}(change_{suffix}_{number})")
                })
                .collect();
            let variable = snake(
                self.context
                    .item(&own.of)
                    .map_or("value", |item| item.name.as_str()),
            );
            format!(
                "c.object_with({variable:?}, |c| {choice}, &[{}])",
                mutators.join(", ")
            )
        };
        out.piece(
            &builder_piece(text),
            &format!("fn {name}(c: &mut __isolde::Chooser) -> {text} {{\n    {body}\n}}\n"),
        );
    }
}

/// Name of the piece that is a type's builder.
pub fn builder_piece(text: &str) -> String {
    format!("builder of {text}")
}

fn height(needs: &BTreeSet<usize>, ranks: &[Option<u32>]) -> Option<u32> {
    needs
        .iter()
        .map(|&each| ranks[each])
        .try_fold(0, |most, rank| rank.map(|rank| most.max(rank)))
}

fn is_leaf(alternative: &Alternative, rank: u32, ranks: &[Option<u32>]) -> bool {
    height(&alternative.needs, ranks).is_some_and(|height| height < rank)
}

/// The type's name and its arguments' names: `Foo u8`.
pub fn describe_short(of: &Type) -> String {
    let list = |types: &[Type]| {
        types
            .iter()
            .map(describe_short)
            .collect::<Vec<_>>()
            .join(" ")
    };
    match of {
        Type::Path {
            defined,
            arguments,
            constants,
            ..
        } => {
            let name = defined.rsplit("::").next().unwrap_or_default();
            format!("{name} {} {}", list(arguments), constants.join(" "))
        }
        Type::Reference { target, .. } => describe_short(target),
        Type::Tuple(elements) => list(elements),
        other => describe(other),
    }
}
