//! What the mutants of an instruction change.

use crate::map::Change;
use isolde_llvm::{Opcode, Predicate, TypeKind, Value};

/// What a mutant puts in the place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instead {
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
    /// The comparison with this constant.
    Beyond(u64),
    /// Nothing is called.
    Nothing,
    /// This operand is zero.
    Zero(u32),
    /// This operand is the address of a table whose byte at this place is one more.
    Table(u32, usize),
}

impl Instead {
    pub(super) fn change(self) -> Change {
        match self {
            Instead::Not | Instead::Operand => Change::Opposite,
            Instead::Predicate(_) | Instead::Beyond(_) => Change::Bound,
            Instead::Operation(_) => Change::Operation,
            Instead::Returned(number) => Change::Result(number),
            Instead::Constant(..) | Instead::Table(..) => Change::Constant,
            Instead::Nothing => Change::Omission,
            Instead::Zero(_) => Change::Argument,
        }
    }
}

/// The mutants of an instruction.
pub(super) fn changes(value: Value<'_>) -> Vec<Instead> {
    let mut changes = match value.opcode() {
        Opcode::ICmp if is_number(value.operand(0)) => {
            let bound = bound_of_integers(value.integer_predicate());
            let beyond = beyond(value).map(Instead::Beyond);
            let bound = bound.map(Instead::Predicate).into_iter().chain(beyond);
            [Instead::Not].into_iter().chain(bound).collect()
        }
        Opcode::FCmp if is_number(value) => {
            let bound = bound_of_floats(value.float_predicate()).map(Instead::Predicate);
            [Instead::Not].into_iter().chain(bound).collect()
        }
        Opcode::ExtractValue => {
            let operation = checked_operation(value).map(Instead::Operation);
            operation.into_iter().collect()
        }
        Opcode::Ret if value.operand_count() == 1 => match value.operand(0).ty().kind() {
            TypeKind::Integer(1) => returned(value, &[0, 1]),
            TypeKind::Integer(width) if width <= 64 => returned(value, &[0]),
            _ => Vec::new(),
        },
        Opcode::Call | Opcode::Invoke if has_meaning(value) => {
            constants(value, value.argument_count())
        }
        _ if is_negation(value) => vec![Instead::Operand],
        opcode => match other_operation(opcode).filter(|_| !is_mask(value)) {
            Some(other) => {
                let constants = constants(value, value.operand_count());
                let other = [Instead::Operation(other)].into_iter();
                other.chain(constants).collect()
            }
            None => Vec::new(),
        },
    };
    changes.extend(tables(value));
    changes
}

/// The constant on the other side of that with which a value is compared: `x > 8` with another bound is `x > 7`, or this is, `x > 9`.
fn beyond(comparison: Value<'_>) -> Option<u64> {
    use Predicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let constant = comparison.operand(1).as_integer()?;
    let is = |of: [Predicate; 4]| {
        of.iter()
            .any(|it| *it as u32 == comparison.integer_predicate())
    };
    match constant {
        _ if is([Ugt, Sgt, Ule, Sle]) => Some(constant.wrapping_add(1)),
        0 => None,
        _ if is([Uge, Sge, Ult, Slt]) => Some(constant - 1),
        _ => None,
    }
}

/// Other constants for the first operands; not for a length that follows an address, which are a text or a slice together.
fn constants(value: Value<'_>, operands: u32) -> Vec<Instead> {
    let divides = matches!(
        value.opcode(),
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem
    );
    let follows_address =
        |operand: u32| operand > 0 && value.operand(operand - 1).ty().kind() == TypeKind::Pointer;
    let others = |operand: u32| -> Vec<u64> {
        let constant = value.operand(operand);
        match (constant.ty().kind(), constant.as_integer()) {
            (TypeKind::Integer(1), Some(truth)) => vec![truth ^ 1],
            (_, None | Some(0)) => Vec::new(),
            (_, Some(number)) if divides => vec![number.wrapping_add(1)],
            (_, Some(number)) => vec![number - 1, number.wrapping_add(1)],
        }
    };
    let operands = (0..operands).filter(|&operand| !follows_address(operand));
    let changes = operands.flat_map(|operand| {
        let others = others(operand).into_iter();
        others.map(move |other| Instead::Constant(operand, other))
    });
    changes.collect()
}

/// Maximum size in bytes of a table that is changed, and how many of its bytes are.
const TABLE: usize = 64;
const BYTES: usize = 16;

/// Other entries of tables whose address the instruction has. Texts are none: most of them are messages, and others show in the results.
fn tables(value: Value<'_>) -> Vec<Instead> {
    let tables = (0..value.operand_count()).flat_map(|operand| {
        let bytes = value.operand(operand).constant_bytes();
        let bytes = bytes.filter(|bytes| bytes.len() <= TABLE && !is_text(bytes));
        let bytes = bytes.unwrap_or_default().into_iter().enumerate();
        let entries = bytes.filter(|(_, byte)| *byte != 0);
        entries
            .map(move |(at, _)| Instead::Table(operand, at))
            .take(BYTES)
    });
    tables.collect()
}

fn is_text(bytes: &[u8]) -> bool {
    let is_of_text =
        |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace() || !byte.is_ascii();
    bytes.iter().all(is_of_text)
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
