//! Reading the JSON of a package, and of the other crates whose items occur in it.

use crate::assemble;
use crate::crates::Crates;
use crate::document::{Document, Outside};
use crate::error::ModelError;
use crate::formats;
use crate::item::Model;
use crate::occurring::occurring;
use std::path::{Path, PathBuf};

/// A crate other than the package's, as the compiler knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutsideCrate {
    /// Its name.
    pub name: String,
    /// The compiled file from which rustdoc read it.
    pub file: PathBuf,
}

/// A package's JSON, to which that of other crates can be added.
#[derive(Debug)]
pub struct Reader {
    document: Document,
    crates: Crates,
    package_root: PathBuf,
}

impl Reader {
    /// Reads the package's JSON.
    ///
    /// # Errors
    ///
    /// See [`load`](crate::load).
    pub fn new(json: &str, package_root: &Path) -> Result<Reader, ModelError> {
        let mut crates = Crates::default();
        Ok(Reader {
            document: formats::read(json, 0, None, &mut crates)?,
            crates,
            package_root: package_root.to_owned(),
        })
    }

    /// The crates that have not been added and whose items occur in the package, or are needed to make values of what occurs there. Crates that are
    /// added may lead to more.
    pub fn wanted(&self) -> Vec<OutsideCrate> {
        let found = occurring(&self.document).into_iter();
        found
            .map(|(file, name)| OutsideCrate { name, file })
            .collect()
    }

    /// Adds the JSON of another crate, made with the same options. `name` is what the package's tests can call the crate; `None` if they can only reach
    /// it through other crates.
    ///
    /// # Errors
    ///
    /// See [`load`](crate::load). Nothing is added then.
    pub fn add(
        &mut self,
        krate: &OutsideCrate,
        name: Option<&str>,
        json: &str,
    ) -> Result<(), ModelError> {
        let first = self.document.last.saturating_add(1);
        let label = self.crates.label(&krate.name, &krate.file);
        let other = formats::read(json, first, Some(&label), &mut self.crates)?;
        let outside = Outside {
            file: krate.file.clone(),
            root: other.root,
            first,
            label,
            name: name.map(str::to_owned),
        };
        self.document.add(other, outside);
        Ok(())
    }

    /// The model of the package.
    ///
    /// # Errors
    ///
    /// See [`load`](crate::load).
    pub fn model(&self) -> Result<Model, ModelError> {
        assemble::model(&self.document, &self.package_root)
    }
}
