//! Walks one function and gives every instruction its shadows.

use super::environment::Environment;
use super::segment::{Open, Segment, SegmentId, Shadow};
use super::taint;
use isolde_llvm::{Block, Builder, Function, Opcode, Value};
use std::collections::{HashMap, HashSet};

/// The work on one function.
pub(super) struct FunctionPass<'p, 'e, 'c> {
    pub env: &'p mut Environment<'e, 'c>,
    pub function: Function<'c>,
    /// Its name, demangled.
    pub name: String,
    /// Inserts instructions on the fast path.
    pub fast: Builder<'c>,
    /// Inserts instructions at the end of the open segment's slow block.
    pub slow: Builder<'c>,
    /// Shadows of the scalars of each value that may be symbolic.
    shadows: HashMap<Value<'c>, Vec<Shadow<'c>>>,
    tainted: HashSet<Value<'c>>,
    pub segments: Vec<Option<Segment<'c>>>,
    pub open: Option<Open<'c>>,
    /// The last segment that ended in the current block.
    pub latest: Option<SegmentId>,
    /// Phis that carry shadows out of slow blocks.
    pub phis: HashMap<Value<'c>, Value<'c>>,
    /// Coverage points behind both ways of each conditional branch.
    pub successors: HashMap<Value<'c>, [u32; 2]>,
}

impl<'p, 'e, 'c> FunctionPass<'p, 'e, 'c> {
    pub fn new(
        env: &'p mut Environment<'e, 'c>,
        function: Function<'c>,
    ) -> FunctionPass<'p, 'e, 'c> {
        let (fast, slow) = (env.context.builder(), env.context.builder());
        FunctionPass {
            env,
            function,
            name: crate::names::demangle(&function.name()),
            fast,
            slow,
            shadows: HashMap::new(),
            tainted: HashSet::new(),
            segments: Vec::new(),
            open: None,
            latest: None,
            phis: HashMap::new(),
            successors: HashMap::new(),
        }
    }

    /// Adds the shadows.
    pub fn run(mut self) {
        let Some(entry) = self.function.entry() else {
            return;
        };
        let body = self.gather_allocas(entry);
        let blocks = reverse_post_order(entry);
        self.tainted = taint::tainted(self.env, &self.function.parameters(), &blocks);
        self.successors = super::control::covered_successors(&blocks);
        // The instructions are listed first, because the code that is added on the way must not be given shadows itself.
        let lists: Vec<Vec<Value<'c>>> = blocks
            .iter()
            .map(|block| block.instructions().collect())
            .collect();
        let invokes = single_entries(&blocks);
        let mut phis = Vec::new();
        for (&block, list) in blocks.iter().zip(&lists) {
            self.latest = None;
            self.add_phis(list, &mut phis);
            if block == entry {
                self.take_arguments(body);
            } else if let Some(&invoke) = invokes.get(&block) {
                self.after_invoke(invoke, first_insertion(list));
            }
            for &instruction in list {
                self.instruction(instruction);
            }
            debug_assert!(self.open.is_none(), "terminators end the segment");
        }
        self.fill_phis(&phis);
    }

    /// Moves allocas of constant size to the front of the entry block, which is about to be split. Returns the instruction behind them.
    fn gather_allocas(&mut self, entry: Block<'c>) -> Value<'c> {
        let is_static = |instruction: &Value<'c>| {
            instruction.opcode() == Opcode::Alloca && instruction.operand(0).as_integer().is_some()
        };
        let body = entry
            .instructions()
            .find(|instruction| !is_static(instruction))
            .expect("a block ends in a terminator");
        let late: Vec<Value<'c>> = entry
            .instructions()
            .skip_while(|&instruction| instruction != body)
            .filter(is_static)
            .collect();
        for alloca in late {
            alloca.remove();
            self.fast.before(body);
            self.fast.insert(alloca);
        }
        body
    }

    fn add_phis(&mut self, list: &[Value<'c>], phis: &mut Vec<(Value<'c>, Vec<Value<'c>>)>) {
        for &phi in list
            .iter()
            .take_while(|instruction| instruction.opcode() == Opcode::Phi)
        {
            if !self.tainted.contains(&phi) {
                continue;
            }
            let count = self.env.scalar_count(phi.ty());
            self.fast.before(
                list[0]
                    .block()
                    .first()
                    .expect("a block ends in a terminator"),
            );
            let shadows: Vec<Value<'c>> = (0..count).map(|_| self.fast.phi(self.env.i32)).collect();
            self.shadows.insert(
                phi,
                shadows.iter().map(|&value| Shadow::Fast(value)).collect(),
            );
            phis.push((phi, shadows));
        }
    }

    fn fill_phis(&mut self, phis: &[(Value<'c>, Vec<Value<'c>>)]) {
        for (phi, shadows) in phis {
            for (value, block) in phi.incoming() {
                let incoming = self.shadows(value);
                for (&shadow_phi, &shadow) in shadows.iter().zip(&incoming) {
                    let node = self.fast_node(shadow);
                    shadow_phi.add_incoming(node, block);
                }
            }
        }
    }

    /// Shadows of a value's scalars; none if its type has no shadows.
    pub fn shadows(&mut self, value: Value<'c>) -> Vec<Shadow<'c>> {
        if let Some(shadows) = self.shadows.get(&value) {
            return shadows.clone();
        }
        vec![Shadow::Concrete; self.env.scalar_count(value.ty())]
    }

    /// Shadow of a value with one scalar; all other values are concrete.
    pub fn shadow(&mut self, value: Value<'c>) -> Shadow<'c> {
        match self.shadows.get(&value).map(Vec::as_slice) {
            Some(&[shadow]) => shadow,
            _ => Shadow::Concrete,
        }
    }

    /// Sets the shadows of a value.
    pub fn set_shadows(&mut self, value: Value<'c>, shadows: Vec<Shadow<'c>>) {
        if shadows.iter().any(|&shadow| shadow != Shadow::Concrete) {
            self.shadows.insert(value, shadows);
        }
    }

    fn instruction(&mut self, instruction: Value<'c>) {
        self.env.statistics.instructions += 1;
        match instruction.opcode() {
            Opcode::Load => self.load(instruction),
            Opcode::Store => self.store(instruction),
            Opcode::Call => self.call(instruction),
            Opcode::Invoke => self.invoke(instruction),
            Opcode::Br => self.branch(instruction),
            Opcode::Ret => self.give_result(instruction),
            Opcode::CmpXchg | Opcode::AtomicRmw => self.atomic(instruction),
            // The shadows of phis are made at the beginning of the block.
            Opcode::Phi => {}
            opcode if is_terminator(opcode) => self.flush(instruction),
            _ if !self.tainted.contains(&instruction) => {}
            opcode => {
                let shadows = self.operation(instruction, opcode);
                self.set_shadows(instruction, shadows);
            }
        }
    }

    /// Shadows of the result of an operation without side effects.
    fn operation(&mut self, instruction: Value<'c>, opcode: Opcode) -> Vec<Shadow<'c>> {
        let operand = |index| instruction.operand(index);
        match opcode {
            Opcode::GetElementPtr => vec![self.element_address(instruction)],
            Opcode::ICmp => vec![self.compare(instruction)],
            Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast => vec![self.cast(instruction, opcode)],
            Opcode::FAdd
            | Opcode::FSub
            | Opcode::FMul
            | Opcode::FDiv
            | Opcode::FRem
            | Opcode::FNeg
            | Opcode::FCmp => {
                vec![self.float(instruction, opcode)]
            }
            Opcode::Select => self.select(instruction),
            Opcode::Freeze => self.shadows(operand(0)),
            Opcode::ExtractValue => self.extract_value(instruction),
            Opcode::InsertValue => self.insert_value(instruction),
            Opcode::ExtractElement => vec![self.extract_element(instruction)],
            Opcode::InsertElement => vec![self.insert_element(instruction)],
            Opcode::ShuffleVector => vec![self.shuffle(instruction)],
            _ => match super::integers::operator(opcode) {
                Some(op) => vec![self.binary(op, operand(0), operand(1))],
                None => {
                    self.env.unmodelled(&format!("{opcode:?}"));
                    Vec::new()
                }
            },
        }
    }
}

fn is_terminator(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Switch
            | Opcode::IndirectBr
            | Opcode::Unreachable
            | Opcode::Resume
            | Opcode::CleanupRet
            | Opcode::CatchRet
            | Opcode::CatchSwitch
            | Opcode::CallBr
    )
}

/// The first instruction behind phis and landing pads.
fn first_insertion<'c>(list: &[Value<'c>]) -> Value<'c> {
    let is_head = |opcode| {
        matches!(
            opcode,
            Opcode::Phi | Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad
        )
    };
    *list
        .iter()
        .find(|instruction| !is_head(instruction.opcode()))
        .expect("a block ends in a terminator")
}

/// The reachable blocks, each before its successors, except in loops.
fn reverse_post_order<'c>(entry: Block<'c>) -> Vec<Block<'c>> {
    let successors = |block: Block<'c>| {
        block
            .terminator()
            .map(Value::successors)
            .unwrap_or_default()
            .into_iter()
    };
    let mut seen = HashSet::from([entry]);
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, next)) = stack.last_mut() {
        match next.next() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The invoke that each block is the normal destination of. Critical edges are split, so such a block has no other predecessor.
fn single_entries<'c>(blocks: &[Block<'c>]) -> HashMap<Block<'c>, Value<'c>> {
    blocks
        .iter()
        .filter_map(|block| block.terminator())
        .filter(|terminator| terminator.opcode() == Opcode::Invoke)
        .map(|invoke| (invoke.normal_destination(), invoke))
        .collect()
}
