//! What function pointers return: they cannot capture, so their results are constants.

/// The constants that function pointers return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constants {
    /// `()`.
    Unit,
    /// `false` and `true`.
    Bool,
    /// A few characters.
    Char,
    /// Zero and one; `has_nan` for types whose NaN the expression can name.
    Float {
        /// Whether `f64::NAN` is one of them.
        has_nan: bool,
    },
    /// Zero and one.
    Integer,
    /// All three orderings.
    Ordering,
    /// The variants of an enum that contain nothing, by their paths.
    Variants(Vec<String>),
    /// `Default::default()`.
    Default,
    /// Tuples of constants.
    Tuple(Vec<Constants>),
    /// `None`, and constants in `Some`, if there are any.
    Option(Option<Box<Constants>>),
    /// Constants in `Ok` and in `Err`, as far as there are any.
    Result(Option<Box<Constants>>, Option<Box<Constants>>),
    /// Constants in `Poll::Ready`, if there are any, and `Poll::Pending`.
    Poll(Option<Box<Constants>>),
    /// Constants in `std::future::ready`.
    Ready(Box<Constants>),
}
