//! The traits of std that mocks can have.

use super::Traits;
use super::excluded::is_unsized;
use crate::operators::{Operator, is_itself, operator};
use crate::types::{is_concrete, make};
use isolde_model::{Bound, StdItem, StdTrait, Type};

/// Whether a mock of this trait of std tells something that std's own types do not.
pub(super) fn is_told(of_trait: StdTrait) -> bool {
    use StdTrait as T;
    matches!(
        of_trait,
        T::Read
            | T::BufRead
            | T::Seek
            | T::IoWrite
            | T::FmtWrite
            | T::Hasher
            | T::Future
            | T::Error
    )
}

impl Traits<'_, '_> {
    /// Completes a bound on a trait of std with its associated types, and gives the trait's supertraits; `None` if mocks do not have the trait.
    pub(super) fn of_std(
        &mut self,
        of_trait: StdTrait,
        bound: &mut Bound,
        level: usize,
    ) -> Option<Vec<Bound>> {
        use StdTrait as T;
        // Those of a trait of the model were passed on to its supertraits.
        let given = std::mem::take(&mut bound.associated);
        let arguments = bound.arguments.clone();
        let also = |traits: &[StdTrait]| traits.iter().map(|each| make::bound(*each)).collect();
        let mut has = |name: &str, otherwise: Option<Type>| {
            let found = given.iter().find(|(own, _)| own == name);
            let of = match (found, otherwise) {
                (Some((_, of)), _) if is_concrete(of) || is_itself(of) => of.clone(),
                (Some((_, Type::Impl(bounds))), _) => self.member(bounds, level)?,
                (_, Some(of)) => of,
                (_, None) => self.member(&[], level)?,
            };
            bound.associated.push((name.to_owned(), of));
            Some(())
        };
        let argument = arguments.first();
        let also_with = |of_trait: StdTrait| {
            let mut supertrait = make::bound_with(of_trait, arguments.clone());
            supertrait.associated.clone_from(&given);
            vec![supertrait]
        };
        Some(match of_trait {
            T::Send
            | T::Sync
            | T::Sized
            | T::Unpin
            | T::UnwindSafe
            | T::RefUnwindSafe
            | T::Any
            | T::Debug
            | T::Clone
            | T::Default
            | T::Display
            | T::Read
            | T::Seek
            | T::IoWrite
            | T::FmtWrite
            | T::Hasher
            | T::Hash => also(&[]),
            T::BufRead => also(&[T::Read]),
            T::Error => also(&[T::Debug, T::Display]),
            T::PartialEq if argument.is_none() => also(&[]),
            T::Eq => also(&[T::PartialEq]),
            T::PartialOrd if argument.is_none() => also(&[T::PartialEq]),
            T::Ord => also(&[T::Eq, T::PartialOrd]),
            T::Iterator => {
                has("Item", None)?;
                also(&[])
            }
            T::DoubleEndedIterator | T::ExactSizeIterator | T::FusedIterator => {
                let mut supertrait = make::bound(T::Iterator);
                supertrait.associated = given;
                vec![supertrait]
            }
            T::Future => {
                has("Output", None)?;
                also(&[])
            }
            T::BuildHasher => {
                let hasher = make::std(StdItem::DefaultHasher, Vec::new());
                // It is made in the same way for all.
                if given.iter().any(|(_, of)| is_concrete(of) && *of != hasher) {
                    return None;
                }
                has("Hasher", Some(hasher))?;
                also(&[])
            }
            // An error that has all traits which bounds usually ask for.
            T::FromStr => {
                has("Err", Some(make::std(StdItem::FmtError, Vec::new())))?;
                also(&[])
            }
            T::TryFrom | T::TryInto if argument.is_some() => {
                has("Error", Some(make::std(StdItem::FmtError, Vec::new())))?;
                also(&[])
            }
            T::AsRef | T::AsMut | T::Borrow | T::From | T::Into if argument.is_some() => also(&[]),
            T::BorrowMut if argument.is_some() => also_with(T::Borrow),
            T::Copy => also(&[T::Clone]),
            // It follows from this one.
            T::ToString => also(&[T::Display]),
            T::IntoIterator => {
                has("Item", None)?;
                let item = bound.associated.first()?.1.clone();
                let own = make::std(StdItem::VecIntoIter, vec![item]);
                let is_other = |(name, of): &(String, Type)| name == "IntoIter" && *of != own;
                if given.iter().any(is_other) {
                    return None;
                }
                bound.associated.push(("IntoIter".into(), own));
                also(&[])
            }
            T::Deref => {
                has("Target", None)?;
                also(&[])
            }
            T::DerefMut => {
                let mut is_unsized = given.iter().map(|(_, of)| is_unsized(of));
                if is_unsized.any(|is_unsized| is_unsized) {
                    return None;
                }
                also_with(T::Deref)
            }
            T::Index if argument.is_some() => {
                has("Output", None)?;
                also(&[])
            }
            T::IndexMut if argument.is_some() => also_with(T::Index),
            of_trait => match operator(of_trait)? {
                (_, Operator::Assigning) => also(&[]),
                (_, Operator::Binary | Operator::Unary) => {
                    has("Output", Some(Type::Generic("Self".into())))?;
                    also(&[])
                }
            },
        })
    }
}
