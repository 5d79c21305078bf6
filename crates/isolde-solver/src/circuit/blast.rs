//! Terms as circuits.
//!
//! Operators on floats that move or compare bits are exact; the others become free inputs, so that a circuit without a solution still
//! proves that the problem has none, while a model of it is only a proposal.

use super::arithmetic::{self as bits, Bits, Shift};
use super::gates::{Gates, Signal};
use crate::interval::Range;
use crate::problem::{Problem, Term};
use crate::simplify::ranges;
use crate::trace::TableData;
use isolde_abi::op::Op;

/// The circuit of a problem.
pub(crate) struct Blasted {
    pub gates: Gates,
    /// Inputs of each variable, least significant first; upper bits that the variable's bounds exclude are constants.
    pub variables: Vec<Bits>,
    /// All of these must be true.
    pub requirements: Vec<Signal>,
}

/// Builds the circuit, or nothing if it grows too large.
pub(crate) fn blast(problem: &Problem<'_>) -> Option<Blasted> {
    let mut gates = Gates::new();
    let mut requirements = Vec::new();
    let mut variables = Vec::with_capacity(problem.variables.len());
    for variable in &problem.variables {
        let width = variable.width as usize;
        let used = (u64::BITS - variable.high.leading_zeros()) as usize;
        let value: Bits = (0..width)
            .map(|bit| {
                if bit < used {
                    gates.input()
                } else {
                    Signal::FALSE
                }
            })
            .collect();
        if variable.low > 0 {
            let below = bits::less(
                &mut gates,
                &value,
                &bits::constant(variable.low.into(), width),
            );
            requirements.push(!below);
        }
        if used > 0 && variable.high != u64::MAX >> (u64::BITS as usize - used) {
            let above = bits::less(
                &mut gates,
                &bits::constant(variable.high.into(), width),
                &value,
            );
            requirements.push(!above);
        }
        variables.push(value);
    }
    let ranges = ranges(problem);
    let mut terms: Vec<Bits> = Vec::with_capacity(problem.terms.len());
    for term in &problem.terms {
        let value = match term.shape.op {
            Op::Const => bits::constant(
                problem.constants[term.args[0] as usize],
                term.width() as usize,
            ),
            Op::Choice => {
                let mut value = variables[term.args[0] as usize].clone();
                value.resize(term.width() as usize, Signal::FALSE);
                value
            }
            Op::Read => read(
                problem,
                term,
                &terms,
                ranges[term.args[0] as usize],
                &mut gates,
            ),
            _ => operator(term, &terms, &mut gates),
        };
        if gates.is_full() {
            return None;
        }
        debug_assert_eq!(value.len(), term.width() as usize, "{:?}", term.shape);
        terms.push(value);
    }
    for condition in &problem.conditions {
        let value = &terms[condition.term as usize];
        let equal = bits::equal(
            &mut gates,
            value,
            &bits::constant(condition.value, value.len()),
        );
        requirements.push(if condition.equal { equal } else { !equal });
    }
    (!gates.is_full()).then_some(Blasted {
        gates,
        variables,
        requirements,
    })
}

/// One bit as a vector.
fn bit(signal: Signal) -> Bits {
    vec![signal]
}

fn operator(term: &Term, terms: &[Bits], gates: &mut Gates) -> Bits {
    let width = term.width() as usize;
    let arity = term.shape.op.arity();
    let operand = |slot: usize| {
        if slot < arity {
            terms[term.args[slot] as usize].as_slice()
        } else {
            &[]
        }
    };
    let (a, b, c) = (operand(0), operand(1), operand(2));
    match term.shape.op {
        Op::Add => bits::add(gates, a, b, Signal::FALSE).0,
        Op::Sub => bits::subtract(gates, a, b).0,
        Op::Mul => bits::multiply(gates, a, b),
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem => division(term.shape.op, a, b, gates),
        Op::Shl => bits::shift(gates, a, b, Shift::Left, Signal::FALSE),
        Op::LShr => bits::shift(gates, a, b, Shift::Right, Signal::FALSE),
        Op::AShr => bits::shift(gates, a, b, Shift::Right, bits::sign(a)),
        Op::And => a.iter().zip(b).map(|(&a, &b)| gates.and(a, b)).collect(),
        Op::Or => a.iter().zip(b).map(|(&a, &b)| gates.or(a, b)).collect(),
        Op::Xor => a.iter().zip(b).map(|(&a, &b)| gates.xor(a, b)).collect(),
        Op::Eq => bit(bits::equal(gates, a, b)),
        Op::Ne => bit(!bits::equal(gates, a, b)),
        Op::ULt | Op::USubOverflow => bit(bits::less(gates, a, b)),
        Op::UGt => bit(bits::less(gates, b, a)),
        Op::UGe => bit(!bits::less(gates, a, b)),
        Op::ULe => bit(!bits::less(gates, b, a)),
        Op::SLt => bit(bits::less_signed(gates, a, b)),
        Op::SGt => bit(bits::less_signed(gates, b, a)),
        Op::SGe => bit(!bits::less_signed(gates, a, b)),
        Op::SLe => bit(!bits::less_signed(gates, b, a)),
        Op::UAddOverflow => bit(bits::add(gates, a, b, Signal::FALSE).1),
        Op::SAddOverflow => bit(signed_sum(gates, a, b, false).1),
        Op::SSubOverflow => bit(signed_sum(gates, a, b, true).1),
        Op::UMulOverflow => bit(bits::multiply_overflows(gates, a, b)),
        Op::SMulOverflow => bit(bits::multiply_overflows_signed(gates, a, b)),
        Op::UMin | Op::UMax => {
            let less = bits::less(gates, a, b);
            bits::mux(
                gates,
                if term.shape.op == Op::UMin {
                    less
                } else {
                    !less
                },
                a,
                b,
            )
        }
        Op::SMin | Op::SMax => {
            let less = bits::less_signed(gates, a, b);
            bits::mux(
                gates,
                if term.shape.op == Op::SMin {
                    less
                } else {
                    !less
                },
                a,
                b,
            )
        }
        Op::UAddSat => {
            let (sum, carry) = bits::add(gates, a, b, Signal::FALSE);
            sum.into_iter().map(|bit| gates.or(bit, carry)).collect()
        }
        Op::USubSat => {
            let (difference, fits) = bits::subtract(gates, a, b);
            difference
                .into_iter()
                .map(|bit| gates.and(bit, fits))
                .collect()
        }
        Op::SAddSat | Op::SSubSat => {
            let (sum, overflow) = signed_sum(gates, a, b, term.shape.op == Op::SSubSat);
            // The limit to which the result saturates has the sign of the first operand.
            let mut limit = vec![!bits::sign(a); width];
            limit[width - 1] = bits::sign(a);
            bits::mux(gates, overflow, &limit, &sum)
        }
        Op::UCmp | Op::SCmp => {
            let (a, b) = if term.shape.op == Op::SCmp {
                (bits::flip_sign(a), bits::flip_sign(b))
            } else {
                (a.to_vec(), b.to_vec())
            };
            let (less, greater) = (bits::less(gates, &a, &b), bits::less(gates, &b, &a));
            let mut value = vec![less; width];
            value[0] = gates.or(less, greater);
            value
        }
        Op::Trunc => a[..width].to_vec(),
        Op::ZExt => bits::extend(a, width, Signal::FALSE),
        Op::SExt => bits::extend(a, width, bits::sign(a)),
        Op::Extract => a[term.shape.number as usize..][..width].to_vec(),
        Op::Concat => [b, a].concat(),
        Op::BSwap => a.chunks(8).rev().flatten().copied().collect(),
        Op::BitReverse => a.iter().rev().copied().collect(),
        Op::CtPop => bits::count_ones(gates, a),
        Op::CtTz => bits::count_trailing_zeros(gates, a),
        Op::CtLz => {
            let reversed: Bits = a.iter().rev().copied().collect();
            bits::count_trailing_zeros(gates, &reversed)
        }
        Op::Abs => bits::absolute(gates, a),
        Op::Ite => bits::mux(gates, a[0], b, c),
        Op::FShl | Op::FShr => funnel(term.shape.op, a, b, c, gates),
        Op::FNeg => bits::flip_sign(a),
        Op::FAbs => [&a[..width - 1], &[Signal::FALSE]].concat(),
        Op::FCopySign => [&a[..width - 1], &b[width - 1..]].concat(),
        Op::FCmp => bit(float_compare(gates, term.shape.number, a, b)),
        _ => (0..width).map(|_| gates.input()).collect(),
    }
}

/// `a + b` or `a - b`, and whether it overflows as signed.
fn signed_sum(gates: &mut Gates, a: &[Signal], b: &[Signal], subtract: bool) -> (Bits, Signal) {
    let b = if subtract {
        bits::negated(b)
    } else {
        b.to_vec()
    };
    let (sum, _) = bits::add(gates, a, &b, Signal::constant(subtract));
    // Overflow: the addends have the same sign and the sum has the other one.
    let same = gates.equal(bits::sign(a), bits::sign(&b));
    let turned = gates.xor(bits::sign(a), bits::sign(&sum));
    let overflow = gates.and(same, turned);
    (sum, overflow)
}

fn division(op: Op, a: &[Signal], b: &[Signal], gates: &mut Gates) -> Bits {
    let width = a.len();
    let signed = matches!(op, Op::SDiv | Op::SRem);
    let (x, y) = if signed {
        (bits::absolute(gates, a), bits::absolute(gates, b))
    } else {
        (a.to_vec(), b.to_vec())
    };
    let (quotient, remainder) = bits::divide(gates, &x, &y);
    let nonzero = gates.any(b);
    let (result, negative, without_divisor) = match op {
        Op::UDiv => (quotient, Signal::FALSE, vec![Signal::TRUE; width]),
        Op::URem => (remainder, Signal::FALSE, a.to_vec()),
        Op::SDiv => {
            let negative = gates.xor(bits::sign(a), bits::sign(b));
            // Division by zero gives -1, or 1 for a negative dividend.
            let mut without = vec![!bits::sign(a); width];
            without[0] = Signal::TRUE;
            (quotient, negative, without)
        }
        _ => (remainder, bits::sign(a), a.to_vec()),
    };
    let result = if negative == Signal::FALSE {
        result
    } else {
        let opposite = bits::negate(gates, &result);
        bits::mux(gates, negative, &opposite, &result)
    };
    bits::mux(gates, nonzero, &result, &without_divisor)
}

fn funnel(op: Op, a: &[Signal], b: &[Signal], c: &[Signal], gates: &mut Gates) -> Bits {
    let width = a.len();
    // The amount is taken modulo the width.
    let by = if width.is_power_of_two() {
        let used = width.trailing_zeros() as usize;
        bits::extend(&c[..used], width, Signal::FALSE)
    } else {
        bits::divide(gates, c, &bits::constant(width as u128, width)).1
    };
    let both = [b, a].concat();
    let by = bits::extend(&by, 2 * width, Signal::FALSE);
    if op == Op::FShl {
        bits::shift(gates, &both, &by, Shift::Left, Signal::FALSE)[width..].to_vec()
    } else {
        bits::shift(gates, &both, &by, Shift::Right, Signal::FALSE)[..width].to_vec()
    }
}

/// LLVM's float predicates on bit patterns: ordered by sign and magnitude, with equal zeros and unordered NaNs.
fn float_compare(gates: &mut Gates, predicate: u32, a: &[Signal], b: &[Signal]) -> Signal {
    let width = a.len();
    let mantissa = if width == 32 { 23 } else { 52 };
    let nan = |gates: &mut Gates, bits: &[Signal]| {
        let exponent = gates.all(&bits[mantissa..width - 1]);
        let fraction = gates.any(&bits[..mantissa]);
        gates.and(exponent, fraction)
    };
    let (nan_a, nan_b) = (nan(gates, a), nan(gates, b));
    let unordered = gates.or(nan_a, nan_b);
    let (magnitude_a, magnitude_b) = (&a[..width - 1], &b[..width - 1]);
    let (any_a, any_b) = (gates.any(magnitude_a), gates.any(magnitude_b));
    let zeros = !gates.or(any_a, any_b);
    let same = bits::equal(gates, a, b);
    let equal = gates.or(same, zeros);
    let (smaller, larger) = (
        bits::less(gates, magnitude_a, magnitude_b),
        bits::less(gates, magnitude_b, magnitude_a),
    );
    let (sign_a, sign_b) = (bits::sign(a), bits::sign(b));
    let with_one_sign = gates.mux(sign_a, larger, smaller);
    let differ = gates.xor(sign_a, sign_b);
    let less = gates.mux(differ, sign_a, with_one_sign);
    let less = gates.and(less, !equal);
    let greater = gates.and(!less, !equal);
    let chosen: Bits = [(1, equal), (2, greater), (4, less)]
        .into_iter()
        .filter(|(flag, _)| predicate & flag != 0)
        .map(|(_, signal)| signal)
        .collect();
    let ordered = gates.any(&chosen);
    gates.mux(unordered, Signal::constant(predicate & 8 != 0), ordered)
}

/// A table look-up as a decision tree over the offset's bits. Equal halves collapse, so a run of equal elements costs one path, and halves that the
/// address (whose interval is `range`) cannot reach cost nothing.
fn read(
    problem: &Problem<'_>,
    term: &Term,
    terms: &[Bits],
    range: Range,
    gates: &mut Gates,
) -> Bits {
    let table = &problem.tables[term.args[1] as usize];
    let width = term.width() as usize;
    let address = problem.terms[term.args[0] as usize];
    // The usual address is `base + index`, from which the base is removed without an adder.
    let constant_operand = |slot: usize| {
        (address.shape.op == Op::Add)
            .then(|| problem.as_constant(address.args[slot]))
            .flatten()
    };
    let (index, base) = match (constant_operand(0), constant_operand(1)) {
        (Some(constant), _) => (&terms[address.args[1] as usize], constant),
        (_, Some(constant)) => (&terms[address.args[0] as usize], constant),
        _ => (&terms[term.args[0] as usize], 0),
    };
    let correction = bits::constant(base.wrapping_sub(table.base.into()), 64);
    let (offset, _) = bits::add(gates, index, &correction, Signal::FALSE);
    let levels = (u64::BITS - (table.bytes.len() as u64).leading_zeros()) as usize;
    let inside = !gates.any(&offset[levels..]);
    let table_base = u128::from(table.base);
    let reachable = if range.low >= table_base {
        let last = u64::try_from(range.high - table_base).unwrap_or(u64::MAX);
        ((range.low - table_base) as u64, last)
    } else {
        (0, u64::MAX)
    };
    let look_up = LookUp {
        table,
        count: term.shape.number,
        width,
        reachable,
    };
    let value = look_up.decide(&offset[..levels], 0, gates);
    let value = value.unwrap_or_else(|| bits::constant(0, width));
    value
        .into_iter()
        .map(|bit| gates.and(bit, inside))
        .collect()
}

struct LookUp<'t> {
    table: &'t TableData,
    /// Bytes of an element.
    count: u32,
    width: usize,
    /// First and last offset that can be read.
    reachable: (u64, u64),
}

impl LookUp<'_> {
    /// The element at an offset whose upper bits, from `offset.len()` on, are `above`; `None` if no such offset can be read.
    fn decide(&self, offset: &[Signal], above: u64, gates: &mut Gates) -> Option<Bits> {
        let first = above << offset.len();
        let last = first | ((1 << offset.len()) - 1);
        if last < self.reachable.0 || first > self.reachable.1 {
            return None;
        }
        if first >= self.table.bytes.len() as u64 || gates.is_full() {
            return Some(bits::constant(0, self.width));
        }
        let Some((&select, below)) = offset.split_last() else {
            let address = self.table.base.wrapping_add(above);
            return Some(bits::constant(
                self.table.read(address, self.count),
                self.width,
            ));
        };
        if let Some(bit) = select.known() {
            return self.decide(below, above << 1 | u64::from(bit), gates);
        }
        let otherwise = self.decide(below, above << 1, gates);
        let then = self.decide(below, above << 1 | 1, gates);
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => Some(bits::mux(gates, select, &then, &otherwise)),
            (then, otherwise) => then.or(otherwise),
        }
    }
}
