//! The name of the library in the crate being compiled: `isolde`, unless its manifest says `other = { package = "isolde" }`.
//!
//! This reads only as much of a manifest as is needed to find a rename: a full TOML parser would have to be compiled on users' machines.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use std::path::Path;

const LIBRARY: &str = "isolde";

/// Whether this is the library's name in the crate being compiled.
pub fn is_library(word: &str) -> bool {
    word == other().as_deref().unwrap_or(LIBRARY)
}

/// The library's name in the crate being compiled, if it is renamed.
fn other() -> Option<String> {
    name(std::env::var_os("CARGO_MANIFEST_DIR")?.as_ref())
}

/// The tokens, where each path that begins with `::isolde` has the library's name in the crate being compiled.
pub fn renamed(tokens: TokenStream) -> TokenStream {
    match other() {
        Some(name) => replaced(tokens, &name),
        None => tokens,
    }
}

/// The name that the package in this folder has for the library, if it is renamed.
fn name(package: &Path) -> Option<String> {
    let read = |folder: &Path| std::fs::read_to_string(folder.join("Cargo.toml")).ok();
    let manifest = read(package)?;
    if let Some(name) = rename(&manifest) {
        return Some(name.replace('-', "_"));
    }
    let inherited = package.ancestors().skip(1).filter_map(read);
    let name = inherited.filter_map(|manifest| rename(&manifest)).next()?;
    let is_inherited = entries(&manifest).any(|(key, _)| key == name);
    is_inherited.then(|| name.replace('-', "_"))
}

/// The key of a dependency whose package is the library.
fn rename(manifest: &str) -> Option<String> {
    let names = |value: &str| {
        value
            .split_once("package")
            .and_then(|(_, rest)| rest.trim_start().strip_prefix('='))
            .map(|rest| rest.trim_start().trim_start_matches(['"', '\'']))
            .and_then(|rest| rest.strip_prefix(LIBRARY))
            .is_some_and(|rest| rest.starts_with(['"', '\'']))
    };
    let mut entries = entries(manifest);
    let found = entries.find(|(key, value)| key != LIBRARY && names(value));
    found.map(|(key, _)| key)
}

/// The entries of dependencies: the key, and a line about it.
fn entries(manifest: &str) -> impl Iterator<Item = (String, &str)> {
    let mut table = "";
    manifest.lines().filter_map(move |line| {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            table = name.split(']').next().unwrap_or_default().trim();
            return None;
        }
        let (_, kind) = table.rsplit_once("dependencies")?;
        let key = match kind.strip_prefix('.') {
            // `[dependencies.name]`
            Some(name) => name,
            None if kind.is_empty() && !line.starts_with('#') => line.split(['=', '.']).next()?,
            None => return None,
        };
        let key = key.trim().trim_matches(['"', '\'']);
        (!key.is_empty()).then(|| (key.to_owned(), line))
    })
}

fn replaced(tokens: TokenStream, name: &str) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let is_colon =
            |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':');
        out.push(match tree {
            TokenTree::Group(group) => {
                let mut new = Group::new(group.delimiter(), replaced(group.stream(), name));
                new.set_span(group.span());
                TokenTree::Group(new)
            }
            TokenTree::Ident(ident)
                if ident == LIBRARY
                    && matches!(&out[..], [.., one, two] if is_colon(one) && is_colon(two)) =>
            {
                TokenTree::Ident(Ident::new(name, ident.span()))
            }
            tree => tree,
        });
    }
    out.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_with_another_name_are_found() {
        for (manifest, expected) in [
            ("[dev-dependencies]\nisolde = \"1\"\n", None),
            (
                "[dev-dependencies]\niso = { version = \"1\", package = \"isolde\" }\n",
                Some("iso"),
            ),
            (
                "[dependencies]\n\"iso-l\" = {package='isolde'}\n",
                Some("iso-l"),
            ),
            (
                "[target.'cfg(unix)'.dev-dependencies.iso]\nversion = \"1\"\npackage = \"isolde\"\n",
                Some("iso"),
            ),
            ("[dependencies]\niso.package = \"isolde\"\n", Some("iso")),
            ("[dependencies]\n# iso = { package = \"isolde\" }\n", None),
            (
                "[dependencies]\niso = { package = \"isolde-macros\" }\n",
                None,
            ),
            (
                "[package]\nname = \"isolde\"\n[profile.dev]\npackage = \"isolde\"\n",
                None,
            ),
        ] {
            assert_eq!(rename(manifest).as_deref(), expected, "{manifest}");
        }
    }

    #[test]
    fn names_are_inherited_from_the_workspace() {
        let folder = std::env::temp_dir().join(format!("isolde-macros-{}", std::process::id()));
        let member = folder.join("member");
        std::fs::create_dir_all(&member).unwrap();
        let workspace =
            "[workspace.dependencies]\niso-l = { package = \"isolde\", path = \"x\" }\n";
        std::fs::write(folder.join("Cargo.toml"), workspace).unwrap();
        let named = |manifest: &str| {
            std::fs::write(member.join("Cargo.toml"), manifest).unwrap();
            name(&member)
        };
        let inherits = named("[dev-dependencies]\niso-l.workspace = true\n");
        let does_not = named("[dev-dependencies]\nisolde = \"1\"\n");
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!((inherits.as_deref(), does_not), (Some("iso_l"), None));
    }

    #[test]
    fn only_paths_of_the_library_change() {
        let tokens: TokenStream = "::isolde::put::f(isolde, a.isolde, { ::isolde::x })"
            .parse()
            .unwrap();
        let expected: TokenStream = "::iso::put::f(isolde, a.isolde, { ::iso::x })"
            .parse()
            .unwrap();
        assert_eq!(replaced(tokens, "iso").to_string(), expected.to_string());
    }
}
