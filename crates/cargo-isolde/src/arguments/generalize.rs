//! The options of `generalize`.

use super::{OnePackage, OutputOptions, PackageOptions, SearchOptions};
use clap::Args;
use isolde_session::generalize::Output;
use std::path::PathBuf;

/// Options of `generalize`.
#[derive(Debug, Args)]
pub struct Generalize {
    /// Tests to generalize: parts of their paths, or with `*` whole paths (`*::tests::remove_*`); all if none is named
    #[arg(value_name = "TEST")]
    pub filters: Vec<String>,
    /// The search.
    #[command(flatten)]
    pub search: SearchOptions,
    /// Change the source files: parameterized tests take the place of conventional ones
    #[arg(long, conflicts_with = "out")]
    pub write: bool,
    /// Write the changed files below this folder, and leave the package as it is
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The package.
    #[command(flatten)]
    pub one: OnePackage,
    /// Features and folders.
    #[command(flatten)]
    pub package: PackageOptions,
    /// Output.
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Generalize {
    /// Where the changed files go.
    pub fn destination(&self) -> Output {
        match (&self.out, self.write) {
            (Some(folder), _) => Output::Folder(folder.clone()),
            (None, true) => Output::InPlace,
            (None, false) => Output::Nothing,
        }
    }
}
