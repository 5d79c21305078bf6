//! What a run leaves for the solver: its expression nodes, choices, tables and path conditions.
//!
//! This module has only the data and the check that it is well-formed; the meaning of nodes is defined in `semantics`.

use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceRecord, Node, PathEntry};

/// A snapshot of constant memory that was read at a symbolic address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableData {
    /// Address of its first byte in the program.
    pub base: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl TableData {
    /// The little-endian number of `count` bytes at `address`; 0 if any of them lies outside the table.
    pub fn read(&self, address: u64, count: u32) -> u128 {
        let offset = address.wrapping_sub(self.base);
        let size = self.bytes.len() as u64;
        if offset >= size || u64::from(count) > size - offset {
            return 0;
        }
        let start = offset as usize;
        self.bytes[start..start + count as usize]
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | u128::from(byte))
    }
}

/// The symbolic record of one run.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Expression nodes; index 0 is unused, operands come before their users.
    pub nodes: Vec<Node>,
    /// The choices of the run, in order.
    pub choices: Vec<ChoiceRecord>,
    /// Constant tables that `Read` nodes refer to.
    pub tables: Vec<TableData>,
    /// Path conditions, in order.
    pub path: Vec<PathEntry>,
}

/// Why a trace cannot be used. Each of these is a bug in the runtime that recorded it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// A node index is 0 or beyond the node table.
    #[error(
        "the runtime recorded a reference to node {node}, which does not exist; report this as a bug of Isolde"
    )]
    NoSuchNode {
        /// The index.
        node: u32,
    },
    /// A node has an unknown operator, or operands or widths that do not fit its operator.
    #[error(
        "the runtime recorded a malformed node {node} ({what}); report this as a bug of Isolde"
    )]
    Malformed {
        /// The index.
        node: u32,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl Trace {
    /// The choice values of the run, in order.
    pub fn values(&self) -> Vec<u64> {
        self.choices.iter().map(|choice| choice.value).collect()
    }

    /// The expression that the condition `path[index]` compares with a constant, if it is such a comparison. For a pin this is the expression that
    /// was made concrete.
    pub fn pinned(&self, index: usize) -> Option<u32> {
        let node = |index: u32| self.nodes.get(index as usize);
        let is_constant = |operand: u32| {
            // Constants of more than 64 bits are concatenations.
            let mut work = vec![operand];
            while let Some(operand) = work.pop() {
                match node(operand) {
                    Some(part) if part.op == Op::Const as u8 => {}
                    Some(part)
                        if part.op == Op::Concat as u8 && part.a < operand && part.b < operand =>
                    {
                        work.extend([part.a, part.b])
                    }
                    _ => return false,
                }
            }
            true
        };
        let equality =
            node(self.path.get(index)?.node).filter(|equality| equality.op == Op::Eq as u8)?;
        match (is_constant(equality.a), is_constant(equality.b)) {
            (false, true) => Some(equality.a),
            (true, false) => Some(equality.b),
            _ => None,
        }
    }

    /// Checks that everything the path conditions refer to is well-formed.
    ///
    /// # Errors
    /// The first fault found, in order of node index.
    pub fn check(&self) -> Result<(), TraceError> {
        let reachable = self.reachable()?;
        (1..self.nodes.len() as u32)
            .filter(|&node| reachable[node as usize])
            .try_for_each(|node| self.check_node(node))
    }

    /// Which nodes the path conditions depend on.
    pub(crate) fn reachable(&self) -> Result<Vec<bool>, TraceError> {
        let mut reachable = vec![false; self.nodes.len()];
        for entry in &self.path {
            match reachable.get_mut(entry.node as usize) {
                Some(mark) if entry.node != 0 => *mark = true,
                _ => return Err(TraceError::NoSuchNode { node: entry.node }),
            }
        }
        for index in (1..self.nodes.len()).rev() {
            if !reachable[index] {
                continue;
            }
            let node = &self.nodes[index];
            for operand in operands(node) {
                // Operands must come before their users, which also rules out cycles.
                if operand == 0 || operand as usize >= index {
                    return Err(TraceError::Malformed {
                        node: index as u32,
                        what: "operand out of order",
                    });
                }
                reachable[operand as usize] = true;
            }
        }
        Ok(reachable)
    }

    /// Checks one node, given that its operands are well-formed.
    pub(crate) fn check_node(&self, index: u32) -> Result<(), TraceError> {
        let fail = |what| Err(TraceError::Malformed { node: index, what });
        let node = &self.nodes[index as usize];
        let Some(op) = Op::from_u8(node.op) else {
            return fail("unknown operator");
        };
        if node.width == 0 || node.width > 128 {
            return fail("width");
        }
        let width = u32::from(node.width);
        let mut widths = [0u32; 3];
        for (slot, operand) in widths.iter_mut().zip(operands(node)) {
            if operand == 0 || operand >= index {
                return fail("operand out of order");
            }
            *slot = u32::from(self.nodes[operand as usize].width);
        }
        let [a, b, c] = widths;
        let float = |width: u32| width == 32 || width == 64;
        let good = match op {
            Op::Choice => {
                let record = self.choices.get(node.a as usize);
                record.is_some_and(|record| record.low <= record.high) && width <= 64
            }
            Op::Const => width <= 64,
            Op::UCmp | Op::SCmp => a == b && width == 8,
            Op::FCmp => a == b && float(a) && width == 1 && node.c < 16,
            _ if op.is_predicate() => a == b && width == 1,
            Op::Trunc => a >= width,
            Op::ZExt | Op::SExt => a <= width,
            Op::Extract => node.b < 128 && node.b + width <= a,
            Op::Concat => a + b == width,
            Op::BSwap => a == width && width.is_multiple_of(8),
            Op::CtPop | Op::CtLz | Op::CtTz | Op::Abs | Op::BitReverse => a == width,
            Op::Ite => a == 1 && b == width && c == width,
            Op::FShl | Op::FShr => a == width && b == width && c == width,
            Op::Read => {
                a == 64
                    && (node.b as usize) < self.tables.len()
                    && (1..=16).contains(&node.c)
                    && width == 8 * node.c
            }
            Op::FToU | Op::FToS => float(a),
            Op::UToF | Op::SToF => float(width),
            Op::FExt => a == 32 && width == 64,
            Op::FTrunc => a == 64 && width == 32,
            _ if op.is_float() => {
                float(width) && widths[..op.arity()].iter().all(|&operand| operand == width)
            }
            _ => a == width && b == width,
        };
        if good {
            Ok(())
        } else {
            fail("operands or widths do not fit the operator")
        }
    }
}

/// The operand nodes of a node.
pub(crate) fn operands(node: &Node) -> impl Iterator<Item = u32> + use<> {
    [node.a, node.b, node.c]
        .into_iter()
        .take(Op::from_u8(node.op).map_or(0, Op::arity))
}

/// The value of a `Const` node.
pub(crate) fn constant(node: &Node) -> u128 {
    u128::from(node.b) | u128::from(node.c) << 32
}
