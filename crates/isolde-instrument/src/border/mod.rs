//! The border of a unit: which functions outside of it does its code reach?
//!
//! The program's bitcode is read before anything is inlined. The walk (`walk.rs`) starts at the unit's functions, follows calls and the addresses of
//! functions (`graph.rs`) through code that is kept, and stops at what is outside. Symbols tell what a function is (`item.rs`, `parse.rs`, `symbols.rs`)
//! and which paths name it (`reach.rs`), symbols and debug information where it is defined (`homes.rs`), its code whether it reaches the world
//! (`world.rs`).

mod graph;
mod homes;
mod item;
mod parse;
mod reach;
mod symbols;
mod walk;
mod world;

use crate::Error;
use crate::names::without_numbers;
use isolde_llvm::{Context, Llvm};
use std::path::{Path, PathBuf};

pub use item::{Item, ItemType, NestedKind};

/// The part of a package that is explored alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The package's crate, as in symbols (`_` instead of `-`).
    pub crate_name: String,
    /// The package's folder, which contains its sources.
    pub root: PathBuf,
    /// Modules, types, traits and functions that belong to the unit, each with everything in it, by their paths (`demo::module::Type`, see
    /// [`Item::reached_by`]); the whole crate if there are none. Modules may be left out of a path only if nothing has exactly this path.
    pub paths: Vec<String>,
    /// The crate that contains `main`, which is made by Isolde.
    pub driver: String,
}

/// Where a function is defined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Home {
    /// In the package, but not in the unit.
    Package,
    /// In another crate, which has this name.
    Dependency(String),
    /// In std or a crate that is distributed with it.
    Std,
    /// Outside of the program: a function of C.
    Foreign,
}

/// How a function outside of the unit is reached. If there are several ways, the first of these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reached {
    /// Code of the unit calls it.
    Called,
    /// Code of the unit takes its address.
    Value,
    /// Code of the unit makes a trait object whose table contains it.
    Table,
    /// Code that is kept reaches it, and code of the unit calls that: generic code, a destructor.
    Through,
}

/// A place in the unit's source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The file, relative to the package's folder.
    pub file: PathBuf,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The name of the function that contains the place, without its instance. Closures and `async` blocks are part of the function around them.
    pub function: String,
}

/// A function that code of the unit reaches, about which has to be decided whether it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callee {
    /// Its name, as in [`Outgoing::name`].
    pub name: String,
    /// Where it is defined. The function that drops a value ([`Item::dropped`]) has the home of the value's type.
    pub home: Home,
    /// What its symbol says; `None` if Rust did not mangle it.
    pub item: Option<Item>,
}

/// Whether nothing that a function reaches is part of the world outside the program, as far as the program's code tells. Calls whose targets are known
/// only at run time may reach anything, except those in code of std.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purity {
    /// It may reach the world.
    None,
    /// It does not as long as its arguments contain no code, such as closures and objects: all other targets of its calls are known. It reads no
    /// statics that may be written, which might contain code.
    OfData,
    /// It does not as long as its arguments contain no other code than what its own crates have put there. Its own crates are those whose functions it
    /// reaches; none of the functions whose addresses these crates take anywhere reaches the world, and nobody else mentions the statics that it reads.
    OfOwnCode,
    /// It never does.
    #[default]
    Always,
}

/// Why a function may reach the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impurity {
    /// It reaches this function, which is part of the world.
    Reaches(String),
    /// This function contains assembly, which may call the kernel.
    Assembly(String),
    /// It calls functions that are only known at run time, and that other code may have chosen.
    OpenCalls,
}

/// A function that code of the unit reaches outside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The function's name as written in source code, with its instance: `std::fs::read_to_string::<&str>`, `<dep::Client as dep::Send>::send`. A
    /// closure or the body of an `async fn` counts as the function that contains it.
    pub name: String,
    /// Where it is defined.
    pub home: Home,
    /// What its symbol says; `None` if Rust did not mangle it.
    pub item: Option<Item>,
    /// The places that reach it, in the order of files and lines; none if it is only a method of an object that the driver gives to code of the unit.
    pub sites: Vec<Site>,
    /// How it is reached.
    pub reached: Reached,
    /// Whether it is kept, and only listed.
    pub is_kept: bool,
    /// Whether it reaches the world outside the program.
    pub purity: Purity,
    /// Why it may do so.
    pub impurity: Option<Impurity>,
}

/// Decisions about functions outside of a unit.
pub trait Decides {
    /// Whether a function is kept, so that the walk continues there.
    fn keeps(&self, callee: &Callee) -> bool;

    /// Whether a function reaches the world outside the program, whatever it calls. Functions of C that others than std call do, unless they are harmless.
    fn is_world(&self, callee: &Callee) -> bool;

    /// Whether a function of C only computes something, or manages memory and threads of the program.
    fn is_harmless(&self, _foreign: &Callee) -> bool {
        false
    }

    /// Whether a function that is kept is found all the same, to be listed. If it belongs to std, the walk does not continue there: what std does to
    /// answer it is not the unit's affair.
    fn lists(&self, _kept: &Callee) -> bool {
        false
    }
}

/// The functions that code of `unit` reaches outside of it, in the order of their names, and the methods of objects that the driver may give to it.
///
/// `bitcode` is that of a whole program before any optimisation. `decides` tells for each function outside of the unit whether it is kept; the walk
/// continues there. Machinery for panics, allocation, and what Isolde adds to the program are always kept. The function that drops a value of a type
/// outside of the unit counts only if it does more than to free memory, that is, if it reaches something that is not kept.
///
/// # Errors
/// If libLLVM cannot read the bitcode.
pub fn outgoing(
    llvm: &Llvm,
    bitcode: &Path,
    unit: &Unit,
    decides: &dyn Decides,
) -> Result<Vec<Outgoing>, Error> {
    let context = Context::new(llvm);
    let module = context.parse_bitcode(bitcode)?;
    Ok(walk::outgoing(&module, unit, decides))
}

/// The functions of a program that Rust mangled, without reading their bodies.
///
/// # Errors
/// If libLLVM cannot read the bitcode.
pub fn items(llvm: &Llvm, bitcode: &Path) -> Result<Vec<Item>, Error> {
    let context = Context::new(llvm);
    let module = context.open_bitcode(bitcode)?;
    let symbols = module.functions().map(|function| function.name());
    Ok(symbols
        .filter_map(|symbol| parse::parse(without_numbers(&symbol)))
        .collect())
}
