//! Queries through the public interface, compared with exhaustive search and as examples.

mod random;

use isolde_abi::op::Op;
use isolde_abi::shared::{ASSUMED, ChoiceKind, PINNED, TAKEN};
use isolde_solver::{Answer, Evaluator, Limits, Prepared, Solver, Trace, mismatches};
use random::{Builder, Draw};

fn solver() -> Solver {
    Solver::new(Limits::default(), 1)
}

/// The run's values with an answer's changes.
fn changed(trace: &Trace, changes: &[(u32, u64)]) -> Vec<u64> {
    let mut values = trace.values();
    for &(choice, value) in changes {
        values[choice as usize] = value;
    }
    values
}

/// Panics unless `values` follow the path up to `index` and leave it there.
fn assert_negates(trace: &Trace, index: usize, values: &[u64]) {
    let mut evaluator = Evaluator::new(trace);
    evaluator.set(values);
    for (position, entry) in trace.path[..=index].iter().enumerate() {
        let taken = entry.flags & TAKEN == 1;
        assert_eq!(
            evaluator.eval(entry.node) == 1,
            taken == (position < index),
            "condition {position} of {index}"
        );
    }
}

/// Negates the last condition of a path and returns the new values.
fn negated(trace: &Trace) -> Vec<u64> {
    let mut solver = solver();
    let index = trace.path.len() - 1;
    assert_eq!(mismatches(trace), 0);
    match solver.negate(trace, index, &[]) {
        Answer::Sat(changes) => {
            let values = changed(trace, &changes);
            assert_negates(trace, index, &values);
            values
        }
        answer => panic!("{answer:?}, {:?}", solver.statistics()),
    }
}

/// Whether some assignment negates condition `index`, by trying all.
fn exists(trace: &Trace, index: usize) -> bool {
    let mut evaluator = Evaluator::new(trace);
    let mut values: Vec<u64> = trace.choices.iter().map(|choice| choice.low).collect();
    loop {
        evaluator.set(&values);
        let holds = |(position, entry): (usize, &isolde_abi::shared::PathEntry)| {
            (evaluator.eval(entry.node) == 1) == ((entry.flags & TAKEN == 1) == (position < index))
        };
        if trace.path[..=index].iter().enumerate().all(holds) {
            return true;
        }
        let Some(next) =
            (0..values.len()).find(|&choice| values[choice] < trace.choices[choice].high)
        else {
            return false;
        };
        values[next] += 1;
        values
            .iter_mut()
            .zip(&trace.choices)
            .take(next)
            .for_each(|(value, choice)| *value = choice.low);
    }
}

#[test]
fn answers_agree_with_exhaustive_search_on_random_paths() {
    let mut draw = Draw(7);
    let mut solver = solver();
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..1_500 {
        let mut builder = Builder::default();
        let widths = [
            1 + draw.below(5) as u32,
            1 + draw.below(4) as u32,
            1 + draw.below(3) as u32,
        ];
        let choices = widths.map(|width| {
            let all = u64::MAX >> (64 - width);
            let (x, y, z) = (draw.word() & all, draw.word() & all, draw.word() & all);
            let (low, high) = if draw.below(2) == 0 {
                (0, all)
            } else {
                (x.min(y).min(z), x.max(y).max(z))
            };
            builder.choice(ChoiceKind::Unsigned, width, x.clamp(low, high), low, high)
        });
        for _ in 0..1 + draw.below(5) {
            let width = random::width(&mut draw);
            let (a, b) = (
                random::term(&mut builder, &choices, width, 2, &mut draw),
                random::term(&mut builder, &choices, width, 1, &mut draw),
            );
            let tests = [Op::Eq, Op::Ne, Op::ULt, Op::SLe, Op::UGe, Op::SGt];
            let test = builder.push(tests[draw.below(6) as usize], 1, [a, b, 0]);
            let taken = Evaluator::new(&builder.trace).eval(test) as u32;
            builder.path(test, taken);
        }
        let trace = builder.trace;
        trace.check().expect("generated traces are well-formed");
        for index in 0..trace.path.len() {
            let possible = exists(&trace, index);
            match solver.negate(&trace, index, &[]) {
                Answer::Sat(changes) => {
                    sat += 1;
                    assert!(possible, "round {round}, condition {index}: {trace:?}");
                    assert_negates(&trace, index, &changed(&trace, &changes));
                }
                Answer::Unsat => {
                    unsat += 1;
                    assert!(!possible, "round {round}, condition {index}: {trace:?}");
                }
                Answer::Unknown => panic!(
                    "round {round}, condition {index}: {:?} {trace:?}",
                    solver.statistics()
                ),
            }
        }
    }
    assert!(sat > 500 && unsat > 500, "{sat} {unsat}");
    assert_eq!(solver.statistics().wrong_models, 0);
    assert_eq!(solver.statistics().malformed, 0);
}

#[test]
fn a_linear_equation_is_inverted() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Unsigned, 32, 5, 0, u64::from(u32::MAX));
    let (three, seven, goal) = (
        builder.constant(3, 32),
        builder.constant(7, 32),
        builder.constant(0xdead_beef, 32),
    );
    let product = builder.push(Op::Mul, 32, [x, three, 0]);
    let sum = builder.push(Op::Add, 32, [product, seven, 0]);
    let test = builder.push(Op::Eq, 1, [sum, goal, 0]);
    builder.path(test, 0);
    let values = negated(&builder.trace);
    assert_eq!(
        (values[0] as u32).wrapping_mul(3).wrapping_add(7),
        0xdead_beef
    );
}

#[test]
fn a_product_of_two_unknowns_is_factored() {
    let mut builder = Builder::default();
    let all = u64::from(u32::MAX);
    let (x, y) = (
        builder.choice(ChoiceKind::Unsigned, 32, 5, 2, all),
        builder.choice(ChoiceKind::Unsigned, 32, 9, 2, all),
    );
    let overflow = builder.push(Op::UMulOverflow, 1, [x, y, 0]);
    builder.path(overflow, 0);
    let product = builder.push(Op::Mul, 32, [x, y, 0]);
    let goal = builder.constant(62_710_561, 32); // 7919 squared
    let test = builder.push(Op::Eq, 1, [product, goal, 0]);
    builder.path(test, 0);
    assert_eq!(negated(&builder.trace), [7919, 7919]);
}

#[test]
fn a_pin_moves_to_values_not_tried_yet() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Byte, 8, 0, 0, 3);
    let wide = builder.push(Op::ZExt, 64, [x, 0, 0]);
    let zero = builder.constant(0, 64);
    let pin = builder.push(Op::Eq, 1, [wide, zero, 0]);
    builder.path(pin, TAKEN | PINNED);
    let trace = builder.trace;
    let mut solver = solver();
    let mut tried = Vec::new();
    while let Answer::Sat(changes) = solver.negate(&trace, 0, &tried) {
        tried.push(changed(&trace, &changes)[0].into());
    }
    assert_eq!(solver.statistics().unsat, 1);
    tried.sort_unstable();
    assert_eq!(tried, [1, 2, 3]);
}

#[test]
fn assumptions_hold_and_choices_off_the_slice_stay() {
    let mut builder = Builder::default();
    let [x, y] = [3, 77].map(|value| builder.choice(ChoiceKind::Unsigned, 64, value, 0, u64::MAX));
    let ten = builder.constant(10, 64);
    let small = builder.push(Op::ULt, 1, [x, ten, 0]);
    builder.path(small, TAKEN | ASSUMED);
    let other = builder.push(Op::Eq, 1, [y, ten, 0]);
    builder.path(other, 0);
    let five = builder.constant(5, 64);
    let test = builder.push(Op::UGt, 1, [x, five, 0]);
    builder.path(test, 0);
    let values = negated(&builder.trace);
    assert!((6..10).contains(&values[0]), "{values:?}");
    assert_eq!(values[1], 77);
}

#[test]
fn equal_keys_are_one_variable() {
    let mut builder = Builder::default();
    let [x, y] = [0; 2].map(|value| builder.choice(ChoiceKind::Byte, 8, value, 0, 255));
    builder.trace.choices[1].key = builder.trace.choices[0].key;
    let test = builder.push(Op::Ne, 1, [x, y, 0]);
    builder.path(test, 0);
    assert_eq!(solver().negate(&builder.trace, 0, &[]), Answer::Unsat);
}

#[test]
fn wanted_nodes_may_lie_off_the_path() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Byte, 8, 1, 0, 255);
    let four = builder.constant(4, 8);
    let below = builder.push(Op::ULt, 1, [x, four, 0]);
    builder.path(below, TAKEN);
    let two = builder.constant(2, 8);
    let above = builder.push(Op::UGt, 1, [x, two, 0]);
    let trace = builder.trace;
    assert_eq!(
        solver().solve(&trace, &[(above, true)], 1),
        Answer::Sat(vec![(0, 3)])
    );
    assert_eq!(
        solver().solve(&trace, &[(below, true)], 1),
        Answer::Sat(vec![])
    );
    assert_eq!(
        solver().solve(&trace, &[(above, true), (below, false)], 1),
        Answer::Unsat
    );
}

#[test]
fn a_deep_chain_of_a_million_nodes_does_not_overflow_the_stack() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Unsigned, 64, 1, 0, u64::MAX);
    let y = builder.choice(ChoiceKind::Unsigned, 64, 1, 0, u64::MAX);
    let mut sum = x;
    for _ in 0..500_000 {
        sum = builder.push(Op::Add, 64, [sum, y, 0]);
        sum = builder.push(Op::Xor, 64, [sum, x, 0]);
    }
    let zero = builder.constant(0, 64);
    let test = builder.push(Op::Eq, 1, [sum, zero, 0]);
    let taken = Evaluator::new(&builder.trace).eval(test) as u32;
    builder.path(test, taken);
    let small = builder.push(Op::UGt, 1, [y, zero, 0]);
    builder.path(small, TAKEN);
    assert_eq!(mismatches(&builder.trace), 0);
    assert!(matches!(
        solver().negate(&builder.trace, 1, &[]),
        Answer::Sat(_) | Answer::Unknown
    ));
}

#[test]
fn malformed_traces_are_refused_not_followed() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Byte, 8, 1, 0, 255);
    let test = builder.push(Op::Eq, 1, [x, 4_000_000, 0]);
    builder.path(test, 0);
    let trace = builder.trace;
    assert!(trace.check().is_err());
    assert!(Prepared::new(&trace).is_err());
    let mut solver = solver();
    assert_eq!(solver.negate(&trace, 0, &[]), Answer::Unknown);
    assert_eq!(solver.statistics().malformed, 1);
    assert_eq!(mismatches(&trace), 1);
}

#[test]
fn the_same_queries_give_the_same_answers() {
    let answers = || {
        let mut draw = Draw(11);
        let mut solver = solver();
        let mut answers = Vec::new();
        for _ in 0..50 {
            let mut builder = Builder::default();
            let choices = [32, 16, 8].map(|width| {
                builder.choice(ChoiceKind::Unsigned, width, 1, 0, u64::MAX >> (64 - width))
            });
            let top = random::term(&mut builder, &choices, 16, 4, &mut draw);
            let goal = builder.constant(u128::from(draw.word() & 0xffff), 16);
            let test = builder.push(Op::Eq, 1, [top, goal, 0]);
            let taken = Evaluator::new(&builder.trace).eval(test) as u32;
            builder.path(test, taken);
            answers.push(solver.negate(&builder.trace, 0, &[]));
        }
        answers
    };
    assert_eq!(answers(), answers());
}

fn float(builder: &mut Builder, value: f64) -> u32 {
    builder.choice(ChoiceKind::Float, 64, value.to_bits(), 0, u64::MAX)
}

#[test]
fn float_comparisons_and_arithmetic_are_searched() {
    let constant = |builder: &mut Builder, value: f64| builder.constant(value.to_bits().into(), 64);
    // x * x + y == 20.25 with x > 2 and y > 1.
    let mut builder = Builder::default();
    let (x, y) = (float(&mut builder, 0.0), float(&mut builder, 0.0));
    let (two, one, goal) = (
        constant(&mut builder, 2.0),
        constant(&mut builder, 1.0),
        constant(&mut builder, 20.25),
    );
    let square = builder.push(Op::FMul, 64, [x, x, 0]);
    let sum = builder.push(Op::FAdd, 64, [square, y, 0]);
    let equal = builder.push(Op::FCmp, 1, [sum, goal, 1]);
    let tests = [
        builder.push(Op::FCmp, 1, [x, two, 2]),
        builder.push(Op::FCmp, 1, [y, one, 2]),
    ];
    builder.path(equal, 0);
    let trace = builder.trace;
    let mut solver = solver();
    let wanted = [(tests[0], true), (tests[1], true), (equal, true)];
    let Answer::Sat(changes) = solver.solve(&trace, &wanted, 0) else {
        panic!("{:?}", solver.statistics())
    };
    let values = changed(&trace, &changes)
        .iter()
        .map(|&bits| f64::from_bits(bits))
        .collect::<Vec<_>>();
    assert!(
        values[0] > 2.0 && values[1] > 1.0 && values[0] * values[0] + values[1] == 20.25,
        "{values:?}"
    );
    // NaN: neither below nor above nor equal.
    let mut builder = Builder::default();
    let x = float(&mut builder, 3.0);
    let ordered = builder.push(Op::FCmp, 1, [x, x, 7]);
    builder.path(ordered, TAKEN);
    assert!(f64::from_bits(negated(&builder.trace)[0]).is_nan());
    // (x as u32) == 1000 after a sqrt.
    let mut builder = Builder::default();
    let x = float(&mut builder, 3.0);
    let root = builder.push(Op::FSqrt, 64, [x, 0, 0]);
    let integer = builder.push(Op::FToU, 32, [root, 0, 0]);
    let goal = builder.constant(1000, 32);
    let test = builder.push(Op::Eq, 1, [integer, goal, 0]);
    builder.path(test, 0);
    let value = f64::from_bits(negated(&builder.trace)[0]);
    assert_eq!(value.sqrt() as u32, 1000);
}

#[test]
fn contradictory_float_comparisons_are_unsatisfiable() {
    let mut builder = Builder::default();
    let x = float(&mut builder, 3.0);
    let two = builder.constant(2f64.to_bits().into(), 64);
    let above = builder.push(Op::FCmp, 1, [x, two, 2]);
    builder.path(above, TAKEN);
    let one = builder.constant(1f64.to_bits().into(), 64);
    let test = builder.push(Op::FCmp, 1, [x, one, 4]);
    builder.path(test, 0);
    assert_eq!(solver().negate(&builder.trace, 1, &[]), Answer::Unsat);
}

/// A path whose last condition asks whether the sum of two table elements is `goal`.
fn look_ups(size: u64, goal: u128) -> Trace {
    let mut builder = Builder::default();
    let base = 0x5555_0000_1230;
    let bytes = (0..size)
        .map(|offset| (offset / 1000 % 100) as u8)
        .collect();
    builder
        .trace
        .tables
        .push(isolde_solver::TableData { base, bytes });
    let mut sum = builder.constant(0, 8);
    for _ in 0..2 {
        let index = builder.choice(ChoiceKind::Unsigned, 32, 0, 0, size - 1);
        let wide = builder.push(Op::ZExt, 64, [index, 0, 0]);
        let start = builder.constant(base.into(), 64);
        let address = builder.push(Op::Add, 64, [wide, start, 0]);
        let element = builder.push(Op::Read, 8, [address, 0, 1]);
        sum = builder.push(Op::Add, 8, [sum, element, 0]);
    }
    let goal = builder.constant(goal, 8);
    let test = builder.push(Op::Eq, 1, [sum, goal, 0]);
    builder.path(test, 0);
    builder.trace
}

#[test]
fn elements_of_tables_are_found_and_missing_ones_refuted() {
    negated(&look_ups(100_000, 198));
    negated(&look_ups(300, 0xff).tap(|trace| trace.tables[0].bytes[77] = 0xff));
    assert_eq!(solver().negate(&look_ups(5_000, 9), 0, &[]), Answer::Unsat);
}

trait Tap: Sized {
    fn tap(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
impl Tap for Trace {}

#[test]
fn a_pins_expression_is_the_side_that_is_not_constant() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Unsigned, 64, 0, 0, u64::MAX);
    let wide = builder.push(Op::ZExt, 128, [x, 0, 0]);
    let zero = builder.constant(0, 128);
    for sides in [[wide, zero, 0], [zero, wide, 0]] {
        let pin = builder.push(Op::Eq, 1, sides);
        builder.path(pin, TAKEN | PINNED);
    }
    let other = builder.push(Op::Ne, 1, [wide, zero, 0]);
    builder.path(other, PINNED);
    let trace = builder.trace;
    assert_eq!(
        [0, 1, 2, 3].map(|index| trace.pinned(index)),
        [Some(wide), Some(wide), None, None]
    );
}

#[test]
fn repeated_queries_are_answered_from_the_cache() {
    let trace = look_ups(300, 9);
    let mut solver = solver();
    assert_eq!(solver.negate(&trace, 0, &[]), Answer::Unsat);
    let copy = trace.clone();
    assert_eq!(solver.negate(&copy, 0, &[]), Answer::Unsat);
    assert_eq!(solver.statistics().cache_hits, 1);
}

#[test]
fn damaged_traces_do_no_harm() {
    let mut draw = Draw(13);
    let mut solver = Solver::new(
        Limits {
            conflicts: 200,
            evaluations: 20_000,
            ..Limits::default()
        },
        1,
    );
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..3_000 {
        let mut builder = Builder::default();
        let choices = [8, 20].map(|width| builder.choice(ChoiceKind::Unsigned, width, 1, 0, 255));
        let top = random::term(&mut builder, &choices, 1, 4, &mut draw);
        builder.path(top, 0);
        let mut trace = builder.trace;
        let index = draw.below(trace.nodes.len() as u64) as usize;
        let node = &mut trace.nodes[index];
        match draw.below(6) {
            0 => node.op = draw.below(120) as u8,
            1 => node.width = draw.below(140) as u16,
            2 => node.a = draw.below(200) as u32,
            3 => node.b = draw.below(200) as u32,
            4 => node.c = draw.below(200) as u32,
            _ => trace.choices[0].low = draw.below(400),
        }
        if trace.check().is_ok() {
            accepted += 1;
            trace.path[0].flags = Evaluator::new(&trace).eval(top) as u32;
            solver.negate(&trace, 0, &[]);
        } else {
            refused += 1;
            assert_eq!(solver.negate(&trace, 0, &[]), Answer::Unknown);
        }
    }
    assert!(refused > 300 && accepted > 300, "{refused} {accepted}");
    assert_eq!(solver.statistics().malformed, refused);
    assert_eq!(solver.statistics().wrong_models, 0);
}

#[test]
fn solvers_and_prepared_traces_may_move_between_threads() {
    fn assert_send<T: Send + 'static>() {}
    assert_send::<Solver>();
    assert_send::<Prepared>();
    assert_send::<Trace>();
}

#[test]
fn conjunctions_that_share_their_parts_are_taken_apart_once() {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Unsigned, 64, 0, 0, u64::MAX);
    let bits = [0, 1].map(|bit| builder.push(Op::Extract, 1, [x, bit, 0]));
    let mut all = builder.push(Op::And, 1, [bits[0], bits[1], 0]);
    for bit in 2..60 {
        let bit = builder.push(Op::Extract, 1, [x, bit, 0]);
        let (left, right) = (
            builder.push(Op::And, 1, [all, bit, 0]),
            builder.push(Op::And, 1, [bit, all, 0]),
        );
        all = builder.push(Op::And, 1, [left, right, 0]);
    }
    builder.path(all, 0);
    assert_eq!(negated(&builder.trace)[0], (1 << 60) - 1);
}
