//! Types that the package compares the types of values with. Where a value may be of any type, these are tried, and one that is none of them.

use super::{Answer, Traits};
use crate::types::make;
use isolde_model::{Bound, StdItem, StdTrait, Type};

/// How many of them are tried in one place.
const MOST: usize = 8;

impl Traits<'_, '_> {
    /// The types that satisfy these bounds.
    pub(crate) fn compared(&mut self, bounds: &[Bound]) -> Vec<Type> {
        let index = self.index;
        let mut found: Vec<Type> = Vec::new();
        for name in &index.model.compared {
            for of in self.named(name) {
                if !found.contains(&of)
                    && index.is_nameable(&of)
                    && self.satisfies_all(&of, bounds) == Answer::Yes
                {
                    found.push(of);
                }
            }
        }
        found.truncate(MOST);
        found
    }

    /// The types that code may mean by this name: the package's own, or else those of std and primitives. Types with parameters are left out.
    fn named(&self, name: &str) -> Vec<Type> {
        if name == "&str" {
            return vec![make::text()];
        }
        let segments: Vec<&str> = name.split("::").collect();
        let Some((last, modules)) = segments.split_last() else {
            return Vec::new();
        };
        let own = self.index.model.types.values().filter(|item| {
            !item.is_outside && item.name == *last && item.generics.params.is_empty()
        });
        let own: Vec<Type> = own.map(|item| self.index.type_of(item)).collect();
        if !own.is_empty() {
            return own;
        }
        if modules.is_empty() && PRIMITIVES.contains(last) {
            return vec![make::primitive(last)];
        }
        // `io::Error` is `std::io::error::Error`: the modules that are written are among those of the path.
        let is_it = |item: &&StdItem| {
            let mut path = item.defined().split("::");
            let mut is_in_path =
                |module: &&str| *module == "std" || path.any(|each| each == *module);
            item.defined().rsplit("::").next() == Some(last) && modules.iter().all(&mut is_in_path)
        };
        let std = StdItem::ALL.iter().filter(is_it);
        std.map(|item| make::std(*item, Vec::new())).collect()
    }
}

/// Whether a parameter with these bounds stands for any type.
pub(crate) fn is_any(bounds: &[Bound]) -> bool {
    bounds.iter().all(|bound| {
        bound.maybe
            || matches!(
                bound.std_trait(),
                Some(StdTrait::Any | StdTrait::Send | StdTrait::Sync | StdTrait::Sized)
            )
    })
}

const PRIMITIVES: [&str; 15] = [
    "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "isize",
    "f32", "f64",
];
