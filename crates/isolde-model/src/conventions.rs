//! Panics that need no announcement, because everybody expects them of a trait or of a name.
//!
//! Conventions announce what a caller can prevent by looking at the arguments: positions and, for an operator, operands that have no result. They never
//! announce an overflow, which is a bug where nobody mentions it.

use crate::std_traits::StdTrait;
use isolde_record::{Announced, PanicKind};

/// What an implementation of a trait may do without saying so.
pub(crate) fn of_trait(of: StdTrait) -> Announced {
    let all: &[PanicKind] = match of {
        StdTrait::Div | StdTrait::DivAssign | StdTrait::Rem | StdTrait::RemAssign => &[
            PanicKind::Panic,
            PanicKind::Index,
            PanicKind::Slice,
            PanicKind::Division,
        ],
        StdTrait::Index
        | StdTrait::IndexMut
        | StdTrait::Add
        | StdTrait::AddAssign
        | StdTrait::Sub
        | StdTrait::SubAssign
        | StdTrait::Mul
        | StdTrait::MulAssign
        | StdTrait::Neg
        | StdTrait::Shl
        | StdTrait::ShlAssign
        | StdTrait::Shr
        | StdTrait::ShrAssign
        | StdTrait::Sum
        | StdTrait::Product => &[PanicKind::Panic, PanicKind::Index, PanicKind::Slice],
        _ => &[],
    };
    all.iter().copied().collect()
}

/// Methods that take a position, as those of std's collections do.
const POSITIONS: &[&str] = &[
    "index",
    "index_mut",
    "insert",
    "remove",
    "swap",
    "swap_remove",
    "split_at",
    "split_at_mut",
    "split_off",
    "drain",
    "splice",
    "copy_from_slice",
    "clone_from_slice",
    "copy_within",
    "rotate_left",
    "rotate_right",
];
/// Methods that take an amount of memory.
const AMOUNTS: &[&str] = &[
    "with_capacity",
    "reserve",
    "reserve_exact",
    "resize",
    "resize_with",
];

/// What a method with such a name may do without saying so, if it takes a number.
pub(crate) fn of_method(name: &str) -> Announced {
    if POSITIONS.contains(&name) {
        Announced::from([PanicKind::Panic, PanicKind::Index, PanicKind::Slice])
    } else if AMOUNTS.contains(&name) {
        Announced::from([PanicKind::OutOfMemory])
    } else {
        Announced::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_announce_what_a_caller_can_see_and_no_overflow() {
        assert!(of_trait(StdTrait::Index).contains(&PanicKind::Index));
        assert!(of_trait(StdTrait::Div).contains(&PanicKind::Division));
        assert!(!of_trait(StdTrait::Add).contains(&PanicKind::Division));
        for operator in [StdTrait::Add, StdTrait::Neg, StdTrait::Index] {
            let all = of_trait(operator);
            assert!(!all.contains(&PanicKind::Overflow) && !all.contains(&PanicKind::Unwrap));
        }
        assert!(of_trait(StdTrait::Display).is_empty());
    }

    #[test]
    fn names_of_stds_collections_announce_what_theirs_do() {
        assert!(of_method("swap_remove").contains(&PanicKind::Index));
        assert_eq!(
            of_method("with_capacity"),
            Announced::from([PanicKind::OutOfMemory])
        );
        assert!(of_method("decode").is_empty());
    }
}
