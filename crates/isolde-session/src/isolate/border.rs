//! Decides for each function outside of a unit whether it is faked or kept, and says why.

use super::config::IsolateConfig;
use super::item_path::ItemPath;
use super::standard::{self, Outside};
use isolde_instrument::border::{Callee, Decides, Home, Item, Outgoing};
use isolde_model::world::{Area, is_harmless, world_functions};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the user asked for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// On the command line.
    Option,
    /// In a file, at a line.
    File(PathBuf, usize),
}

impl fmt::Display for AskedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskedBy::Option => f.write_str("an option"),
            AskedBy::File(file, line) => write!(f, "{}:{line}", file.display()),
        }
    }
}

/// Why a function is faked or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The user said so about this path.
    Asked(ItemPath, AskedBy),
    /// It is part of the package, but not of the unit.
    OutsideUnit,
    /// It is part of this crate.
    OtherCrate(String),
    /// It is foreign code.
    Foreign,
    /// It is foreign code that reaches nothing outside of the program.
    PureForeign,
    /// It reaches this part of the world.
    Reaches(Area),
    /// It looks into a value that only this part of the world makes.
    LooksInto(Area),
    /// It reads from or writes to a value that belongs to this part of the world.
    Moves(Area),
    /// A closure or a function is part of its type, so that no test can name it; what it reaches is decided about instead.
    Unnameable,
    /// It runs code on another thread, or waits for that.
    RunsThreads,
    /// It is part of std and reaches nothing outside of the program.
    PureStd,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Asked(path, by) => write!(f, "`{path}` is named in {by}"),
            Why::OutsideUnit => f.write_str("not part of the unit"),
            Why::OtherCrate(name) => write!(f, "part of the crate `{name}`"),
            Why::Foreign => f.write_str("foreign code"),
            Why::PureForeign => {
                f.write_str("foreign code, and reaches nothing outside of the program")
            }
            Why::Reaches(area) => write!(f, "reaches {}", area.words()),
            Why::LooksInto(area) => write!(f, "looks into what comes from {}", area.words()),
            Why::Moves(area) => write!(f, "reads or writes what belongs to {}", area.words()),
            Why::Unnameable => f.write_str(
                "no test can name it, because the type of a closure or of a function is part of its own",
            ),
            Why::RunsThreads => f.write_str("runs code on another thread"),
            Why::PureStd => f.write_str("std, and reaches nothing outside of the program"),
        }
    }
}

/// What is decided about a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether its calls are answered by fakes; otherwise it is kept.
    pub is_faked: bool,
    /// Why.
    pub why: Why,
}

/// A path that the user wrote, although nothing in the program has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing in the program is called `{path}` (named in {by})")]
pub struct Unmatched {
    /// The path.
    pub path: ItemPath,
    /// Who wrote it.
    pub by: AskedBy,
}

/// A rule of the user.
#[derive(Debug)]
struct Rule {
    path: ItemPath,
    is_faked: bool,
    by: AskedBy,
    /// Whether the rule was of use.
    is_matched: AtomicBool,
}

/// Decides what is faked and what is kept.
#[derive(Debug)]
pub struct Border {
    /// The options come first, so that they win against the file.
    rules: Vec<Rule>,
}

impl Border {
    /// Joins what options and the file say. In paths, `crate` means the package's crate, which has the name `crate_name` in code.
    pub fn new(
        crate_name: &str,
        config: &IsolateConfig,
        fake: &[ItemPath],
        keep: &[ItemPath],
    ) -> Border {
        let rule = |path: &ItemPath, is_faked, by| Rule {
            path: path.clone().in_crate(crate_name),
            is_faked,
            by,
            is_matched: AtomicBool::new(false),
        };
        let mut rules = Vec::new();
        for (paths, is_faked) in [(keep, false), (fake, true)] {
            rules.extend(
                paths
                    .iter()
                    .map(|path| rule(path, is_faked, AskedBy::Option)),
            );
        }
        for (paths, is_faked) in [(&config.keep, false), (&config.fake, true)] {
            rules.extend(paths.iter().map(|configured| {
                let by = AskedBy::File(config.file.clone(), configured.line);
                rule(&configured.path, is_faked, by)
            }));
        }
        Border { rules }
    }

    /// What is decided about a function that the unit reaches. Of the user's rules, the most exact one counts; of those that are equally exact, an
    /// option before the file, and `keep` before `fake`.
    pub fn decide(&self, callee: &Callee) -> Decision {
        let decision = match self.rule(callee) {
            Some(rule) => Decision {
                is_faked: rule.is_faked,
                why: Why::Asked(rule.path.clone(), rule.by.clone()),
            },
            None => by_default(callee),
        };
        let item = callee.item.as_ref();
        match decision.is_faked && item.is_some_and(|item| !item.is_writable()) {
            true => kept(Why::Unnameable),
            false => decision,
        }
    }

    fn rule(&self, callee: &Callee) -> Option<&Rule> {
        let mut best: Option<(usize, &Rule)> = None;
        for rule in &self.rules {
            let Some(exactness) = names(&rule.path, callee) else {
                continue;
            };
            rule.is_matched.store(true, Ordering::Relaxed);
            if best.is_none_or(|(most, _)| exactness > most) {
                best = Some((exactness, rule));
            }
        }
        best.map(|(_, rule)| rule)
    }

    /// The paths of the user that name nothing: neither a function that was asked about nor one of `items`, all functions of the program.
    pub fn unmatched(&self, items: &[Item]) -> Vec<Unmatched> {
        let is_used = |rule: &&Rule| rule.is_matched.load(Ordering::Relaxed);
        let is_named = |rule: &&Rule| {
            let path = rule.path.segments();
            items.iter().any(|item| item.reached_by(&path).is_some()) || is_of_world(&path)
        };
        self.rules
            .iter()
            .filter(|rule| !is_used(rule) && !is_named(rule))
            .map(|rule| Unmatched {
                path: rule.path.clone(),
                by: rule.by.clone(),
            })
            .collect()
    }
}

/// Whether a path names a function of std that reaches the world, or something that contains one, even if the program does not call it.
fn is_of_world(path: &[&str]) -> bool {
    world_functions().any(|row| {
        let own: Vec<&str> = row.owner.split("::").chain([row.name]).collect();
        own.starts_with(path)
    })
}

/// How exactly a path names a function.
///
/// The methods of traits that std keeps are mechanical: `filter_map` calls `next`, `into` calls `from`. A path of a type or trait does not name them, only
/// their own paths do.
fn names(path: &ItemPath, callee: &Callee) -> Option<usize> {
    let segments = path.segments();
    match &callee.item {
        Some(item) => {
            let exactness = item.reached_by(&segments)?;
            let is_mechanical = callee.home == Home::Std
                && item.method_of_trait().is_some()
                && standard::outside(item).is_none();
            let name = item.method().map(|(_, name)| name);
            (!is_mechanical || segments.last().copied() == name).then_some(exactness)
        }
        // A function of C may be named alone or with the crate that declares it.
        None => (segments.last() == Some(&callee.name.as_str())).then_some(segments.len()),
    }
}

fn by_default(callee: &Callee) -> Decision {
    let faked = |why| Decision {
        is_faked: true,
        why,
    };
    match &callee.home {
        Home::Package => faked(Why::OutsideUnit),
        Home::Dependency(name) => faked(Why::OtherCrate(name.clone())),
        Home::Foreign if is_harmless(&callee.name) => kept(Why::PureForeign),
        Home::Foreign => faked(Why::Foreign),
        // Values that stand in are never dropped, and others are not made.
        Home::Std
            if callee
                .item
                .as_ref()
                .is_some_and(|it| it.dropped().is_some()) =>
        {
            kept(Why::PureStd)
        }
        Home::Std => match callee.item.as_ref().and_then(standard::outside) {
            Some(Outside::Reaches(area)) => faked(Why::Reaches(area)),
            Some(Outside::LooksInto(area)) => faked(Why::LooksInto(area)),
            Some(Outside::Moves(area)) => faked(Why::Moves(area)),
            None => match callee.item.as_ref().is_some_and(standard::runs_threads) {
                true => kept(Why::RunsThreads),
                false => kept(Why::PureStd),
            },
        },
    }
}

fn kept(why: Why) -> Decision {
    Decision {
        is_faked: false,
        why,
    }
}

impl Decides for Border {
    fn keeps(&self, callee: &Callee) -> bool {
        !self.decide(callee).is_faked
    }

    fn is_world(&self, callee: &Callee) -> bool {
        let decision = self.decide(callee);
        if callee.home != Home::Std || !decision.is_faked {
            return false;
        }
        match decision.why {
            // Random keys decide about the order of a map's items alone.
            Why::Reaches(Area::Randomness) => false,
            Why::Reaches(_) | Why::LooksInto(_) => {
                let item = callee.item.as_ref();
                !item.is_some_and(standard::is_between_threads)
            }
            _ => true,
        }
    }

    fn is_harmless(&self, foreign: &Callee) -> bool {
        !self.decide(foreign).is_faked
    }

    fn lists(&self, kept: &Callee) -> bool {
        let why = self.decide(kept).why;
        matches!(why, Why::Asked(..) | Why::Unnameable | Why::RunsThreads)
    }
}

impl isolde_build::Border for Border {
    fn fakes_pure(&self, outgoing: &Outgoing) -> bool {
        matches!(self.decide(&callee(outgoing)).why, Why::Asked(..))
    }
}

/// The function that was found, as it was asked about.
pub(super) fn callee(outgoing: &Outgoing) -> Callee {
    Callee {
        name: outgoing.name.clone(),
        home: outgoing.home.clone(),
        item: outgoing.item.clone(),
    }
}
