//! Futures in all the forms in which functions give and take them.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// An `async fn`.
pub async fn half(number: u8) -> Result<u8, Odd> {
    if number % 2 == 0 { Ok(number / 2) } else { Err(Odd { number }) }
}

/// Why a number cannot be halved.
#[derive(Clone, Debug, PartialEq)]
pub struct Odd {
    /// The number.
    pub number: u8,
}

/// A function that returns a future.
pub fn is_answer(number: u8) -> impl Future<Output = bool> {
    async move { number == 42 }
}

/// The same, boxed.
pub fn sign(number: i8) -> Pin<Box<dyn Future<Output = i8>>> {
    Box::pin(async move { number.signum() })
}

/// A future that nothing ever completes, unless the number is 7.
pub async fn waits(number: u8) -> u8 {
    if number != 7 {
        std::future::pending::<()>().await;
    }
    number
}

/// A function that takes a future.
pub async fn next_of<F: Future<Output = u8>>(future: F) -> Option<u8> {
    future.await.checked_add(1)
}

/// A future that is ready when it is polled after a few steps.
#[derive(Debug)]
pub struct Countdown {
    rest: u8,
}

impl Countdown {
    /// From a number of steps.
    pub fn from(rest: u8) -> Countdown {
        Countdown { rest }
    }
}

impl Future for Countdown {
    type Output = &'static str;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<&'static str> {
        if self.rest == 0 {
            return Poll::Ready("lift-off");
        }
        self.rest -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    }
}
