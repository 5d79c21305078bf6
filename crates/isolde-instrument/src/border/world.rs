//! Whether a function reaches the world outside of the program.

use super::graph::Graph;
use super::homes::{self, Inside, Origin};
use super::symbols::{function_name, is_foreign, is_machinery, is_of_compiler, parse_symbol};
use super::{Callee, Decides, Home, Purity};
use isolde_llvm::Function;
use std::collections::{HashMap, HashSet};

/// What is behind a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// Something outside the program.
    World,
    /// Nothing that counts.
    Nothing,
    /// Its code.
    Code { is_std: bool },
}

/// Looks behind functions, through everything that they call.
pub(super) struct World<'a, 'c> {
    inside: &'a Inside<'a>,
    decides: &'a dyn Decides,
    graph: &'a mut Graph<'c>,
    known: HashMap<Function<'c>, Behind>,
}

impl<'a, 'c> World<'a, 'c> {
    pub fn new(
        inside: &'a Inside<'a>,
        decides: &'a dyn Decides,
        graph: &'a mut Graph<'c>,
    ) -> World<'a, 'c> {
        World {
            inside,
            decides,
            graph,
            known: HashMap::new(),
        }
    }

    /// What is known about everything that a function reaches.
    pub fn purity(&mut self, function: Function<'c>) -> Purity {
        let mut seen = HashSet::from([function]);
        let mut open = vec![function];
        let (mut is_open, mut has_state) = (false, false);
        while let Some(at) = open.pop() {
            let is_of_std = match self.behind(at) {
                Behind::World => return Purity::None,
                Behind::Nothing => continue,
                Behind::Code { is_std } => is_std,
            };
            let body = self.graph.body(at);
            if !is_of_std {
                if body.has_assembly {
                    return Purity::None;
                }
                is_open |= body.is_open;
                has_state |= body.has_state;
            }
            for reference in body.references.iter() {
                let to = reference.to;
                let is_own_affair = is_of_std && is_foreign(to);
                if !is_own_affair && seen.insert(to) {
                    open.push(to);
                }
            }
        }
        match (is_open, has_state) {
            (false, _) => Purity::Always,
            // All functions whose addresses are taken here were looked at.
            (true, false) => Purity::OfData,
            (true, true) => Purity::None,
        }
    }

    /// What a function itself tells about what it reaches.
    fn behind(&mut self, function: Function<'c>) -> Behind {
        if let Some(known) = self.known.get(&function) {
            return *known;
        }
        let behind = self.look_behind(function);
        self.known.insert(function, behind);
        behind
    }

    fn look_behind(&self, function: Function<'c>) -> Behind {
        let symbol = function.name().into_owned();
        let item = parse_symbol(&symbol);
        if is_of_compiler(&symbol) || item.as_ref().is_some_and(is_machinery) {
            return Behind::Nothing;
        }
        let home = match homes::origin(function, item.as_ref(), self.inside) {
            Origin::Isolde => return Behind::Nothing,
            Origin::Unit => return Behind::Code { is_std: false },
            Origin::Outside(home) => home,
        };
        let is_std = home == Home::Std;
        let callee = Callee {
            name: function_name(&symbol, item.as_ref()),
            home,
            item: item.map(|item| item.without_closures().0.clone()),
        };
        match () {
            () if self.decides.is_world(&callee) => Behind::World,
            () if function.is_declaration() => match is_std {
                true => Behind::Nothing,
                false => Behind::World,
            },
            () => Behind::Code { is_std },
        }
    }
}
