//! Futures, what polling them gives, and the context that they are polled with.

use super::enclosed;
use crate::chooser::Chooser;
use std::future::{Pending, Ready};
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

/// `std::future::pending()`, with the type of its output.
pub fn pending<T>(c: &mut Chooser, output: &str) -> Pending<T> {
    if c.is_rendering() {
        c.text(&format!("std::future::pending::<{output}>()"));
    }
    std::future::pending()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{io_slice, io_slice_mut, u8, vec};
    use std::collections::BTreeMap;

    /// The text of a value with `length` elements, in which all other choices are `number`.
    fn text<T>(length: u64, number: u64, build: impl Fn(&mut Chooser) -> T) -> (T, String) {
        let mut tape = BTreeMap::new();
        loop {
            let mut c = Chooser::from_tape(tape.clone(), 0).rendered();
            let value = build(&mut c);
            let of = |choice: &crate::Choice| match choice.kind {
                crate::ChoiceKind::Length => length,
                _ => number,
            };
            let all: BTreeMap<u64, u64> = c.choices().iter().map(|c| (c.key, of(c))).collect();
            if all == tape {
                return (value, c.expression().to_owned());
            }
            tape = all;
        }
    }

    type Boxed = Pin<Box<dyn Future<Output = u8>>>;

    /// A boxed future as the driver builds it.
    fn boxed(c: &mut Chooser) -> Boxed {
        c.cast("Boxed", |c| match c.variant(2) {
            0 => {
                let future: Boxed = pinned(c, |c| ready(c, u8));
                future
            }
            _ => {
                let future: Boxed = pinned(c, |c| pending::<u8>(c, "u8"));
                future
            }
        })
    }

    #[test]
    fn boxed_futures_have_their_type_where_nothing_coerces_them() {
        assert_eq!(text(0, 0, boxed).1, "Box::pin(std::future::ready(0))");
        assert_eq!(
            text(0, 1, boxed).1,
            "Box::pin(std::future::pending::<u8>())"
        );
        assert_eq!(
            text(1, 1, |c| vec(c, boxed)).1,
            "vec![Box::pin(std::future::pending::<u8>()) as Boxed]"
        );
        let (future, _) = text(0, 0, boxed);
        assert_eq!(crate::run_future(future).0, Some(0));
    }

    #[test]
    fn slices_for_vectored_operations_are_made_of_bytes() {
        let (slice, written) = text(2, 97, io_slice);
        assert_eq!(
            (&*slice, written.as_str()),
            (&b"aa"[..], "std::io::IoSlice::new(&b\"aa\"[..])")
        );
        let (slice, written) = text(2, 200, io_slice_mut);
        assert_eq!(&*slice, [200, 200]);
        assert_eq!(written, "std::io::IoSliceMut::new(&mut [200, 200][..])");
    }
}
