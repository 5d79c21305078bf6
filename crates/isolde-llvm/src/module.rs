//! Modules.

use crate::context::{c_path, take_message};
use crate::ffi::{Api, Raw};
use crate::types::Type;
use crate::value::{Function, Value};
use crate::{Context, Error, PassOptions, TargetMachine};
use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr::null_mut;

/// Where a global is visible. The numbers are LLVM's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Linkage {
    /// In all modules.
    External = 0,
    /// Only in this module.
    Internal = 8,
    /// Only in this module, and without a symbol.
    Private = 9,
}

/// A module: functions and globals.
pub struct Module<'c> {
    pub(crate) raw: Raw,
    pub(crate) api: &'static Api,
    pub(crate) context: &'c Context,
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned by this value; `link` forgets the module that it consumes.
        unsafe { (self.api.LLVMDisposeModule)(self.raw) }
    }
}

/// LLVM's "return status" action of the verifier.
const RETURN_STATUS: i32 = 2;

impl<'c> Module<'c> {
    /// The context that the module belongs to.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Moves everything in `other` into this module, except what is internal there and not used.
    ///
    /// # Errors
    /// If a symbol is defined twice, types conflict, or a body that is only read now is broken.
    pub fn link(&self, other: Module<'c>) -> Result<(), Error> {
        let source = other.raw;
        std::mem::forget(other);
        // SAFETY: both modules belong to the same context; the source is consumed.
        if unsafe { (self.api.LLVMLinkModules2)(self.raw, source) } != 0 {
            return Err(Error::Link(self.context.take_errors()));
        }
        Ok(())
    }

    /// Takes target and data layout from `other`.
    pub fn copy_target(&self, other: &Module<'c>) {
        // SAFETY: LLVM copies the strings.
        unsafe {
            (self.api.LLVMSetTarget)(self.raw, (self.api.LLVMGetTarget)(other.raw));
            (self.api.LLVMSetDataLayout)(self.raw, (self.api.LLVMGetDataLayoutStr)(other.raw));
        }
    }

    /// The target triple.
    pub fn target(&self) -> String {
        // SAFETY: a zero-terminated string owned by the module.
        unsafe { CStr::from_ptr((self.api.LLVMGetTarget)(self.raw)) }
            .to_string_lossy()
            .into_owned()
    }

    /// Runs a pipeline, written as for `opt -passes`.
    ///
    /// # Errors
    /// If LLVM does not know the pipeline.
    pub fn run_passes(
        &self,
        passes: &str,
        machine: &TargetMachine,
        options: &PassOptions,
    ) -> Result<(), Error> {
        let text = CString::new(passes).map_err(|_| Error::Path(passes.into()))?;
        // SAFETY: all are alive; the error, if any, is consumed by `LLVMGetErrorMessage`.
        unsafe {
            let error = (self.api.LLVMRunPasses)(self.raw, text.as_ptr(), machine.raw, options.raw);
            if error.is_null() {
                return Ok(());
            }
            let message = (self.api.LLVMGetErrorMessage)(error);
            let words = CStr::from_ptr(message).to_string_lossy().into_owned();
            (self.api.LLVMDisposeErrorMessage)(message);
            Err(Error::Passes {
                passes: passes.to_owned(),
                message: words,
            })
        }
    }

    /// Checks that the module is well formed.
    ///
    /// # Errors
    /// [`Error::Verify`] with the beginning of the verifier's report.
    pub fn verify(&self) -> Result<(), Error> {
        let mut message = null_mut();
        // SAFETY: a valid out-pointer.
        let broken =
            unsafe { (self.api.LLVMVerifyModule)(self.raw, RETURN_STATUS, &mut message) } != 0;
        let report = take_message(self.api, message);
        if broken {
            Err(Error::Verify(report.chars().take(2000).collect()))
        } else {
            Ok(())
        }
    }

    /// The module as text.
    pub fn print(&self) -> String {
        // SAFETY: the text is ours to free.
        take_message(self.api, unsafe {
            (self.api.LLVMPrintModuleToString)(self.raw)
        })
    }

    /// Writes bitcode.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_bitcode(&self, path: &Path) -> Result<(), Error> {
        let name = c_path(path)?;
        // SAFETY: a zero-terminated path.
        if unsafe { (self.api.LLVMWriteBitcodeToFile)(self.raw, name.as_ptr()) } != 0 {
            return Err(Error::File {
                path: path.to_owned(),
                message: "cannot be written".into(),
            });
        }
        Ok(())
    }

    /// Removes all debug information.
    pub fn strip_debug_info(&self) {
        // SAFETY: the module is alive.
        unsafe { (self.api.LLVMStripModuleDebugInfo)(self.raw) };
    }

    /// Every function, with or without a body. The iteration includes functions that are added meanwhile.
    pub fn functions(&self) -> impl Iterator<Item = Function<'c>> + use<'c> {
        let api = self.api;
        // SAFETY: functions are walked while alive.
        std::iter::successors(
            Function::maybe(unsafe { (api.LLVMGetFirstFunction)(self.raw) }, api),
            move |at| Function::maybe(unsafe { (api.LLVMGetNextFunction)(at.raw) }, api),
        )
    }

    /// Every global variable.
    pub fn globals(&self) -> impl Iterator<Item = Value<'c>> + use<'c> {
        let api = self.api;
        // SAFETY: globals are walked while alive.
        std::iter::successors(
            Value::maybe(unsafe { (api.LLVMGetFirstGlobal)(self.raw) }, api),
            move |at| Value::maybe(unsafe { (api.LLVMGetNextGlobal)(at.raw) }, api),
        )
    }

    /// Every alias.
    pub fn aliases(&self) -> impl Iterator<Item = Value<'c>> + use<'c> {
        let api = self.api;
        // SAFETY: aliases are walked while alive.
        std::iter::successors(
            Value::maybe(unsafe { (api.LLVMGetFirstGlobalAlias)(self.raw) }, api),
            move |at| Value::maybe(unsafe { (api.LLVMGetNextGlobalAlias)(at.raw) }, api),
        )
    }

    /// The function with this symbol.
    pub fn function(&self, name: &str) -> Option<Function<'c>> {
        let name = CString::new(name).ok()?;
        // SAFETY: a zero-terminated name.
        Function::maybe(
            unsafe { (self.api.LLVMGetNamedFunction)(self.raw, name.as_ptr()) },
            self.api,
        )
    }

    /// The global variable with this symbol.
    pub fn global(&self, name: &str) -> Option<Value<'c>> {
        let name = CString::new(name).ok()?;
        // SAFETY: a zero-terminated name.
        Value::maybe(
            unsafe { (self.api.LLVMGetNamedGlobal)(self.raw, name.as_ptr()) },
            self.api,
        )
    }

    /// Declares a function.
    ///
    /// # Panics
    /// If the name holds a zero byte.
    pub fn add_function(&self, name: &str, ty: Type<'c>) -> Function<'c> {
        let name = CString::new(name).expect("symbols hold no zero byte");
        // SAFETY: a zero-terminated name and a function type.
        Function::new(
            unsafe { (self.api.LLVMAddFunction)(self.raw, name.as_ptr(), ty.raw) },
            self.api,
        )
    }

    /// Adds a global variable without an initial value.
    ///
    /// # Panics
    /// If the name holds a zero byte.
    pub fn add_global(&self, name: &str, ty: Type<'c>) -> Value<'c> {
        let name = CString::new(name).expect("symbols hold no zero byte");
        // SAFETY: a zero-terminated name and a sized type.
        Value::new(
            unsafe { (self.api.LLVMAddGlobal)(self.raw, ty.raw, name.as_ptr()) },
            self.api,
        )
    }

    fn layout(&self) -> Raw {
        // SAFETY: the module is alive; the layout is owned by it.
        unsafe { (self.api.LLVMGetModuleDataLayout)(self.raw) }
    }

    /// Bytes from one element of `ty` to the next in an array.
    pub fn size_of(&self, ty: Type<'c>) -> u64 {
        // SAFETY: callers hold a sized type.
        unsafe { (self.api.LLVMABISizeOfType)(self.layout(), ty.raw) }
    }

    /// Bytes that a store of `ty` writes.
    pub fn store_size_of(&self, ty: Type<'c>) -> u64 {
        // SAFETY: callers hold a sized type.
        unsafe { (self.api.LLVMStoreSizeOfType)(self.layout(), ty.raw) }
    }

    /// Offset of field `index` of struct `ty`, in bytes.
    pub fn offset_of(&self, ty: Type<'c>, index: u32) -> u64 {
        // SAFETY: callers hold a struct type with that field.
        unsafe { (self.api.LLVMOffsetOfElement)(self.layout(), ty.raw, index) }
    }
}
