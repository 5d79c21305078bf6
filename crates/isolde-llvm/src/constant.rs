//! What constants contain.

use crate::{TypeKind, Value};

impl Value<'_> {
    /// The bytes of a constant global, if they are the elements of an array, or of a struct with nothing else.
    pub fn constant_bytes(self) -> Option<Vec<u8>> {
        if !self.is_global_variable() || self.is_declaration() || !self.is_global_constant() {
            return None;
        }
        // SAFETY: it is a global variable.
        let initializer = unsafe { (self.api.LLVMGetInitializer)(self.raw) };
        let mut data = Value::maybe(initializer, self.api)?;
        if data.ty().kind() == TypeKind::Struct && data.operand_count() == 1 {
            data = data.operand(0);
        }
        // SAFETY: the value is alive.
        let array = unsafe { (self.api.LLVMIsAConstantDataArray)(data.raw) };
        if array.is_null() || data.ty().element_type().kind() != TypeKind::Integer(8) {
            return None;
        }
        let mut length = 0;
        // SAFETY: it is an array of bytes; LLVM returns that many of them, which live as long as the context and are copied.
        let bytes = unsafe {
            let start = (self.api.LLVMGetAsString)(array, &mut length);
            std::slice::from_raw_parts(start.cast::<u8>(), length)
        };
        Some(bytes.to_vec())
    }
}
