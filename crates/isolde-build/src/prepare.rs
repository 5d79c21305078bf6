//! The whole way from a command line to programs.

use crate::check::check;
use crate::compile;
use crate::context::{Context, Step};
use crate::document::{self, Documented};
use crate::driver;
use crate::error::BuildError;
use crate::features;
use crate::flags;
use crate::in_place;
use crate::outside::{self, Modelled};
use crate::package::{self, Package, Selection};
use crate::programs::{self, Programs, Subject};
use crate::runtime;
use crate::scratch::Scratch;
use crate::support;
use isolde_cargo::Toolchain;
use isolde_harness::Harness;
use isolde_model::{Function, Model};
use isolde_record::Deadline;
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
    let package = package::find(&request.selection, deadline)?;
    progress(Step::Found {
        package: package.name.clone(),
        version: package.version.clone(),
    });
    let toolchain = Toolchain::detect(&package.root, deadline)?;
    let scratch = Scratch::open(&package, deadline, &|| progress(Step::Waiting))?;
    support::write(&scratch.support())?;
    driver::write_manifest(&package, &scratch, &[], &[])?;

    let user_flags = flags::of_user(&toolchain, &package.root, deadline)?;

    let context = Context {
        filters: &request.filters,
        sequences: request.sequences,
        linker: &request.linker,
        deadline,
        package: &package,
        toolchain: &toolchain,
        scratch: &scratch,
        user_flags: &user_flags,
        progress,
    };
    let asked = features::of_tests(&context)?;
    driver::write_manifest(&package, &scratch, &[], &asked)?;
    check(&context)?;
    progress(Step::Documenting);
    let documented = document(&context)?;
    let Modelled { model, key, named } = match request.selection.in_place {
        true => outside::alone(&context, &documented)?,
        false => outside::read(&context, &documented)?,
    };
    progress(Step::Modelled {
        functions: model.functions.len(),
    });
    let is_idle = |filter: &&String| !model.functions.iter().any(|each| is_meant(each, filter));
    let idle: Vec<String> = request.filters.iter().filter(is_idle).cloned().collect();
    if !idle.is_empty() {
        return Err(BuildError::NoMatch {
            package: package.name,
            items: idle,
        });
    }
    if request.selection.in_place {
        let public = in_place::public_copy(&package, &scratch.public(), deadline)?;
        let scratch = scratch.in_place()?;
        support::write(&scratch.support())?;
        driver::write_manifest(&public, &scratch, &[], &[])?;
        let context = Context {
            filters: &request.filters,
            sequences: request.sequences,
            linker: &request.linker,
            deadline,
            package: &public,
            toolchain: &toolchain,
            scratch: &scratch,
            user_flags: &user_flags,
            progress,
        };
        let (model, harness, programs) =
            compile_in_place(&context, &model).map_err(in_place::blame)?;
        scratch.clear_temporary();
        return Ok(Prepared {
            source_root: public.root,
            package,
            toolchain,
            model,
            harness,
            programs,
            scratch,
        });
    }
    driver::write_manifest(&package, &scratch, &named, &asked)?;
    let (harness, programs) = compile(&context, &model, &key)?;
    scratch.clear_temporary();
    Ok(Prepared {
        source_root: package.root.clone(),
        package,
        toolchain,
        model,
        harness,
        programs,
        scratch,
    })
}

/// Whether an item filter matches a function that could be explored.
fn is_meant(function: &Function, filter: &str) -> bool {
    !function.derived
        && !function.test_only
        && isolde_harness::names::matches(filter, &function.path)
}

/// The same as [`compile`] for the copy of the package in which everything is public; `original` is the model of the user's package.
fn compile_in_place(
    context: &Context,
    original: &Model,
) -> Result<(Model, Harness, Option<Programs>), BuildError> {
    let asked = features::of_tests(context)?;
    driver::write_manifest(context.package, context.scratch, &[], &asked)?;
    let Modelled {
        mut model,
        key,
        named,
    } = outside::read(context, &document(context)?)?;
    in_place::adopt(original, &mut model);
    driver::write_manifest(context.package, context.scratch, &named, &asked)?;
    let (mut harness, programs) = compile(context, &model, &key)?;
    in_place::restore(original, &mut model, &mut harness);
    Ok((model, harness, programs))
}

/// Compiles driver and runtime side by side, and makes the programs. `key` changes whenever the model does.
fn compile(
    context: &Context,
    model: &Model,
    key: &str,
) -> Result<(Harness, Option<Programs>), BuildError> {
    let stop = Deadline::default();
    let (compiled, runtime) = thread::scope(|scope| {
        let runtime = scope.spawn(|| runtime::library(context.toolchain, context.scratch, &stop));
        let compiled = compile::compile(context, model, key);
        if !matches!(compiled, Ok((_, Some(_)))) {
            // There will be no program to link the runtime to.
            stop.flag().store(true, Ordering::Relaxed);
        }
        (compiled, runtime.join())
    });
    let (harness, link) = compiled?;
    let Some(link) = link else {
        return Ok((harness, None));
    };
    let runtime = runtime.unwrap_or_else(|panic| panic::resume_unwind(panic))?;
    let subject = Subject::of_driver(context);
    let programs = programs::build(context, &subject, &link, &runtime)?;
    Ok((harness, Some(programs)))
}

/// rustdoc's JSON. If rustdoc fails, a build decides whether the package or rustdoc is to blame.
fn document(context: &Context) -> Result<Documented, BuildError> {
    match document::package(context)? {
        Ok(documented) => Ok(documented),
        Err(stderr) => Err(compile::diagnose(context, &stderr)?),
    }
}
