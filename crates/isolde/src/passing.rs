//! How arguments are passed.

/// How an argument reaches the function, as source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// The expression itself is written in the call.
    Value,
    /// `&` and the expression are written in the call.
    Shared,
    /// The argument becomes a variable, because its content is observed after the call, and the call has `&` and the variable.
    Watched,
    /// The argument becomes a variable, and the call has `&mut` and the variable.
    Mutable,
    /// Methods are called on the argument, which becomes a variable if its expression is not simple or if the method changes it.
    Receiver {
        /// Whether the method changes the receiver.
        mutable: bool,
    },
}

impl Passing {
    /// Whether the function may change the argument, as a variable that is declared as mutable.
    pub(crate) fn is_mutable(self) -> bool {
        matches!(self, Passing::Mutable | Passing::Receiver { mutable: true })
    }
}
