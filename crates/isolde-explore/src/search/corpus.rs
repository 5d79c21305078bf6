//! Inputs worth keeping: the stock that mutation draws from.

use super::novelty::Gain;
use crate::random::Random;
use isolde_abi::shared::ChoiceRecord;

/// Maximum number of inputs kept, however small they are.
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
#[derive(Clone, Debug)]
pub(crate) struct Corpus {
    entries: Vec<Entry>,
    /// Bytes of the entries, and the maximum.
    bytes: usize,
    most: usize,
}

impl Default for Corpus {
    fn default() -> Corpus {
        Corpus {
            entries: Vec::new(),
            bytes: 0,
            most: usize::MAX,
        }
    }
}

impl Entry {
    fn bytes(&self) -> usize {
        size_of::<Entry>() + size_of_val(self.choices.as_slice())
    }
}

impl Corpus {
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Allows this many bytes from now on. One input is kept, whatever its size.
    pub(crate) fn bound(&mut self, bytes: usize) {
        self.most = bytes;
        self.make_room(0);
    }

    /// Keeps an input. When there are too many, or they take too much memory, the one that was mutated most is dropped.
    pub(crate) fn add(&mut self, choices: Vec<ChoiceRecord>, gain: Gain) {
        let entry = Entry {
            choices,
            mutated: 0,
            gain,
        };
        self.make_room(entry.bytes());
        self.bytes += entry.bytes();
        self.entries.push(entry);
    }

    /// Drops inputs until another one of this many bytes fits.
    fn make_room(&mut self, bytes: usize) {
        let least = usize::from(bytes == 0);
        while self.entries.len() > least
            && (self.entries.len() >= MOST || self.bytes + bytes > self.most)
        {
            let worn = (0..self.entries.len()).max_by_key(|&index| {
                (
                    std::cmp::Reverse(self.entries[index].gain),
                    self.entries[index].mutated,
                    index,
                )
            });
            if let Some(index) = worn {
                self.bytes -= self.entries.remove(index).bytes();
            }
        }
    }

    /// An input to mutate: of two random ones, the one that was mutated less often, which favours newer inputs.
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

    /// The inputs that were new in more than their path, by gain; among those of the same gain the newest comes first.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(count: usize) -> Vec<ChoiceRecord> {
        let choice = ChoiceRecord {
            key: 1,
            value: 0,
            low: 0,
            high: 9,
            kind: 0,
            width: 8,
            from_tape: 0,
            depth: 0,
        };
        vec![choice; count]
    }

    #[test]
    fn large_inputs_are_dropped_when_they_take_too_much_memory() {
        let mut corpus = Corpus::default();
        corpus.bound(1 << 20);
        for _ in 0..200 {
            corpus.add(choices(4000), Gain::Shape);
        }
        assert!(corpus.bytes <= 1 << 20 && !corpus.is_empty());
        let bytes: usize = corpus.entries.iter().map(Entry::bytes).sum();
        assert_eq!(corpus.bytes, bytes);
        corpus.bound(1000);
        assert_eq!(corpus.entries.len(), 1);
    }

    #[test]
    fn small_inputs_are_bounded_by_their_number() {
        let mut corpus = Corpus::default();
        for _ in 0..MOST + 10 {
            corpus.add(choices(1), Gain::Shape);
        }
        assert_eq!(corpus.entries.len(), MOST);
    }
}
