//! `cargo isolde generate`: build, explore, write tests.

use crate::arguments::Generate;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt;
use crate::record;
use isolde_build::{BuildError, BuildRequest, Prepared, Selection, Step};
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No programs.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The filters match nothing.
    #[error("no function of package `{package}` matches {}; paths begin at the crate root, and `*` stands for anything", items.join(" or "))]
    NoMatch {
        /// The package.
        package: String,
        /// What was asked for.
        items: Vec<String>,
    },
    /// The current directory or our own program cannot be determined, or signals cannot be caught.
    #[error("cannot ask the system about this process: {0}")]
    Directory(#[source] io::Error),
    /// The record cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Runs the command.
pub fn run(options: &Generate, console: &Console) -> Exit {
    match generate(options, console) {
        Ok(exit) => exit,
        Err(error) => {
            console.error(&error.to_string());
            Exit::from(&error)
        }
    }
}

fn generate(options: &Generate, console: &Console) -> Result<Exit, GenerateError> {
    let started = Instant::now();
    let request = request(options)?;
    let prepared = isolde_build::prepare(&request, &|step| show(console, &step))?;
    let matched = prepared.model.functions.len() > record::filtered(&prepared.harness);
    if !options.items.is_empty() && !matched {
        return Err(GenerateError::NoMatch { package: prepared.package.name, items: options.items.clone() });
    }
    report_programs(&prepared, console, started);
    Ok(Exit::Done)
}

fn request(options: &Generate) -> Result<BuildRequest, GenerateError> {
    let package = &options.package;
    Ok(BuildRequest {
        selection: Selection {
            directory: std::env::current_dir().map_err(GenerateError::Directory)?,
            manifest_path: package.manifest_path.clone(),
            package: package.package.clone(),
            features: package.features.clone(),
            all_features: package.all_features,
            no_default_features: package.no_default_features,
            target_dir: package.target_dir.clone(),
        },
        filters: options.items.clone(),
        linker: std::env::current_exe().map_err(GenerateError::Directory)?,
        cancelled: interrupt::flag().map_err(GenerateError::Directory)?,
    })
}

/// Progress of the build.
fn show(console: &Console, step: &Step) {
    match step {
        Step::Waiting => console.phase("waiting for another cargo isolde that works on this package"),
        Step::Found { package, version } => console.phase(&format!("exploring {package} {version}")),
        Step::Documenting => console.status("reading the package"),
        Step::Modelled { functions } => console.phase(&format!("found {functions} functions")),
        Step::Generated { round: 1, thunks, .. } => console.phase(&format!("building drivers for {thunks} calls")),
        Step::Generated { thunks, rejected, .. } => {
            console.status(&format!("building drivers for {thunks} calls, without {rejected} pieces that do not compile"));
        }
        Step::Compiling(what) => console.status(&format!("compiling {what}")),
        Step::Instrumenting => console.phase("instrumenting"),
        Step::Reused => console.phase("unchanged since the last run: programs reused"),
    }
}

fn report_programs(prepared: &Prepared, console: &Console, started: Instant) {
    let Some(programs) = &prepared.programs else {
        console.summary("nothing to explore: the package has no function that a test can call");
        return;
    };
    console.summary(&format!(
        "{} calls, {} coverage points, {} branch sites, built in {:.1} s\n{}\n{}\n{}",
        prepared.harness.thunks.len(),
        programs.map.coverage.len(),
        programs.map.sites.len(),
        started.elapsed().as_secs_f64(),
        programs.plain.display(),
        programs.coverage.display(),
        programs.symbolic.display(),
    ));
}
