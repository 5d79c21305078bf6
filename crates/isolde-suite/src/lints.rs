//! Which lints generated files allow: some that any generated text may set off, additional ones that the package denies, but none that it forbids to
//! allow.

use std::collections::BTreeSet;

/// The lints that every file allows at first.
const ALWAYS: [&str; 3] = ["clippy::all", "deprecated", "unused"];
/// The compiler's error about an attempt to allow a forbidden lint.
const FORBIDDEN: &str = "E0453";

/// The lints to allow, learned from the compiler's errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lints {
    /// The allowed lints, in the order in which they are written.
    allowed: Vec<String>,
    forbidden: BTreeSet<String>,
}

impl Default for Lints {
    fn default() -> Lints {
        Lints::allowing(&ALWAYS)
    }
}

impl Lints {
    /// Files that allow these lints.
    pub fn allowing(lints: &[&str]) -> Lints {
        Lints {
            allowed: lints.iter().map(|&lint| lint.to_owned()).collect(),
            forbidden: BTreeSet::new(),
        }
    }

    /// Learns from an error, given by its code and message. Returns whether the set of allowed lints changed, so that building again may help.
    pub fn learn(&mut self, code: &str, message: &str) -> bool {
        if code == FORBIDDEN {
            // `allow(unused) incompatible with previous forbid`
            let lint = message
                .strip_prefix("allow(")
                .and_then(|rest| rest.split_once(')'));
            return lint.is_some_and(|(lint, _)| {
                self.forbidden.insert(lint.to_owned());
                let before = self.allowed.len();
                self.allowed.retain(|allowed| allowed != lint);
                self.allowed.len() < before
            });
        }
        let is_error = code
            .strip_prefix('E')
            .is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()));
        if is_error || self.forbidden.contains(code) || self.allowed.iter().any(|it| it == code) {
            return false;
        }
        self.allowed.push(code.to_owned());
        true
    }

    /// Learns from errors, given by their codes and messages. Returns whether building again may help.
    pub fn learn_all(&mut self, errors: &[(String, String)]) -> bool {
        let learned = errors
            .iter()
            .map(|(code, message)| self.learn(code, message));
        learned.fold(false, |any, one| any | one)
    }

    /// The attribute for the top of a file; empty if no lint is allowed.
    pub fn attribute(&self) -> String {
        if self.allowed.is_empty() {
            return String::new();
        }
        format!("#![allow({})]\n", self.allowed.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lints_that_are_denied_become_allowed_and_those_that_are_forbidden_do_not() {
        let mut lints = Lints::default();
        assert_eq!(
            lints.attribute(),
            "#![allow(clippy::all, deprecated, unused)]\n"
        );
        assert!(!lints.learn("E0308", "mismatched types"));
        assert!(lints.learn("unused_results", "unused result of type `u8`"));
        assert!(!lints.learn("unused_results", "unused result of type `u8`"));
        assert!(lints.learn("E0453", "allow(unused) incompatible with previous forbid"));
        assert!(!lints.learn("E0453", "allow(unused) incompatible with previous forbid"));
        assert_eq!(
            lints.attribute(),
            "#![allow(clippy::all, deprecated, unused_results)]\n"
        );
        assert!(lints.learn(
            "E0453",
            "allow(unused_results) incompatible with previous forbid"
        ));
        assert!(!lints.learn("unused_results", "unused result of type `u8`"));
    }
}
