//! Laws of the standard library's traits that values were found to break, and which of them belong together.

use serde::{Deserialize, Serialize};

/// A law that values were found to break. Its promise in words is the panic's message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BrokenLaw {
    /// The law's name: `eq_symmetric`.
    pub name: String,
    /// Whether it is only a convention, from which a type may have good reasons to differ.
    pub is_convention: bool,
    /// What breaks it, if that is not the thunk's own function or type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Breaker>,
}

/// What breaks a law in a sequence of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breaker {
    /// Values of the type with this number: an index of [`ThunkInfo::types`](crate::ThunkInfo::types).
    Type(u32),
    /// The call with this number: an index of [`ThunkInfo::steps`](crate::ThunkInfo::steps).
    Call(u32),
}

/// What traits are about: one mistake in an impl breaks several laws of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LawFamily {
    /// `PartialEq`, `Eq`, `PartialOrd` and `Ord`.
    Comparison,
    /// `Hash`.
    Hashing,
    /// `Clone` and `Drop`.
    Cloning,
    /// `Debug`, `Display` and `FromStr`.
    Text,
    /// `Borrow`, `AsRef` and `Deref`.
    Lending,
    /// `Iterator` and the traits of special iterators.
    Iteration,
    /// `Read` and `Write`.
    Transfer,
    /// No trait: what the names of a collection's methods say about its items.
    Content,
    /// No trait: methods that compare two values.
    Sorting,
}

/// The traits and the laws of each family.
const FAMILIES: &[(LawFamily, &[&str], &[&str])] = &[
    (
        LawFamily::Comparison,
        &["PartialEq", "Eq", "PartialOrd", "Ord"],
        &[
            "eq_does_not_panic",
            "eq_reflexive",
            "eq_symmetric",
            "eq_transitive",
            "ne_opposite",
            "partial_cmp_does_not_panic",
            "partial_cmp_reflexive",
            "partial_cmp_dual",
            "partial_cmp_transitive",
            "partial_cmp_agrees_with_eq",
            "operators_agree_with_partial_cmp",
            "cmp_does_not_panic",
            "cmp_reflexive",
            "cmp_antisymmetric",
            "cmp_transitive",
            "cmp_agrees_with_eq",
            "partial_cmp_agrees_with_cmp",
        ],
    ),
    (
        LawFamily::Hashing,
        &["Hash"],
        &[
            "hash_does_not_panic",
            "hash_repeatable",
            "hash_agrees_with_eq",
        ],
    ),
    (
        LawFamily::Cloning,
        &["Clone", "Drop"],
        &[
            "clone_does_not_panic",
            "drop_does_not_panic",
            "clone_equals_original",
            "clone_hashes_equally",
            "clone_from_equals_clone",
        ],
    ),
    (
        LawFamily::Text,
        &["Debug", "Display", "FromStr"],
        &[
            "debug_does_not_panic",
            "display_does_not_panic",
            "display_is_parsed",
            "display_round_trip",
            "text_round_trip",
        ],
    ),
    (
        LawFamily::Lending,
        &["Borrow", "AsRef", "Deref"],
        &[
            "borrow_text_agrees_with_eq",
            "borrow_text_agrees_with_cmp",
            "borrow_text_agrees_with_hash",
            "borrow_text_agrees_with_as_ref",
            "borrow_agrees_with_eq",
            "borrow_agrees_with_cmp",
            "borrow_agrees_with_hash",
            "borrow_agrees_with_deref",
            "as_ref_agrees_with_deref",
        ],
    ),
    (
        LawFamily::Iteration,
        &[
            "Iterator",
            "DoubleEndedIterator",
            "ExactSizeIterator",
            "FusedIterator",
        ],
        &[
            "next_does_not_panic",
            "size_hint_lower",
            "size_hint_upper",
            "len_exact",
            "fused",
            "fused_back",
            "clone_yields_same_items",
            "count_agrees_with_next",
            "last_agrees_with_next",
            "nth_agrees_with_next",
            "backwards_agrees_with_forwards",
            "ends_meet",
            "size_hint_from_both_ends",
        ],
    ),
    (
        LawFamily::Transfer,
        &["Read", "Write"],
        &["read_within_buffer", "write_within_buffer"],
    ),
    (
        LawFamily::Content,
        &[],
        &[
            "is_empty_agrees_with_len",
            "len_is_count",
            "len_within_capacity",
            "items_are_contained",
            "clear_leaves_nothing",
            "inserted_is_contained",
            "inserted_is_found",
            "pushed_is_popped",
            "removed_is_absent",
            "removal_of_absent_changes_nothing",
            "memory_call_changes_nothing",
            "failed_call_changes_nothing",
        ],
    ),
    (
        LawFamily::Sorting,
        &[],
        &["comparison_is_reflexive", "comparison_is_antisymmetric"],
    ),
];

impl LawFamily {
    /// The family of the law with this name; `None` if the law stands alone.
    pub fn of_law(name: &str) -> Option<LawFamily> {
        let found = FAMILIES.iter().find(|(.., laws)| laws.contains(&name));
        found.map(|(family, ..)| *family)
    }

    /// The family of the trait with this name: `Ord`.
    pub fn of_trait(name: &str) -> Option<LawFamily> {
        let found = FAMILIES
            .iter()
            .find(|(_, traits, _)| traits.contains(&name));
        found.map(|(family, ..)| *family)
    }

    /// The names of the laws of traits that have a family.
    pub fn laws_of_traits() -> impl Iterator<Item = &'static str> {
        let of_traits = FAMILIES.iter().filter(|(_, traits, _)| !traits.is_empty());
        of_traits.flat_map(|(.., laws)| *laws).copied()
    }
}
