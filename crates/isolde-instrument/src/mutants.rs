//! Mutants: small changes of the code under test, of which a run has at most one. A test is worth writing if it notices one that no other test notices.
//!
//! All mutants are in one program. Behind each value that a mutant changes stands a choice between the value and the mutant's (mutant schemata: Untch,
//! Offutt and Harrold 1993), which compares a number that the runtime sets before each run. The changes are the usual ones, as far as they can be seen
//! in the code as rustc wrote it: comparisons, arithmetic, negations, and the results of functions.

use crate::coverage::kinds;
use crate::map::{Change, Mutant, PointKind, ProgramMap};
use crate::subject::{Place, Sources};
use isolde_llvm::{
    Block, Builder, Context, Function, Linkage, Module, Opcode, Predicate, TypeKind, Value,
};
use std::collections::HashMap;

const CHOSEN: &str = "isolde.mutant";
/// Maximum number of mutants in a program.
const MOST: usize = 1 << 16;

/// Adds the mutants of all functions under test. Returns where the number of the chosen one is, if there are any.
pub(crate) fn add<'c>(
    context: &'c Context,
    module: &Module<'c>,
    sources: &mut Sources<'c>,
    map: &mut ProgramMap,
) -> Option<Value<'c>> {
    let number = context.int(32);
    let chosen = module.add_global(CHOSEN, number);
    chosen.set_initializer(number.zero());
    chosen.set_linkage(Linkage::Internal);
    let builder = context.builder();
    let writer = Writer {
        context,
        builder,
        chosen,
    };
    for function in module.functions() {
        if function.is_declaration() || sources.function(function).is_none() {
            continue;
        }
        let symbol = function.name().into_owned();
        let kinds = kinds(function);
        for (value, place) in places(function, sources, &kinds) {
            let changes = changes(value);
            if map.mutants.len() + changes.len() > MOST {
                return Some(chosen);
            }
            if !changes.is_empty() {
                writer.write(value, map.mutants.len(), &changes, &kinds);
            }
            map.mutants.extend(changes.iter().map(|each| Mutant {
                symbol: symbol.clone(),
                file: place.file.to_string(),
                line: place.line,
                column: place.column,
                change: each.change(),
            }));
        }
    }
    Some(chosen)
}

/// The instructions of the function's own code that may be changed, and where they are written.
fn places<'c>(
    function: Function<'c>,
    sources: &mut Sources<'c>,
    kinds: &HashMap<Block<'c>, PointKind>,
) -> Vec<(Value<'c>, Place)> {
    let blocks = function
        .blocks()
        .filter(|block| kinds[block] == PointKind::Code);
    let instructions: Vec<Value> = blocks.flat_map(Block::instructions).collect();
    instructions
        .into_iter()
        .filter(|&instruction| !is_check(instruction, kinds))
        .filter_map(|instruction| {
            let place = sources.innermost(instruction)?;
            (place.in_subject && place.line != 0).then_some((instruction, place))
        })
        .collect()
}

/// Whether a value only decides whether a check of the compiler's fails, as that of an index.
fn is_check<'c>(value: Value<'c>, kinds: &HashMap<Block<'c>, PointKind>) -> bool {
    value
        .users()
        .filter(|user| user.is_instruction())
        .any(|user| {
            let branches = user.opcode() == Opcode::Br;
            branches
                && user
                    .successors()
                    .iter()
                    .any(|next| kinds.get(next) == Some(&PointKind::Check))
        })
}

/// What a mutant puts in the place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instead {
    /// The opposite of a truth value.
    Not,
    /// The first operand.
    Operand,
    /// The comparison of the same operands with another predicate.
    Predicate(u32),
    /// Another operation on these operands: of the value, or of the call that the value is taken from.
    Operation(Opcode),
    /// This number; the value is the operand of a return.
    Returned(u8),
    /// This operand is another constant.
    Constant(u32, u64),
}

impl Instead {
    fn change(self) -> Change {
        match self {
            Instead::Not | Instead::Operand => Change::Opposite,
            Instead::Predicate(_) => Change::Bound,
            Instead::Operation(_) => Change::Operation,
            Instead::Returned(number) => Change::Result(number),
            Instead::Constant(..) => Change::Constant,
        }
    }
}

/// The mutants of an instruction.
fn changes(value: Value<'_>) -> Vec<Instead> {
    match value.opcode() {
        Opcode::ICmp if is_number(value.operand(0)) => {
            let bound = bound_of_integers(value.integer_predicate());
            [Instead::Not]
                .into_iter()
                .chain(bound.map(Instead::Predicate))
                .collect()
        }
        Opcode::FCmp if is_number(value) => {
            let bound = bound_of_floats(value.float_predicate());
            [Instead::Not]
                .into_iter()
                .chain(bound.map(Instead::Predicate))
                .collect()
        }
        Opcode::ExtractValue => checked_operation(value)
            .map(Instead::Operation)
            .into_iter()
            .collect(),
        Opcode::Ret if value.operand_count() == 1 => match value.operand(0).ty().kind() {
            TypeKind::Integer(1) => returned(value, &[0, 1]),
            TypeKind::Integer(width) if width <= 64 => returned(value, &[0]),
            _ => Vec::new(),
        },
        _ if is_negation(value) => vec![Instead::Operand],
        Opcode::Call | Opcode::Invoke => constants(value, value.argument_count()),
        opcode if !is_mask(value) => match other_operation(opcode) {
            Some(other) => [Instead::Operation(other)]
                .into_iter()
                .chain(constants(value, value.operand_count()))
                .collect(),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Other constants for the first operands. Of a text or a slice, the length is one of them, which only becomes smaller.
fn constants(value: Value<'_>, operands: u32) -> Vec<Instead> {
    let is_call = matches!(value.opcode(), Opcode::Call | Opcode::Invoke);
    if is_call && !has_meaning(value) {
        return Vec::new();
    }
    let divides = matches!(
        value.opcode(),
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem
    );
    let other = |operand: u32| {
        let constant = value.operand(operand);
        match (constant.ty().kind(), constant.as_integer()?) {
            (TypeKind::Integer(1), truth) => Some(Instead::Constant(operand, truth ^ 1)),
            (_, 0) => None,
            (_, number) if divides => Some(Instead::Constant(operand, number.wrapping_add(1))),
            (_, number) => Some(Instead::Constant(operand, number - 1)),
        }
    };
    (0..operands).filter_map(other).collect()
}

/// Whether the constants that a call is given come from the source: most of those that LLVM's own functions get, and those that allocate, do not.
fn has_meaning(call: Value<'_>) -> bool {
    let Some(callee) = call.callee().as_function() else {
        return true;
    };
    let name = callee.name();
    match name.strip_prefix("llvm.") {
        Some(intrinsic) => intrinsic.contains(".with.overflow"),
        None => !name.contains("__rust_"),
    }
}

/// The numbers that a function may return instead of what it returns.
fn returned(value: Value<'_>, numbers: &[u8]) -> Vec<Instead> {
    let own = value.operand(0).as_integer();
    let others = numbers
        .iter()
        .filter(|&&number| own != Some(u64::from(number)));
    others.map(|&number| Instead::Returned(number)).collect()
}

fn is_number(value: Value<'_>) -> bool {
    matches!(value.ty().kind(), TypeKind::Integer(_))
}

/// The predicate that differs if both sides are equal.
fn bound_of_integers(predicate: u32) -> Option<u32> {
    use Predicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let pairs = [(Ugt, Uge), (Ult, Ule), (Sgt, Sge), (Slt, Sle)];
    pairs.iter().find_map(|&(strict, other)| match predicate {
        _ if predicate == strict as u32 => Some(other as u32),
        _ if predicate == other as u32 => Some(strict as u32),
        _ => None,
    })
}

/// The same for floats: LLVM numbers `ogt`, `oge`, `olt`, `ole` from 2 and their unordered variants from 10.
fn bound_of_floats(predicate: u32) -> Option<u32> {
    matches!(predicate, 2..=5 | 10..=13).then_some(predicate ^ 1)
}

/// The operation that takes the place of one whose overflow is checked, if the value is the result of such a one.
fn checked_operation(value: Value<'_>) -> Option<Opcode> {
    let call = value.operand(0);
    if value.indices() != [0] || !call.is_instruction() || call.opcode() != Opcode::Call {
        return None;
    }
    let callee = call.callee().as_function()?;
    let name = callee.name();
    let (operation, _) = name.strip_prefix("llvm.")?.split_once(".with.overflow")?;
    match operation {
        "sadd" | "uadd" => Some(Opcode::Sub),
        "ssub" | "usub" | "smul" | "umul" => Some(Opcode::Add),
        _ => None,
    }
}

/// The operation that takes the place of another one.
fn other_operation(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        Opcode::Add => Opcode::Sub,
        Opcode::Sub | Opcode::Mul => Opcode::Add,
        Opcode::UDiv | Opcode::SDiv => Opcode::Mul,
        Opcode::URem => Opcode::UDiv,
        Opcode::SRem => Opcode::SDiv,
        Opcode::FAdd => Opcode::FSub,
        Opcode::FSub | Opcode::FMul => Opcode::FAdd,
        Opcode::FDiv | Opcode::FRem => Opcode::FMul,
        Opcode::And | Opcode::Xor => Opcode::Or,
        Opcode::Or => Opcode::And,
        Opcode::Shl => Opcode::LShr,
        Opcode::LShr | Opcode::AShr => Opcode::Shl,
        _ => return None,
    })
}

/// Whether a value is the negation of a truth value.
fn is_negation(value: Value<'_>) -> bool {
    value.opcode() == Opcode::Xor
        && value.ty().kind() == TypeKind::Integer(1)
        && value.operand(1).as_integer() == Some(1)
}

/// Whether a value is the number of bits to shift by, which rustc cuts to what is possible.
fn is_mask(value: Value<'_>) -> bool {
    let shifts = |user: Value| {
        let is_shift = user.is_instruction()
            && matches!(user.opcode(), Opcode::Shl | Opcode::LShr | Opcode::AShr);
        is_shift && user.operand(1) == value
    };
    value.opcode() == Opcode::And && value.users().any(shifts)
}

/// Changes with the numbers by which runs choose them; `before` is how many mutants there were before.
fn numbered(before: usize, changes: &[Instead]) -> impl Iterator<Item = (u64, Instead)> {
    (before as u64 + 1..).zip(changes.iter().copied())
}

struct Writer<'c> {
    context: &'c Context,
    builder: Builder<'c>,
    chosen: Value<'c>,
}

impl<'c> Writer<'c> {
    /// Lets the mutants with the numbers behind `before` take the place of a value, each if it is chosen.
    fn write(
        &self,
        value: Value<'c>,
        before: usize,
        changes: &[Instead],
        kinds: &HashMap<Block<'c>, PointKind>,
    ) {
        let (constants, changes): (Vec<_>, Vec<_>) = numbered(before, changes)
            .partition(|(_, change)| matches!(change, Instead::Constant(..)));
        for (own, change) in constants {
            if let Instead::Constant(operand, other) = change {
                self.change_operand(value, own, operand, other);
            }
        }
        if changes.is_empty() {
            return;
        }
        let returns = value.opcode() == Opcode::Ret;
        let original = if returns { value.operand(0) } else { value };
        let next = if returns { Some(value) } else { value.next() };
        let Some(next) = next else {
            return;
        };
        // What is computed may be wrong; whether it overflows is decided by the true value.
        let users = original.users().filter(|&user| !is_check(user, kinds));
        let users: Vec<Value> = users.collect();
        let number = self.context.int(32);
        self.builder.before(next);
        let chosen = self.builder.load(number, self.chosen);
        let mut result = original;
        for (own, change) in changes {
            let own = number.constant(own);
            let is_chosen = self.builder.compare(Predicate::Eq, chosen, own);
            let other = self.other(value, original, change);
            result = self.builder.select(is_chosen, other, result);
        }
        if returns {
            value.set_operand(0, result);
            return;
        }
        for user in users {
            for operand in 0..user.operand_count() {
                if user.operand(operand) == original {
                    user.set_operand(operand, result);
                }
            }
        }
    }

    /// Lets an operand be another constant if the mutant with the number `own` is chosen.
    fn change_operand(&self, value: Value<'c>, own: u64, operand: u32, other: u64) {
        let number = self.context.int(32);
        let constant = value.operand(operand);
        self.builder.before(value);
        let chosen = self.builder.load(number, self.chosen);
        let is_chosen = self
            .builder
            .compare(Predicate::Eq, chosen, number.constant(own));
        let other = constant.ty().constant(other);
        value.set_operand(operand, self.builder.select(is_chosen, other, constant));
    }

    /// What a mutant puts in the place of the original.
    fn other(&self, value: Value<'c>, original: Value<'c>, change: Instead) -> Value<'c> {
        match change {
            Instead::Not => {
                let truth = original.ty().constant(1);
                self.builder.binary(Opcode::Xor, original, truth)
            }
            Instead::Operand => original.operand(0),
            Instead::Predicate(predicate) => self.builder.compare_as(original, predicate),
            Instead::Operation(operation) => {
                let of = match value.opcode() {
                    Opcode::ExtractValue => value.operand(0),
                    _ => value,
                };
                self.builder.binary(operation, of.operand(0), of.operand(1))
            }
            Instead::Returned(result) => original.ty().constant(u64::from(result)),
            Instead::Constant(..) => original,
        }
    }
}
