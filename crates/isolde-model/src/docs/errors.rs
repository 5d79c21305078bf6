//! Errors that documentation names: a section headed `Errors` in which variants of the error type are written as code.

use super::heading;
use crate::item::{Function, Model, TypeKind};
use crate::std_items::StdItem;
use crate::types::Type;
use std::collections::BTreeSet;

impl Model {
    /// The variants of a function's error type that its documentation leaves out although it names others: the function says that it does not return
    /// them. Empty if the documentation also speaks of the type as a whole or of other functions, whose errors may be meant too.
    pub fn undocumented_errors(&self, function: &Function) -> BTreeSet<String> {
        self.left_out(function).unwrap_or_default()
    }

    fn left_out(&self, function: &Function) -> Option<BTreeSet<String>> {
        let Type::Path {
            defined, arguments, ..
        } = &function.callable.result
        else {
            return None;
        };
        let [_, Type::Path { id: Some(id), .. }] = arguments.as_slice() else {
            return None;
        };
        let error = self.types.get(id)?;
        let (true, TypeKind::Enum(variants)) =
            (StdItem::at(defined) == Some(StdItem::Result), &error.kind)
        else {
            return None;
        };
        let all: BTreeSet<&str> = variants.iter().map(|it| it.name.as_str()).collect();
        let parameters = function.callable.parameters.iter();
        let parameters: BTreeSet<&str> = parameters.map(|it| it.name.as_str()).collect();
        let codes = codes(&function.docs);
        let is_known = |code: &String| {
            let last = code.rsplit("::").next().unwrap_or(code);
            all.contains(last) && code != &error.name
                || ["Err", "Result", "None", "Some", "self", "true", "false"].contains(&last)
                || parameters.contains(code.as_str())
        };
        if !codes.iter().all(is_known) {
            return None;
        }
        let named: BTreeSet<&str> = codes
            .iter()
            .map(|code| code.rsplit("::").next().unwrap_or(code))
            .collect();
        let left_out = all.difference(&named).map(|name| (*name).to_owned());
        (!all.is_disjoint(&named)).then(|| left_out.collect())
    }
}

/// The names that are written as code in sections headed `Errors`. Code that is no name does not count.
fn codes(docs: &str) -> BTreeSet<String> {
    let (mut in_code, mut in_section) = (false, false);
    let mut section = String::new();
    for line in docs.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
        } else if in_code {
        } else if let Some(title) = heading(line) {
            in_section = matches!(title.to_lowercase().as_str(), "errors" | "error");
        } else if in_section {
            section.push_str(line);
            section.push(' ');
        }
    }
    let codes = section.split('`').skip(1).step_by(2);
    let is_name = |code: &&str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        !code.is_empty() && code.chars().all(is_part) && !code.starts_with(|c: char| c.is_numeric())
    };
    codes
        .map(|code| code.trim_end_matches("()"))
        .filter(is_name)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_sections_about_errors_are_found() {
        let docs = "Reads `all`.\n\n# Errors\n\n[`Error::Short`] if `text` is shorter than `2 * n`, and\n`Bad` else.\n```\n`Other`\n```\n# Panics\n`Never`";
        let found: Vec<String> = codes(docs).into_iter().collect();
        assert_eq!(found, ["Bad", "Error::Short", "text"]);
        assert!(codes("Returns `Bad`.").is_empty());
    }
}
