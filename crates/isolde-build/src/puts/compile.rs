//! A test target as whole-program bitcode: built as `cargo test` would, with Isolde in the linker's place.

use super::TestKind;
use super::targets::Candidate;
use crate::blame::blame;
use crate::context::{Context, Step};
use crate::diagnostics;
use crate::driver;
use crate::driver_build::{BITCODE_ONLY, RUSTFLAGS, install_linker, sweep};
use crate::error::BuildError;
use crate::link_record::LinkRecord;
use isolde_abi::library::ENGINE_CFG;
use isolde_cargo::messages::{self, Artifact};
use isolde_cargo::{Error, Output, toolchain};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Compiles a test target.
///
/// # Errors
/// If the package, its tests or a dependency do not build.
pub fn compile(context: &Context, candidate: &Candidate) -> Result<LinkRecord, BuildError> {
    let folder = record_folder(context, candidate);
    // What `-Csave-temps` leaves is removed before another run puts its own there.
    let waiting = || context.step(Step::Waiting);
    let _alone = context
        .scratch
        .lock_tests_build(context.deadline, &waiting)?;
    for _ in 0..2 {
        let output = build(context, candidate)?;
        if !output.passed() {
            let errors = diagnostics::read(&output.stdout, &context.scratch.support());
            return Err(blame(context.package, &errors, &output, 1));
        }
        let deps = context.scratch.tests_build().join(&context.toolchain.host);
        sweep(&deps.join("debug/deps"), &candidate.crate_name());
        let is_candidate = |artifact: &Artifact| {
            artifact.profile.test && artifact.target.src_path.as_std_path() == candidate.root_file
        };
        let Some(executable) = messages::executable(&output.stdout, is_candidate) else {
            break;
        };
        match LinkRecord::of(&folder, &executable) {
            Some(record) => return Ok(record),
            // The record was lost, or belongs to a build with other features. Cargo links again if the output is missing.
            None => fs::remove_file(&executable).map_err(Error::file("remove", &executable))?,
        }
    }
    Err(BuildError::NoBitcode {
        message: format!("{} was not linked", candidate.describe()),
    })
}

fn record_folder(context: &Context, candidate: &Candidate) -> PathBuf {
    let name = match candidate.kind {
        TestKind::Lib => "lib".to_owned(),
        TestKind::Bin => format!("bin-{}", candidate.name),
        TestKind::Test => format!("test-{}", candidate.name),
    };
    context.scratch.tests_record().join(name)
}

fn build(context: &Context, candidate: &Candidate) -> Result<Output, BuildError> {
    let linker = install_linker(context)?;
    let scratch = context.scratch;
    let mut flags: Vec<String> = RUSTFLAGS.iter().map(|&flag| flag.to_owned()).collect();
    // The library takes its choices from the runtime, which is linked with the program later.
    flags.push(format!("--cfg={ENGINE_CFG}"));
    flags.extend_from_slice(context.user_flags);
    let mut command = toolchain::cargo(&context.package.root);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command.env(context.toolchain.linker_variable(), &linker);
    command.env("TMPDIR", scratch.temporary());
    command.envs(driver::profile_variables());
    LinkRecord::request(
        &mut command,
        &record_folder(context, candidate),
        &candidate.crate_name(),
    );
    command.args(["rustc", "--profile=test", "--message-format=json"]);
    match candidate.kind {
        TestKind::Lib => command.arg("--lib"),
        TestKind::Bin => command.args(["--bin", &candidate.name]),
        TestKind::Test => command.args(["--test", &candidate.name]),
    };
    command.args([
        "--target",
        &context.toolchain.host,
        "--package",
        &context.package.id,
    ]);
    command
        .arg("--manifest-path")
        .arg(context.package.root.join("Cargo.toml"));
    command.arg("--target-dir").arg(scratch.tests_build());
    command.args(context.package.feature_arguments());
    command.arg("--").args(BITCODE_ONLY);
    let started = Instant::now();
    let output = context.run_cargo(command)?;
    tracing::info!(
        seconds = started.elapsed().as_secs_f64(),
        target = candidate.name,
        ok = output.passed(),
        "cargo rustc"
    );
    Ok(output)
}
