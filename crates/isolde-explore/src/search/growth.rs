//! Inputs beyond the usual sizes, tried once the usual ones are exhausted: sequences that repeat one element or a block, whose lengths are powers of
//! two and their neighbours, up to thousands of elements; and numbers at the ends of their ranges.
//!
//! Growing is tried on inputs that showed something new. If longer inputs show nothing new either, the search ends.

use crate::layout::{Layouts, elements};
use crate::random::fold;
use crate::values::{domain, tape_of_first};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord, LONGEST, MAX_CHOICES};
use isolde_record::Tape;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

/// Lengths that every pattern is tried with: capacities of buffers are often powers of two, and one more element overflows them.
const LENGTHS: [u64; 6] = [33, 65, 129, 257, 1025, LONGEST];
/// Additional lengths that a repeated block is tried with.
const EXACT_LENGTHS: [u64; 12] = [31, 32, 63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024];
/// Maximum number of inputs that are grown before the search may end.
const MOST_INPUTS: usize = 6;
/// Maximum number of choices of an input that is grown.
const LARGEST: usize = 128;
/// Maximum number of elements per sequence that are repeated.
const MOST_ELEMENTS: usize = 12;
/// Maximum number of sequences and numbers of one input that are grown.
const MOST_PLACES: usize = 8;
/// Work that growing may take without a gain.
const ALLOWANCE: u64 = 12_000;
/// Elements per sequence that are also repeated up to the greatest length: where work grows with the square of the length, that takes long.
const MOST_LONGEST: usize = 3;

/// How a sequence is filled, or which number replaces another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pattern {
    /// The present elements, then simplest ones. Its run reveals the keys of the elements, which the other patterns need.
    Simplest,
    /// The present elements, then drawn ones.
    Drawn,
    /// One element only.
    Element(u64),
    /// The present elements, again and again.
    Block,
    /// The present elements, with the one at this index repeated in its place.
    Stretched(usize),
    /// A number instead of another one.
    Number(u64),
}

/// A grown input that waits to be run.
#[derive(Clone, Debug)]
pub(super) struct Step {
    choices: Arc<[ChoiceRecord]>,
    /// The choice of the length or of the number.
    place: usize,
    pub(super) pattern: Pattern,
    pub(super) length: u64,
}

impl Step {
    /// The input, if the keys of its elements are known.
    pub(super) fn tape(&self, layouts: &Layouts) -> Option<Tape> {
        let choice = &self.choices[self.place];
        let mut tape = tape_of_first(&self.choices);
        let present: Vec<u64> = elements(&self.choices, self.place)
            .iter()
            .map(|element| element.value)
            .collect();
        let count = self.length as usize;
        let values: Vec<u64> = match self.pattern {
            Pattern::Simplest | Pattern::Drawn => {
                tape.0.insert(choice.key, self.length);
                return Some(tape);
            }
            Pattern::Number(value) => {
                tape.0.insert(choice.key, value);
                return Some(tape);
            }
            Pattern::Element(value) => vec![value; count],
            Pattern::Block => present.iter().copied().cycle().take(count).collect(),
            Pattern::Stretched(index) => {
                let more = count.saturating_sub(present.len());
                let mut values = present.clone();
                values.splice(
                    index..index,
                    std::iter::repeat_n(*present.get(index)?, more),
                );
                values
            }
        };
        layouts
            .write_any(&mut tape, choice, &values)
            .then_some(tape)
    }
}

/// The steps that wait, and what was grown already.
#[derive(Debug)]
pub(super) struct Growth {
    waiting: VecDeque<Step>,
    /// Hashes of the inputs and of the elements of sequences that were grown.
    known: HashSet<u64>,
    allowance: u64,
    is_done: bool,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth {
            waiting: VecDeque::new(),
            known: HashSet::new(),
            allowance: ALLOWANCE,
            is_done: false,
        }
    }
}

impl Growth {
    /// Whether there is nothing left to grow.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Gives memory back once there is nothing left to grow.
    pub(super) fn rest(&mut self) {
        self.waiting = VecDeque::new();
        self.known = HashSet::new();
    }

    /// Notes that something new was found, whose input may be grown too.
    pub(super) fn encourage(&mut self) {
        self.is_done = false;
        self.allowance = self.allowance.max(ALLOWANCE / 2);
    }

    /// The next step. If none waits, steps are planned from these inputs, the best of which comes first. `None` ends growing.
    pub(super) fn next<'a>(
        &mut self,
        inputs: impl Iterator<Item = &'a [ChoiceRecord]>,
    ) -> Option<Step> {
        if self.waiting.is_empty() {
            self.plan(inputs);
        }
        let step = self.waiting.pop_front().filter(|_| self.allowance > 0);
        if step.is_none() {
            self.is_done = true;
            self.waiting.clear();
        }
        step
    }

    /// Notes work that growing has taken.
    pub(super) fn spend(&mut self, work: u64) {
        self.allowance = self.allowance.saturating_sub(work);
    }

    /// Plans the growth of those inputs that were not grown before, the best first.
    fn plan<'a>(&mut self, inputs: impl Iterator<Item = &'a [ChoiceRecord]>) {
        let mut steps = Vec::new();
        let mut seen = Vec::new();
        for choices in inputs {
            if choices.len() <= LARGEST {
                seen.push(choices);
            }
        }
        for &choices in seen.iter().take(4 * MOST_INPUTS) {
            let content = choices
                .iter()
                .fold(1, |hash, choice| fold(fold(hash, choice.key), choice.value));
            if steps.len() >= MOST_INPUTS || !self.known.insert(content) {
                continue;
            }
            let mut of_input = Vec::new();
            let choices: Arc<[ChoiceRecord]> = choices.into();
            let mut places = 0;
            for place in 0..choices.len() {
                let before = of_input.len();
                self.plan_place(&choices, place, &seen, &mut of_input);
                places += usize::from(of_input.len() > before);
                if places >= MOST_PLACES {
                    break;
                }
            }
            steps.push(of_input);
        }
        // Short lengths come before long ones, whatever the input, since the long ones cost most.
        let mut steps: Vec<Step> = steps.concat();
        steps.sort_by_key(|step| step.length);
        self.waiting = steps.into();
    }

    fn plan_place(
        &mut self,
        choices: &Arc<[ChoiceRecord]>,
        place: usize,
        inputs: &[&[ChoiceRecord]],
        steps: &mut Vec<Step>,
    ) {
        let choice = &choices[place];
        let mut push = |pattern, length| {
            steps.push(Step {
                choices: Arc::clone(choices),
                place,
                pattern,
                length,
            });
        };
        match ChoiceKind::from_u16(choice.kind) {
            ChoiceKind::Length => {}
            ChoiceKind::Unsigned | ChoiceKind::Signed => {
                let domain = domain(choice);
                let sign = 1_u64 << (domain.width - 1);
                let ends = [
                    domain.low,
                    domain.high,
                    domain.high.wrapping_sub(1),
                    sign,
                    sign - 1,
                ];
                for end in ends.into_iter().filter(|&end| domain.allows(end)) {
                    if end != choice.value && self.known.insert(hash(choice.key, 0, end)) {
                        push(Pattern::Number(end), 0);
                    }
                }
                return;
            }
            _ => return,
        }
        let most = LONGEST.min((MAX_CHOICES - choices.len()) as u64);
        let present = elements(choices, place);
        let mut patterns = vec![Pattern::Simplest, Pattern::Drawn];
        // A value that some input had in this sequence may matter, so each is repeated once.
        let mut values: BTreeSet<u64> = BTreeSet::new();
        for input in inputs {
            let here = input.iter().position(|other| other.key == choice.key);
            for element in here.map_or(&[][..], |here| elements(input, here)) {
                if values.len() < MOST_ELEMENTS
                    && values.insert(element.value)
                    && self.known.insert(hash(choice.key, 1, element.value))
                {
                    patterns.push(Pattern::Element(element.value));
                }
            }
        }
        if present.len() > 1 {
            patterns.push(Pattern::Block);
            let indices = BTreeSet::from([0, present.len() / 2, present.len() - 1]);
            patterns.extend(indices.into_iter().map(Pattern::Stretched));
        }
        for (index, &pattern) in patterns.iter().enumerate() {
            let is_extra = match pattern {
                Pattern::Element(_) => index >= 2 + MOST_LONGEST,
                Pattern::Stretched(_) => true,
                _ => false,
            };
            let exact: &[u64] = match pattern {
                Pattern::Block | Pattern::Simplest => &EXACT_LENGTHS,
                _ => &[],
            };
            for &length in LENGTHS.iter().chain(exact) {
                if length < LONGEST || !is_extra {
                    push(pattern, length.min(most));
                }
            }
        }
    }

    /// Drops the steps that make the same sequence longer than this one.
    pub(super) fn drop_longer(&mut self, step: &Step) {
        let key = step.choices[step.place].key;
        self.waiting
            .retain(|other| other.choices[other.place].key != key);
    }
}

fn hash(key: u64, what: u64, value: u64) -> u64 {
    fold(fold(key, what), value)
}
