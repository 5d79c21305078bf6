//! Which types have values that can be written as expressions.

use super::Sources;
use crate::index::mentions_own;
use crate::pieces::PieceId;
use crate::spell::Style;
use crate::types::Substitution;
use isolde_model::{Field, StdItem, StdTrait, Type, TypeItem, TypeKind};
use std::collections::BTreeSet;

/// Types of std whose values the library `isolde` writes.
const WRITTEN_BY_LIBRARY: [StdItem; 17] = [
    StdItem::String,
    StdItem::Duration,
    StdItem::Ordering,
    StdItem::PathBuf,
    StdItem::OsString,
    StdItem::Rc,
    StdItem::Arc,
    StdItem::VecDeque,
    StdItem::HashMap,
    StdItem::HashSet,
    StdItem::BTreeMap,
    StdItem::BTreeSet,
    StdItem::Wrapping,
    StdItem::NonZero,
    StdItem::Range,
    StdItem::RangeInclusive,
    StdItem::IpAddr,
];

/// Name of the piece that writes values of a type, by the type's text.
pub(super) fn piece_of(text: &str) -> PieceId {
    format!("source of {text}")
}

impl Sources<'_, '_, '_> {
    pub(super) fn has_source(&mut self, of: &Type, seen: &mut BTreeSet<Type>) -> bool {
        if !seen.insert(of.clone()) {
            return true;
        }
        let text = self.index.type_text(of, Style::Signature);
        if text.is_some_and(|text| !self.rejections.allow(&piece_of(&text))) {
            return false;
        }
        match of {
            Type::Primitive(name) => !matches!(name.as_str(), "never" | "f16" | "f128"),
            Type::Tuple(elements) => elements.len() <= 6 && self.all_have(elements, seen),
            Type::Reference {
                mutable: false,
                target,
                ..
            } => self.has_source(target, seen),
            Type::Array(element, _) => self.has_source(element, seen),
            Type::Path { id: Some(_), .. } => self.own_has_source(of, seen),
            _ => match of.std() {
                Some((
                    StdItem::Option | StdItem::Result | StdItem::Poll | StdItem::Vec | StdItem::Box,
                    arguments,
                )) => self.all_have(arguments, seen),
                Some((StdItem::Cow, [target])) => match target {
                    Type::Slice(element) => {
                        self.has_source(element, seen) && !mentions_own(element)
                    }
                    _ => target.is_primitive("str"),
                },
                Some((item, arguments)) => {
                    WRITTEN_BY_LIBRARY.contains(&item)
                        && self.all_have(arguments, seen)
                        && !mentions_own(of)
                }
                None => false,
            },
        }
    }

    fn all_have(&mut self, types: &[Type], seen: &mut BTreeSet<Type>) -> bool {
        types.iter().all(|each| self.has_source(each, seen))
    }

    /// The package's types must be comparable and printable for an assertion to compile. Values of a type that is not open cannot be written, but a
    /// type that contains such a type may have other values that can: `Err(Error::Empty)` can be written even where `Ok(Opaque)` cannot. The same is
    /// true of enums if the fields of some variants can be written and those of others cannot.
    fn own_has_source(&mut self, of: &Type, seen: &mut BTreeSet<Type>) -> bool {
        let Some(item) = self.index.item(of) else {
            return false;
        };
        let is_comparable = self.index.is_nameable(of)
            && self.traits.implements(of, StdTrait::PartialEq)
            && self.traits.implements(of, StdTrait::Debug);
        if !is_comparable || !is_open(item) {
            return is_comparable;
        }
        let known = Substitution::of_item(item, of);
        match &item.kind {
            TypeKind::Struct(fields) => self.all_have_source(fields.list(), &known, seen),
            TypeKind::Enum(variants) => variants.iter().any(|variant| {
                !variant.restricted && self.all_have_source(variant.fields.list(), &known, seen)
            }),
            TypeKind::Union => false,
        }
    }

    pub(super) fn all_have_source(
        &mut self,
        fields: &[Field],
        known: &Substitution,
        seen: &mut BTreeSet<Type>,
    ) -> bool {
        let index = self.index;
        fields
            .iter()
            .all(|field| self.has_source(&index.substitute(&field.of, known), seen))
    }

    /// Whether no value of the type can be written as an expression.
    pub(super) fn is_opaque(&self, of: &Type) -> bool {
        match of {
            Type::Reference { target, .. } => self.is_opaque(target),
            Type::Path { id: Some(_), .. } => self.index.item(of).is_none_or(|item| !is_open(item)),
            _ => false,
        }
    }
}

/// Whether code outside the package can write every value of the type.
pub(super) fn is_open(item: &TypeItem) -> bool {
    match &item.kind {
        TypeKind::Struct(fields) => !item.non_exhaustive && fields.all_public(),
        TypeKind::Enum(variants) => variants
            .iter()
            .filter(|variant| !variant.restricted)
            .all(|variant| variant.fields.all_public()),
        TypeKind::Union => false,
    }
}
