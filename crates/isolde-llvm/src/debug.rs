//! Debug locations: which source line an instruction comes from.

use crate::Context;
use crate::ffi::{Api, Raw, Text};
use crate::value::{Function, Value, handle};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

handle! {
    /// A place in the source, inside a scope, perhaps inlined at another location.
    Location
}
handle! {
    /// A function or block of the source.
    Scope
}
handle! {
    /// A source file.
    File
}

impl<'c> Value<'c> {
    /// Where an instruction comes from.
    pub fn location(self) -> Option<Location<'c>> {
        // SAFETY: the instruction is alive.
        Location::maybe(
            unsafe { (self.api.LLVMInstructionGetDebugLoc)(self.raw) },
            self.api,
        )
    }
}

impl<'c> Function<'c> {
    /// The source function that this function was compiled from, and the line at which it begins.
    pub fn subprogram(self) -> Option<(Scope<'c>, u32)> {
        // SAFETY: the function is alive; the line is requested from a subprogram.
        unsafe {
            let scope = Scope::maybe((self.api.LLVMGetSubprogram)(self.raw), self.api)?;
            Some((scope, (self.api.LLVMDISubprogramGetLine)(scope.raw)))
        }
    }
}

impl<'c> Location<'c> {
    /// Line, from 1; 0 if unknown.
    pub fn line(self) -> u32 {
        // SAFETY: the location is alive.
        unsafe { (self.api.LLVMDILocationGetLine)(self.raw) }
    }

    /// Column, from 1; 0 if unknown.
    pub fn column(self) -> u32 {
        // SAFETY: the location is alive.
        unsafe { (self.api.LLVMDILocationGetColumn)(self.raw) }
    }

    /// The scope that the location lies in.
    pub fn scope(self) -> Scope<'c> {
        // SAFETY: every location has a scope.
        Scope::new(
            unsafe { (self.api.LLVMDILocationGetScope)(self.raw) },
            self.api,
        )
    }

    /// Where the scope's function was inlined.
    pub fn inlined_at(self) -> Option<Location<'c>> {
        // SAFETY: the location is alive.
        Location::maybe(
            unsafe { (self.api.LLVMDILocationGetInlinedAt)(self.raw) },
            self.api,
        )
    }
}

/// LLVM's number of the metadata kind `DISubprogram`.
const SUBPROGRAM: u32 = 17;
/// Indices of operands of scopes: the scope around a block, and the name and the symbol of a subprogram.
const PARENT: usize = 1;
const NAME: usize = 2;
const SYMBOL: usize = 3;

impl<'c> Scope<'c> {
    /// The symbol of the function that the scope lies in, if debug information contains it.
    pub fn symbol(self, context: &'c Context) -> Option<String> {
        self.text_of_subprogram(context, SYMBOL)
    }

    /// The name of the function that the scope lies in, without its path: `map<u8, u16>`.
    pub fn function(self, context: &'c Context) -> Option<String> {
        self.text_of_subprogram(context, NAME)
    }

    fn text_of_subprogram(self, context: &'c Context, operand: usize) -> Option<String> {
        let mut scope = self;
        // SAFETY: scopes are nodes of the context's metadata; operands are nodes, texts or null.
        unsafe {
            while (self.api.LLVMGetMetadataKind)(scope.raw) != SUBPROGRAM {
                let parent = scope.operand(context, PARENT)?;
                scope = Scope::maybe((self.api.LLVMValueAsMetadata)(parent), self.api)?;
            }
            let mut length = 0;
            let text = (self.api.LLVMGetMDString)(scope.operand(context, operand)?, &mut length);
            if text.is_null() {
                return None;
            }
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// An operand, as a value; `None` if it is absent.
    fn operand(self, context: &'c Context, index: usize) -> Option<Raw> {
        // SAFETY: as above; LLVM writes as many operands as it has reported.
        unsafe {
            let node = (self.api.LLVMMetadataAsValue)(context.raw, self.raw);
            let count = (self.api.LLVMGetMDNodeNumOperands)(node) as usize;
            let mut operands = vec![std::ptr::null_mut(); count];
            (self.api.LLVMGetMDNodeOperands)(node, operands.as_mut_ptr());
            operands.get(index).copied().filter(|raw| !raw.is_null())
        }
    }

    /// The file that the scope lies in.
    pub fn file(self) -> Option<File<'c>> {
        // SAFETY: the scope is alive.
        File::maybe(unsafe { (self.api.LLVMDIScopeGetFile)(self.raw) }, self.api)
    }
}

impl File<'_> {
    /// The file's name: relative to [`File::directory`], or absolute.
    pub fn name(self) -> String {
        self.text(self.api.LLVMDIFileGetFilename)
    }

    /// The directory that the compiler ran in.
    pub fn directory(self) -> String {
        self.text(self.api.LLVMDIFileGetDirectory)
    }

    fn text(self, get: unsafe extern "C" fn(Raw, *mut u32) -> Text) -> String {
        let mut length = 0;
        // SAFETY: the file is alive; LLVM returns that many bytes or null.
        unsafe {
            let text = get(self.raw, &mut length);
            if text.is_null() {
                return String::new();
            }
            String::from_utf8_lossy(std::slice::from_raw_parts(
                text.cast::<u8>(),
                length as usize,
            ))
            .into_owned()
        }
    }
}
