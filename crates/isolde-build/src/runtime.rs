//! The runtime as a static library, compiled by the user's rustc from the embedded sources, once per compiler and version of Isolde.

use crate::error::BuildError;
use crate::process;
use crate::programs::hexadecimal;
use crate::scratch::Scratch;
use crate::support;
use crate::toolchain::{CARGO_ADVICE, Toolchain};
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const LIBRARY: &str = "libisolde_runtime.a";

/// Path of the compiled runtime; compiles it if no earlier run did.
///
/// # Errors
/// [`BuildError::Runtime`] if it does not compile, [`BuildError::Io`], [`BuildError::Interrupted`].
pub fn library(
    toolchain: &Toolchain,
    scratch: &Scratch,
    cancelled: &AtomicBool,
) -> Result<PathBuf, BuildError> {
    let mut hash = Sha256::new();
    hash.update(&toolchain.verbose_version);
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
    fs::create_dir_all(&temporary).map_err(BuildError::io(&temporary))?;
    let sources = scratch.support();
    let abi = sources.join("isolde-abi/src/lib.rs");
    let root = sources.join("isolde-runtime/src/staticlib.rs");
    compile(
        toolchain,
        &temporary,
        &["--crate-type=rlib", "--crate-name=isolde_abi"],
        &[],
        &abi,
        cancelled,
    )?;
    let abi_library = format!(
        "isolde_abi={}",
        temporary.join("libisolde_abi.rlib").display()
    );
    let flags = [
        "--crate-type=staticlib",
        "--crate-name=isolde_runtime",
        "-Cpanic=abort",
        // Keeps the panic handler out of the symbols: the program has one of its own.
        "-Clto=fat",
        "-Ccodegen-units=1",
    ];
    compile(
        toolchain,
        &temporary,
        &flags,
        &["--extern".as_ref(), abi_library.as_ref()],
        &root,
        cancelled,
    )?;

    // Moved into place at once: a run that was interrupted leaves no half of a library.
    fs::create_dir_all(&folder).map_err(BuildError::io(&folder))?;
    fs::rename(temporary.join(LIBRARY), &library).map_err(BuildError::io(&library))?;
    Ok(library)
}

fn compile(
    toolchain: &Toolchain,
    folder: &Path,
    flags: &[&str],
    more: &[&OsStr],
    root: &Path,
    cancelled: &AtomicBool,
) -> Result<(), BuildError> {
    let mut command = toolchain.rustc(folder);
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
    let output = process::run(&mut command, CARGO_ADVICE, cancelled, &mut |_| {})?;
    if output.status.success() {
        return Ok(());
    }
    Err(BuildError::Runtime {
        message: output.stderr.trim().to_owned(),
    })
}
