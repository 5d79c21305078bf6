//! The `[isolate]` table of an `isolde.toml` beside the package's `Cargo.toml`.

use super::item_path::ItemPath;
use isolde_record::Fault;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml_edit::{Document, Item, TableLike};

/// The name of the file.
const FILE: &str = "isolde.toml";
/// The name of the table.
const TABLE: &str = "isolate";
/// The names of its keys.
const KEYS: [&str; 3] = ["fake", "keep", "units"];

/// What a package says about its isolation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IsolateConfig {
    /// The file that says it; empty if there is none.
    pub file: PathBuf,
    /// What is faked.
    pub fake: Vec<ConfiguredPath>,
    /// What is kept.
    pub keep: Vec<ConfiguredPath>,
    /// What is isolated if the command line names nothing.
    pub units: Vec<ConfiguredPath>,
}

/// A path in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredPath {
    /// The path.
    pub path: ItemPath,
    /// Its line, from 1.
    pub line: usize,
}

/// What is wrong with the file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something in it is wrong.
    #[error("{}:{line}: {what}", file.display())]
    Wrong {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

impl ConfigError {
    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            ConfigError::Unreadable { .. } => Fault::Machine,
            ConfigError::Wrong { .. } => Fault::Usage,
        }
    }
}

impl IsolateConfig {
    /// Reads the file in a package's folder. Without a file, nothing is configured.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is wrong.
    pub fn read(package: &Path) -> Result<IsolateConfig, ConfigError> {
        let file = package.join(FILE);
        match fs::read_to_string(&file) {
            Ok(text) => IsolateConfig::parse(&file, &text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(IsolateConfig::default()),
            Err(source) => Err(ConfigError::Unreadable { file, source }),
        }
    }

    /// Reads the text of a file, whose path is used in errors.
    ///
    /// # Errors
    /// If something in the text is wrong.
    pub fn parse(file: &Path, text: &str) -> Result<IsolateConfig, ConfigError> {
        let source = Source { file, text };
        let document = text
            .parse::<Document<String>>()
            .map_err(|error| source.wrong(error.span(), error.message().to_owned()))?;
        let mut config = IsolateConfig {
            file: file.to_owned(),
            ..IsolateConfig::default()
        };
        let root = document.as_table();
        source.check_keys(root, &[TABLE], "")?;
        let Some(item) = root.get(TABLE) else {
            return Ok(config);
        };
        let table = item
            .as_table_like()
            .ok_or_else(|| source.wrong(item.span(), format!("`{TABLE}` must be a table")))?;
        source.check_keys(table, &KEYS, " in `[isolate]`")?;
        let [fake, keep, units] = KEYS;
        config.fake = source.paths(table, fake)?;
        config.keep = source.paths(table, keep)?;
        config.units = source.paths(table, units)?;
        let twice = config
            .keep
            .iter()
            .find(|kept| config.fake.iter().any(|faked| faked.path == kept.path));
        match twice {
            Some(ConfiguredPath { path, line }) => Err(ConfigError::Wrong {
                file: file.to_owned(),
                line: *line,
                what: format!("`{path}` is both in `{fake}` and in `{keep}`"),
            }),
            None => Ok(config),
        }
    }
}

/// A file and its text, to tell where something is wrong.
struct Source<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Source<'_> {
    fn line(&self, span: Option<Range<usize>>) -> usize {
        let start = span.map_or(0, |span| span.start);
        let before = &self.text.as_bytes()[..start.min(self.text.len())];
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    }

    fn wrong(&self, span: Option<Range<usize>>, what: String) -> ConfigError {
        ConfigError::Wrong {
            file: self.file.to_owned(),
            line: self.line(span),
            what,
        }
    }

    /// Refuses keys that have no meaning.
    fn check_keys(
        &self,
        table: &dyn TableLike,
        known: &[&str],
        place: &str,
    ) -> Result<(), ConfigError> {
        let unknown = table.iter().find(|(key, _)| !known.contains(key));
        let Some((name, item)) = unknown else {
            return Ok(());
        };
        let span = table.key(name).and_then(|key| key.span());
        let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        let what = format!("unknown key `{name}`{place}; there is {}", names.join(", "));
        Err(self.wrong(span.or_else(|| item.span()), what))
    }

    /// The paths in the list with this name; none if there is no list.
    fn paths(&self, table: &dyn TableLike, key: &str) -> Result<Vec<ConfiguredPath>, ConfigError> {
        let Some(item) = table.get(key) else {
            return Ok(Vec::new());
        };
        let no_list = |span| self.wrong(span, format!("`{key}` must be a list of paths in quotes"));
        let list = item
            .as_value()
            .and_then(|value| value.as_array())
            .ok_or_else(|| no_list(span(item)))?;
        list.iter()
            .map(|value| {
                let text = value.as_str().ok_or_else(|| no_list(value.span()))?;
                let path = text
                    .parse::<ItemPath>()
                    .map_err(|error| self.wrong(value.span(), error.to_string()))?;
                Ok(ConfiguredPath {
                    path,
                    line: self.line(value.span()),
                })
            })
            .collect()
    }
}

fn span(item: &Item) -> Option<Range<usize>> {
    item.span()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<IsolateConfig, String> {
        IsolateConfig::parse(Path::new("isolde.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn paths_are_read_with_their_lines() {
        let config = parse(
            "# Comment\n[isolate]\nfake = [\"dep\"]\nkeep = [\n  \"dep::pure\",\n  'std::env',\n]\nunits = [\"crate::bank\"]\n",
        )
        .expect("well-formed");
        let lines = |paths: &[ConfiguredPath]| -> Vec<(String, usize)> {
            let lines = paths.iter().map(|one| (one.path.to_string(), one.line));
            lines.collect()
        };
        assert_eq!(lines(&config.fake), [("dep".to_owned(), 3)]);
        assert_eq!(
            lines(&config.keep),
            [("dep::pure".to_owned(), 5), ("std::env".to_owned(), 6)]
        );
        assert_eq!(lines(&config.units), [("crate::bank".to_owned(), 8)]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, expected) in [
            (
                "[isolate]\n\nfakes = []",
                "isolde.toml:3: unknown key `fakes` in `[isolate]`; there is `fake`, `keep`, `units`",
            ),
            (
                "\n[isolated]\n",
                "isolde.toml:2: unknown key `isolated`; there is `isolate`",
            ),
            ("isolate = 1", "isolde.toml:1: `isolate` must be a table"),
            (
                "[isolate]\nfake = \"std\"",
                "isolde.toml:2: `fake` must be a list of paths in quotes",
            ),
            (
                "[isolate]\nkeep = [\n\"a\",\n3]",
                "isolde.toml:4: `keep` must be a list of paths in quotes",
            ),
            (
                "[isolate]\nkeep = [\"a::*\"]",
                "isolde.toml:2: `a::*` is not a path: write it like `std::fs::read`, `dep::Client` or `crate::config`",
            ),
            (
                "[isolate]\nfake = [\"a\"]\nkeep = [\"a\"]",
                "isolde.toml:3: `a` is both in `fake` and in `keep`",
            ),
        ] {
            assert_eq!(parse(text), Err(expected.to_owned()));
        }
        let broken = parse("[isolate]\nfake = [").expect_err("not TOML");
        assert!(broken.starts_with("isolde.toml:2: "), "{broken}");
    }

    #[test]
    fn without_a_file_nothing_is_configured() {
        let folder = tempfile::tempdir().expect("made");
        let read = || IsolateConfig::read(folder.path());
        assert_eq!(read().expect("fine"), IsolateConfig::default());
        fs::write(folder.path().join(FILE), "[isolate]\nunits = [\"crate\"]").expect("written");
        assert_eq!(read().expect("fine").units.len(), 1);
        fs::write(folder.path().join(FILE), [0xff]).expect("written");
        let error = read().expect_err("no text");
        assert_eq!(error.fault(), Fault::Machine);
    }
}
