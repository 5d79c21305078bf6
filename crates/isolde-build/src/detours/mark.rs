//! Marks: what the units of a program must know about the libraries that they are linked with. A mark is a file beside its library; a library without
//! a mark contains nothing relevant.

use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Extension of the files.
pub(super) const EXTENSION: &str = "isolde";

/// The facts about a library and everything that it is linked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Whether the library `isolde` is among them: only then can there be detours.
    pub has_library: bool,
    /// The highest optimisation level that cargo asked for, as rustc writes it; empty for none. Profiles often optimise dependencies only.
    pub opt_level: String,
}

impl Mark {
    /// The mark of a library, `libname-hash.rlib` or `.rmeta`.
    pub fn of(library: &Path) -> Mark {
        let text = fs::read_to_string(Mark::file(library)).ok();
        text.and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    fn file(library: &Path) -> PathBuf {
        let name = library.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.strip_prefix("lib").unwrap_or(&name);
        library.with_file_name(format!("{name}.{EXTENSION}"))
    }

    /// Adds the mark of a library that this one is linked with.
    pub fn add(&mut self, part: &Mark) {
        self.has_library |= part.has_library;
        if rank(&part.opt_level) > rank(&self.opt_level) {
            self.opt_level.clone_from(&part.opt_level);
        }
    }

    /// Whether cargo asked for optimisation of any part.
    pub fn is_optimised(&self) -> bool {
        rank(&self.opt_level) > 0
    }

    /// Writes the mark to a file.
    ///
    /// # Errors
    /// If the file cannot be written, or an old one cannot be removed.
    pub fn leave(&self, file: &Path) -> io::Result<()> {
        if self.has_library || self.is_optimised() {
            return fs::write(file, serde_json::to_string(self)?);
        }
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Orders optimisation levels by the speed of the resulting code.
fn rank(opt_level: &str) -> usize {
    let order = ["1", "z", "s", "2", "3"];
    let place = order.iter().position(|level| *level == opt_level);
    place.map_or(0, |place| place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_beside_libraries_and_combine_those_of_all_parts() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mark = |has_library, opt_level: &str| Mark {
            has_library,
            opt_level: opt_level.to_owned(),
        };
        let leave = |name: &str, mark: &Mark| mark.leave(&folder.path().join(name));
        leave("libc-1.isolde", &mark(true, "0")).expect("writable");
        leave("fast-2.isolde", &mark(false, "3")).expect("writable");
        leave("small-3.isolde", &mark(false, "s")).expect("writable");
        leave("plain-4.isolde", &mark(false, "0")).expect("nothing to do");
        let mut whole = mark(false, "0");
        for library in ["libfast-2.rlib", "libsmall-3.rmeta", "libplain-4.rlib"] {
            whole.add(&Mark::of(&folder.path().join(library)));
        }
        assert_eq!(whole, mark(false, "3"));
        whole.add(&Mark::of(&folder.path().join("liblibc-1.rlib")));
        assert_eq!(whole, mark(true, "3"));
        // Built again, without either.
        leave("fast-2.isolde", &mark(false, "0")).expect("removable");
        assert_eq!(
            Mark::of(&folder.path().join("libfast-2.rlib")),
            Mark::default()
        );
    }
}
