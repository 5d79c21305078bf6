//! Lets the runtime change what std computes without promising it, in runs whose results are compared with others: another release of std may compute
//! something else, so what depends on it must not be expected.

use crate::names;
use crate::prepare::declare;
use isolde_abi::symbol::{ELSEWHERE_CAPACITY, ELSEWHERE_HASH};
use isolde_llvm::{Module, Opcode, Value};

/// Asks the runtime about everything of this kind.
pub(crate) fn let_vary(module: &Module<'_>) {
    hashes(module);
    capacities(module);
}

/// What std's hasher with fixed keys says.
fn hashes(module: &Module<'_>) {
    let of = module
        .functions()
        .filter(|function| names::finishes_hash(&function.name()));
    let returns: Vec<Value> = of
        .flat_map(isolde_llvm::Function::blocks)
        .filter_map(isolde_llvm::Block::terminator)
        .filter(|end| end.opcode() == Opcode::Ret && end.operand_count() == 1)
        .collect();
    if returns.is_empty() {
        return;
    }
    let answer = declare(module, ELSEWHERE_HASH);
    let builder = module.context().builder();
    for end in returns {
        builder.before(end);
        end.set_operand(0, builder.call(answer, &[end.operand(0)]));
    }
}

/// LLVM's name of the larger one of two numbers.
const LARGER: &str = "llvm.umax.i64";

/// The capacity that a vector or string gets which has to grow: the largest one of what is needed, twice what there is, and a least number.
fn capacities(module: &Module<'_>) {
    let Some(larger) = module.function(LARGER) else {
        return;
    };
    let is_larger = |value: Value<'_>| {
        value.is_instruction() && value.opcode() == Opcode::Call && value.callee() == larger.value()
    };
    let capacities: Vec<Value> = larger
        .calls()
        .filter(|call| names::grows_vectors(&call.block().function().name()))
        .filter(|call| !call.users().any(is_larger))
        .collect();
    if capacities.is_empty() {
        return;
    }
    let answer = declare(module, ELSEWHERE_CAPACITY);
    let builder = module.context().builder();
    for capacity in capacities {
        let next = capacity.next().expect("a block ends in a terminator");
        builder.before(next);
        let other = builder.call(answer, &[capacity.ty().zero()]);
        capacity.replace_uses_with(other);
        other.set_operand(0, capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::let_vary;
    use crate::toolchain::llvm;
    use isolde_llvm::Context;

    #[test]
    fn the_runtime_is_asked_for_the_capacity_of_a_vector_that_grows_and_for_no_other_number() {
        let llvm = llvm();
        let context = Context::new(&llvm);
        let body = "(i64 %needed, i64 %there) {
              %twice = shl i64 %there, 1
              %first = call i64 @llvm.umax.i64(i64 %needed, i64 %twice)
              %capacity = call i64 @llvm.umax.i64(i64 %first, i64 4)
              %bytes = shl i64 %capacity, 2
              ret i64 %bytes
            }";
        let text = format!(
            "target triple = \"x86_64-unknown-linux-gnu\"
            declare i64 @llvm.umax.i64(i64, i64)
            define i64 @_ZN5alloc7raw_vec20RawVecInner$LT$A$GT$14grow_amortized17h0123456789abcdefE{body}
            define i64 @_ZN3own7larger17h0123456789abcdefE{body}"
        );
        let module = context.parse_ir("test", &text).unwrap();
        let_vary(&module);
        module.verify().unwrap();
        let text = module.print();
        assert_eq!(
            text.matches("call i64 @isolde_elsewhere_capacity").count(),
            1,
            "{text}"
        );
        assert!(
            text.contains("@isolde_elsewhere_capacity(i64 %capacity)"),
            "{text}"
        );
    }
}
