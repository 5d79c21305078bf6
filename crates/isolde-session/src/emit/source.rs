//! Source files that hold parameterized tests, with the stored inputs of these tests.

use super::place::{Modules, Place, Targets};
use super::{EmissionError, left_out, read};
use isolde::put::stored::Stored;
use isolde_build::{Package, TestTarget};
use isolde_puts::emit::{self, Conventional, EmitError, Emitted, LeftOut, MARKER};
use isolde_puts::known;
use isolde_record::put::{EmittedRecord, PutInfo};
use isolde_record::run::RemovalReason;
use isolde_suite::in_place::is_no_std;
use isolde_suite::modules::{self, FileModule};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A parameterized test whose inputs are to be emitted.
pub(crate) struct Test {
    /// The test.
    pub(crate) info: PutInfo,
    /// How its inline cases end, in the form of [`Emitted::cases`].
    pub(crate) cases: Vec<Option<String>>,
}

/// The emission of a package's tests.
pub(super) struct Emission<'a> {
    package: &'a Package,
    /// The name by which the package calls the library.
    library: &'a str,
    /// Files that are written, so that only one of the targets that share a module writes it.
    taken: BTreeSet<PathBuf>,
}

/// A source file, or a module inside of one, whose parameterized tests become conventional ones.
pub(super) struct SourceFile<'a> {
    package: &'a Path,
    library: &'a str,
    /// The source file.
    path: PathBuf,
    text: String,
    is_no_std: bool,
    /// Where the tests go; `None` if there is no good place.
    pub(super) place: Option<Place>,
    puts: Vec<Put>,
    /// Everything that can be written.
    all: Conventional,
}

/// A parameterized test and its inputs.
struct Put {
    /// Modules inside the file, from the outside in, and then the function's name.
    path: Vec<String>,
    line: u32,
    inputs: Vec<Stored>,
    cases: Vec<Option<String>>,
}

/// The tests of each module that is to be written: the key is its source file and the module inside that file.
type ByModule<'a, 'm> =
    BTreeMap<(PathBuf, Option<&'a str>), (Option<&'m FileModule>, Vec<&'a Test>)>;

impl<'a> Emission<'a> {
    /// The emission for a package whose code calls the library `library`.
    pub(super) fn new(package: &'a Package, library: &'a str) -> Emission<'a> {
        Emission {
            package,
            library,
            taken: BTreeSet::new(),
        }
    }

    /// The files with a target's tests. A file that cannot be written does not affect the others.
    pub(super) fn files(
        &mut self,
        target: &TestTarget,
        tests: &[Test],
    ) -> Vec<Result<SourceFile<'a>, EmissionError>> {
        let package = self.package;
        let root_file = target.root_file.strip_prefix(&package.root);
        let root_file = root_file.unwrap_or(&target.root_file);
        let modules = modules::find(&package.root, root_file);
        let places = Targets {
            package: &package.root,
            name: &target.name,
            kind: target.kind,
            modules: &modules,
        };
        let text = fs::read_to_string(&target.root_file).unwrap_or_default();
        let is_no_std = target.kind.is_unit() && is_no_std(&text);
        let mut files = Vec::new();
        for ((path, inside), (module, tests)) in by_module(&places, tests) {
            let place = module.ok_or("its file was not found: a macro declares its module");
            let place = place.and_then(|module| Ok((module, places.place(module, inside)?)));
            let file = SourceFile::empty(package, self.library, package.root.join(path));
            files.push(match place {
                Err(why) => Ok(file.without_place(&tests, why)),
                Ok((_, place)) if !self.taken.insert(place.file.clone()) => {
                    let why =
                        "its module is also part of another test target, whose inputs are written instead";
                    Ok(file.without_place(&tests, why))
                }
                Ok((module, place)) => {
                    let file = SourceFile { is_no_std, ..file };
                    file.with_place(place, module.path.len(), &tests)
                }
            });
        }
        files
    }
}

fn by_module<'a, 'm>(targets: &'m Targets<'m>, tests: &'a [Test]) -> ByModule<'a, 'm> {
    let mut by_module = ByModule::new();
    for test in tests {
        let module = targets.module(&test.info.module);
        let key = match module {
            Some(module) => {
                let modules = test.modules(module.path.len());
                let inside = modules.first().copied();
                let inside = inside.filter(|_| targets.kind.is_unit());
                (module.source.clone(), inside)
            }
            None => (PathBuf::from(&test.info.file), None),
        };
        let entry = by_module.entry(key);
        entry.or_insert_with(|| (module, Vec::new())).1.push(test);
    }
    by_module
}

impl Test {
    /// The modules inside the source file; the path of the file's own module has `depth` segments after the crate's name.
    fn modules(&self, depth: usize) -> Vec<&str> {
        self.info.module.split("::").skip(1 + depth).collect()
    }
}

impl<'a> SourceFile<'a> {
    fn empty(package: &'a Package, library: &'a str, path: PathBuf) -> SourceFile<'a> {
        SourceFile {
            package: &package.root,
            library,
            path,
            text: String::new(),
            is_no_std: false,
            place: None,
            puts: Vec::new(),
            all: Conventional::default(),
        }
    }

    /// The file with its tests left out for the reason `why`.
    fn without_place(self, tests: &[&Test], why: &str) -> SourceFile<'a> {
        let left_out = tests.iter().map(|test| LeftOut {
            test: test.info.name.clone(),
            line: test.info.line,
            why: why.to_owned(),
        });
        SourceFile {
            all: Conventional {
                left_out: left_out.collect(),
                ..Conventional::default()
            },
            ..self
        }
    }

    /// The file with its tests and their stored inputs. The path of its own module has `depth` segments after the crate's name.
    fn with_place(
        mut self,
        place: Place,
        depth: usize,
        tests: &[&Test],
    ) -> Result<SourceFile<'a>, EmissionError> {
        self.text = read(&self.path)?;
        for test in tests {
            let known = known::load(&test.info, self.package)?;
            let fitting = known.inputs.into_iter().map(|(stored, _)| stored);
            let name = test.info.name.as_str();
            self.puts.push(Put {
                path: (test.modules(depth).into_iter().chain([name]))
                    .map(str::to_owned)
                    .collect(),
                line: test.info.line,
                // The text of an edited input may show values that differ from its choices.
                inputs: fitting.filter(|stored| !stored.is_edited).collect(),
                cases: test.cases.clone(),
            });
        }
        let file = place.file.clone();
        self.place = Some(place);
        self.all = match self.written("", &|_| true) {
            Ok(all) => all,
            Err(source) => {
                return Err(EmissionError::Source {
                    file: self.path,
                    source,
                });
            }
        };
        let is_foreign = |text: String| !text.starts_with(MARKER);
        if !self.is_empty() && fs::read_to_string(&file).is_ok_and(is_foreign) {
            return Err(EmissionError::Foreign(file));
        }
        Ok(self)
    }

    /// The text of those conventional tests of the file whose names `keeps` accepts, with an attribute that allows lints.
    pub(super) fn written(
        &self,
        allowed: &str,
        keeps: &dyn Fn(&str) -> bool,
    ) -> Result<Conventional, EmitError> {
        let Some(place) = &self.place else {
            return Ok(self.all.clone());
        };
        let emitted: Vec<Emitted> = self
            .puts
            .iter()
            .map(|put| Emitted {
                path: put.path.iter().map(String::as_str).collect(),
                line: put.line,
                inputs: &put.inputs,
                cases: &put.cases,
            })
            .collect();
        let source = emit::Source {
            text: &self.text,
            inside: place.inside.as_deref(),
            library: self.library,
            is_no_std: self.is_no_std,
            modules: match &place.modules {
                Modules::Same => emit::Modules::Same,
                Modules::Around => emit::Modules::Around,
                Modules::At(files) => emit::Modules::At(files),
            },
            allowed,
        };
        emit::conventional(&source, &emitted, keeps)
    }

    /// Whether there is no test to write.
    pub(super) fn is_empty(&self) -> bool {
        self.all.tests.is_empty()
    }

    /// All tests that can be written.
    pub(super) fn tests(&self) -> &[emit::Test] {
        &self.all.tests
    }

    /// Options of `cargo test` that choose the target of the new file.
    pub(super) fn target(&self) -> Vec<String> {
        let place = self.place.as_ref();
        place.map_or_else(Vec::new, |place| place.target.clone())
    }

    /// What the record says about a test that did not pass verification.
    pub(super) fn removed(&self, name: &str, put: usize, reason: &RemovalReason) -> LeftOut {
        let put = &self.puts[put];
        let why = match reason {
            RemovalReason::DoesNotCompile(message) | RemovalReason::NotVisible(message) => {
                format!("does not compile: {message}")
            }
            RemovalReason::Fails => "does not pass, alone or among the others".to_owned(),
            RemovalReason::DoesNotReproduce => "does not fail as it did when explored".to_owned(),
            RemovalReason::ChangesProcess => {
                "changes what all tests of a process share, or ends the process".to_owned()
            }
            RemovalReason::Flaky | RemovalReason::Surroundings => {
                "does not end the same way each time".to_owned()
            }
            RemovalReason::ActsOutside => "would change something outside the process".to_owned(),
            RemovalReason::OutOfTime => "was not verified in time".to_owned(),
            RemovalReason::MisusesMemory => "misuses memory".to_owned(),
            RemovalReason::ContradictsDocumentation => "contradicts its documentation".to_owned(),
        };
        LeftOut {
            test: put.path.join("::"),
            line: put.line,
            why: format!("its test `{name}` {why}"),
        }
    }

    /// The file's record: these tests were written, and those left out. `None` if there is nothing to report.
    pub(super) fn record(&self, written: &[&str], removed: &[LeftOut]) -> Option<EmittedRecord> {
        let relative = |path: &Path| {
            let path = path.strip_prefix(self.package).unwrap_or(path);
            path.display().to_string()
        };
        let all = self.all.left_out.iter().chain(removed);
        let record = EmittedRecord {
            source: relative(&self.path),
            file: (self.place.as_ref())
                .filter(|_| !written.is_empty())
                .map(|place| relative(&place.file)),
            tests: written.iter().map(|&name| name.to_owned()).collect(),
            left_out: all.map(left_out).collect(),
        };
        (!record.tests.is_empty() || !record.left_out.is_empty()).then_some(record)
    }
}
