//! The sequences of an input, and which of their elements an expression depends on.

use crate::layout::{elements, is_length};
use isolde_abi::op::Op;
use isolde_abi::shared::ChoiceRecord;
use isolde_solver::Trace;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Maximum number of nodes visited to find out what an expression depends on.
const DEEPEST: usize = 1024;
/// Maximum number of empty sequences that are filled with something that an empty slice was compared with.
const MOST_EMPTY: usize = 8;
/// Maximum number of digits of a number.
const LONGEST_NUMBER: usize = 20;

/// Which choices are elements of which sequence.
pub(super) struct Sequences<'a> {
    pub(super) choices: &'a [ChoiceRecord],
    /// For each choice that is an element: where its sequence's length was chosen.
    pub(super) places: HashMap<u32, usize>,
}

impl Sequences<'_> {
    pub(super) fn of(choices: &[ChoiceRecord]) -> Sequences<'_> {
        let mut places = HashMap::new();
        for place in 0..choices.len() {
            for index in 0..elements(choices, place).len() {
                places.insert((place + 1 + index) as u32, place);
            }
        }
        Sequences { choices, places }
    }

    /// Where the lengths of the first few empty sequences were chosen.
    pub(super) fn empty(&self) -> Vec<usize> {
        let is_empty =
            |&place: &usize| is_length(&self.choices[place]) && self.choices[place].value == 0;
        (0..self.choices.len())
            .filter(is_empty)
            .take(MOST_EMPTY)
            .collect()
    }

    /// The sequence that contains all these choices, and the range of elements from the first of them to the last.
    pub(super) fn span<'c>(
        &self,
        choices: impl Iterator<Item = &'c u32>,
    ) -> Option<(usize, Range<usize>)> {
        let mut found: Option<(usize, Range<usize>)> = None;
        for choice in choices {
            let place = *self.places.get(choice)?;
            let index = *choice as usize - place - 1;
            found = match found {
                None => Some((place, index..index + 1)),
                Some((other, span)) if other == place => {
                    Some((place, span.start.min(index)..span.end.max(index + 1)))
                }
                Some(_) => return None,
            };
        }
        found
    }

    /// The elements that an expression depends on, and the text that they spell, if it is ASCII and short enough for a number.
    pub(super) fn text_of(
        &self,
        trace: &Trace,
        node: u32,
    ) -> Option<(usize, Range<usize>, String)> {
        let (place, span) = self.span(depends_on(trace, node)?.iter())?;
        let text = elements(self.choices, place)[span.clone()]
            .iter()
            .map(|element| u8::try_from(element.value).ok().filter(u8::is_ascii))
            .map(|byte| byte.map(char::from))
            .collect::<Option<String>>()?;
        (text.len() <= LONGEST_NUMBER).then_some((place, span, text))
    }
}

/// The choices that an expression depends on, or `None` if there are too many nodes to tell.
pub(super) fn depends_on(trace: &Trace, node: u32) -> Option<Vec<u32>> {
    let (mut seen, mut open, mut choices) = (HashSet::new(), vec![node], Vec::new());
    while let Some(index) = open.pop() {
        let node = trace.nodes.get(index as usize)?;
        if index == 0 || !seen.insert(index) {
            continue;
        }
        if seen.len() > DEEPEST {
            return None;
        }
        let op = Op::from_u8(node.op)?;
        if op == Op::Choice {
            choices.push(node.a);
        }
        open.extend([node.a, node.b, node.c].into_iter().take(op.arity()));
    }
    Some(choices)
}
