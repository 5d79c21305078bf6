//! Names of choices for files, which stay valid when a test changes: the parameter, the scopes inside it, and the choice's number in the innermost scope.
//!
//! `heap.0.2#1` is the second choice in scope 2 of scope 0 of the parameter `heap`; `$1#0` is the first choice of the first value that the test's body
//! itself [chose](crate::put::choose). A choice's [key](Address::key) is a hash of its address.

use isolde_abi::key::{inner, key};
use std::collections::HashMap;

/// The place where a choice is made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// Scopes from the outside in. The first is the number of the parameter; values chosen in the body are numbered after the parameters.
    pub scopes: Vec<u64>,
    /// The number of the choice in the innermost scope, from 0.
    pub ordinal: u64,
}

impl Address {
    /// The choice's key on tapes.
    pub fn key(&self) -> u64 {
        let scope = self
            .scopes
            .iter()
            .fold(0, |scope, &index| inner(scope, index));
        key(scope, self.ordinal)
    }

    /// Parses an address; `None` if the text is not an address, or names a parameter that does not exist.
    pub fn parse(text: &str, parameters: &[&str]) -> Option<Address> {
        let (path, ordinal) = text.rsplit_once('#')?;
        let mut parts = path.split('.');
        let root = parts.next()?;
        let first = match root.strip_prefix('$') {
            Some(number) => {
                let number: u64 = number.parse().ok()?;
                (parameters.len() as u64).checked_add(number.checked_sub(1)?)?
            }
            None => parameters.iter().position(|name| *name == root)? as u64,
        };
        let mut scopes = vec![first];
        for part in parts {
            scopes.push(part.parse().ok()?);
        }
        Some(Address {
            scopes,
            ordinal: ordinal.parse().ok()?,
        })
    }

    /// The address as text, with parameters by name.
    pub fn text(&self, parameters: &[&str]) -> String {
        let (first, rest) = self
            .scopes
            .split_first()
            .map_or((0, &[][..]), |(f, r)| (*f, r));
        let named = usize::try_from(first)
            .ok()
            .and_then(|index| parameters.get(index));
        let mut text = match named {
            Some(name) => (*name).to_owned(),
            None => format!("${}", first - parameters.len() as u64 + 1),
        };
        for scope in rest {
            text.push_str(&format!(".{scope}"));
        }
        text.push_str(&format!("#{}", self.ordinal));
        text
    }
}

/// The addresses of the choices of one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses {
    /// For the key of each scope, the scopes from the outside in.
    scopes: HashMap<u64, Vec<u64>>,
    /// Choices in the order in which they were made, and their values.
    pub choices: Vec<(Address, u64)>,
}

impl Addresses {
    /// Notes that scope number `index` of the scope with the key `outer` is entered; its key is `key`.
    pub fn scope(&mut self, outer: u64, index: u64, key: u64) {
        let mut scopes = self.scopes.get(&outer).cloned().unwrap_or_default();
        scopes.push(index);
        self.scopes.insert(key, scopes);
    }

    /// Notes that choice number `ordinal` of the scope with the key `scope` is made.
    pub fn choice(&mut self, scope: u64, ordinal: u64, value: u64) {
        let scopes = self.scopes.get(&scope).cloned().unwrap_or_default();
        self.choices.push((Address { scopes, ordinal }, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chooser, Passing, Value};

    #[test]
    fn addresses_read_back() {
        let parameters = ["heap", "key"];
        for text in ["heap.0.2#1", "key#0", "$1.7#0", "$3#2"] {
            let address = Address::parse(text, &parameters).unwrap();
            assert_eq!(address.text(&parameters), text);
        }
        for text in ["", "heap", "other#0", "heap.x#0", "$0#0", "heap#-1", "#0"] {
            assert_eq!(Address::parse(text, &parameters), None, "{text}");
        }
    }

    #[test]
    fn an_address_has_the_key_of_the_choice_that_it_names() {
        let mut chooser = Chooser::from_tape(Default::default(), 7);
        chooser.argument("n", Passing::Value, u8::choose);
        let tape = [(Address::parse("list#0", &["n", "list"]).unwrap().key(), 2)].into();
        let mut chooser = Chooser::from_tape(tape, 0);
        chooser.argument("n", Passing::Value, u8::choose);
        let list = chooser.argument("list", Passing::Value, Vec::<u8>::choose);
        assert_eq!(list, [0, 0]);
        let second = Address::parse("list.1#0", &["n", "list"]).unwrap();
        assert_eq!(chooser.choices()[3].key, second.key());
    }
}
