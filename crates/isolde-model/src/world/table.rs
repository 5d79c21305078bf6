//! The macro that makes a table of functions that reach the world.

/// Declares a table of [`WorldFunction`](super::WorldFunction)s.
///
/// Rows are in blocks: the area, what the functions do there, the path of their module or type, and the trait whose methods they are. A row is
/// `name(parameter: Type, …) -> Type;`, with the generic parameters in brackets as a text after the name, and `@unsafe` before an unsafe function.
macro_rules! world_table {
    ($table:ident $($area:ident $effect:ident $owner:literal $(as $of_trait:literal)? { $($rows:tt)+ })+) => {
        pub(super) const $table: &[&[super::WorldFunction]] = &[$(
            super::table::world_block!(
                $area, $effect, $owner, super::table::optional!($($of_trait)?), $($rows)+
            )
        ),+];
    };
}
pub(super) use world_table;

/// The rows of a block.
macro_rules! world_block {
    ($area:ident, $effect:ident, $owner:literal, $of_trait:expr, $(
        $(@$unsafe:ident)? $name:ident $([$generics:literal])? ($($parameter:ident: $type:ty),*) -> $result:ty;
    )+) => {
        &[$(super::WorldFunction {
            owner: $owner,
            of_trait: $of_trait,
            name: stringify!($name),
            generics: super::table::text!($($generics)?),
            parameters: &[$((stringify!($parameter), stringify!($type))),*],
            result: stringify!($result),
            is_unsafe: !super::table::text!($(stringify!($unsafe))?).is_empty(),
            area: super::Area::$area,
            effect: super::Effect::$effect,
        }),+]
    };
}
pub(super) use world_block;

/// An optional literal.
macro_rules! optional {
    () => {
        None
    };
    ($value:literal) => {
        Some($value)
    };
}
pub(super) use optional;

/// An optional text; without it, the empty one.
macro_rules! text {
    () => {
        ""
    };
    ($value:expr) => {
        $value
    };
}
pub(super) use text;
