//! The runtime as a static library, compiled by the user's rustc from the embedded sources, once per compiler and version of Isolde.

use crate::error::BuildError;
use crate::hash::hexadecimal;
use crate::scratch::Scratch;
use crate::support;
use isolde_cargo::{Error, Job, Toolchain, toolchain};
use isolde_record::Deadline;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

const LIBRARY: &str = "libisolde_runtime.a";

/// Path of the compiled runtime, which is compiled if no earlier run did so.
///
/// # Errors
/// [`BuildError::Runtime`] if it does not compile, [`BuildError::Cargo`].
pub fn library(
    compiler: &Toolchain,
    scratch: &Scratch,
    deadline: &Deadline,
) -> Result<PathBuf, BuildError> {
    let mut hash = Sha256::new();
    hash.update(&compiler.verbose_version);
    hash.update(support::fingerprint());
    let folder = scratch
        .shared()
        .join("runtime")
        .join(&hexadecimal(&hash.finalize())[..16]);
    let library = folder.join(LIBRARY);
    if library.is_file() {
        return Ok(library);
    }
    let temporary = scratch.temporary().join("runtime");
    fs::create_dir_all(&temporary).map_err(Error::file("create", &temporary))?;
    let sources = scratch.support();
    let abi = sources.join("isolde-abi/src/lib.rs");
    let root = sources.join("isolde-runtime/src/staticlib.rs");
    compile(
        &temporary,
        &["--crate-type=rlib", "--crate-name=isolde_abi"],
        &[],
        &abi,
        deadline,
    )?;
    let abi_library = format!(
        "isolde_abi={}",
        temporary.join("libisolde_abi.rlib").display()
    );
    let flags = [
        "--crate-type=staticlib",
        "--crate-name=isolde_runtime",
        "-Cpanic=abort",
        // Hides the panic handler's symbol, since the program has its own.
        "-Clto=fat",
        "-Ccodegen-units=1",
    ];
    compile(
        &temporary,
        &flags,
        &["--extern".as_ref(), abi_library.as_ref()],
        &root,
        deadline,
    )?;

    // Moved into place in one step, so that an interrupted run never leaves an incomplete library.
    fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
    fs::rename(temporary.join(LIBRARY), &library).map_err(Error::file("create", &library))?;
    Ok(library)
}

fn compile(
    folder: &Path,
    flags: &[&str],
    more: &[&OsStr],
    root: &Path,
    deadline: &Deadline,
) -> Result<(), BuildError> {
    let mut command = toolchain::rustc(folder);
    command.env("TMPDIR", folder);
    command
        .args([
            "--edition=2024",
            "-Copt-level=3",
            "--cap-lints=allow",
            "--out-dir",
        ])
        .arg(folder);
    command.args(flags).args(more).arg(root);
    let output = Job::rust(command).run(deadline)?;
    if output.passed() {
        return Ok(());
    }
    Err(BuildError::Runtime {
        message: output.stderr.trim().to_owned(),
    })
}
