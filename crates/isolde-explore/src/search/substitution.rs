//! Parts of texts and lists replaced by what they were compared with (input-to-state correspondence; Aschermann et al., REDQUEEN, NDSS 2019).
//!
//! The solver keeps to the path of a trace, and with it to all lengths: if `limit` took the place of `a`, or `31337` that of `7`, every position
//! behind it would change. A trace tells which choices a compared slice or number came from, and what it was compared with. That other operand is put
//! in their place, whatever its length.

mod sequences;

use crate::layout::{Layouts, elements};
use crate::values::{clamp, tape_of_first};
use isolde_abi::draw::index_of;
use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord, Comparison, SLICE};
use isolde_record::Tape;
use isolde_solver::{Evaluator, Trace};
use sequences::{Sequences, depends_on};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of substitutions that wait; the oldest are forgotten.
const MOST: usize = 512;
/// How often the same text is put in the same place, while the rest of the input differs.
const TRIES: u32 = 8;
/// Maximum number of substitutions whose tries are counted; then counting starts again.
const MOST_TRIED: usize = 1 << 14;

/// An input, and new values for the elements of one of its sequences.
#[derive(Clone, Debug)]
pub(super) struct Substitution {
    /// The input.
    choices: Arc<[ChoiceRecord]>,
    /// Where the sequence's length was chosen.
    place: usize,
    /// The elements that are replaced.
    span: Range<usize>,
    /// What they are replaced by, as bytes in memory, and how many of these an element takes.
    token: Vec<u8>,
    bytes: u64,
    /// Whether this replacement was never made anywhere in this sequence before.
    pub(super) first: bool,
}

impl Substitution {
    /// The resulting input, if the keys of all elements are known.
    pub(super) fn apply(&self, layouts: &Layouts) -> Option<Tape> {
        let length = &self.choices[self.place];
        let elements = elements(&self.choices, self.place);
        let element = elements.first().or_else(|| layouts.element(length))?;
        let mut new: Vec<u64> = elements.iter().map(|element| element.value).collect();
        new.splice(self.span.clone(), values(element, &self.token, self.bytes)?);
        let mut tape = tape_of_first(&self.choices);
        layouts.write(&mut tape, length, &new).then_some(tape)
    }

    /// An input whose run reveals the keys of all elements.
    pub(super) fn scout(&self) -> Option<Tape> {
        let length = &self.choices[self.place];
        let kept = elements(&self.choices, self.place).len() - self.span.len();
        let wanted = kept as u64 + self.token.len() as u64 / self.bytes.max(1);
        let mut tape = tape_of_first(&self.choices);
        tape.0.insert(length.key, wanted);
        (length.low..=length.high).contains(&wanted).then_some(tape)
    }
}

/// Substitutions that wait, and counts of those that were tried.
#[derive(Debug, Default)]
pub(super) struct Substitutions {
    /// Substitutions that wait, with their bytes.
    waiting: VecDeque<(Substitution, usize)>,
    tries: HashMap<u64, u32>,
    /// Bytes of the substitutions that wait, and the maximum.
    bytes: usize,
    most: Option<usize>,
}

impl Substitutions {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Takes the newest substitution: it comes from the path that got furthest.
    pub(super) fn pop(&mut self) -> Option<Substitution> {
        let (newest, bytes) = self.waiting.pop_back()?;
        self.bytes -= bytes;
        Some(newest)
    }

    /// Allows this many bytes from now on.
    pub(super) fn bound(&mut self, bytes: usize) {
        self.most = Some(bytes);
        self.make_room();
    }

    fn make_room(&mut self) {
        while self.waiting.len() > MOST || self.most.is_some_and(|most| self.bytes > most) {
            let Some((_, bytes)) = self.waiting.pop_front() else {
                return;
            };
            self.bytes -= bytes;
        }
    }

    /// Queues the substitutions that the comparisons of a trace suggest. `wanted` tells for which path conditions the other direction is wanted.
    pub(super) fn harvest(
        &mut self,
        trace: &Trace,
        comparisons: &[Comparison],
        wanted: impl Fn(usize) -> bool,
    ) {
        let sequences = Sequences::of(&trace.choices);
        let empty = sequences.empty();
        if sequences.places.is_empty() && empty.is_empty() {
            return;
        }
        let choices: Arc<[ChoiceRecord]> = trace.choices.as_slice().into();
        for comparison in comparisons {
            if comparison.kind == SLICE && comparison.nodes[0] == 0 {
                let token = &comparison.token[..comparison.token_length as usize];
                for &place in &empty {
                    self.push(&choices, place, 0..0, token, comparison.value);
                }
                continue;
            }
            if comparison.kind == SLICE {
                if let Some((place, span, token)) = slice(trace, &sequences, comparison) {
                    self.push(&choices, place, span, token, comparison.value);
                }
                continue;
            }
            let mut wanted = [0; 8];
            wanted.copy_from_slice(&comparison.token[..8]);
            let number = Number {
                node: comparison.nodes[0],
                width: comparison.length.clamp(1, 64),
                value: comparison.value,
                wanted: u64::from_le_bytes(wanted),
            };
            if let Some((place, span, text)) = sequences.text_of(trace, number.node) {
                // Many comparisons have a certain result. Only those with the very number that the text spells are used.
                for text in number.texts(&text, &[0], true) {
                    self.push(&choices, place, span.clone(), text.as_bytes(), 1);
                }
            }
        }
        let mut seen = HashSet::new();
        let mut evaluator = None;
        for (index, entry) in trace.path.iter().enumerate() {
            if !seen.insert((entry.site, entry.flags)) || !wanted(index) {
                continue;
            }
            let Some((op, node, wanted)) = compared_with_constant(trace, entry.node) else {
                continue;
            };
            let Some((place, span, text)) = sequences.text_of(trace, node) else {
                continue;
            };
            if evaluator.is_none() && trace.check().is_err() {
                return;
            }
            let number = Number {
                node,
                width: u32::from(trace.nodes[node as usize].width).min(64),
                value: evaluator
                    .get_or_insert_with(|| Evaluator::new(trace))
                    .eval(node) as u64,
                wanted,
            };
            let around: &[i128] = if matches!(op, Op::Eq | Op::Ne) {
                &[0]
            } else {
                &[0, 1, -1]
            };
            for text in number.texts(&text, around, false) {
                self.push(&choices, place, span.clone(), text.as_bytes(), 1);
            }
        }
    }

    fn push(
        &mut self,
        choices: &Arc<[ChoiceRecord]>,
        place: usize,
        span: Range<usize>,
        token: &[u8],
        bytes: u64,
    ) {
        let element = elements(choices, place).first();
        if element.is_some_and(|element| values(element, token, bytes).is_none()) {
            return;
        }
        let key = choices[place].key;
        let mut first = false;
        for place in [None, Some(&span)] {
            let tries = self.tries.entry(hash((key, place, token))).or_default();
            *tries += 1;
            match place {
                None => first = *tries == 1,
                Some(_) if *tries > TRIES => return,
                Some(_) => {}
            }
        }
        // The choices are shared by all substitutions of one trace.
        let is_shared = self
            .waiting
            .back()
            .is_some_and(|(last, _)| Arc::ptr_eq(&last.choices, choices));
        let shared = if is_shared {
            0
        } else {
            size_of_val(&**choices)
        };
        let kept = size_of::<(Substitution, usize)>() + token.len() + shared;
        self.bytes += kept;
        let substitution = Substitution {
            choices: Arc::clone(choices),
            place,
            span,
            token: token.to_vec(),
            bytes,
            first,
        };
        self.waiting.push_back((substitution, kept));
        self.make_room();
        if self.tries.len() > MOST_TRIED {
            self.tries.clear();
        }
    }
}

fn hash(value: impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The values of elements that spell this content of a slice, whose elements take `bytes` bytes each, if elements of this kind can.
fn values(element: &ChoiceRecord, content: &[u8], bytes: u64) -> Option<Vec<u64>> {
    let numbers = || {
        let elements = content.chunks_exact(usize::try_from(bytes).unwrap_or(1).max(1));
        elements.map(|element| {
            let number = element.iter().rev();
            number.fold(0, |number, &byte| number << 8 | u64::from(byte))
        })
    };
    let values: Vec<u64> = match ChoiceKind::from_u16(element.kind) {
        ChoiceKind::Scalar if bytes == 1 => std::str::from_utf8(content)
            .ok()?
            .chars()
            .map(index_of)
            .collect(),
        ChoiceKind::Scalar => numbers()
            .map(|number| char::from_u32(number as u32).map(index_of))
            .collect::<Option<_>>()?,
        ChoiceKind::Ascii if bytes == 4 => numbers().collect(),
        ChoiceKind::Ascii | ChoiceKind::Byte | ChoiceKind::Unsigned | ChoiceKind::Signed
            if u64::from(element.width) == 8 * bytes =>
        {
            numbers().collect()
        }
        _ => return None,
    };
    values
        .iter()
        .all(|&value| clamp(element, value) == value)
        .then_some(values)
}

/// The elements that make a slice that was compared, and what it was compared with.
fn slice<'c>(
    trace: &Trace,
    sequences: &Sequences<'_>,
    comparison: &'c Comparison,
) -> Option<(usize, Range<usize>, &'c [u8])> {
    let [first, last] = comparison.nodes.map(|node| depends_on(trace, node));
    let (place, span) = sequences.span(first?.iter().chain(&last?))?;
    let count = elements(sequences.choices, place).len() as i64;
    // Each element of a text is assumed to be one byte.
    let bytes = comparison.value.max(1) as i64;
    let [before, at] = comparison
        .positions
        .map(|position| i64::from(position).div_euclid(bytes));
    let start = (span.start as i64 - before).clamp(0, count);
    let behind = i64::from(comparison.length) / bytes - at - 1;
    let end = (span.end as i64 + behind).clamp(start, count);
    let length = (comparison.token_length as usize).min(comparison.token.len());
    Some((
        place,
        start as usize..end as usize,
        &comparison.token[..length],
    ))
}

/// Operator, open operand and constant of a condition that compares with a constant.
fn compared_with_constant(trace: &Trace, condition: u32) -> Option<(Op, u32, u64)> {
    let node = trace.nodes.get(condition as usize)?;
    let op = Op::from_u8(node.op).filter(|op| op.is_predicate())?;
    let constant = |operand: u32| {
        let node = trace.nodes.get(operand as usize)?;
        (node.op == Op::Const as u8).then_some(u64::from(node.c) << 32 | u64::from(node.b))
    };
    match (constant(node.a), constant(node.b)) {
        (None, Some(wanted)) => Some((op, node.a, wanted)),
        (Some(wanted), None) => Some((op, node.b, wanted)),
        _ => None,
    }
}

/// A number in the input, and the one that it was compared with.
struct Number {
    node: u32,
    width: u32,
    value: u64,
    wanted: u64,
}

impl Number {
    /// The texts to put in the place of `text`, from which the number was read, to get the other number and those at these distances from it.
    /// `exactly`: only if the text spells this very number; otherwise the program may have added something to it.
    fn texts(&self, text: &str, distances: &[i128], exactly: bool) -> Vec<String> {
        let shift = 64 - self.width;
        let signed = |number: u64| i128::from((number << shift) as i64 >> shift);
        let difference = signed(self.wanted.wrapping_sub(self.value));
        let (value, decimal) = (signed(self.value), text.parse::<i128>().ok());
        let says = decimal.is_some_and(|said| said == value || said == i128::from(self.value));
        let new = |distance: &i128| match decimal {
            Some(said) if says || !exactly => Some((said + difference + distance).to_string()),
            _ if u64::from_str_radix(text, 16) == Ok(self.value) => {
                let new = i128::from(self.wanted) + distance;
                Some(format!("{new:x}"))
            }
            _ => None,
        };
        distances.iter().filter_map(new).collect()
    }
}

#[cfg(test)]
#[path = "substitution/tests.rs"]
mod tests;
