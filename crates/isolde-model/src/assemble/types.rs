//! Structs, enums, unions and traits.

use super::{Assembler, head, visibility};
use crate::document::{Declared, Key, Kind, Shape};
use crate::id::ItemId;
use crate::item::{
    AssociatedConstant, AssociatedType, Field, Fields, Impl, TraitItem, TypeItem, TypeKind, Variant,
};
use crate::projection::Projections;
use crate::resolve::Scope;
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

impl Assembler<'_> {
    /// All types of the crate.
    pub(super) fn types(
        &self,
        impls: &[Impl],
        projections: &Projections,
    ) -> BTreeMap<ItemId, TypeItem> {
        let mut implements: BTreeMap<ItemId, BTreeSet<String>> = BTreeMap::new();
        for of in impls {
            if let (Type::Path { id: Some(id), .. }, Some(of_trait)) = (&of.self_type, &of.of_trait)
            {
                let of_type = implements.entry(*id).or_default();
                of_type.insert(of_trait.defined.clone());
            }
        }
        let mut of_type = |id| implements.remove(id).unwrap_or_default();
        self.keys
            .iter()
            .filter_map(|(id, key)| {
                Some((*id, self.type_item(*id, *key, of_type(id), projections)?))
            })
            .collect()
    }

    fn type_item(
        &self,
        id: ItemId,
        key: Key,
        implements: BTreeSet<String>,
        projections: &Projections,
    ) -> Option<TypeItem> {
        let entry = self.document.entries.get(&key)?;
        let reachable = self.reach.contains(key);
        let scope = Scope {
            self_type: None,
            projections: Some(projections),
        };
        let (kind, generics) = match &entry.kind {
            Kind::Struct { shape, generics } => (
                TypeKind::Struct(self.fields(shape, reachable, false, scope)),
                generics,
            ),
            Kind::Enum { variants, generics } => (
                TypeKind::Enum(
                    variants
                        .iter()
                        .filter_map(|of| self.variant(*of, reachable, scope))
                        .collect(),
                ),
                generics,
            ),
            Kind::Union { generics } => (TypeKind::Union, generics),
            _ => return None,
        };
        let home = self.home_of(key, &entry.name);
        Some(TypeItem {
            id,
            name: entry.name.clone(),
            public_path: self.public_path(key),
            crate_path: home.path(Some("crate")),
            is_outside: home.outside.is_some(),
            module: home.module,
            kind,
            generics: self.resolver.generics(generics, scope),
            visibility: visibility(reachable),
            non_exhaustive: entry.marks.non_exhaustive,
            span: entry
                .position
                .as_ref()
                .map(|position| self.files.span(position)),
            implements: implements.into_iter().collect(),
        })
    }

    fn variant(&self, key: Key, reachable: bool, scope: Scope<'_>) -> Option<Variant> {
        let entry = self.document.entries.get(&key)?;
        let Kind::Variant(shape) = &entry.kind else {
            return None;
        };
        Some(Variant {
            name: entry.name.clone(),
            fields: self.fields(shape, reachable, true, scope),
            restricted: entry.marks.non_exhaustive || entry.marks.hidden,
        })
    }

    fn fields(&self, shape: &Shape, reachable: bool, of_variant: bool, scope: Scope<'_>) -> Fields {
        let field = |name: String, key: Key| {
            let entry = self.document.entries.get(&key)?;
            let Kind::Field(of) = &entry.kind else {
                return None;
            };
            let is_public = reachable && (of_variant || entry.declared == Declared::Public);
            Some(Field {
                name,
                of: self.resolver.ty(of, scope),
                visibility: visibility(is_public),
            })
        };
        match shape {
            Shape::Unit => Fields::Unit,
            // A stripped field keeps its place, as a field about which nothing is known.
            Shape::Tuple(keys) => Fields::Tuple(
                (0..)
                    .zip(keys)
                    .map(|(index, key): (usize, _)| {
                        key.and_then(|key| field(index.to_string(), key))
                            .unwrap_or_else(|| Field {
                                name: index.to_string(),
                                of: Type::Unknown("_".to_owned()),
                                visibility: visibility(false),
                            })
                    })
                    .collect(),
            ),
            Shape::Named(keys) => Fields::Named(
                keys.iter()
                    .filter_map(|key| field(self.document.entries.get(key)?.name.clone(), *key))
                    .collect(),
            ),
        }
    }

    /// All traits of the crate.
    pub(super) fn traits(
        &self,
        impls: &[Impl],
        projections: &Projections,
    ) -> BTreeMap<ItemId, TraitItem> {
        let mut implementors: BTreeMap<ItemId, Vec<Type>> = BTreeMap::new();
        for of in impls {
            if let Some(id) = of.of_trait.as_ref().and_then(|of_trait| of_trait.id) {
                let of_this = implementors.entry(id).or_default();
                if !of_this.contains(&of.self_type) {
                    of_this.push(of.self_type.clone());
                }
            }
        }
        let mut of_trait = |id| implementors.remove(id).unwrap_or_default();
        self.keys
            .iter()
            .filter_map(|(id, key)| {
                Some((*id, self.trait_item(*id, *key, of_trait(id), projections)?))
            })
            .collect()
    }

    fn trait_item(
        &self,
        id: ItemId,
        key: Key,
        implementors: Vec<Type>,
        projections: &Projections,
    ) -> Option<TraitItem> {
        let entry = self.document.entries.get(&key)?;
        let Kind::Trait {
            items,
            generics,
            supertraits,
            dyn_compatible,
            is_unsafe,
        } = &entry.kind
        else {
            return None;
        };
        let scope = Scope {
            self_type: None,
            projections: Some(projections),
        };
        let home = self.home_of(key, &entry.name);
        Some(TraitItem {
            id,
            name: entry.name.clone(),
            public_path: self.public_path(key),
            crate_path: home.path(Some("crate")),
            is_outside: home.outside.is_some(),
            defined: home.path(Some(&self.crate_name)),
            generics: self.resolver.generics(generics, scope),
            supertraits: self.resolver.bounds(supertraits, scope),
            implementors,
            associated_types: self.associated_types(items, scope),
            associated_constants: self.associated_constants(items, scope),
            visibility: self.visibility(key),
            dyn_compatible: *dyn_compatible,
            is_unsafe: *is_unsafe,
        })
    }

    fn associated_types(&self, items: &[Key], scope: Scope) -> Vec<AssociatedType> {
        let entries = items
            .iter()
            .filter_map(|item| self.document.entries.get(item));
        entries
            .filter_map(|entry| match &entry.kind {
                Kind::AssociatedType {
                    of,
                    bounds,
                    is_generic,
                } => Some(AssociatedType {
                    name: entry.name.clone(),
                    bounds: self.resolver.bounds(bounds, scope),
                    is_generic: *is_generic,
                    has_default: of.is_some(),
                }),
                _ => None,
            })
            .collect()
    }

    fn associated_constants(&self, items: &[Key], scope: Scope) -> Vec<AssociatedConstant> {
        let entries = items
            .iter()
            .filter_map(|item| self.document.entries.get(item));
        entries
            .filter_map(|entry| match &entry.kind {
                Kind::Constant {
                    of: Some(of),
                    has_value,
                    ..
                } => Some(AssociatedConstant {
                    name: entry.name.clone(),
                    of: self.resolver.ty(of, scope),
                    has_default: *has_value,
                }),
                _ => None,
            })
            .collect()
    }

    /// The key of the type item of a self type.
    pub(super) fn head_key(&self, ty: &Type) -> Option<Key> {
        self.key(head(ty)?)
    }
}
