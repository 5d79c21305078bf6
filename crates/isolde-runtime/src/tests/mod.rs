//! Tests of the runtime as a whole: random expressions compared with an evaluator, memory, choices, paths.

mod choices;
mod comparisons;
mod evaluator;
mod expressions;
mod knowledge;
mod memory;
mod paths;
mod rewrites;

use crate::area::Area;
use crate::runtime::Runtime;
use crate::shared::Memory;
use crate::sys;
use isolde_abi::shared::{ChoiceKind, MAX_PATH, SHARED_SIZE, TRACE, TapeEntry};
use isolde_abi::symbol::{Constant, FILTER_SIZE, Program};

/// Programs that link the runtime define this; here the test binary does.
#[unsafe(no_mangle)]
static isolde_program: Program = Program {
    coverage: core::ptr::null_mut(),
    coverage_len: 0,
    constants: core::ptr::null(),
    constants_len: 0,
    filter: core::ptr::null_mut(),
    mutant: core::ptr::null_mut(),
};

/// A runtime with memory of its own, in the middle of a recorded run. The constants must outlive it.
fn recording_with(constants: &[Constant]) -> Runtime {
    // SAFETY: the mapping is a whole block and is never unmapped.
    let memory = unsafe { Memory::at(sys::map_private(SHARED_SIZE)) };
    let program = Program {
        coverage: core::ptr::null_mut(),
        coverage_len: 0,
        constants: constants.as_ptr(),
        constants_len: constants.len() as u64,
        filter: Area::<u8>::map(FILTER_SIZE).pointer(0),
        mutant: core::ptr::null_mut(),
    };
    let mut runtime = Runtime::new();
    runtime.attach(memory, &program);
    memory.flags().set(TRACE);
    memory.path_limit().set(MAX_PATH as u32);
    runtime.begin(1);
    runtime
}

fn recording() -> Runtime {
    recording_with(&[])
}

/// Gives the next run this tape; keys must ascend.
fn set_tape(runtime: &Runtime, entries: &[(u64, u64)]) {
    for (index, &(key, value)) in entries.iter().enumerate() {
        runtime.memory.tape().set(index, TapeEntry { key, value });
    }
    runtime.memory.tape_len().set(entries.len() as u32);
}

/// Makes a choice with bounds and returns its node and value. The key is fresh.
fn choice(runtime: &mut Runtime, width: u32, low: u64, high: u64) -> (u32, u64) {
    let key = 1000 + runtime.memory.choices_made().get() as u64;
    let value = runtime.choose(
        key,
        ChoiceKind::Unsigned as u32 | width << 16,
        low,
        high,
        true,
    );
    (runtime.take_choice(), value)
}
