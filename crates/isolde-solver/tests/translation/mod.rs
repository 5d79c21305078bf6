//! Translates the nodes of a trace to terms of Z3.

use isolde_abi::op::Op;
use isolde_solver::Trace;
use z3::ast::{BV, Bool};

/// Terms of a trace in Z3, over these terms for the choices.
pub struct Translation<'t> {
    pub trace: &'t Trace,
    pub choices: Vec<BV>,
    pub terms: Vec<Option<BV>>,
}

/// A numeral of this many bits.
pub fn number(value: u128, width: u32) -> BV {
    let bits: Vec<bool> = (0..width)
        .map(|bit| bit < 128 && value >> bit & 1 == 1)
        .collect();
    BV::from_bits(&bits).expect("a numeral")
}

fn bit(truth: &Bool) -> BV {
    truth.ite(&number(1, 1), &number(0, 1))
}

impl Translation<'_> {
    /// What the node at this index means.
    pub fn term(&mut self, index: u32) -> BV {
        if let Some(term) = &self.terms[index as usize] {
            return term.clone();
        }
        let term = self.translate(index);
        self.terms[index as usize] = Some(term.clone());
        term
    }

    fn translate(&mut self, index: u32) -> BV {
        let node = self.trace.nodes[index as usize];
        let op = Op::from_u8(node.op).expect("an operator");
        let width = u32::from(node.width);
        match op {
            Op::Choice => return self.choices[node.a as usize].clone(),
            Op::Const => return number(u128::from(node.b) | u128::from(node.c) << 32, width),
            Op::Read => return self.read(node.a, node.b, node.c),
            _ => {}
        }
        let a = self.term(node.a);
        let first = a.get_size();
        match op {
            Op::Trunc => return a.extract(width - 1, 0),
            Op::ZExt => return a.zero_ext(width - first),
            Op::SExt => return a.sign_ext(width - first),
            Op::Extract => return a.extract(node.b + width - 1, node.b),
            Op::BSwap => {
                return (1..width / 8).fold(a.extract(7, 0), |value, byte| {
                    value.concat(a.extract(8 * byte + 7, 8 * byte))
                });
            }
            Op::BitReverse => {
                return (1..width).fold(a.extract(0, 0), |value, bit| {
                    value.concat(a.extract(bit, bit))
                });
            }
            Op::CtPop => {
                let wide = |bit: u32| a.extract(bit, bit).zero_ext(7);
                return fit(
                    &(1..width).fold(wide(0), |sum, bit| sum.bvadd(wide(bit))),
                    width,
                );
            }
            Op::CtLz | Op::CtTz => {
                // The test that is applied last wins: that of the bit nearest to the end from which zeros are counted.
                let count = (0..width).fold(number(width.into(), 8), |count, position| {
                    let (bit, value) = if op == Op::CtLz {
                        (position, width - 1 - position)
                    } else {
                        (width - 1 - position, width - 1 - position)
                    };
                    a.extract(bit, bit)
                        .eq(number(1, 1))
                        .ite(&number(value.into(), 8), &count)
                });
                return fit(&count, width);
            }
            Op::Abs => return a.bvslt(number(0, width)).ite(&a.bvneg(), &a),
            _ => {}
        }
        let b = self.term(node.b);
        match op {
            Op::Add => a.bvadd(&b),
            Op::Sub => a.bvsub(&b),
            Op::Mul => a.bvmul(&b),
            Op::UDiv => a.bvudiv(&b),
            Op::SDiv => a.bvsdiv(&b),
            Op::URem => a.bvurem(&b),
            Op::SRem => a.bvsrem(&b),
            Op::Shl => a.bvshl(&b),
            Op::LShr => a.bvlshr(&b),
            Op::AShr => a.bvashr(&b),
            Op::And => a.bvand(&b),
            Op::Or => a.bvor(&b),
            Op::Xor => a.bvxor(&b),
            Op::Eq => bit(&a.eq(&b)),
            Op::Ne => bit(&!a.eq(&b)),
            Op::UGt => bit(&a.bvugt(&b)),
            Op::UGe => bit(&a.bvuge(&b)),
            Op::ULt | Op::USubOverflow => bit(&a.bvult(&b)),
            Op::ULe => bit(&a.bvule(&b)),
            Op::SGt => bit(&a.bvsgt(&b)),
            Op::SGe => bit(&a.bvsge(&b)),
            Op::SLt => bit(&a.bvslt(&b)),
            Op::SLe => bit(&a.bvsle(&b)),
            Op::UAddOverflow => a.zero_ext(1).bvadd(b.zero_ext(1)).extract(first, first),
            Op::SAddOverflow => bit(&!fits_signed(&a.sign_ext(1).bvadd(b.sign_ext(1)), first)),
            Op::SSubOverflow => bit(&!fits_signed(&a.sign_ext(1).bvsub(b.sign_ext(1)), first)),
            // By definition rather than by Z3's own tests, which in 4.8.12 are wrong on some constants (-1 times 5 in 20 bits).
            Op::UMulOverflow => bit(&a
                .zero_ext(first)
                .bvmul(b.zero_ext(first))
                .bvugt(number(u128::MAX >> (128 - first), 2 * first))),
            Op::SMulOverflow => bit(&!fits_signed(
                &a.sign_ext(first).bvmul(b.sign_ext(first)),
                first,
            )),
            Op::UMin => a.bvult(&b).ite(&a, &b),
            Op::UMax => a.bvugt(&b).ite(&a, &b),
            Op::SMin => a.bvslt(&b).ite(&a, &b),
            Op::SMax => a.bvsgt(&b).ite(&a, &b),
            Op::UAddSat => a
                .bvadd(&b)
                .bvult(&a)
                .ite(&number(u128::MAX, width), &a.bvadd(&b)),
            Op::USubSat => a.bvult(&b).ite(&number(0, width), &a.bvsub(&b)),
            Op::SAddSat => saturated(&a.sign_ext(1).bvadd(b.sign_ext(1)), width),
            Op::SSubSat => saturated(&a.sign_ext(1).bvsub(b.sign_ext(1)), width),
            Op::UCmp => a
                .bvult(&b)
                .ite(&number(255, 8), &a.eq(&b).ite(&number(0, 8), &number(1, 8))),
            Op::SCmp => a
                .bvslt(&b)
                .ite(&number(255, 8), &a.eq(&b).ite(&number(0, 8), &number(1, 8))),
            Op::Concat => a.concat(&b),
            Op::Ite => {
                let c = self.term(node.c);
                a.eq(number(1, 1)).ite(&b, &c)
            }
            Op::FShl | Op::FShr => {
                let by = self
                    .term(node.c)
                    .bvurem(number(width.into(), width))
                    .zero_ext(width);
                let both = a.concat(&b);
                if op == Op::FShl {
                    both.bvshl(&by).extract(2 * width - 1, width)
                } else {
                    both.bvlshr(&by).extract(width - 1, 0)
                }
            }
            _ => panic!("{op:?} has no translation"),
        }
    }

    fn read(&mut self, address: u32, table: u32, bytes: u32) -> BV {
        let address = self.term(address);
        let table = &self.trace.tables[table as usize];
        (0..table.bytes.len() as u64).fold(number(0, 8 * bytes), |value, offset| {
            let here = table.base.wrapping_add(offset);
            address
                .eq(number(here.into(), 64))
                .ite(&number(table.read(here, bytes), 8 * bytes), &value)
        })
    }
}

/// The low bits, or zeros above.
fn fit(value: &BV, width: u32) -> BV {
    let own = value.get_size();
    if own >= width {
        value.extract(width - 1, 0)
    } else {
        value.zero_ext(width - own)
    }
}

fn fits_signed(exact: &BV, width: u32) -> Bool {
    exact
        .extract(width - 1, 0)
        .sign_ext(exact.get_size() - width)
        .eq(exact)
}

fn saturated(exact: &BV, width: u32) -> BV {
    let limit = exact.bvslt(number(0, width + 1)).ite(
        &number(1 << (width - 1), width),
        &number((1 << (width - 1)) - 1, width),
    );
    fits_signed(exact, width).ite(&exact.extract(width - 1, 0), &limit)
}
