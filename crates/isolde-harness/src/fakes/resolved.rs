//! Functions outside a unit, looked up once for all passes.

use super::data::{has_own_code, is_data};
use super::lookup::look_up;
use super::named::Named;
use super::outside::Outside;
use super::{Faked, Pure, WhyUnfaked};
use crate::index::Index;
use isolde_model::{ItemId, Type};
use std::collections::BTreeSet;

/// A function outside the unit, with what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct Resolved<'a> {
    /// The function as the program names it.
    pub function: &'a str,
    /// Its name, if source code could contain it.
    pub(super) named: Option<Named>,
    /// Its signature at this instance, or why none is known.
    pub(super) outside: Result<Outside, WhyUnfaked>,
    /// Whether it reaches nothing outside the program.
    pub is_pure: bool,
}

/// Looks all of these functions up.
pub(crate) fn resolve<'a>(index: &Index, faked: &'a [Faked]) -> Vec<Resolved<'a>> {
    faked
        .iter()
        .map(|each| Resolved::new(index, each))
        .collect()
}

/// The functions outside std whose calls are answered in any case.
pub(crate) fn answered(resolved: &[Resolved]) -> BTreeSet<ItemId> {
    let all = resolved.iter().filter(|each| !each.is_pure);
    all.filter_map(|each| each.outside.as_ref().ok()?.id)
        .collect()
}

impl<'a> Resolved<'a> {
    fn new(index: &Index, faked: &'a Faked) -> Resolved<'a> {
        let named = Named::read(index, &faked.function);
        let outside = match &named {
            Some(named) => look_up(index, named),
            None => Err(WhyUnfaked::Unnameable),
        };
        let takes = |is_fine: fn(&Index, &Type) -> bool| {
            let outside = outside.as_ref();
            outside.is_ok_and(|it| taken(it).all(|of| is_fine(index, of)))
        };
        Resolved {
            function: &faked.function,
            is_pure: match faked.pure {
                Pure::Never => false,
                Pure::OfData => takes(is_data),
                Pure::OfOwnCode => takes(has_own_code),
                Pure::Always => true,
            },
            named,
            outside,
        }
    }
}

/// The types of what a function takes.
fn taken(function: &Outside) -> impl Iterator<Item = &Type> {
    // A function without `self` takes no value of its type.
    let receiver = function.receiver.and(function.of.as_ref());
    let parameters = function.parameters.iter().map(|each| &each.of);
    parameters.chain(receiver)
}
