//! What defining paths call the crates that a package uses: two crates of one name (two versions, say) get different labels, so that a defining
//! path always means one item.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The labels given so far.
#[derive(Debug, Default)]
pub(crate) struct Crates {
    labels: BTreeMap<PathBuf, String>,
    taken: BTreeSet<String>,
}

impl Crates {
    /// The label of the package's own crate: its name.
    pub(crate) fn own(&mut self, name: &str) -> String {
        self.taken.insert(name.to_owned());
        name.to_owned()
    }

    /// The label of another crate, which is known by its compiled file: its name, numbered if another crate has this name.
    pub(crate) fn label(&mut self, name: &str, file: &Path) -> String {
        if is_of_toolchain(file) {
            return name.to_owned();
        }
        if let Some(known) = self.labels.get(file) {
            return known.clone();
        }
        let numbered = (2..).map(|number| format!("{name}@{number}"));
        let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
        let label = candidates
            .find(|each| !self.taken.contains(each))
            .unwrap_or_default();
        self.taken.insert(label.clone());
        self.labels.insert(file.to_owned(), label.clone());
        label
    }
}

/// Whether a compiled crate comes with the compiler, as `std` does and the crates that `std` uses.
pub(crate) fn is_of_toolchain(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "rustlib")
}

#[cfg(test)]
mod tests {
    use super::Crates;
    use std::path::Path;

    #[test]
    fn crates_of_one_name_get_different_labels() {
        let mut crates = Crates::default();
        assert_eq!(crates.own("harbour"), "harbour");
        let (older, newer) = (
            Path::new("/deps/libharbour-1.rmeta"),
            Path::new("/deps/libpier-2.rmeta"),
        );
        assert_eq!(crates.label("harbour", older), "harbour@2");
        assert_eq!(crates.label("pier", newer), "pier");
        assert_eq!(crates.label("harbour", older), "harbour@2");
        assert_eq!(
            crates.label("harbour", Path::new("/deps/libharbour-3.rmeta")),
            "harbour@3"
        );
    }

    #[test]
    fn crates_of_the_toolchain_take_no_names() {
        let mut crates = Crates::default();
        let inner = Path::new("/toolchain/lib/rustlib/host/lib/libmemchr-1.rmeta");
        assert_eq!(crates.label("memchr", inner), "memchr");
        assert_eq!(
            crates.label("memchr", Path::new("/deps/libmemchr-2.rmeta")),
            "memchr"
        );
    }
}
