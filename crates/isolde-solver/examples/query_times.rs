//! Prints how long typical queries take: `cargo run --release -p isolde-solver --example query_times`.

#![allow(clippy::print_stdout)]

#[path = "../tests/random/mod.rs"]
mod random;

use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceKind, TAKEN};
use isolde_solver::{Answer, Evaluator, Limits, Prepared, Solver, Trace};
use random::{Builder, Draw};
use std::time::Instant;

/// Repetitions with fresh constants, each by a fresh solver, so that no cache helps.
const REPETITIONS: usize = 201;

fn condition(builder: &mut Builder, node: u32) {
    let taken = Evaluator::new(&builder.trace).eval(node) as u32;
    builder.path(node, taken);
}

/// Makes a trace whose last condition is to be negated.
type Make = fn(&mut Draw) -> Trace;

fn linear(draw: &mut Draw) -> Trace {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Unsigned, 32, 1, 0, u64::from(u32::MAX));
    let [three, seven, goal] =
        [3, 7, draw.word() & 0xffff_ffff].map(|value| builder.constant(value.into(), 32));
    let product = builder.push(Op::Mul, 32, [x, three, 0]);
    let sum = builder.push(Op::Add, 32, [product, seven, 0]);
    let test = builder.push(Op::Eq, 1, [sum, goal, 0]);
    condition(&mut builder, test);
    builder.trace
}

/// `x * y == c` in 32 bits, wrapping; if `exact`, both are above 1 and the product must not overflow.
fn product(draw: &mut Draw, exact: bool) -> Trace {
    let mut builder = Builder::default();
    let [x, y] =
        [3, 5].map(|value| builder.choice(ChoiceKind::Unsigned, 32, value, 2, u64::from(u32::MAX)));
    let goal = if exact {
        (1000 + draw.below(60_000)) * (1000 + draw.below(60_000))
    } else {
        draw.word() & 0xffff_ffff
    };
    if exact {
        let overflow = builder.push(Op::UMulOverflow, 1, [x, y, 0]);
        condition(&mut builder, overflow);
    }
    let product = builder.push(Op::Mul, 32, [x, y, 0]);
    let goal = builder.constant(goal.into(), 32);
    let test = builder.push(Op::Eq, 1, [product, goal, 0]);
    condition(&mut builder, test);
    builder.trace
}

/// Bytes that earlier conditions restrict to ASCII letters.
fn letters(builder: &mut Builder, count: usize) -> Vec<u32> {
    let bytes: Vec<u32> = (0..count)
        .map(|_| builder.choice(ChoiceKind::Ascii, 8, b'q'.into(), 0, 127))
        .collect();
    for &byte in &bytes {
        let (first, range) = (builder.constant(b'a'.into(), 8), builder.constant(26, 8));
        let index = builder.push(Op::Sub, 8, [byte, first, 0]);
        let test = builder.push(Op::ULt, 1, [index, range, 0]);
        condition(builder, test);
    }
    bytes
}

/// Eight bytes compared at once with a word.
fn prefix(draw: &mut Draw) -> Trace {
    let mut builder = Builder::default();
    let bytes = letters(&mut builder, 12);
    let word = (1..8).fold(bytes[0], |word, index| {
        builder.push(Op::Concat, 8 * (index as u32 + 1), [bytes[index], word, 0])
    });
    let goal = (0..8).fold(0u64, |goal, _| {
        (goal << 8) | (u64::from(b'a') + draw.below(26))
    });
    let goal = builder.constant(goal.into(), 64);
    let test = builder.push(Op::Eq, 1, [word, goal, 0]);
    condition(&mut builder, test);
    builder.trace
}

/// The number that nine digits spell, compared with a constant.
fn digits(draw: &mut Draw) -> Trace {
    let mut builder = Builder::default();
    let mut sum = builder.constant(0, 32);
    for _ in 0..9 {
        let byte = builder.choice(ChoiceKind::Ascii, 8, b'1'.into(), 0, 127);
        let (zero, ten) = (builder.constant(b'0'.into(), 8), builder.constant(10, 8));
        let digit = builder.push(Op::Sub, 8, [byte, zero, 0]);
        let test = builder.push(Op::ULt, 1, [digit, ten, 0]);
        condition(&mut builder, test);
        let ten = builder.constant(10, 32);
        let scaled = builder.push(Op::Mul, 32, [sum, ten, 0]);
        let digit = builder.push(Op::ZExt, 32, [digit, 0, 0]);
        sum = builder.push(Op::Add, 32, [scaled, digit, 0]);
    }
    let goal = builder.constant(draw.below(1_000_000_000).into(), 32);
    let test = builder.push(Op::Eq, 1, [sum, goal, 0]);
    condition(&mut builder, test);
    builder.trace
}

/// A rolling checksum of letters compared with a byte that is itself a choice.
fn checksum(draw: &mut Draw) -> Trace {
    let mut builder = Builder::default();
    let bytes = letters(&mut builder, 8);
    let mut sum = builder.constant(u128::from(draw.word() & 0xffff), 16);
    for byte in bytes {
        let wide = builder.push(Op::ZExt, 16, [byte, 0, 0]);
        let factor = builder.constant(31, 16);
        let scaled = builder.push(Op::Mul, 16, [sum, factor, 0]);
        sum = builder.push(Op::Xor, 16, [scaled, wide, 0]);
    }
    let expected = builder.choice(ChoiceKind::Unsigned, 16, 0, 0, 0xffff);
    let test = builder.push(Op::Eq, 1, [sum, expected, 0]);
    condition(&mut builder, test);
    builder.trace
}

/// The same with a constant checksum, so that only the letters can change.
fn preimage(draw: &mut Draw) -> Trace {
    let mut trace = checksum(draw);
    if let Some(expected) = trace.choices.last_mut() {
        let value = 0x4000 + draw.below(0x4000);
        (expected.value, expected.low, expected.high) = (value, value, value);
    }
    let mut evaluator = Evaluator::new(&trace);
    let last = trace.path.len() - 1;
    let taken = evaluator.eval(trace.path[last].node) as u32;
    trace.path[last].flags = taken;
    trace
}

/// A range test of a quotient and a remainder.
fn division(draw: &mut Draw) -> Trace {
    let mut builder = Builder::default();
    let x = builder.choice(ChoiceKind::Unsigned, 32, 1, 0, u64::from(u32::MAX));
    let [hundred, seven] = [100, 7].map(|value| builder.constant(value, 32));
    let rest = builder.push(Op::URem, 32, [x, hundred, 0]);
    let goal = builder.constant(draw.below(100).into(), 32);
    let test = builder.push(Op::Ne, 1, [rest, goal, 0]);
    condition(&mut builder, test);
    let quotient = builder.push(Op::UDiv, 32, [x, seven, 0]);
    let goal = builder.constant(u128::from(1 + draw.below(1 << 24)), 32);
    let test = builder.push(Op::UGt, 1, [quotient, goal, 0]);
    condition(&mut builder, test);
    builder.trace
}

/// `x < y && y < x + 3` in 64 bits, refuted or not by the bounds.
fn order(draw: &mut Draw) -> Trace {
    let mut builder = Builder::default();
    let most = 1 + draw.below(1 << 40);
    let [x, y] = [0; 2].map(|value| builder.choice(ChoiceKind::Unsigned, 64, value, 0, most));
    let less = builder.push(Op::ULt, 1, [x, y, 0]);
    builder.path(less, TAKEN);
    let three = builder.constant(3, 64);
    let above = builder.push(Op::Add, 64, [x, three, 0]);
    let test = builder.push(Op::ULt, 1, [y, above, 0]);
    builder.path(test, 0);
    builder.trace.choices[1].value = most;
    if most < 4 {
        return order(draw);
    }
    builder.trace
}

/// A long run: bytes classified by comparison chains, and a running sum over all of them that is tested now and then.
fn long_run(bytes: usize, with_sum: bool) -> Trace {
    let mut builder = Builder::default();
    let mut sum = builder.constant(0, 32);
    for index in 0..bytes {
        let byte = builder.choice(ChoiceKind::Byte, 8, (index % 256) as u64, 0, 255);
        for limit in (8..256).step_by(10) {
            let limit = builder.constant(limit, 8);
            let test = builder.push(Op::ULt, 1, [byte, limit, 0]);
            let taken = (index % 256) as u64 & 255;
            let bound = u64::from(builder.trace.nodes[limit as usize].b);
            builder.path(test, u32::from(taken < bound));
        }
        if with_sum {
            let wide = builder.push(Op::ZExt, 32, [byte, 0, 0]);
            let factor = builder.constant(31, 32);
            let scaled = builder.push(Op::Mul, 32, [sum, factor, 0]);
            sum = builder.push(Op::Add, 32, [scaled, wide, 0]);
            if index % 8 == 7 {
                let limit = builder.constant(1 << 31, 32);
                let test = builder.push(Op::ULt, 1, [sum, limit, 0]);
                builder.path(test, 0);
            }
        }
    }
    let mut evaluator = Evaluator::new(&builder.trace);
    let taken: Vec<u32> = builder
        .trace
        .path
        .iter()
        .map(|entry| evaluator.eval(entry.node) as u32)
        .collect();
    builder
        .trace
        .path
        .iter_mut()
        .zip(taken)
        .for_each(|(entry, taken)| entry.flags = taken);
    builder.trace
}

fn long_runs() {
    for (bytes, with_sum) in [(4_000, false), (64, true), (256, true), (1_000, true)] {
        let trace = long_run(bytes, with_sum);
        let mut solver = Solver::new(Limits::default(), 1);
        let start = Instant::now();
        let mut prepared = Prepared::new(&trace).expect("the trace is well-formed");
        let preparing = start.elapsed().as_secs_f64() * 1e3;
        let step = (trace.path.len() / 100).max(1);
        let mut times = Vec::new();
        for index in (0..trace.path.len()).step_by(step) {
            let start = Instant::now();
            solver.negate_prepared(&trace, &mut prepared, index, &[]);
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_unstable_by(f64::total_cmp);
        let statistics = solver.statistics();
        println!(
            "run of {} nodes, {} conditions{}: prepared in {preparing:.1} ms; median query {:.1}, most {:.1} microseconds; {} sat, {} unsat, {} unknown",
            trace.nodes.len(),
            trace.path.len(),
            if with_sum { " (sum of all)" } else { "" },
            times[times.len() / 2],
            times[times.len() - 1],
            statistics.sat,
            statistics.unsat,
            statistics.unknown
        );
    }
}

fn main() {
    let sets: [(&str, Make); 9] = [
        ("3x + 7 == c, 32 bits", linear),
        ("x * y == c, 32 bits, wrapping", |draw| product(draw, false)),
        ("x * y == c, 32 bits, no overflow", |draw| {
            product(draw, true)
        }),
        ("8-byte prefix of letters", prefix),
        ("9 digits spell c", digits),
        ("checksum of 8 letters == choice", checksum),
        ("checksum of 8 letters == c", preimage),
        ("x / 7 > c, x % 100 != d", division),
        ("x < y < x + 3, 64 bits", order),
    ];
    println!(
        "{:<34} {:>10} {:>10} {:>10}  answers",
        "query (microseconds)", "median", "90 %", "most"
    );
    let mut everything = Vec::new();
    for (name, make) in sets {
        let mut draw = Draw(5);
        let mut times = Vec::new();
        let mut answers = [0; 3];
        for repetition in 0..REPETITIONS {
            let trace = make(&mut draw);
            let mut solver = Solver::new(Limits::default(), repetition as u64);
            let mut prepared = Prepared::new(&trace).expect("the trace is well-formed");
            let start = Instant::now();
            let answer = solver.negate_prepared(&trace, &mut prepared, trace.path.len() - 1, &[]);
            times.push(start.elapsed().as_secs_f64() * 1e6);
            answers[match answer {
                Answer::Sat(_) => 0,
                Answer::Unsat => 1,
                Answer::Unknown => 2,
            }] += 1;
        }
        times.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{name:<34} {:>10.1} {:>10.1} {:>10.1}  {} sat, {} unsat, {} unknown",
            at(0.5),
            at(0.9),
            at(1.0),
            answers[0],
            answers[1],
            answers[2]
        );
        everything.extend(times);
    }
    everything.sort_unstable_by(f64::total_cmp);
    println!("{:<34} {:>10.1}", "all", everything[everything.len() / 2]);
    long_runs();
}
