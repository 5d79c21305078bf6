//! The whole way from a command line to programs.

use crate::binary;
use crate::check::check;
use crate::checked;
use crate::compile;
use crate::context::{Context, Step};
use crate::document::{self, Documented};
use crate::driver;
use crate::error::BuildError;
use crate::features;
use crate::flags;
use crate::in_place;
use crate::isolate::{Isolate, Isolated, unit_filters};
use crate::isolation::Isolating;
use crate::link_record::LinkRecord;
use crate::outside::{self, Modelled};
use crate::package::{self, Package};
use crate::programs::{self, Programs, Subject};
use crate::puts::library;
use crate::rejected::Rejected;
use crate::runtime;
use crate::scratch::Scratch;
use crate::selection::Selection;
use crate::support;
use isolde_cargo::Toolchain;
use isolde_harness::Harness;
use isolde_model::{Function, Model};
use isolde_record::Deadline;
use std::collections::BTreeSet;
use std::panic;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// What to build.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// Which package, with which features.
    pub selection: Selection,
    /// Item paths with `*`; empty means all.
    pub filters: Vec<String>,
    /// Whether functions are also called in sequences.
    pub sequences: bool,
    /// Whether conventions are checked then.
    pub conventions: bool,
    /// Whether mocks are invented for traits.
    pub mocks: bool,
    /// Whether comparisons and keys may contradict themselves.
    pub lawless: bool,
    /// Whether cases are to run again in a program that checks memory, if the package has unsafe code.
    pub memory: bool,
    /// If a unit is isolated: which, and from what.
    pub isolate: Option<Isolate>,
    /// A program that calls [`act_as_linker`](crate::link::act_as_linker) first in its `main`; usually the running one.
    pub linker: PathBuf,
    /// Set to stop: children are killed, and the error says that the run was interrupted.
    pub cancelled: Arc<AtomicBool>,
}

/// Everything that is needed to explore.
#[derive(Debug)]
pub struct Prepared {
    /// The package.
    pub package: Package,
    /// Folder of the package that the programs were built from: the user's own, or a copy's.
    pub source_root: PathBuf,
    /// Its compiler.
    pub toolchain: Toolchain,
    /// The package's items.
    pub model: Model,
    /// What was generated for the package.
    pub harness: Harness,
    /// The programs; `None` if no function can be called.
    pub programs: Option<Programs>,
    /// If a unit is isolated: what was found outside it.
    pub isolated: Option<Isolated>,
    /// The folders, locked.
    pub scratch: Scratch,
}

/// Builds a package's programs.
///
/// # Errors
/// [`BuildError`]; [`BuildError::fault`] says whose fault it is.
pub fn prepare(
    request: &BuildRequest,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<Prepared, BuildError> {
    build(request, progress).map_err(BuildError::or_shortage)
}

fn build(request: &BuildRequest, progress: &(dyn Fn(Step) + Sync)) -> Result<Prepared, BuildError> {
    let deadline = &Deadline::when_cancelled(Arc::clone(&request.cancelled));
    let (package, described) = package::find_described(&request.selection, deadline)?;
    progress(Step::Found {
        package: package.name.clone(),
        version: package.version.clone(),
        binary: package.binary.clone(),
    });
    let toolchain = Toolchain::detect(&package.root, deadline)?;
    if request.isolate.as_ref().is_some_and(|it| !it.only_lists) {
        if library::name(&described).as_deref() != Some("isolde") {
            return Err(BuildError::IsolationNeedsLibrary {
                package: package.name,
            });
        }
        library::check(&toolchain, &package, &described, deadline)?;
    }
    let user_flags = flags::of_user(&toolchain, &package.root, deadline)?;
    let mut scratch = Scratch::open(&package, deadline, &|| progress(Step::Waiting))?;
    if package.binary.is_some() {
        scratch = scratch.of_binaries()?;
    }
    support::write(&scratch.support())?;
    let base = Base {
        request,
        deadline,
        toolchain: &toolchain,
        user_flags: &user_flags,
        progress,
    };
    let built = match &package.binary {
        Some(name) => base.build_binary(&package, name, &scratch)?,
        None => {
            let context = base.context(&package, &scratch);
            driver::write_manifest(&package, &scratch, &[], &[])?;
            let asked = features::of_tests(&context)?;
            driver::write_manifest(&package, &scratch, &[], &asked)?;
            check(&context)?;
            let documented = document(&context)?;
            if request.selection.in_place {
                let original = outside::alone(&context, &documented)?.model;
                base.found(&package, &original)?;
                let public = in_place::public_copy(&package, &scratch.public(), deadline)?;
                scratch = scratch.in_place()?;
                base.build_in_place(&public, &original, &scratch)
                    .map_err(in_place::blame)?
            } else {
                let modelled = outside::read(&context, &documented, &BTreeSet::new())?;
                base.found(&package, &modelled.model)?;
                driver::write_manifest(&package, &scratch, &modelled.named, &asked)?;
                let again = |crates: &BTreeSet<String>| {
                    let modelled = outside::read(&context, &documented, crates)?;
                    driver::write_manifest(&package, &scratch, &modelled.named, &asked)?;
                    Ok(modelled)
                };
                let compiled = compile(&context, modelled, &again)?;
                compiled.built(package.root.clone())
            }
        }
    };
    scratch.clear_temporary();
    Ok(Prepared {
        source_root: built.source_root,
        package,
        toolchain,
        model: built.model,
        harness: built.harness,
        programs: built.programs,
        isolated: built.isolated,
        scratch,
    })
}

/// What was built.
struct Built {
    source_root: PathBuf,
    model: Model,
    harness: Harness,
    programs: Option<Programs>,
    isolated: Option<Isolated>,
}

/// What is the same for the package and its copy.
struct Base<'a> {
    request: &'a BuildRequest,
    deadline: &'a Deadline,
    toolchain: &'a Toolchain,
    user_flags: &'a [String],
    progress: &'a (dyn Fn(Step) + Sync),
}

impl Base<'_> {
    fn context<'c>(&'c self, package: &'c Package, scratch: &'c Scratch) -> Context<'c> {
        Context {
            filters: &self.request.filters,
            sequences: self.request.sequences,
            conventions: self.request.conventions,
            mocks: self.request.mocks,
            lawless: self.request.lawless,
            memory: self.request.memory,
            isolate: self.request.isolate.as_ref(),
            linker: &self.request.linker,
            deadline: self.deadline,
            package,
            toolchain: self.toolchain,
            scratch,
            user_flags: self.user_flags,
            progress: self.progress,
        }
    }

    /// Reports the model, and refuses if an item filter matches none of its functions.
    fn found(&self, package: &Package, model: &Model) -> Result<(), BuildError> {
        (self.progress)(Step::Modelled {
            functions: model.functions.len(),
        });
        let is_idle = |filters: &[String]| {
            let mut functions = model.functions.iter();
            !functions.any(|each| filters.iter().any(|filter| is_meant(each, filter)))
        };
        let idle: Vec<String> = match &self.request.isolate {
            // Each unit has several filters, one of which is enough.
            Some(isolate) => {
                let units = isolate.units.iter();
                let units =
                    units.filter(|unit| is_idle(&unit_filters(std::slice::from_ref(*unit))));
                units.cloned().collect()
            }
            None => {
                let filters = self.request.filters.iter();
                let idle = filters.filter(|filter| is_idle(std::slice::from_ref(*filter)));
                idle.cloned().collect()
            }
        };
        match idle.is_empty() {
            true => Ok(()),
            false => Err(BuildError::NoMatch {
                package: package.name.clone(),
                items: idle,
            }),
        }
    }

    /// Builds a copy of a library in which everything is public. `original` is the model of the user's package.
    fn build_in_place(
        &self,
        public: &Package,
        original: &Model,
        scratch: &Scratch,
    ) -> Result<Built, BuildError> {
        support::write(&scratch.support())?;
        driver::write_manifest(public, scratch, &[], &[])?;
        let context = self.context(public, scratch);
        let asked = features::of_tests(&context)?;
        driver::write_manifest(public, scratch, &[], &asked)?;
        let documented = document(&context)?;
        let read = |crates: &BTreeSet<String>| {
            let mut modelled = outside::read(&context, &documented, crates)?;
            in_place::adopt(original, &mut modelled.model);
            driver::write_manifest(public, scratch, &modelled.named, &asked)?;
            Ok(modelled)
        };
        let mut compiled = compile(&context, read(&BTreeSet::new())?, &read)?;
        in_place::restore(original, &mut compiled.model, &mut compiled.harness);
        Ok(compiled.built(public.root.clone()))
    }

    /// Builds the copy of a package in which the binary is the library and everything is public.
    fn build_binary(
        &self,
        package: &Package,
        name: &str,
        scratch: &Scratch,
    ) -> Result<Built, BuildError> {
        binary::check(&self.context(package, scratch), name)?;
        let public = in_place::public_copy(package, &scratch.public(), self.deadline)?;
        driver::write_manifest(&public, scratch, &[], &[])?;
        let context = self.context(&public, scratch);
        let asked = features::of_tests(&context)?;
        driver::write_manifest(&public, scratch, &[], &asked)?;
        let of_copy = |error| binary::blame_copy(error, name);
        let documented = document(&context).map_err(of_copy)?;
        let without_main = |mut modelled: Modelled| {
            binary::hide_main(&mut modelled.model);
            driver::write_manifest(&public, scratch, &modelled.named, &asked)?;
            Ok(modelled)
        };
        let read =
            |crates: &BTreeSet<String>| without_main(outside::read(&context, &documented, crates)?);
        let modelled = outside::read(&context, &documented, &BTreeSet::new())?;
        self.found(package, &modelled.model)?;
        let compiled = compile(&context, without_main(modelled)?, &read);
        let mut compiled = compiled.map_err(of_copy)?;
        binary::restore(&mut compiled.model, &mut compiled.harness);
        Ok(compiled.built(public.root.clone()))
    }
}

/// Whether an item filter matches a function that could be explored.
fn is_meant(function: &Function, filter: &str) -> bool {
    !function.derived
        && !function.test_only
        && isolde_harness::names::means(filter, &function.path, &function.module)
}

/// What was compiled from a model.
struct Compiled {
    model: Model,
    harness: Harness,
    programs: Option<Programs>,
    isolated: Option<Isolated>,
}

impl Compiled {
    fn built(self, source_root: PathBuf) -> Built {
        Built {
            source_root,
            model: self.model,
            harness: self.harness,
            programs: self.programs,
            isolated: self.isolated,
        }
    }
}

/// Compiles driver and runtime side by side, and makes the programs. `read` reads the model again, with these crates besides those that occur in it.
fn compile(
    context: &Context,
    modelled: Modelled,
    read: &(dyn Fn(&BTreeSet<String>) -> Result<Modelled, BuildError> + Sync),
) -> Result<Compiled, BuildError> {
    let stop = Deadline::default();
    let (compiled, runtime) = thread::scope(|scope| {
        let runtime = scope.spawn(|| runtime::library(context.toolchain, context.scratch, &stop));
        let compiled = compile_driver(context, modelled, read);
        let is_needed = compiled
            .as_ref()
            .is_ok_and(|(_, link)| link.is_some() && !context.only_lists());
        if !is_needed {
            // There will be no program to link the runtime to.
            stop.flag().store(true, Ordering::Relaxed);
        }
        (compiled, runtime.join())
    });
    let (mut compiled, link) = compiled?;
    let Some(link) = link.filter(|_| !context.only_lists()) else {
        return Ok(compiled);
    };
    let runtime = runtime.unwrap_or_else(|panic| panic::resume_unwind(panic))?;
    let subject = Subject::of_driver(context);
    let mut programs = programs::build(context, &subject, &link, &runtime)?;
    if let Some(folder) = programs.plain.parent() {
        programs.memory = checked::build(context, &subject, &link, &runtime, folder)?;
    }
    compiled.programs = Some(programs);
    Ok(compiled)
}

fn compile_driver(
    context: &Context,
    mut modelled: Modelled,
    read: &(dyn Fn(&BTreeSet<String>) -> Result<Modelled, BuildError> + Sync),
) -> Result<(Compiled, Option<LinkRecord>), BuildError> {
    let (harness, link, isolated) = match context.isolate {
        None => {
            let (model, key) = (&modelled.model, &modelled.key);
            let driver = compile::compile(context, model, key, None, &Rejected::new())?;
            (driver.harness, driver.link, None)
        }
        Some(isolate) => {
            let mut isolating = Isolating::new(context, isolate)?;
            let crates = isolating.look(&modelled.model, &modelled.key)?;
            if !crates.is_empty() {
                modelled = read(&crates)?;
            }
            let (harness, link, isolated) = isolating.finish(&modelled.model, &modelled.key)?;
            (harness, link, Some(isolated))
        }
    };
    let compiled = Compiled {
        model: modelled.model,
        harness,
        programs: None,
        isolated,
    };
    Ok((compiled, link))
}

/// rustdoc's JSON. If rustdoc fails, a build decides whether the package or rustdoc is to blame.
fn document(context: &Context) -> Result<Documented, BuildError> {
    match document::package(context)? {
        Ok(documented) => Ok(documented),
        Err(stderr) => Err(compile::diagnose(context, &stderr)?),
    }
}
