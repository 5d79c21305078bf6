//! The *checked* program, in which cases run again to find errors of memory: the plain one with AddressSanitizer.
//!
//! It is made from the same bitcode, by a pass of the toolchain's own libLLVM, so that std is checked as well, and linked with the runtime that the
//! toolchain ships for `-Zsanitizer=address`. Only packages with unsafe code of their own get one. That it cannot be made is never an error.

use crate::context::{Context, Step};
use crate::error::BuildError;
use crate::link_record::LinkRecord;
use crate::memory_checks::{Checked, MemoryChecks};
use crate::programs::Subject;
use crate::relink::{Linking, link};
use crate::unsafe_code;
use isolde_cargo::{Error, Toolchain};
use isolde_instrument::Kind;
use isolde_llvm::Llvm;
use isolde_record::Fault;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The program's name.
const NAME: &str = "checked";
/// Size of the largest bitcode, in bytes, from which the program is made: with its checks, it takes libLLVM about seventy times this memory.
const LARGEST: u64 = 48 << 20;

/// Makes the checked program beside the others in `folder`, or takes it from there.
///
/// # Errors
/// Only if the user wants to stop.
pub(crate) fn build(
    context: &Context,
    subject: &Subject,
    record: &LinkRecord,
    runtime: &Path,
    folder: &Path,
) -> Result<MemoryChecks, BuildError> {
    if !context.memory || !unsafe_code::is_in(&subject.source_roots) {
        return Ok(MemoryChecks::NotNeeded);
    }
    let program = folder.join(NAME);
    let bitcode = fs::metadata(&record.bitcode).map(|found| found.len());
    if bitcode.is_ok_and(|bytes| bytes > LARGEST) {
        let why = "the program is too large for it";
        return Ok(MemoryChecks::Impossible(why.to_owned()));
    }
    if !program.is_file() {
        let Some(checks) = runtime_of_checks(context.toolchain) else {
            let why = "the toolchain has no runtime of AddressSanitizer";
            return Ok(MemoryChecks::Impossible(why.to_owned()));
        };
        context.step(Step::Instrumenting);
        if let Err(error) = make(context, subject, record, &[runtime, &checks], &program) {
            if error.fault() == Fault::Interrupted {
                return Err(error);
            }
            tracing::warn!(%error, "no checked program");
            let said = error.to_string();
            let first = said.lines().next().unwrap_or_default();
            return Ok(MemoryChecks::Impossible(first.to_owned()));
        }
    }
    let options = subject.options(context, Kind::Checked);
    Ok(MemoryChecks::By(Checked {
        program,
        source_roots: options.source_roots,
        source_excluded: options.source_excluded,
    }))
}

fn make(
    context: &Context,
    subject: &Subject,
    record: &LinkRecord,
    [runtime, checks]: &[&Path; 2],
    program: &Path,
) -> Result<(), BuildError> {
    let started = Instant::now();
    let llvm = Llvm::load(&isolde_llvm::find(&context.toolchain.sysroot)?)?;
    let temporary = context.scratch.temporary();
    let [object, linked] = ["checked.o", "checked.new"].map(|name| temporary.join(name));
    let options = subject.options(context, Kind::Checked);
    let instrumented = isolde_instrument::instrument(&llvm, &record.bitcode, &object, &options);
    isolde_instrument::give_back_memory();
    instrumented.map_err(|source| BuildError::Instrument {
        program: NAME,
        source,
    })?;
    let instrumented = started.elapsed();
    let linking = Linking {
        record,
        object: &object,
        runtime,
        checks: Some(checks),
        output: &linked,
        temporary: &temporary,
        program: NAME,
        wrapped: &[],
    };
    link(&linking, context.deadline)?;
    let _ = fs::remove_file(&object);
    // In one step, so that an interrupted run leaves no incomplete program.
    fs::rename(&linked, program).map_err(Error::file("create", program))?;
    tracing::info!(
        seconds = started.elapsed().as_secs_f64(),
        instrumenting = instrumented.as_secs_f64(),
        "made the checked program"
    );
    Ok(())
}

/// The toolchain's runtime of AddressSanitizer. Its name contains that of the toolchain's channel.
fn runtime_of_checks(toolchain: &Toolchain) -> Option<PathBuf> {
    let of_host = Path::new("lib/rustlib").join(&toolchain.host).join("lib");
    let entries = fs::read_dir(toolchain.sysroot.join(of_host)).ok()?;
    let paths = entries.flatten().map(|entry| entry.path());
    paths.into_iter().find(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("librustc-") && name.ends_with("_rt.asan.a"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_of_the_checks_is_found_whatever_the_channel() {
        let folder = tempfile::tempdir().unwrap();
        let toolchain = Toolchain {
            version: String::new(),
            verbose_version: String::new(),
            host: "x86_64-unknown-linux-gnu".into(),
            sysroot: folder.path().into(),
        };
        assert_eq!(runtime_of_checks(&toolchain), None);
        let libraries = folder
            .path()
            .join("lib/rustlib/x86_64-unknown-linux-gnu/lib");
        fs::create_dir_all(&libraries).unwrap();
        for name in ["librustc-beta_rt.tsan.a", "libcore-1.rlib"] {
            fs::write(libraries.join(name), "").unwrap();
        }
        assert_eq!(runtime_of_checks(&toolchain), None);
        let checks = libraries.join("librustc-beta_rt.asan.a");
        fs::write(&checks, "").unwrap();
        assert_eq!(runtime_of_checks(&toolchain), Some(checks));
    }
}
