//! From whole-program bitcode to the programs that are run, which are cached by content: the same bitcode, options and tool are never processed twice.

use crate::context::{Context, Step};
use crate::error::BuildError;
use crate::hash::hexadecimal;
use crate::link_record::LinkRecord;
use crate::memory_checks::MemoryChecks;
use crate::relink::{Linking, link};
use crate::support;
use isolde_abi::symbol::WRAPPED;
use isolde_cargo::{Error, files};
use isolde_instrument::{Entry, Kind, Mutant, Options, Order, ProgramMap, Statistics};
use isolde_llvm::Llvm;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// How many versions of the programs of a driver or a test target are kept.
pub(crate) const KEPT: usize = 2;
const MAP: &str = "map.json";
/// Size of the bitcode of a large program, in bytes. While a program is instrumented, libLLVM takes about ten times this memory for each of the
/// programs that are made from it at the same time, so those of a large program are made one after the other.
const LARGE: u64 = 20 << 20;

/// The programs built from one driver or one test target.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Without instrumentation: the source of expected values.
    pub plain: PathBuf,
    /// With coverage only.
    pub coverage: PathBuf,
    /// With coverage and shadows.
    pub symbolic: PathBuf,
    /// With mutants, if tests are made of what is explored.
    pub mutants: Option<PathBuf>,
    /// Whether memory is checked, and by which program.
    pub memory: MemoryChecks,
    /// What coverage points and branch sites mean, in both instrumented programs.
    pub map: ProgramMap,
    /// Whether an earlier run built them.
    pub reused: bool,
}

impl Programs {
    fn in_folder(folder: &Path, map: ProgramMap, reused: bool) -> Programs {
        let path = |kind| folder.join(name(kind));
        let mutants = Some(path(Kind::Mutants)).filter(|_| !map.mutants.is_empty());
        Programs {
            plain: path(Kind::Plain),
            coverage: path(Kind::Coverage),
            symbolic: path(Kind::Symbolic),
            mutants,
            memory: MemoryChecks::default(),
            map,
            reused,
        }
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Plain => "plain",
        Kind::Coverage => "coverage",
        Kind::Symbolic => "symbolic",
        Kind::Mutants => "mutants",
        Kind::Checked => "checked",
    }
}

/// Which part of a whole program is explored, and where the results are kept.
pub(crate) struct Subject {
    /// Crates under test.
    pub crates: Vec<String>,
    /// Files and folders of the code under test.
    pub source_roots: Vec<PathBuf>,
    /// Where the program begins.
    pub entry: Entry,
    /// Whether tests are made of what is explored, for which mutants are needed.
    pub has_mutants: bool,
    /// Folder of finished programs.
    pub cache: PathBuf,
    /// How many finished programs to keep.
    pub kept: usize,
}

impl Subject {
    /// The subject for a driver: the package is under test.
    pub fn of_driver(context: &Context) -> Subject {
        Subject {
            crates: vec![context.package.crate_name.clone()],
            source_roots: context.package.source_roots(),
            entry: Entry::Main,
            has_mutants: true,
            cache: match &context.package.binary {
                Some(name) => context.scratch.cache().join(name),
                None => context.scratch.cache(),
            },
            kept: KEPT,
        }
    }

    /// How a program of this kind is made.
    pub(crate) fn options(&self, context: &Context, kind: Kind) -> Options {
        let mut options = Options::new(kind);
        options.entry = self.entry;
        options.hooks = context.isolate.is_some();
        options.crates_under_test = self.crates.clone();
        options.source_roots = self.source_roots.clone();
        let shared = context.scratch.shared();
        // Generated code is not under test. The package's copy for `--in-place` is in the same folder but has no generated code.
        if !self
            .source_roots
            .iter()
            .any(|root| root.starts_with(shared))
        {
            options.source_excluded = vec![shared.to_owned()];
        }
        options
    }
}

/// Builds the programs and links them with the runtime, or takes them from the cache.
///
/// # Errors
/// Those of the instrumentation and the linker.
pub fn build(
    context: &Context,
    subject: &Subject,
    record: &LinkRecord,
    runtime: &Path,
) -> Result<Programs, BuildError> {
    let folder = subject.cache.join(key(context, subject, record)?);
    if let Some(map) = cached(&folder) {
        context.step(Step::Reused);
        touch(&folder);
        return Ok(Programs::in_folder(&folder, map, true));
    }
    let llvm = Llvm::load(&isolde_llvm::find(&context.toolchain.sysroot)?)?;
    let temporary = context.scratch.temporary().join("programs");
    // A run that failed may have left files.
    let _ = fs::remove_dir_all(&temporary);
    fs::create_dir_all(&temporary).map_err(Error::file("create", &temporary))?;

    context.step(Step::Instrumenting);
    let work = Work {
        context,
        subject,
        record,
        llvm: &llvm,
        runtime,
        folder: &temporary,
    };
    let map = work.all()?;
    isolde_instrument::give_back_memory();

    let text =
        serde_json::to_vec(&map).map_err(|error| Error::file("write", &temporary)(error.into()))?;
    fs::write(temporary.join(MAP), text).map_err(Error::file("write", &temporary))?;
    fs::create_dir_all(&subject.cache).map_err(Error::file("create", &subject.cache))?;
    let _ = fs::remove_dir_all(&folder);
    fs::rename(&temporary, &folder).map_err(Error::file("create", &folder))?;
    prune(&subject.cache, subject.kept);
    Ok(Programs::in_folder(&folder, map, false))
}

struct Work<'a> {
    context: &'a Context<'a>,
    subject: &'a Subject,
    record: &'a LinkRecord,
    llvm: &'a Llvm,
    runtime: &'a Path,
    folder: &'a Path,
}

impl Work<'_> {
    fn options(&self, kind: Kind) -> Options {
        self.subject.options(self.context, kind)
    }

    fn object(&self, kind: Kind) -> PathBuf {
        self.folder.join(format!("{}.o", name(kind)))
    }

    /// Makes all programs.
    fn all(&self) -> Result<ProgramMap, BuildError> {
        let bytes = fs::metadata(&self.record.bitcode)
            .map_err(Error::file("read", &self.record.bitcode))?;
        if bytes.len() > LARGE {
            let map = self.explored(Order::OneByOne)?;
            isolde_instrument::give_back_memory();
            let mutants = self.observed()?;
            return Ok(ProgramMap { mutants, ..map });
        }
        let (explored, observed) = std::thread::scope(|scope| {
            let observed = scope.spawn(|| self.observed());
            let explored = self.explored(Order::Together);
            (explored, observed.join())
        });
        let map = explored?;
        match observed {
            Ok(mutants) => Ok(ProgramMap {
                mutants: mutants?,
                ..map
            }),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Makes the programs whose results are compared: the plain one, and the one with the mutants, which are returned.
    fn observed(&self) -> Result<Vec<Mutant>, BuildError> {
        self.alone(Kind::Plain)?;
        if !self.subject.has_mutants {
            return Ok(Vec::new());
        }
        isolde_instrument::give_back_memory();
        Ok(self.alone(Kind::Mutants)?.mutants)
    }

    fn alone(&self, kind: Kind) -> Result<ProgramMap, BuildError> {
        let started = Instant::now();
        let (map, statistics) = isolde_instrument::instrument(
            self.llvm,
            &self.record.bitcode,
            &self.object(kind),
            &self.options(kind),
        )
        .map_err(failed(kind))?;
        log(name(kind), started, &statistics);
        self.link(kind)?;
        Ok(map)
    }

    fn explored(&self, order: Order) -> Result<ProgramMap, BuildError> {
        let (coverage, symbolic) = (Kind::Coverage, Kind::Symbolic);
        let started = Instant::now();
        let explored = isolde_instrument::instrument_explored(
            self.llvm,
            &self.record.bitcode,
            (&self.object(coverage), &self.options(coverage)),
            (&self.object(symbolic), &self.options(symbolic)),
            order,
        )
        .map_err(failed(symbolic))?;
        log(name(coverage), started, &explored.coverage);
        log(name(symbolic), started, &explored.symbolic);
        self.link(coverage)?;
        self.link(symbolic)?;
        Ok(explored.map)
    }

    fn link(&self, kind: Kind) -> Result<(), BuildError> {
        let (program, started) = (name(kind), Instant::now());
        let object = self.object(kind);
        let linking = Linking {
            record: self.record,
            object: &object,
            runtime: self.runtime,
            checks: None,
            output: &self.folder.join(program),
            temporary: &self.context.scratch.temporary(),
            program,
            // Observations must not depend on the surroundings.
            wrapped: if kind.is_observed() { WRAPPED } else { &[] },
        };
        link(&linking, self.context.deadline)?;
        tracing::info!(program, seconds = started.elapsed().as_secs_f64(), "linked");
        let _ = fs::remove_file(&object);
        Ok(())
    }
}

fn failed(kind: Kind) -> impl FnOnce(isolde_instrument::Error) -> BuildError {
    move |source| BuildError::Instrument {
        program: name(kind),
        source,
    }
}

fn log(program: &str, started: Instant, statistics: &Statistics) {
    tracing::info!(
        program,
        seconds = started.elapsed().as_secs_f64(),
        ?statistics,
        "instrumented"
    );
}

/// A name made from everything that the programs depend on.
fn key(context: &Context, subject: &Subject, record: &LinkRecord) -> Result<String, BuildError> {
    let mut hash = Sha256::new();
    hash.update(fs::read(&record.bitcode).map_err(Error::file("read", &record.bitcode))?);
    for argument in record.lasting_arguments() {
        hash.update(argument);
        hash.update([0]);
    }
    hash.update([u8::from(subject.has_mutants)]);
    for kind in [Kind::Plain, Kind::Coverage, Kind::Symbolic] {
        hash.update(format!("{:?}", subject.options(context, kind)));
    }
    hash.update(support::fingerprint());
    hash.update(&context.toolchain.verbose_version);
    hash.update(tool_identity());
    Ok(hexadecimal(&hash.finalize())[..24].to_owned())
}

/// Identifies this version of Isolde. Two builds of one version may differ during development, so the program's own size and time count.
fn tool_identity() -> String {
    let own = std::env::current_exe().and_then(fs::metadata);
    let built = own.map(|own| (own.len(), own.modified().unwrap_or(SystemTime::UNIX_EPOCH)));
    format!("{} {:?}", env!("CARGO_PKG_VERSION"), built.ok())
}

fn cached(folder: &Path) -> Option<ProgramMap> {
    serde_json::from_str(&files::read(&folder.join(MAP)).ok()?).ok()
}

/// Marks a cached folder as just used.
fn touch(folder: &Path) {
    if let Ok(file) = fs::File::open(folder) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Removes all but the newest folders of the cache.
fn prune(cache: &Path, kept: usize) {
    let mut folders: Vec<(SystemTime, PathBuf)> = fs::read_dir(cache)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    folders.sort();
    let excess = folders.len().saturating_sub(kept);
    for (_, folder) in folders.into_iter().take(excess) {
        // If this fails, it only costs disk space.
        let _ = fs::remove_dir_all(folder);
    }
}
