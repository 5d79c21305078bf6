//! Functions and methods.

use super::paths::{ImplNames, Names};
use super::{Assembler, ImplOf, inside, visibility};
use crate::conventions;
use crate::docs;
use crate::document::{Declared, Entry, Key, Kind};
use crate::item::{Callable, Container, Function, Parameter};
use crate::modules::Home;
use crate::projection::Projections;
use crate::resolve::Scope;
use isolde_record::{Announced, Visibility};
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a function from the place where it is declared.
struct Place<'p> {
    container: Container,
    scope: Scope<'p>,
    module: Vec<String>,
    path: String,
    crate_path: String,
    public_path: Option<String>,
    is_public: bool,
    derived: bool,
    hidden: bool,
    test_only: bool,
    /// Panics that the impl block, the trait's method or a convention announces.
    announced: Announced,
}

impl<'d> Assembler<'d> {
    /// All functions of the package, and those of other crates that code outside them can call; each list in the order of the paths.
    pub(super) fn functions(
        &self,
        impls: &[ImplOf<'d>],
        projections: &Projections,
    ) -> (Vec<Function>, Vec<Function>) {
        let names = Names {
            assembler: self,
            impls: self.impl_names(impls),
        };
        let mut functions = Vec::new();
        for (index, of) in impls.iter().enumerate() {
            for (key, entry, callable) in self.callables(of.items) {
                let place = self.in_impl(of, index, entry, &names, projections);
                functions.push(self.function(key, entry, callable, place));
            }
        }
        for (key, entry) in &self.document.entries {
            match &entry.kind {
                Kind::Trait { items, .. } => {
                    for (item, method, callable) in self.callables(items) {
                        let place = self.in_trait(*key, entry, method, projections);
                        functions.push(self.function(item, method, callable, place));
                    }
                }
                Kind::Function(callable) => {
                    if let Some(home) = self.modules.home(*key) {
                        let place = self.in_module(*key, entry, home, projections);
                        functions.push(self.function(*key, entry, callable, place));
                    }
                }
                _ => {}
            }
        }
        functions.sort_by(|a, b| (&a.path, &a.span, a.id).cmp(&(&b.path, &b.span, b.id)));
        let is_own = |of: &Function| {
            let key = self.key(of.id);
            key.is_none_or(|key| self.document.outside_of(key).is_none())
        };
        let (own, mut outside): (Vec<_>, Vec<_>) = functions.into_iter().partition(is_own);
        outside.retain(|of| of.visibility == Visibility::Public && !of.test_only);
        (own, outside)
    }

    fn callables<'s>(
        &'s self,
        items: &'s [Key],
    ) -> impl Iterator<Item = (Key, &'d Entry, &'d Callable)> + 's {
        items.iter().filter_map(|key| {
            let entry = self.document.entries.get(key)?;
            match &entry.kind {
                Kind::Function(callable) => Some((*key, entry, callable)),
                _ => None,
            }
        })
    }

    fn in_module<'p>(
        &self,
        key: Key,
        entry: &Entry,
        home: &Home,
        projections: &'p Projections,
    ) -> Place<'p> {
        Place {
            container: Container::Module,
            scope: Scope {
                self_type: None,
                projections: Some(projections),
            },
            module: home.module.clone(),
            path: home.path(None),
            crate_path: home.path(Some("crate")),
            public_path: self.public_path(key),
            is_public: self.reach.contains(key),
            derived: entry.marks.derived,
            hidden: self.reach.is_hidden(key),
            test_only: home.test_only,
            announced: Announced::new(),
        }
    }

    fn in_trait<'p>(
        &self,
        of: Key,
        entry: &Entry,
        method: &Entry,
        projections: &'p Projections,
    ) -> Place<'p> {
        let home = self.home_of(of, &entry.name);
        let with_name = |path: String| format!("{path}::{}", method.name);
        Place {
            container: Container::Trait(self.resolver.ids[&of]),
            scope: Scope {
                self_type: None,
                projections: Some(projections),
            },
            path: with_name(home.path(None)),
            crate_path: with_name(home.path(Some("crate"))),
            public_path: self.public_path(of).map(with_name),
            is_public: self.reach.contains(of),
            derived: false,
            hidden: self.reach.is_hidden(of) || entry.marks.hidden,
            test_only: home.test_only,
            module: home.module,
            announced: Announced::new(),
        }
    }

    fn in_impl<'p>(
        &self,
        of: &'p ImplOf<'d>,
        index: usize,
        method: &Entry,
        names: &Names<'_, 'd>,
        projections: &'p Projections,
    ) -> Place<'p> {
        let built = &of.built;
        let type_key = self.head_key(&built.self_type);
        let nameable = self.is_nameable(&built.self_type);
        let trait_key = built.of_trait.as_ref().and_then(|of| self.key(of.id?));
        let is_hidden = [type_key, trait_key]
            .into_iter()
            .flatten()
            .any(|key| self.reach.is_hidden(key));
        let (container, is_public, public_path) = match &built.of_trait {
            Some(of_trait) => (
                Container::TraitImpl(index),
                nameable && self.is_nameable_bound(of_trait),
                None,
            ),
            None => {
                let is_public = nameable && method.declared == Declared::Public;
                let path = type_key
                    .filter(|_| is_public)
                    .and_then(|key| self.public_path(key));
                (
                    Container::Inherent(index),
                    is_public,
                    path.map(|path| format!("{path}::{}", method.name)),
                )
            }
        };
        Place {
            container,
            scope: inside(built, projections),
            module: of.module.clone(),
            path: names.of_method(index, &method.name),
            crate_path: names.crate_path(built, &method.name),
            public_path,
            is_public,
            derived: built.derived,
            hidden: is_hidden
                || self
                    .declaration(of, &method.name)
                    .is_some_and(|method| method.marks.hidden)
                || self
                    .document
                    .entries
                    .get(&of.key)
                    .is_some_and(|entry| entry.marks.hidden),
            test_only: of.test_only,
            announced: self.announced_around(of, &method.name),
        }
    }

    /// What is announced by the documentation of an impl block and of the trait's method, and by convention.
    fn announced_around(&self, of: &ImplOf<'d>, name: &str) -> Announced {
        let of_trait = of.built.of_trait.as_ref();
        let mut all = match of_trait.and_then(|of_trait| of_trait.std_trait()) {
            Some(of_trait) => conventions::of_trait(of_trait),
            None => conventions::of_method(name),
        };
        if let Some(entry) = self.document.entries.get(&of.key) {
            all.extend(docs::announced(&entry.docs));
        }
        let method = self.declaration(of, name);
        all.extend(
            method
                .map(|method| docs::announced(&method.docs))
                .into_iter()
                .flatten(),
        );
        all
    }

    /// The method of the package's own trait that a method of an impl implements.
    fn declaration(&self, of: &ImplOf<'d>, name: &str) -> Option<&'d Entry> {
        let key = self.key(of.built.of_trait.as_ref()?.id?)?;
        let Kind::Trait { items, .. } = &self.document.entries.get(&key)?.kind else {
            return None;
        };
        let mut methods = self.callables(items);
        let method = methods.find(|(_, method, _)| method.name == name);
        method.map(|(_, method, _)| method)
    }

    fn function(&self, key: Key, entry: &Entry, callable: &Callable, place: Place<'_>) -> Function {
        let of_module = self.modules.announced(&place.module).clone();
        Function {
            id: self.resolver.ids[&key],
            name: entry.name.clone(),
            path: place.path,
            public_path: place.public_path,
            crate_path: place.crate_path,
            module: place.module,
            container: place.container,
            callable: Callable {
                generics: self.resolver.generics(&callable.generics, place.scope),
                parameters: callable
                    .parameters
                    .iter()
                    .map(|of| Parameter {
                        name: of.name.clone(),
                        of: self.resolver.ty(&of.of, place.scope),
                    })
                    .collect(),
                result: self.resolver.ty(&callable.result, place.scope),
                ..callable.clone()
            },
            visibility: visibility(place.is_public),
            span: entry
                .position
                .as_ref()
                .map(|position| self.files.span(position)),
            docs: entry.docs.clone(),
            announced: place
                .announced
                .into_iter()
                .chain(docs::announced(&entry.docs))
                .chain(of_module)
                .collect(),
            derived: place.derived || entry.marks.derived,
            hidden: place.hidden || entry.marks.hidden,
            deprecated: entry.deprecated,
            test_only: place.test_only || entry.marks.test_only,
            contract: entry.marks.contract.clone(),
        }
    }

    /// Short names of the impls, with arguments and modules where they are needed to distinguish impls with equal methods.
    fn impl_names(&self, impls: &[ImplOf<'d>]) -> Vec<ImplNames> {
        let mut names: Vec<_> = impls
            .iter()
            .map(|of| match of.is_outside {
                true => ImplNames::longest(self, &of.built),
                false => ImplNames::of(self, &of.built),
            })
            .collect();
        let own = impls.iter().filter(|of| !of.is_outside).count();
        loop {
            let mut users: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (index, of) in impls[..own].iter().enumerate() {
                for (_, method, _) in self.callables(of.items) {
                    users
                        .entry(names[index].method(&method.name))
                        .or_default()
                        .push(index);
                }
            }
            let ambiguous: BTreeSet<_> = users
                .into_values()
                .filter(|users| users.len() > 1)
                .flatten()
                .collect();
            let mut changed = false;
            for index in ambiguous {
                changed |= names[index].widen();
            }
            if !changed {
                return names;
            }
        }
    }
}
