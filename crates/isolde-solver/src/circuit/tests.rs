//! Compares the circuits with the evaluator: random terms of every operator and width under fixed inputs.

use super::{Verdict, solve};
use crate::answer::Limits;
use crate::evaluator::Evaluator;
use crate::prepared::Prepared;
use crate::problem::{Condition, Problem};
use crate::semantics::mask;
use crate::translate::Scratch;
use isolde_abi::op::Op;
use isolde_abi::shared::ChoiceKind;
use std::time::{Duration, Instant};

#[path = "../../tests/random/mod.rs"]
mod random;
use random::{Builder, Draw};

fn solve_within(problem: &Problem<'_>, conflicts: u64) -> Verdict {
    let limits = Limits {
        conflicts,
        propagations: u64::MAX,
        ..Limits::default()
    };
    solve(problem, &limits, Instant::now() + Duration::from_secs(20)).0
}

/// Blasts `top` with free inputs that conditions fix to the run's values, so that both constant folding and clauses are exercised.
fn verdict(builder: &Builder, top: u32, equal: bool, value: u128, fixed_first: bool) -> Verdict {
    let prepared = Prepared::new(&builder.trace).expect("generated terms are well-formed");
    let mut requirements: Vec<_> = vec![(top, equal, value)];
    let inputs = (1..builder.trace.nodes.len() as u32)
        .filter(|&node| builder.trace.nodes[node as usize].op == Op::Choice as u8);
    requirements.extend(inputs.map(|node| {
        (
            node,
            true,
            u128::from(builder.trace.choices[builder.trace.nodes[node as usize].a as usize].value),
        )
    }));
    let mut problem = Problem::new(
        &builder.trace,
        &prepared,
        &mut Scratch::default(),
        &requirements,
    );
    if fixed_first {
        // Half of the inputs as constants, the rest through clauses.
        for variable in problem.variables.iter_mut().step_by(2) {
            (variable.low, variable.high) = (variable.current, variable.current);
        }
    }
    solve_within(&problem, 200_000)
}

fn check(terms: u64, seed: u64) {
    let mut draw = Draw(seed);
    let operators = random::operators();
    for count in 0..terms {
        let mut builder = Builder::default();
        let widths: Vec<u32> = (0..3).map(|_| random::width(&mut draw).min(64)).collect();
        let choices: Vec<u32> = widths
            .iter()
            .map(|&width| {
                let value = draw.value(width);
                builder.choice(
                    ChoiceKind::Unsigned,
                    width,
                    value,
                    0,
                    u64::MAX >> (64 - width),
                )
            })
            .collect();
        let op = operators[count as usize % operators.len()];
        let width = random::width(&mut draw);
        let deep = u32::from(width <= 16);
        let top = random::apply(
            &mut builder,
            op,
            width,
            &mut draw,
            &mut |builder, width, draw| random::term(builder, &choices, width, deep, draw),
        );
        builder.path(top, 0);
        builder
            .trace
            .check()
            .expect("generated terms are well-formed");
        let value = Evaluator::new(&builder.trace).eval(top);
        let fixed_first = draw.below(2) == 0;
        let context = || {
            format!(
                "{op:?} width {width}, term {count} of seed {seed}: {:?}",
                builder.trace
            )
        };
        assert!(
            matches!(
                verdict(&builder, top, true, value, fixed_first),
                Verdict::Model(_)
            ),
            "{}",
            context()
        );
        assert_eq!(
            verdict(&builder, top, false, value, fixed_first),
            Verdict::Unsat,
            "{}",
            context()
        );
        let width = u32::from(builder.trace.nodes[top as usize].width);
        let other = value ^ (1 << draw.below(width.into())) & mask(width);
        assert_eq!(
            verdict(&builder, top, true, other, fixed_first),
            Verdict::Unsat,
            "{}",
            context()
        );
    }
}

#[test]
fn circuits_compute_what_the_evaluator_computes() {
    check(3_000, 1);
}

#[cfg(feature = "z3")]
#[test]
fn circuits_compute_what_the_evaluator_computes_on_a_hundred_thousand_terms() {
    check(100_000, 2);
}

#[test]
fn without_inputs_fixed_models_satisfy_the_problem() {
    let mut draw = Draw(3);
    let mut models = 0;
    for _ in 0..300 {
        let mut builder = Builder::default();
        let choices: Vec<u32> = [8, 13, 32]
            .map(|width| {
                builder.choice(
                    ChoiceKind::Unsigned,
                    width,
                    draw_value(width),
                    0,
                    u64::MAX >> (64 - width),
                )
            })
            .to_vec();
        let top = random::term(&mut builder, &choices, 8, 3, &mut draw);
        let value = u128::from(draw.word() & 255);
        let prepared = Prepared::new(&builder.trace).expect("generated terms are well-formed");
        let mut problem = Problem::new(
            &builder.trace,
            &prepared,
            &mut Scratch::default(),
            &[(top, true, value)],
        );
        let (term, equal) = (problem.conditions[0].term, true);
        problem.conditions.push(Condition { term, equal, value });
        if let Verdict::Model(model) = solve_within(&problem, 20_000) {
            models += 1;
            assert!(problem.satisfied(&model, &mut Vec::new()));
        }
    }
    assert!(
        models > 50,
        "many random problems have solutions, {models} did"
    );
}

fn draw_value(width: u32) -> u64 {
    u64::MAX >> (64 - width) >> 2
}
