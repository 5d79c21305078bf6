//! The options of `cargo isolde generate`.

use super::{Counted, OutputOptions, PackageOptions, PackagesOptions, SearchOptions};
use clap::Args;
use std::path::PathBuf;

/// Options of `generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// Items to explore, as paths from the crate root; `*` stands for anything (`de::Parser::*`); all if none is named
    #[arg(value_name = "ITEM")]
    pub items: Vec<String>,
    /// The search.
    #[command(flatten)]
    pub search: SearchOptions,
    /// Write the tests here instead of the package's `tests/isolde/`
    #[arg(long, value_name = "DIR", env = "ISOLDE_OUT")]
    pub out: Option<PathBuf>,
    /// Also explore private items; their tests go beside the modules
    #[arg(long, env = "ISOLDE_IN_PLACE")]
    pub in_place: bool,
    /// Do not call functions one after the other on the same objects
    #[arg(long, env = "ISOLDE_NO_SEQUENCES")]
    pub no_sequences: bool,
    /// Do not invent types for the traits that functions take
    #[arg(long, env = "ISOLDE_NO_MOCKS")]
    pub no_mocks: bool,
    /// Let comparisons, keys and hashers that are given to functions contradict themselves
    #[arg(long, env = "ISOLDE_LAWLESS")]
    pub lawless: bool,
    /// Report only what breaks a law, not what breaks a mere convention
    #[arg(long, env = "ISOLDE_NO_CONVENTIONS")]
    pub no_conventions: bool,
    /// Do not look for errors of memory, even if the package has unsafe code
    #[arg(long, env = "ISOLDE_NO_MEMORY_CHECKS")]
    pub no_memory_checks: bool,
    /// The least important findings that count for the exit code
    #[arg(long, value_name = "RANK", env = "ISOLDE_RANK", value_enum, default_value_t = Counted::Defect)]
    pub rank: Counted,
    /// The packages.
    #[command(flatten)]
    pub packages: PackagesOptions,
    /// Features and folders.
    #[command(flatten)]
    pub package: PackageOptions,
    /// Output.
    #[command(flatten)]
    pub output: OutputOptions,
}
