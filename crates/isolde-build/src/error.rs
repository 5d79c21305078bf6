//! What can go wrong while programs are built, and whose fault it is.

use isolde_cargo::machine::{self, Shortage};
use isolde_model::ModelError;
use isolde_record::Fault;
use std::io;
use std::path::PathBuf;

/// What a parameterized test looks like.
const FIRST_PUT: &str = "    #[isolde::put]
    fn halves_of_even_numbers_add_up(n: u32) {
        isolde::assume!(n % 2 == 0);
        assert_eq!(n / 2 + n / 2, n);
    }";

/// Why the programs could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is no `Cargo.toml` in the directory or above it.
    #[error("no Cargo.toml in {} or any directory above it; go to a package or name its manifest with `--manifest-path`", directory.display())]
    NoManifest {
        /// Where the search began.
        directory: PathBuf,
    },
    /// `--manifest-path` does not name a file.
    #[error("`--manifest-path {}` is not a file", path.display())]
    ManifestPath {
        /// The path that was given.
        path: PathBuf,
    },
    /// Cargo cannot read the manifest.
    #[error("cargo cannot read the package's manifest:\n{message}")]
    Manifest {
        /// Cargo's message.
        message: String,
    },
    /// `-p` names no member of the workspace.
    #[error("the workspace has no package `{name}`; its packages are: {}", members.join(", "))]
    NoSuchPackage {
        /// The name that was given.
        name: String,
        /// Names of the members.
        members: Vec<String>,
    },
    /// The workspace has several packages, and none was chosen.
    #[error("this is a workspace of several packages; choose all with `--workspace`, or some with `-p`: {}", members.join(", "))]
    ChoosePackage {
        /// Names of the members.
        members: Vec<String>,
    },
    /// `--features` names a feature that the package does not have.
    #[error("package `{package}` has no feature `{feature}`; it has: {}", if features.is_empty() { "none".to_owned() } else { features.join(", ") })]
    NoSuchFeature {
        /// The package.
        package: String,
        /// The name that was given.
        feature: String,
        /// The features that the package has.
        features: Vec<String>,
    },
    /// The package has no binary with this name.
    #[error("package `{package}` has no binary `{name}`; it has: {}", if binaries.is_empty() { "none".to_owned() } else { binaries.join(", ") })]
    NoSuchBinary {
        /// The package.
        package: String,
        /// The name that was given.
        name: String,
        /// Names of its binaries.
        binaries: Vec<String>,
    },
    /// None of several packages has something with this name.
    #[error("no package that was asked for has a {what} `{name}`")]
    Nowhere {
        /// `binary` or `feature`.
        what: &'static str,
        /// The name that was given.
        name: String,
    },
    /// All packages of the workspace are excluded.
    #[error("no package is left: all packages of the workspace are excluded")]
    NothingLeft,
    /// A binary was asked for whose package also has a library.
    #[error(
        "package `{package}` has a library, and the binary `{binary}` beside it cannot be explored; move the code to explore to the library"
    )]
    BesideLibrary {
        /// The package.
        package: String,
        /// The binary.
        binary: String,
    },
    /// None of the package's binaries can be explored.
    #[error("package `{package}` has no library, and none of its binaries can be explored: {}", reasons.join("; "))]
    NoBinary {
        /// The package.
        package: String,
        /// Why each of them cannot.
        reasons: Vec<String>,
    },
    /// The package has neither a library nor a binary.
    #[error(
        "package `{package}` has neither a library nor a binary (only: {}), so there is nothing to explore",
        targets.join(", ")
    )]
    NoLibrary {
        /// The package.
        package: String,
        /// Its targets.
        targets: Vec<String>,
    },
    /// The package is a procedural macro.
    #[error(
        "package `{package}` is a procedural macro: its functions run inside the compiler and cannot be called from tests; move its logic to a library package and explore that"
    )]
    ProcMacro {
        /// The package.
        package: String,
    },
    /// The library is of a kind that Rust code cannot link.
    #[error("the library of package `{package}` is only built as {}; add `\"rlib\"` to its `crate-type`", crate_types.join(", "))]
    NotLinkable {
        /// The package.
        package: String,
        /// Its crate types.
        crate_types: Vec<String>,
    },
    /// The compiler rejects the package or one of its dependencies.
    #[error("package `{package}` does not build:\n{message}")]
    DoesNotBuild {
        /// The package that was compiled.
        package: String,
        /// The compiler's or cargo's messages.
        message: String,
    },
    /// The compiler rejects the copy of the package in which everything is public.
    #[error(
        "package `{package}` does not build once its private items are made public, as `--in-place` needs; if it builds as it is, explore it without `--in-place`:\n{message}"
    )]
    NotInPlace {
        /// The package that was compiled.
        package: String,
        /// The compiler's or cargo's messages.
        message: String,
    },
    /// The compiler rejects the copy of the package in which the binary is a library and everything is public.
    #[error(
        "package `{package}` does not build once its binary `{binary}` is a library whose private items are public, which exploring it needs:\n{message}"
    )]
    BinaryNotInPlace {
        /// The package that was compiled.
        package: String,
        /// The binary.
        binary: String,
        /// The compiler's or cargo's messages.
        message: String,
    },
    /// A build script failed.
    #[error("the build script of `{package}` failed:\n{message}")]
    BuildScript {
        /// The package whose script it is, with its version.
        package: String,
        /// Cargo's message with the script's output.
        message: String,
    },
    /// The package defines parts of the language that a program with std already has.
    #[error(
        "package `{package}` cannot be linked into a test program: {message}; put the item behind `#[cfg(not(test))]` or a feature that `--features` leaves off"
    )]
    OwnLanguageItem {
        /// The package.
        package: String,
        /// The compiler's message.
        message: String,
    },
    /// There are no parameterized tests to explore.
    #[error(
        "package `{package}` has no parameterized tests to explore{}; {}a first one, in `src/lib.rs` or a file below `tests/`:\n\n{FIRST_PUT}",
        left_out.iter().map(|reason| format!(" ({reason})")).collect::<String>(),
        if *depends { "write " } else { "run `cargo add --dev isolde`, then write " }
    )]
    NoPuts {
        /// The package.
        package: String,
        /// Whether the package depends on the library.
        depends: bool,
        /// Targets that seem to have parameterized tests, with the reason for leaving them out.
        left_out: Vec<String>,
    },
    /// There are parameterized tests, but the package does not depend on the library.
    #[error(
        "package `{package}` seems to have parameterized tests (`#[isolde::put]`) but does not depend on the library `isolde`; run `cargo add --dev isolde`"
    )]
    NoLibraryIsolde {
        /// The package.
        package: String,
    },
    /// Tests of an isolated unit need the library.
    #[error(
        "the tests of an isolated unit need the library `isolde`, and package `{package}` does not depend on it: run `cargo add --dev isolde` (with `--list`, the calls that leave the unit are shown without it)"
    )]
    IsolationNeedsLibrary {
        /// The package.
        package: String,
    },
    /// The library in the user's tests does not match this tool.
    #[error(
        "the tests of package `{package}` are linked with version {library} of the library `isolde`, and this is `cargo isolde` {tool}; both must be the same version: run `cargo add --dev isolde@={tool}` (and `cargo update`) or `cargo install cargo-isolde@{library}`"
    )]
    LibraryVersion {
        /// The package.
        package: String,
        /// The library's version.
        library: String,
        /// This tool's version.
        tool: &'static str,
    },
    /// The folder for intermediate files cannot be created or written.
    #[error(
        "cannot write to the folder for intermediate files, {}: {source}; choose another with `--target-dir` or CARGO_TARGET_DIR",
        path.display()
    )]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A program or a file cannot be used, or the user interrupted the run.
    #[error(transparent)]
    Cargo(#[from] isolde_cargo::Error),
    /// libLLVM is missing or unusable.
    #[error(transparent)]
    Llvm(#[from] isolde_llvm::Error),
    /// rustdoc fails on a package that builds.
    #[error("rustdoc cannot document package `{package}`, though it builds:\n{message}")]
    Rustdoc {
        /// The package.
        package: String,
        /// rustdoc's messages.
        message: String,
    },
    /// The item filters match nothing.
    #[error("no function of package `{package}` matches {}; paths begin at the crate root, and `*` stands for anything", items.join(" or "))]
    NoMatch {
        /// The package.
        package: String,
        /// The items that were asked for.
        items: Vec<String>,
    },
    /// rustdoc's JSON cannot be read.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The generated driver does not compile, and no piece of it is to blame.
    #[error(
        "the generated driver does not compile after {rounds} rounds; this is a bug of Isolde, please report it:\n{message}"
    )]
    Driver {
        /// Number of rounds that were tried.
        rounds: u32,
        /// The compiler's messages.
        message: String,
    },
    /// The instrumentation failed.
    #[error("the {program} program cannot be made: {source}")]
    Instrument {
        /// Which program.
        program: &'static str,
        /// The reason.
        source: isolde_instrument::Error,
    },
    /// The C linker refused an instrumented program.
    #[error("linking the {program} program failed:\n{message}")]
    Link {
        /// Which program.
        program: &'static str,
        /// The linker's messages.
        message: String,
    },
    /// The runtime does not compile with this compiler.
    #[error(
        "the runtime does not compile with this rustc; this is a bug of Isolde, please report it:\n{message}"
    )]
    Runtime {
        /// The compiler's messages.
        message: String,
    },
    /// The library that drivers depend on does not compile with this compiler.
    #[error(
        "Isolde's library does not compile with this rustc; this is a bug of Isolde, please report it:\n{message}"
    )]
    Support {
        /// The compiler's message.
        message: String,
    },
    /// rustc did not leave the file that the linker should have recorded.
    #[error(
        "rustc left no whole-program bitcode: {message}; this is a bug of Isolde, please report it"
    )]
    NoBitcode {
        /// What is missing.
        message: String,
    },
    /// The machine ran out of something that the build needs.
    #[error("the build failed: {shortage}:\n{message}")]
    Shortage {
        /// What is missing.
        shortage: Shortage,
        /// The message that reported it.
        message: String,
    },
}

impl BuildError {
    /// Whether the package is of a kind that cannot be explored, and nothing is wrong with it.
    pub fn is_about_kind(&self) -> bool {
        matches!(
            self,
            BuildError::ProcMacro { .. }
                | BuildError::NotLinkable { .. }
                | BuildError::NoLibrary { .. }
        )
    }

    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            BuildError::NoManifest { .. }
            | BuildError::ManifestPath { .. }
            | BuildError::NoSuchPackage { .. }
            | BuildError::ChoosePackage { .. }
            | BuildError::NoSuchFeature { .. }
            | BuildError::NoSuchBinary { .. }
            | BuildError::Nowhere { .. }
            | BuildError::NothingLeft
            | BuildError::NoMatch { .. } => Fault::Usage,
            BuildError::Manifest { .. }
            | BuildError::NoLibrary { .. }
            | BuildError::NoBinary { .. }
            | BuildError::BesideLibrary { .. }
            | BuildError::BinaryNotInPlace { .. }
            | BuildError::ProcMacro { .. }
            | BuildError::NotLinkable { .. }
            | BuildError::DoesNotBuild { .. }
            | BuildError::NotInPlace { .. }
            | BuildError::BuildScript { .. }
            | BuildError::OwnLanguageItem { .. }
            | BuildError::NoPuts { .. }
            | BuildError::NoLibraryIsolde { .. }
            | BuildError::IsolationNeedsLibrary { .. }
            | BuildError::LibraryVersion { .. }
            | BuildError::Instrument {
                source: isolde_instrument::Error::TooManyPoints { .. },
                ..
            } => Fault::Package,
            BuildError::Scratch { .. }
            | BuildError::Llvm(_)
            | BuildError::Instrument {
                source: isolde_instrument::Error::Llvm(isolde_llvm::Error::File { .. }),
                ..
            }
            | BuildError::Model(ModelError::UnknownFormat { .. })
            | BuildError::Link { .. }
            | BuildError::Shortage { .. } => Fault::Machine,
            BuildError::Rustdoc { .. }
            | BuildError::Model(_)
            | BuildError::Driver { .. }
            | BuildError::Instrument { .. }
            | BuildError::Runtime { .. }
            | BuildError::Support { .. }
            | BuildError::NoBitcode { .. } => Fault::Ours,
            BuildError::Cargo(error) => error.fault(),
        }
    }

    /// The error itself, unless its message says that the machine ran out of something: then the machine is at fault.
    ///
    /// The compiler's errors about a package are not examined for this: they may quote such words from its source.
    pub(crate) fn or_shortage(self) -> BuildError {
        let may_tell = matches!(
            self,
            BuildError::BuildScript { .. }
                | BuildError::Manifest { .. }
                | BuildError::Rustdoc { .. }
                | BuildError::Link { .. }
                | BuildError::Runtime { .. }
                | BuildError::Instrument { .. }
                | BuildError::NoBitcode { .. }
        );
        let message = self.to_string();
        match machine::lacks_by_words(&message).filter(|_| may_tell) {
            Some(shortage) => BuildError::Shortage { shortage, message },
            None => self,
        }
    }
}

#[cfg(test)]
mod tests;
