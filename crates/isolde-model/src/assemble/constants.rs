//! Constants and statics.

use super::{Assembler, ImplOf, inside};
use crate::document::{Declared, Kind};
use crate::item::Constant;
use crate::projection::Projections;
use crate::resolve::Scope;
use crate::types::Type;

impl<'d> Assembler<'d> {
    /// The constants and statics that code outside the crate can read.
    pub(super) fn constants(
        &self,
        impls: &[ImplOf<'d>],
        projections: &Projections,
    ) -> Vec<Constant> {
        let of_modules = self.document.entries.iter().filter_map(|(key, entry)| {
            let Kind::Constant { of, is_static, .. } = &entry.kind else {
                return None;
            };
            let scope = Scope {
                self_type: None,
                projections: Some(projections),
            };
            let test_only = self.modules.home(*key)?.test_only;
            (!test_only && !self.reach.is_hidden(*key)).then_some(())?;
            Some(Constant {
                public_path: self.public_path(*key)?,
                of: self.resolver.ty(of.as_ref()?, scope),
                is_static: *is_static,
            })
        });
        let of_types = impls.iter().flat_map(|of| {
            of.items
                .iter()
                .filter_map(|key| self.associated_constant(of, *key, projections))
        });
        let mut constants: Vec<Constant> = of_modules.chain(of_types).collect();
        constants.sort();
        constants
    }

    /// A constant of an inherent impl. Only for types without parameters, so that its path needs no arguments.
    fn associated_constant(
        &self,
        block: &ImplOf<'d>,
        key: u32,
        projections: &Projections,
    ) -> Option<Constant> {
        let entry = self.document.entries.get(&key)?;
        let Kind::Constant { of, .. } = &entry.kind else {
            return None;
        };
        let Type::Path {
            id: Some(id),
            arguments,
            constants,
            ..
        } = &block.built.self_type
        else {
            return None;
        };
        let type_key = self.key(*id)?;
        let is_plain = arguments.is_empty() && constants.is_empty();
        let is_public = entry.declared == Declared::Public
            && block.built.of_trait.is_none()
            && !(block.test_only || entry.marks.test_only || entry.marks.hidden)
            && !self.reach.is_hidden(type_key);
        (is_plain && is_public).then_some(())?;
        Some(Constant {
            public_path: format!("{}::{}", self.public_path(type_key)?, entry.name),
            of: self
                .resolver
                .ty(of.as_ref()?, inside(&block.built, projections)),
            is_static: false,
        })
    }
}
