//! Calls and invokes.

use crate::opcode::Opcode;
use crate::types::Type;
use crate::value::{Function, Value, ask};
use std::marker::PhantomData;

impl<'c> Value<'c> {
    /// The function or pointer that a call or invoke calls.
    pub fn callee(self) -> Value<'c> {
        Value::new(ask!(self, LLVMGetCalledValue), self.api)
    }

    /// The type of the function that a call or invoke calls.
    pub fn called_type(self) -> Type<'c> {
        Type {
            raw: ask!(self, LLVMGetCalledFunctionType),
            api: self.api,
            life: PhantomData,
        }
    }

    /// Whether an argument of a call has an enum attribute.
    pub fn has_call_attribute(self, argument: u32, kind: u32) -> bool {
        !ask!(self, LLVMGetCallSiteEnumAttribute, argument + 1, kind).is_null()
    }

    /// Makes a call or invoke call another function of the same type.
    pub fn set_callee(self, function: Function<'c>) {
        // The callee is the last operand.
        self.set_operand(self.operand_count() - 1, function.value());
    }

    /// Number of arguments of a call or invoke.
    pub fn argument_count(self) -> u32 {
        ask!(self, LLVMGetNumArgOperands)
    }

    /// Whether a call is `musttail`.
    pub fn is_musttail(self) -> bool {
        self.opcode() == Opcode::Call && ask!(self, LLVMGetTailCallKind) == 2
    }

    /// Adds an enum attribute without a value to a call, as one of the function.
    pub fn add_call_attribute(self, context: &'c crate::Context, kind: u32) {
        // SAFETY: the kind number comes from this LLVM; index -1 means the function.
        unsafe {
            let attribute = (self.api.LLVMCreateEnumAttribute)(context.raw, kind, 0);
            (self.api.LLVMAddCallSiteAttribute)(self.raw, u32::MAX, attribute);
        }
    }

    /// Removes an enum attribute from a call: of the function (`None`) or of an argument.
    pub fn remove_call_attribute(self, argument: Option<u32>, kind: u32) {
        ask!(
            self,
            LLVMRemoveCallSiteEnumAttribute,
            argument.map_or(u32::MAX, |index| index + 1),
            kind
        );
    }
}
