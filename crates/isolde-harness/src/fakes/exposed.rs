//! Types for which nothing may stand in, since functions without fakes look into their values.

use super::lookup::look_up;
use super::named::{Named, Owner, read_type};
use super::{Isolation, Unfaked, WhyUnfaked};
use crate::index::Index;
use crate::shape::Settled;
use crate::spell::std_path;
use crate::types::mentions;
use isolde_model::world::is_record;
use isolde_model::{StdTrait, Type};

/// The types that functions look into of which it is known beforehand that they can have no fakes.
pub(crate) fn looked_into(index: &Index, isolation: &Isolation) -> Vec<Type> {
    let faked = isolation.faked.iter().filter_map(|each| {
        let named = Named::read(index, &each.function)?;
        let is_known = look_up(index, &named).is_ok();
        let of = owner(named).filter(|_| !is_known)?;
        let is_record = match &of {
            Type::Path {
                id: None, defined, ..
            } => std_path(defined).is_some_and(|path| is_record(&path)),
            _ => true,
        };
        is_record.then_some(of)
    });
    let kept = isolation.kept.iter();
    let kept = kept.filter_map(|function| owner_in(index, function));
    faked.chain(kept).collect()
}

/// The types of values that stand in which functions may get that turned out to have no fakes.
pub(crate) fn exposed(index: &Index, unfaked: &[Unfaked], settled: &Settled) -> Vec<Type> {
    let mut types = Vec::new();
    // What stands in is never dropped.
    let unfaked = unfaked
        .iter()
        .filter(|unfaked| unfaked.why != WhyUnfaked::Destructor);
    for unfaked in unfaked {
        let Some(named) = Named::read(index, &unfaked.function) else {
            continue;
        };
        if let Ok(found) = look_up(index, &named) {
            types.extend(found.parameters.into_iter().map(|each| each.of));
        }
        types.extend(owner(named));
    }
    if types.is_empty() {
        return types;
    }
    settled
        .types()
        .filter(|own| settled.stands_in(own))
        .filter(|own| types.iter().any(|of| mentions(of, &|each| each == *own)))
        .cloned()
        .collect()
}

/// The type that a function belongs to, except if it drops its values.
fn owner(named: Named) -> Option<Type> {
    match named.owner {
        Owner::Module(_) => None,
        Owner::Trait(_, of_trait, _) if StdTrait::at(&of_trait) == Some(StdTrait::Drop) => None,
        Owner::Type(of) | Owner::Trait(of, ..) => Some(of),
    }
}

/// The type that a function belongs to, of whose name the rest cannot be read: `Client` of `<dep::Client>::with::<{closure}>`.
fn owner_in(index: &Index, function: &str) -> Option<Type> {
    let rest = function.strip_prefix('<')?;
    let mut depth = 1_usize;
    let end = rest.char_indices().find_map(|(at, letter)| {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let (of, of_trait) = match rest[..end].split_once(" as ") {
        Some((of, of_trait)) => (of, StdTrait::at(of_trait)),
        None => (&rest[..end], None),
    };
    // What stands in is never dropped.
    let of = (of_trait != Some(StdTrait::Drop)).then_some(of)?;
    read_type(index, &syn::parse_str(of).ok()?)
}
