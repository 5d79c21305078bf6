//! Traces whose path conditions wait to be negated, within bounds of memory.
//!
//! A trace is large, but its input is small. When there are too many traces, the least recently used are dropped and only their inputs are kept:
//! [`Traces::input`] says what to run to have such a trace again. When there are too many inputs, the oldest are dropped, and their candidates
//! with them.

use isolde_abi::shared::{ChoiceRecord, Node, PathEntry};
use isolde_record::Tape;
use isolde_solver::{Prepared, Trace};
use std::collections::{BTreeMap, VecDeque};

/// A trace and what is derived from it.
pub(crate) struct Traced {
    pub(crate) trace: Trace,
    pub(crate) prepared: Prepared,
}

/// What to run to make a trace again.
pub(crate) struct Input {
    /// Keys and values of its choices.
    values: Box<[(u64, u64)]>,
    /// Whether hash tables had true hashes.
    pub(crate) hashes: bool,
}

impl Input {
    /// The input of a run that made these choices.
    pub(crate) fn new(choices: &[ChoiceRecord], hashes: bool) -> Input {
        let pairs = choices.iter().map(|choice| (choice.key, choice.value));
        Input {
            values: pairs.collect(),
            hashes,
        }
    }

    /// The input, naming every choice.
    pub(crate) fn tape(&self) -> Tape {
        Tape(self.values.iter().copied().collect())
    }

    fn bytes(&self) -> usize {
        size_of::<Option<Input>>() + size_of_val(&*self.values)
    }
}

/// Traces by number.
pub(crate) struct Traces {
    /// Inputs, indexed by number minus `oldest`; `None` if the trace is not to be made again.
    inputs: VecDeque<Option<Input>>,
    /// Number of the first input that has not been dropped.
    oldest: usize,
    /// Bytes of the inputs, and the maximum.
    input_bytes: usize,
    most_inputs: usize,
    /// Traces in memory, by number, with their bytes and when they were last used.
    held: BTreeMap<usize, (Box<Traced>, usize, u64)>,
    /// Numbers of these traces, by when they were last used.
    used: BTreeMap<u64, usize>,
    uses: u64,
    /// Bytes of the traces, and the maximum.
    trace_bytes: usize,
    most_traces: usize,
}

impl Traces {
    /// An empty collection.
    pub(crate) fn new() -> Traces {
        Traces {
            inputs: VecDeque::new(),
            oldest: 0,
            input_bytes: 0,
            most_inputs: usize::MAX,
            held: BTreeMap::new(),
            used: BTreeMap::new(),
            uses: 0,
            trace_bytes: 0,
            most_traces: usize::MAX,
        }
    }

    /// Allows this many bytes of traces and of inputs from now on. The most recently used trace is kept, whatever its size.
    pub(crate) fn bound(&mut self, traces: usize, inputs: usize) {
        self.most_traces = traces;
        self.most_inputs = inputs;
        self.evict();
    }

    /// Number of the next trace.
    pub(crate) fn next(&self) -> usize {
        self.oldest + self.inputs.len()
    }

    /// Keeps a trace under the next number. Without an input it cannot be made again once it is dropped.
    pub(crate) fn add(&mut self, traced: Traced, input: Option<Input>) {
        let number = self.next();
        self.input_bytes += bytes_of(&input);
        self.inputs.push_back(input);
        self.hold(number, traced);
    }

    /// Keeps a trace that was made again.
    pub(crate) fn hold(&mut self, number: usize, traced: Traced) {
        let bytes = bytes(&traced);
        self.uses += 1;
        self.trace_bytes += bytes;
        self.used.insert(self.uses, number);
        let before = self
            .held
            .insert(number, (Box::new(traced), bytes, self.uses));
        if let Some((_, bytes, use_)) = before {
            self.trace_bytes -= bytes;
            self.used.remove(&use_);
        }
        self.evict();
    }

    /// The trace with this number, if it is in memory.
    pub(crate) fn get(&mut self, number: usize) -> Option<&mut Traced> {
        let (traced, _, last) = self.held.get_mut(&number)?;
        self.uses += 1;
        self.used.remove(last);
        self.used.insert(self.uses, number);
        *last = self.uses;
        Some(traced)
    }

    /// What to run to make a dropped trace again; `None` if that is not possible.
    pub(crate) fn input(&self, number: usize) -> Option<&Input> {
        let place = number.checked_sub(self.oldest)?;
        self.inputs.get(place)?.as_ref()
    }

    /// Drops an input whose run does not give the same trace again.
    pub(crate) fn forget(&mut self, number: usize) {
        let place = number.checked_sub(self.oldest);
        if let Some(input) = place.and_then(|place| self.inputs.get_mut(place)) {
            let before = bytes_of(input);
            *input = None;
            self.input_bytes = self.input_bytes - before + bytes_of(input);
        }
    }

    fn evict(&mut self) {
        while self.trace_bytes > self.most_traces && self.held.len() > 1 {
            let Some((_, number)) = self.used.pop_first() else {
                return;
            };
            if let Some((_, bytes, _)) = self.held.remove(&number) {
                self.trace_bytes -= bytes;
            }
        }
        while self.input_bytes > self.most_inputs && self.inputs.len() > 1 {
            if let Some(input) = self.inputs.pop_front() {
                self.input_bytes -= bytes_of(&input);
                if let Some((_, bytes, last)) = self.held.remove(&self.oldest) {
                    self.trace_bytes -= bytes;
                    self.used.remove(&last);
                }
                self.oldest += 1;
            }
        }
    }
}

fn bytes_of(input: &Option<Input>) -> usize {
    input
        .as_ref()
        .map_or(size_of::<Option<Input>>(), Input::bytes)
}

/// Approximate bytes of a trace and of what is derived from it.
fn bytes(traced: &Traced) -> usize {
    let Traced { trace, prepared } = traced;
    let tables: usize = trace
        .tables
        .iter()
        .map(|table| size_of_val(table) + table.bytes.len())
        .sum();
    trace.nodes.len() * size_of::<Node>()
        + trace.path.len() * size_of::<PathEntry>()
        + trace.choices.len() * size_of::<ChoiceRecord>()
        + tables
        + prepared.bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(nodes: usize) -> Traced {
        let trace = Trace {
            nodes: vec![
                Node {
                    op: 0,
                    mark: 0,
                    width: 1,
                    a: 0,
                    b: 0,
                    c: 0
                };
                nodes
            ],
            ..Trace::default()
        };
        let prepared = Prepared::new(&trace).expect("no path refers to anything");
        Traced { trace, prepared }
    }

    fn input(key: u64) -> Option<Input> {
        Some(Input {
            values: [(key, 7)].into(),
            hashes: false,
        })
    }

    #[test]
    fn traces_are_dropped_when_they_are_too_large_and_their_inputs_are_kept() {
        let mut traces = Traces::new();
        traces.bound(100_000, usize::MAX);
        for key in 0..1000 {
            traces.add(traced(1000), input(key));
        }
        assert!(traces.trace_bytes <= 100_000);
        assert!(traces.get(999).is_some() && traces.get(0).is_none());
        for number in [0, 500, 999] {
            let tape = traces.input(number).expect("inputs are small").tape();
            assert_eq!(tape.0[&(number as u64)], 7);
        }
        traces.hold(0, traced(1000));
        assert!(traces.get(0).is_some());
    }

    #[test]
    fn recently_used_traces_are_kept() {
        let mut traces = Traces::new();
        for key in 0..4 {
            traces.add(traced(1000), input(key));
        }
        let four = traces.trace_bytes;
        traces.get(0);
        traces.bound(four / 2, usize::MAX);
        assert!(traces.get(0).is_some() && traces.get(3).is_some());
        assert!(traces.get(1).is_none() && traces.get(2).is_none());
    }

    #[test]
    fn the_oldest_inputs_are_dropped_and_numbers_stay() {
        let mut traces = Traces::new();
        traces.bound(usize::MAX, 10_000);
        for key in 0..1000 {
            traces.add(traced(1), input(key));
        }
        assert!(traces.input_bytes <= 10_000);
        assert_eq!(traces.next(), 1000);
        assert!(traces.input(0).is_none() && traces.get(0).is_none());
        assert_eq!(traces.input(999).expect("the newest").tape().0[&999], 7);
        traces.forget(999);
        assert!(traces.input(999).is_none());
    }

    #[test]
    fn one_trace_is_held_whatever_its_size() {
        let mut traces = Traces::new();
        traces.bound(10, 10);
        traces.add(traced(100_000), input(1));
        assert!(traces.get(0).is_some());
    }
}
