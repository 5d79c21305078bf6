//! Isolde's answers and meanings compared with Z3's, on random terms of every operator and width.
//!
//! Needs Z3's library: `cargo test -p isolde-solver --features z3 --release`. The number of terms is 100,000, or `ISOLDE_Z3_TERMS`.

mod random;

use isolde_abi::op::Op;
use isolde_abi::shared::ChoiceKind;
use isolde_solver::{Answer, Evaluator, Limits, Solver, Trace};
use random::{Builder, Draw};
use std::time::{Duration, Instant};
use z3::ast::{Ast, BV, Bool};
use z3::{Params, SatResult, Tactic};

/// Terms of a trace in Z3, over these terms for the choices.
struct Translation<'t> {
    trace: &'t Trace,
    choices: Vec<BV>,
    terms: Vec<Option<BV>>,
}

fn number(value: u128, width: u32) -> BV {
    let bits: Vec<bool> = (0..width)
        .map(|bit| bit < 128 && value >> bit & 1 == 1)
        .collect();
    BV::from_bits(&bits).expect("a numeral")
}

fn bit(truth: &Bool) -> BV {
    truth.ite(&number(1, 1), &number(0, 1))
}

impl Translation<'_> {
    fn term(&mut self, index: u32) -> BV {
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
                // The last test decided wins: the one nearest the end counted from.
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

/// How often the two agreed, or one gave up.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sat: u64,
    unsat: u64,
    isolde_unknown: u64,
    z3_unknown: u64,
    isolde_seconds: f64,
    z3_seconds: f64,
}

/// Operators that are hard on both solvers when wide: wide ones are drawn less often.
fn is_hard(op: Op) -> bool {
    matches!(
        op,
        Op::Mul
            | Op::UDiv
            | Op::SDiv
            | Op::URem
            | Op::SRem
            | Op::UMulOverflow
            | Op::SMulOverflow
            | Op::FShl
            | Op::FShr
    )
}

/// A random term, two conditions over it, and the term's node.
fn problem(op: Op, draw: &mut Draw) -> (Trace, u32, [u32; 2]) {
    let mut builder = Builder::default();
    let mut inputs = Vec::new();
    for _ in 0..2 {
        let width =
            (1 + draw.below(20) as u32).max(draw.below(65) as u32 * u32::from(draw.below(4) == 0));
        let (all, value) = (u64::MAX >> (64 - width), draw.value(width));
        let (low, high) = if draw.below(4) == 0 {
            (
                value.saturating_sub(draw.below(50)),
                value.saturating_add(draw.below(50)).min(all),
            )
        } else {
            (0, all)
        };
        inputs.push(builder.choice(ChoiceKind::Unsigned, width, value, low, high));
    }
    let width = match random::width(draw) {
        wide if wide > 16 && is_hard(op) && draw.below(8) > 0 => wide % 16 + 1,
        width => width,
    };
    let depth = u32::from(width <= 16) + u32::from(width <= 8);
    let top = random::apply(
        &mut builder,
        op,
        width,
        draw,
        &mut |builder, width, draw| random::term(builder, &inputs, width, depth, draw),
    );
    let width = u32::from(builder.trace.nodes[top as usize].width);
    let own = Evaluator::new(&builder.trace).eval(top);
    let goal = match draw.below(3) {
        0 => own ^ 1 << draw.below(width.into()),
        1 => own,
        _ => u128::from(draw.value(width)),
    };
    let goal = builder.constant(goal, width);
    let tests = [Op::Eq, Op::Ne, Op::ULt, Op::SGt, Op::ULe, Op::SGe];
    let test = builder.push(tests[draw.below(6) as usize], 1, [top, goal, 0]);
    let other = random::term(&mut builder, &inputs, 1, 2, draw);
    builder.path(test, 0);
    builder.path(other, 0);
    (builder.trace, top, [test, other])
}

/// Asks Z3 for values under which both conditions hold.
fn ask_z3(trace: &Trace, wanted: [u32; 2], z3: &z3::Solver) -> SatResult {
    let choices = (0..2)
        .map(|choice| BV::new_const(format!("c{choice}"), trace.choices[choice].width.into()))
        .collect();
    let mut free = Translation {
        trace,
        choices,
        terms: vec![None; trace.nodes.len()],
    };
    z3.reset();
    for (choice, record) in trace.choices.iter().enumerate() {
        let variable = &free.choices[choice];
        let bound = |value: u64| number(value.into(), record.width.into());
        z3.assert(variable.bvuge(bound(record.low)));
        z3.assert(variable.bvule(bound(record.high)));
    }
    for node in wanted {
        z3.assert(free.term(node).eq(number(1, 1)));
    }
    z3.check()
}

fn compare(count: usize, seed: u64) -> Tally {
    let mut draw = Draw(seed);
    let operators = random::operators();
    let limits = Limits {
        gates: u64::MAX,
        conflicts: 3_000,
        propagations: u64::MAX,
        evaluations: 400_000,
        time: Duration::from_secs(5),
    };
    let mut isolde = Solver::new(limits, 1);
    let mut params = Params::new();
    params.set_u32("timeout", 40);
    let z3 = ["propagate-values", "bit-blast", "sat"]
        .iter()
        .fold(Tactic::new("simplify"), |all, next| {
            all.and_then(&Tactic::new(next))
        })
        .solver();
    z3.set_params(&params);
    let mut tally = Tally::default();
    for term in 0..count {
        let op = operators[term % operators.len()];
        let (trace, top, wanted) = problem(op, &mut draw);
        trace.check().expect("generated terms are well-formed");
        let context = || format!("{op:?}, term {term} of seed {seed}: {trace:?}");

        let own = Evaluator::new(&trace).eval(top);
        let values = trace
            .choices
            .iter()
            .map(|choice| number(choice.value.into(), choice.width.into()))
            .collect();
        let mut fixed = Translation {
            trace: &trace,
            choices: values,
            terms: vec![None; trace.nodes.len()],
        };
        let meaning = fixed
            .term(top)
            .eq(number(own, trace.nodes[top as usize].width.into()))
            .simplify();
        assert_eq!(
            meaning.as_bool(),
            Some(true),
            "Z3 gives the term another value: {}",
            context()
        );

        let answer = isolde.solve(&trace, &wanted.map(|node| (node, true)), 0);
        let started = Instant::now();
        let second = ask_z3(&trace, wanted, &z3);
        tally.z3_seconds += started.elapsed().as_secs_f64();
        match (answer, second) {
            (Answer::Sat(_), SatResult::Sat) => tally.sat += 1,
            (Answer::Unsat, SatResult::Unsat) => tally.unsat += 1,
            (Answer::Unknown, _) => tally.isolde_unknown += 1,
            (_, SatResult::Unknown) => tally.z3_unknown += 1,
            (first, second) => panic!("Isolde says {first:?}, Z3 {second:?}: {}", context()),
        }
    }
    assert_eq!(isolde.statistics().wrong_models, 0);
    tally.isolde_seconds = isolde.statistics().seconds;
    tally
}

#[test]
fn answers_and_meanings_agree_with_z3() {
    let count: usize = std::env::var("ISOLDE_Z3_TERMS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(100_000);
    // Z3's contexts belong to threads; each thread compares its share.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let workers: Vec<_> = (0..threads)
        .map(|thread| {
            std::thread::spawn(move || compare(count.div_ceil(threads), 2026 + thread as u64))
        })
        .collect();
    let mut all = Tally::default();
    for worker in workers {
        let tally = worker.join().expect("no disagreement");
        all.sat += tally.sat;
        all.unsat += tally.unsat;
        all.isolde_unknown += tally.isolde_unknown;
        all.z3_unknown += tally.z3_unknown;
        all.isolde_seconds += tally.isolde_seconds;
        all.z3_seconds += tally.z3_seconds;
    }
    let total = all.sat + all.unsat + all.isolde_unknown + all.z3_unknown;
    std::fs::write(
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("against_z3.txt"),
        format!("{all:?}"),
    )
    .expect("the target folder can be written");
    assert!(
        total >= count as u64 && all.isolde_unknown * 100 < total,
        "{all:?}"
    );
    assert!(all.sat * 5 > total && all.unsat * 20 > total, "{all:?}");
}
