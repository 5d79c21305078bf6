//! Whether a function reaches the world outside of the program.

use super::graph::{Graph, Reference};
use super::homes::{self, Inside, Origin};
use super::symbols::{
    aborts, function_name, is_foreign, is_machinery, is_of_compiler, minds_own_affairs,
    parse_symbol,
};
use super::{Callee, Decides, Home, Impurity, Purity};
use isolde_llvm::{Function, Value};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

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
    Code(Code),
}

/// What counts about the code of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code {
    is_std: bool,
    /// Whether what it reaches in std does not count.
    minds_own_affairs: bool,
    /// The crate outside std and the unit that it belongs to, by its number.
    of_crate: Option<usize>,
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
    /// For each crate, by its number, the functions whose addresses its code takes; made when it is asked for.
    taken: Option<HashMap<usize, Vec<Function<'c>>>>,
    /// The crates that were met, by number.
    crates: Vec<String>,
    known: HashMap<Function<'c>, Behind>,
    /// What is known of crates whose functions call what is only known at run time, see [`World::own_crates`].
    own: HashMap<BTreeSet<usize>, Option<Rc<BTreeSet<usize>>>>,
}

/// What was reached from a function.
#[derive(Default)]
struct Reached<'c> {
    seen: HashSet<Function<'c>>,
    open: Vec<Function<'c>>,
    /// Whether code other than std's calls what is known only at run time.
    is_open: bool,
    /// The statics that may be written.
    state: HashSet<Value<'c>>,
    crates: BTreeSet<usize>,
}

impl<'c> Reached<'c> {
    fn add(&mut self, function: Function<'c>) {
        if self.seen.insert(function) {
            self.open.push(function);
        }
    }
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
            taken: None,
            crates: Vec::new(),
            known: HashMap::new(),
            own: HashMap::new(),
        }
    }

    /// What is known about everything that a function reaches, and what it reaches if it is not pure.
    pub fn purity(&mut self, function: Function<'c>) -> (Purity, Option<Impurity>) {
        let mut reached = Reached::default();
        reached.add(function);
        if let Err(impurity) = self.follow(&mut reached) {
            return (Purity::None, Some(impurity));
        }
        if !reached.is_open {
            return (Purity::Always, None);
        }
        if self.meets_only_own_code(&reached) {
            return (Purity::OfOwnCode, None);
        }
        // All functions whose addresses are taken here were looked at, and nobody else has put one where this code finds it.
        let mut state = reached.state.iter();
        match state.all(|each| self.is_used_by(*each, |user, _| reached.seen.contains(&user))) {
            true => (Purity::OfData, None),
            false => (Purity::None, Some(Impurity::OpenCalls)),
        }
    }

    /// Follows the code that is still open.
    fn follow(&mut self, reached: &mut Reached<'c>) -> Result<(), Impurity> {
        while let Some(at) = reached.open.pop() {
            let code = match self.behind(at) {
                Behind::World { .. } => return Err(Impurity::Reaches(name(at))),
                Behind::Nothing => continue,
                Behind::Code(code) => code,
            };
            reached.crates.extend(code.of_crate);
            let body = self.graph.body(at);
            if !code.is_std {
                if body.has_assembly {
                    return Err(Impurity::Assembly(name(at)));
                }
                reached.is_open |= body.is_open;
                reached.state.extend(body.state.iter().copied());
            }
            for reference in body.references.iter() {
                let to = reference.to;
                if !code.is_std && is_harmless_request(reference) {
                    continue;
                }
                let is_own_affair = code.is_std
                    && (is_foreign(to)
                        || match self.behind(to) {
                            Behind::World { aborts } => aborts || code.minds_own_affairs,
                            Behind::Nothing | Behind::Code(_) => false,
                        });
                if !is_own_affair {
                    reached.add(to);
                }
            }
        }
        Ok(())
    }

    /// Whether calls whose targets are known only at run time reach nothing outside, as long as all code that they meet was put there by the crates whose
    /// functions are reached.
    fn meets_only_own_code(&mut self, reached: &Reached<'c>) -> bool {
        let Some(own) = self.own_crates(&reached.crates) else {
            return false;
        };
        let mut state = reached.state.iter();
        state.all(|each| {
            self.is_used_by(*each, |user, of_crate| {
                reached.seen.contains(&user) || of_crate.is_some_and(|it| own.contains(&it))
            })
        })
    }

    /// These crates and those behind the functions whose addresses they take, if none of these functions reaches the world, and nobody else mentions the
    /// statics that they read.
    fn own_crates(&mut self, of: &BTreeSet<usize>) -> Option<Rc<BTreeSet<usize>>> {
        if let Some(known) = self.own.get(of) {
            return known.clone();
        }
        let mut reached = Reached::default();
        reached.crates.clone_from(of);
        let own = match self.follow_own(&mut reached) {
            Ok(()) => {
                let Reached {
                    seen,
                    state,
                    crates,
                    ..
                } = reached;
                let mut state = state.iter();
                let is_own = state.all(|each| {
                    self.is_used_by(*each, |user, of_crate| {
                        seen.contains(&user) || of_crate.is_some_and(|it| crates.contains(&it))
                    })
                });
                is_own.then(|| Rc::new(crates))
            }
            Err(_) => None,
        };
        self.own.insert(of.clone(), own.clone());
        own
    }

    /// Follows the functions whose addresses the crates take, and those of the crates that are reached by them.
    fn follow_own(&mut self, reached: &mut Reached<'c>) -> Result<(), Impurity> {
        let mut looked_at = BTreeSet::new();
        while let Some(next) = reached.crates.difference(&looked_at).next().copied() {
            looked_at.insert(next);
            for function in self.taken_by(next) {
                reached.add(function);
            }
            self.follow(reached)?;
        }
        Ok(())
    }

    /// The functions whose addresses a crate's code takes.
    fn taken_by(&mut self, of_crate: usize) -> Vec<Function<'c>> {
        if self.taken.is_none() {
            let mut taken: HashMap<usize, Vec<Function<'c>>> = HashMap::new();
            for function in self.functions.clone() {
                let Behind::Code(Code {
                    of_crate: Some(of_crate),
                    ..
                }) = self.behind(function)
                else {
                    continue;
                };
                let body = self.graph.body(function);
                let references = body.references.iter();
                let addresses = references.filter(|each| each.reached != super::Reached::Called);
                let own = taken.entry(of_crate).or_default();
                own.extend(addresses.map(|each| each.to));
            }
            self.taken = Some(taken);
        }
        let taken = self.taken.as_ref().and_then(|all| all.get(&of_crate));
        taken.cloned().unwrap_or_default()
    }

    /// Whether nobody but such functions mentions a static; each is given with its crate.
    fn is_used_by(
        &mut self,
        of: Value<'c>,
        is_such: impl Fn(Function<'c>, Option<usize>) -> bool,
    ) -> bool {
        let users = self.users(of).to_vec();
        users.into_iter().all(|user| {
            let of_crate = match self.behind(user) {
                Behind::Code(code) => code.of_crate,
                Behind::World { .. } | Behind::Nothing => None,
            };
            is_such(user, of_crate)
        })
    }

    /// The functions that mention a static which may be written.
    fn users(&mut self, of: Value<'c>) -> &[Function<'c>] {
        let users = self.users.get_or_insert_with(|| {
            let mut users: HashMap<Value<'c>, Vec<Function<'c>>> = HashMap::new();
            for function in &self.functions {
                for each in self.graph.body(*function).state.iter() {
                    users.entry(*each).or_default().push(*function);
                }
            }
            users
        });
        users.get(&of).map_or(&[], Vec::as_slice)
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

    fn look_behind(&mut self, function: Function<'c>) -> Behind {
        let symbol = function.name().into_owned();
        let item = parse_symbol(&symbol);
        if is_of_compiler(&symbol) || item.as_ref().is_some_and(is_machinery) {
            return Behind::Nothing;
        }
        let home = match homes::origin(function, item.as_ref(), self.inside) {
            Origin::Isolde => return Behind::Nothing,
            Origin::Unit => {
                return Behind::Code(Code {
                    is_std: false,
                    minds_own_affairs: false,
                    of_crate: None,
                });
            }
            Origin::Outside(home) => home,
        };
        let is_std = home == Home::Std;
        let code = Behind::Code(Code {
            is_std,
            minds_own_affairs: is_std && item.as_ref().is_some_and(minds_own_affairs),
            of_crate: match &home {
                Home::Package => Some(self.inside.unit.crate_name.as_str()),
                Home::Dependency(name) => Some(name.as_str()),
                Home::Std | Home::Foreign => None,
            }
            .map(|name| number(&mut self.crates, name)),
        });
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
            () if function.is_declaration() => match is_std || self.decides.is_harmless(&callee) {
                true => Behind::Nothing,
                false => world,
            },
            () => code,
        }
    }
}

/// Requests to the kernel, made with the C function `syscall`, that only concern the threads of the program: waiting for each other, and telling each
/// other apart.
#[cfg(target_os = "linux")]
const HARMLESS_REQUESTS: [i64; 4] = [
    libc::SYS_futex,
    libc::SYS_gettid,
    libc::SYS_membarrier,
    libc::SYS_sched_yield,
];
#[cfg(not(target_os = "linux"))]
const HARMLESS_REQUESTS: [i64; 0] = [];

/// Whether this is a call of `syscall` with one of these requests.
fn is_harmless_request(reference: &Reference<'_>) -> bool {
    let is_call = reference.reached == super::Reached::Called && is_foreign(reference.to);
    is_call
        && reference.to.name() == "syscall"
        && reference
            .at
            .operand(0)
            .as_integer()
            .is_some_and(|number| HARMLESS_REQUESTS.contains(&(number as i64)))
}

/// The place of a crate in the list, where it is added if it is new.
fn number(crates: &mut Vec<String>, name: &str) -> usize {
    let known = crates.iter().position(|each| each == name);
    known.unwrap_or_else(|| {
        crates.push(name.to_owned());
        crates.len() - 1
    })
}

/// The name of a function as people write it.
fn name(function: Function<'_>) -> String {
    let symbol = function.name().into_owned();
    function_name(&symbol, parse_symbol(&symbol).as_ref())
}
