//! Inputs worth keeping: the stock that mutation draws from.

use super::novelty::Gain;
use crate::random::Random;
use isolde_abi::shared::ChoiceRecord;

/// Most inputs kept.
const MOST: usize = 512;

/// One input: the choices of its run.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) choices: Vec<ChoiceRecord>,
    /// How often it was mutated.
    mutated: u32,
    /// How new it was.
    gain: Gain,
}

/// The inputs of one thunk, in the order found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corpus {
    entries: Vec<Entry>,
}

impl Corpus {
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Keeps an input. When there are too many, the one mutated most gives way.
    pub(crate) fn add(&mut self, choices: Vec<ChoiceRecord>, gain: Gain) {
        if self.entries.len() >= MOST {
            let worn = (0..self.entries.len()).max_by_key(|&index| {
                (
                    std::cmp::Reverse(self.entries[index].gain),
                    self.entries[index].mutated,
                    index,
                )
            });
            if let Some(index) = worn {
                self.entries.remove(index);
            }
        }
        self.entries.push(Entry {
            choices,
            mutated: 0,
            gain,
        });
    }

    /// An input to mutate: of two at random the one mutated less, which favours the newer.
    pub(crate) fn pick(&mut self, random: &mut Random) -> &Entry {
        let (one, other) = (
            random.below(self.entries.len()),
            random.below(self.entries.len()),
        );
        let index = if self.entries[one].mutated <= self.entries[other].mutated {
            one
        } else {
            other
        };
        self.entries[index].mutated += 1;
        &self.entries[index]
    }

    /// The inputs that were new in something else than their path, the newest first among those that were as new.
    pub(crate) fn best(&self) -> impl Iterator<Item = &[ChoiceRecord]> {
        let mut entries: Vec<&Entry> = self.entries.iter().rev().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.gain));
        entries.into_iter().map(|entry| entry.choices.as_slice())
    }

    /// Any input, to take parts from.
    pub(crate) fn any(&self, random: &mut Random) -> &Entry {
        random.pick(&self.entries)
    }
}
