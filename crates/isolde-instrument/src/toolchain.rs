//! The toolchain's libLLVM, for unit tests.

use isolde_llvm::Llvm;
use std::path::Path;
use std::process::Command;

/// Loads the library.
pub(crate) fn llvm() -> Llvm {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .unwrap();
    let sysroot = String::from_utf8(output.stdout).unwrap();
    Llvm::load(&isolde_llvm::find(Path::new(sysroot.trim())).unwrap()).unwrap()
}
