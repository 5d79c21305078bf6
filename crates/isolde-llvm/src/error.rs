//! What can go wrong in the use of libLLVM.

use std::path::PathBuf;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The toolchain has no shared libLLVM.
    #[error(
        "the Rust toolchain at {sysroot} has no shared libLLVM; use a toolchain from rustup on Linux or macOS, or a distribution's rustc that links libLLVM dynamically"
    )]
    NotFound {
        /// The toolchain's root.
        sysroot: PathBuf,
    },
    /// The library cannot be loaded.
    #[error("this machine cannot load {path}: {source}")]
    Open {
        /// The library.
        path: PathBuf,
        /// Why.
        source: libloading::Error,
    },
    /// The library lacks a function.
    #[error("{path} has no function {symbol}; it is too old or not a libLLVM")]
    Symbol {
        /// The library.
        path: PathBuf,
        /// The function.
        symbol: &'static str,
    },
    /// The library's version is not supported.
    #[error(
        "{path} is LLVM {major}; {} or later is needed: use a newer Rust toolchain",
        crate::OLDEST_LLVM
    )]
    Version {
        /// The library.
        path: PathBuf,
        /// Its major version.
        major: u32,
    },
    /// A file could not be read or written by LLVM.
    #[error("{path}: {message}")]
    File {
        /// The file.
        path: PathBuf,
        /// LLVM's words.
        message: String,
    },
    /// Bitcode or textual IR that LLVM refuses.
    #[error("LLVM cannot read {what}: {message}; was it made by another version of rustc?")]
    Parse {
        /// What was read.
        what: String,
        /// LLVM's words.
        message: String,
    },
    /// Two modules do not link.
    #[error("LLVM cannot link two modules: {0}")]
    Link(String),
    /// A pass pipeline failed.
    #[error("LLVM refuses the passes `{passes}`: {message}")]
    Passes {
        /// The pipeline.
        passes: String,
        /// LLVM's words.
        message: String,
    },
    /// The target is unknown to this LLVM.
    #[error("this libLLVM cannot generate code for {triple}: {message}")]
    Target {
        /// The target triple.
        triple: String,
        /// LLVM's words.
        message: String,
    },
    /// The module is broken, which is a bug in the pass that changed it.
    #[error("the instrumented module is broken (this is a bug of Isolde): {0}")]
    Verify(String),
    /// A path that cannot be passed to C.
    #[error("the path {0:?} contains a zero byte")]
    Path(PathBuf),
}
