//! Numbers of instructions and predicates.

macro_rules! opcodes {
    ($($name:ident = $value:literal),* $(,)?) => {
        /// What an instruction does. The names are LLVM's.
        #[allow(missing_docs, reason = "LLVM's language reference documents them")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Opcode { $($name,)* Unknown }
        impl Opcode {
            pub(crate) fn from_raw(value: i32) -> Opcode {
                match value { $($value => Opcode::$name,)* _ => Opcode::Unknown }
            }
            pub(crate) fn raw(self) -> i32 {
                match self { $(Opcode::$name => $value,)* Opcode::Unknown => 0 }
            }
        }
    };
}

opcodes! {
    Ret = 1, Br = 2, Switch = 3, IndirectBr = 4, Invoke = 5, Unreachable = 7,
    Add = 8, FAdd = 9, Sub = 10, FSub = 11, Mul = 12, FMul = 13, UDiv = 14, SDiv = 15, FDiv = 16, URem = 17, SRem = 18, FRem = 19,
    Shl = 20, LShr = 21, AShr = 22, And = 23, Or = 24, Xor = 25,
    Alloca = 26, Load = 27, Store = 28, GetElementPtr = 29,
    Trunc = 30, ZExt = 31, SExt = 32, FPToUI = 33, FPToSI = 34, UIToFP = 35, SIToFP = 36, FPTrunc = 37, FPExt = 38,
    PtrToInt = 39, IntToPtr = 40, BitCast = 41, AddrSpaceCast = 60, PtrToAddr = 69,
    ICmp = 42, FCmp = 43, Phi = 44, Call = 45, Select = 46, VAArg = 49,
    ExtractElement = 50, InsertElement = 51, ShuffleVector = 52, ExtractValue = 53, InsertValue = 54,
    Fence = 55, CmpXchg = 56, AtomicRmw = 57, Resume = 58, LandingPad = 59,
    CleanupRet = 61, CatchRet = 62, CatchPad = 63, CleanupPad = 64, CatchSwitch = 65,
    FNeg = 66, CallBr = 67, Freeze = 68,
}

/// Predicates of integer comparisons; the numbers are LLVM's.
#[allow(missing_docs, reason = "LLVM's language reference documents them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Predicate {
    Eq = 32,
    Ne = 33,
    Ugt = 34,
    Uge = 35,
    Ult = 36,
    Ule = 37,
    Sgt = 38,
    Sge = 39,
    Slt = 40,
    Sle = 41,
}
