//! How many gates a circuit would have, before it is built.

use crate::problem::{Problem, Term};
use crate::simplify::ranges;
use isolde_abi::op::Op;

/// The approximate number of gates in the problem's circuit; each table that is read counts with all its elements.
pub(crate) fn estimate(problem: &Problem<'_>) -> u64 {
    let ranges = ranges(problem);
    // Bits that are not known to be zero.
    let used = |term: u32| u64::from(128 - ranges[term as usize].high.leading_zeros());
    let is_constant = |term: u32| problem.as_constant(term);
    problem
        .terms
        .iter()
        .map(|term| gates(problem, term, &used, &is_constant))
        .fold(0, u64::saturating_add)
}

fn gates(
    problem: &Problem<'_>,
    term: &Term,
    used: &dyn Fn(u32) -> u64,
    constant: &dyn Fn(u32) -> Option<u128>,
) -> u64 {
    let width = u64::from(term.width());
    let first = u64::from(term.shape.first);
    let [x, y, _] = term.args;
    // A row of full adders for each digit of a constant factor, or of the narrower operand.
    let product = |width: u64| {
        let rows = match (constant(x), constant(y)) {
            (Some(factor), _) | (_, Some(factor)) => {
                // Digits of the non-adjacent form.
                u64::from((factor ^ factor.wrapping_mul(3)).count_ones()).min(width)
            }
            _ => used(x).min(used(y)),
        };
        rows * width * 5 / 2
    };
    match term.shape.op {
        Op::Const | Op::Choice | Op::Trunc | Op::ZExt | Op::SExt | Op::Extract | Op::Concat => 0,
        Op::BSwap | Op::BitReverse | Op::FNeg | Op::FAbs | Op::FCopySign => 0,
        Op::Mul => product(width),
        Op::UMulOverflow | Op::SMulOverflow => 2 * product(first),
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem => match constant(y) {
            Some(divisor) if divisor.is_power_of_two() => width,
            _ => width * (used(y) + 1) * 3,
        },
        Op::Shl | Op::LShr | Op::AShr | Op::FShl | Op::FShr
            if constant(term.args[term.shape.op.arity() - 1]).is_some() =>
        {
            0
        }
        Op::Shl | Op::LShr | Op::AShr => width * 6,
        Op::FShl | Op::FShr => width * 14,
        Op::Read => {
            let elements = problem.tables[y as usize].bytes.len() as u64;
            elements.min(1 << 20) / u64::from(term.shape.number.max(1)) * width / 2 + 64
        }
        Op::CtPop | Op::CtLz | Op::CtTz => width * 4,
        _ => 3 * width.max(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::blast::blast;
    use crate::problem::{Condition, Variable};
    use crate::semantics::Shape;

    /// A problem that requires one operator, on two variables or on a variable and a constant, to give 1.
    fn problem(op: Op, width: u32, constant: Option<u128>) -> Problem<'static> {
        let mut problem = Problem::default();
        let variable = |choice: u32| Variable {
            choice,
            key: choice.into(),
            width,
            low: 0,
            high: u64::MAX >> (64 - width),
            current: 0,
            declared: (0, u64::MAX >> (64 - width)),
        };
        let shape = |op, first| Shape {
            op,
            width: width as u8,
            first,
            second: first,
            number: 0,
        };
        problem.variables.push(variable(0));
        let x = problem.push(Term {
            shape: shape(Op::Choice, 0),
            args: [0; 3],
        });
        let y = match constant {
            Some(value) => problem.constant(value, width),
            None => {
                problem.variables.push(variable(1));
                problem.push(Term {
                    shape: shape(Op::Choice, 0),
                    args: [1, 0, 0],
                })
            }
        };
        let term = problem.push(Term {
            shape: shape(op, width as u8),
            args: [x, y, 0],
        });
        problem.conditions.push(Condition {
            term,
            equal: true,
            value: 1,
        });
        problem
    }

    #[test]
    fn the_estimate_is_within_a_factor_of_three_where_circuits_are_large() {
        for width in [32, 64] {
            for (op, constant) in [
                (Op::Mul, None),
                (Op::UDiv, None),
                (Op::URem, None),
                (Op::UDiv, Some(10)),
                (Op::URem, Some(10_000)),
                (Op::Mul, Some(0x1234_5677)),
            ] {
                let problem = problem(op, width, constant);
                let built = blast(&problem).expect("small enough").gates.len() as u64;
                let estimated = estimate(&problem);
                assert!(
                    built <= 3 * estimated && estimated <= 3 * built,
                    "{op:?} {width} {constant:?}: {built} gates, {estimated} estimated"
                );
            }
        }
    }
}
