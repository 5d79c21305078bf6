//! Types for which nothing may stand in, since functions without fakes look into their values.

use super::named::{Named, Owner, read_type};
use super::resolved::Resolved;
use super::{Unfaked, WhyUnfaked};
use crate::index::Index;
use crate::shape::Settled;
use crate::spell::std_path;
use crate::types::mentions;
use isolde_model::world::is_record;
use isolde_model::{StdTrait, Type};

/// The types that functions look into of which it is known beforehand that they can have no fakes. `kept` are functions of other crates that are kept.
pub(crate) fn looked_into(index: &Index, resolved: &[Resolved], kept: &[String]) -> Vec<Type> {
    let unknown = resolved.iter().filter(|each| each.outside.is_err());
    let faked = unknown.filter_map(|each| {
        let of = owner(each.named.as_ref()?)?;
        let is_record = match of {
            Type::Path {
                id: None, defined, ..
            } => std_path(defined).is_some_and(|path| is_record(&path)),
            _ => true,
        };
        is_record.then(|| of.clone())
    });
    let kept = kept.iter().filter_map(|function| owner_in(index, function));
    faked.chain(kept).collect()
}

/// The types of values that stand in which functions may get that turned out to have no fakes.
pub(crate) fn exposed(resolved: &[Resolved], unfaked: &[Unfaked], settled: &Settled) -> Vec<Type> {
    let mut types: Vec<&Type> = Vec::new();
    // What stands in is never dropped.
    let unfaked = unfaked
        .iter()
        .filter(|unfaked| unfaked.why != WhyUnfaked::Destructor);
    for unfaked in unfaked {
        let mut all = resolved.iter();
        let Some(function) = all.find(|each| each.function == unfaked.function) else {
            continue;
        };
        if let Ok(outside) = &function.outside {
            types.extend(outside.parameters.iter().map(|each| &each.of));
        }
        types.extend(function.named.as_ref().and_then(owner));
    }
    if types.is_empty() {
        return Vec::new();
    }
    settled
        .types()
        .filter(|own| settled.stands_in(own))
        .filter(|own| types.iter().any(|of| mentions(of, &|each| each == *own)))
        .cloned()
        .collect()
}

/// The type that a function belongs to, except if it drops its values.
fn owner(named: &Named) -> Option<&Type> {
    match &named.owner {
        Owner::Module(_) => None,
        Owner::Trait(_, of_trait, _) if StdTrait::at(of_trait) == Some(StdTrait::Drop) => None,
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
