//! Random expressions: the nodes that the builders return must have the expected values, whatever the choices are.

use super::evaluator::{evaluate, funnel};
use super::{choice, recording};
use crate::bits::{binary, mask, result_width, signed, unary};
use crate::runtime::Runtime;
use isolde_abi::op::Op;

/// Number of assignments under which each expression is checked.
const ASSIGNMENTS: usize = 6;

type Values = [u128; ASSIGNMENTS];

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        isolde_abi::draw::mix(self.0)
    }
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
    /// A number that is often special.
    pub fn number(&mut self, width: u32) -> u128 {
        let wide = (self.next() as u128) << 64 | self.next() as u128;
        let value = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => mask(width),
            3 => mask(width) >> 1,
            4 => (mask(width) >> 1) + 1,
            5 => (wide & 0xff) << (8 * self.below(16)),
            6 => wide & 0xff,
            _ => wide,
        };
        value & mask(width)
    }
}

#[derive(Clone, Copy)]
struct Term {
    node: u32,
    width: u32,
    values: Values,
}

pub const BINARY: [Op; 36] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::UDiv,
    Op::SDiv,
    Op::URem,
    Op::SRem,
    Op::Shl,
    Op::LShr,
    Op::AShr,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Eq,
    Op::Ne,
    Op::UGt,
    Op::UGe,
    Op::ULt,
    Op::ULe,
    Op::SGt,
    Op::SGe,
    Op::SLt,
    Op::SLe,
    Op::UAddOverflow,
    Op::SAddOverflow,
    Op::USubOverflow,
    Op::SSubOverflow,
    Op::UMulOverflow,
    Op::SMulOverflow,
    Op::UMin,
    Op::SMax,
    Op::UAddSat,
    Op::USubSat,
    Op::SSubSat,
    Op::UCmp,
    Op::SCmp,
];

struct Session {
    runtime: Runtime,
    random: Random,
    assignments: [Vec<u64>; ASSIGNMENTS],
    terms: Vec<Term>,
}

impl Session {
    fn new(seed: u64) -> Session {
        let mut session = Session {
            runtime: recording(),
            random: Random(seed),
            assignments: Default::default(),
            terms: Vec::new(),
        };
        session
            .runtime
            .memory
            .flags()
            .set(isolde_abi::shared::TRACE);
        for (width, low, high) in [
            (8, 0, 255),
            (8, 48, 57),
            (8, 0, 127),
            (16, 0, 65535),
            (32, 0, u32::MAX as u64),
            (64, 0, u64::MAX),
            (1, 0, 1),
            (32, 5, 1000),
            (7, 3, 100),
        ] {
            let (node, _) = choice(&mut session.runtime, width, low, high);
            let values = std::array::from_fn(|index| {
                let span = high - low;
                let value = session.random.number(width) as u64;
                let value = if span == u64::MAX {
                    value
                } else {
                    low + value % (span + 1)
                };
                session.assignments[index].push(value);
                value as u128
            });
            session.terms.push(Term {
                node,
                width,
                values,
            });
        }
        session
    }

    fn pick(&mut self) -> Term {
        // The newest terms are picked often, so that expressions grow deep.
        let count = self.terms.len();
        let index = if self.random.below(2) == 0 {
            count - 1 - self.random.below(count.min(6))
        } else {
            self.random.below(count)
        };
        self.terms[index]
    }

    /// A term of this width.
    fn pick_of(&mut self, width: u32) -> Term {
        if self.random.below(3) > 0 {
            let fitting: Vec<Term> = self
                .terms
                .iter()
                .copied()
                .filter(|term| term.width == width)
                .collect();
            if !fitting.is_empty() {
                return fitting[self.random.below(fitting.len())];
            }
        }
        let value = self.random.number(width);
        Term {
            node: self.runtime.nodes.constant(value, width),
            width,
            values: [value; ASSIGNMENTS],
        }
    }

    fn step(&mut self) {
        let a = self.pick();
        let (width, nodes) = (a.width, self.random.below(12));
        let term = match nodes {
            0..=5 => {
                let b = self.pick_of(width);
                let (a, b) = if self.random.below(2) == 0 {
                    (a, b)
                } else {
                    (b, a)
                };
                let op = BINARY[self.random.below(BINARY.len())];
                let node = self.runtime.nodes.binary(op, a.node, b.node, 0);
                let values = std::array::from_fn(|i| {
                    binary(op, width, a.values[i], b.values[i]).expect("binary")
                });
                Term {
                    node,
                    width: result_width(op, width),
                    values,
                }
            }
            6 => {
                let part = 1 + self.random.below(width as usize) as u32;
                let low = self.random.below((width - part + 1) as usize) as u32;
                let node = self.runtime.nodes.unary(Op::Extract, part, a.node, low);
                Term {
                    node,
                    width: part,
                    values: a.values.map(|value| value >> low & mask(part)),
                }
            }
            7 => {
                let b = self.pick();
                if width + b.width > 128 {
                    return;
                }
                let node = self.runtime.nodes.concat(a.node, b.node);
                Term {
                    node,
                    width: width + b.width,
                    values: std::array::from_fn(|i| a.values[i] << b.width | b.values[i]),
                }
            }
            8 => {
                let to = (width as usize + self.random.below(129 - width as usize)) as u32;
                let op = if self.random.below(2) == 0 {
                    Op::ZExt
                } else {
                    Op::SExt
                };
                let node = self.runtime.nodes.unary(op, to, a.node, 0);
                let values = a.values.map(|value| {
                    if op == Op::ZExt {
                        value
                    } else {
                        signed(value, width) as u128 & mask(to)
                    }
                });
                Term {
                    node,
                    width: to,
                    values,
                }
            }
            9 => {
                let op = [
                    Op::BSwap,
                    Op::CtPop,
                    Op::CtLz,
                    Op::CtTz,
                    Op::Abs,
                    Op::BitReverse,
                ][self.random.below(6)];
                if op == Op::BSwap && width % 8 != 0 {
                    return;
                }
                let node = self.runtime.nodes.unary(op, width, a.node, 0);
                Term {
                    node,
                    width,
                    values: a
                        .values
                        .map(|value| unary(op, width, value).expect("unary")),
                }
            }
            10 => {
                let (c, b) = (self.pick_of(1), self.pick_of(width));
                let node = self.runtime.nodes.choose(c.node, a.node, b.node);
                let values = std::array::from_fn(|i| {
                    if c.values[i] == 1 {
                        a.values[i]
                    } else {
                        b.values[i]
                    }
                });
                Term {
                    node,
                    width,
                    values,
                }
            }
            _ => {
                let (b, c) = (self.pick_of(width), self.pick_of(width));
                let op = if self.random.below(2) == 0 {
                    Op::FShl
                } else {
                    Op::FShr
                };
                let node = self.runtime.nodes.funnel(op, a.node, b.node, c.node);
                let values = std::array::from_fn(|i| {
                    funnel(op, width, a.values[i], b.values[i], c.values[i])
                });
                Term {
                    node,
                    width,
                    values,
                }
            }
        };
        assert_ne!(term.node, 0, "kind {nodes} on width {width}");
        assert_eq!(self.runtime.nodes.width(term.node), term.width);
        for (assignment, &value) in self.assignments.iter().zip(&term.values) {
            let got = evaluate(&self.runtime, term.node, assignment);
            assert_eq!(
                got,
                value,
                "node {} = {:?} under {assignment:?}",
                term.node,
                self.runtime.nodes.get(term.node)
            );
            let (low, high) = self.runtime.nodes.range(term.node);
            assert!(
                (low..=high).contains(&value),
                "range of {:?}",
                self.runtime.nodes.get(term.node)
            );
        }
        self.terms.push(term);
    }
}

#[test]
fn simplified_expressions_keep_their_meaning() {
    for seed in 0..150 {
        let mut session = Session::new(seed);
        for _ in 0..200 {
            session.step();
        }
    }
}

#[test]
fn equal_expressions_are_one_node_and_runs_do_not_mix() {
    let mut runtime = recording();
    let mut before = Vec::new();
    for run in 0..3 {
        let (x, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
        // Enough for the hash table to grow twice.
        let build = |runtime: &mut Runtime| -> Vec<u32> {
            (0..50_000u32)
                .map(|k| {
                    let constant = runtime.nodes.constant((k * 3 + run + 2) as u128, 32);
                    runtime.nodes.make(Op::UDiv, 32, x, constant, 0)
                })
                .collect()
        };
        let (first, again) = (build(&mut runtime), build(&mut runtime));
        assert_eq!(first, again);
        assert_eq!(runtime.memory.nodes_used().get(), 2 + 100_000);
        before.push(first);
        runtime.begin(1);
        assert_eq!(runtime.memory.nodes_used().get(), 1);
    }
    assert_eq!(
        before[0], before[1],
        "a run does not depend on the one before"
    );
}
