//! `cargo isolde explore --emit`: stored inputs as conventional tests, beside the parameterized ones, compiled and run before they are left behind.

mod place;

use isolde_build::{Package, TestTarget};
use isolde_puts::emit::{self, EmitError, Emitted, LeftOut, MARKER};
use isolde_puts::{Known, PutsError, known};
use isolde_record::Fault;
use isolde_record::put::PutInfo;
use isolde_suite::in_place::{Change, is_no_std};
use isolde_suite::modules::{self, FileModule};
use isolde_suite::{SuiteError, install};
use place::{Modules, Place, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why nothing was emitted.
#[derive(Debug, thiserror::Error)]
pub enum EmissionError {
    /// A source file cannot be rewritten.
    #[error("{}: {source}", file.display())]
    Source {
        /// The file.
        file: PathBuf,
        /// Why.
        source: EmitError,
    },
    /// A file of the user's is in the way.
    #[error("{} is not Isolde's: it is left as it is; rename it to emit tests there", .0.display())]
    Foreign(PathBuf),
    /// What was written does not hold.
    #[error("the tests written to {} do not compile or pass, and were removed again; this is a bug of Isolde, please report it with this output:\n{output}", file.display())]
    DoesNotPass {
        /// The file.
        file: PathBuf,
        /// What cargo said.
        output: String,
    },
    /// A file cannot be read or written.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Stored inputs cannot be read.
    #[error(transparent)]
    Puts(#[from] PutsError),
    /// Files cannot be changed.
    #[error(transparent)]
    Install(#[from] SuiteError),
}

impl EmissionError {
    /// Who has to act on it.
    pub fn fault(&self) -> Fault {
        match self {
            EmissionError::Source { .. } | EmissionError::Foreign(_) => Fault::Usage,
            EmissionError::DoesNotPass { .. } => Fault::Ours,
            EmissionError::Io { .. } => Fault::Machine,
            EmissionError::Puts(error) => error.fault(),
            EmissionError::Install(error) => error.fault(),
        }
    }
}

fn io_error(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> EmissionError {
    move |source| EmissionError::Io {
        what,
        path: path.to_owned(),
        source,
    }
}

/// What was emitted for one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub file: PathBuf,
    /// Tests in it.
    pub tests: usize,
    /// The file that the parameterized tests stand in.
    pub source: PathBuf,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
}

/// A parameterized test whose inputs are to be emitted.
pub struct Test<'a> {
    /// The test.
    pub info: &'a PutInfo,
    /// How its inline cases end, as [`Emitted::cases`].
    pub cases: Vec<Option<String>>,
}

/// Writes conventional tests into a package.
pub struct Emission<'a> {
    package: &'a Package,
    /// What the library is called there.
    library: &'a str,
    /// Files written by now, so that of targets that share a module one has it.
    taken: BTreeSet<PathBuf>,
}

/// A module's tests, and where they go.
struct Work<'a> {
    package: &'a Package,
    library: &'a str,
    place: &'a Place,
    source: &'a Path,
    /// Modules between the crate and what the file holds.
    depth: usize,
    is_no_std: bool,
}

impl<'a> Emission<'a> {
    /// Nothing is written yet.
    pub fn new(package: &'a Package, library: &'a str) -> Emission<'a> {
        Emission {
            package,
            library,
            taken: BTreeSet::new(),
        }
    }

    /// Emits the stored inputs of a target's tests, file by file: one that cannot be written is none of the others' affair.
    pub fn emit(
        &mut self,
        target: &TestTarget,
        tests: &[Test],
    ) -> Vec<Result<Written, EmissionError>> {
        let package = self.package;
        let root_file = target.root_file.strip_prefix(&package.root);
        let root_file = root_file.unwrap_or(&target.root_file);
        let modules = modules::find(&package.root, root_file);
        let places = Target {
            package: &package.root,
            name: &target.name,
            kind: target.kind,
            modules: &modules,
        };
        let text = fs::read_to_string(&target.root_file).unwrap_or_default();
        let is_no_std = target.kind.is_unit() && is_no_std(&text);
        let mut written = Vec::new();
        for ((source, inside), (module, tests)) in by_module(&places, tests) {
            let source = package.root.join(source);
            let left_out = |why: &str| Written {
                file: source.clone(),
                tests: 0,
                source: source.clone(),
                left_out: tests.iter().map(|test| test.left_out(why)).collect(),
            };
            let place = module.ok_or("its file was not found: a macro declares its module");
            let place = place.and_then(|module| Ok((module, places.place(module, inside)?)));
            let (module, place) = match place {
                Ok(place) => place,
                Err(why) => {
                    written.push(Ok(left_out(why)));
                    continue;
                }
            };
            if !self.taken.insert(place.file.clone()) {
                let why =
                    "its module is part of another test target, too, whose inputs are written";
                written.push(Ok(left_out(why)));
                continue;
            }
            let work = Work {
                package,
                library: self.library,
                place: &place,
                source: &source,
                depth: module.path.len(),
                is_no_std,
            };
            written.extend(work.write(&tests).transpose());
        }
        written
    }
}

/// A module to be written anew: its source file, the module inside of that, and the tests.
type ByModule<'a, 'm> =
    BTreeMap<(PathBuf, Option<&'a str>), (Option<&'m FileModule>, Vec<&'a Test<'a>>)>;

fn by_module<'a, 'm>(target: &'m Target<'m>, tests: &'a [Test<'a>]) -> ByModule<'a, 'm> {
    let mut by_module = ByModule::new();
    for test in tests {
        let module = target.module(&test.info.module);
        let key = match module {
            Some(module) => {
                let modules = test.modules(module.path.len());
                let inside = modules.first().copied();
                let inside = inside.filter(|_| target.kind.is_unit());
                (module.source.clone(), inside)
            }
            None => (PathBuf::from(&test.info.file), None),
        };
        let entry = by_module.entry(key);
        entry.or_insert_with(|| (module, Vec::new())).1.push(test);
    }
    by_module
}

impl Test<'_> {
    /// Modules inside of the source file, whose own module has `depth` segments after the crate's.
    fn modules(&self, depth: usize) -> Vec<&str> {
        self.info.module.split("::").skip(1 + depth).collect()
    }

    fn left_out(&self, why: &str) -> LeftOut {
        LeftOut {
            test: self.info.name.clone(),
            line: self.info.line,
            why: why.to_owned(),
        }
    }
}

impl Work<'_> {
    fn write(&self, tests: &[&Test]) -> Result<Option<Written>, EmissionError> {
        let Work {
            package,
            place,
            source,
            ..
        } = self;
        let known: Vec<Known> = tests
            .iter()
            .map(|test| known::load(test.info, &package.root))
            .collect::<Result<_, _>>()?;
        let inputs: Vec<Vec<_>> = known
            .iter()
            .map(|known| {
                let fitting = known.inputs.iter().map(|(stored, _)| stored);
                // The text of what was edited need not be what its choices make.
                fitting
                    .filter(|stored| !stored.is_edited)
                    .cloned()
                    .collect()
            })
            .collect();
        let emitted: Vec<Emitted> = tests
            .iter()
            .zip(&inputs)
            .map(|(test, inputs)| Emitted {
                path: test
                    .modules(self.depth)
                    .into_iter()
                    .chain([test.info.name.as_str()])
                    .collect(),
                line: test.info.line,
                inputs,
                cases: &test.cases,
            })
            .collect();
        let text = fs::read_to_string(source).map_err(io_error("read", source))?;
        let wanted = emit::Source {
            text: &text,
            inside: place.inside.as_deref(),
            library: self.library,
            is_no_std: self.is_no_std,
            modules: match &place.modules {
                Modules::Same => emit::Modules::Same,
                Modules::Around => emit::Modules::Around,
                Modules::At(files) => emit::Modules::At(files),
            },
        };
        let new = emit::conventional(&wanted, &emitted).map_err(|error| EmissionError::Source {
            file: source.to_path_buf(),
            source: error,
        })?;
        let written = Written {
            file: place.file.clone(),
            tests: new.tests.len(),
            source: source.to_path_buf(),
            left_out: new.left_out,
        };
        if new.tests.is_empty() {
            return Ok((!written.left_out.is_empty()).then_some(written));
        }
        let before = match fs::read_to_string(&place.file) {
            Ok(text) if text.starts_with(MARKER) => Some(text),
            Ok(_) => return Err(EmissionError::Foreign(place.file.clone())),
            Err(_) => None,
        };
        let (mut changes, mut undo) = (Vec::new(), Vec::new());
        let mut change = |path: &Path, before: Option<String>, after: String| {
            let change = |text| Change {
                path: path.to_owned(),
                text,
            };
            undo.push(change(before));
            changes.push(change(Some(after)));
        };
        change(&place.file, before, new.source);
        if let Some(declared) = &place.declared {
            let file = &declared.file;
            let text = fs::read_to_string(file).map_err(io_error("read", file))?;
            if let Some(added) = declared.added(&text) {
                change(file, Some(text), added);
            }
        }
        install::change(&changes)?;
        let failure = self.failure(&new.tests);
        if !matches!(failure, Ok(None)) {
            install::change(&undo)?;
        }
        match failure? {
            None => Ok(Some(written)),
            Some(output) => Err(EmissionError::DoesNotPass {
                file: place.file.clone(),
                output,
            }),
        }
    }

    /// Runs the new tests with the user's cargo; its output if they do not compile or pass.
    fn failure(&self, tests: &[String]) -> Result<Option<String>, EmissionError> {
        let Work { package, place, .. } = self;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .arg("test")
            .arg("--manifest-path")
            .arg(package.root.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&package.target_dir)
            .args(package.feature_arguments())
            .args(&place.target)
            // What else the file declares may well fail.
            .args(["--", "--exact"])
            .args(tests.iter().map(|test| format!("{}{test}", place.path)))
            .current_dir(&package.root);
        let output = command
            .output()
            .map_err(io_error("run cargo on", &place.file))?;
        if output.status.success() {
            return Ok(None);
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Some(text(&output.stderr) + &text(&output.stdout)))
    }
}
