//! Random traces: terms of every operator and width over a few choices. Shared by the self-test and the comparison with Z3.

// Each test uses only a part of this module.
#![allow(dead_code)]

use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord, NO_SITE, Node, PathEntry};
use isolde_solver::{TableData, Trace};

/// A small generator of random numbers (SplitMix64).
pub struct Draw(pub u64);

impl Draw {
    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.word() % bound
    }
    /// A value that is often special.
    pub fn value(&mut self, width: u32) -> u64 {
        let all = u64::MAX >> (64 - width.min(64));
        let word = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => all >> 1,
            4 => (all >> 1).wrapping_add(1),
            5 => self.below(16),
            6 => self.word() >> self.below(64),
            _ => self.word(),
        };
        word & all
    }
}

/// Builds a trace node by node.
pub struct Builder {
    pub trace: Trace,
}

impl Default for Builder {
    fn default() -> Self {
        Builder {
            trace: Trace {
                nodes: vec![node(0, 0, [0; 3])],
                ..Trace::default()
            },
        }
    }
}

pub fn node(op: u8, width: u32, args: [u32; 3]) -> Node {
    let [a, b, c] = args;
    Node {
        op,
        mark: 0,
        width: width as u16,
        a,
        b,
        c,
    }
}

impl Builder {
    pub fn push(&mut self, op: Op, width: u32, args: [u32; 3]) -> u32 {
        self.trace.nodes.push(node(op as u8, width, args));
        (self.trace.nodes.len() - 1) as u32
    }
    pub fn choice(&mut self, kind: ChoiceKind, width: u32, value: u64, low: u64, high: u64) -> u32 {
        let index = self.trace.choices.len() as u32;
        let key = u64::from(index) + 1;
        self.trace.choices.push(ChoiceRecord {
            key,
            value,
            low,
            high,
            kind: kind as u16,
            width: width as u16,
            from_tape: 0,
            depth: 0,
        });
        self.push(Op::Choice, width, [index, 0, 0])
    }
    pub fn constant(&mut self, value: u128, width: u32) -> u32 {
        if width > 64 {
            let high = self.constant(value >> 64, width - 64);
            let low = self.constant(value & u128::from(u64::MAX), 64);
            return self.push(Op::Concat, width, [high, low, 0]);
        }
        self.push(Op::Const, width, [0, value as u32, (value >> 32) as u32])
    }
    pub fn path(&mut self, node: u32, flags: u32) {
        let choices = self.trace.choices.len() as u32;
        self.trace.path.push(PathEntry {
            node,
            site: NO_SITE,
            flags,
            choices,
        });
    }
    fn width(&self, node: u32) -> u32 {
        self.trace.nodes[node as usize].width.into()
    }
    /// The node, cut or extended to a width.
    pub fn fitted(&mut self, node: u32, width: u32, draw: &mut Draw) -> u32 {
        let own = self.width(node);
        match own.cmp(&width) {
            std::cmp::Ordering::Equal => node,
            std::cmp::Ordering::Less => {
                let op = if draw.below(2) == 0 {
                    Op::ZExt
                } else {
                    Op::SExt
                };
                self.push(op, width, [node, 0, 0])
            }
            std::cmp::Ordering::Greater => {
                let offset = draw.below(u64::from(own - width) + 1) as u32;
                self.push(Op::Extract, width, [node, offset, 0])
            }
        }
    }
}

/// Every operator but `Choice`, `Const` and floats.
pub fn operators() -> Vec<Op> {
    Op::ALL
        .iter()
        .copied()
        .filter(|op| !op.is_float() && !matches!(op, Op::Choice | Op::Const))
        .collect()
}

/// A term with `op` on top, of some `width`, over operands drawn by `operand` (given a width).
pub fn apply(
    builder: &mut Builder,
    op: Op,
    width: u32,
    draw: &mut Draw,
    operand: &mut dyn FnMut(&mut Builder, u32, &mut Draw) -> u32,
) -> u32 {
    match op {
        Op::Concat => {
            let width = width.max(2);
            let low = 1 + draw.below(u64::from(width) - 1) as u32;
            let (a, b) = (
                operand(builder, width - low, draw),
                operand(builder, low, draw),
            );
            builder.push(op, width, [a, b, 0])
        }
        Op::ZExt | Op::SExt => {
            let from = 1 + draw.below(width.into()) as u32;
            let a = operand(builder, from, draw);
            builder.push(op, width, [a, 0, 0])
        }
        Op::Trunc | Op::Extract => {
            let from = width + draw.below(u64::from(128 - width) + 1) as u32;
            let a = operand(builder, from, draw);
            let offset = if op == Op::Extract {
                draw.below(u64::from(from - width) + 1) as u32
            } else {
                0
            };
            builder.push(op, width, [a, offset, 0])
        }
        Op::BSwap => {
            let width = width.next_multiple_of(8);
            let a = operand(builder, width, draw);
            builder.push(op, width, [a, 0, 0])
        }
        Op::Ite => {
            let test = operand(builder, 1, draw);
            let (a, b) = (operand(builder, width, draw), operand(builder, width, draw));
            builder.push(op, width, [test, a, b])
        }
        Op::Read => {
            let bytes = 1 << draw.below(5);
            let size = 1 + draw.below(40);
            let base = draw.word() & !15;
            let table = builder.trace.tables.len() as u32;
            // Runs of equal bytes, as in real tables.
            let mut byte = 0;
            let content = (0..size).map(|_| {
                if draw.below(3) == 0 {
                    byte = draw.word() as u8;
                }
                byte
            });
            let content = content.collect();
            builder.trace.tables.push(TableData {
                base,
                bytes: content,
            });
            let scale = draw.below(3) as u32;
            let index = operand(builder, 5, draw);
            let index = builder.push(Op::ZExt, 64, [index, 0, 0]);
            let by = builder.constant(scale.into(), 64);
            let index = builder.push(Op::Shl, 64, [index, by, 0]);
            let base = builder.constant(base.into(), 64);
            let address = builder.push(Op::Add, 64, [base, index, 0]);
            builder.push(op, 8 * bytes, [address, table, bytes])
        }
        _ => {
            let result = if op.is_predicate() {
                1
            } else if matches!(op, Op::UCmp | Op::SCmp) {
                8
            } else {
                width
            };
            let mut args = [0; 3];
            for slot in args.iter_mut().take(op.arity()) {
                *slot = operand(builder, width, draw);
            }
            builder.push(op, result, args)
        }
    }
}

/// A random term over `choices`, `depth` operators deep.
pub fn term(
    builder: &mut Builder,
    choices: &[u32],
    width: u32,
    depth: u32,
    draw: &mut Draw,
) -> u32 {
    if depth == 0 || draw.below(5) == 0 {
        return leaf(builder, choices, width, draw);
    }
    let all = operators();
    let op = all[draw.below(all.len() as u64) as usize];
    let inner = match op {
        _ if op.is_predicate() || matches!(op, Op::UCmp | Op::SCmp) => 1 + draw.below(16) as u32,
        _ => width,
    };
    let value = apply(builder, op, inner, draw, &mut |builder, width, draw| {
        term(builder, choices, width, depth - 1, draw)
    });
    builder.fitted(value, width, draw)
}

/// A constant or a choice, fitted to a width.
pub fn leaf(builder: &mut Builder, choices: &[u32], width: u32, draw: &mut Draw) -> u32 {
    if draw.below(4) == 0 {
        let value = u128::from(draw.value(width))
            | if width > 64 {
                u128::from(draw.value(width - 64)) << 64
            } else {
                0
            };
        return builder.constant(value, width);
    }
    let mut value = choices[draw.below(choices.len() as u64) as usize];
    while builder.width(value) < width && draw.below(2) == 0 {
        let other = choices[draw.below(choices.len() as u64) as usize];
        let sum = builder.width(value) + builder.width(other);
        if sum > 128 {
            break;
        }
        value = builder.push(Op::Concat, sum, [value, other, 0]);
    }
    builder.fitted(value, width, draw)
}

/// A width: small ones, machine words and odd ones.
pub fn width(draw: &mut Draw) -> u32 {
    match draw.below(4) {
        0 => 1 + draw.below(128) as u32,
        1 => [8, 16, 32, 64, 128][draw.below(5) as usize],
        _ => 1 + draw.below(12) as u32,
    }
}
