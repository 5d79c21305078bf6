//! Ten functions to be replaced in tests, and their callers.

use std::io;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs a future to its end, for the tests.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return output;
        }
    }
}

/// A free function.
pub fn price(amount: u64) -> u64 {
    amount * 3
}
/// Its caller.
pub fn total(amount: u64) -> u64 {
    price(amount) + 1
}

/// The type that the methods belong to.
#[derive(Debug)]
pub struct Account {
    /// Cents.
    pub cents: u64,
    owner: String,
}

/// A large result.
#[derive(Debug)]
pub struct Statement {
    /// Cents of each day.
    pub days: [u64; 31],
}

impl Account {
    /// Its owner.
    pub fn new(cents: u64) -> Account {
        Account {
            cents,
            owner: "nobody".to_owned(),
        }
    }
    /// A method.
    pub fn balance(&self) -> u64 {
        self.cents
    }
    /// A method with a mutable receiver.
    pub fn deposit(&mut self, cents: u64) -> u64 {
        self.cents += cents;
        self.cents
    }
    /// A method that returns a reference into its receiver.
    pub fn owner(&self) -> &str {
        &self.owner
    }
    /// A method with a large result.
    pub fn statement(&self) -> Statement {
        Statement {
            days: [self.cents; 31],
        }
    }
}
/// A caller of methods.
pub fn report(account: &Account) -> String {
    format!("{} {}", account.owner(), account.balance())
}
/// A caller of a method.
pub fn last_day(account: &Account) -> u64 {
    account.statement().days[30]
}

/// A generic function.
pub fn show<T: std::fmt::Debug>(value: T) -> String {
    format!("{value:?}")
}
/// The caller of two of its instances.
pub fn show_both() -> String {
    show(1_u8) + &show(1_u16)
}

/// A trait with two implementations.
pub trait Clock {
    /// Hours.
    fn hours(&self) -> u64;
}
/// One implementor.
pub struct Morning;
/// The other implementor.
pub struct Evening;
impl Clock for Morning {
    fn hours(&self) -> u64 {
        8
    }
}
impl Clock for Evening {
    fn hours(&self) -> u64 {
        20
    }
}
/// The caller of both.
pub fn hours(clocks: &[&dyn Clock]) -> Vec<u64> {
    clocks.iter().map(|clock| clock.hours()).collect()
}

/// A function that is inlined.
#[inline]
pub fn tax(amount: u64) -> u64 {
    amount / 5
}
/// Its caller.
pub fn with_tax(amount: u64) -> u64 {
    amount + tax(amount)
}

/// The caller of a function of the standard library.
pub fn configuration() -> io::Result<String> {
    std::fs::read_to_string("/nowhere/configuration")
}

/// The caller of another function of the standard library.
pub fn seconds() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

/// An `async` function.
pub async fn fetch(number: u64) -> u64 {
    number + 1
}
/// Its caller.
pub async fn fetch_both(number: u64) -> u64 {
    fetch(number).await + fetch(number + 1).await
}

/// A function that costs about as much as a call; copies of it that differ in a constant.
#[inline(never)]
pub fn step<const COPY: u64>(state: u64) -> u64 {
    let mixed = (state ^ (state >> 31)).wrapping_mul(0x7FB5_D329_728E_A185 ^ (COPY << 8));
    (mixed ^ (mixed >> 27)).wrapping_mul(0x81DA_DEF4_BC2D_D44D)
}

/// The same function again, which is never detoured.
#[inline(never)]
pub fn plain_step<const COPY: u64>(state: u64) -> u64 {
    let mixed = (state ^ (state >> 31)).wrapping_mul(0x7FB5_D329_728E_A185 ^ (COPY << 8));
    (mixed ^ (mixed >> 27)).wrapping_mul(0x81DA_DEF4_BC2D_D44D)
}

/// Nanoseconds per call, the median over the copies of a function. Where a function and the loop that calls it happen to be in the program
/// changes a call by up to a tenth, which says nothing about hooks.
#[macro_export]
macro_rules! copies {
    ($function:ident, $calls:expr) => {
        $crate::median([
            $crate::nanoseconds($calls, $function::<0>),
            $crate::nanoseconds($calls, $function::<1>),
            $crate::nanoseconds($calls, $function::<2>),
            $crate::nanoseconds($calls, $function::<3>),
            $crate::nanoseconds($calls, $function::<4>),
            $crate::nanoseconds($calls, $function::<5>),
            $crate::nanoseconds($calls, $function::<6>),
            $crate::nanoseconds($calls, $function::<7>),
            $crate::nanoseconds($calls, $function::<8>),
        ])
    };
}

/// The same for `step`, each copy while it has a detour.
#[macro_export]
macro_rules! copies_detoured {
    ($calls:expr, $($detour:tt)*) => {
        $crate::median([
            $crate::copies_detoured!(@ 0 $calls, $($detour)*),
            $crate::copies_detoured!(@ 1 $calls, $($detour)*),
            $crate::copies_detoured!(@ 2 $calls, $($detour)*),
            $crate::copies_detoured!(@ 3 $calls, $($detour)*),
            $crate::copies_detoured!(@ 4 $calls, $($detour)*),
            $crate::copies_detoured!(@ 5 $calls, $($detour)*),
            $crate::copies_detoured!(@ 6 $calls, $($detour)*),
            $crate::copies_detoured!(@ 7 $calls, $($detour)*),
            $crate::copies_detoured!(@ 8 $calls, $($detour)*),
        ])
    };
    (@ $copy:literal $calls:expr, $($detour:tt)*) => {{
        let _guard = isolde::detour!($crate::step::<$copy> $($detour)*);
        $crate::nanoseconds($calls, $crate::step::<$copy>)
    }};
}

/// The median of an odd number of times.
pub fn median<const N: usize>(mut times: [f64; N]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[N / 2]
}

/// Nanoseconds per call, the smallest value of several rounds of so many calls.
pub fn nanoseconds(calls: u32, function: impl Fn(u64) -> u64) -> f64 {
    let round = |_| {
        let start = std::time::Instant::now();
        let mut state = 1;
        for _ in 0..calls {
            state = function(state);
        }
        std::hint::black_box(state);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
    };
    (0..15).map(round).fold(f64::INFINITY, f64::min)
}
