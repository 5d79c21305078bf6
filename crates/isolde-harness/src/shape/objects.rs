//! Trait objects: pointers to concrete types and to mocks, which are coerced.

use super::library::Builder;
use super::{Demand, Kind, Preferred, Shape};
use crate::instances::is_overriding;
use isolde_model::{Bound, StdItem, Type};

/// How many trait objects may be nested within the types that replace trait objects.
const MOST_COERCIONS: usize = 2;

impl Demand<'_, '_, '_> {
    /// The shape of a concrete type that stands for `dyn Trait`. The type of numbers in it cannot be inferred, so they get suffixes.
    pub(crate) fn object(&mut self, of: &Type, bounds: &[Bound]) -> Result<Shape, Type> {
        let candidates = self.traits.candidates(bounds);
        let is_mock = |of: &&Type| matches!(of, Type::Mock(_));
        let mock = candidates.iter().find(is_mock);
        let compared = self.traits.compared(bounds);
        let usual = candidates.iter().find(|of| !compared.contains(of));
        let usual = usual.or(candidates.first());
        let preferred = match &self.prefers {
            Some(Preferred::Mocks) => mock,
            Some(Preferred::Overriding) => candidates.iter().find(|of| is_overriding(of)),
            Some(Preferred::Type(of)) => compared.iter().find(|each| *each == of),
            None => None,
        };
        let concrete = preferred.or(usual).ok_or_else(|| of.clone())?.clone();
        if preferred.is_some() && usual != Some(&concrete) {
            self.preferred.push(concrete.clone());
        }
        self.concrete(&concrete)
    }

    /// The shape of a type whose values are not expected to be of exactly this type.
    fn concrete(&mut self, of: &Type) -> Result<Shape, Type> {
        let inner = self.shape(of)?;
        Ok(match of {
            Type::Path { id: Some(_), .. } | Type::Mock(_) => inner,
            Type::Closure(_) => Shape::around(Kind::Coerced, inner),
            _ => inner.suffixed(),
        })
    }

    /// A pointer to a trait object, perhaps within a cell or lock: built as a pointer to a concrete type, and coerced.
    pub(super) fn coerced(
        &mut self,
        of: &Type,
        bounds: &[Bound],
        cell: Option<StdItem>,
        pointer: Builder,
    ) -> Result<Shape, Type> {
        // The concrete type may itself contain trait objects.
        if self.coercions > MOST_COERCIONS || !self.index.is_nameable(of) {
            return Err(of.clone());
        }
        self.coercions += 1;
        // A type that exists, if there is one, those that the package compares it with, and a mock.
        let candidates = self.traits.candidates(bounds);
        let compared = self.traits.compared(bounds);
        let is_mock = |of: &&Type| matches!(of, Type::Mock(_));
        let mut existing = candidates.iter();
        let existing = existing.find(|of| !is_mock(of) && !compared.contains(of));
        let mocks = candidates.iter().filter(is_mock);
        let shapes = existing.into_iter().chain(&compared).chain(mocks);
        let within = |part: Shape| match cell {
            Some(cell) => Shape::library(Builder::Std(cell), vec![part]),
            None => part,
        };
        let parts = shapes.filter_map(|each| self.concrete(each).ok());
        let parts: Vec<Shape> = parts.map(within).collect();
        self.coercions -= 1;
        let of = of.clone();
        match parts.is_empty() {
            true => Err(of),
            false => Ok(Shape {
                kind: Kind::Object { pointer, of },
                parts,
            }),
        }
    }
}
