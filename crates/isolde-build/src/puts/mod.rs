//! From a package's own test targets to programs that explore its parameterized tests.
//!
//! Parameterized tests are ordinary tests of the package, made by `#[isolde::put]`, so there is nothing to generate: [`prepare_tests`] finds the
//! test targets that seem to hold some ([`targets`]), checks that the package depends on the same version of the library ([`library`]), and
//! builds each with cargo as `cargo test` would ([`compile`]), except for the linker, the profile, and `--cfg isolde_engine`, which makes
//! the library take its choices from the runtime.

mod compile;
pub(crate) mod library;
mod targets;

use crate::context::{Context, Step};
use crate::error::BuildError;
use crate::flags;
use crate::package::{self, Package};
use crate::programs::{self, KEPT, Programs, Subject};
use crate::runtime;
use crate::scratch::Scratch;
use crate::selection::Selection;
use crate::support;
use isolde_cargo::{Toolchain, files};
use isolde_instrument::Entry;
use isolde_record::Deadline;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use targets::Candidate;

/// What to build.
#[derive(Clone, Debug)]
pub struct TestsRequest {
    /// Which package, with which features; [`Selection::in_place`] has no effect here.
    pub selection: Selection,
    /// As [`BuildRequest::linker`](crate::BuildRequest::linker).
    pub linker: PathBuf,
    /// As [`BuildRequest::cancelled`](crate::BuildRequest::cancelled).
    pub cancelled: Arc<AtomicBool>,
}

/// Everything that exploring parameterized tests needs.
#[derive(Debug)]
pub struct PreparedTests {
    /// The package.
    pub package: Package,
    /// The name by which the package's code calls the library `isolde`.
    pub library: String,
    /// Its compiler.
    pub toolchain: Toolchain,
    /// Its test targets that hold parameterized tests, the library first; at least one.
    pub targets: Vec<TestTarget>,
    /// Targets that seem to hold parameterized tests and were left out.
    pub warnings: Vec<TestsWarning>,
    /// The folders, locked.
    pub scratch: Scratch,
}

/// A test target and its programs.
#[derive(Clone, Debug)]
pub struct TestTarget {
    /// The target's name, as `--test` and `--bin` take it.
    pub name: String,
    /// The kind of target.
    pub kind: TestKind,
    /// The name as code writes it.
    pub crate_name: String,
    /// Its root file.
    pub root_file: PathBuf,
    /// Its programs. They answer thunk `i` by running its `i`-th parameterized test, in the order of the tests' paths.
    pub programs: Programs,
}

/// A kind of test target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestKind {
    /// The unit tests of the library.
    Lib,
    /// The unit tests of a binary.
    Bin,
    /// A target below `tests/`.
    Test,
}

impl TestKind {
    /// Whether the tests are written among other code.
    pub fn is_unit(self) -> bool {
        self != TestKind::Test
    }
}

/// Why a target that seems to hold parameterized tests is not explored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TestsWarning {
    /// It has its own `main` function.
    #[error(
        "{target} is declared with `harness = false`: its parameterized tests are not explored; move them to a target with the usual harness"
    )]
    OwnHarness {
        /// The target: "test target `name`", "binary `name`" or "the library".
        target: String,
    },
    /// `cargo test` does not build it.
    #[error(
        "{target} is declared with `test = false`: its parameterized tests are not explored; remove that, or move them to `tests/`"
    )]
    Untested {
        /// The target.
        target: String,
    },
    /// It needs features that are off.
    #[error("{target} needs the features `{}`, which are off: its parameterized tests are not explored; turn them on with `--features`", missing.join("`, `"))]
    FeaturesOff {
        /// The target.
        target: String,
        /// Their names.
        missing: Vec<String>,
    },
}

/// Builds the programs of a package's parameterized tests.
///
/// # Errors
/// [`BuildError`]; [`BuildError::fault`] says whose fault it is.
pub fn prepare_tests(
    request: &TestsRequest,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<PreparedTests, BuildError> {
    build(request, progress).map_err(BuildError::or_shortage)
}

fn build(
    request: &TestsRequest,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<PreparedTests, BuildError> {
    let deadline = &Deadline::when_cancelled(Arc::clone(&request.cancelled));
    let (package, described) = package::find_described(&request.selection, deadline)?;
    progress(Step::Found {
        package: package.name.clone(),
        version: package.version.clone(),
        binary: None,
    });
    let manifest = files::read(&package.root.join("Cargo.toml"))?;
    let (mut candidates, mut warnings) = targets::select(&package, &described.targets, &manifest);
    let library = library::name(&described);
    let none = |warnings: &[TestsWarning]| BuildError::NoPuts {
        package: package.name.clone(),
        depends: library.is_some(),
        left_out: warnings.iter().map(ToString::to_string).collect(),
    };
    if candidates.is_empty() {
        return Err(none(&warnings));
    }
    let Some(library) = &library else {
        return Err(BuildError::NoLibraryIsolde {
            package: package.name.clone(),
        });
    };
    let toolchain = Toolchain::detect(&package.root, deadline)?;
    let features = library::check(&toolchain, &package, &described, deadline)?;
    candidates.retain(|candidate| {
        let warning = candidate.features_off(&features);
        let stays = warning.is_none();
        warnings.extend(warning);
        stays
    });
    if candidates.is_empty() {
        return Err(none(&warnings));
    }

    let scratch = Scratch::open(&package, deadline, &|| progress(Step::Waiting))?;
    support::write(&scratch.support())?;
    let user_flags = flags::of_user(&toolchain, &package.root, deadline)?;
    let context = Context {
        filters: &[],
        sequences: false,
        conventions: false,
        isolate: None,
        mocks: false,
        lawless: false,
        memory: false,
        linker: &request.linker,
        deadline,
        package: &package,
        toolchain: &toolchain,
        scratch: &scratch,
        user_flags: &user_flags,
        progress,
    };
    let targets = build_all(&context, &candidates)?;
    scratch.clear_temporary();
    if targets.is_empty() {
        return Err(none(&warnings));
    }
    Ok(PreparedTests {
        package,
        library: library.clone(),
        toolchain,
        targets,
        warnings,
        scratch,
    })
}

/// Builds the candidates one after the other, and the runtime at the same time. Candidates that turn out to hold no parameterized tests are left out.
fn build_all(context: &Context, candidates: &[Candidate]) -> Result<Vec<TestTarget>, BuildError> {
    let stop = Deadline::default();
    thread::scope(|scope| {
        let mut runtime =
            Some(scope.spawn(|| runtime::library(context.toolchain, context.scratch, &stop)));
        let mut library = PathBuf::new();
        let mut targets = Vec::new();
        for candidate in candidates {
            context.step(Step::BuildingTests {
                target: candidate.describe(),
            });
            let record = compile::compile(context, candidate)
                .inspect_err(|_| stop.flag().store(true, Ordering::Relaxed))?;
            if let Some(runtime) = runtime.take() {
                library = runtime
                    .join()
                    .unwrap_or_else(|panic| panic::resume_unwind(panic))?;
            }
            let subject = subject(context, candidate, candidates.len());
            match programs::build(context, &subject, &record, &library) {
                Ok(programs) => targets.push(TestTarget {
                    name: candidate.name.clone(),
                    kind: candidate.kind,
                    crate_name: candidate.crate_name(),
                    root_file: candidate.root_file.clone(),
                    programs,
                }),
                Err(BuildError::Instrument {
                    source: isolde_instrument::Error::NoPuts,
                    ..
                }) => tracing::info!(target = candidate.name, "holds no parameterized test"),
                Err(error) => return Err(error),
            }
        }
        Ok(targets)
    })
}

/// The subject for a test target: the package and the tests themselves are under test.
fn subject(context: &Context, candidate: &Candidate, count: usize) -> Subject {
    let package = context.package;
    let mut crates = vec![package.crate_name.clone(), candidate.crate_name()];
    crates.dedup();
    let mut source_roots = package.source_roots();
    source_roots.push(package.root.join("tests"));
    if candidate.kind == TestKind::Test {
        // The file's folder, unless it is the package's own folder, which also holds build products.
        let folder = candidate.root_file.parent().unwrap_or(Path::new(""));
        source_roots.push(if package.root.starts_with(folder) {
            candidate.root_file.clone()
        } else {
            folder.to_owned()
        });
    }
    source_roots.sort();
    source_roots.dedup();
    Subject {
        crates,
        source_roots,
        entry: Entry::Puts,
        has_mutants: false,
        cache: context.scratch.tests_cache(),
        kept: KEPT * count,
    }
}
