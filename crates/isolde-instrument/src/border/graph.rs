//! Which functions a function refers to, and how.

use super::Reached;
use isolde_llvm::{Function, Opcode, TypeKind, Value};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A mention of a function in the body of another.
#[derive(Clone, Copy)]
pub(super) struct Reference<'c> {
    pub to: Function<'c>,
    pub reached: Reached,
    /// The instruction that mentions it.
    pub at: Value<'c>,
}

/// What a constant refers to.
#[derive(Clone)]
struct Mentioned<'c> {
    functions: Rc<[(Function<'c>, Reached)]>,
    /// The statics among it that may be written.
    state: Rc<[Value<'c>]>,
}

/// The references of a module. Bodies and constants are read when they are asked for, once.
pub(super) struct Graph<'c> {
    globals: HashMap<Value<'c>, Mentioned<'c>>,
    bodies: HashMap<Function<'c>, Body<'c>>,
}

/// What is known about the body of a function.
#[derive(Clone)]
pub(super) struct Body<'c> {
    /// The functions that it mentions, in the order of its code.
    pub references: Rc<[Reference<'c>]>,
    /// Whether it contains calls whose target is known only at run time.
    pub is_open: bool,
    /// Whether it contains assembly, which may call the kernel.
    pub has_assembly: bool,
    /// The statics that it mentions and that may be written.
    pub state: Rc<[Value<'c>]>,
}

impl<'c> Graph<'c> {
    pub fn new() -> Graph<'c> {
        Graph {
            globals: HashMap::new(),
            bodies: HashMap::new(),
        }
    }

    /// The body of a function; that of a declaration is empty.
    pub fn body(&mut self, function: Function<'c>) -> Body<'c> {
        if let Some(known) = self.bodies.get(&function) {
            return known.clone();
        }
        let (mut found, mut state) = (Vec::new(), Vec::new());
        let (mut is_open, mut has_assembly) = (false, false);
        let instructions = function.blocks().flat_map(|block| block.instructions());
        for instruction in instructions {
            self.read(instruction, &mut found, &mut state);
            if is_call(instruction) {
                let callee = instruction.callee();
                has_assembly |= callee.is_inline_asm();
                is_open |= !callee.is_constant() && !callee.is_inline_asm();
            }
        }
        let body = Body {
            references: found.into(),
            is_open,
            has_assembly,
            state: state.into(),
        };
        self.bodies.insert(function, body.clone());
        body
    }

    /// Adds the references of an instruction, and the statics that it mentions and that may be written.
    fn read(
        &mut self,
        instruction: Value<'c>,
        found: &mut Vec<Reference<'c>>,
        state: &mut Vec<Value<'c>>,
    ) {
        let is_call = is_call(instruction);
        let count = instruction.operand_count();
        for index in 0..count {
            let operand = instruction.operand(index);
            if !operand.is_constant() {
                continue;
            }
            // The callee is the last operand.
            if is_call
                && index + 1 == count
                && let Some(to) = operand.as_function()
            {
                found.push(Reference {
                    to,
                    reached: Reached::Called,
                    at: instruction,
                });
                continue;
            }
            let mentioned = self.mentioned(operand);
            for each in mentioned.state.iter() {
                if !state.contains(each) {
                    state.push(*each);
                }
            }
            for &(to, reached) in mentioned.functions.iter() {
                found.push(Reference {
                    to,
                    reached,
                    at: instruction,
                });
            }
        }
    }

    /// What a constant refers to, directly or through other constants.
    fn mentioned(&mut self, constant: Value<'c>) -> Mentioned<'c> {
        if let Some(function) = constant.as_function() {
            return Mentioned {
                functions: [(function, Reached::Value)].into(),
                state: [].into(),
            };
        }
        if let Some(known) = self.globals.get(&constant) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut seen = HashSet::from([constant]);
        let mut open = vec![(constant, Reached::Value)];
        let mut state = Vec::new();
        while let Some((value, reached)) = open.pop() {
            if value.is_global_variable() && !value.is_global_constant() {
                state.push(value);
            }
            let reached = if is_table(value) {
                Reached::Table
            } else {
                reached
            };
            for part in (0..value.operand_count()).map(|index| value.operand(index)) {
                if let Some(function) = part.as_function() {
                    if !found.contains(&(function, reached)) {
                        found.push((function, reached));
                    }
                } else if part.is_constant() && seen.insert(part) {
                    open.push((part, reached));
                }
            }
        }
        let found = Mentioned {
            functions: found.into(),
            state: state.into(),
        };
        self.globals.insert(constant, found.clone());
        found
    }
}

fn is_call(instruction: Value<'_>) -> bool {
    matches!(instruction.opcode(), Opcode::Call | Opcode::Invoke)
}

/// Whether a constant is the table of a trait object: the function that drops the value, or nothing; its size and alignment; the methods.
fn is_table(value: Value<'_>) -> bool {
    if !value.is_global_variable() || value.operand_count() == 0 {
        return false;
    }
    let content = value.operand(0).ty();
    if content.kind() != TypeKind::Struct || content.len() < 2 {
        return false;
    }
    let is_bytes = |index: u64, count: u64| {
        let field = content.element(index);
        field.kind() == TypeKind::Array && field.len() == count
    };
    is_bytes(0, 24) || content.element(0).kind() == TypeKind::Pointer && is_bytes(1, 16)
}
