//! The command line of `isolate`.

use super::{Counted, OnePackage, OutputOptions, PackageOptions, SearchOptions};
use clap::Args;
use isolde_session::isolate::ItemPath;
use std::path::PathBuf;

/// Options of `isolate`.
#[derive(Debug, Args)]
pub struct Isolate {
    /// Modules, types or functions, as paths from the crate root; `crate` is the whole package; by default those that isolde.toml names
    #[arg(value_name = "UNIT")]
    pub units: Vec<String>,
    /// Only show the calls that leave the unit, and which of them are faked
    #[arg(long)]
    pub list: bool,
    /// Fake this function, or all of this module or type, although it would be kept
    #[arg(long, value_name = "PATH")]
    pub fake: Vec<ItemPath>,
    /// Keep this function, or all of this module or type, although it would be faked
    #[arg(long, value_name = "PATH")]
    pub keep: Vec<ItemPath>,
    /// The search.
    #[command(flatten)]
    pub search: SearchOptions,
    /// Write the tests here instead of the package's `tests/isolated/`
    #[arg(long, value_name = "DIR", env = "ISOLDE_OUT")]
    pub out: Option<PathBuf>,
    /// Also explore private items of the unit; their tests go beside the modules
    #[arg(long, env = "ISOLDE_IN_PLACE")]
    pub in_place: bool,
    /// Do not invent types for the traits that functions take
    #[arg(long, env = "ISOLDE_NO_MOCKS")]
    pub no_mocks: bool,
    /// The least important findings that count for the exit code
    #[arg(long, value_name = "RANK", env = "ISOLDE_RANK", value_enum, default_value_t = Counted::Defect)]
    pub rank: Counted,
    /// The package.
    #[command(flatten)]
    pub one: OnePackage,
    /// The binary, if the package has no library
    #[arg(
        long = "bin",
        value_name = "NAME",
        env = "ISOLDE_BIN",
        help_heading = "Package"
    )]
    pub binary: Option<String>,
    /// Features and folders.
    #[command(flatten)]
    pub package: PackageOptions,
    /// Output.
    #[command(flatten)]
    pub output: OutputOptions,
}
