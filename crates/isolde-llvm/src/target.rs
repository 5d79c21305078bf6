//! Code generation and pass options.

use crate::context::{c_path, take_message};
use crate::ffi::{Api, Raw};
use crate::{Error, Llvm, Module};
use std::ffi::CString;
use std::path::Path;
use std::ptr::null_mut;

/// How much the code generator optimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum CodegenLevel {
    /// Fast compilation, slow code.
    #[default]
    None,
    /// In between.
    Less,
    /// As for a release build.
    Default,
}

const RELOCATION_PIC: i32 = 2;
const CODE_MODEL_DEFAULT: i32 = 0;
const OBJECT_FILE: i32 = 1;

/// Generates code for one target.
pub struct TargetMachine {
    api: &'static Api,
    pub(crate) raw: Raw,
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: made by `new`, disposed once.
        unsafe { (self.api.LLVMDisposeTargetMachine)(self.raw) }
    }
}

/// LLVM's name of the back end for a target triple.
fn back_end(triple: &str) -> &'static str {
    match triple.split('-').next().unwrap_or_default() {
        "aarch64" | "arm64" => "AArch64",
        "riscv64gc" | "riscv64" => "RISCV",
        "loongarch64" => "LoongArch",
        "powerpc64le" | "powerpc64" => "PowerPC",
        "s390x" => "SystemZ",
        _ => "X86",
    }
}

impl TargetMachine {
    /// A machine for the module's own target and the baseline processor (functions have their own features) that generates position-independent code.
    ///
    /// # Errors
    /// If this LLVM has no back end for the target.
    pub fn new(
        llvm: &Llvm,
        module: &Module<'_>,
        level: CodegenLevel,
    ) -> Result<TargetMachine, Error> {
        let api = llvm.api;
        let triple = module.target();
        let fail = |message: String| Error::Target {
            triple: triple.clone(),
            message,
        };
        for part in [
            "TargetInfo",
            "Target",
            "TargetMC",
            "AsmPrinter",
            "AsmParser",
        ] {
            let name = format!("LLVMInitialize{}{part}\0", back_end(&triple));
            // SAFETY: these functions take no arguments and may be called more than once.
            unsafe {
                let initialize = api.library.get::<unsafe extern "C" fn()>(name.as_bytes());
                initialize.map_err(|error| fail(error.to_string()))?();
            }
        }
        let c_triple = CString::new(triple.as_str()).map_err(|error| fail(error.to_string()))?;
        let processor = if back_end(&triple) == "X86" {
            c"x86-64"
        } else {
            c"generic"
        };
        let level = match level {
            CodegenLevel::None => 0,
            CodegenLevel::Less => 1,
            CodegenLevel::Default => 2,
        };
        let (mut target, mut message) = (null_mut(), null_mut());
        // SAFETY: zero-terminated strings and valid out-pointers.
        let raw = unsafe {
            if (api.LLVMGetTargetFromTriple)(c_triple.as_ptr(), &mut target, &mut message) != 0 {
                return Err(fail(take_message(api, message)));
            }
            (api.LLVMCreateTargetMachine)(
                target,
                c_triple.as_ptr(),
                processor.as_ptr(),
                c"".as_ptr(),
                level,
                RELOCATION_PIC,
                CODE_MODEL_DEFAULT,
            )
        };
        if raw.is_null() {
            Err(fail("no target machine".into()))
        } else {
            Ok(TargetMachine { api, raw })
        }
    }

    /// Generates an object file. The module must not be used for anything but printing afterwards.
    ///
    /// # Errors
    /// If code generation fails or the file cannot be written.
    pub fn emit_object(&self, module: &Module<'_>, path: &Path) -> Result<(), Error> {
        let name = c_path(path)?;
        let mut message = null_mut();
        // SAFETY: all are alive.
        let failed = unsafe {
            (self.api.LLVMTargetMachineEmitToFile)(
                self.raw,
                module.raw,
                name.as_ptr(),
                OBJECT_FILE,
                &mut message,
            )
        };
        if failed != 0 {
            return Err(Error::File {
                path: path.to_owned(),
                message: take_message(self.api, message),
            });
        }
        Ok(())
    }
}

/// Options of pass pipelines: whether code is vectorized and loops are unrolled.
pub struct PassOptions {
    api: &'static Api,
    pub(crate) raw: Raw,
}

impl Drop for PassOptions {
    fn drop(&mut self) {
        // SAFETY: made by `scalar`, disposed once.
        unsafe { (self.api.LLVMDisposePassBuilderOptions)(self.raw) }
    }
}

impl PassOptions {
    /// Code stays scalar and loops stay loops, so that shadows stay cheap.
    pub fn scalar(llvm: &Llvm) -> PassOptions {
        PassOptions::new(llvm, false)
    }

    /// Loops are unrolled, and code is vectorized.
    pub fn vector(llvm: &Llvm) -> PassOptions {
        PassOptions::new(llvm, true)
    }

    fn new(llvm: &Llvm, is_on: bool) -> PassOptions {
        let api = llvm.api;
        let is_on = i32::from(is_on);
        // SAFETY: no precondition.
        unsafe {
            let raw = (api.LLVMCreatePassBuilderOptions)();
            (api.LLVMPassBuilderOptionsSetLoopVectorization)(raw, is_on);
            (api.LLVMPassBuilderOptionsSetSLPVectorization)(raw, is_on);
            (api.LLVMPassBuilderOptionsSetLoopUnrolling)(raw, is_on);
            PassOptions { api, raw }
        }
    }
}
