//! Which functions of std are outside: those that reach the world, and those that look into what only the world makes.

use isolde_instrument::border::{Item, ItemType};
use isolde_model::world::{
    self, Area, Effect, WorldFunction, is_adapter, is_for_adapters, world_function, world_value,
};
use isolde_model::{StdItem, std_public_path};

/// Why a function of std is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outside {
    /// It reaches this part of the world.
    Reaches(Area),
    /// It looks into a value that only this part makes, or drops it.
    LooksInto(Area),
    /// It reads from or writes to a value that belongs to this part.
    Moves(Area),
}

/// Why a function of std is outside; `None` if it is kept.
pub(super) fn outside(item: &Item) -> Option<Outside> {
    if let Some(dropped) = item.dropped() {
        let ItemType::Named(of) = dropped else {
            return None;
        };
        return world_value(&public_path(of)?).map(Outside::LooksInto);
    }
    match item.method() {
        Some((of, name)) => method(item, of, name),
        None => function(item),
    }
}

/// Whether a function of std runs code on another thread, or waits for that.
pub(super) fn runs_threads(item: &Item) -> bool {
    row(item).is_some_and(|row| row.effect == Effect::Runs)
}

/// Whether a function of std only tells threads apart, or waits until another one goes on.
pub(super) fn is_between_threads(item: &Item) -> bool {
    row(item).is_some_and(|row| world::is_between_threads(row.owner, row.name))
}

/// The row of a function of std in the table of those that reach the world.
fn row(item: &Item) -> Option<&'static WorldFunction> {
    let Some((of, name)) = item.method() else {
        let path = public_path(item)?;
        let (module, name) = path.rsplit_once("::")?;
        return world_function(module, None, name);
    };
    let of_trait = match item.method_of_trait() {
        Some(of_trait) => Some(public_path(of_trait)?),
        None => None,
    };
    world_function(&owner(of)?, of_trait.as_deref(), name)
}

/// The public path of the type that a method is for.
fn owner(of: &ItemType) -> Option<String> {
    match of {
        ItemType::Primitive(name) => Some((*name).to_owned()),
        of => of.named().and_then(public_path),
    }
}

/// The part of the world that values of a type belong to: the type is one of the world's, or an adapter around one.
fn world_area(of: &Item) -> Option<Area> {
    let path = public_path(of)?;
    world_value(&path).or_else(|| is_adapter(&path).then(|| area_inside(of)).flatten())
}

/// The part of the world that a type inside of an adapter belongs to.
fn area_inside(adapter: &Item) -> Option<Area> {
    let Item::Instance { arguments, .. } = adapter else {
        return None;
    };
    arguments
        .iter()
        .flat_map(ItemType::items)
        .find_map(|item| world_value(&public_path(item)?))
}

/// How code names an item of std outside of the prelude.
fn public_path(item: &Item) -> Option<String> {
    let defined = item.place().join("::");
    let known = StdItem::at(&defined).map(|known| known.public_path());
    known
        .filter(|path| path.contains("::"))
        .or_else(|| std_public_path(&defined))
}

/// A function that is no method.
fn function(item: &Item) -> Option<Outside> {
    let row = row(item)?;
    if row.effect != Effect::Moves {
        return of_row(row.effect, row.area);
    }
    let Item::Instance { arguments, .. } = item else {
        return None;
    };
    let mut items = arguments.iter().flat_map(ItemType::items);
    items.find_map(world_area).map(Outside::Moves)
}

fn method(item: &Item, of: &ItemType, name: &str) -> Option<Outside> {
    if let Some(row) = row(item) {
        return of_row(row.effect, row.area);
    }
    let of_trait = item.method_of_trait().and_then(public_path);
    let of_trait = of_trait.as_deref();
    let owner = owner(of)?;
    let code = own_code(item)?;
    let moves = of_trait.is_some_and(moves_bytes);
    let is_for_adapters = is_for_adapters(name);
    if let Some(area) = world_value(&owner) {
        let is_outside = match code {
            Code::OfType => true,
            Code::Provided => moves,
            Code::Forwarding => false,
        };
        return (is_outside && !is_for_adapters).then_some(match moves {
            true => Outside::Moves(area),
            false => Outside::LooksInto(area),
        });
    }
    // Other methods of adapters reach these, or what is inside.
    let is_next = of_trait == Some("std::iter::Iterator") && matches!(code, Code::OfType);
    let is_forwarding = matches!(code, Code::Forwarding);
    (is_next || moves && !is_for_adapters && !is_forwarding)
        .then(|| world_area(of.named()?).map(Outside::Moves))
        .flatten()
}

/// Where the code of a method comes from.
enum Code {
    /// It is written for the type.
    OfType,
    /// The trait provides it for all types.
    Provided,
    /// It is written for all types of some kind, and only calls other functions.
    Forwarding,
}

/// Where the code of a method comes from; types of the world are defined in the crate `std`, and `std::io::impls` forwards to what a pointer points at.
fn own_code(method: &Item) -> Option<Code> {
    match method {
        Item::Instance { item, .. } => own_code(item),
        Item::Nested { parent, .. } => Some(match &**parent {
            Item::Provided { .. } => Code::Provided,
            Item::Impl { place, .. } => {
                let place = place.place();
                let is_of_std = place.first() == Some(&"std");
                match is_of_std && !place.starts_with(&["std", "io", "impls"]) {
                    true => Code::OfType,
                    false => Code::Forwarding,
                }
            }
            _ => return None,
        }),
        _ => None,
    }
}

/// Whether the methods that a trait provides read or write.
fn moves_bytes(of_trait: &str) -> bool {
    matches!(
        of_trait,
        "std::io::BufRead" | "std::io::Read" | "std::io::Seek" | "std::io::Write"
    )
}

fn of_row(effect: Effect, area: Area) -> Option<Outside> {
    match effect {
        Effect::Reaches => Some(Outside::Reaches(area)),
        Effect::Looks => Some(Outside::LooksInto(area)),
        Effect::Moves | Effect::Runs => None,
    }
}
