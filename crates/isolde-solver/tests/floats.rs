//! Queries with floats, which are searched: hidden solutions have to be found again.

mod random;

use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceKind, TAKEN};
use isolde_solver::{Answer, Evaluator, Limits, Solver, Trace};
use random::{Builder, Draw};

/// A float term over the choices: arithmetic, rounding, conversions.
fn term(builder: &mut Builder, choices: &[u32], width: u32, depth: u32, draw: &mut Draw) -> u32 {
    if depth == 0 {
        return if draw.below(3) == 0 {
            let value = draw.below(400) as f64 / 4.0 - 50.0;
            let bits = if width == 32 {
                u128::from((value as f32).to_bits())
            } else {
                value.to_bits().into()
            };
            builder.constant(bits, width)
        } else {
            choices[draw.below(choices.len() as u64) as usize]
        };
    }
    let ops = [
        Op::FAdd,
        Op::FSub,
        Op::FMul,
        Op::FDiv,
        Op::FAbs,
        Op::FSqrt,
        Op::FFloor,
        Op::FNeg,
        Op::FMin,
        Op::FMax,
        Op::FCopySign,
        Op::FRem,
        Op::FToS,
    ];
    let op = ops[draw.below(ops.len() as u64) as usize];
    let a = term(builder, choices, width, depth - 1, draw);
    if op == Op::FToS {
        let integer = builder.push(op, 32, [a, 0, 0]);
        let seven = builder.constant(7, 32);
        let moved = builder.push(Op::Add, 32, [integer, seven, 0]);
        return builder.push(Op::SToF, width, [moved, 0, 0]);
    }
    let b = if op.arity() == 2 {
        term(builder, choices, width, depth - 1, draw)
    } else {
        0
    };
    builder.push(op, width, [a, b, 0])
}

/// A path whose last condition is true for hidden values, but not for the run's own.
fn hidden(draw: &mut Draw) -> Option<Trace> {
    let mut builder = Builder::default();
    let width = if draw.below(2) == 0 { 32 } else { 64 };
    let bits = |value: f64| {
        if width == 32 {
            u64::from((value as f32).to_bits())
        } else {
            value.to_bits()
        }
    };
    let all = u64::MAX >> (64 - width);
    let choices = [0; 2].map(|_| builder.choice(ChoiceKind::Float, width, 0, 0, all));
    let secret = [0; 2].map(|_| bits(draw.below(4_000) as f64 / 16.0 - 100.0));
    for _ in 0..1 + draw.below(3) {
        let left = term(&mut builder, &choices, width, 2, draw);
        let right = term(&mut builder, &choices, width, 0, draw);
        let predicate = 1 + draw.below(14) as u32;
        let test = builder.push(Op::FCmp, 1, [left, right, predicate]);
        let mut evaluator = Evaluator::new(&builder.trace);
        evaluator.set(&secret);
        let taken = evaluator.eval(test) as u32;
        builder.path(test, taken);
    }
    let mut trace = builder.trace;
    // The run took the other direction at the last condition, so that negating it asks for that of the hidden values.
    let last = trace.path.len() - 1;
    trace.path[last].flags ^= TAKEN;
    (isolde_solver::mismatches(&trace) == 0).then_some(trace)
}

#[test]
fn hidden_solutions_of_float_conditions_are_found() {
    let mut draw = Draw(42);
    let (mut found, mut asked) = (0, 0);
    let mut wrong_models = 0;
    while asked < 400 {
        let Some(trace) = hidden(&mut draw) else {
            continue;
        };
        asked += 1;
        let index = trace.path.len() - 1;
        // A fresh solver each time, since earlier models would help.
        let mut solver = Solver::new(Limits::default(), 3);
        match solver.negate(&trace, index, &[]) {
            Answer::Sat(changes) => {
                found += 1;
                let mut values = trace.values();
                changes
                    .iter()
                    .for_each(|&(choice, value)| values[choice as usize] = value);
                let mut evaluator = Evaluator::new(&trace);
                evaluator.set(&values);
                for (position, entry) in trace.path.iter().enumerate() {
                    assert_eq!(
                        evaluator.eval(entry.node) as u32,
                        entry.flags ^ u32::from(position == index)
                    );
                }
            }
            Answer::Unsat => panic!("there is a solution: {trace:?}"),
            Answer::Unknown => {}
        }
        wrong_models += solver.statistics().wrong_models;
    }
    assert_eq!(wrong_models, 0);
    assert!(found * 100 >= asked * 95, "{found} of {asked}");
}
