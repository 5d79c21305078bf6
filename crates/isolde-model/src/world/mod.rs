//! Which functions of the standard library reach the world: files, sockets, other processes, the clock, …
//!
//! The tables contain for each function its path as code writes it, its signature, and what it does there. Isolation answers these functions itself, so
//! that no code under test depends on the machine. Writing to the standard output is not among them, since it harms nobody.

mod files;
mod foreign;
mod network;
mod processes;
mod promises;
mod surroundings;
mod table;
mod values;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use foreign::is_harmless;
pub use promises::{
    asks_for_kind, changes_process, is_absolute, is_between_threads, is_of_calling_thread,
};
pub use values::{is_adapter, is_for_adapters, is_record, world_value};

/// A part of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// Files and directories.
    Files,
    /// Sockets.
    Network,
    /// Other processes, and the state of this one.
    Processes,
    /// Variables, arguments and the current directory.
    Environment,
    /// The date and the time that passes.
    Clock,
    /// Other threads, and waiting.
    Threads,
    /// Standard input, and whether streams are terminals.
    Input,
    /// Random numbers.
    Randomness,
}

impl Area {
    /// In words, after "reaches".
    pub fn words(self) -> &'static str {
        match self {
            Area::Files => "files",
            Area::Network => "the network",
            Area::Processes => "processes",
            Area::Environment => "the environment",
            Area::Clock => "the clock",
            Area::Threads => "other threads",
            Area::Input => "the terminal",
            Area::Randomness => "random numbers",
        }
    }
}

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It reaches the world.
    Reaches,
    /// It only looks into a value that comes from there (`Metadata::len`).
    Looks,
    /// It reads from or writes to values that it is given, so that it reaches the world if these belong to it.
    Moves,
    /// It runs code that it is given on another thread, or waits for that. Such code is seldom outside of a unit, so the function is kept.
    Runs,
}

/// A function of the standard library that reaches the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldFunction {
    /// The public path of its module, or of the type whose method it is.
    pub owner: &'static str,
    /// The public path of the trait whose method it is.
    pub of_trait: Option<&'static str>,
    /// Its name.
    pub name: &'static str,
    /// Its generic parameters and those of its type, with bounds, as written between `<` and `>`.
    pub generics: &'static str,
    /// Names and types of its parameters; a receiver is a parameter like the others.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The type of its result.
    pub result: &'static str,
    /// Whether it is an unsafe function.
    pub is_unsafe: bool,
    /// Which part of the world it is about.
    pub area: Area,
    /// What it does there.
    pub effect: Effect,
}

impl WorldFunction {
    /// Its path as an expression: `std::fs::read`, `<std::fs::File as std::io::Read>::read`.
    pub fn path(&self) -> String {
        match self.of_trait {
            Some(of_trait) => format!("<{} as {of_trait}>::{}", self.owner, self.name),
            None => format!("{}::{}", self.owner, self.name),
        }
    }

    /// Its signature as Rust text: `fn(path: impl AsRef<std::path::Path>) -> std::io::Result<String>`.
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self
            .parameters
            .iter()
            .map(|(name, of)| format!("{name}: {of}"))
            .collect();
        let generics = match self.generics {
            "" => String::new(),
            generics => format!("<{generics}>"),
        };
        let unsafety = if self.is_unsafe { "unsafe " } else { "" };
        let parameters = parameters.join(", ");
        format!("{unsafety}fn{generics}({parameters}) -> {}", self.result)
    }
}

/// All of these functions, in the order of the tables.
pub fn world_functions() -> impl Iterator<Item = &'static WorldFunction> {
    [
        files::FILES,
        network::NETWORK,
        processes::PROCESSES,
        surroundings::SURROUNDINGS,
    ]
    .into_iter()
    .flatten()
    .flat_map(|block| block.iter())
}

/// The key by which a function is found: its module or type, the trait, its name.
type Key<'a> = (&'a str, Option<&'a str>, &'a str);

/// The function called `name` of a module or type, perhaps as a method of a trait; all paths are public ones.
pub fn world_function(
    owner: &str,
    of_trait: Option<&str>,
    name: &str,
) -> Option<&'static WorldFunction> {
    static INDEX: LazyLock<BTreeMap<Key<'static>, &'static WorldFunction>> = LazyLock::new(|| {
        world_functions()
            .map(|row| ((row.owner, row.of_trait, row.name), row))
            .collect()
    });
    // The key's lifetime is the shorter one.
    let index: &BTreeMap<Key<'_>, &'static WorldFunction> = &INDEX;
    index.get(&(owner, of_trait, name)).copied()
}
