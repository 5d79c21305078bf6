//! The walk from the unit's functions to what is outside.

use super::graph::{Graph, Reference};
use super::homes::{self, Origin};
use super::item::{Item, ItemType};
use super::{Callee, Decides, Home, Outgoing, Reached, Site, Unit, parse};
use crate::names::{readable, without_numbers};
use isolde_llvm::{Function, Module, Value};
use std::collections::{BTreeSet, HashMap, HashSet};
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
}

/// What is known about a function.
#[derive(Clone)]
struct Known {
    verdict: Verdict,
    /// Whether it belongs to std, whose foreign functions are its own business.
    is_std: bool,
    is_shim: bool,
}

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

/// A function that was found, with the places found so far.
struct Found {
    callee: Callee,
    sites: BTreeSet<Site>,
    reached: Reached,
}

struct Walk<'a, 'c> {
    unit: &'a Unit,
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
    let mut walk = Walk {
        unit,
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
        }
    }
    let worldly = walk.worldly();
    let mut outgoing: Vec<Outgoing> = walk
        .found
        .into_iter()
        .enumerate()
        .filter(|(_, found)| !found.sites.is_empty())
        .map(|(index, found)| Outgoing {
            is_pure: !worldly.contains(&index),
            name: found.callee.name,
            home: found.callee.home,
            item: found.callee.item,
            sites: found.sites.into_iter().collect(),
            reached: found.reached,
        })
        .collect();
    outgoing.sort_by(|a, b| (&a.name, &a.home).cmp(&(&b.name, &b.home)));
    outgoing
}

impl<'c> Walk<'_, 'c> {
    /// Records what a function of the unit reaches.
    fn start(&mut self, function: Function<'c>) {
        let symbol = function.name();
        let name = function_name(&symbol, parse_symbol(&symbol).as_ref());
        for &Reference { to, reached, at } in self.graph.references(function).iter() {
            let known = self.known(to);
            let (found, reached) = match known.verdict {
                Verdict::Found(index) => (Rc::new(BTreeSet::from([index])), reached),
                Verdict::Followed if known.is_shim => (self.behind(to), reached),
                Verdict::Followed => (self.behind(to), Reached::Through),
                Verdict::Unit | Verdict::Kept => continue,
            };
            if found.is_empty() {
                continue;
            }
            let site = self.site(function, at, &name);
            for &index in found.iter() {
                let found = &mut self.found[index];
                found.sites.insert(site.clone());
                found.reached = found.reached.min(reached);
            }
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
            let is_std = self.known(at).is_std;
            for reference in self.graph.references(at).iter() {
                let to = reference.to;
                if is_std && to.is_declaration() && parse_symbol(&to.name()).is_none() {
                    continue;
                }
                match self.known(to).verdict {
                    Verdict::Found(index) => {
                        found.insert(index);
                    }
                    Verdict::Followed if seen.insert(to) => open.push(to),
                    Verdict::Unit | Verdict::Kept | Verdict::Followed => {}
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

    /// Those of the functions found that reach the world.
    fn worldly(&mut self) -> BTreeSet<usize> {
        let mut functions: Vec<(Function<'c>, usize)> = self
            .known
            .iter()
            .filter_map(|(function, known)| match known.verdict {
                Verdict::Found(index) => Some((*function, index)),
                _ => None,
            })
            .collect();
        functions.sort_by_key(|(function, index)| (*index, function.name().into_owned()));
        let mut worldly = BTreeSet::new();
        let mut judged: HashMap<Function<'c>, Behind> = HashMap::new();
        for (function, index) in functions {
            if self.reaches_world(function, &mut judged) {
                worldly.insert(index);
            }
        }
        worldly
    }

    fn reaches_world(
        &mut self,
        function: Function<'c>,
        judged: &mut HashMap<Function<'c>, Behind>,
    ) -> bool {
        let mut seen = HashSet::from([function]);
        let mut open = vec![function];
        while let Some(at) = open.pop() {
            let is_of_std = match *judged.entry(at).or_insert_with(|| self.look_behind(at)) {
                Behind::World => return true,
                Behind::Nothing => continue,
                Behind::Code { is_std } => is_std,
            };
            for reference in self.graph.references(at).iter() {
                let to = reference.to;
                let is_own_affair =
                    is_of_std && to.is_declaration() && parse_symbol(&to.name()).is_none();
                if !is_own_affair && seen.insert(to) {
                    open.push(to);
                }
            }
        }
        false
    }

    /// What a function itself tells about what it reaches.
    fn look_behind(&self, function: Function<'c>) -> Behind {
        let symbol = function.name().into_owned();
        let item = parse_symbol(&symbol);
        if is_of_compiler(&symbol) || item.as_ref().is_some_and(is_machinery) {
            return Behind::Nothing;
        }
        let home = match homes::origin(function, item.as_ref(), self.unit) {
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

    fn known(&mut self, function: Function<'c>) -> Known {
        if let Some(known) = self.known.get(&function) {
            return known.clone();
        }
        let symbol = function.name().into_owned();
        let item = parse_symbol(&symbol);
        let origin = homes::origin(function, item.as_ref(), self.unit);
        let known = Known {
            verdict: Verdict::Followed,
            is_std: origin == Origin::Outside(Home::Std),
            is_shim: item.as_ref().is_some_and(Item::is_shim),
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
        let followed = if function.is_declaration() {
            Verdict::Kept
        } else {
            Verdict::Followed
        };
        if let Some(dropped) = dropped {
            let closure = closure(dropped).cloned();
            let callee = Callee {
                name: readable(symbol),
                home,
                item: closure.clone().or(item),
            };
            if self.decides.keeps(&callee) {
                return followed;
            }
            // A function that is not kept makes no closures and futures that would be dropped.
            return match closure {
                Some(_) => Verdict::Kept,
                None if self.is_harmless(function) => Verdict::Kept,
                None => self.found(callee),
            };
        }
        let name = function_name(symbol, item.as_ref());
        let item = item.map(|item| item.without_closures().0.clone());
        let callee = Callee { name, home, item };
        if self.decides.keeps(&callee) {
            followed
        } else {
            self.found(callee)
        }
    }

    /// Whether a function that drops a value reaches nothing outside.
    fn is_harmless(&mut self, function: Function<'c>) -> bool {
        self.dropping += 1;
        let behind = self.behind(function);
        self.dropping -= 1;
        behind.is_empty()
    }

    fn found(&mut self, callee: Callee) -> Verdict {
        let next = self.found.len();
        let key = (callee.name.clone(), callee.home.clone());
        let index = *self.index.entry(key).or_insert(next);
        if index == next {
            self.found.push(Found {
                callee,
                sites: BTreeSet::new(),
                reached: Reached::Through,
            });
        }
        Verdict::Found(index)
    }

    /// Where an instruction of a function of the unit was written.
    fn site(&self, function: Function<'c>, instruction: Value<'c>, name: &str) -> Site {
        let relative = |file: &Path| file.strip_prefix(&self.unit.root).ok().map(Path::to_owned);
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

/// What a symbol describes.
fn parse_symbol(symbol: &str) -> Option<Item> {
    parse::parse(without_numbers(symbol))
}

/// The name of a function; that of a closure is the name of the function that contains it.
fn function_name(symbol: &str, item: Option<&Item>) -> String {
    let mut name = readable(symbol);
    let closures = item.map_or(0, |item| item.without_closures().1);
    for _ in 0..closures {
        let end = name.rfind("::{").unwrap_or(name.len());
        name.truncate(end);
    }
    name
}

/// The function that contains a closure, if the type is that of a closure or of the future of an `async` body.
fn closure(of: &ItemType) -> Option<&Item> {
    let ItemType::Named(item) = of else {
        return None;
    };
    let (function, depth) = item.without_closures();
    (depth > 0).then_some(function)
}

/// Whether the compiler adds calls of the function by itself: LLVM's own functions, allocation, unwinding, and those that copy memory.
fn is_of_compiler(symbol: &str) -> bool {
    ["llvm.", "__rust_", "_Unwind_"]
        .iter()
        .any(|prefix| symbol.starts_with(prefix))
        || matches!(
            symbol,
            "memcpy" | "memmove" | "memset" | "memcmp" | "bcmp" | "strlen" | "rust_eh_personality"
        )
}

/// Modules of std whose functions are always kept, and nothing behind them counts: they report panics and allocate memory.
const MACHINERY: [&[&str]; 7] = [
    &["__rustc"],
    &["core", "panicking"],
    &["std", "panicking"],
    &["std", "rt"],
    &["alloc", "alloc"],
    &["std", "alloc"],
    &["alloc", "raw_vec"],
];

/// Whether this is machinery of std. Its generic functions call code that they are given (`catch_unwind`).
fn is_machinery(item: &Item) -> bool {
    let place = item.place();
    !item.is_generic() && MACHINERY.iter().any(|module| place.starts_with(module))
}
