//! The files that documents mention.

use std::path::{Path, PathBuf};

/// A file or folder that a document mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The text as written in the document.
    pub text: String,
    /// The line number, from 1.
    pub line: usize,
    /// The path of the file or folder, whether or not it exists.
    pub path: PathBuf,
}

/// The files and folders of the repository that a document mentions. These are
///
/// - the targets of links other than web addresses, relative to the document;
/// - words in backticks that begin with the name of a folder at the root of the repository, or with the name of a crate, and a slash. `{a,b}` in
///   such a word stands for both alternatives.
///
/// Paths in users' packages do not count.
pub fn mentions(document: &Path, text: &str, root: &Path) -> Vec<Mention> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let mut mention = |text: &str, path: PathBuf| {
            found.push(Mention {
                text: text.to_owned(),
                line: line_number,
                path,
            });
        };
        for link in line.split("](").skip(1) {
            let target = link.split([')', '#', ' ']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") {
                let folder = document.parent().unwrap_or(root);
                mention(target, folder.join(target));
            }
        }
        for word in line.split('`').skip(1).step_by(2) {
            for word in alternatives(word) {
                if let Some(path) = in_repository(&word, root) {
                    mention(&word, path);
                }
            }
        }
    }
    found
}

/// The names of Rust files that a document has in backticks without their folders, each with its line number.
pub fn file_names(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words = line.split('`').skip(1).step_by(2);
        let names = words.filter(|word| word.ends_with(".rs") && !word.contains(['/', ' ']));
        found.extend(names.map(|name| (index + 1, name)));
    }
    found
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn alternatives(word: &str) -> Vec<String> {
    let parts = word
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match parts {
        Some((before, (choices, after))) => choices
            .split(',')
            .map(|choice| format!("{before}{}{after}", choice.trim()))
            .collect(),
        None => vec![word.to_owned()],
    }
}

/// The path that a word stands for, if it looks like a path in the repository.
fn in_repository(word: &str, root: &Path) -> Option<PathBuf> {
    let (first, _) = word.split_once('/')?;
    let is_path = word
        .chars()
        .all(|it| it.is_ascii_alphanumeric() || "/._-".contains(it));
    // Users' packages have folders called `target`, and `isolde` with stored inputs.
    let is_users = first == "target" || first == "isolde" && !word.starts_with("isolde/src/");
    if !is_path || first.is_empty() || is_users {
        return None;
    }
    // `src` and `tests` are also in the user's package: the root of this repository does not have them.
    [root.to_owned(), root.join("crates")]
        .into_iter()
        .find(|folder| folder.join(first).is_dir())
        .map(|folder| folder.join(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    fn texts(line: &str) -> Vec<String> {
        let root = files::root();
        let found = mentions(&root.join("README.md"), line, &root);
        found.into_iter().map(|mention| mention.text).collect()
    }

    #[test]
    fn paths_in_backticks_and_links_are_found() {
        assert_eq!(
            texts(
                "See `isolde-abi/src/{lib,draw}.rs`, [the book](book/src/SUMMARY.md#a) and `crates/isolde`."
            ),
            [
                "book/src/SUMMARY.md",
                "isolde-abi/src/lib.rs",
                "isolde-abi/src/draw.rs",
                "crates/isolde"
            ]
        );
    }

    #[test]
    fn file_names_without_folders_are_found() {
        let text = "\nSee `lib.rs` and `a/b.rs`, `draw.rs`.";
        assert_eq!(file_names(text), [(2, "lib.rs"), (2, "draw.rs")]);
    }

    #[test]
    fn other_words_are_not_paths() {
        assert_eq!(
            texts(
                "`tests/isolde/` of [yours](https://example.org/a), `a/b`, `target/isolde`, `isolde/puts/`, `isolde::put`, `crates/* and more`"
            ),
            Vec::<String>::new()
        );
    }
}
