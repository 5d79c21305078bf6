//! Which values of a function may be symbolic at all.
//!
//! The analysis is optimistic and runs to a fixed point: only arguments, loads and results of calls can be symbolic from the start. So a loop counter
//! that starts at a constant stays concrete and costs nothing.

use super::environment::Environment;
use super::externals;
use isolde_llvm::{Block, Opcode, TypeKind, Value};
use std::collections::HashSet;

/// The values of a function that may be symbolic. `blocks` are the reachable ones, in reverse post-order.
pub(super) fn tainted<'c>(
    environment: &mut Environment<'_, 'c>,
    parameters: &[Value<'c>],
    blocks: &[Block<'c>],
) -> HashSet<Value<'c>> {
    let mut tainted: HashSet<Value<'c>> = parameters.iter().copied().collect();
    loop {
        let before = tainted.len();
        for instruction in blocks.iter().flat_map(|block| block.instructions()) {
            if !tainted.contains(&instruction)
                && brings_taint(instruction, &tainted)
                && environment.scalar_count(instruction.ty()) > 0
            {
                tainted.insert(instruction);
            }
        }
        if tainted.len() == before {
            return tainted;
        }
    }
}

fn brings_taint<'c>(instruction: Value<'c>, tainted: &HashSet<Value<'c>>) -> bool {
    if matches!(instruction.ty().kind(), TypeKind::Void | TypeKind::Other) {
        return false;
    }
    match instruction.opcode() {
        Opcode::Alloca
        | Opcode::LandingPad
        | Opcode::CmpXchg
        | Opcode::AtomicRmw
        | Opcode::VAArg
        | Opcode::CleanupPad
        | Opcode::CatchPad
        | Opcode::CatchSwitch
        | Opcode::CallBr => false,
        Opcode::Load => true,
        Opcode::Call | Opcode::Invoke => match instruction.callee().as_function() {
            None => !instruction.callee().is_inline_asm(),
            Some(function) if function.name().starts_with("llvm.") => {
                operands(instruction).any(|operand| tainted.contains(&operand))
            }
            Some(function) => !function.is_declaration() || externals::has_shadow(&function.name()),
        },
        Opcode::Phi => instruction
            .incoming()
            .iter()
            .any(|(value, _)| tainted.contains(value)),
        _ => operands(instruction).any(|operand| tainted.contains(&operand)),
    }
}

fn operands<'c>(instruction: Value<'c>) -> impl Iterator<Item = Value<'c>> {
    (0..instruction.operand_count()).map(move |index| instruction.operand(index))
}
