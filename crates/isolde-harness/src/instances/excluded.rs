//! Which types are no candidates, whatever a bound asks for.

use crate::types::depth;
use isolde_model::Type;

/// The deepest nesting of types. Deeper types come from impls that can be applied to their own results (`impl Trait for Vec<T: Trait>`).
const DEEPEST: usize = 5;

/// Whether a type is nested so deeply that it may be one of endlessly many. A closure is as deep as the bound says.
pub(super) fn is_too_deep(of: &Type) -> bool {
    !matches!(of, Type::Closure(_)) && depth(of) > DEEPEST
}

/// Whether the type is unsized, so that its values are only used behind pointers.
pub(super) fn is_unsized(of: &Type) -> bool {
    matches!(of, Type::Slice(_) | Type::Dyn(_)) || of.is_primitive("str")
}
