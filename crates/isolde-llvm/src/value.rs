//! Values: constants, globals, functions, blocks, instructions.

use crate::context::take_message;
use crate::ffi::{Api, Raw};
use crate::module::Linkage;
use crate::opcode::Opcode;
use crate::types::Type;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'c> {
            pub(crate) raw: Raw,
            pub(crate) api: &'static Api,
            pub(crate) life: PhantomData<&'c ()>,
        }
        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.raw == other.raw
            }
        }
        impl Eq for $name<'_> {}
        impl Hash for $name<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.raw.hash(state);
            }
        }
        impl<'c> $name<'c> {
            pub(crate) fn new(raw: Raw, api: &'static Api) -> $name<'c> {
                $name { raw, api, life: PhantomData }
            }
            pub(crate) fn maybe(raw: Raw, api: &'static Api) -> Option<$name<'c>> {
                (!raw.is_null()).then(|| $name::new(raw, api))
            }
        }
    };
}
/// Calls a C function on the handle's raw pointer.
macro_rules! ask {
    ($self:ident, $name:ident $(, $arg:expr)*) => {
        // SAFETY: the handle is alive, and callers respect for which kind of value the method is documented.
        unsafe { ($self.api.$name)($self.raw $(, $arg)*) }
    };
}

pub(crate) use {ask, handle};

handle! {
    /// Any value.
    Value
}
handle! {
    /// A basic block.
    Block
}
handle! {
    /// A function, with or without a body.
    Function
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: the value is alive; the text is ours to free.
        f.write_str(
            take_message(self.api, unsafe {
                (self.api.LLVMPrintValueToString)(self.raw)
            })
            .trim(),
        )
    }
}

impl<'c> Value<'c> {
    /// Its type.
    pub fn ty(self) -> Type<'c> {
        Type {
            raw: ask!(self, LLVMTypeOf),
            api: self.api,
            life: PhantomData,
        }
    }

    /// Its name, without `@` or `%`; often empty.
    pub fn name(self) -> Cow<'c, str> {
        let mut length = 0;
        let text = ask!(self, LLVMGetValueName2, &mut length);
        if text.is_null() {
            return Cow::Borrowed("");
        }
        // SAFETY: LLVM returned that many bytes; they are copied, since renaming would free them.
        Cow::Owned(
            String::from_utf8_lossy(unsafe {
                std::slice::from_raw_parts(text.cast::<u8>(), length)
            })
            .into_owned(),
        )
    }

    /// Whether it is a constant of any kind (globals included).
    pub fn is_constant(self) -> bool {
        ask!(self, LLVMIsConstant) != 0
    }

    /// The low 64 bits, if it is an integer constant of at most 64 bits.
    pub fn as_integer(self) -> Option<u64> {
        let integer = ask!(self, LLVMIsAConstantInt);
        let narrow = matches!(self.ty().kind(), crate::TypeKind::Integer(width) if width <= 64);
        // SAFETY: it is an integer constant.
        (!integer.is_null() && narrow)
            .then(|| unsafe { (self.api.LLVMConstIntGetZExtValue)(integer) })
    }

    /// The value as a function, if it is one.
    pub fn as_function(self) -> Option<Function<'c>> {
        Function::maybe(ask!(self, LLVMIsAFunction), self.api)
    }

    /// Whether it is a global variable.
    pub fn is_global_variable(self) -> bool {
        !ask!(self, LLVMIsAGlobalVariable).is_null()
    }

    /// Whether it is inline assembly.
    pub fn is_inline_asm(self) -> bool {
        !ask!(self, LLVMIsAInlineAsm).is_null()
    }

    /// Whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        !ask!(self, LLVMIsAInstruction).is_null()
    }

    /// Number of operands of an instruction or constant.
    pub fn operand_count(self) -> u32 {
        ask!(self, LLVMGetNumOperands) as u32
    }

    /// Operand `index`.
    ///
    /// # Panics
    /// If there is no such operand.
    pub fn operand(self, index: u32) -> Value<'c> {
        assert!(
            index < self.operand_count(),
            "{self:?} has no operand {index}"
        );
        Value::new(ask!(self, LLVMGetOperand, index), self.api)
    }

    /// Replaces operand `index` by `value`, which must have the same type.
    ///
    /// # Panics
    /// If there is no such operand.
    pub fn set_operand(self, index: u32, value: Value<'c>) {
        assert!(
            index < self.operand_count(),
            "{self:?} has no operand {index}"
        );
        ask!(self, LLVMSetOperand, index, value.raw);
    }

    /// Instructions and constants that use the value, once per use.
    pub fn users(self) -> impl Iterator<Item = Value<'c>> {
        let api = self.api;
        let first = ask!(self, LLVMGetFirstUse);
        // SAFETY: nothing changes while the uses are visited; each is alive.
        std::iter::successors((!first.is_null()).then_some(first), move |&at| {
            let next = unsafe { (api.LLVMGetNextUse)(at) };
            (!next.is_null()).then_some(next)
        })
        .map(move |at| Value::new(unsafe { (api.LLVMGetUser)(at) }, api))
    }

    /// Makes every user use `other`, which must have the same type.
    pub fn replace_uses_with(self, other: Value<'c>) {
        ask!(self, LLVMReplaceAllUsesWith, other.raw);
    }

    // Globals.

    /// Type of the content of a global, or of a function.
    pub fn value_type(self) -> Type<'c> {
        Type {
            raw: ask!(self, LLVMGlobalGetValueType),
            api: self.api,
            life: PhantomData,
        }
    }

    /// Whether a global has no definition here.
    pub fn is_declaration(self) -> bool {
        ask!(self, LLVMIsDeclaration) != 0
    }

    /// Whether a global variable is constant.
    pub fn is_global_constant(self) -> bool {
        ask!(self, LLVMIsGlobalConstant) != 0
    }

    /// Whether a global variable is thread-local.
    pub fn is_thread_local(self) -> bool {
        ask!(self, LLVMIsThreadLocal) != 0
    }

    /// Gives another global this one's name and linkage; this one becomes local and gets another name.
    pub fn give_name_to(self, other: Value<'c>) {
        let name = self.name().into_owned();
        let aside = format!("{name}.own");
        // SAFETY: both are alive; LLVM copies the names.
        unsafe {
            let linkage = (self.api.LLVMGetLinkage)(self.raw);
            (self.api.LLVMSetValueName2)(self.raw, aside.as_ptr().cast(), aside.len());
            (self.api.LLVMSetValueName2)(other.raw, name.as_ptr().cast(), name.len());
            (self.api.LLVMSetLinkage)(other.raw, linkage);
        }
        self.clear_comdat();
        self.set_linkage(Linkage::Internal);
    }

    /// Makes a global variable thread-local.
    pub fn set_thread_local(self) {
        ask!(self, LLVMSetThreadLocal, 1);
    }

    /// Sets the linkage of a global, and default visibility.
    pub fn set_linkage(self, linkage: Linkage) {
        ask!(self, LLVMSetVisibility, 0);
        ask!(self, LLVMSetLinkage, linkage as i32);
    }

    /// Takes a global out of its comdat group.
    pub fn clear_comdat(self) {
        ask!(self, LLVMSetComdat, std::ptr::null_mut());
    }

    /// Whether a global is local to its module.
    pub fn is_local(self) -> bool {
        let linkage = ask!(self, LLVMGetLinkage);
        linkage == Linkage::Internal as i32 || linkage == Linkage::Private as i32
    }

    /// Sets the initial value of a global variable.
    pub fn set_initializer(self, value: Value<'c>) {
        ask!(self, LLVMSetInitializer, value.raw);
    }

    /// Sets whether a global variable is constant.
    pub fn set_constant(self, constant: bool) {
        ask!(self, LLVMSetGlobalConstant, i32::from(constant));
    }

    /// Sets the alignment in bytes of a global, load, store or alloca.
    pub fn set_alignment(self, bytes: u32) {
        ask!(self, LLVMSetAlignment, bytes);
    }

    // Instructions.

    /// What the instruction does.
    pub fn opcode(self) -> Opcode {
        Opcode::from_raw(ask!(self, LLVMGetInstructionOpcode))
    }

    /// The block that holds the instruction.
    pub fn block(self) -> Block<'c> {
        Block::new(ask!(self, LLVMGetInstructionParent), self.api)
    }

    /// The instruction after this one.
    pub fn next(self) -> Option<Value<'c>> {
        Value::maybe(ask!(self, LLVMGetNextInstruction), self.api)
    }

    /// Takes the instruction out of its block; it must be inserted elsewhere.
    pub fn remove(self) {
        ask!(self, LLVMInstructionRemoveFromParent);
    }

    /// Erases the instruction.
    ///
    /// # Safety
    /// The instruction must have no users, and no handle to it may be used again.
    pub unsafe fn erase(self) {
        ask!(self, LLVMInstructionEraseFromParent);
    }

    /// Predicate of an integer comparison, as LLVM's number.
    pub fn integer_predicate(self) -> u32 {
        ask!(self, LLVMGetICmpPredicate) as u32
    }

    /// Predicate of a float comparison, as LLVM's number.
    pub fn float_predicate(self) -> u32 {
        ask!(self, LLVMGetFCmpPredicate) as u32
    }

    /// Makes a load atomic, with monotonic ordering.
    pub fn set_monotonic(self) {
        ask!(self, LLVMSetOrdering, 2);
    }

    /// The block where an invoke continues when the call returns.
    pub fn normal_destination(self) -> Block<'c> {
        Block::new(ask!(self, LLVMGetNormalDest), self.api)
    }

    /// Successors of a terminator, in order.
    pub fn successors(self) -> Vec<Block<'c>> {
        let count = ask!(self, LLVMGetNumSuccessors);
        (0..count)
            .map(|index| Block::new(ask!(self, LLVMGetSuccessor, index), self.api))
            .collect()
    }

    /// The incoming values of a phi, each with the block that it comes from.
    pub fn incoming(self) -> Vec<(Value<'c>, Block<'c>)> {
        (0..ask!(self, LLVMCountIncoming))
            .map(|index| {
                let value = Value::new(ask!(self, LLVMGetIncomingValue, index), self.api);
                (
                    value,
                    Block::new(ask!(self, LLVMGetIncomingBlock, index), self.api),
                )
            })
            .collect()
    }

    /// Adds to a phi an incoming value from `block`.
    pub fn add_incoming(self, value: Value<'c>, block: Block<'c>) {
        let (mut value, mut block) = (value.raw, block.raw);
        ask!(self, LLVMAddIncoming, &mut value, &mut block, 1);
    }

    /// Indices of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let count = ask!(self, LLVMGetNumIndices) as usize;
        let indices = ask!(self, LLVMGetIndices);
        // SAFETY: LLVM keeps that many indices.
        unsafe { std::slice::from_raw_parts(indices, count) }.to_vec()
    }

    /// The type that a `getelementptr` (instruction or constant) steps through.
    pub fn source_element_type(self) -> Type<'c> {
        Type {
            raw: ask!(self, LLVMGetGEPSourceElementType),
            api: self.api,
            life: PhantomData,
        }
    }

    /// The type for which an alloca allocates memory.
    pub fn allocated_type(self) -> Type<'c> {
        Type {
            raw: ask!(self, LLVMGetAllocatedType),
            api: self.api,
            life: PhantomData,
        }
    }

    /// Mask of a `shufflevector`; `None` for lanes without a value.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        let count = ask!(self, LLVMGetNumMaskElements);
        (0..count)
            .map(|lane| u32::try_from(ask!(self, LLVMGetMaskValue, lane)).ok())
            .collect()
    }
}

impl<'c> Function<'c> {
    /// The function as a value.
    pub fn value(self) -> Value<'c> {
        Value::new(self.raw, self.api)
    }

    /// Its symbol.
    pub fn name(self) -> Cow<'c, str> {
        self.value().name()
    }

    /// Its type.
    pub fn function_type(self) -> Type<'c> {
        self.value().value_type()
    }

    /// Whether it has no body here.
    pub fn is_declaration(self) -> bool {
        self.value().is_declaration()
    }

    /// The calls and invokes of the function by its name, each once.
    pub fn calls(self) -> impl Iterator<Item = Value<'c>> {
        let own = self.value();
        own.users().filter(move |user| {
            user.is_instruction()
                && matches!(user.opcode(), Opcode::Call | Opcode::Invoke)
                && user.callee() == own
        })
    }

    /// Its parameters.
    pub fn parameters(self) -> Vec<Value<'c>> {
        (0..ask!(self, LLVMCountParams))
            .map(|index| Value::new(ask!(self, LLVMGetParam, index), self.api))
            .collect()
    }

    /// Its blocks, in the order of their layout.
    pub fn blocks(self) -> impl Iterator<Item = Block<'c>> {
        let api = self.api;
        std::iter::successors(
            Block::maybe(ask!(self, LLVMGetFirstBasicBlock), api),
            move |block| {
                // SAFETY: the block is alive.
                Block::maybe(unsafe { (api.LLVMGetNextBasicBlock)(block.raw) }, api)
            },
        )
    }

    /// Its first block.
    pub fn entry(self) -> Option<Block<'c>> {
        Block::maybe(ask!(self, LLVMGetFirstBasicBlock), self.api)
    }

    /// Adds an enum attribute with a value (0 for flags) to the function.
    pub fn add_attribute(self, context: &'c crate::Context, kind: u32, value: u64) {
        // SAFETY: the kind number comes from this LLVM; index -1 means the function.
        unsafe {
            let attribute = (self.api.LLVMCreateEnumAttribute)(context.raw, kind, value);
            (self.api.LLVMAddAttributeAtIndex)(self.raw, u32::MAX, attribute);
        }
    }

    /// Adds an attribute that is a text with a value to the function.
    pub fn add_text_attribute(self, context: &'c crate::Context, name: &str, value: &str) {
        let [(name, length), (value, size)] =
            [name, value].map(|text| (text.as_ptr().cast(), text.len() as u32));
        // SAFETY: pointers and lengths describe the texts, which LLVM copies; index -1 means the function.
        unsafe {
            let attribute =
                (self.api.LLVMCreateStringAttribute)(context.raw, name, length, value, size);
            (self.api.LLVMAddAttributeAtIndex)(self.raw, u32::MAX, attribute);
        }
    }

    /// Removes an enum attribute: of the function (`None`) or of a parameter.
    pub fn remove_attribute(self, parameter: Option<u32>, kind: u32) {
        ask!(
            self,
            LLVMRemoveEnumAttributeAtIndex,
            parameter.map_or(u32::MAX, |index| index + 1),
            kind
        );
    }

    /// Deletes the function from its module.
    ///
    /// # Safety
    /// The function must have no users, and no handle to it may be used again.
    pub unsafe fn delete(self) {
        ask!(self, LLVMDeleteFunction);
    }
}

impl<'c> Block<'c> {
    /// The block as a value (an operand of terminators).
    pub fn value(self) -> Value<'c> {
        Value::new(ask!(self, LLVMBasicBlockAsValue), self.api)
    }

    /// The function that contains the block.
    pub fn function(self) -> Function<'c> {
        Function::new(ask!(self, LLVMGetBasicBlockParent), self.api)
    }

    /// Its first instruction.
    pub fn first(self) -> Option<Value<'c>> {
        Value::maybe(ask!(self, LLVMGetFirstInstruction), self.api)
    }

    /// Its terminator.
    pub fn terminator(self) -> Option<Value<'c>> {
        Value::maybe(ask!(self, LLVMGetBasicBlockTerminator), self.api)
    }

    /// Its instructions in order. The iteration includes instructions that are inserted behind the current one meanwhile.
    pub fn instructions(self) -> impl Iterator<Item = Value<'c>> {
        std::iter::successors(self.first(), |instruction| instruction.next())
    }
}
