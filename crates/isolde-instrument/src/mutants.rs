//! Mutants: small changes of the code under test, of which a run has at most one. A test is worth writing if it notices one that no other test notices.
//!
//! All mutants are in one program. Behind each value that a mutant changes stands a choice between the value and the mutant's (mutant schemata: Untch,
//! Offutt and Harrold 1993), which compares a number that the runtime sets before each run. The changes are the usual ones, as far as they can be seen
//! in the code as rustc wrote it: comparisons, arithmetic, negations, calls, and the results of functions.

mod calls;
mod changes;

use crate::coverage::kinds;
use crate::map::{Mutant, PointKind, ProgramMap};
use crate::subject::{Place, Sources};
use changes::{Instead, changes};
use isolde_llvm::{
    Block, Builder, Context, Function, Linkage, Module, Opcode, Predicate, TypeKind, Value,
};
use std::collections::HashMap;

const CHOSEN: &str = "isolde.mutant";
/// Alignment in bytes of the copies of tables, which is enough for elements of any type.
const ALIGNED: u32 = 16;
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
        module,
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
            let mut changes = changes(value);
            changes.extend(calls::changes(context, value, sources));
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

/// Changes with the numbers by which runs choose them; `before` is how many mutants there were before.
fn numbered(before: usize, changes: &[Instead]) -> impl Iterator<Item = (u64, Instead)> {
    (before as u64 + 1..).zip(changes.iter().copied())
}

struct Writer<'m, 'c> {
    context: &'c Context,
    module: &'m Module<'c>,
    builder: Builder<'c>,
    chosen: Value<'c>,
}

impl<'c> Writer<'_, 'c> {
    /// Lets the mutants with the numbers behind `before` take the place of a value, each if it is chosen.
    fn write(
        &self,
        value: Value<'c>,
        before: usize,
        changes: &[Instead],
        kinds: &HashMap<Block<'c>, PointKind>,
    ) {
        // Later mutants of one operand find a choice in its place.
        let operands: Vec<Value> = (0..value.operand_count())
            .map(|operand| value.operand(operand))
            .collect();
        let mut changed = Vec::new();
        for (own, change) in numbered(before, changes) {
            match change {
                Instead::Constant(operand, other) => {
                    let other = operands[operand as usize].ty().constant(other);
                    self.change_operand(value, own, operand, other);
                }
                Instead::Beyond(other) => {
                    let other = operands[1].ty().constant(other);
                    self.change_operand(value, own, 1, other);
                }
                Instead::Table(operand, at) => {
                    if let Some(other) = self.table(operands[operand as usize], at) {
                        self.change_operand(value, own, operand, other);
                    }
                }
                Instead::Zero(operand) => {
                    let zero = operands[operand as usize].ty().zero();
                    self.change_operand(value, own, operand, zero);
                }
                Instead::Nothing => {
                    let nothing = self.nothing(value);
                    self.change_operand(value, own, value.operand_count() - 1, nothing);
                }
                change => changed.push((own, change)),
            }
        }
        if changed.is_empty() {
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
        for (own, change) in changed {
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

    /// Lets an operand be another one if the mutant with the number `own` is chosen.
    fn change_operand(&self, value: Value<'c>, own: u64, operand: u32, other: Value<'c>) {
        let number = self.context.int(32);
        let original = value.operand(operand);
        self.builder.before(value);
        let chosen = self.builder.load(number, self.chosen);
        let is_chosen = self
            .builder
            .compare(Predicate::Eq, chosen, number.constant(own));
        value.set_operand(operand, self.builder.select(is_chosen, other, original));
    }

    /// A function that does nothing, to be called in the place of another one.
    fn nothing(&self, call: Value<'c>) -> Value<'c> {
        let of = call.called_type();
        let function = self.module.add_function("isolde.mutant.nothing", of);
        function.value().set_linkage(Linkage::Internal);
        self.builder.at_end(self.context.append_block(function));
        match call.ty().kind() {
            TypeKind::Void => self.builder.ret_void(),
            _ => self.builder.ret(call.ty().zero()),
        };
        function.value()
    }

    /// A copy of a table, in which the byte at one place is one more.
    fn table(&self, table: Value<'c>, at: usize) -> Option<Value<'c>> {
        let mut bytes = table.constant_bytes()?;
        bytes[at] = bytes[at].wrapping_add(1);
        let byte = self.context.int(8);
        let bytes: Vec<Value> = bytes
            .iter()
            .map(|it| byte.constant(u64::from(*it)))
            .collect();
        let bytes = byte.const_array(&bytes);
        let copy = self.module.add_global("isolde.mutant.table", bytes.ty());
        copy.set_initializer(bytes);
        copy.set_constant(true);
        copy.set_linkage(Linkage::Internal);
        copy.set_alignment(ALIGNED);
        Some(copy)
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
            Instead::Constant(..)
            | Instead::Beyond(_)
            | Instead::Table(..)
            | Instead::Nothing
            | Instead::Zero(_) => original,
        }
    }
}
