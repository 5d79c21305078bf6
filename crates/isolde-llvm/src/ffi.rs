//! The LLVM C functions that are used, as a table of pointers resolved at run time.
//!
//! This is the only module that names C functions; everything else goes through [`Api`]. Signatures follow `llvm-c/*.h` of LLVM 18 to 22.
#![allow(non_snake_case)]

use crate::Error;
use libloading::Library;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::path::Path;

/// Any LLVM object.
pub type Raw = *mut c_void;
/// A C string.
pub type Text = *const c_char;
/// Callback that receives diagnostics: (diagnostic, its argument).
pub type DiagnosticHandler = unsafe extern "C" fn(Raw, *mut c_void);

macro_rules! api {
    ($($name:ident($($ty:ty),* $(,)?) $(-> $ret:ty)?;)*) => {
        /// The resolved functions. One table per loaded library; never freed, because LLVM has global state.
        pub struct Api {
            /// The library itself, for functions whose name is computed.
            pub library: Library,
            $(pub $name: unsafe extern "C" fn($($ty),*) $(-> $ret)?,)*
        }

        impl Api {
            /// Opens the library at `path` and resolves every function.
            pub fn open(path: &Path) -> Result<Api, Error> {
                // SAFETY: libLLVM's constructors only set up its own tables; the types are those of its headers.
                unsafe {
                    let library = Library::new(path).map_err(|source| Error::Open { path: path.to_owned(), source })?;
                    $(
                        let $name = *library
                            .get::<unsafe extern "C" fn($($ty),*) $(-> $ret)?>(concat!(stringify!($name), "\0").as_bytes())
                            .map_err(|_| Error::Symbol { path: path.to_owned(), symbol: stringify!($name) })?;
                    )*
                    Ok(Api { library, $($name),* })
                }
            }
        }
    };
}

api! {
    LLVMGetVersion(*mut c_uint, *mut c_uint, *mut c_uint);
    LLVMContextCreate() -> Raw;
    LLVMContextDispose(Raw);
    LLVMContextSetDiagnosticHandler(Raw, DiagnosticHandler, *mut c_void);
    LLVMGetDiagInfoDescription(Raw) -> *mut c_char;
    LLVMGetDiagInfoSeverity(Raw) -> c_int;
    LLVMDisposeMessage(*mut c_char);
    LLVMGetErrorMessage(Raw) -> *mut c_char;
    LLVMDisposeErrorMessage(*mut c_char);

    LLVMCreateMemoryBufferWithContentsOfFile(Text, *mut Raw, *mut *mut c_char) -> c_int;
    LLVMCreateMemoryBufferWithMemoryRangeCopy(Text, usize, Text) -> Raw;
    LLVMDisposeMemoryBuffer(Raw);
    LLVMParseBitcodeInContext2(Raw, Raw, *mut Raw) -> c_int;
    LLVMGetBitcodeModuleInContext2(Raw, Raw, *mut Raw) -> c_int;
    LLVMModuleCreateWithNameInContext(Text, Raw) -> Raw;
    LLVMParseIRInContext(Raw, Raw, *mut Raw, *mut *mut c_char) -> c_int;
    LLVMWriteBitcodeToFile(Raw, Text) -> c_int;
    LLVMDisposeModule(Raw);
    LLVMLinkModules2(Raw, Raw) -> c_int;
    LLVMGetModuleDataLayout(Raw) -> Raw;
    LLVMGetTarget(Raw) -> Text;
    LLVMSetTarget(Raw, Text);
    LLVMGetDataLayoutStr(Raw) -> Text;
    LLVMSetDataLayout(Raw, Text);
    LLVMPrintModuleToString(Raw) -> *mut c_char;
    LLVMPrintValueToString(Raw) -> *mut c_char;
    LLVMVerifyModule(Raw, c_int, *mut *mut c_char) -> c_int;
    LLVMGetNamedFunction(Raw, Text) -> Raw;
    LLVMGetNamedGlobal(Raw, Text) -> Raw;
    LLVMGetFirstFunction(Raw) -> Raw;
    LLVMGetNextFunction(Raw) -> Raw;
    LLVMGetFirstGlobal(Raw) -> Raw;
    LLVMGetNextGlobal(Raw) -> Raw;
    LLVMGetFirstGlobalAlias(Raw) -> Raw;
    LLVMGetNextGlobalAlias(Raw) -> Raw;
    LLVMAddFunction(Raw, Text, Raw) -> Raw;
    LLVMAddGlobal(Raw, Raw, Text) -> Raw;
    LLVMStripModuleDebugInfo(Raw) -> c_int;

    LLVMTypeOf(Raw) -> Raw;
    LLVMGetTypeKind(Raw) -> c_int;
    LLVMGetIntTypeWidth(Raw) -> c_uint;
    LLVMCountStructElementTypes(Raw) -> c_uint;
    LLVMStructGetTypeAtIndex(Raw, c_uint) -> Raw;
    LLVMGetArrayLength2(Raw) -> u64;
    LLVMGetElementType(Raw) -> Raw;
    LLVMGetVectorSize(Raw) -> c_uint;
    LLVMABISizeOfType(Raw, Raw) -> u64;
    LLVMStoreSizeOfType(Raw, Raw) -> u64;
    LLVMOffsetOfElement(Raw, Raw, c_uint) -> u64;
    LLVMIntTypeInContext(Raw, c_uint) -> Raw;
    LLVMPointerTypeInContext(Raw, c_uint) -> Raw;
    LLVMVoidTypeInContext(Raw) -> Raw;
    LLVMVectorType(Raw, c_uint) -> Raw;
    LLVMArrayType2(Raw, u64) -> Raw;
    LLVMStructTypeInContext(Raw, *mut Raw, c_uint, c_int) -> Raw;
    LLVMFunctionType(Raw, *mut Raw, c_uint, c_int) -> Raw;
    LLVMGetReturnType(Raw) -> Raw;
    LLVMCountParamTypes(Raw) -> c_uint;
    LLVMGetParamTypes(Raw, *mut Raw);

    LLVMGetValueName2(Raw, *mut usize) -> Text;
    LLVMSetValueName2(Raw, Text, usize);
    LLVMIsConstant(Raw) -> c_int;
    LLVMIsAConstantInt(Raw) -> Raw;
    LLVMIsAFunction(Raw) -> Raw;
    LLVMIsAGlobalVariable(Raw) -> Raw;
    LLVMIsAInlineAsm(Raw) -> Raw;
    LLVMIsAInstruction(Raw) -> Raw;
    LLVMConstIntGetZExtValue(Raw) -> u64;
    LLVMConstInt(Raw, u64, c_int) -> Raw;
    LLVMConstNull(Raw) -> Raw;
    LLVMConstArray2(Raw, *mut Raw, u64) -> Raw;
    LLVMConstStructInContext(Raw, *mut Raw, c_uint, c_int) -> Raw;
    LLVMConstInBoundsGEP2(Raw, Raw, *mut Raw, c_uint) -> Raw;
    LLVMReplaceAllUsesWith(Raw, Raw);
    LLVMGetFirstUse(Raw) -> Raw;
    LLVMGetNextUse(Raw) -> Raw;
    LLVMGetUser(Raw) -> Raw;
    LLVMGetNumOperands(Raw) -> c_int;
    LLVMGetOperand(Raw, c_uint) -> Raw;
    LLVMSetOperand(Raw, c_uint, Raw);

    LLVMGlobalGetValueType(Raw) -> Raw;
    LLVMIsDeclaration(Raw) -> c_int;
    LLVMSetLinkage(Raw, c_int);
    LLVMGetLinkage(Raw) -> c_int;
    LLVMSetVisibility(Raw, c_int);
    LLVMSetComdat(Raw, Raw);
    LLVMSetAlignment(Raw, c_uint);
    LLVMSetInitializer(Raw, Raw);
    LLVMGetInitializer(Raw) -> Raw;
    LLVMIsAConstantDataArray(Raw) -> Raw;
    LLVMGetAsString(Raw, *mut usize) -> Text;
    LLVMSetGlobalConstant(Raw, c_int);
    LLVMIsGlobalConstant(Raw) -> c_int;
    LLVMIsThreadLocal(Raw) -> c_int;
    LLVMSetThreadLocal(Raw, c_int);
    LLVMCountParams(Raw) -> c_uint;
    LLVMGetParam(Raw, c_uint) -> Raw;
    LLVMGetEnumAttributeKindForName(Text, usize) -> c_uint;
    LLVMCreateEnumAttribute(Raw, c_uint, u64) -> Raw;
    LLVMCreateStringAttribute(Raw, Text, c_uint, Text, c_uint) -> Raw;
    LLVMAddAttributeAtIndex(Raw, c_uint, Raw);
    LLVMRemoveEnumAttributeAtIndex(Raw, c_uint, c_uint);
    LLVMRemoveCallSiteEnumAttribute(Raw, c_uint, c_uint);
    LLVMGetEnumAttributeAtIndex(Raw, c_uint, c_uint) -> Raw;
    LLVMGetCallSiteEnumAttribute(Raw, c_uint, c_uint) -> Raw;
    LLVMGetCalledFunctionType(Raw) -> Raw;
    LLVMAddCallSiteAttribute(Raw, c_uint, Raw);
    LLVMGetFunctionCallConv(Raw) -> c_uint;
    LLVMSetFunctionCallConv(Raw, c_uint);
    LLVMDeleteFunction(Raw);

    LLVMGetFirstBasicBlock(Raw) -> Raw;
    LLVMGetNextBasicBlock(Raw) -> Raw;
    LLVMGetBasicBlockParent(Raw) -> Raw;
    LLVMAppendBasicBlockInContext(Raw, Raw, Text) -> Raw;
    LLVMInsertBasicBlockInContext(Raw, Raw, Text) -> Raw;
    LLVMBasicBlockAsValue(Raw) -> Raw;
    LLVMGetFirstInstruction(Raw) -> Raw;
    LLVMGetNextInstruction(Raw) -> Raw;
    LLVMGetBasicBlockTerminator(Raw) -> Raw;

    LLVMGetInstructionOpcode(Raw) -> c_int;
    LLVMGetInstructionParent(Raw) -> Raw;
    LLVMInstructionRemoveFromParent(Raw);
    LLVMInstructionEraseFromParent(Raw);
    LLVMGetICmpPredicate(Raw) -> c_int;
    LLVMGetFCmpPredicate(Raw) -> c_int;
    LLVMGetCalledValue(Raw) -> Raw;
    LLVMGetNumArgOperands(Raw) -> c_uint;
    LLVMGetTailCallKind(Raw) -> c_int;
    LLVMSetOrdering(Raw, c_int);
    LLVMSetInstructionCallConv(Raw, c_uint);
    LLVMGetNormalDest(Raw) -> Raw;
    LLVMGetNumSuccessors(Raw) -> c_uint;
    LLVMGetSuccessor(Raw, c_uint) -> Raw;
    LLVMCountIncoming(Raw) -> c_uint;
    LLVMGetIncomingValue(Raw, c_uint) -> Raw;
    LLVMGetIncomingBlock(Raw, c_uint) -> Raw;
    LLVMAddIncoming(Raw, *mut Raw, *mut Raw, c_uint);
    LLVMGetNumIndices(Raw) -> c_uint;
    LLVMGetIndices(Raw) -> *const c_uint;
    LLVMGetGEPSourceElementType(Raw) -> Raw;
    LLVMGetAllocatedType(Raw) -> Raw;
    LLVMGetNumMaskElements(Raw) -> c_uint;
    LLVMGetMaskValue(Raw, c_uint) -> c_int;

    LLVMCreateBuilderInContext(Raw) -> Raw;
    LLVMDisposeBuilder(Raw);
    LLVMPositionBuilderBefore(Raw, Raw);
    LLVMPositionBuilderAtEnd(Raw, Raw);
    LLVMInsertIntoBuilder(Raw, Raw);
    LLVMBuildCall2(Raw, Raw, Raw, *mut Raw, c_uint, Text) -> Raw;
    LLVMBuildInvoke2(Raw, Raw, Raw, *mut Raw, c_uint, Raw, Raw, Text) -> Raw;
    LLVMBuildLandingPad(Raw, Raw, Raw, c_uint, Text) -> Raw;
    LLVMSetCleanup(Raw, c_int);
    LLVMBuildResume(Raw, Raw) -> Raw;
    LLVMBuildAlloca(Raw, Raw, Text) -> Raw;
    LLVMSetPersonalityFn(Raw, Raw);
    LLVMBuildPhi(Raw, Raw, Text) -> Raw;
    LLVMBuildLoad2(Raw, Raw, Raw, Text) -> Raw;
    LLVMBuildStore(Raw, Raw, Raw) -> Raw;
    LLVMBuildGEP2(Raw, Raw, Raw, *mut Raw, c_uint, Text) -> Raw;
    LLVMBuildBinOp(Raw, c_int, Raw, Raw, Text) -> Raw;
    LLVMBuildCast(Raw, c_int, Raw, Raw, Text) -> Raw;
    LLVMBuildICmp(Raw, c_int, Raw, Raw, Text) -> Raw;
    LLVMBuildFCmp(Raw, c_int, Raw, Raw, Text) -> Raw;
    LLVMBuildSelect(Raw, Raw, Raw, Raw, Text) -> Raw;
    LLVMBuildBr(Raw, Raw) -> Raw;
    LLVMBuildCondBr(Raw, Raw, Raw, Raw) -> Raw;
    LLVMBuildRetVoid(Raw) -> Raw;
    LLVMBuildRet(Raw, Raw) -> Raw;

    LLVMGetMDKindIDInContext(Raw, Text, c_uint) -> c_uint;
    LLVMMDStringInContext2(Raw, Text, usize) -> Raw;
    LLVMMDNodeInContext2(Raw, *mut Raw, usize) -> Raw;
    LLVMValueAsMetadata(Raw) -> Raw;
    LLVMMetadataAsValue(Raw, Raw) -> Raw;
    LLVMSetMetadata(Raw, c_uint, Raw);
    LLVMGetSubprogram(Raw) -> Raw;
    LLVMGetMetadataKind(Raw) -> c_uint;
    LLVMGetMDNodeNumOperands(Raw) -> c_uint;
    LLVMGetMDNodeOperands(Raw, *mut Raw);
    LLVMGetMDString(Raw, *mut c_uint) -> Text;
    LLVMDISubprogramGetLine(Raw) -> c_uint;
    LLVMInstructionGetDebugLoc(Raw) -> Raw;
    LLVMDILocationGetLine(Raw) -> c_uint;
    LLVMDILocationGetColumn(Raw) -> c_uint;
    LLVMDILocationGetScope(Raw) -> Raw;
    LLVMDILocationGetInlinedAt(Raw) -> Raw;
    LLVMDIScopeGetFile(Raw) -> Raw;
    LLVMDIFileGetFilename(Raw, *mut c_uint) -> Text;
    LLVMDIFileGetDirectory(Raw, *mut c_uint) -> Text;

    LLVMCreatePassBuilderOptions() -> Raw;
    LLVMDisposePassBuilderOptions(Raw);
    LLVMPassBuilderOptionsSetLoopVectorization(Raw, c_int);
    LLVMPassBuilderOptionsSetSLPVectorization(Raw, c_int);
    LLVMPassBuilderOptionsSetLoopUnrolling(Raw, c_int);
    LLVMRunPasses(Raw, Text, Raw, Raw) -> Raw;
    LLVMGetTargetFromTriple(Text, *mut Raw, *mut *mut c_char) -> c_int;
    LLVMCreateTargetMachine(Raw, Text, Text, Text, c_int, c_int, c_int) -> Raw;
    LLVMDisposeTargetMachine(Raw);
    LLVMTargetMachineEmitToFile(Raw, Raw, Text, c_int, *mut *mut c_char) -> c_int;
}
