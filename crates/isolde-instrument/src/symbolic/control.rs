//! Branches and selects, from which path conditions come.

use super::function::FunctionPass;
use super::segment::Shadow;
use crate::coverage;
use crate::map::{BranchSite, SiteKind};
use isolde_llvm::{Block, Opcode, Value};
use std::collections::HashMap;

/// How many blocks without a coverage point are searched for the first point behind a branch.
const LOOK_AHEAD: usize = 6;

/// First coverage points behind both ways of each conditional branch, where both are known.
pub(super) fn covered_successors<'c>(blocks: &[Block<'c>]) -> HashMap<Value<'c>, [u32; 2]> {
    let points: HashMap<Block<'c>, u32> = blocks
        .iter()
        .filter_map(|&block| {
            Some((
                block,
                block.instructions().find_map(coverage::marker_number)?,
            ))
        })
        .collect();
    if points.is_empty() {
        return HashMap::new();
    }
    let first = |mut block: Block<'c>| {
        for _ in 0..LOOK_AHEAD {
            if let Some(&point) = points.get(&block) {
                return Some(point);
            }
            match block.terminator()?.successors()[..] {
                [next] => block = next,
                _ => return None,
            }
        }
        None
    };
    blocks
        .iter()
        .filter_map(|block| block.terminator())
        .filter(|terminator| terminator.opcode() == Opcode::Br)
        .filter_map(|branch| match branch.successors()[..] {
            [then, otherwise] => Some((branch, [first(then)?, first(otherwise)?])),
            _ => None,
        })
        .collect()
}

impl<'c> FunctionPass<'_, '_, 'c> {
    /// A branch: records the path condition and ends the segment.
    pub(super) fn branch(&mut self, instruction: Value<'c>) {
        if instruction.successors().len() == 2 {
            // LLVM's order of a branch's operands is: condition, else, then.
            self.record(instruction, instruction.operand(0), SiteKind::Branch);
        }
        self.flush(instruction);
    }

    /// Records `condition` as a path condition, if it is symbolic.
    fn record(&mut self, instruction: Value<'c>, condition: Value<'c>, kind: SiteKind) {
        let shadow = self.shadow(condition);
        if shadow == Shadow::Concrete {
            return;
        }
        let node = self.node(shadow);
        let site = self.site(instruction, kind);
        self.slow
            .call(self.env.helpers.branch, &[node, condition, self.c32(site)]);
    }

    fn site(&mut self, instruction: Value<'c>, kind: SiteKind) -> u32 {
        let innermost = self.env.sources.innermost(instruction);
        let in_subject = innermost.as_ref().is_some_and(|place| place.in_subject);
        let place = self.env.sources.under_test(instruction).or(innermost);
        let (file, line, column) = place.map_or_else(Default::default, |place| {
            (place.file.to_string(), place.line, place.column)
        });
        let site = BranchSite {
            function: self.name.clone(),
            file,
            line,
            column,
            kind,
            in_subject,
            successors: self.successors.get(&instruction).copied(),
        };
        self.env.map.sites.push(site);
        (self.env.map.sites.len() - 1) as u32
    }

    /// Shadows of `select`.
    pub(super) fn select(&mut self, instruction: Value<'c>) -> Vec<Shadow<'c>> {
        let (condition, a, b) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.operand(2),
        );
        if condition.ty() != self.env.context.int(1) {
            return vec![self.select_lanes(instruction)];
        }
        let shadow = self.shadow(condition);
        let (of_a, of_b) = (self.shadows(a), self.shadows(b));
        if let Some(scalar) = self
            .env
            .scalar(instruction.ty())
            .filter(|scalar| scalar.width <= 64)
        {
            let node = self.node(shadow);
            let (a, b) = (self.term(a, scalar), self.term(b, scalar));
            let ((a_value, _), (b_value, _)) = (self.halves(a), self.halves(b));
            let width = self.c32(scalar.width);
            let arguments = [width, condition, node, a.node, b.node, a_value, b_value];
            let node = self.slow.call(self.env.helpers.select, &arguments);
            return vec![self.fresh(node)];
        }
        // Wide and composed values: the choice becomes a path condition.
        self.record(instruction, condition, SiteKind::Select);
        of_a.into_iter()
            .zip(of_b)
            .map(|(a, b)| {
                if a == Shadow::Concrete && b == Shadow::Concrete {
                    return Shadow::Concrete;
                }
                let (a, b) = (self.node(a), self.node(b));
                self.open();
                let node = self.slow.select(condition, a, b);
                self.fresh(node)
            })
            .collect()
    }
}
