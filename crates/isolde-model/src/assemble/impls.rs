//! Impl blocks: those of the package first, then those of other crates.

use super::{Assembler, ImplOf, head};
use crate::document::{Entry, Key, Kind};
use crate::item::Impl;
use crate::resolve::Scope;
use crate::std_paths::std_public_path;
use crate::std_traits::StdTrait;
use crate::types::{Bound, Generics, Type};

impl<'d> Assembler<'d> {
    /// All impl blocks of the source, in source order.
    pub(super) fn impls(&self) -> Vec<ImplOf<'d>> {
        let mut impls: Vec<_> = self
            .document
            .entries
            .iter()
            .filter_map(|(key, entry)| match &entry.kind {
                Kind::Impl {
                    items,
                    generics,
                    of_trait,
                    self_type,
                } => {
                    let is_internal = of_trait
                        .as_ref()
                        .and_then(|of| StdTrait::at(&of.defined))
                        .is_some_and(StdTrait::is_internal);
                    (!is_internal).then(|| {
                        self.impl_of(*key, entry, items, generics, of_trait.as_ref(), self_type)
                    })
                }
                _ => None,
            })
            .collect();
        // Impls that one macro produced have the same position, so only their types distinguish them.
        impls.sort_by(|a, b| {
            let order = |of: &ImplOf<'d>| {
                (
                    of.is_outside,
                    of.built.span.clone(),
                    of.built.of_trait.clone(),
                    of.built.self_type.clone(),
                )
            };
            order(a).cmp(&order(b)).then(a.key.cmp(&b.key))
        });
        impls
    }

    fn impl_of(
        &self,
        key: Key,
        entry: &'d Entry,
        items: &'d [Key],
        generics: &Generics,
        of_trait: Option<&Bound>,
        self_type: &Type,
    ) -> ImplOf<'d> {
        let self_type = self.resolver.ty(self_type, Scope::default());
        let scope = Scope {
            self_type: Some(&self_type),
            projections: None,
        };
        let of_trait_key = of_trait.and_then(|of| Some(self.document.entry_key(of.id?.0)));
        let of_trait = of_trait.map(|of| self.resolver.bound(of, scope));
        let associated = items
            .iter()
            .filter_map(|item| self.document.entries.get(item))
            .filter_map(|item| match &item.kind {
                Kind::AssociatedType { of: Some(of), .. } => {
                    Some((item.name.clone(), self.resolver.ty(of, scope)))
                }
                _ => None,
            })
            .collect();
        let type_home = head(&self_type).and_then(|id| self.modules.home(self.key(id)?));
        let trait_home = of_trait_key.and_then(|key| self.modules.home(key));
        let near: Vec<_> = [type_home, trait_home]
            .into_iter()
            .flatten()
            .map(|home| home.module.as_slice())
            .collect();
        let is_outside = self.document.outside_of(key).is_some();
        ImplOf {
            key,
            is_outside,
            items,
            module: match &entry.position {
                Some(position) if !is_outside => self.modules.at(position, &near),
                _ => near
                    .first()
                    .map(|module| module.to_vec())
                    .unwrap_or_default(),
            },
            test_only: entry.marks.test_only || type_home.is_some_and(|home| home.test_only),
            built: Impl {
                generics: self.resolver.generics(generics, scope),
                trait_public_path: of_trait.as_ref().and_then(|of| {
                    std_public_path(&of.defined)
                        .or_else(|| self.reach.path(of_trait_key?).map(str::to_owned))
                }),
                of_trait,
                derived: entry.marks.derived,
                associated,
                span: entry
                    .position
                    .as_ref()
                    .map(|position| self.files.span(position)),
                self_type,
            },
        }
    }
}
