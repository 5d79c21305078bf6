//! The operators that code can implement by traits of std: their methods, and what these take.

use isolde_model::{Bound, StdTrait, Type};

/// What the method of an operator takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// Two values; it gives a third.
    Binary,
    /// One value; it gives another.
    Unary,
    /// Two values, of which it changes the first.
    Assigning,
}

/// The method of an operator.
pub(crate) fn operator(of_trait: StdTrait) -> Option<(&'static str, Operator)> {
    use StdTrait as T;
    Some(match of_trait {
        T::Add => ("add", Operator::Binary),
        T::Sub => ("sub", Operator::Binary),
        T::Mul => ("mul", Operator::Binary),
        T::Div => ("div", Operator::Binary),
        T::Rem => ("rem", Operator::Binary),
        T::BitAnd => ("bitand", Operator::Binary),
        T::BitOr => ("bitor", Operator::Binary),
        T::BitXor => ("bitxor", Operator::Binary),
        T::Shl => ("shl", Operator::Binary),
        T::Shr => ("shr", Operator::Binary),
        T::Neg => ("neg", Operator::Unary),
        T::Not => ("not", Operator::Unary),
        T::AddAssign => ("add_assign", Operator::Assigning),
        T::SubAssign => ("sub_assign", Operator::Assigning),
        T::MulAssign => ("mul_assign", Operator::Assigning),
        T::DivAssign => ("div_assign", Operator::Assigning),
        T::RemAssign => ("rem_assign", Operator::Assigning),
        T::BitAndAssign => ("bitand_assign", Operator::Assigning),
        T::BitOrAssign => ("bitor_assign", Operator::Assigning),
        T::BitXorAssign => ("bitxor_assign", Operator::Assigning),
        T::ShlAssign => ("shl_assign", Operator::Assigning),
        T::ShrAssign => ("shr_assign", Operator::Assigning),
        _ => return None,
    })
}

/// `Self`, which stands for the mock itself where a mock's operators take or give mocks.
pub(crate) fn is_itself(of: &Type) -> bool {
    matches!(of, Type::Generic(name) if name == "Self")
}

/// Whether the trait is one of an operator.
pub(crate) fn is_operator(bound: &Bound) -> bool {
    bound.std_trait().and_then(operator).is_some()
}
