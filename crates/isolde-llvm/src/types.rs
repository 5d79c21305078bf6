//! Types.

use crate::ffi::{Api, Raw};
use crate::value::Value;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A type of a context.
#[derive(Clone, Copy)]
pub struct Type<'c> {
    pub(crate) raw: Raw,
    pub(crate) api: &'static Api,
    pub(crate) life: PhantomData<&'c ()>,
}

impl PartialEq for Type<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl Eq for Type<'_> {}
impl Hash for Type<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

/// The kind of a type, as far as passes distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// No value.
    Void,
    /// 16-bit float (IEEE or bfloat).
    Half,
    /// 32-bit float.
    Float,
    /// 64-bit float.
    Double,
    /// 128-bit float.
    Quad,
    /// Integer of this many bits.
    Integer(u32),
    /// Struct.
    Struct,
    /// Array.
    Array,
    /// Pointer.
    Pointer,
    /// Vector of a fixed length.
    Vector,
    /// Anything else: functions, labels, metadata, tokens, …
    Other,
}

impl<'c> Type<'c> {
    /// The type's kind.
    pub fn kind(self) -> TypeKind {
        // SAFETY: the type is alive.
        match unsafe { (self.api.LLVMGetTypeKind)(self.raw) } {
            0 => TypeKind::Void,
            1 | 18 => TypeKind::Half,
            2 => TypeKind::Float,
            3 => TypeKind::Double,
            5 => TypeKind::Quad,
            // SAFETY: it is an integer.
            8 => TypeKind::Integer(unsafe { (self.api.LLVMGetIntTypeWidth)(self.raw) }),
            10 => TypeKind::Struct,
            11 => TypeKind::Array,
            12 => TypeKind::Pointer,
            13 => TypeKind::Vector,
            _ => TypeKind::Other,
        }
    }

    /// Number of fields of a struct, elements of an array, lanes of a vector; 0 for other types.
    pub fn len(self) -> u64 {
        // SAFETY: each query is made on a type of the kind that it is for.
        unsafe {
            match self.kind() {
                TypeKind::Struct => u64::from((self.api.LLVMCountStructElementTypes)(self.raw)),
                TypeKind::Array => (self.api.LLVMGetArrayLength2)(self.raw),
                TypeKind::Vector => u64::from((self.api.LLVMGetVectorSize)(self.raw)),
                _ => 0,
            }
        }
    }

    /// Whether the type has no parts.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Type of field `index` of a struct, or of any element of an array or vector.
    ///
    /// # Panics
    /// If the type has no such part.
    pub fn element(self, index: u64) -> Type<'c> {
        assert!(index < self.len(), "type has no element {index}");
        // SAFETY: the index was checked, and the kind has elements.
        let raw = unsafe {
            if self.kind() == TypeKind::Struct {
                (self.api.LLVMStructGetTypeAtIndex)(self.raw, index as u32)
            } else {
                (self.api.LLVMGetElementType)(self.raw)
            }
        };
        Type { raw, ..self }
    }

    /// The element type of an array or vector.
    ///
    /// # Panics
    /// If the type is neither an array nor a vector.
    pub fn element_type(self) -> Type<'c> {
        assert!(
            matches!(self.kind(), TypeKind::Array | TypeKind::Vector),
            "type has no element type"
        );
        // SAFETY: the kind was checked.
        Type {
            raw: unsafe { (self.api.LLVMGetElementType)(self.raw) },
            ..self
        }
    }

    /// Return type of a function type.
    pub fn return_type(self) -> Type<'c> {
        // SAFETY: callers hold a function type.
        Type {
            raw: unsafe { (self.api.LLVMGetReturnType)(self.raw) },
            ..self
        }
    }

    /// Parameter types of a function type.
    pub fn parameters(self) -> Vec<Type<'c>> {
        // SAFETY: callers hold a function type; the buffer has the size that LLVM fills.
        unsafe {
            let mut raw =
                vec![std::ptr::null_mut(); (self.api.LLVMCountParamTypes)(self.raw) as usize];
            (self.api.LLVMGetParamTypes)(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(|raw| Type { raw, ..self }).collect()
        }
    }

    /// The array type of `length` elements of this type.
    pub fn array(self, length: u64) -> Type<'c> {
        // SAFETY: any sized type can be an element.
        Type {
            raw: unsafe { (self.api.LLVMArrayType2)(self.raw, length) },
            ..self
        }
    }

    /// The vector type of `lanes` elements of this type.
    pub fn vector(self, lanes: u32) -> Type<'c> {
        // SAFETY: callers hold an integer, float or pointer type.
        Type {
            raw: unsafe { (self.api.LLVMVectorType)(self.raw, lanes) },
            ..self
        }
    }

    /// The integer constant with these low bits.
    pub fn constant(self, value: u64) -> Value<'c> {
        // SAFETY: callers hold an integer type.
        self.value(unsafe { (self.api.LLVMConstInt)(self.raw, value, 0) })
    }

    /// The zero of this type.
    pub fn zero(self) -> Value<'c> {
        // SAFETY: every first-class type has a zero.
        self.value(unsafe { (self.api.LLVMConstNull)(self.raw) })
    }

    /// The constant array of elements of this type.
    pub fn const_array(self, elements: &[Value<'c>]) -> Value<'c> {
        let mut raw: Vec<Raw> = elements.iter().map(|element| element.raw).collect();
        // SAFETY: the number passed is the length of `raw`.
        self.value(unsafe {
            (self.api.LLVMConstArray2)(self.raw, raw.as_mut_ptr(), raw.len() as u64)
        })
    }

    fn value(self, raw: Raw) -> Value<'c> {
        Value {
            raw,
            api: self.api,
            life: PhantomData,
        }
    }
}
