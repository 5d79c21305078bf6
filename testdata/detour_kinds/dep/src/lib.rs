//! Functions of every kind, and for each a caller in this crate.

use std::fmt::Display;
use std::fs::File;
use std::io;
use std::ops::Add;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Through this, tests call functions of their own.
pub fn apply<A, R>(function: impl Fn(A) -> R, argument: A) -> R {
    function(argument)
}

pub fn free(n: u64) -> u64 {
    n + 1
}
pub fn calls_free(n: u64) -> u64 {
    free(n)
}

#[inline]
pub fn inline(n: u64) -> u64 {
    n + 1
}
pub fn calls_inline(n: u64) -> u64 {
    inline(n)
}

#[inline(always)]
pub fn always_inline(n: u64) -> u64 {
    n + 1
}
pub fn calls_always_inline(n: u64) -> u64 {
    always_inline(n)
}

#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    pub n: u64,
    name: String,
}

impl Counter {
    pub fn new(n: u64) -> Counter {
        Counter {
            n,
            name: "own".to_owned(),
        }
    }
    pub fn get(&self) -> u64 {
        self.n
    }
    pub fn increase(&mut self) -> u64 {
        self.n += 1;
        self.n
    }
    pub fn into_inner(self) -> u64 {
        self.n
    }
    pub fn boxed(self: Box<Self>) -> u64 {
        self.n
    }
    pub fn name(&self) -> &str {
        &self.name
    }
}
pub fn calls_new(n: u64) -> u64 {
    Counter::new(n).n
}
pub fn calls_get(counter: &Counter) -> u64 {
    counter.get()
}
pub fn calls_increase(counter: &mut Counter) -> u64 {
    counter.increase()
}
pub fn calls_into_inner(counter: Counter) -> u64 {
    counter.into_inner()
}
pub fn calls_boxed(counter: Counter) -> u64 {
    Box::new(counter).boxed()
}
pub fn calls_name(counter: &Counter) -> String {
    counter.name().to_owned()
}
pub fn calls_clone(counter: &Counter) -> Counter {
    counter.clone()
}

impl Display for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "counter {}", self.n)
    }
}

impl Add for Counter {
    type Output = Counter;
    fn add(self, other: Counter) -> Counter {
        Counter::new(self.n + other.n)
    }
}
pub fn calls_add(a: Counter, b: Counter) -> u64 {
    (a + b).n
}

pub trait Greet {
    fn hello(&self) -> String;
    fn twice(&self) -> String {
        self.hello() + &self.hello()
    }
}
pub struct English;
pub struct German;
impl Greet for English {
    fn hello(&self) -> String {
        "hi".to_owned()
    }
}
impl Greet for German {
    fn hello(&self) -> String {
        "hallo".to_owned()
    }
}
pub fn calls_hello(greet: &dyn Greet) -> String {
    greet.hello()
}
pub fn calls_twice(greet: &impl Greet) -> String {
    greet.twice()
}

pub fn generic<T: Display>(value: T) -> String {
    value.to_string()
}
pub fn calls_generic() -> (String, String) {
    (generic(1_u8), generic(1_u16))
}

pub fn array<const N: usize>(value: u8) -> [u8; N] {
    [value; N]
}
pub fn calls_array() -> usize {
    array::<3>(1).into_iter().map(usize::from).sum()
}

pub fn impl_argument(text: impl AsRef<str>) -> usize {
    text.as_ref().len()
}
pub fn calls_impl_argument() -> usize {
    impl_argument("abc")
}

#[track_caller]
pub fn tracked(n: u64) -> u64 {
    n + u64::from(std::panic::Location::caller().line() == 0)
}
pub fn calls_tracked(n: u64) -> u64 {
    tracked(n)
}

pub const fn constant(n: u64) -> u64 {
    n + 1
}
pub fn calls_constant(n: u64) -> u64 {
    constant(n)
}

pub async fn asynchronous(n: u64) -> u64 {
    n + 1
}
pub async fn calls_asynchronous(n: u64) -> u64 {
    asynchronous(n).await
}

#[derive(Debug, PartialEq)]
pub struct Large(pub [u64; 40]);
pub fn large(n: u64) -> Large {
    Large([n; 40])
}
pub fn calls_large(n: u64) -> u64 {
    large(n).0[39]
}

#[derive(Debug, PartialEq)]
pub struct Nothing;
pub fn nothing(_: Nothing) -> Nothing {
    panic!("nothing was not detoured")
}
pub fn calls_nothing() -> Nothing {
    nothing(Nothing)
}

pub fn wide(wide: (u128, f64, &str, Option<Box<u8>>)) -> (u128, f64, usize) {
    (wide.0, wide.1, wide.2.len())
}
pub fn calls_wide() -> (u128, f64, usize) {
    wide((1, 1.0, "a", None))
}

pub fn never(code: i32) -> ! {
    std::process::exit(code)
}
pub fn calls_never() -> u64 {
    never(3)
}

/// # Safety
/// Always.
pub unsafe fn not_safe(n: u64) -> u64 {
    n + 1
}
pub fn calls_not_safe(n: u64) -> u64 {
    unsafe { not_safe(n) }
}

pub extern "C" fn foreign_convention(n: u64) -> u64 {
    n + 1
}
pub fn calls_foreign_convention(n: u64) -> u64 {
    foreign_convention(n)
}

unsafe extern "C" {
    pub safe fn getppid() -> i32;
}
pub fn calls_getppid() -> i32 {
    getppid()
}

pub fn calls_now() -> u64 {
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}
pub fn calls_instant() -> Instant {
    Instant::now()
}
pub fn calls_read(path: &str) -> io::Result<String> {
    std::fs::read_to_string(path)
}
pub fn calls_open(path: &str) -> io::Result<File> {
    File::open(path)
}
pub fn calls_var(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
pub fn calls_sleep() {
    std::thread::sleep(Duration::from_secs(60));
}

/// Functions that communicate with the outside world.
pub mod gateway {
    #[derive(Clone, Copy)]
    pub struct Gateway;
    impl Gateway {
        pub fn send(self, n: u64) -> u64 {
            n * 2
        }
    }
}
pub fn calls_gateway(n: u64) -> u64 {
    gateway::Gateway.send(n)
}
