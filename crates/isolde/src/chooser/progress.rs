//! How far a sequence of calls is.

/// What a run needs to know about the sequence that it executes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// The number of the last call that was begun.
    pub(crate) step: Option<u32>,
    /// Whether any call has returned.
    pub(crate) has_returned: bool,
    /// Whether the call that was begun has its own place in the text already.
    pub(crate) is_written: bool,
    /// Whether the call that was begun is the last one of the sequence.
    pub(crate) is_last: bool,
    /// Whether conventions about the state before and after the last call are checked, instead of laws at the end.
    pub(crate) compares: bool,
    /// Whether a convention is checked that uses up the value which the last call was made on, so that nothing else can be observed of it.
    pub(crate) uses_up: bool,
}
