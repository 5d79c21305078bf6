//! `cargo isolde explore --emit`: stored inputs as conventional tests, beside the parameterized ones, compiled and run before they are left behind.
//!
//! Tests of `tests/name.rs` go to `tests/name_inputs.rs`. Those of a module `tests` of the library go to a module `tests_inputs` beside it, which is
//! declared in the file around them.

use isolde_build::{Package, TestKind, TestTarget};
use isolde_puts::emit::{self, EmitError, Emitted, MARKER};
use isolde_puts::{Known, PutsError, known};
use isolde_record::put::PutInfo;
use isolde_suite::in_place::Change;
use isolde_suite::{SuiteError, install};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why nothing was emitted.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
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

fn io_error(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure {
    move |source| Failure::Io {
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
    /// What was left out, and why.
    pub left_out: Vec<(String, String)>,
}

/// Where the tests of one module go.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The new file.
    file: PathBuf,
    /// The module inside the source file that is written anew; the whole file if there is none.
    inside: Option<String>,
    /// The file that gets the declaration, and the new module's name.
    declared: Option<(PathBuf, String)>,
    /// How cargo runs the tests.
    arguments: Vec<String>,
}

/// A parameterized test whose inputs are to be emitted.
pub struct Test<'a> {
    /// The test.
    pub info: &'a PutInfo,
    /// How its inline cases end, as [`Emitted::cases`].
    pub cases: Vec<Option<String>>,
}

/// Emits the stored inputs of these tests, file by file: one that cannot be written is none of the others' affair.
pub fn emit(
    package: &Package,
    target: &TestTarget,
    tests: &[Test],
) -> Vec<Result<Written, Failure>> {
    let mut by_source: BTreeMap<PathBuf, Vec<&Test>> = BTreeMap::new();
    for test in tests {
        by_source
            .entry(package.workspace_root.join(&test.info.file))
            .or_default()
            .push(test);
    }
    let mut written = Vec::new();
    for (source, tests) in by_source {
        let own = own_module(package, target, &source);
        let mut by_module: BTreeMap<Option<&str>, Vec<&Test>> = BTreeMap::new();
        for test in tests {
            let inside = match target.kind {
                TestKind::Test => None,
                TestKind::Lib => segments(test.info, own.len()).first().copied(),
            };
            by_module.entry(inside).or_default().push(test);
        }
        for (inside, tests) in by_module {
            let place = place(package, target, &source, &own, inside);
            written.extend(match place {
                Some(place) => write(package, &place, &source, &own, &tests).transpose(),
                None => Some(Ok(Written {
                    file: source.clone(),
                    tests: 0,
                    left_out: tests
                        .iter()
                        .map(|test| {
                            let why = "it stands beside code that is no test; move it into a module `tests`";
                            (test.info.name.clone(), why.to_owned())
                        })
                        .collect(),
                })),
            });
        }
    }
    written
}

/// Modules of a test inside its source file, whose own module has `depth` segments after the crate's.
fn segments(info: &PutInfo, depth: usize) -> Vec<&str> {
    info.module.split("::").skip(1 + depth).collect()
}

/// The module that a source file is, without the crate's name.
fn own_module(package: &Package, target: &TestTarget, source: &Path) -> Vec<String> {
    let root = match target.kind {
        TestKind::Test => return Vec::new(),
        TestKind::Lib => package.library.parent().unwrap_or(&package.root),
    };
    if source == package.library {
        return Vec::new();
    }
    let relative = source.strip_prefix(root).unwrap_or(source);
    let mut own: Vec<String> = relative
        .with_extension("")
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if own.last().is_some_and(|name| name == "mod") {
        own.pop();
    }
    own
}

/// Where the tests go; `None` if there is no good place.
fn place(
    package: &Package,
    target: &TestTarget,
    source: &Path,
    own: &[String],
    inside: Option<&str>,
) -> Option<Place> {
    let folder = source.parent().unwrap_or(&package.root);
    if target.kind == TestKind::Test {
        // A module of a test target has no target of its own.
        if folder.file_name().is_none_or(|name| name != "tests") {
            return None;
        }
        let name = format!("{}_inputs", target.name);
        return Some(Place {
            file: folder.join(format!("{name}.rs")),
            inside: None,
            declared: None,
            arguments: vec!["--test".into(), name],
        });
    }
    let is_root = source == package.library || source.ends_with("mod.rs");
    let (children, parent, module) = match inside {
        // A module inside the file: the new one is its neighbour there.
        Some(module) if is_root => (folder.to_owned(), source.to_owned(), module),
        Some(module) => (source.with_extension(""), source.to_owned(), module),
        // A file that is a module of tests: the new one is its neighbour in the module around.
        None => {
            let module = own.last()?;
            let candidates = [
                folder.with_extension("rs"),
                folder.join("mod.rs"),
                package.library.clone(),
            ];
            let parent = candidates.into_iter().find(|candidate| {
                let text = fs::read_to_string(candidate).unwrap_or_default();
                let text: String = text.split_whitespace().collect();
                text.contains(&format!("#[cfg(test)]mod{module};"))
            })?;
            (folder.to_owned(), parent, module.as_str())
        }
    };
    let name = format!("{module}_inputs");
    Some(Place {
        file: children.join(format!("{name}.rs")),
        inside: inside.map(str::to_owned),
        declared: Some((parent, name.clone())),
        arguments: vec!["--lib".into(), "--".into(), format!("{name}::")],
    })
}

fn write(
    package: &Package,
    place: &Place,
    source: &Path,
    own: &[String],
    tests: &[&Test],
) -> Result<Option<Written>, Failure> {
    let known: Vec<Known> = tests
        .iter()
        .map(|test| known::load(test.info, &package.root))
        .collect::<Result<_, _>>()?;
    let inputs: Vec<Vec<_>> = known
        .iter()
        .map(|known| {
            let fitting = known.inputs.iter().map(|(stored, _)| stored.clone());
            fitting.collect()
        })
        .collect();
    let emitted: Vec<Emitted> = tests
        .iter()
        .zip(&inputs)
        .map(|(test, inputs)| Emitted {
            path: segments(test.info, own.len())
                .into_iter()
                .chain([test.info.name.as_str()])
                .collect(),
            inputs,
            cases: &test.cases,
        })
        .collect();
    let text = fs::read_to_string(source).map_err(io_error("read", source))?;
    let new = emit::conventional(&text, place.inside.as_deref(), &emitted).map_err(|source| {
        Failure::Source {
            file: place.file.clone(),
            source,
        }
    })?;
    if new.tests == 0 {
        return Ok((!new.left_out.is_empty()).then_some(Written {
            file: place.file.clone(),
            tests: 0,
            left_out: new.left_out,
        }));
    }
    let before = match fs::read_to_string(&place.file) {
        Ok(text) if text.starts_with(MARKER) => Some(text),
        Ok(_) => return Err(Failure::Foreign(place.file.clone())),
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
    if let Some((file, module)) = &place.declared {
        let text = fs::read_to_string(file).map_err(io_error("read", file))?;
        let declaration = format!("mod {module};");
        if !text.lines().any(|line| line.trim() == declaration) {
            let declared = format!("{text}\n#[cfg(test)]\n{declaration}\n");
            change(file, Some(text), declared);
        }
    }
    install::change(&changes)?;
    if let Some(output) = failure(package, place)? {
        install::change(&undo)?;
        return Err(Failure::DoesNotPass {
            file: place.file.clone(),
            output,
        });
    }
    Ok(Some(Written {
        file: place.file.clone(),
        tests: new.tests,
        left_out: new.left_out,
    }))
}

/// Runs the new tests with the user's cargo; its output if they do not compile or pass.
fn failure(package: &Package, place: &Place) -> Result<Option<String>, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .arg("test")
        .arg("--manifest-path")
        .arg(package.root.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&package.target_dir)
        .args(package.feature_arguments())
        .args(&place.arguments)
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
