//! Isolde's answers and meanings compared with Z3's, on random terms of every operator and width.
//!
//! Needs Z3's library: `cargo test -p isolde-solver --features z3 --release`. The number of terms is 100,000, or `ISOLDE_Z3_TERMS`.

mod random;
mod translation;

use isolde_abi::op::Op;
use isolde_abi::shared::ChoiceKind;
use isolde_solver::{Answer, Evaluator, Limits, Solver, Trace};
use random::{Builder, Draw};
use std::time::{Duration, Instant};
use translation::{Translation, number};
use z3::ast::{Ast, BV};
use z3::{Params, SatResult, Tactic};

/// How often the two solvers agreed, or one gave up.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sat: u64,
    unsat: u64,
    isolde_unknown: u64,
    z3_unknown: u64,
    isolde_seconds: f64,
    z3_seconds: f64,
}

/// Operators that are hard for both solvers on wide operands, so that wide operands are drawn less often for them.
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
