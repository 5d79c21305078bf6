//! Which lints generated files allow: some that any generated text may set off, more where the package denies them, fewer where it forbids allowing.

use std::collections::BTreeSet;

/// What every file begins by allowing.
const ALWAYS: [&str; 3] = ["clippy::all", "deprecated", "unused"];
/// The compiler's error about allowing what is forbidden.
const FORBIDDEN: &str = "E0453";

/// The lints to allow, learned from the compiler's errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lints {
    allowed: BTreeSet<String>,
    forbidden: BTreeSet<String>,
}

impl Default for Lints {
    fn default() -> Lints {
        Lints {
            allowed: ALWAYS.map(str::to_owned).into(),
            forbidden: BTreeSet::new(),
        }
    }
}

impl Lints {
    /// Learns from an error, by its code and message. Returns whether other lints are allowed now, so that building again may help.
    pub fn learn(&mut self, code: &str, message: &str) -> bool {
        if code == FORBIDDEN {
            // `allow(unused) incompatible with previous forbid`
            let lint = message
                .strip_prefix("allow(")
                .and_then(|rest| rest.split_once(')'));
            return lint.is_some_and(|(lint, _)| {
                self.forbidden.insert(lint.to_owned());
                self.allowed.remove(lint)
            });
        }
        let is_error = code
            .strip_prefix('E')
            .is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()));
        !is_error && !self.forbidden.contains(code) && self.allowed.insert(code.to_owned())
    }

    /// The attribute for the top of a file; nothing if no lint is allowed.
    pub fn attribute(&self) -> String {
        if self.allowed.is_empty() {
            return String::new();
        }
        let lints: Vec<&str> = self.allowed.iter().map(String::as_str).collect();
        format!("#![allow({})]\n", lints.join(", "))
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
