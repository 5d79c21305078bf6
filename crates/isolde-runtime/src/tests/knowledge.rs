//! Checks that values which count as determined by the path really follow from it: random programs over two small choices, checked on all inputs.

use super::evaluator::evaluate;
use super::expressions::{BINARY, Random};
use super::{choice, recording, set_tape};
use crate::bits::{binary, mask, result_width, signed};
use crate::runtime::Runtime;
use isolde_abi::op::Op;
use isolde_abi::shared::TAKEN;

/// All inputs: two choices of three bits.
const INPUTS: usize = 64;

/// Operators through which facts are propagated, or might be propagated by mistake.
const COMMON: [Op; 9] = [
    Op::Add,
    Op::Sub,
    Op::Xor,
    Op::And,
    Op::Or,
    Op::Mul,
    Op::Eq,
    Op::Ne,
    Op::ULt,
];

fn input(index: usize) -> [u64; 2] {
    [index as u64 & 7, index as u64 >> 3]
}

/// A value of the program: its shadow, and its concrete values on all inputs.
#[derive(Clone)]
struct Variable {
    shadow: u32,
    width: u32,
    values: Vec<u128>,
}

struct Program {
    runtime: Runtime,
    random: Random,
    /// The input of the run.
    actual: usize,
    variables: Vec<Variable>,
    /// Inputs that take the same path.
    same_path: Vec<usize>,
}

impl Program {
    fn new(seed: u64) -> Program {
        let mut random = Random(seed);
        let actual = random.below(INPUTS);
        let mut runtime = recording();
        let [x, y] = input(actual);
        set_tape(&runtime, &[(1000, x), (1001, y)]);
        let variables = (0..2)
            .map(|index| {
                let (shadow, value) = choice(&mut runtime, 3, 0, 7);
                assert_eq!(value, input(actual)[index]);
                Variable {
                    shadow,
                    width: 3,
                    values: (0..INPUTS).map(|i| input(i)[index] as u128).collect(),
                }
            })
            .collect();
        Program {
            runtime,
            random,
            actual,
            variables,
            same_path: (0..INPUTS).collect(),
        }
    }

    fn pick(&mut self) -> Variable {
        let index = self.random.below(self.variables.len());
        self.variables[index].clone()
    }

    fn pick_of(&mut self, width: u32) -> Variable {
        let fitting: Vec<&Variable> = self
            .variables
            .iter()
            .filter(|variable| variable.width == width)
            .collect();
        if !fitting.is_empty() && self.random.below(3) > 0 {
            return fitting[self.random.below(fitting.len())].clone();
        }
        let value = self.random.number(width);
        Variable {
            shadow: 0,
            width,
            values: vec![value; INPUTS],
        }
    }

    fn add(&mut self, shadow: u32, width: u32, values: Vec<u128>) {
        let concrete = values[self.actual];
        for &index in &self.same_path {
            let got = if shadow == 0 {
                concrete
            } else {
                evaluate(&self.runtime, shadow, &input(index))
            };
            assert_eq!(
                got,
                values[index],
                "shadow {shadow} on input {:?}",
                input(index)
            );
        }
        self.variables.push(Variable {
            shadow,
            width,
            values,
        });
    }

    /// Keeps the inputs on which the value is the same as on the actual one, and checks that the recorded path agrees.
    fn constrain(&mut self, values: &[u128]) {
        let actual = values[self.actual];
        self.same_path.retain(|&index| values[index] == actual);
        let used = self.runtime.memory.path_used().get() as usize;
        let entries: Vec<_> = (0..used)
            .map(|index| self.runtime.memory.path().get(index))
            .collect();
        let by_path: Vec<usize> = (0..INPUTS)
            .filter(|&index| {
                entries.iter().all(|entry| {
                    evaluate(&self.runtime, entry.node, &input(index))
                        == (entry.flags & TAKEN) as u128
                })
            })
            .collect();
        assert_eq!(by_path, self.same_path);
    }

    fn step(&mut self) {
        let a = self.pick();
        let (width, actual) = (a.width, self.actual);
        match self.random.below(10) {
            0..=4 => {
                let op = if self.random.below(2) == 0 {
                    COMMON[self.random.below(COMMON.len())]
                } else {
                    BINARY[self.random.below(BINARY.len())]
                };
                let b = self.pick_of(width);
                let code = op as u32 | width << 8;
                let shadow = self.runtime.binary(
                    code,
                    a.shadow,
                    b.shadow,
                    a.values[actual],
                    b.values[actual],
                );
                let values = a
                    .values
                    .iter()
                    .zip(&b.values)
                    .map(|(&x, &y)| binary(op, width, x, y).expect("binary"));
                self.add(shadow, result_width(op, width), values.collect());
            }
            5 if width < 60 && a.shadow != 0 => {
                let is_signed = self.random.below(2) == 0;
                let op = if is_signed { Op::SExt } else { Op::ZExt };
                let shadow = self.runtime.unary(op as u32, width + 8, a.shadow, 0);
                let extend = |&value: &u128| {
                    if is_signed {
                        signed(value, width) as u128 & mask(width + 8)
                    } else {
                        value
                    }
                };
                self.add(shadow, width + 8, a.values.iter().map(extend).collect());
            }
            6 if a.shadow != 0 => {
                let (c, b) = (self.pick_of(1), self.pick_of(width));
                // The pass calls the runtime only for symbolic conditions; otherwise it takes the shadow of the arm.
                let shadow = if c.shadow != 0 {
                    self.runtime.select(
                        width,
                        c.shadow,
                        a.shadow,
                        b.shadow,
                        a.values[actual],
                        b.values[actual],
                    )
                } else if c.values[actual] == 1 {
                    a.shadow
                } else {
                    b.shadow
                };
                let values = (0..INPUTS).map(|i| {
                    if c.values[i] == 1 {
                        a.values[i]
                    } else {
                        b.values[i]
                    }
                });
                self.add(shadow, width, values.collect());
            }
            7 if self.random.below(3) == 0 => {
                self.runtime.pin(a.shadow, a.values[actual]);
                if a.shadow != 0 {
                    self.constrain(&a.values);
                }
            }
            _ => {
                let condition = self.pick_of(1);
                if condition.shadow != 0 {
                    self.runtime
                        .branch(condition.shadow, condition.values[actual] == 1, 0);
                    self.constrain(&condition.values);
                }
            }
        }
    }
}

#[test]
fn what_is_skipped_or_made_concrete_follows_from_the_path() {
    for seed in 0..300 {
        let mut program = Program::new(seed);
        for _ in 0..60 {
            program.step();
        }
    }
}
