//! The loaded library and its contexts.

use crate::ffi::{Api, Raw};
use crate::types::Type;
use crate::value::Value;
use crate::{Builder, Error, Module, OLDEST_LLVM};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;

/// A loaded libLLVM. It stays loaded until the process ends.
#[derive(Clone, Copy)]
pub struct Llvm {
    pub(crate) api: &'static Api,
    version: (u32, u32, u32),
}

impl std::fmt::Debug for Llvm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Llvm {}.{}.{}",
            self.version.0, self.version.1, self.version.2
        )
    }
}

impl Llvm {
    /// Opens the library at `path`.
    ///
    /// # Errors
    /// If it does not load, lacks a function, or is older than [`OLDEST_LLVM`].
    pub fn load(path: &Path) -> Result<Llvm, Error> {
        let api = Api::open(path)?;
        let (mut major, mut minor, mut patch) = (0, 0, 0);
        // SAFETY: three valid out-pointers.
        unsafe { (api.LLVMGetVersion)(&mut major, &mut minor, &mut patch) };
        if major < OLDEST_LLVM {
            return Err(Error::Version {
                path: path.to_owned(),
                major,
            });
        }
        Ok(Llvm {
            api: Box::leak(Box::new(api)),
            version: (major, minor, patch),
        })
    }

    /// Major, minor and patch number.
    pub fn version(&self) -> (u32, u32, u32) {
        self.version
    }
}

/// Owns types, constants and modules. Everything that is made in a context is freed with it.
pub struct Context {
    pub(crate) api: &'static Api,
    pub(crate) raw: Raw,
    /// Errors that LLVM reported to the handler, without which LLVM would end the process. Boxed, since LLVM keeps the address.
    errors: Box<RefCell<Vec<String>>>,
}

/// LLVM's number for diagnostics that are errors.
const SEVERITY_ERROR: i32 = 0;

impl Context {
    /// An empty context.
    pub fn new(llvm: &Llvm) -> Context {
        let api = llvm.api;
        // SAFETY: no precondition.
        let raw = unsafe { (api.LLVMContextCreate)() };
        let context = Context {
            api,
            raw,
            errors: Box::default(),
        };
        let argument = Box::new(Sink {
            api,
            errors: &raw const *context.errors,
        });
        // SAFETY: the sink outlives the context because it is leaked (16 bytes per context); `errors` is dropped after the context.
        unsafe {
            (api.LLVMContextSetDiagnosticHandler)(raw, record, Box::into_raw(argument).cast())
        };
        context
    }

    /// Parses a bitcode file.
    ///
    /// # Errors
    /// If the file cannot be read or is not bitcode that this LLVM knows.
    pub fn parse_bitcode(&self, path: &Path) -> Result<Module<'_>, Error> {
        let buffer = self.read(path)?;
        let mut module = null_mut();
        // SAFETY: `buffer` is valid and remains ours; it is disposed of once.
        let failed = unsafe {
            let failed = (self.api.LLVMParseBitcodeInContext2)(self.raw, buffer, &mut module);
            (self.api.LLVMDisposeMemoryBuffer)(buffer);
            failed
        };
        self.parsed(path, failed, module)
    }

    /// Opens a bitcode file without reading the bodies of its functions. Such a module can be changed by name and then linked into another one
    /// ([`Module::link`]), which reads the bodies that are used there. Until then functions have no blocks, and values have no users inside functions.
    ///
    /// # Errors
    /// As for [`Context::parse_bitcode`], but only errors outside of functions are found.
    pub fn open_bitcode(&self, path: &Path) -> Result<Module<'_>, Error> {
        let buffer = self.read(path)?;
        let mut module = null_mut();
        // SAFETY: the module takes over the buffer; if the module cannot be made, LLVM disposes of the buffer.
        let failed =
            unsafe { (self.api.LLVMGetBitcodeModuleInContext2)(self.raw, buffer, &mut module) };
        self.parsed(path, failed, module)
    }

    /// A module without functions and globals.
    ///
    /// # Panics
    /// If the name contains a zero byte.
    pub fn empty_module(&self, name: &str) -> Module<'_> {
        let name = CString::new(name).expect("names of modules hold no zero byte");
        Module {
            // SAFETY: a zero-terminated name.
            raw: unsafe { (self.api.LLVMModuleCreateWithNameInContext)(name.as_ptr(), self.raw) },
            api: self.api,
            context: self,
        }
    }

    /// A file's content as LLVM's memory buffer.
    fn read(&self, path: &Path) -> Result<Raw, Error> {
        let name = c_path(path)?;
        let (mut buffer, mut message) = (null_mut(), null_mut());
        // SAFETY: valid out-pointers; the message is taken over by `take_message`.
        let failed = unsafe {
            (self.api.LLVMCreateMemoryBufferWithContentsOfFile)(
                name.as_ptr(),
                &mut buffer,
                &mut message,
            )
        };
        if failed != 0 {
            return Err(Error::File {
                path: path.to_owned(),
                message: take_message(self.api, message),
            });
        }
        Ok(buffer)
    }

    fn parsed(&self, path: &Path, failed: i32, module: Raw) -> Result<Module<'_>, Error> {
        if failed != 0 {
            return Err(Error::Parse {
                what: path.display().to_string(),
                message: self.take_errors(),
            });
        }
        Ok(Module {
            raw: module,
            api: self.api,
            context: self,
        })
    }

    /// Parses textual IR. `name` is used in messages only.
    ///
    /// # Errors
    /// If the text is not IR.
    pub fn parse_ir(&self, name: &str, text: &str) -> Result<Module<'_>, Error> {
        let (mut message, mut module) = (null_mut(), null_mut());
        // SAFETY: LLVM copies the text; the parser takes the buffer over, whether it succeeds or not.
        let failed = unsafe {
            let buffer = (self.api.LLVMCreateMemoryBufferWithMemoryRangeCopy)(
                text.as_ptr().cast(),
                text.len(),
                c"ir".as_ptr(),
            );
            (self.api.LLVMParseIRInContext)(self.raw, buffer, &mut module, &mut message)
        };
        if failed != 0 {
            return Err(Error::Parse {
                what: name.to_owned(),
                message: take_message(self.api, message),
            });
        }
        Ok(Module {
            raw: module,
            api: self.api,
            context: self,
        })
    }

    /// A builder without a position.
    pub fn builder(&self) -> Builder<'_> {
        Builder::new(self)
    }

    /// The integer type of `width` bits.
    pub fn int(&self, width: u32) -> Type<'_> {
        // SAFETY: widths up to 2^23 are valid; the passes use at most 256.
        self.ty(unsafe { (self.api.LLVMIntTypeInContext)(self.raw, width) })
    }

    /// The pointer type.
    pub fn pointer(&self) -> Type<'_> {
        // SAFETY: address space 0 exists everywhere.
        self.ty(unsafe { (self.api.LLVMPointerTypeInContext)(self.raw, 0) })
    }

    /// The void type.
    pub fn void(&self) -> Type<'_> {
        // SAFETY: no precondition.
        self.ty(unsafe { (self.api.LLVMVoidTypeInContext)(self.raw) })
    }

    /// The struct type with these fields, not packed.
    pub fn structure(&self, fields: &[Type<'_>]) -> Type<'_> {
        let mut raw: Vec<Raw> = fields.iter().map(|field| field.raw).collect();
        // SAFETY: the number passed is the length of `raw`.
        self.ty(unsafe {
            (self.api.LLVMStructTypeInContext)(self.raw, raw.as_mut_ptr(), raw.len() as u32, 0)
        })
    }

    /// The function type `ret(params…)`.
    pub fn function<'c>(&'c self, ret: Type<'c>, params: &[Type<'c>]) -> Type<'c> {
        let mut raw: Vec<Raw> = params.iter().map(|param| param.raw).collect();
        // SAFETY: the number passed is the length of `raw`.
        self.ty(unsafe {
            (self.api.LLVMFunctionType)(ret.raw, raw.as_mut_ptr(), raw.len() as u32, 0)
        })
    }

    /// A struct constant, not packed.
    pub fn const_struct<'c>(&'c self, fields: &[Value<'c>]) -> Value<'c> {
        let mut raw: Vec<Raw> = fields.iter().map(|field| field.raw).collect();
        // SAFETY: the number passed is the length of `raw`.
        let value = unsafe {
            (self.api.LLVMConstStructInContext)(self.raw, raw.as_mut_ptr(), raw.len() as u32, 0)
        };
        Value {
            raw: value,
            api: self.api,
            life: PhantomData,
        }
    }

    /// The number of the enum attribute called `name`; 0 if this LLVM does not have it.
    pub fn attribute(&self, name: &str) -> u32 {
        // SAFETY: pointer and length describe `name`.
        unsafe { (self.api.LLVMGetEnumAttributeKindForName)(name.as_ptr().cast(), name.len()) }
    }

    pub(crate) fn ty(&self, raw: Raw) -> Type<'_> {
        Type {
            raw,
            api: self.api,
            life: PhantomData,
        }
    }

    pub(crate) fn take_errors(&self) -> String {
        let errors = std::mem::take(&mut *self.errors.borrow_mut());
        if errors.is_empty() {
            "no reason given".to_owned()
        } else {
            errors.join("; ")
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made by `new`; modules, builders and handles borrow the context and are gone.
        unsafe { (self.api.LLVMContextDispose)(self.raw) }
    }
}

/// What the diagnostic handler needs.
struct Sink {
    api: &'static Api,
    errors: *const RefCell<Vec<String>>,
}

unsafe extern "C" fn record(diagnostic: Raw, argument: *mut c_void) {
    // SAFETY: `argument` is the leaked sink that `Context::new` registered; its target lives as long as the context.
    unsafe {
        let sink = &*argument.cast::<Sink>();
        if (sink.api.LLVMGetDiagInfoSeverity)(diagnostic) == SEVERITY_ERROR {
            let text = take_message(sink.api, (sink.api.LLVMGetDiagInfoDescription)(diagnostic));
            (*sink.errors).borrow_mut().push(text);
        }
    }
}

/// Copies and frees a message that LLVM allocated.
pub(crate) fn take_message(api: &Api, message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM passed ownership of a zero-terminated string that must be freed with `LLVMDisposeMessage`.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        (api.LLVMDisposeMessage)(message);
        text
    }
}

/// A path as a C string.
pub(crate) fn c_path(path: &Path) -> Result<CString, Error> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::Path(path.to_owned()))
}
