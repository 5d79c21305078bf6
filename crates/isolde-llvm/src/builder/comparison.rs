//! Comparisons.

use super::{Builder, UNNAMED};
use crate::{Opcode, Predicate, Value};

impl<'c> Builder<'c> {
    /// An integer comparison.
    pub fn compare(&self, predicate: Predicate, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        // SAFETY: handles are alive.
        self.value(unsafe {
            (self.api.LLVMBuildICmp)(self.raw, predicate as i32, a.raw, b.raw, UNNAMED.as_ptr())
        })
    }

    /// The comparison of `like`, which is one of integers or of floats, with another predicate, as LLVM's number.
    pub fn compare_as(&self, like: Value<'c>, predicate: u32) -> Value<'c> {
        let (a, b) = (like.operand(0), like.operand(1));
        let build = match like.opcode() {
            Opcode::FCmp => self.api.LLVMBuildFCmp,
            _ => self.api.LLVMBuildICmp,
        };
        // SAFETY: handles are alive.
        self.value(unsafe { build(self.raw, predicate as i32, a.raw, b.raw, UNNAMED.as_ptr()) })
    }
}
