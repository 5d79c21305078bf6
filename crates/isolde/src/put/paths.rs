//! How the source text of an input names the user's types and factories: as code in the test's module would.

/// The module of a test, and the names and types of its parameters as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    /// `module_path!()`.
    pub module: &'static str,
    /// Names and types.
    pub parameters: &'static [(&'static str, &'static str)],
}

impl Home {
    /// The path that code in the test's module must write before `name`, an item of `module`: `deep::` for items of a module inside the test's module,
    /// otherwise the path that the type of a parameter has, and nothing for items that seem to be imported.
    pub fn prefix(&self, module: &'static str, name: &str) -> String {
        let inside = module.strip_prefix(self.module);
        if let Some(rest) = inside.and_then(|rest| rest.strip_prefix("::")) {
            return format!("{rest}::");
        }
        let is_around = self.module.strip_prefix(module);
        if is_around.is_some_and(|rest| rest.is_empty() || rest.starts_with("::")) {
            return String::new();
        }
        let types = self.parameters.iter().map(|(_, ty)| *ty);
        types
            .filter_map(|ty| written(ty, name))
            .find(|path| path.rsplit("::").nth(1) == module.rsplit("::").next())
            .unwrap_or_default()
    }
}

/// The path before the first qualified mention of `name` in a type: `crate::model::` in `&crate::model::Point`.
fn written(ty: &'static str, name: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '#' || c == ':';
    ty.split(|c| !is_part(c))
        .filter_map(|path| path.strip_suffix(name))
        .find(|before| before.ends_with("::"))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_the_module_of_the_test_would() {
        let home = Home {
            module: "krate::tests",
            parameters: &[
                ("a", "Point"),
                ("b", "Option<&crate::model::Point>"),
                ("c", "::other::shapes::Circle"),
            ],
        };
        for (module, name, prefix) in [
            ("krate::tests", "Point", ""),
            ("krate::tests::deep::er", "Point", "deep::er::"),
            // Visible through `use super::*`.
            ("krate", "Point", ""),
            ("krate::model", "Point", "crate::model::"),
            ("krate::model", "Kind", ""),
            ("other::shapes", "Circle", "::other::shapes::"),
            ("krate::test", "Point", ""),
            ("krate::testsuite", "Circle", ""),
        ] {
            assert_eq!(home.prefix(module, name), prefix, "{module}::{name}");
        }
    }
}
