//! The values that operands should have so that a term gets a wished value.

use super::target::{float_binary, float_target, integer_binary, integer_target};
use super::wish::Draws;
use crate::float;
use crate::interval::Range;
use crate::problem::{Problem, Term, TermId};
use crate::semantics::{mask, signed};
use isolde_abi::op::Op;

/// Passes wishes on to operands. A wish that the chosen operand cannot grant is dropped.
pub(crate) struct Inverter<'p, 't> {
    pub problem: &'p Problem<'t>,
    pub ranges: &'p [Range],
    pub values: &'p [u128],
    /// Terms with their wished values, still to be passed on.
    pub wishes: Vec<(TermId, u128)>,
}

impl Inverter<'_, '_> {
    fn wish(&mut self, term: TermId, value: u128) {
        let value = value & mask(self.problem.terms[term as usize].width());
        self.wishes.push((term, value));
    }

    fn is_open(&self, term: TermId) -> bool {
        self.problem.as_constant(term).is_none()
    }

    /// Turns the wish that `term` have the value `wanted` into wishes for its operands.
    pub fn pass_on(&mut self, term: &Term, wanted: u128, draws: &mut Draws) {
        let width = term.width();
        let all = mask(width);
        let arity = term.shape.op.arity();
        let value = |slot: usize| self.values[term.args[slot] as usize];
        match term.shape.op {
            Op::Concat => {
                let by = u32::from(term.shape.second);
                self.wish(term.args[1], wanted & mask(by));
                self.wish(term.args[0], wanted >> by);
            }
            Op::Ite => self.pass_on_to_branch(term, wanted, draws),
            Op::And | Op::Or if width == 1 => {
                let easy = u128::from(term.shape.op == Op::Or);
                // For the easy value one operand is enough; the other value needs both.
                if wanted == easy {
                    let slot = self.open_slot(term, draws);
                    self.wish(term.args[slot], easy);
                } else {
                    self.wish(term.args[1], wanted);
                    self.wish(term.args[0], wanted);
                }
            }
            Op::Add if self.pass_on_digits(term, wanted) => {}
            Op::Mul if self.pass_on_factors(term, wanted, draws) => {}
            Op::Read => {
                let table = &self.problem.tables[term.args[1] as usize];
                let range = self.ranges[term.args[0] as usize];
                let last = table.base.saturating_add(table.bytes.len() as u64);
                let first = table.base.max(u64::try_from(range.low).unwrap_or(u64::MAX));
                let last = last.min(
                    u64::try_from(range.high)
                        .unwrap_or(u64::MAX)
                        .saturating_add(1),
                );
                let matches = |address: &u64| table.read(*address, term.shape.number) == wanted;
                let found: Vec<u64> = (first..last).filter(matches).take(64).collect();
                if let Some(&address) = found.get(draws.below(found.len() as u64) as usize) {
                    self.wish(term.args[0], address.into());
                }
            }
            op if op.is_predicate() => {
                let slot = self.open_slot(term, draws);
                let wished = if op == Op::FCmp {
                    float_target(
                        term.shape.number,
                        slot,
                        value(1 - slot),
                        u32::from(term.shape.first),
                        wanted == 1,
                        draws,
                    )
                } else {
                    integer_target(
                        op,
                        slot,
                        value(slot),
                        value(1 - slot),
                        u32::from(term.shape.first),
                        wanted == 1,
                        draws,
                    )
                };
                if let Some(wished) = wished {
                    self.wish(term.args[slot], wished);
                }
            }
            _ if arity == 1 => {
                if let Some(wished) = unary(term, wanted, value(0), draws) {
                    self.wish(term.args[0], wished);
                }
            }
            _ if term.args[0] == term.args[1] && matches!(term.shape.op, Op::FShl | Op::FShr) => {
                let by = value(2) % u128::from(width);
                let back = (u128::from(width) - by) % u128::from(width);
                let shape = crate::semantics::Shape {
                    first: width as u8,
                    second: width as u8,
                    ..term.shape
                };
                self.wish(
                    term.args[0],
                    crate::semantics::apply(&shape, wanted, wanted, back),
                );
            }
            _ => {
                let slot = self.open_slot(term, draws).min(1);
                let wished = if term.shape.op.is_float() {
                    float_binary(term, slot, wanted, value(1 - slot))
                } else {
                    integer_binary(
                        term.shape.op,
                        slot,
                        wanted,
                        value(slot),
                        value(1 - slot),
                        width,
                        draws,
                    )
                };
                if let Some(wished) = wished {
                    self.wish(term.args[slot], wished & all);
                }
            }
        }
    }

    /// An operand that is not constant.
    fn open_slot(&self, term: &Term, draws: &mut Draws) -> usize {
        match (self.is_open(term.args[0]), self.is_open(term.args[1])) {
            (true, true) => draws.below(2) as usize,
            (true, false) => 0,
            _ => 1,
        }
    }

    fn pass_on_to_branch(&mut self, term: &Term, wanted: u128, draws: &mut Draws) {
        let [test, then, otherwise] = term.args;
        let holds = self.values[test as usize] == 1;
        let (taken, other) = if holds {
            (then, otherwise)
        } else {
            (otherwise, then)
        };
        let turn = || (test, u128::from(!holds));
        if self.values[other as usize] == wanted && (!self.is_open(taken) || draws.below(2) == 0) {
            self.wishes.push(turn());
        } else if self.is_open(taken) && (!self.is_open(other) || draws.below(2) == 0) {
            self.wish(taken, wanted);
        } else if self.is_open(other) {
            self.wishes.push(turn());
            self.wish(other, wanted);
        }
    }

    /// `factor * x + digit`, as number parsers build it: the digit becomes the remainder modulo the factor, if its range contains that.
    fn pass_on_digits(&mut self, term: &Term, wanted: u128) -> bool {
        for (scaled, digit) in [(0, 1), (1, 0)] {
            let product = &self.problem.terms[term.args[scaled] as usize];
            let factor = match product.shape.op {
                Op::Mul => self
                    .problem
                    .as_constant(product.args[1])
                    .map(|factor| (0, factor))
                    .or(self
                        .problem
                        .as_constant(product.args[0])
                        .map(|factor| (1, factor))),
                _ => None,
            };
            let Some((slot, factor)) = factor.filter(|(_, factor)| *factor > 1) else {
                continue;
            };
            let range = self.ranges[term.args[digit] as usize];
            if !self.is_open(term.args[digit])
                || range.high - range.low >= wanted.max(factor * 4)
                || wanted < range.low
            {
                continue;
            }
            let rest = range.low + (wanted - range.low) % factor;
            if rest <= range.high {
                self.wish(term.args[digit], rest);
                self.wish(product.args[slot], (wanted - rest) / factor);
                return true;
            }
        }
        false
    }

    /// Wishes for both operands of a product that should not wrap: a divisor of the wished value, and the quotient.
    fn pass_on_factors(&mut self, term: &Term, wanted: u128, draws: &mut Draws) -> bool {
        if !self.is_open(term.args[0])
            || !self.is_open(term.args[1])
            || term.args[0] == term.args[1]
            || draws.below(2) == 0
        {
            return false;
        }
        let (Ok(product), [a, b]) = (
            u64::try_from(wanted),
            [0, 1].map(|slot| self.ranges[term.args[slot] as usize]),
        ) else {
            return false;
        };
        let fits = |divisor: &u64| {
            let other = u128::from(product / divisor);
            product.is_multiple_of(*divisor)
                && a.low <= u128::from(*divisor)
                && u128::from(*divisor) <= a.high
                && b.low <= other
                && other <= b.high
        };
        let most = product.isqrt().min(MAX_DIVISOR);
        let small: Vec<u64> = (1..=most)
            .filter(|divisor| product.is_multiple_of(*divisor))
            .collect();
        let divisors: Vec<u64> = small
            .iter()
            .copied()
            .chain(small.iter().map(|divisor| product / divisor))
            .filter(fits)
            .collect();
        let Some(&divisor) = divisors.get(draws.below(divisors.len() as u64) as usize) else {
            return false;
        };
        self.wish(term.args[0], divisor.into());
        self.wish(term.args[1], (product / divisor).into());
        true
    }
}

/// Largest divisor that is tried.
const MAX_DIVISOR: u64 = 1 << 16;

/// The value that the operand of a one-operand operator should have.
fn unary(term: &Term, wanted: u128, current: u128, draws: &mut Draws) -> Option<u128> {
    let width = term.width();
    let first = u32::from(term.shape.first);
    let all = mask(first);
    Some(match term.shape.op {
        Op::Trunc => current & !mask(width) | wanted,
        Op::Extract => {
            let by = term.shape.number;
            current & !(mask(width) << by) | wanted << by
        }
        Op::ZExt => (wanted <= all).then_some(wanted)?,
        Op::SExt => {
            (signed(wanted & all, first) as u128 & mask(width) == wanted).then_some(wanted & all)?
        }
        Op::BSwap => wanted.swap_bytes() >> (128 - width),
        Op::BitReverse => wanted.reverse_bits() >> (128 - width),
        Op::CtPop => (wanted <= u128::from(first)).then(|| mask(wanted as u32))?,
        Op::CtLz => (wanted <= u128::from(first)).then(|| {
            if wanted == u128::from(first) {
                0
            } else {
                1 << (u128::from(first) - 1 - wanted)
            }
        })?,
        Op::CtTz => (wanted <= u128::from(first)).then(|| {
            if wanted == u128::from(first) {
                0
            } else {
                1 << wanted
            }
        })?,
        Op::Abs => {
            if draws.below(2) == 0 {
                wanted
            } else {
                wanted.wrapping_neg() & all
            }
        }
        Op::FNeg => wanted ^ 1 << (width - 1),
        Op::FAbs => wanted | current & (1 << (width - 1)),
        Op::FSqrt => float::bits(
            float::value(wanted, width) * float::value(wanted, width),
            width,
        ),
        Op::FToU => float::bits(wanted as f64, first),
        Op::FToS => float::bits(signed(wanted, width) as f64, first),
        Op::UToF => (float::value(wanted, width) as u128).min(all),
        Op::SToF => {
            let most = (all >> 1) as i128;
            (float::value(wanted, width) as i128).clamp(-most - 1, most) as u128 & all
        }
        Op::FExt => float::bits(float::value(wanted, 64), 32),
        Op::FTrunc => float::bits(float::value(wanted, 32), 64),
        _ => wanted,
    })
}
