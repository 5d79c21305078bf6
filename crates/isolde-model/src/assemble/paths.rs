//! Paths of methods: for people, and for code inside the crate.

use super::Assembler;
use crate::id::ItemId;
use crate::item::Impl;
use crate::std_paths::std_public_path;
use crate::text::{Writer, last_segment};
use crate::types::{Bound, Type};

/// The names for an impl in the paths of its methods, shortest first.
pub(super) struct ImplNames {
    candidates: Vec<String>,
    chosen: usize,
}

impl ImplNames {
    /// Names with more and more detail: the type's arguments, its modules, the trait's modules (`fmt::Write`, `io::Write`).
    pub(super) fn of(assembler: &Assembler<'_>, of: &Impl) -> ImplNames {
        let last = |defined: &str, _: Option<ItemId>| last_segment(defined).to_owned();
        let full = |defined: &str, id: Option<ItemId>| assembler.path_for_people(defined, id);
        let bare = Writer {
            name: &last,
            arguments: false,
        };
        let short = Writer {
            name: &last,
            arguments: true,
        };
        let bare_with_modules = Writer {
            name: &full,
            arguments: false,
        };
        let with_modules = Writer {
            name: &full,
            arguments: true,
        };
        let candidates = match &of.of_trait {
            Some(of_trait) => {
                let name = |of_type: &Writer<'_>, of_bound: &Writer<'_>| {
                    trait_impl(of_type, of_bound, of, of_trait)
                };
                vec![
                    name(&bare, &short),
                    name(&bare, &with_modules),
                    name(&short, &short),
                    name(&with_modules, &short),
                    name(&with_modules, &with_modules),
                ]
            }
            None => vec![
                bare_with_modules.ty(&of.self_type),
                with_modules.ty(&of.self_type),
            ],
        };
        ImplNames {
            candidates,
            chosen: 0,
        }
    }

    /// Only the longest of these names, for impls of other crates, which nobody compares.
    pub(super) fn longest(assembler: &Assembler<'_>, of: &Impl) -> ImplNames {
        let mut names = ImplNames::of(assembler, of);
        names.chosen = names.candidates.len() - 1;
        names
    }

    pub(super) fn method(&self, name: &str) -> String {
        format!("{}::{name}", self.candidates[self.chosen])
    }

    /// Takes the next longer name; false if there is none.
    pub(super) fn widen(&mut self) -> bool {
        let can = self.chosen + 1 < self.candidates.len();
        self.chosen += usize::from(can);
        can
    }
}

fn trait_impl(of_type: &Writer<'_>, of_bound: &Writer<'_>, of: &Impl, of_trait: &Bound) -> String {
    format!(
        "<{} as {}>",
        of_type.ty(&of.self_type),
        of_bound.bound(of_trait)
    )
}

/// The names of all impls.
pub(super) struct Names<'a, 'd> {
    pub(super) assembler: &'a Assembler<'d>,
    pub(super) impls: Vec<ImplNames>,
}

impl Names<'_, '_> {
    /// Path for people: `berth::Berth::push`, `<Frame as Display>::fmt`, `<u8 as From<Failure>>::from`.
    pub(super) fn of_method(&self, index: usize, name: &str) -> String {
        self.impls[index].method(name)
    }

    /// Path inside the crate: `crate::berth::Berth::push`, `<crate::Frame as std::fmt::Display>::fmt`.
    pub(super) fn crate_path(&self, of: &Impl, name: &str) -> String {
        let inside = |defined: &str, id: Option<ItemId>| match self.assembler.crate_path(id) {
            Some(path) => path,
            None => std_public_path(defined).unwrap_or_else(|| defined.to_owned()),
        };
        match &of.of_trait {
            Some(of_trait) => {
                let writer = Writer {
                    name: &inside,
                    arguments: true,
                };
                format!("{}::{name}", trait_impl(&writer, &writer, of, of_trait))
            }
            None => {
                let writer = Writer {
                    name: &inside,
                    arguments: false,
                };
                match &of.self_type {
                    Type::Path { .. } => format!("{}::{name}", writer.ty(&of.self_type)),
                    other => format!("<{}>::{name}", writer.ty(other)),
                }
            }
        }
    }
}

impl Assembler<'_> {
    /// The path from the crate root, without the crate's name; for items of the standard library, without `std`.
    fn path_for_people(&self, defined: &str, id: Option<ItemId>) -> String {
        self.local_path(id)
            .unwrap_or_else(|| match std_public_path(defined) {
                Some(path) => path.strip_prefix("std::").unwrap_or(&path).to_owned(),
                None => defined.to_owned(),
            })
    }

    fn local_path(&self, id: Option<ItemId>) -> Option<String> {
        let key = self.key(id?)?;
        Some(
            self.home_of(key, &self.document.entry(key)?.name)
                .path(None),
        )
    }

    /// The path from inside the package; for items of other crates, their defining path.
    fn crate_path(&self, id: Option<ItemId>) -> Option<String> {
        let key = self.key(id?)?;
        let home = self.home_of(key, &self.document.entry(key)?.name);
        Some(home.path(Some("crate")))
    }
}
