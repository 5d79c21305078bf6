//! What is isolated from what, and what became of it.

use isolde_harness::Unfaked;
use isolde_instrument::border::{Decides, Item, Outgoing};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// What is isolated.
#[derive(Clone, Debug)]
pub struct Isolate {
    /// Modules, types and functions by their paths from the crate's root; the whole crate if there are none.
    pub units: Vec<String>,
    /// What is inside, and what is outside.
    pub border: Arc<dyn Border>,
    /// Whether it is enough to find out what is outside.
    pub only_lists: bool,
}

/// Decides about functions outside a unit.
pub trait Border: Decides + Debug + Send + Sync {
    /// Whether a function that reaches nothing outside the program is answered for all the same.
    fn fakes_pure(&self, outgoing: &Outgoing) -> bool;
}

/// What became of the functions outside a unit.
#[derive(Clone, Debug, Default)]
pub struct Isolated {
    /// The functions that the unit reaches.
    pub outgoing: Vec<Outgoing>,
    /// The names of those whose calls are answered.
    pub faked: BTreeSet<String>,
    /// Those whose calls should be answered and are not.
    pub unfaked: Vec<Unfaked>,
    /// Everything that the program contains.
    pub items: Vec<Item>,
    /// How long it took to find this out: everything except for the build of the last driver.
    pub time: Duration,
}

/// The filters for the functions of units: what a path names, and methods of the traits of a type.
pub fn unit_filters(units: &[String]) -> Vec<String> {
    let of_unit = |unit: &String| {
        let last = unit.rsplit("::").next().unwrap_or(unit);
        let of_type = last.starts_with(|first: char| first.is_uppercase());
        let methods = of_type.then(|| format!("<{last} as *"));
        std::iter::once(unit.clone()).chain(methods)
    };
    units.iter().flat_map(of_unit).collect()
}
