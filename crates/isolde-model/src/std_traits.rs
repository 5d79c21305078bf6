//! The traits of the standard library on which decisions depend.

use crate::std_table::std_table;

std_table! {
    /// A trait of the standard library, named as in code, with the module before the name if two traits have the same name.
    StdTrait {
        Clone: "core::clone::Clone";
        Copy: "core::marker::Copy";
        Send: "core::marker::Send";
        Sync: "core::marker::Sync";
        Sized: "core::marker::Sized";
        Unpin: "core::marker::Unpin";
        Freeze: "core::marker::Freeze";
        UnwindSafe: "core::panic::unwind_safe::UnwindSafe";
        RefUnwindSafe: "core::panic::unwind_safe::RefUnwindSafe";
        Any: "core::any::Any";
        Debug: "core::fmt::Debug";
        Display: "core::fmt::Display";
        LowerHex: "core::fmt::LowerHex";
        UpperHex: "core::fmt::UpperHex";
        Octal: "core::fmt::Octal";
        Binary: "core::fmt::Binary";
        LowerExp: "core::fmt::LowerExp";
        UpperExp: "core::fmt::UpperExp";
        Pointer: "core::fmt::Pointer";
        FmtWrite: "core::fmt::Write";
        Default: "core::default::Default";
        PartialEq: "core::cmp::PartialEq";
        Eq: "core::cmp::Eq";
        PartialOrd: "core::cmp::PartialOrd";
        Ord: "core::cmp::Ord";
        Hash: "core::hash::Hash";
        Hasher: "core::hash::Hasher";
        BuildHasher: "core::hash::BuildHasher";
        Add: "core::ops::arith::Add";
        Sub: "core::ops::arith::Sub";
        Mul: "core::ops::arith::Mul";
        Div: "core::ops::arith::Div";
        Rem: "core::ops::arith::Rem";
        Neg: "core::ops::arith::Neg";
        AddAssign: "core::ops::arith::AddAssign";
        SubAssign: "core::ops::arith::SubAssign";
        MulAssign: "core::ops::arith::MulAssign";
        DivAssign: "core::ops::arith::DivAssign";
        RemAssign: "core::ops::arith::RemAssign";
        Not: "core::ops::bit::Not";
        BitAnd: "core::ops::bit::BitAnd";
        BitOr: "core::ops::bit::BitOr";
        BitXor: "core::ops::bit::BitXor";
        Shl: "core::ops::bit::Shl";
        Shr: "core::ops::bit::Shr";
        BitAndAssign: "core::ops::bit::BitAndAssign";
        BitOrAssign: "core::ops::bit::BitOrAssign";
        BitXorAssign: "core::ops::bit::BitXorAssign";
        ShlAssign: "core::ops::bit::ShlAssign";
        ShrAssign: "core::ops::bit::ShrAssign";
        Deref: "core::ops::deref::Deref";
        DerefMut: "core::ops::deref::DerefMut";
        Drop: "core::ops::drop::Drop";
        Index: "core::ops::index::Index";
        IndexMut: "core::ops::index::IndexMut";
        RangeBounds: "core::ops::range::RangeBounds";
        SliceIndex: "core::slice::index::SliceIndex";
        Fn: "core::ops::function::Fn";
        FnMut: "core::ops::function::FnMut";
        FnOnce: "core::ops::function::FnOnce";
        AsyncFn: "core::ops::async_function::AsyncFn";
        AsyncFnMut: "core::ops::async_function::AsyncFnMut";
        AsyncFnOnce: "core::ops::async_function::AsyncFnOnce";
        From: "core::convert::From";
        Into: "core::convert::Into";
        TryFrom: "core::convert::TryFrom";
        TryInto: "core::convert::TryInto";
        AsRef: "core::convert::AsRef";
        AsMut: "core::convert::AsMut";
        Borrow: "core::borrow::Borrow";
        BorrowMut: "core::borrow::BorrowMut";
        ToOwned: "alloc::borrow::ToOwned";
        ToString: "alloc::string::ToString";
        FromStr: "core::str::traits::FromStr";
        Future: "core::future::future::Future";
        IntoFuture: "core::future::into_future::IntoFuture";
        Iterator: "core::iter::traits::iterator::Iterator";
        DoubleEndedIterator: "core::iter::traits::double_ended::DoubleEndedIterator";
        ExactSizeIterator: "core::iter::traits::exact_size::ExactSizeIterator";
        FusedIterator: "core::iter::traits::marker::FusedIterator";
        IntoIterator: "core::iter::traits::collect::IntoIterator";
        FromIterator: "core::iter::traits::collect::FromIterator";
        Extend: "core::iter::traits::collect::Extend";
        Sum: "core::iter::traits::accum::Sum";
        Product: "core::iter::traits::accum::Product";
        Step: "core::iter::range::Step";
        Error: "core::error::Error", "std::error::Error";
        Read: "std::io::Read";
        BufRead: "std::io::BufRead";
        Seek: "std::io::Seek";
        IoWrite: "std::io::Write";
        StructuralPartialEq: "core::marker::StructuralPartialEq";
        TrivialClone: "core::clone::TrivialClone";
        UseCloned: "core::clone::UseCloned";
    }
}

impl StdTrait {
    /// Whether only the compiler uses the trait: `derive` writes impls of it that are not visible to users.
    pub(crate) fn is_internal(self) -> bool {
        matches!(
            self,
            StdTrait::StructuralPartialEq | StdTrait::TrivialClone | StdTrait::UseCloned
        )
    }

    /// Whether the trait is one of those that `format!` calls.
    pub fn is_formatting(self) -> bool {
        matches!(
            self,
            StdTrait::Debug
                | StdTrait::Display
                | StdTrait::LowerHex
                | StdTrait::UpperHex
                | StdTrait::Octal
                | StdTrait::Binary
                | StdTrait::LowerExp
                | StdTrait::UpperExp
                | StdTrait::Pointer
        )
    }
}
