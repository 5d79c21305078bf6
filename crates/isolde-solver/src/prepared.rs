//! What a trace's path conditions depend on, which is computed once per trace, and slices of the path that follow from it.
//!
//! A *slice* is the part of a path prefix that shares choices, transitively, with given choices. The cost of computing a slice depends on its own
//! length, not on that of the trace.

use crate::hash::{Map, Wide};
use crate::trace::{TableData, Trace, TraceError, operands};
use isolde_abi::op::Op;
use std::sync::Arc;

/// Index of a set of choices; equal sets are shared.
type SetId = u32;
const EMPTY: SetId = 0;
/// Stands for "any choice": used when exact sets would take too much memory, which only makes slices longer.
const EVERY: SetId = 1;
/// Maximum number of choice numbers held in the sets of one trace.
const MAX_SET_DATA: usize = 1 << 24;

/// Derived data of one trace: see [`Solver::negate_prepared`](crate::Solver::negate_prepared).
pub struct Prepared {
    /// For each choice, the first one with the same key, since choices with equal keys are one variable.
    pub(crate) canonical: Vec<u32>,
    /// A hash of each table.
    pub(crate) digests: Vec<u128>,
    /// Which nodes the path depends on.
    reachable: Vec<bool>,
    /// The set of each reachable node.
    node_sets: Vec<SetId>,
    sets: Vec<Arc<[u32]>>,
    /// Path entries (first occurrences of their node) by set, ascending.
    entries: Vec<Vec<u32>>,
    /// Sets with entries, by choice.
    sets_of_choice: Vec<Vec<SetId>>,
    seen_sets: Vec<u32>,
    seen_choices: Vec<u32>,
    epoch: u32,
}

struct Interner {
    sets: Vec<Arc<[u32]>>,
    ids: Map<Arc<[u32]>, SetId>,
    unions: Map<(SetId, SetId), SetId>,
    data: usize,
}

impl Interner {
    fn intern(&mut self, set: Vec<u32>) -> SetId {
        if let Some(&id) = self.ids.get(set.as_slice()) {
            return id;
        }
        if self.data + set.len() > MAX_SET_DATA {
            return EVERY;
        }
        self.data += set.len();
        let set: Arc<[u32]> = set.into();
        let id = self.sets.len() as SetId;
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        id
    }

    fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == EMPTY || a == EVERY {
            return a;
        }
        if a == EMPTY || b == EVERY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&id) = self.unions.get(&key) {
            return id;
        }
        let merged = merge(&self.sets[a as usize], &self.sets[b as usize]);
        let id = self.intern(merged);
        self.unions.insert(key, id);
        id
    }
}

/// The union of two sorted sets.
fn merge(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        merged.push(a[i].min(b[j]));
        let (x, y) = (a[i], b[j]);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}

impl Prepared {
    /// Analyses a trace: time and memory in proportion to its nodes.
    ///
    /// # Errors
    /// If what the path refers to is malformed.
    pub fn new(trace: &Trace) -> Result<Self, TraceError> {
        let canonical = canonical_choices(trace);
        let reachable = trace.reachable()?;
        let every: Arc<[u32]> = (0..trace.choices.len() as u32)
            .filter(|&choice| canonical[choice as usize] == choice)
            .collect();
        let mut interner = Interner {
            sets: vec![Arc::new([]), every.clone()],
            ids: Map::default(),
            unions: Map::default(),
            data: 0,
        };
        interner.ids.insert(Arc::new([]), EMPTY);
        interner.ids.insert(every, EVERY);
        let mut node_sets = vec![EMPTY; trace.nodes.len()];
        for index in 1..trace.nodes.len() {
            if !reachable[index] {
                continue;
            }
            trace.check_node(index as u32)?;
            let node = &trace.nodes[index];
            node_sets[index] = if node.op == Op::Choice as u8 {
                interner.intern(vec![canonical[node.a as usize]])
            } else {
                operands(node).fold(EMPTY, |set, operand| {
                    interner.union(set, node_sets[operand as usize])
                })
            };
        }
        let sets = interner.sets;
        let mut entries = vec![Vec::new(); sets.len()];
        let mut sets_of_choice = vec![Vec::new(); trace.choices.len()];
        let mut seen = vec![false; trace.nodes.len()];
        for (position, entry) in trace.path.iter().enumerate() {
            let set = node_sets[entry.node as usize];
            if set == EMPTY || std::mem::replace(&mut seen[entry.node as usize], true) {
                continue;
            }
            if entries[set as usize].is_empty() {
                for &choice in sets[set as usize].iter() {
                    sets_of_choice[choice as usize].push(set);
                }
            }
            entries[set as usize].push(position as u32);
        }
        let (seen_sets, seen_choices) = (vec![0; sets.len()], vec![0; trace.choices.len()]);
        Ok(Prepared {
            canonical,
            digests: trace.tables.iter().map(digest).collect(),
            reachable,
            node_sets,
            sets,
            entries,
            sets_of_choice,
            seen_sets,
            seen_choices,
            epoch: 0,
        })
    }

    /// Approximate bytes of memory that this takes.
    pub fn bytes(&self) -> usize {
        let lists = self.entries.iter().chain(&self.sets_of_choice);
        let lists: usize = lists
            .map(|list| size_of::<Vec<u32>>() + list.capacity() * size_of::<u32>())
            .sum();
        // A shared slice has two reference counts in front of it.
        let sets: usize = self.sets.iter().map(|set| 32 + size_of_val(&**set)).sum();
        let numbers = self.canonical.len()
            + self.node_sets.len()
            + self.seen_sets.len()
            + self.seen_choices.len();
        lists + sets + numbers * size_of::<u32>() + self.reachable.len() + 16 * self.digests.len()
    }

    /// Positions of `path[..prefix]`, ascending, that share choices transitively with `nodes`; one position per condition.
    ///
    /// # Errors
    /// If a node that the path does not depend on is malformed.
    pub(crate) fn slice(
        &mut self,
        trace: &Trace,
        nodes: impl IntoIterator<Item = u32>,
        prefix: usize,
    ) -> Result<Vec<u32>, TraceError> {
        self.epoch += 1;
        let epoch = self.epoch;
        let mut slice = Vec::new();
        let mut sets = Vec::new();
        let mut choices = Vec::new();
        for node in nodes {
            match self.reachable.get(node as usize) {
                Some(true) => sets.push(self.node_sets[node as usize]),
                Some(false) if node != 0 => self.choices_below(trace, node, &mut choices)?,
                _ => return Err(TraceError::NoSuchNode { node }),
            }
        }
        loop {
            if let Some(choice) = choices.pop() {
                if std::mem::replace(&mut self.seen_choices[choice as usize], epoch) != epoch {
                    sets.extend(
                        self.sets_of_choice[choice as usize]
                            .iter()
                            .filter(|&&next| (self.entries[next as usize][0] as usize) < prefix),
                    );
                }
            } else if let Some(set) = sets.pop() {
                if std::mem::replace(&mut self.seen_sets[set as usize], epoch) != epoch {
                    slice.extend(
                        self.entries[set as usize]
                            .iter()
                            .take_while(|&&position| (position as usize) < prefix),
                    );
                    choices.extend_from_slice(&self.sets[set as usize]);
                }
            } else {
                break;
            }
        }
        slice.sort_unstable();
        Ok(slice)
    }

    /// Collects the choices that a node off the path depends on, and checks what lies below it.
    fn choices_below(
        &self,
        trace: &Trace,
        node: u32,
        choices: &mut Vec<u32>,
    ) -> Result<(), TraceError> {
        let mut seen: Map<u32, ()> = Map::default();
        let mut work = vec![node];
        while let Some(index) = work.pop() {
            if seen.insert(index, ()).is_some() {
                continue;
            }
            trace.check_node(index)?;
            if trace.nodes[index as usize].op == Op::Choice as u8 {
                choices.push(self.canonical[trace.nodes[index as usize].a as usize]);
            }
            work.extend(operands(&trace.nodes[index as usize]));
        }
        Ok(())
    }
}

fn digest(table: &TableData) -> u128 {
    let mut hash = Wide::new();
    hash.add(u128::from(table.base) << 64 | table.bytes.len() as u128);
    let word = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |word, &byte| word << 8 | u128::from(byte))
    };
    table
        .bytes
        .chunks(16)
        .for_each(|chunk| hash.add(word(chunk)));
    hash.finish()
}

fn canonical_choices(trace: &Trace) -> Vec<u32> {
    let mut first: Map<(u64, u64, u64, u16), u32> = Map::default();
    let choice = |(index, record): (usize, &isolde_abi::shared::ChoiceRecord)| {
        if record.key == 0 {
            return index as u32;
        }
        *first
            .entry((record.key, record.low, record.high, record.width))
            .or_insert(index as u32)
    };
    trace.choices.iter().enumerate().map(choice).collect()
}

/// Identifies the trace that a [`Prepared`] belongs to: nodes, path and choices by their place in memory, and the choices, which determine a run, and
/// samples of the path also by content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    places: [(usize, usize); 3],
    content: u128,
}

impl Identity {
    pub fn of(trace: &Trace) -> Self {
        let mut content = Wide::new();
        for choice in &trace.choices {
            content.add(u128::from(choice.key) << 64 | u128::from(choice.value));
        }
        let stride = (trace.path.len() / 16).max(1);
        for entry in trace.path.iter().step_by(stride).chain(trace.path.last()) {
            let node = trace.nodes.get(entry.node as usize);
            content.add(
                u128::from(entry.site) << 64
                    | u128::from(entry.flags) << 32
                    | u128::from(entry.node),
            );
            content.add(node.map_or(0, |node| {
                u128::from(node.op) << 96
                    | u128::from(node.a) << 64
                    | u128::from(node.b) << 32
                    | u128::from(node.c)
            }));
        }
        let places = [
            (trace.nodes.as_ptr() as usize, trace.nodes.len()),
            (trace.path.as_ptr() as usize, trace.path.len()),
            (trace.choices.as_ptr() as usize, trace.choices.len()),
        ];
        Identity {
            places,
            content: content.finish(),
        }
    }
}
