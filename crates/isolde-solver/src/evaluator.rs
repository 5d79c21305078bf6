//! Concrete evaluation of a trace's nodes under an assignment of its choices.

use crate::semantics::{Shape, apply, mask};
use crate::trace::{Trace, constant, operands};
use isolde_abi::op::Op;
use isolde_abi::shared::TAKEN;

/// Evaluates nodes of one trace, each node at most once per assignment.
///
/// The trace must be well-formed ([`Trace::check`]).
pub struct Evaluator<'t> {
    trace: &'t Trace,
    choices: Vec<u64>,
    memo: Memo,
}

/// Values of nodes; a value is valid if its stamp is the current one.
#[derive(Default)]
pub(crate) struct Memo {
    values: Vec<u128>,
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<u32>,
}

impl<'t> Evaluator<'t> {
    /// An evaluator under the run's own choice values.
    pub fn new(trace: &'t Trace) -> Self {
        let mut memo = Memo::default();
        memo.reset(trace.nodes.len());
        Evaluator {
            trace,
            choices: trace.values(),
            memo,
        }
    }

    /// Evaluates under these choice values from now on; choices beyond the slice are 0.
    pub fn set(&mut self, choices: &[u64]) {
        self.choices.clear();
        self.choices.extend_from_slice(choices);
        self.memo.reset(self.trace.nodes.len());
    }

    /// The value of a node, zero-extended.
    pub fn eval(&mut self, node: u32) -> u128 {
        self.memo.eval(self.trace, &self.choices, node)
    }
}

impl Memo {
    /// Forgets all values and makes room for `nodes` nodes.
    pub fn reset(&mut self, nodes: usize) {
        if self.values.len() < nodes {
            self.values.resize(nodes, 0);
            self.stamps.resize(nodes, 0);
        }
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// The value of a node under these choices, which must not change between two resets.
    pub fn eval(&mut self, trace: &Trace, choices: &[u64], node: u32) -> u128 {
        self.stack.clear();
        self.stack.push(node);
        while let Some(&top) = self.stack.last() {
            if self.stamps[top as usize] == self.stamp {
                self.stack.pop();
                continue;
            }
            let depth = self.stack.len();
            for operand in operands(&trace.nodes[top as usize]) {
                if self.stamps[operand as usize] != self.stamp {
                    self.stack.push(operand);
                }
            }
            if self.stack.len() == depth {
                self.values[top as usize] = self.compute(trace, choices, top);
                self.stamps[top as usize] = self.stamp;
                self.stack.pop();
            }
        }
        self.values[node as usize]
    }

    fn compute(&self, trace: &Trace, choices: &[u64], index: u32) -> u128 {
        let node = &trace.nodes[index as usize];
        let width = u32::from(node.width);
        let Some(op) = Op::from_u8(node.op) else {
            return 0;
        };
        match op {
            Op::Choice => {
                u128::from(choices.get(node.a as usize).copied().unwrap_or(0)) & mask(width)
            }
            Op::Const => constant(node) & mask(width),
            Op::Read => {
                trace.tables[node.b as usize].read(self.values[node.a as usize] as u64, node.c)
                    & mask(width)
            }
            _ => {
                let mut values = [0; 3];
                for (value, operand) in values.iter_mut().zip(operands(node)) {
                    *value = self.values[operand as usize];
                }
                apply(&shape(trace, op, index), values[0], values[1], values[2])
            }
        }
    }
}

/// The shape of a node with operator `op`.
pub(crate) fn shape(trace: &Trace, op: Op, index: u32) -> Shape {
    let node = &trace.nodes[index as usize];
    let width = |operand: u32| trace.nodes[operand as usize].width as u8;
    let arity = op.arity();
    Shape {
        op,
        width: node.width as u8,
        first: if arity >= 1 { width(node.a) } else { 0 },
        second: if arity >= 2 { width(node.b) } else { 0 },
        number: match op {
            Op::Extract => node.b,
            Op::FCmp | Op::Read => node.c,
            _ => 0,
        },
    }
}

/// The evaluator check: how many path conditions do not evaluate, under the run's own choices, to the direction the run took.
///
/// Anything but 0 is a bug in the instrumentation or the runtime (a wrong shadow). In a malformed trace every condition counts.
pub fn mismatches(trace: &Trace) -> usize {
    if trace.check().is_err() {
        return trace.path.len();
    }
    let mut evaluator = Evaluator::new(trace);
    trace
        .path
        .iter()
        .filter(|entry| evaluator.eval(entry.node) != u128::from(entry.flags & TAKEN))
        .count()
}
