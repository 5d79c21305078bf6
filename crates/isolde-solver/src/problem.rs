//! A query as a small problem of its own: the terms of a slice, renumbered densely, over its variables.
//!
//! All methods that decide a query work on a [`Problem`], so their cost depends only on the slice. Terms are in topological order, with all terms
//! below the first condition first, so that a check of all conditions can stop early.

use crate::hash::Wide;
use crate::semantics::{Shape, apply, mask};
use crate::trace::TableData;
use isolde_abi::op::Op;

/// Index of a term in its problem.
pub(crate) type TermId = u32;

/// One operation of a problem. `Choice` has its variable, `Const` its constant and `Read` its table in `args`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub shape: Shape,
    /// As many operand terms as the operator takes, followed by numbers.
    pub args: [u32; 3],
}

impl Term {
    pub fn width(&self) -> u32 {
        u32::from(self.shape.width)
    }
    /// The operand terms.
    pub fn operands(&self) -> impl Iterator<Item = TermId> + use<> {
        self.args.into_iter().take(self.shape.op.arity())
    }
}

/// An unknown: a choice of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// Index of the choice in the trace.
    pub choice: u32,
    /// Its structural address.
    pub key: u64,
    pub width: u32,
    /// Bounds that are known so far.
    pub low: u64,
    pub high: u64,
    /// The run's own value.
    pub current: u64,
    /// The declared bounds, kept to check answers against them.
    pub declared: (u64, u64),
}

/// `term == value`, or `term != value`. A one-bit term's condition is always an equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub term: TermId,
    pub equal: bool,
    pub value: u128,
}

impl Condition {
    pub fn holds(&self, value: u128) -> bool {
        (value == self.value) == self.equal
    }
}

/// A problem; see the module's documentation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem<'t> {
    pub terms: Vec<Term>,
    pub constants: Vec<u128>,
    pub variables: Vec<Variable>,
    pub conditions: Vec<Condition>,
    pub tables: &'t [TableData],
    /// A hash of each table's content, for the fingerprint.
    pub digests: &'t [u128],
}

impl<'t> Problem<'t> {
    /// Adds a term without folding.
    pub fn push(&mut self, term: Term) -> TermId {
        self.terms.push(term);
        (self.terms.len() - 1) as TermId
    }

    /// A constant term.
    pub fn constant(&mut self, value: u128, width: u32) -> TermId {
        self.constants.push(value);
        let shape = Shape {
            op: Op::Const,
            width: width as u8,
            first: 0,
            second: 0,
            number: 0,
        };
        self.push(Term {
            shape,
            args: [(self.constants.len() - 1) as u32, 0, 0],
        })
    }

    /// The value of a constant term.
    pub fn as_constant(&self, term: TermId) -> Option<u128> {
        let term = &self.terms[term as usize];
        (term.shape.op == Op::Const).then(|| self.constants[term.args[0] as usize])
    }

    /// Adds a term that is neither `Choice` nor `Const`, folded if its operands allow it.
    pub fn add(&mut self, term: Term) -> TermId {
        let mut values = [None; 3];
        for (value, operand) in values.iter_mut().zip(term.operands()) {
            *value = self.as_constant(operand);
        }
        let all = mask(term.width());
        let arity = term.shape.op.arity();
        if values[..arity].iter().all(Option::is_some) {
            let value = self.compute(&term, values.map(Option::unwrap_or_default));
            return self.constant(value, term.width());
        }
        let folded = match (term.shape.op, values[0], values[1]) {
            (Op::Ite, Some(condition), _) => Some(term.args[if condition != 0 { 1 } else { 2 }]),
            (Op::Ite, ..) if term.args[1] == term.args[2] => Some(term.args[1]),
            (Op::And | Op::Mul, Some(0), _) => Some(term.args[0]),
            (Op::And | Op::Mul, _, Some(0)) => Some(term.args[1]),
            (Op::Or, Some(value), _) if value == all => Some(term.args[0]),
            (Op::Or, _, Some(value)) if value == all => Some(term.args[1]),
            (Op::And, Some(value), _) if value == all => Some(term.args[1]),
            (Op::And, _, Some(value)) if value == all => Some(term.args[0]),
            (Op::Or | Op::Xor | Op::Add, Some(0), _) => Some(term.args[1]),
            (Op::Or | Op::Xor | Op::Add | Op::Sub | Op::Shl | Op::LShr | Op::AShr, _, Some(0)) => {
                Some(term.args[0])
            }
            (Op::Mul, Some(1), _) => Some(term.args[1]),
            (Op::Mul | Op::UDiv | Op::SDiv, _, Some(1)) if term.width() > 1 => Some(term.args[0]),
            (Op::ZExt | Op::SExt | Op::Trunc | Op::Extract, ..)
                if term.shape.width == term.shape.first =>
            {
                Some(term.args[0])
            }
            _ => None,
        };
        folded.unwrap_or_else(|| self.push(term))
    }

    /// The value of a term that is neither `Choice` nor `Const`.
    pub fn compute(&self, term: &Term, values: [u128; 3]) -> u128 {
        if term.shape.op == Op::Read {
            return self.tables[term.args[1] as usize].read(values[0] as u64, term.shape.number)
                & mask(term.width());
        }
        apply(&term.shape, values[0], values[1], values[2])
    }

    /// The value of one term, given the values of those before it.
    pub fn value(&self, index: usize, assignment: &[u64], values: &[u128]) -> u128 {
        let term = &self.terms[index];
        match term.shape.op {
            Op::Const => self.constants[term.args[0] as usize],
            Op::Choice => u128::from(assignment[term.args[0] as usize]) & mask(term.width()),
            op => {
                let at = |slot: usize| values[term.args[slot] as usize];
                let operands = match op.arity() {
                    1 => [at(0), 0, 0],
                    2 => [at(0), at(1), 0],
                    _ => [at(0), at(1), at(2)],
                };
                self.compute(term, operands)
            }
        }
    }

    /// Values of all terms.
    pub fn evaluate(&self, assignment: &[u64], values: &mut Vec<u128>) {
        values.clear();
        for index in 0..self.terms.len() {
            values.push(self.value(index, assignment, values));
        }
    }

    /// Whether all conditions hold; evaluates as little as needed. `values` is scratch.
    pub fn satisfied(&self, assignment: &[u64], values: &mut Vec<u128>) -> bool {
        values.clear();
        self.conditions.iter().all(|condition| {
            while values.len() <= condition.term as usize {
                values.push(self.value(values.len(), assignment, values));
            }
            condition.holds(values[condition.term as usize])
        })
    }

    /// The run's own values, moved into the variables' bounds.
    pub fn current(&self) -> Vec<u64> {
        self.variables
            .iter()
            .map(|variable| variable.current.clamp(variable.low, variable.high))
            .collect()
    }

    /// The problem with only the conditions selected by `keep`, and what they depend on. Also returns the old indices of the variables that are kept.
    pub fn restricted(&self, keep: &[bool]) -> (Problem<'t>, Vec<u32>) {
        let mut needed = vec![false; self.terms.len()];
        for (condition, _) in self.conditions.iter().zip(keep).filter(|(_, keep)| **keep) {
            needed[condition.term as usize] = true;
        }
        for index in (0..self.terms.len()).rev() {
            if needed[index] {
                self.terms[index]
                    .operands()
                    .for_each(|operand| needed[operand as usize] = true);
            }
        }
        let mut problem = Problem {
            tables: self.tables,
            digests: self.digests,
            ..Problem::default()
        };
        let mut renamed = vec![0; self.terms.len()];
        let mut variables = Vec::new();
        let mut variable_names = vec![u32::MAX; self.variables.len()];
        for (index, term) in self
            .terms
            .iter()
            .enumerate()
            .filter(|(index, _)| needed[*index])
        {
            renamed[index] = match term.shape.op {
                Op::Const => problem.constant(self.constants[term.args[0] as usize], term.width()),
                Op::Choice => {
                    let old = term.args[0] as usize;
                    if variable_names[old] == u32::MAX {
                        variable_names[old] = variables.len() as u32;
                        variables.push(old as u32);
                        problem.variables.push(self.variables[old]);
                    }
                    problem.push(Term {
                        args: [variable_names[old], 0, 0],
                        ..*term
                    })
                }
                _ => problem.push(term.renamed(&renamed)),
            };
        }
        let kept = self.conditions.iter().zip(keep).filter(|(_, keep)| **keep);
        problem.conditions = kept
            .map(|(condition, _)| Condition {
                term: renamed[condition.term as usize],
                ..*condition
            })
            .collect();
        (problem, variables)
    }

    /// Replaces each variable whose bounds leave only one value by that value, and folds.
    pub fn substituted(&self) -> Problem<'t> {
        let mut problem = Problem {
            tables: self.tables,
            digests: self.digests,
            variables: self.variables.clone(),
            ..Problem::default()
        };
        let mut renamed = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let new = match term.shape.op {
                Op::Const => problem.constant(self.constants[term.args[0] as usize], term.width()),
                Op::Choice => {
                    let variable = &self.variables[term.args[0] as usize];
                    if variable.low == variable.high {
                        problem
                            .constant(u128::from(variable.low) & mask(term.width()), term.width())
                    } else {
                        problem.push(*term)
                    }
                }
                _ => problem.add(term.renamed(&renamed)),
            };
            renamed.push(new);
        }
        problem.conditions = self
            .conditions
            .iter()
            .map(|condition| Condition {
                term: renamed[condition.term as usize],
                ..*condition
            })
            .collect();
        problem
    }

    /// A hash of everything that decides whether the problem has a solution: terms, bounds, conditions and tables. It does not include which choices
    /// the variables stand for: problems that differ only in that have the same solutions.
    pub fn fingerprint(&self) -> u128 {
        let mut hash = Wide::new();
        for term in &self.terms {
            let Shape {
                op,
                width,
                first,
                second,
                number,
            } = term.shape;
            hash.add(
                u128::from(op as u8) << 96
                    | u128::from(width) << 88
                    | u128::from(first) << 80
                    | u128::from(second) << 72
                    | u128::from(number),
            );
            match op {
                Op::Const => hash.add(self.constants[term.args[0] as usize]),
                Op::Read => {
                    hash.add(self.digests[term.args[1] as usize]);
                    hash.add(u128::from(term.args[0]));
                }
                _ => hash.add(
                    u128::from(term.args[0]) << 64
                        | u128::from(term.args[1]) << 32
                        | u128::from(term.args[2]),
                ),
            }
        }
        for variable in &self.variables {
            hash.add(variable.width.into());
            hash.add(u128::from(variable.low) << 64 | u128::from(variable.high));
        }
        for condition in &self.conditions {
            hash.add(u128::from(condition.term) << 1 | u128::from(condition.equal));
            hash.add(condition.value);
        }
        hash.finish()
    }
}

impl Term {
    /// The same operation on renamed operands.
    fn renamed(&self, names: &[TermId]) -> Term {
        let mut term = *self;
        for slot in 0..self.shape.op.arity() {
            term.args[slot] = names[self.args[slot] as usize];
        }
        term
    }
}
