//! Mocks that override default methods. Whether a method is overridden is known when the driver is compiled, so such a mock is a type of its own, which is
//! tried besides the one that keeps them. It overrides all default methods whose results matter and that can be answered.
//!
//! That a mock does so is written like an associated type that is prescribed for the trait.

use super::Traits;
use super::mocks::mock_piece;
use super::no_mock::Undeclarable;
use isolde_model::{Bound, Function, GenericParam, Receiver, Type};

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
