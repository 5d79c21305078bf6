//! What tells a loop or a sender how to go on.

use super::enclosed;
use crate::chooser::Chooser;
use std::ops::ControlFlow;
use std::sync::mpsc::{SendError, TrySendError};

/// `ControlFlow::Continue` or `ControlFlow::Break`.
pub fn control_flow<B, C>(
    c: &mut Chooser,
    end: impl Fn(&mut Chooser) -> B,
    next: impl Fn(&mut Chooser) -> C,
) -> ControlFlow<B, C> {
    if c.variant(2) == 0 {
        ControlFlow::Continue(enclosed(c, "std::ops::ControlFlow::Continue(", next, ")"))
    } else {
        ControlFlow::Break(enclosed(c, "std::ops::ControlFlow::Break(", end, ")"))
    }
}

/// `SendError` with what was not sent.
pub fn send_error<T>(c: &mut Chooser, unsent: impl FnOnce(&mut Chooser) -> T) -> SendError<T> {
    SendError(enclosed(c, "std::sync::mpsc::SendError(", unsent, ")"))
}

/// `TrySendError::Full` or `TrySendError::Disconnected`, with what was not sent.
pub fn try_send_error<T>(
    c: &mut Chooser,
    unsent: impl FnOnce(&mut Chooser) -> T,
) -> TrySendError<T> {
    if c.variant(2) == 0 {
        TrySendError::Full(enclosed(
            c,
            "std::sync::mpsc::TrySendError::Full(",
            unsent,
            ")",
        ))
    } else {
        TrySendError::Disconnected(enclosed(
            c,
            "std::sync::mpsc::TrySendError::Disconnected(",
            unsent,
            ")",
        ))
    }
}
