//! What attributes mean for the model, parsed from their text in rustdoc's JSON.
//!
//! Formats have names for the common attributes; other attributes are text, either as written in the source or as the compiler's own
//! debug output (`#[attr = CfgTrace([NameValue { name: "test", … }])]`).

use crate::item::Contract;
use isolde_abi::library::{CONTRACT, FAKE_RULE, FILTER, INVARIANT};

/// The attributes of an item that matter for the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// `#[automatically_derived]`.
    pub derived: bool,
    /// `#[doc(hidden)]`.
    pub hidden: bool,
    /// `#[non_exhaustive]`.
    pub non_exhaustive: bool,
    /// A `#[cfg(…)]` that is false outside tests.
    pub test_only: bool,
    /// An alias in the documentation by which the library `isolde` marks contracts.
    pub contract: Option<Contract>,
}

impl Marks {
    /// Notes an attribute given as text.
    pub(crate) fn note(&mut self, text: &str) {
        if let Some(arguments) = text.strip_prefix("#[doc(") {
            self.hidden |= arguments
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .is_some_and(|first| first == "hidden");
            if let Some(alias) = alias(arguments) {
                self.contract = self.contract.take().or(contract(alias));
            }
        }
        self.derived |= text.starts_with("#[automatically_derived");
        self.non_exhaustive |= text.starts_with("#[non_exhaustive");
        if let Some(predicate) = text.strip_prefix("#[cfg(") {
            self.test_only |= predicate.trim_end().trim_end_matches(']') == "test)";
        }
        if let Some(trace) = text.strip_prefix("#[attr = CfgTrace([") {
            self.test_only |= list(trace).0.into_iter().any(|value| value == Truth::False);
        }
    }
}

/// The name in `alias = "name")]`, which is how the JSON has all aliases.
fn alias(arguments: &str) -> Option<&str> {
    let name = arguments.strip_prefix("alias = \"")?;
    Some(name.split_once('"')?.0)
}

/// The contract that an alias marks.
fn contract(alias: &str) -> Option<Contract> {
    match alias {
        INVARIANT => Some(Contract::Invariant),
        FILTER => Some(Contract::Filter),
        _ => {
            let of_call = about(alias, CONTRACT).map(Contract::Call);
            of_call.or_else(|| about(alias, FAKE_RULE).map(Contract::FakeRule))
        }
    }
}

/// The path of the function in an alias that begins like this.
fn about(alias: &str, beginning: &str) -> Option<String> {
    let path = alias.strip_prefix(beginning)?.strip_suffix(')')?;
    // Arguments do not belong to the name of a function.
    Some(without_arguments(&path.replace(' ', "")))
}

/// The path without generic arguments: `List::push` for `List::<u8>::push`.
fn without_arguments(path: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for each in path.chars() {
        match each {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => out.push(each),
            _ => {}
        }
    }
    out.replace("::::", "::")
}

/// The value of a predicate if `test` is off and nothing else is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    True,
    False,
    Unknown,
}

/// Parses predicates up to the closing bracket of their list; returns them and the rest of the text.
fn list(mut text: &str) -> (Vec<Truth>, &str) {
    let mut values = Vec::new();
    loop {
        text = text.trim_start_matches([',', ' ']);
        if let Some(rest) = text.strip_prefix(']') {
            return (values, rest);
        }
        match predicate(text) {
            Some((value, rest)) => {
                values.push(value);
                text = rest;
            }
            None => return (values, ""),
        }
    }
}

/// Parses one predicate of the compiler's debug output; `None` if it has an unknown form.
fn predicate(text: &str) -> Option<(Truth, &str)> {
    if let Some(rest) = text.strip_prefix("All([") {
        let (values, rest) = list(rest);
        let value = if values.contains(&Truth::False) {
            Truth::False
        } else if values.contains(&Truth::Unknown) {
            Truth::Unknown
        } else {
            Truth::True
        };
        Some((value, after_span(rest)?.strip_prefix(')')?))
    } else if let Some(rest) = text.strip_prefix("Any([") {
        let (values, rest) = list(rest);
        let value = if values.contains(&Truth::True) {
            Truth::True
        } else if values.contains(&Truth::Unknown) {
            Truth::Unknown
        } else {
            Truth::False
        };
        Some((value, after_span(rest)?.strip_prefix(')')?))
    } else if let Some(rest) = text.strip_prefix("Not(") {
        let (value, rest) = predicate(rest)?;
        let value = match value {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        };
        Some((value, after_span(rest)?.strip_prefix(')')?))
    } else if let Some(rest) = text.strip_prefix("NameValue { name: ") {
        let is_test = rest.starts_with("\"test\", value: None");
        let value = if is_test {
            Truth::False
        } else {
            Truth::Unknown
        };
        Some((value, after_span(rest)?.strip_prefix(" }")?))
    } else if let Some(rest) = text.strip_prefix("Bool(") {
        let value = if rest.starts_with("true") {
            Truth::True
        } else {
            Truth::False
        };
        Some((value, after_span(rest)?.strip_prefix(')')?))
    } else {
        None
    }
}

/// Skips a span, which ends with its syntax context: `src/lib.rs:1:7: 1:11 (#0)`.
fn after_span(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        let (_, context) = rest.split_once("(#")?;
        let digits = context.trim_start_matches(|c: char| c.is_ascii_digit());
        if digits.len() < context.len()
            && let Some(rest) = digits.strip_prefix(')')
        {
            return Some(rest);
        }
        rest = context;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> Marks {
        let mut marks = Marks::default();
        marks.note(text);
        marks
    }

    const TEST: &str =
        r#"NameValue { name: "test", value: None, span: src/a (#b).rs:1:7: 1:11 (#0) }"#;
    const FEATURE: &str =
        r#"NameValue { name: "feature", value: Some("test"), span: src/lib.rs:1:7: 1:11 (#12) }"#;

    fn is_test_only(predicate: &str) -> bool {
        marks(&format!("#[attr = CfgTrace([{predicate}])]")).test_only
    }

    #[test]
    fn only_a_predicate_that_is_false_without_test_marks_an_item_as_test_only() {
        assert!(is_test_only(TEST));
        assert!(is_test_only(&format!(
            "All([{FEATURE}, {TEST}], src/lib.rs:1:1: 1:2 (#0))"
        )));
        assert!(is_test_only(&format!("{FEATURE}, {TEST}")));
        assert!(!is_test_only(FEATURE));
        assert!(!is_test_only(&format!(
            "Not({TEST}, src/lib.rs:1:1: 1:2 (#0))"
        )));
        assert!(!is_test_only(&format!(
            "Any([{TEST}, {FEATURE}], src/lib.rs:1:1: 1:2 (#0))"
        )));
        assert!(is_test_only(&format!(
            "Any([{TEST}], src/lib.rs:1:1: 1:2 (#0))"
        )));
        assert!(marks("#[cfg(test)]").test_only);
        assert!(!marks("#[cfg(not(test))]").test_only);
    }

    #[test]
    fn unknown_shapes_of_predicates_mark_nothing() {
        assert!(!is_test_only(r#"Version { what: "else", test: None }"#));
        assert!(!marks("#[attr = CfgTrace([").test_only);
    }

    #[test]
    fn hidden_is_distinguished_from_other_doc_attributes() {
        assert!(marks("#[doc(hidden)]").hidden);
        assert!(!marks("#[doc(alias = \"hidden\")]").hidden);
        assert!(!marks("#[doc = \"hidden\"]").hidden);
    }

    #[test]
    fn contracts_are_marked_by_aliases() {
        let contract = |alias: &str| marks(&format!("#[doc(alias = \"{alias}\")]")).contract;
        assert_eq!(contract("isolde::invariant"), Some(Contract::Invariant));
        assert_eq!(contract("isolde::filter"), Some(Contract::Filter));
        let call = |path: &str| Some(Contract::Call(path.into()));
        assert_eq!(
            contract("isolde::contract(of = List::push)"),
            call("List::push")
        );
        assert_eq!(
            contract("isolde::contract(of = a::List::<Vec<u8>>::push)"),
            call("a::List::push")
        );
        assert_eq!(contract("isolde::contract(of = List::push"), None);
        assert_eq!(contract("invariant"), None);
    }
}
