//! Mocks that differ from the usual one: with another value of a constant, or with default methods overridden.
//!
//! Whether a method is overridden is known when the driver is compiled, so such a mock is a type of its own, which is
//! tried besides the one that keeps them. It overrides all default methods whose results matter and that can be answered.
//!
//! That a mock does so is written like an associated type that is prescribed for the trait.

use super::Traits;
use super::constants::{is_constant, others, with_literal};
use super::mocks::{arguments_of, mock_piece};
use super::no_mock::Undeclarable;
use crate::types::Substitution;
use isolde_model::{Bound, Function, GenericParam, Receiver, Type};

/// The most types that are tried for other values of constants.
const MOST_VARIATIONS: usize = 6;

/// The name that no associated type has.
const DEFAULT_METHODS: &str = "default methods";

/// Whether a mock overrides the default methods of the bound's trait.
pub(crate) fn overrides(bound: &Bound) -> bool {
    bound.associated.iter().any(|(name, _)| is_mark(name))
}

/// Whether this is no associated type, but says that default methods are overridden.
pub(crate) fn is_mark(name: &str) -> bool {
    name == DEFAULT_METHODS
}

/// Whether a type is a mock that overrides default methods.
pub(crate) fn is_overriding(of: &Type) -> bool {
    matches!(of, Type::Mock(bounds) if bounds.iter().any(overrides))
}

/// Whether a mock can override this default method, and something depends on that.
pub(crate) fn is_overridable(method: &Function) -> bool {
    let callable = &method.callable;
    let is_lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
    let is_borrowed = matches!(
        callable.receiver,
        None | Some(Receiver::Shared | Receiver::Mutable)
    );
    is_borrowed
        && !callable.is_unsafe
        && !callable.result.is_unit()
        && !matches!(callable.result, Type::Impl(_))
        && callable.generics.params.iter().all(is_lifetime)
        && Undeclarable::of(&method.callable).is_none()
}

impl Traits<'_, '_> {
    /// The mocks that differ from this one in one constant.
    fn variations(&self, mock: &Type) -> Vec<Type> {
        let Type::Mock(bounds) = mock else {
            return Vec::new();
        };
        let index = self.index;
        let mut found = Vec::new();
        for (place, bound) in bounds.iter().enumerate() {
            let item = bound.id.and_then(|id| index.model.traits.get(&id));
            let constants = item.into_iter().flat_map(|item| &item.associated_constants);
            for each in constants {
                let known = item.map(|item| arguments_of(item, bound));
                let of = index.substitute(&each.of, &known.unwrap_or_default());
                let compared = index.model.compared_constants.iter();
                let compared = compared.filter(|(name, _)| *name == each.name);
                let mut values: Vec<String> = compared
                    .filter_map(|(_, literal)| with_literal(index, &of, literal))
                    .collect();
                values.extend(others(index, &of));
                for (number, value) in values.into_iter().enumerate() {
                    let mut varied = bounds.clone();
                    let value = (each.name.clone(), Type::Primitive(value));
                    varied[place].associated.push(value);
                    if self.rejections.allow(&mock_piece(&varied)) {
                        found.push((number, Type::Mock(varied)));
                    }
                }
            }
        }
        // The first values of all constants, then the second ones, and so on.
        found.sort_by_key(|(number, _)| *number);
        let found = found.into_iter().map(|(_, mock)| mock);
        found.take(MOST_VARIATIONS).collect()
    }

    /// Whether a constant of a mock among these types does not have its usual value, or default methods are overridden.
    pub(crate) fn is_varied(&self, instance: &Substitution) -> bool {
        let is_varied = |bound: &Bound| {
            let item = bound.id.and_then(|id| self.index.model.traits.get(&id));
            let mut associated = bound.associated.iter();
            overrides(bound)
                || item.is_some_and(|item| associated.any(|(name, _)| is_constant(item, name)))
        };
        let mut types = instance.types.values();
        types.any(|of| match of {
            Type::Mock(bounds) => bounds.iter().any(is_varied),
            _ => false,
        })
    }

    /// The mock, and others that differ from it in a constant or override default methods.
    pub(super) fn with_variations(&self, mock: Type) -> Vec<Type> {
        let mut all = self.variations(&mock);
        all.extend(self.overriding(&mock));
        all.insert(0, mock);
        all
    }

    /// The same mock with default methods overridden, if there are any.
    fn overriding(&self, mock: &Type) -> Option<Type> {
        let Type::Mock(bounds) = mock else {
            return None;
        };
        let mut changed = bounds.clone();
        for bound in &mut changed {
            let methods = bound.id.into_iter();
            let mut methods = methods.flat_map(|id| self.index.default_methods(id));
            if methods.any(is_overridable) {
                let mark = Type::Primitive("overridden".to_owned());
                bound.associated.push((DEFAULT_METHODS.to_owned(), mark));
            }
        }
        (changed != *bounds && self.rejections.allow(&mock_piece(&changed)))
            .then_some(Type::Mock(changed))
    }
}
