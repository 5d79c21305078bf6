//! Making instructions.

mod comparison;

use crate::ffi::{Api, Raw};
use crate::types::{Type, TypeKind};
use crate::value::{Block, Function, Value};
use crate::{Context, Opcode};
use std::ffi::CStr;
use std::marker::PhantomData;

const UNNAMED: &CStr = c"";
/// Attributes that determine how an argument or a result is passed.
const PASSING: [&str; 7] = [
    "sret",
    "byval",
    "zeroext",
    "signext",
    "inreg",
    "swiftself",
    "swifterror",
];

/// Inserts instructions at its position.
pub struct Builder<'c> {
    api: &'static Api,
    raw: Raw,
    life: PhantomData<&'c Context>,
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `new`, disposed once.
        unsafe { (self.api.LLVMDisposeBuilder)(self.raw) }
    }
}

impl<'c> Builder<'c> {
    pub(crate) fn new(context: &'c Context) -> Builder<'c> {
        // SAFETY: the context is alive as long as the builder.
        Builder {
            api: context.api,
            raw: unsafe { (context.api.LLVMCreateBuilderInContext)(context.raw) },
            life: PhantomData,
        }
    }

    /// From now on, inserts before `instruction`.
    pub fn before(&self, instruction: Value<'c>) {
        // SAFETY: both are alive.
        unsafe { (self.api.LLVMPositionBuilderBefore)(self.raw, instruction.raw) }
    }

    /// From now on, inserts at the end of `block`.
    pub fn at_end(&self, block: Block<'c>) {
        // SAFETY: both are alive.
        unsafe { (self.api.LLVMPositionBuilderAtEnd)(self.raw, block.raw) }
    }

    /// Inserts an instruction that was removed from elsewhere.
    pub fn insert(&self, instruction: Value<'c>) {
        // SAFETY: both are alive; the instruction has no parent.
        unsafe { (self.api.LLVMInsertIntoBuilder)(self.raw, instruction.raw) }
    }

    fn value(&self, raw: Raw) -> Value<'c> {
        Value::new(raw, self.api)
    }

    /// Calls a function by its own calling convention.
    pub fn call(&self, function: Function<'c>, arguments: &[Value<'c>]) -> Value<'c> {
        let ty = function.function_type();
        self.call_by_convention(function.value(), ty, function, arguments)
    }

    /// Calls `callee` by the calling convention of `like`.
    fn call_by_convention(
        &self,
        callee: Value<'c>,
        ty: Type<'c>,
        like: Function<'c>,
        arguments: &[Value<'c>],
    ) -> Value<'c> {
        let mut raw: Vec<Raw> = arguments.iter().map(|argument| argument.raw).collect();
        // SAFETY: the number passed is the length of `raw`.
        self.value(unsafe {
            let call = (self.api.LLVMBuildCall2)(
                self.raw,
                ty.raw,
                callee.raw,
                raw.as_mut_ptr(),
                raw.len() as u32,
                UNNAMED.as_ptr(),
            );
            let convention = (self.api.LLVMGetFunctionCallConv)(like.raw);
            (self.api.LLVMSetInstructionCallConv)(call, convention);
            call
        })
    }

    /// Calls `callee` as `like` is called: by its calling convention, and with those of its attributes that determine how arguments are passed.
    pub fn call_like(
        &self,
        context: &'c Context,
        callee: Value<'c>,
        ty: Type<'c>,
        like: Function<'c>,
        arguments: &[Value<'c>],
    ) -> Value<'c> {
        let call = self.call_by_convention(callee, ty, like, arguments);
        self.pass_arguments_like(context, call, like, arguments.len());
        call
    }

    /// Calls a function as it is always called, and continues at one of two blocks: `then`, or `unwind` if it panics. The call is never inlined.
    pub fn invoke_apart(
        &self,
        context: &'c Context,
        function: Function<'c>,
        arguments: &[Value<'c>],
        [then, unwind]: [Block<'c>; 2],
    ) -> Value<'c> {
        let mut raw: Vec<Raw> = arguments.iter().map(|argument| argument.raw).collect();
        // SAFETY: the number passed is the length of `raw`; handles are alive.
        let call = self.value(unsafe {
            let call = (self.api.LLVMBuildInvoke2)(
                self.raw,
                function.function_type().raw,
                function.raw,
                raw.as_mut_ptr(),
                raw.len() as u32,
                then.raw,
                unwind.raw,
                UNNAMED.as_ptr(),
            );
            let convention = (self.api.LLVMGetFunctionCallConv)(function.raw);
            (self.api.LLVMSetInstructionCallConv)(call, convention);
            call
        });
        call.add_call_attribute(context, context.attribute("noinline"));
        self.pass_arguments_like(context, call, function, arguments.len());
        call
    }

    /// Gives a call those attributes of `like` that determine how arguments and the result are passed.
    fn pass_arguments_like(
        &self,
        context: &'c Context,
        call: Value<'c>,
        like: Function<'c>,
        arguments: usize,
    ) {
        // SAFETY: attributes are copied from the same positions.
        unsafe {
            for index in 0..=arguments as u32 {
                for name in PASSING {
                    let kind = context.attribute(name);
                    let attribute = (self.api.LLVMGetEnumAttributeAtIndex)(like.raw, index, kind);
                    if !attribute.is_null() {
                        (self.api.LLVMAddCallSiteAttribute)(call.raw, index, attribute);
                    }
                }
            }
        }
    }

    /// Begins a block that runs while a panic unwinds. The function must have a personality ([`Function::set_personality`]).
    pub fn cleanup(&self, context: &'c Context) -> Value<'c> {
        let ty = context.structure(&[context.pointer(), context.int(32)]);
        // SAFETY: handles are alive; the personality is that of the function.
        self.value(unsafe {
            let none = std::ptr::null_mut();
            let pad = (self.api.LLVMBuildLandingPad)(self.raw, ty.raw, none, 0, UNNAMED.as_ptr());
            (self.api.LLVMSetCleanup)(pad, 1);
            pad
        })
    }

    /// Continues the unwinding that a [`cleanup`](Builder::cleanup) interrupted.
    pub fn resume(&self, cleanup: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildResume)(self.raw, cleanup.raw) })
    }

    /// Room for a `ty` in the function's stack frame.
    pub fn stack_room(&self, ty: Type<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildAlloca)(self.raw, ty.raw, UNNAMED.as_ptr()) })
    }

    /// A phi without incoming values.
    pub fn phi(&self, ty: Type<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildPhi)(self.raw, ty.raw, UNNAMED.as_ptr()) })
    }

    /// Loads a `ty` from `address`.
    pub fn load(&self, ty: Type<'c>, address: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe {
            (self.api.LLVMBuildLoad2)(self.raw, ty.raw, address.raw, UNNAMED.as_ptr())
        })
    }

    /// Stores `value` to `address`.
    pub fn store(&self, value: Value<'c>, address: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildStore)(self.raw, value.raw, address.raw) })
    }

    /// Address of an element.
    pub fn element_address(
        &self,
        ty: Type<'c>,
        base: Value<'c>,
        indices: &[Value<'c>],
    ) -> Value<'c> {
        let mut raw: Vec<Raw> = indices.iter().map(|index| index.raw).collect();
        // SAFETY: the number passed is the length of `raw`.
        self.value(unsafe {
            (self.api.LLVMBuildGEP2)(
                self.raw,
                ty.raw,
                base.raw,
                raw.as_mut_ptr(),
                raw.len() as u32,
                UNNAMED.as_ptr(),
            )
        })
    }

    /// A binary operation.
    pub fn binary(&self, opcode: Opcode, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe {
            (self.api.LLVMBuildBinOp)(self.raw, opcode.raw(), a.raw, b.raw, UNNAMED.as_ptr())
        })
    }

    /// A cast.
    pub fn cast(&self, opcode: Opcode, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe {
            (self.api.LLVMBuildCast)(self.raw, opcode.raw(), value.raw, ty.raw, UNNAMED.as_ptr())
        })
    }

    /// `condition ? a : b`.
    pub fn select(&self, condition: Value<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe {
            (self.api.LLVMBuildSelect)(self.raw, condition.raw, a.raw, b.raw, UNNAMED.as_ptr())
        })
    }

    /// A jump.
    pub fn jump(&self, target: Block<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildBr)(self.raw, target.raw) })
    }

    /// A conditional branch.
    pub fn branch(&self, condition: Value<'c>, then: Block<'c>, otherwise: Block<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe {
            (self.api.LLVMBuildCondBr)(self.raw, condition.raw, then.raw, otherwise.raw)
        })
    }

    /// Returns nothing.
    pub fn ret_void(&self) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildRetVoid)(self.raw) })
    }

    /// Returns what a call gave, which may be nothing.
    pub fn ret_result(&self, call: Value<'c>) -> Value<'c> {
        match call.ty().kind() {
            TypeKind::Void => self.ret_void(),
            _ => self.ret(call),
        }
    }

    /// Returns `value`.
    pub fn ret(&self, value: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe { (self.api.LLVMBuildRet)(self.raw, value.raw) })
    }
}

impl<'c> Function<'c> {
    /// Gives the function the calling convention of `other`, and those of its attributes that determine how arguments are passed.
    pub fn pass_like(self, context: &'c Context, other: Function<'c>) {
        let parameters = other.parameters().len() as u32;
        // SAFETY: both are alive and have the same type.
        unsafe {
            let convention = (self.api.LLVMGetFunctionCallConv)(other.raw);
            (self.api.LLVMSetFunctionCallConv)(self.raw, convention);
            for index in 0..=parameters {
                for name in PASSING {
                    let kind = context.attribute(name);
                    let attribute = (self.api.LLVMGetEnumAttributeAtIndex)(other.raw, index, kind);
                    if !attribute.is_null() {
                        (self.api.LLVMAddAttributeAtIndex)(self.raw, index, attribute);
                    }
                }
            }
        }
    }

    /// Sets the function that unwinding asks what to do in this one.
    pub fn set_personality(self, personality: Function<'c>) {
        // SAFETY: both are alive.
        unsafe { (self.api.LLVMSetPersonalityFn)(self.raw, personality.raw) }
    }

    /// Whether a parameter has an enum attribute.
    pub fn has_attribute(self, parameter: u32, kind: u32) -> bool {
        // SAFETY: the function is alive.
        unsafe { !(self.api.LLVMGetEnumAttributeAtIndex)(self.raw, parameter + 1, kind).is_null() }
    }
}

impl Context {
    /// A new block at the end of `function`.
    pub fn append_block<'c>(&'c self, function: Function<'c>) -> Block<'c> {
        // SAFETY: handles are alive.
        Block::new(
            unsafe {
                (self.api.LLVMAppendBasicBlockInContext)(self.raw, function.raw, UNNAMED.as_ptr())
            },
            self.api,
        )
    }

    /// A new block before `block`.
    pub fn insert_block<'c>(&'c self, block: Block<'c>) -> Block<'c> {
        // SAFETY: handles are alive.
        Block::new(
            unsafe {
                (self.api.LLVMInsertBasicBlockInContext)(self.raw, block.raw, UNNAMED.as_ptr())
            },
            self.api,
        )
    }

    /// The constant address of the element at `indices`, starting from `base`, which points to a `ty`.
    pub fn const_element_address<'c>(
        &'c self,
        ty: Type<'c>,
        base: Value<'c>,
        indices: &[u64],
    ) -> Value<'c> {
        let mut raw: Vec<Raw> = indices
            .iter()
            .map(|&index| self.int(64).constant(index).raw)
            .collect();
        // SAFETY: the number passed is the length of `raw`.
        let address = unsafe {
            (self.api.LLVMConstInBoundsGEP2)(ty.raw, base.raw, raw.as_mut_ptr(), raw.len() as u32)
        };
        Value::new(address, self.api)
    }

    /// Sets how likely the two ways of a conditional branch are.
    pub fn set_branch_weights<'c>(&'c self, branch: Value<'c>, then: u32, otherwise: u32) {
        // SAFETY: handles are alive; the node's three operands are valid metadata.
        unsafe {
            let api = self.api;
            let number = |weight: u32| {
                (api.LLVMValueAsMetadata)(self.int(32).constant(u64::from(weight)).raw)
            };
            let name = "branch_weights";
            let mut operands = [
                (api.LLVMMDStringInContext2)(self.raw, name.as_ptr().cast(), name.len()),
                number(then),
                number(otherwise),
            ];
            let node = (api.LLVMMDNodeInContext2)(self.raw, operands.as_mut_ptr(), operands.len());
            let kind = (api.LLVMGetMDKindIDInContext)(self.raw, c"prof".as_ptr(), 4);
            (api.LLVMSetMetadata)(branch.raw, kind, (api.LLVMMetadataAsValue)(self.raw, node));
        }
    }
}
