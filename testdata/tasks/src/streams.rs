//! Streams: a trait of the package with its own types, and functions that give and take streams.

use std::pin::Pin;
use std::task::{Context, Poll};

/// Values that come one after the other.
pub trait Stream {
    /// The values.
    type Item;

    /// The next value, if it is there.
    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>>;

    /// All values that are left.
    fn count(self) -> Count<Self>
    where
        Self: Sized,
    {
        Count { stream: self, count: 0 }
    }
}

/// The future of [`Stream::count`].
#[derive(Debug)]
pub struct Count<S> {
    stream: S,
    count: usize,
}

impl<S: Stream + Unpin> Future for Count<S> {
    type Output = usize;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<usize> {
        loop {
            match Pin::new(&mut self.stream).poll_next(context) {
                Poll::Ready(Some(_)) => self.count += 1,
                Poll::Ready(None) => return Poll::Ready(self.count),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

/// Counts down, and wakes itself before each number.
#[derive(Debug)]
pub struct Ticks {
    rest: u8,
    waits: bool,
}

/// Numbers down to zero.
pub fn ticks(from: u8) -> Ticks {
    Ticks { rest: from, waits: true }
}

impl Stream for Ticks {
    type Item = u8;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<u8>> {
        if std::mem::replace(&mut self.waits, false) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.waits = true;
        match self.rest {
            0 => Poll::Ready(None),
            _ => {
                self.rest -= 1;
                Poll::Ready(Some(self.rest))
            }
        }
    }
}

/// Gives one value, and then waits for more that never come.
#[derive(Debug)]
pub struct Waiting {
    value: Option<char>,
}

impl Stream for Waiting {
    type Item = char;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<char>> {
        match self.value.take() {
            None => Poll::Pending,
            value => Poll::Ready(value),
        }
    }
}

/// A value, if it is a letter, but no end.
pub fn letters(value: char) -> Waiting {
    Waiting {
        value: value.is_alphabetic().then_some(value),
    }
}

/// A stream that only its trait names.
pub fn halves(from: u8) -> impl Stream<Item = u8> {
    ticks(from / 2)
}

/// A stream in a box.
pub fn boxed(from: u8) -> Pin<Box<dyn Stream<Item = u8> + Send>> {
    Box::pin(ticks(from / 2))
}

impl<S: Stream + ?Sized> Stream for Pin<Box<S>> {
    type Item = S::Item;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        self.get_mut().as_mut().poll_next(context)
    }
}

/// Takes a stream: its first value.
pub async fn head<S: Stream<Item = u8>>(stream: S) -> Option<u8> {
    let mut stream = std::pin::pin!(stream);
    std::future::poll_fn(|context| stream.as_mut().poll_next(context)).await
}
