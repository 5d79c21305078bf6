//! Futures, what polling them gives, and the context that they are polled with.

use super::enclosed;
use crate::chooser::Chooser;
use std::future::Ready;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// `Poll::Ready` or `Poll::Pending`.
pub fn poll<T>(c: &mut Chooser, value: impl Fn(&mut Chooser) -> T) -> Poll<T> {
    if c.variant(2) == 0 {
        Poll::Ready(enclosed(c, "std::task::Poll::Ready(", value, ")"))
    } else {
        c.text("std::task::Poll::Pending");
        Poll::Pending
    }
}

/// `std::future::ready(…)`.
pub fn ready<T>(c: &mut Chooser, value: impl FnOnce(&mut Chooser) -> T) -> Ready<T> {
    std::future::ready(enclosed(c, "std::future::ready(", value, ")"))
}

/// `Box::pin(…)`.
pub fn pinned<T>(c: &mut Chooser, value: impl FnOnce(&mut Chooser) -> T) -> Pin<Box<T>> {
    Box::pin(enclosed(c, "Box::pin(", value, ")"))
}

/// A context whose waker does nothing.
pub fn context(c: &mut Chooser) -> &'static mut Context<'static> {
    c.text("&mut std::task::Context::from_waker(std::task::Waker::noop())");
    Box::leak(Box::new(Context::from_waker(Waker::noop())))
}
