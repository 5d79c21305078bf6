//! LLVM's intrinsic functions.

use super::function::FunctionPass;
use super::segment::Shadow;
use super::shape::ScalarKind;
use super::term::code;
use isolde_abi::op::Op;
use isolde_abi::symbol::Loss;
use isolde_llvm::Value;

/// Intrinsics whose result, if any, is concrete, and which access no relevant memory.
const IGNORED: [&str; 25] = [
    "dbg.",
    "lifetime.",
    "assume",
    "experimental.noalias",
    "donothing",
    "trap",
    "prefetch",
    "threadlocal",
    "stacksave",
    "stackrestore",
    "frameaddress",
    "returnaddress",
    "is.constant",
    "objectsize",
    "eh.",
    "va_",
    "invariant",
    "debugtrap",
    "ubsantrap",
    "sideeffect",
    "fake.use",
    "x86.sse2.pause",
    "type.",
    "aarch64.isb",
    "thread.pointer",
];

/// Intrinsics that return their first operand.
const IDENTITIES: [&str; 4] = ["expect", "launder.invariant", "strip.invariant", "ssa.copy"];

/// Binary integer intrinsics.
const BINARY: [(&str, Op); 8] = [
    ("umin.", Op::UMin),
    ("umax.", Op::UMax),
    ("smin.", Op::SMin),
    ("smax.", Op::SMax),
    ("uadd.sat.", Op::UAddSat),
    ("usub.sat.", Op::USubSat),
    ("sadd.sat.", Op::SAddSat),
    ("ssub.sat.", Op::SSubSat),
];

/// Arithmetic with an overflow flag.
const OVERFLOWING: [(&str, Op, Op); 6] = [
    ("uadd.with.overflow.", Op::Add, Op::UAddOverflow),
    ("sadd.with.overflow.", Op::Add, Op::SAddOverflow),
    ("usub.with.overflow.", Op::Sub, Op::USubOverflow),
    ("ssub.with.overflow.", Op::Sub, Op::SSubOverflow),
    ("umul.with.overflow.", Op::Mul, Op::UMulOverflow),
    ("smul.with.overflow.", Op::Mul, Op::SMulOverflow),
];

/// Unary integer intrinsics.
const UNARY: [(&str, Op); 6] = [
    ("bswap.", Op::BSwap),
    ("ctpop.", Op::CtPop),
    ("ctlz.", Op::CtLz),
    ("cttz.", Op::CtTz),
    ("abs.", Op::Abs),
    ("bitreverse.", Op::BitReverse),
];

/// Unary float intrinsics. `rint` and `nearbyint` round as the mode says, which Rust leaves at "to nearest, halves to even".
const FLOAT_UNARY: [(&str, Op); 9] = [
    ("fabs.", Op::FAbs),
    ("sqrt.", Op::FSqrt),
    ("floor.", Op::FFloor),
    ("ceil.", Op::FCeil),
    ("trunc.", Op::FRoundZero),
    ("round.", Op::FRound),
    ("roundeven.", Op::FRoundEven),
    ("rint.", Op::FRoundEven),
    ("nearbyint.", Op::FRoundEven),
];

/// Binary float intrinsics.
const FLOAT_BINARY: [(&str, Op); 5] = [
    ("copysign.", Op::FCopySign),
    ("minnum.", Op::FMin),
    ("maxnum.", Op::FMax),
    ("minimumnum.", Op::FMin),
    ("maximumnum.", Op::FMax),
];

/// Float functions without an operator.
const FLOAT_LOST: [&str; 14] = [
    "fma.",
    "fmuladd.",
    "pow",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "minimum.",
    "maximum.",
    "ldexp",
    "frexp",
    "is.fpclass",
    "canonicalize",
];

fn find<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table
        .iter()
        .find(|(prefix, _)| name.starts_with(prefix))
        .map(|&(_, value)| value)
}

impl<'c> FunctionPass<'_, '_, 'c> {
    /// Shadows of the result of an intrinsic.
    pub(super) fn intrinsic(&mut self, call: Value<'c>, name: &str) -> Vec<Shadow<'c>> {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        if self.memory_intrinsic(call, name)
            || IGNORED.iter().any(|prefix| name.starts_with(prefix))
        {
            return Vec::new();
        }
        let arguments = self.arguments(call);
        if arguments.iter().all(|&shadow| shadow == Shadow::Concrete) {
            return Vec::new();
        }
        if IDENTITIES.iter().any(|prefix| name.starts_with(prefix)) {
            return self.shadows(call.operand(0));
        }
        if let Some(shadows) = self
            .integer_intrinsic(call, name)
            .or_else(|| self.float_intrinsic(call, name))
        {
            return shadows;
        }
        let float = FLOAT_LOST.iter().any(|prefix| name.starts_with(prefix));
        if !float {
            self.env.unmodelled(name);
        }
        self.lose(
            if float { Loss::Float } else { Loss::Intrinsic },
            &arguments,
        );
        Vec::new()
    }

    /// Handles copies and fills. Returns whether the intrinsic was one of them.
    fn memory_intrinsic(&mut self, call: Value<'c>, name: &str) -> bool {
        let operand = |index| call.operand(index);
        let is_copy = name.starts_with("memcpy.") || name.starts_with("memmove.");
        if !is_copy && !name.starts_with("memset.") {
            return false;
        }
        self.pin(operand(2));
        let bytes = self.length(call, operand(2));
        if is_copy {
            self.copy(call, operand(0), operand(1), bytes);
        } else {
            let shadow = self.shadow(operand(1));
            self.fill(call, operand(0), shadow, bytes);
        }
        true
    }

    fn integer_intrinsic(&mut self, call: Value<'c>, name: &str) -> Option<Vec<Shadow<'c>>> {
        let operand = |index| call.operand(index);
        if let Some(op) = find(&BINARY, name) {
            return Some(vec![self.binary(op, operand(0), operand(1))]);
        }
        if name.starts_with("ptrmask.") {
            return Some(vec![self.binary(Op::And, operand(0), operand(1))]);
        }
        let scalar = self.env.scalar(operand(0).ty())?;
        if scalar.kind != ScalarKind::Integer {
            return None;
        }
        if let Some((_, op, overflow)) = OVERFLOWING
            .iter()
            .find(|(prefix, ..)| name.starts_with(prefix))
        {
            return Some(vec![
                self.binary(*op, operand(0), operand(1)),
                self.binary(*overflow, operand(0), operand(1)),
            ]);
        }
        if let Some(op) = find(&[("ucmp.", Op::UCmp), ("scmp.", Op::SCmp)], name) {
            let to = self.env.scalar(call.ty())?;
            let shadow = self.binary(op, operand(0), operand(1));
            let node = self.node(shadow);
            let zero = self.env.zero;
            // The operator's result has 8 bits.
            let node = match to.width.cmp(&8) {
                std::cmp::Ordering::Equal => node,
                std::cmp::Ordering::Greater => self.unary(Op::SExt, to.width, node, zero),
                std::cmp::Ordering::Less => self.unary(Op::Trunc, to.width, node, zero),
            };
            return Some(vec![self.fresh(node)]);
        }
        if let Some(op) = find(&UNARY, name) {
            let shadow = self.shadow(operand(0));
            let node = self.node(shadow);
            let zero = self.env.zero;
            let node = self.unary(op, scalar.width, node, zero);
            return Some(vec![self.fresh(node)]);
        }
        let op = find(&[("fshl.", Op::FShl), ("fshr.", Op::FShr)], name)?;
        if scalar.width > 64 {
            return None;
        }
        let terms = [0, 1, 2].map(|index| self.term(operand(index), scalar));
        let [a, b, c] = terms.map(|term| self.halves(term).0);
        let code = self.c32(code(op, scalar.width, 0));
        let nodes = terms.map(|term| term.node);
        let node = self.slow.call(
            self.env.helpers.funnel,
            &[code, nodes[0], nodes[1], nodes[2], a, b, c],
        );
        Some(vec![self.fresh(node)])
    }

    fn float_intrinsic(&mut self, call: Value<'c>, name: &str) -> Option<Vec<Shadow<'c>>> {
        let operand = |index| call.operand(index);
        if let Some(op) = find(&FLOAT_UNARY, name) {
            return Some(vec![self.float_unary(op, operand(0))]);
        }
        if let Some(op) = find(&FLOAT_BINARY, name) {
            return Some(vec![self.float_binary(op, 0, operand(0), operand(1))]);
        }
        let op = find(
            &[("fptoui.sat.", Op::FToU), ("fptosi.sat.", Op::FToS)],
            name,
        )?;
        let (from, to) = (
            self.env.scalar(operand(0).ty())?,
            self.env.scalar(call.ty())?,
        );
        if from.kind != ScalarKind::Float || to.kind != ScalarKind::Integer {
            return None;
        }
        let shadow = self.shadow(operand(0));
        let node = self.node(shadow);
        let zero = self.env.zero;
        let node = self.unary(op, to.width, node, zero);
        Some(vec![self.fresh(node)])
    }
}
