//! Constants that the code under test compares its input with, harvested from traces.

use crate::random::Random;
use isolde_abi::op::Op;
use isolde_abi::shared::Node;
use isolde_solver::Trace;
use std::collections::BTreeSet;

/// Maximum number of constants kept.
const MOST: usize = 512;

/// Constants in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dictionary {
    known: BTreeSet<u64>,
    constants: Vec<u64>,
}

impl Dictionary {
    /// Takes the constants that occur in comparisons of the trace.
    pub(crate) fn harvest(&mut self, trace: &Trace) {
        for node in trace.nodes.iter().skip(1) {
            let compares = matches!(Op::from_u8(node.op), Some(op) if op.is_predicate() || matches!(op, Op::UCmp | Op::SCmp));
            if !compares {
                continue;
            }
            for operand in [node.a, node.b] {
                if self.constants.len() < MOST
                    && let Some(value) = trace.nodes.get(operand as usize).and_then(constant)
                    && self.known.insert(value)
                {
                    self.constants.push(value);
                }
            }
        }
    }

    /// A constant or a neighbour of one, if there are any.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<u64> {
        if self.constants.is_empty() {
            return None;
        }
        let value = *random.pick(&self.constants);
        Some(match random.below(6) {
            0 => value.wrapping_add(1),
            1 => value.wrapping_sub(1),
            _ => value,
        })
    }
}

fn constant(node: &Node) -> Option<u64> {
    (node.op == Op::Const as u8).then_some(u64::from(node.c) << 32 | u64::from(node.b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_of_comparisons_are_taken_and_others_are_not() {
        let node = |op: Op, a, b, c| Node {
            op: op as u8,
            mark: 0,
            width: 32,
            a,
            b,
            c,
        };
        let trace = Trace {
            nodes: vec![
                node(Op::Const, 0, 0, 0),
                node(Op::Choice, 0, 0, 0),
                node(Op::Const, 0, 77, 0),
                node(Op::Const, 0, 5, 0),
                node(Op::Add, 1, 3, 0),
                node(Op::Eq, 4, 2, 0),
            ],
            ..Trace::default()
        };
        let mut dictionary = Dictionary::default();
        dictionary.harvest(&trace);
        dictionary.harvest(&trace);
        assert_eq!(dictionary.constants, [77]);
    }
}
