//! Which code of a program is the same in the source: each instance of a generic function has points and mutants of its own.

use super::coverage::owners;
use isolde_instrument::{FunctionPoints, ProgramMap};
use isolde_model::Model;
use std::collections::BTreeMap;
use std::path::Path;

/// For each function of a program the number of the function of the source that it is an instance of. Functions that a macro copies for several types are
/// different functions.
pub(super) fn source_functions(model: &Model, root: &Path, map: &ProgramMap) -> Vec<u32> {
    let mut numbers: BTreeMap<(&str, u32, String), u32> = BTreeMap::new();
    let functions = map.functions.iter();
    functions
        .map(|function| {
            let key = (
                function.file.as_str(),
                function.line,
                name(model, root, function),
            );
            let next = numbers.len() as u32;
            *numbers.entry(key).or_insert(next)
        })
        .collect()
}

/// A name that tells a function from others at the same place, and is that of all its instances.
fn name(model: &Model, root: &Path, function: &FunctionPoints) -> String {
    let name = without_arguments(&function.function);
    // `<u8 as Width>::width` is an instance of a function for all types, unless there are several functions at that place.
    match owners(model, root, &function.file, function.line).len() {
        1 => after_type(&name).to_owned(),
        _ => name,
    }
}

/// A function of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    /// Its number in the program.
    pub(super) number: u32,
    /// That of the function of the source.
    pub(super) source: u32,
}

/// Finds what is the same in instances of one function: what is of the same kind at the same place, and has the same order there. `P` is place and kind.
pub(super) struct SameCode<P> {
    orders: BTreeMap<(Instance, P), u32>,
    first: BTreeMap<(u32, P, u32), u32>,
}

impl<P: Copy + Ord> SameCode<P> {
    pub(super) fn new() -> SameCode<P> {
        SameCode {
            orders: BTreeMap::new(),
            first: BTreeMap::new(),
        }
    }

    /// The number of what came first and is the same as number `number`, which is next in this instance.
    pub(super) fn first(&mut self, of: Instance, place: P, number: u32) -> u32 {
        let order = self.orders.entry((of, place)).or_default();
        let first = self.first.entry((of.source, place, *order));
        *order += 1;
        *first.or_insert(number)
    }
}

/// A name without the arguments of generic items in it: `a::f::<u8>::{closure#0}` is `a::f::{closure#0}`, `<a::B<u8> as a::C<u8>>::d` is `<a::B as a::C>::d`.
fn without_arguments(name: &str) -> String {
    let mut result = String::new();
    // For each open bracket, whether it is left out with all that is in it.
    let mut open: Vec<bool> = Vec::new();
    let mut before = ' ';
    for character in name.chars() {
        let is_left_out = open.last() == Some(&true);
        match character {
            '<' => {
                // A bracket behind a name holds arguments; others hold a type with methods.
                let is_argument = before == ':' || before == '_' || before.is_alphanumeric();
                open.push(is_left_out || is_argument);
                if is_argument && !is_left_out {
                    let end = result.trim_end_matches("::").len();
                    result.truncate(end);
                }
            }
            // The arrow before a result is no bracket.
            '>' if before != '-' => {
                open.pop();
            }
            _ => {}
        }
        let is_bracket = character == '<' || character == '>' && before != '-';
        let stays = !is_left_out && open.last() != Some(&true);
        if stays && !(is_bracket && is_left_out) {
            result.push(character);
        }
        before = character;
    }
    result
}

/// The part of a name behind the type whose method it is: `width` of `<u8 as Width>::width`.
fn after_type(name: &str) -> &str {
    match name.starts_with('<') {
        true => name.rsplit_once(">::").map_or(name, |(_, name)| name),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_arguments_and_types() {
        let cases = [
            ("a::f", "a::f", "a::f"),
            (
                "a::f::<u8, b::C<u8>>::{closure#0}",
                "a::f::{closure#0}",
                "a::f::{closure#0}",
            ),
            (
                "<a::B<u8> as a::C<fn(u8) -> u8>>::d::<u8>",
                "<a::B as a::C>::d",
                "d",
            ),
            ("<a::B<[u8; 2]>>::d", "<a::B>::d", "d"),
            (
                "<u8 as a::C>::d::{closure#0}",
                "<u8 as a::C>::d::{closure#0}",
                "d::{closure#0}",
            ),
            (
                "<fn(u8) -> u8 as a::C>::d",
                "<fn(u8) -> u8 as a::C>::d",
                "d",
            ),
            (
                "<<a::B as a::C>::D as a::E>::f",
                "<<a::B as a::C>::D as a::E>::f",
                "f",
            ),
        ];
        for (name, plain, end) in cases {
            assert_eq!(without_arguments(name), plain);
            assert_eq!(after_type(plain), end);
        }
    }
}
