//! Translates a trace's nodes to the terms of a problem.

use crate::evaluator::shape;
use crate::prepared::Prepared;
use crate::problem::{Condition, Problem, Term, TermId, Variable};
use crate::semantics::{Shape, mask};
use crate::trace::{Trace, constant, operands};
use isolde_abi::op::Op;

/// A requirement on a trace's node: `(node, equal, value)`.
pub(crate) type Requirement = (u32, bool, u128);

/// Data that the builder of a problem needs for each node, reused between queries.
#[derive(Default)]
pub(crate) struct Scratch {
    stamps: Vec<u32>,
    terms: Vec<TermId>,
    variable_stamps: Vec<u32>,
    variables: Vec<u32>,
    stamp: u32,
}

impl<'t> Problem<'t> {
    /// The problem of these requirements, in their order.
    pub fn new(
        trace: &'t Trace,
        prepared: &'t Prepared,
        scratch: &mut Scratch,
        requirements: &[Requirement],
    ) -> Self {
        scratch.reset(trace);
        let mut problem = Problem {
            tables: &trace.tables,
            digests: &prepared.digests,
            ..Problem::default()
        };
        let mut stack = Vec::new();
        for &(node, equal, value) in requirements {
            stack.push(node);
            while let Some(&top) = stack.last() {
                if scratch.stamps[top as usize] == scratch.stamp {
                    stack.pop();
                    continue;
                }
                let depth = stack.len();
                stack.extend(
                    operands(&trace.nodes[top as usize])
                        .filter(|&operand| scratch.stamps[operand as usize] != scratch.stamp),
                );
                // The first operand is finished first.
                stack[depth..].reverse();
                if stack.len() == depth {
                    scratch.terms[top as usize] = problem.translate(trace, prepared, scratch, top);
                    scratch.stamps[top as usize] = scratch.stamp;
                    stack.pop();
                }
            }
            problem.conditions.push(Condition {
                term: scratch.terms[node as usize],
                equal,
                value,
            });
        }
        problem
    }

    fn translate(
        &mut self,
        trace: &Trace,
        prepared: &'t Prepared,
        scratch: &mut Scratch,
        index: u32,
    ) -> TermId {
        let node = &trace.nodes[index as usize];
        let width = u32::from(node.width);
        let op = Op::from_u8(node.op).unwrap_or(Op::Const);
        match op {
            Op::Const => self.constant(constant(node) & mask(width), width),
            Op::Choice => {
                let choice = prepared.canonical[node.a as usize];
                if scratch.variable_stamps[choice as usize] != scratch.stamp {
                    scratch.variable_stamps[choice as usize] = scratch.stamp;
                    scratch.variables[choice as usize] = self.variables.len() as u32;
                    let record = &trace.choices[choice as usize];
                    let all = mask(u32::from(record.width.clamp(1, 64))) as u64;
                    let (low, high) = (record.low.min(all), record.high.min(all));
                    self.variables.push(Variable {
                        choice,
                        key: record.key,
                        width: u32::from(record.width.clamp(1, 64)),
                        low,
                        high,
                        current: record.value,
                        declared: (low, high),
                    });
                }
                let shape = Shape {
                    op,
                    width: node.width as u8,
                    first: 0,
                    second: 0,
                    number: 0,
                };
                self.push(Term {
                    shape,
                    args: [scratch.variables[choice as usize], 0, 0],
                })
            }
            _ => {
                let mut args = [0; 3];
                for (arg, operand) in args.iter_mut().zip(operands(node)) {
                    *arg = scratch.terms[operand as usize];
                }
                if op == Op::Read {
                    args[1] = node.b;
                }
                self.add(Term {
                    shape: shape(trace, op, index),
                    args,
                })
            }
        }
    }
}

impl Scratch {
    fn reset(&mut self, trace: &Trace) {
        if self.stamps.len() < trace.nodes.len() {
            self.stamps.resize(trace.nodes.len(), 0);
            self.terms.resize(trace.nodes.len(), 0);
        }
        if self.variables.len() < trace.choices.len() {
            self.variable_stamps.resize(trace.choices.len(), 0);
            self.variables.resize(trace.choices.len(), 0);
        }
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.variable_stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }
}
