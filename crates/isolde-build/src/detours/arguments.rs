//! Cargo's arguments, as far as they determine where it builds.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

const TARGET_DIR: &str = "--target-dir";

/// Arguments of `cargo test` or `cargo nextest`.
#[derive(Debug)]
pub(super) struct Arguments {
    /// Cargo's own arguments.
    own: Vec<OsString>,
    /// `--` and the arguments after it, which are for the tests.
    of_tests: Vec<OsString>,
}

impl Arguments {
    /// Splits the arguments.
    pub fn read(arguments: &[OsString]) -> Arguments {
        let end = arguments.iter().position(|argument| argument == "--");
        let (own, of_tests) = arguments.split_at(end.unwrap_or(arguments.len()));
        Arguments {
            own: own.to_vec(),
            of_tests: of_tests.to_vec(),
        }
    }

    /// All arguments, in their order.
    pub fn all(&self) -> impl Iterator<Item = &OsString> {
        self.own.iter().chain(&self.of_tests)
    }

    /// Adds an option for cargo.
    pub fn add(&mut self, name: &str, value: &OsStr) {
        self.own.splice(0..0, [name.into(), value.to_owned()]);
    }

    /// The value of `--target-dir`.
    pub fn target_dir(&self) -> Option<PathBuf> {
        let (_, value) = self.options(&[TARGET_DIR]).pop()?;
        Some(PathBuf::from(value))
    }

    /// Replaces the value of `--target-dir`, wherever it is given.
    pub fn replace_target_dir(&mut self, folder: &Path) {
        for (place, _) in self.options(&[TARGET_DIR]) {
            self.own[place] = if self.own[place] == TARGET_DIR {
                self.own[place + 1] = folder.into();
                continue;
            } else {
                let mut option = OsString::from(TARGET_DIR);
                option.push("=");
                option.push(folder);
                option
            };
        }
    }

    /// The options that determine the package and the configuration.
    pub fn of_package(&self) -> Vec<OsString> {
        let names = ["--manifest-path", "--config"];
        let options = self.options(&names).into_iter();
        options
            .flat_map(|(place, value)| {
                let text = self.own[place].to_string_lossy();
                let name = text.split('=').next().unwrap_or_default();
                [OsString::from(name), value]
            })
            .collect()
    }

    /// Positions and values of the options with these names, in both notations.
    fn options(&self, names: &[&str]) -> Vec<(usize, OsString)> {
        let mut found = Vec::new();
        for (place, argument) in self.own.iter().enumerate() {
            let text = argument.to_string_lossy();
            for name in names {
                if text == *name {
                    found.extend(self.own.get(place + 1).map(|value| (place, value.clone())));
                } else if let Some(value) = text
                    .strip_prefix(name)
                    .and_then(|rest| rest.strip_prefix('='))
                {
                    found.push((place, value.into()));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Arguments {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Arguments::read(&words)
    }

    fn text(arguments: &Arguments) -> String {
        let words: Vec<_> = arguments.all().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn the_target_folder_is_found_and_replaced_in_both_notations() {
        for (before, after) in [
            ("-p a --target-dir t --lib", "-p a --target-dir /o --lib"),
            ("--target-dir=t name -- x", "--target-dir=/o name -- x"),
        ] {
            let mut arguments = read(before);
            assert_eq!(arguments.target_dir(), Some(PathBuf::from("t")), "{before}");
            arguments.replace_target_dir(Path::new("/o"));
            assert_eq!(text(&arguments), after);
        }
    }

    #[test]
    fn arguments_for_tests_are_left_alone() {
        let line = "run -- --target-dir t --manifest-path m";
        let mut arguments = read(line);
        assert_eq!(arguments.target_dir(), None);
        assert_eq!(arguments.of_package(), [""; 0]);
        arguments.replace_target_dir(Path::new("/o"));
        assert_eq!(text(&arguments), line);
        arguments.add("--target-dir", "/o".as_ref());
        assert_eq!(text(&arguments), format!("--target-dir /o {line}"));
    }

    #[test]
    fn options_that_find_the_package_are_recognised() {
        let arguments = read("--manifest-path=a/Cargo.toml -p b --config build.jobs=1 c");
        assert_eq!(
            arguments.of_package(),
            [
                "--manifest-path",
                "a/Cargo.toml",
                "--config",
                "build.jobs=1"
            ]
        );
    }
}
