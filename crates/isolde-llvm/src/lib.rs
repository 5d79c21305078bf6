//! A wrapper of the libLLVM of a Rust toolchain, which is loaded at run time.
//!
//! Isolde's passes must read the bitcode that the user's rustc writes, so they use that compiler's own LLVM, through its C
//! interface. [`find()`] finds libLLVM in a toolchain, and [`Llvm::load`] opens it. This crate has only what passes need; the passes
//! themselves belong in `isolde-instrument`.
//!
//! The handles ([`Value`], [`Type`], [`Block`], …) are copyable and live as long as their [`Context`]. Like LLVM itself they do not
//! check types: an integer where a pointer is expected is detected by [`Module::verify`], not by the compiler. Methods are `unsafe` only where a
//! handle may dangle afterwards.

mod builder;
mod call;
mod constant;
mod context;
mod debug;
mod error;
mod ffi;
mod find;
mod module;
mod opcode;
mod target;
mod types;
mod value;

pub use builder::Builder;
pub use context::{Context, Llvm};
pub use debug::{File, Location, Scope};
pub use error::Error;
pub use find::find;
pub use module::{Linkage, Module};
pub use opcode::{Opcode, Predicate};
pub use target::{CodegenLevel, PassOptions, TargetMachine};
pub use types::{Type, TypeKind};
pub use value::{Block, Function, Value};

/// The oldest major version of LLVM that is supported.
pub const OLDEST_LLVM: u32 = 18;
