//! Where functions are defined: in the unit, elsewhere in the package, in a dependency, in std, or in foreign code.

use super::item::{Item, ItemType};
use super::symbols::parse_symbol;
use super::{Home, Unit};
use crate::subject::absolute;
use isolde_abi::library::{DRIVER_LIBRARY, LIBRARY};
use isolde_llvm::{File, Function, Module};
use std::path::{Path, PathBuf};

/// The crates of std, and the one that contains the allocator's symbols.
const STD: [&str; 11] = [
    "__rustc",
    "std",
    "core",
    "alloc",
    "test",
    "proc_macro",
    "std_detect",
    "compiler_builtins",
    "unwind",
    "panic_unwind",
    "panic_abort",
];

/// Where the distributed std was compiled: its sources and those of the crates that it contains.
const STD_SOURCES: [&str; 2] = ["/rustc/", "/rust/deps/"];
/// The same, in a toolchain that has these sources.
const STD_COMPONENT: &str = "lib/rustlib/src/rust/library";

/// What kind of code a function is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Part of the unit.
    Unit,
    /// Part of the program that Isolde made: the driver and the library.
    Isolde,
    /// Outside of the unit.
    Outside(Home),
}

/// The place of a function in its source.
pub(super) struct Source {
    /// The file, absolute.
    pub file: PathBuf,
    /// The line at which the function begins.
    pub line: u32,
}

/// The file and line of a definition, as far as debug information contains them.
pub(super) fn source(function: Function<'_>) -> Option<Source> {
    let (scope, line) = function.subprogram()?;
    let file = path(scope.file()?);
    Some(Source { file, line })
}

/// A file's path.
pub(super) fn path(file: File<'_>) -> PathBuf {
    absolute(&file.directory(), &file.name())
}

/// Where a function belongs.
pub(super) fn origin(function: Function<'_>, item: Option<&Item>, inside: &Inside<'_>) -> Origin {
    let unit = inside.unit;
    let file = source(function).map(|source| source.file);
    let Some(item) = item else {
        // A function with the name of one of C: a definition may be written in Rust.
        let home = match file {
            Some(file) if !function.is_declaration() => of_file(&file, unit),
            _ => None,
        };
        return match home {
            // Its path is not known, so it can only belong to a whole crate.
            Some(Home::Package) if unit.paths.is_empty() => Origin::Unit,
            home => Origin::Outside(home.unwrap_or(Home::Foreign)),
        };
    };
    // What a value is dropped by belongs to its type.
    if let Some(dropped) = item.dropped() {
        return match dropped {
            ItemType::Named(of) if !is_std(of.crate_name()) => of_crate(of, None, inside),
            _ => Origin::Outside(Home::Std),
        };
    }
    of_crate(item, file.as_deref(), inside)
}

fn of_crate(item: &Item, file: Option<&Path>, inside: &Inside<'_>) -> Origin {
    let unit = inside.unit;
    let name = item.crate_name();
    if name == LIBRARY || name == DRIVER_LIBRARY || name == unit.driver {
        return Origin::Isolde;
    }
    if is_std(name) || file.is_some_and(is_of_std) {
        return Origin::Outside(Home::Std);
    }
    // A dependency may have the package's name.
    if name == unit.crate_name && file.is_none_or(|file| unit.has_file(file)) {
        return if inside.contains(item) {
            Origin::Unit
        } else {
            Origin::Outside(Home::Package)
        };
    }
    Origin::Outside(Home::Dependency(name.to_owned()))
}

fn of_file(file: &Path, unit: &Unit) -> Option<Home> {
    if is_of_std(file) {
        return Some(Home::Std);
    }
    unit.has_file(file).then_some(Home::Package)
}

fn is_std(crate_name: &str) -> bool {
    STD.contains(&crate_name)
}

/// Whether a file is one of those that the distributed std was compiled from.
fn is_of_std(file: &Path) -> bool {
    let text = file.to_string_lossy();
    STD_SOURCES.iter().any(|root| text.starts_with(root)) || text.contains(STD_COMPONENT)
}

impl Unit {
    /// Whether a file is one of the package's sources.
    fn has_file(&self, file: &Path) -> bool {
        file.starts_with(&self.root)
    }
}

/// A unit in a program.
pub(super) struct Inside<'a> {
    pub unit: &'a Unit,
    /// The unit's paths, each with whether it names something without leaving modules out; then nothing else is meant.
    paths: Vec<(Vec<&'a str>, bool)>,
}

impl<'a> Inside<'a> {
    /// Finds out what the unit's paths mean in a program.
    pub fn new(unit: &'a Unit, module: &Module<'_>) -> Inside<'a> {
        let items: Vec<Item> = module
            .functions()
            .filter_map(|function| parse_symbol(&function.name()))
            .filter(|item| item.crate_name() == unit.crate_name)
            .collect();
        let paths = unit.paths.iter().map(|path| {
            let path: Vec<&str> = path.split("::").collect();
            let is_exact = items.iter().any(|item| item.is_below(&path));
            (path, is_exact)
        });
        Inside {
            unit,
            paths: paths.collect(),
        }
    }

    /// Whether an item of the package is part of the unit.
    fn contains(&self, item: &Item) -> bool {
        let names = |(path, is_exact): &(Vec<&str>, bool)| match is_exact {
            true => item.is_below(path),
            false => item.reached_by(path).is_some(),
        };
        self.paths.is_empty() || self.paths.iter().any(names)
    }
}
