//! Futures in all the forms in which functions give and take them.

pub mod channel;
pub mod streams;

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

/// Lets other tasks run once: pending at first, and woken at once.
async fn yield_now() {
    let mut has_yielded = false;
    std::future::poll_fn(|context| match std::mem::replace(&mut has_yielded, true) {
        true => Poll::Ready(()),
        false => {
            context.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await
}

/// A sum that lets other tasks run after each number.
pub async fn sum(numbers: Vec<u8>) -> Option<u8> {
    let mut sum: u8 = 0;
    for number in numbers {
        sum = sum.checked_add(number)?;
        yield_now().await;
    }
    Some(sum)
}

/// Asks again and again, unless the number is even.
pub async fn insists(number: u8) {
    while number % 2 == 1 {
        yield_now().await;
    }
}

/// A trait as `async-trait` writes it.
pub trait Store {
    /// The value of a key.
    fn get<'a>(&'a self, key: u8) -> Pin<Box<dyn Future<Output = Option<u8>> + Send + 'a>>;
}

/// Values with their keys.
#[derive(Debug)]
pub struct Memory(pub Vec<(u8, u8)>);

impl Store for Memory {
    fn get<'a>(&'a self, key: u8) -> Pin<Box<dyn Future<Output = Option<u8>> + Send + 'a>> {
        Box::pin(async move {
            let mut pairs = self.0.iter();
            pairs.find(|(own, _)| *own == key).map(|(_, value)| *value)
        })
    }
}

/// A boxed future.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An alias as the result.
pub fn doubled(number: u8) -> BoxFuture<'static, Option<u8>> {
    Box::pin(async move { number.checked_mul(2) })
}

/// An alias as an argument. Tells whether the future was ready at once.
pub async fn is_ready(future: BoxFuture<'static, u8>) -> bool {
    let mut future = future;
    std::future::poll_fn(|context| Poll::Ready(future.as_mut().poll(context).is_ready())).await
}

/// What the first of two futures gives.
pub async fn first<T, A: Future<Output = T>, B: Future<Output = T>>(one: A, other: B) -> T {
    let mut one = std::pin::pin!(one);
    let mut other = std::pin::pin!(other);
    std::future::poll_fn(|context| match one.as_mut().poll(context) {
        Poll::Pending => other.as_mut().poll(context),
        ready => ready,
    })
    .await
}

/// A function that makes a future for each attempt.
pub async fn retry<T, E, R: Future<Output = Result<T, E>>>(
    mut attempt: impl FnMut(u8) -> R,
    times: u8,
) -> Option<T> {
    for time in 0..times.min(3) {
        if let Ok(value) = attempt(time).await {
            return Some(value);
        }
    }
    None
}

/// An asynchronous closure.
pub async fn applied(change: impl AsyncFn(u8) -> u8, to: u8) -> bool {
    change(to).await > to
}

/// Anything that becomes a future.
pub async fn awaited<F: IntoFuture<Output = bool>>(future: F) -> u8 {
    if future.await { 1 } else { 0 }
}
