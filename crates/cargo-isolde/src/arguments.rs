//! The command line.

mod counted;
mod generalize;
mod generate;
mod isolate;

pub use counted::Counted;
pub use generalize::Generalize;
pub use generate::Generate;
pub use isolate::Isolate;

use crate::exit;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use isolde_build::{Asked, Selection};
use isolde_session::SearchSettings;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// White-box tests for Rust, written by machine.
#[derive(Debug, Parser)]
#[command(name = "cargo-isolde", bin_name = "cargo isolde", version, after_help = exit::HELP, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore the package (or the items named) and write tests
    #[command(after_help = exit::HELP)]
    Generate(Generate),
    /// Explore parameterized tests and store the inputs found
    #[command(after_help = exit::HELP)]
    Explore(Explore),
    /// Explore a unit with everything outside it faked
    #[command(after_help = exit::HELP)]
    Isolate(Isolate),
    /// Turn conventional tests into parameterized ones
    #[command(after_help = exit::HELP)]
    Generalize(Generalize),
    /// Run `cargo test` with detours live; all arguments are cargo's
    #[command(after_help = CARGO_HELP)]
    Test(CargoArguments),
    /// Run `cargo nextest` with detours live; all arguments are cargo's
    #[command(after_help = CARGO_HELP)]
    Nextest(CargoArguments),
    /// Report what this machine can and cannot do
    #[command(after_help = exit::HELP)]
    Doctor(Doctor),
}

/// What `--help` says about commands that are passed on to cargo.
const CARGO_HELP: &str = "\
Options, output and exit codes are those of cargo (`cargo help test`, `cargo nextest --help`).
If the tests cannot be built with detours on this machine, the exit code is 4, and cargo is not started.
Everything that is built goes to `isolde/detours` below the target folder.";

/// Arguments that are passed on to cargo.
#[derive(Debug, Args)]
pub struct CargoArguments {
    /// Arguments of cargo's own command, passed on unchanged
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub arguments: Vec<OsString>,
}

/// Options of `explore`.
#[derive(Debug, Args)]
pub struct Explore {
    /// Tests to explore: parts of their paths, or with `*` whole paths (`*::tests::remove_*`); all if none is named
    #[arg(value_name = "TEST")]
    pub filters: Vec<String>,
    /// The search.
    #[command(flatten)]
    pub search: SearchOptions,
    /// Show what is found, and store nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Also write the stored inputs as conventional tests: `tests/NAME_inputs.rs` for `tests/NAME.rs`, a module `tests_inputs` for a module `tests`
    #[arg(long, conflicts_with = "dry_run")]
    pub emit: bool,
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

/// How to search.
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// Time for everything after the build, such as 90s, 5m or 1h
    #[arg(long, value_name = "TIME", default_value = "60s", env = "ISOLDE_TIME", value_parser = parse_duration)]
    pub time: Duration,
    /// Seed of the random choices; the same seed gives the same results
    #[arg(long, value_name = "N", default_value_t = 0, env = "ISOLDE_SEED", value_parser = parse_seed)]
    pub seed: u64,
    /// Number of programs that run at the same time; by default, the number of processors
    #[arg(short, long, value_name = "N", env = "ISOLDE_JOBS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Run code under test without a sandbox: it can then write files and use the network
    #[arg(long, env = "ISOLDE_NO_SANDBOX")]
    pub no_sandbox: bool,
}

impl SearchOptions {
    /// The settings that these options stand for.
    pub fn settings(&self) -> SearchSettings {
        SearchSettings {
            time: self.time,
            seed: self.seed,
            jobs: self.jobs,
            sandbox: !self.no_sandbox,
        }
    }
}

/// Options of `doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Output.
    #[command(flatten)]
    pub output: OutputOptions,
}

/// Which package, for commands that take only one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Package")]
pub struct OnePackage {
    /// Which package of the workspace
    #[arg(
        short = 'p',
        long = "package",
        value_name = "NAME",
        env = "ISOLDE_PACKAGE"
    )]
    pub name: Option<String>,
}

/// Which packages and binaries, as cargo takes it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Package")]
pub struct PackagesOptions {
    /// Which packages of the workspace; `*` and `?` stand for other characters
    #[arg(
        short = 'p',
        long = "package",
        value_name = "NAME",
        env = "ISOLDE_PACKAGE",
        value_delimiter = ','
    )]
    pub names: Vec<String>,
    /// All packages of the workspace, one after the other
    #[arg(long, env = "ISOLDE_WORKSPACE", conflicts_with = "names")]
    pub workspace: bool,
    /// Packages that --workspace leaves out
    #[arg(
        long,
        value_name = "NAME",
        env = "ISOLDE_EXCLUDE",
        value_delimiter = ',',
        requires = "workspace"
    )]
    pub exclude: Vec<String>,
    /// Binaries of packages without a library; by default all that can be explored
    #[arg(
        long = "bin",
        value_name = "NAME",
        env = "ISOLDE_BIN",
        value_delimiter = ','
    )]
    pub binaries: Vec<String>,
}

impl PackagesOptions {
    /// What these options ask for.
    pub fn asked(&self) -> Asked {
        Asked {
            packages: self.names.clone(),
            workspace: self.workspace,
            excluded: self.exclude.clone(),
            binaries: self.binaries.clone(),
        }
    }

    /// Whether these options ask for something that may be several packages or binaries, whatever it turns out to be.
    pub fn are_for_several(&self) -> bool {
        let is_pattern = |name: &String| name.contains(['*', '?']);
        self.workspace
            || self.names.len() > 1
            || self.binaries.len() > 1
            || self.names.iter().any(is_pattern)
    }
}

/// Features and folders, as cargo takes them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Package")]
pub struct PackageOptions {
    /// Path of the package's Cargo.toml
    #[arg(long, value_name = "PATH", env = "ISOLDE_MANIFEST_PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Features to turn on, separated by commas
    #[arg(short = 'F', long, value_name = "FEATURES", env = "ISOLDE_FEATURES")]
    pub features: Vec<String>,
    /// Turn all features on
    #[arg(long, env = "ISOLDE_ALL_FEATURES")]
    pub all_features: bool,
    /// Leave default features off
    #[arg(long, env = "ISOLDE_NO_DEFAULT_FEATURES")]
    pub no_default_features: bool,
    /// Folder for intermediate files; cargo's target directory by default
    #[arg(long, value_name = "DIR", env = "ISOLDE_TARGET_DIR")]
    pub target_dir: Option<PathBuf>,
}

impl PackageOptions {
    /// The selection that these options stand for.
    ///
    /// # Errors
    /// If there is no current directory.
    pub fn selection(&self) -> std::io::Result<Selection> {
        Ok(Selection {
            directory: std::env::current_dir()?,
            manifest_path: self.manifest_path.clone(),
            package: None,
            binary: None,
            features: self.features.clone(),
            all_features: self.all_features,
            no_default_features: self.no_default_features,
            target_dir: self.target_dir.clone(),
            in_place: false,
        })
    }
}

/// What is printed, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Print the run record as JSON on stdout
    #[arg(long, env = "ISOLDE_JSON")]
    pub json: bool,
    /// Print errors only
    #[arg(short, long, env = "ISOLDE_QUIET")]
    pub quiet: bool,
    /// Print more: -v timings, rejections and every skipped function, -vv every command
    #[arg(short, long, action = ArgAction::Count, conflicts_with = "quiet")]
    pub verbose: u8,
    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, env = "ISOLDE_COLOR")]
    pub color: Color,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Command {
    /// The output options of the command.
    pub fn output(&self) -> OutputOptions {
        match self {
            Command::Generate(generate) => generate.output.clone(),
            Command::Explore(explore) => explore.output.clone(),
            Command::Isolate(isolate) => isolate.output.clone(),
            Command::Generalize(generalize) => generalize.output.clone(),
            // All output is cargo's.
            Command::Test(_) | Command::Nextest(_) => OutputOptions {
                json: false,
                quiet: true,
                verbose: 0,
                color: Color::Auto,
            },
            Command::Doctor(doctor) => doctor.output.clone(),
        }
    }
}

/// A number, decimal or as failing tests print it: `0x1f`. An empty text, as from an empty environment variable, means 0.
fn parse_seed(text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Ok(0);
    }
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "expected a number such as 7 or 0x1f".to_owned())
}

/// `90s`, `5m`, `1h`, `500ms`, or a number of seconds.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 90s, 5m or 1h".to_owned();
    let (number, unit) = text.split_at(
        text.find(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(text.len()),
    );
    let seconds_per_unit = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let number: f64 = number.trim().parse().map_err(|_| expected())?;
    match Duration::try_from_secs_f64(number * seconds_per_unit) {
        Ok(Duration::ZERO) => Err("the time must be greater than zero".to_owned()),
        Ok(time) => Ok(time),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn seeds_are_numbers_in_either_notation() {
        assert_eq!((parse_seed("31"), parse_seed("0x1f")), (Ok(31), Ok(31)));
        assert_eq!(parse_seed(""), Ok(0));
        assert!(parse_seed("x1f").is_err() && parse_seed("-1").is_err());
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_duration("7"), Ok(Duration::from_secs(7)));
        assert!(parse_duration("5 parsecs").is_err());
        assert!(parse_duration("-1s").is_err());
        assert!(parse_duration("s").is_err());
        assert!(parse_duration("0s").is_err());
    }
}
