//! Which types are futures, and what they give.

use super::Index;
use isolde_model::{Bound, StdItem, StdTrait, Type};

impl Index<'_> {
    /// The type of what a future gives in the end; `None` if the type is no future.
    pub(crate) fn output_of_future(&self, of: &Type) -> Option<Type> {
        match of {
            Type::Impl(bounds) | Type::Dyn(bounds) => bounds.iter().find_map(prescribed),
            Type::Path { id: Some(_), .. } => {
                let item = self.item(of)?;
                let of_trait = StdTrait::Future;
                item.implements_std(of_trait).then_some(())?;
                self.project(of, Some(of_trait.defined()), "Output")
            }
            _ => match of.std()? {
                (StdItem::Ready, [output]) => Some(output.clone()),
                (StdItem::Pin | StdItem::Box, [inner, ..]) => self.output_of_future(inner),
                _ => None,
            },
        }
    }
}

/// The output that a bound on `Future` prescribes.
fn prescribed(bound: &Bound) -> Option<Type> {
    let is_future = bound.std_trait() == Some(StdTrait::Future);
    bound.prescribed("Output").filter(|_| is_future).cloned()
}
