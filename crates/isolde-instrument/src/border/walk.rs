//! The walk from the unit's functions to what is outside.

use super::graph::{Graph, Reference};
use super::homes::{self, Inside, Origin};
use super::item::Item;
use super::symbols::{
    aborts, closure, function_name, is_foreign, is_machinery, is_of_compiler, minds_own_affairs,
    parse_symbol, source_name,
};
use super::world::World;
use super::{Callee, Decides, Home, Impurity, Outgoing, Purity, Reached, Site, Unit};
use crate::names::readable;
use isolde_llvm::{Function, Module, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

/// What happens to a reference to a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is part of the unit; the walk starts there, too.
    Unit,
    /// It is kept, and so is everything behind it.
    Kept,
    /// It is kept, and the walk continues there.
    Followed,
    /// It is a function that was found, by its index.
    Found(usize),
    /// It is a function that was found although it is kept, by its index. It is followed, too, unless it belongs to std.
    Listed(usize),
}

impl Known {
    /// Whether the walk continues there.
    fn is_followed(&self) -> bool {
        match self.verdict {
            Verdict::Followed => true,
            Verdict::Listed(_) => !self.is_std,
            Verdict::Unit | Verdict::Kept | Verdict::Found(_) => false,
        }
    }
}

/// What is known about a function.
#[derive(Clone)]
struct Known {
    verdict: Verdict,
    /// Whether it belongs to std, whose foreign functions are its own business.
    is_std: bool,
    is_shim: bool,
    /// Whether what it reaches in std does not count.
    minds_own_affairs: bool,
    /// Whether it ends the process.
    aborts: bool,
}

/// A function that was found, with the places found so far.
struct Found {
    callee: Callee,
    sites: BTreeSet<Site>,
    reached: Reached,
    is_kept: bool,
    /// Whether it is a method of an object that the driver gives to the unit.
    is_given: bool,
}

/// Whether a function is pure, and why not.
type Pure = (Purity, Option<Impurity>);

struct Walk<'a, 'c> {
    inside: &'a Inside<'a>,
    decides: &'a dyn Decides,
    graph: Graph<'c>,
    known: HashMap<Function<'c>, Known>,
    found: Vec<Found>,
    index: HashMap<(String, Home), usize>,
    behind: HashMap<Function<'c>, Rc<BTreeSet<usize>>>,
    /// How many functions that drop values are being looked through.
    dropping: usize,
}

pub(super) fn outgoing(module: &Module<'_>, unit: &Unit, decides: &dyn Decides) -> Vec<Outgoing> {
    let inside = Inside::new(unit, module);
    let mut walk = Walk {
        inside: &inside,
        decides,
        graph: Graph::new(),
        known: HashMap::new(),
        found: Vec::new(),
        index: HashMap::new(),
        behind: HashMap::new(),
        dropping: 0,
    };
    for function in module.functions().filter(|f| !f.is_declaration()) {
        if walk.known(function).verdict == Verdict::Unit {
            walk.start(function);
        } else if walk.is_of_driver(function) {
            walk.note_objects(function);
        }
    }
    let all = module
        .functions()
        .filter(|function| !function.is_declaration());
    let purities = walk.purities(all.collect());
    let mut outgoing: Vec<Outgoing> = walk
        .found
        .into_iter()
        .enumerate()
        .filter(|(_, found)| found.is_given || !found.sites.is_empty())
        .map(|(index, found)| {
            let (purity, impurity) = purities.get(&index).cloned().unwrap_or_default();
            Outgoing {
                purity,
                impurity,
                name: found.callee.name,
                home: found.callee.home,
                item: found.callee.item,
                sites: found.sites.into_iter().collect(),
                reached: found.reached,
                is_kept: found.is_kept,
            }
        })
        .collect();
    outgoing.sort_by(|a, b| (&a.name, &a.home).cmp(&(&b.name, &b.home)));
    outgoing
}

impl<'c> Walk<'_, 'c> {
    /// Records what a function of the unit reaches.
    fn start(&mut self, function: Function<'c>) {
        let symbol = function.name();
        let name = source_name(&symbol, parse_symbol(&symbol).as_ref());
        for &Reference { to, reached, at } in self.graph.body(function).references.iter() {
            let known = self.known(to);
            if let Verdict::Found(index) | Verdict::Listed(index) = known.verdict {
                let site = self.site(function, at, &name);
                self.record([index], &site, reached);
            }
            if known.is_followed() {
                let behind = self.behind(to);
                if !behind.is_empty() {
                    let reached = match known.is_shim {
                        true => reached,
                        false => Reached::Through,
                    };
                    let site = self.site(function, at, &name);
                    self.record(behind.iter().copied(), &site, reached);
                }
            }
        }
    }

    fn is_of_driver(&self, function: Function<'c>) -> bool {
        let item = parse_symbol(&function.name());
        item.is_some_and(|item| item.crate_name() == self.inside.unit.driver)
    }

    /// Records the methods of trait objects that a function of the driver makes: code of the unit that is given such an object may call them.
    fn note_objects(&mut self, function: Function<'c>) {
        let body = self.graph.body(function);
        let tables = body.references.iter();
        for reference in tables.filter(|each| each.reached == Reached::Table) {
            if let Verdict::Found(index) = self.known(reference.to).verdict {
                let found = &mut self.found[index];
                found.is_given = true;
                found.reached = found.reached.min(Reached::Table);
            }
        }
    }

    fn record(&mut self, found: impl IntoIterator<Item = usize>, site: &Site, reached: Reached) {
        for index in found {
            let found = &mut self.found[index];
            found.sites.insert(site.clone());
            found.reached = found.reached.min(reached);
        }
    }

    /// What is found behind a function that is followed.
    fn behind(&mut self, function: Function<'c>) -> Rc<BTreeSet<usize>> {
        if let Some(known) = self.behind.get(&function) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let mut seen = HashSet::from([function]);
        let mut open = vec![function];
        while let Some(at) = open.pop() {
            let Known {
                is_std,
                minds_own_affairs,
                ..
            } = self.known(at);
            for reference in self.graph.body(at).references.iter() {
                let to = reference.to;
                if is_std && is_foreign(to) {
                    continue;
                }
                let known = self.known(to);
                if let Verdict::Found(index) | Verdict::Listed(index) = known.verdict
                    && !(known.is_std && minds_own_affairs)
                    && !(known.aborts && is_std)
                {
                    found.insert(index);
                }
                if known.is_followed() && seen.insert(to) {
                    open.push(to);
                }
            }
        }
        let found = Rc::new(found);
        // While values' destructors are looked through, the answer may be preliminary.
        if self.dropping == 0 {
            self.behind.insert(function, found.clone());
        }
        found
    }

    /// What is known about what the functions found reach: of those with the same name, the one that reaches most counts.
    fn purities(&mut self, all: Vec<Function<'c>>) -> BTreeMap<usize, Pure> {
        let mut functions: Vec<(Function<'c>, usize)> = self
            .known
            .iter()
            .filter_map(|(function, known)| match known.verdict {
                Verdict::Found(index) | Verdict::Listed(index) => Some((*function, index)),
                _ => None,
            })
            .collect();
        functions.sort_by_key(|(function, index)| (*index, function.name().into_owned()));
        let mut world = World::new(self.inside, self.decides, &mut self.graph, all);
        let mut purities = BTreeMap::new();
        for (function, index) in functions {
            let own = world.purity(function);
            let known: &mut Pure = purities.entry(index).or_insert_with(|| own.clone());
            if own.0 < known.0 {
                *known = own;
            }
        }
        purities
    }

    fn known(&mut self, function: Function<'c>) -> Known {
        if let Some(known) = self.known.get(&function) {
            return known.clone();
        }
        let symbol = function.name().into_owned();
        let item = parse_symbol(&symbol);
        let origin = homes::origin(function, item.as_ref(), self.inside);
        let known = Known {
            verdict: Verdict::Followed,
            is_std: origin == Origin::Outside(Home::Std),
            is_shim: item.as_ref().is_some_and(Item::is_shim),
            minds_own_affairs: item.as_ref().is_some_and(minds_own_affairs),
            aborts: item.as_ref().is_some_and(aborts),
        };
        // Until it is decided, the function is followed: functions that drop values may reach themselves.
        self.known.insert(function, known.clone());
        let verdict = self.judge(function, &symbol, item, origin);
        let known = Known { verdict, ..known };
        self.known.insert(function, known.clone());
        known
    }

    fn judge(
        &mut self,
        function: Function<'c>,
        symbol: &str,
        item: Option<Item>,
        origin: Origin,
    ) -> Verdict {
        let is_shim = item.as_ref().is_some_and(Item::is_shim);
        let dropped = item.as_ref().and_then(Item::dropped);
        let home = match origin {
            Origin::Isolde => return Verdict::Kept,
            Origin::Unit if is_shim || dropped.is_some() => return Verdict::Followed,
            Origin::Unit => return Verdict::Unit,
            Origin::Outside(_) if is_shim => return Verdict::Followed,
            Origin::Outside(home) => home,
        };
        if is_of_compiler(symbol) || item.as_ref().is_some_and(is_machinery) {
            return Verdict::Kept;
        }
        let closure = dropped.and_then(closure).cloned();
        let drops = dropped.is_some();
        let name = match drops {
            true => readable(symbol),
            false => function_name(symbol, item.as_ref()),
        };
        let item = closure
            .clone()
            .or_else(|| item.map(|item| item.without_closures().0.clone()));
        let callee = Callee { name, home, item };
        if self.decides.keeps(&callee) {
            return match () {
                () if self.decides.lists(&callee) && !drops => {
                    Verdict::Listed(self.found(callee, true))
                }
                () if function.is_declaration() => Verdict::Kept,
                () => Verdict::Followed,
            };
        }
        // A function that is not called makes no closures and futures that would be dropped.
        match closure.is_some() || drops && self.is_harmless(function) {
            true => Verdict::Kept,
            false => Verdict::Found(self.found(callee, false)),
        }
    }

    /// Whether a function that drops a value reaches nothing outside.
    fn is_harmless(&mut self, function: Function<'c>) -> bool {
        self.dropping += 1;
        let behind = self.behind(function);
        self.dropping -= 1;
        behind.is_empty()
    }

    /// The index of a function that is found.
    fn found(&mut self, callee: Callee, is_kept: bool) -> usize {
        let next = self.found.len();
        let key = (callee.name.clone(), callee.home.clone());
        let index = *self.index.entry(key).or_insert(next);
        if index == next {
            self.found.push(Found {
                callee,
                sites: BTreeSet::new(),
                reached: Reached::Through,
                is_kept,
                is_given: false,
            });
        }
        index
    }

    /// Where an instruction of a function of the unit was written.
    fn site(&self, function: Function<'c>, instruction: Value<'c>, name: &str) -> Site {
        let relative = |file: &Path| {
            file.strip_prefix(&self.inside.unit.root)
                .ok()
                .map(Path::to_owned)
        };
        let mut next = instruction.location();
        while let Some(location) = next {
            let file = location.scope().file();
            let file = file.and_then(|file| relative(&homes::path(file)));
            if let Some(file) = file
                && location.line() != 0
            {
                return Site {
                    file,
                    line: location.line(),
                    column: location.column(),
                    function: name.to_owned(),
                };
            }
            next = location.inlined_at();
        }
        let source = homes::source(function);
        let line = source.as_ref().map_or(0, |source| source.line);
        let file = source.map(|source| relative(&source.file).unwrap_or(source.file));
        Site {
            file: file.unwrap_or_default(),
            line,
            column: 0,
            function: name.to_owned(),
        }
    }
}
