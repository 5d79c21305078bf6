//! How arguments are passed.

/// How an argument reaches the function, as source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// The expression is written in the call.
    Value,
    /// `&` and the expression.
    Shared,
    /// A variable, and `&mut` it in the call.
    Mutable,
    /// Methods are called on it: a variable if the expression is not simple, or if the receiver is changed.
    Receiver {
        /// Whether the method changes the receiver.
        mutable: bool,
    },
}
