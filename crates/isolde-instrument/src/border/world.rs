//! Whether a function reaches the world outside of the program.

use super::graph::Graph;
use super::homes::{self, Inside, Origin};
use super::symbols::{
    aborts, function_name, is_foreign, is_machinery, is_of_compiler, minds_own_affairs,
    parse_symbol,
};
use super::{Callee, Decides, Home, Impurity, Purity};
use isolde_llvm::{Function, Value};
use std::collections::{HashMap, HashSet};

/// What is behind a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// Something outside the program.
    World {
        /// Whether it ends the process and does nothing else; std does so where it cannot go on.
        aborts: bool,
    },
    /// Nothing that counts.
    Nothing,
    /// Its code.
    Code {
        is_std: bool,
        /// Whether what it reaches in std does not count.
        minds_own_affairs: bool,
    },
}

/// Looks behind functions, through everything that they call.
pub(super) struct World<'a, 'c> {
    inside: &'a Inside<'a>,
    decides: &'a dyn Decides,
    graph: &'a mut Graph<'c>,
    /// All functions of the program.
    functions: Vec<Function<'c>>,
    /// For each static that may be written, the functions that mention it; made when it is asked for.
    users: Option<HashMap<Value<'c>, Vec<Function<'c>>>>,
    known: HashMap<Function<'c>, Behind>,
}

impl<'a, 'c> World<'a, 'c> {
    pub fn new(
        inside: &'a Inside<'a>,
        decides: &'a dyn Decides,
        graph: &'a mut Graph<'c>,
        functions: Vec<Function<'c>>,
    ) -> World<'a, 'c> {
        World {
            inside,
            decides,
            graph,
            functions,
            users: None,
            known: HashMap::new(),
        }
    }

    /// What is known about everything that a function reaches, and what it reaches if it is not pure.
    pub fn purity(&mut self, function: Function<'c>) -> (Purity, Option<Impurity>) {
        let impure = |why| (Purity::None, Some(why));
        let mut seen = HashSet::from([function]);
        let mut open = vec![function];
        let mut is_open = false;
        let mut state = HashSet::new();
        while let Some(at) = open.pop() {
            let (is_of_std, minds_own_affairs) = match self.behind(at) {
                Behind::World { .. } => return impure(Impurity::Reaches(name(at))),
                Behind::Nothing => continue,
                Behind::Code {
                    is_std,
                    minds_own_affairs,
                } => (is_std, minds_own_affairs),
            };
            let body = self.graph.body(at);
            if !is_of_std {
                if body.has_assembly {
                    return impure(Impurity::Assembly(name(at)));
                }
                is_open |= body.is_open;
                state.extend(body.state.iter().copied());
            }
            for reference in body.references.iter() {
                let to = reference.to;
                let is_own_affair = is_of_std
                    && (is_foreign(to)
                        || match self.behind(to) {
                            Behind::World { aborts } => aborts || minds_own_affairs,
                            Behind::Nothing | Behind::Code { .. } => false,
                        });
                if !is_own_affair && seen.insert(to) {
                    open.push(to);
                }
            }
        }
        match is_open {
            false => (Purity::Always, None),
            // All functions whose addresses are taken here were looked at, and nobody else has put one where this code finds it.
            true if state.iter().all(|each| self.is_used_by(*each, &seen)) => {
                (Purity::OfData, None)
            }
            true => impure(Impurity::OpenCalls),
        }
    }

    /// Whether nobody but these functions mentions a static.
    fn is_used_by(&mut self, of: Value<'c>, functions: &HashSet<Function<'c>>) -> bool {
        if self.users.is_none() {
            let mut users: HashMap<Value<'c>, Vec<Function<'c>>> = HashMap::new();
            for function in &self.functions {
                for each in self.graph.body(*function).state.iter() {
                    users.entry(*each).or_default().push(*function);
                }
            }
            self.users = Some(users);
        }
        let users = self.users.as_ref().and_then(|users| users.get(&of));
        users.is_some_and(|users| users.iter().all(|user| functions.contains(user)))
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
            Origin::Unit => {
                return Behind::Code {
                    is_std: false,
                    minds_own_affairs: false,
                };
            }
            Origin::Outside(home) => home,
        };
        let is_std = home == Home::Std;
        let minds_own_affairs = is_std && item.as_ref().is_some_and(minds_own_affairs);
        let world = Behind::World {
            aborts: item.as_ref().is_some_and(aborts),
        };
        let callee = Callee {
            name: function_name(&symbol, item.as_ref()),
            home,
            item: item.map(|item| item.without_closures().0.clone()),
        };
        match () {
            () if self.decides.is_world(&callee) => world,
            () if function.is_declaration() => match is_std {
                true => Behind::Nothing,
                false => world,
            },
            () => Behind::Code {
                is_std,
                minds_own_affairs,
            },
        }
    }
}

/// The name of a function as people write it.
fn name(function: Function<'_>) -> String {
    let symbol = function.name().into_owned();
    function_name(&symbol, parse_symbol(&symbol).as_ref())
}
