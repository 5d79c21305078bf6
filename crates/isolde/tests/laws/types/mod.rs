//! Types that break one law each, and their correct twins. Nothing here depends on anything but the standard library, since the same file is
//! compiled into a program that runs the laws' assertions.

mod channel;
mod lenders;
mod numbers;
mod partial;
mod sample;

pub use channel::Channel;
pub use lenders::{Name, Pointer};
pub use numbers::Numbers;
pub use partial::Partial;
pub use sample::Sample;

/// The law that a type breaks.
#[allow(clippy::enum_variant_names, reason = "they are named after laws")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    NoFault,
    EqDoesNotPanic,
    EqReflexive,
    EqSymmetric,
    EqTransitive,
    NeOpposite,
    PartialCmpDoesNotPanic,
    PartialCmpReflexive,
    PartialCmpDual,
    PartialCmpTransitive,
    PartialCmpAgreesWithEq,
    OperatorsAgreeWithPartialCmp,
    CmpDoesNotPanic,
    CmpReflexive,
    CmpAntisymmetric,
    CmpTransitive,
    CmpAgreesWithEq,
    PartialCmpAgreesWithCmp,
    HashDoesNotPanic,
    HashRepeatable,
    HashAgreesWithEq,
    CloneDoesNotPanic,
    DropDoesNotPanic,
    CloneEqualsOriginal,
    CloneHashesEqually,
    CloneFromEqualsClone,
    DebugDoesNotPanic,
    DisplayDoesNotPanic,
    DisplayIsParsed,
    DisplayRoundTrip,
    TextRoundTrip,
    BorrowTextAgreesWithEq,
    BorrowTextAgreesWithCmp,
    BorrowTextAgreesWithHash,
    BorrowTextAgreesWithAsRef,
    BorrowAgreesWithEq,
    BorrowAgreesWithCmp,
    BorrowAgreesWithHash,
    BorrowAgreesWithDeref,
    AsRefAgreesWithDeref,
    NextDoesNotPanic,
    SizeHintLower,
    SizeHintUpper,
    LenExact,
    Fused,
    FusedBack,
    CloneYieldsSameItems,
    CountAgreesWithNext,
    LastAgreesWithNext,
    NthAgreesWithNext,
    BackwardsAgreesWithForwards,
    EndsMeet,
    SizeHintFromBothEnds,
    ReadWithinBuffer,
    WriteWithinBuffer,
}

impl Fault {
    /// The fault with a number.
    pub const fn of(number: u8) -> Fault {
        // SAFETY: only numbers of faults are written in this program.
        unsafe { std::mem::transmute(number) }
    }
}
