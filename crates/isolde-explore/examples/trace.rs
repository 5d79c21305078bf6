//! Runs one thunk of a symbolic program and prints its choices and path conditions.
//!
//! `cargo run -p isolde-explore --example trace -- SYMBOLIC THUNK [KEY=VALUE]…`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use isolde_abi::op::Op;
use isolde_abi::shared::TRACE;
use isolde_explore::{Request, Worker, WorkerOptions};
use isolde_record::Tape;
use isolde_solver::Trace;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, program, thunk, values @ ..] = &arguments[..] else {
        return Err("usage: trace SYMBOLIC THUNK [KEY=VALUE]…".into());
    };
    let mut tape = Tape::default();
    for value in values {
        let (key, value) = value.split_once('=').ok_or("KEY=VALUE")?;
        tape.0.insert(key.parse()?, value.parse()?);
    }
    let scratch = std::env::temp_dir().join(format!("isolde-trace-{}", std::process::id()));
    let mut worker = Worker::start(WorkerOptions {
        memory_limit: 8 << 30,
        ..WorkerOptions::new(program.into(), scratch.clone())
    })?;
    let run = worker.run(&Request {
        flags: TRACE,
        path_limit: 10_000,
        ..Request::new(thunk.parse()?, &tape)
    })?;
    let trace = worker.trace();
    for choice in &run.choices {
        println!("{choice:?}");
    }
    for entry in &trace.path {
        println!(
            "site {:10} flags {} {}",
            entry.site as i32,
            entry.flags,
            expression(&trace, entry.node, 6)
        );
    }
    println!("{:?} phase {} text {:?}", run.outcome, run.phase, run.text);
    println!(
        "{} nodes, {} conditions, lost {:?}, mismatches {}",
        trace.nodes.len(),
        trace.path.len(),
        worker.lost(),
        isolde_solver::mismatches(&trace)
    );
    std::fs::remove_dir_all(scratch)?;
    Ok(())
}

fn expression(trace: &Trace, node: u32, depth: u32) -> String {
    let Some(data) = trace.nodes.get(node as usize) else {
        return "?".into();
    };
    let Some(op) = Op::from_u8(data.op) else {
        return "?".into();
    };
    match op {
        Op::Choice => format!("c{}:{}", data.a, data.width),
        Op::Const => format!("{:#x}", u64::from(data.c) << 32 | u64::from(data.b)),
        _ if depth == 0 => "…".into(),
        _ => {
            let operands: Vec<String> = [data.a, data.b, data.c]
                .iter()
                .take(op.arity())
                .map(|&operand| expression(trace, operand, depth - 1))
                .collect();
            let extra = if op == Op::Extract {
                format!("@{}", data.b)
            } else {
                String::new()
            };
            format!("{op:?}{extra}:{}({})", data.width, operands.join(", "))
        }
    }
}
