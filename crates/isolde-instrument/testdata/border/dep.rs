//! A crate that another one depends on: a client and what belongs to it.

use std::fmt;
use std::ops::{Add, Deref, Index};

/// A client that nobody outside can make.
#[derive(Clone)]
pub struct Client {
    name: String,
    connection: Connection,
}

#[derive(Clone)]
struct Connection(i32);

impl Drop for Connection {
    fn drop(&mut self) {
        std::fs::remove_file(self.0.to_string()).ok();
    }
}

/// Something without a destructor.
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Plain {
    pub name: String,
    pub rows: Vec<i32>,
}

pub trait Send {
    fn send(&self, text: &str) -> Result<u32, Failure>;

    fn twice(&self, text: &str) -> Result<u32, Failure> {
        self.send(text)?;
        self.send(text)
    }
}

impl Send for Client {
    fn send(&self, text: &str) -> Result<u32, Failure> {
        if self.name == text { Ok(1) } else { Err(Failure) }
    }
}

/// Another implementation, which no code of the unit mentions.
pub struct Given;

impl Send for Given {
    fn send(&self, _: &str) -> Result<u32, Failure> {
        Err(Failure)
    }
}

impl Client {
    pub fn connect(name: &str) -> Client {
        let connection = Connection(name.len() as i32);
        Client { name: name.to_owned(), connection }
    }

    pub fn size(&self) -> i32 {
        self.connection.0
    }

    pub async fn fetch(&self) -> i32 {
        self.size()
    }
}

#[derive(Debug)]
pub struct Failure;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failure")
    }
}

impl std::error::Error for Failure {}

impl Index<usize> for Plain {
    type Output = i32;

    fn index(&self, index: usize) -> &i32 {
        &self.rows[index]
    }
}

impl Add for &Plain {
    type Output = Plain;

    fn add(self, other: &Plain) -> Plain {
        let mut sum = self.clone();
        sum.rows.extend(&other.rows);
        sum
    }
}

/// A pointer to a client.
pub struct Handle(pub Client);

impl Deref for Handle {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.0
    }
}

/// Counts down.
pub struct Rows(pub u32);

impl Iterator for Rows {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}

pub fn largest<T: Copy + Into<i64>>(values: &[T]) -> i64 {
    values.iter().map(|value| (*value).into()).max().unwrap_or(0)
}

pub fn double(number: i32) -> i32 {
    number * 2
}

pub fn apply(f: impl Fn(i32) -> i32) -> i32 {
    f(2)
}

pub fn adder(number: i32) -> impl Fn(i32) -> i32 {
    move |other| number + other
}

#[macro_export]
macro_rules! doubled {
    ($number:expr) => {
        $crate::double($number)
    };
}

unsafe extern "C" {
    safe fn getpid() -> i32;
    safe fn labs(number: i64) -> i64;
    fn syscall(number: i64, ...) -> i64;
}

/// Asks the kernel to let another thread go on.
pub fn yields() -> bool {
    // SAFETY: `sched_yield` takes nothing.
    unsafe { syscall(24) == 0 }
}

/// Asks the kernel for something else.
pub fn parent() -> i64 {
    // SAFETY: `getppid` takes nothing.
    unsafe { syscall(110) }
}

/// Calls C, which only computes.
pub fn magnitude(number: i64) -> i64 {
    labs(number)
}

trait Step {
    fn apply(&self, number: i32) -> i32;
}

struct Twice;

impl Step for Twice {
    fn apply(&self, number: i32) -> i32 {
        double(number)
    }
}

/// Steps that are known only at run time, but come from here.
pub struct Machine {
    steps: Vec<Box<dyn Step>>,
    last: Box<dyn Fn(i32) -> i32>,
}

impl Machine {
    pub fn new(count: usize) -> Machine {
        let steps: Vec<Box<dyn Step>> = (0..count).map(|_| Box::new(Twice) as Box<dyn Step>).collect();
        Machine { steps, last: Box::new(move |number| number + count as i32) }
    }

    pub fn run(&self, number: i32) -> i32 {
        let last = &self.last;
        last(self.steps.iter().fold(number, |number, step| step.apply(number)))
    }
}

/// Calls C.
pub fn process() -> i32 {
    getpid()
}

/// Calls what is known only at run time.
pub fn through_object(object: &dyn Send) -> u32 {
    object.send("").unwrap_or(0)
}

/// Calls what is known only at run time, though it can only be one of two functions.
pub fn through_pointer(number: u32) -> u32 {
    let chosen: fn(u32) -> u32 = match number {
        0 => u32::count_ones,
        _ => u32::count_zeros,
    };
    chosen(number)
}

static mut CHOSEN: fn(u32) -> u32 = u32::count_ones;

/// The same, but anybody may have written the pointer.
pub fn through_static(number: u32) -> u32 {
    unsafe { CHOSEN(number) }
}

pub fn choose(chosen: fn(u32) -> u32) {
    unsafe { CHOSEN = chosen }
}

static DETECTED: std::sync::atomic::AtomicPtr<()> =
    std::sync::atomic::AtomicPtr::new(detect as *mut ());

/// The same, but nobody else can write the pointer, which chooses one of two functions when it is used for the first time.
pub fn through_detection(number: u32) -> u32 {
    let detected = DETECTED.load(std::sync::atomic::Ordering::Relaxed);
    // SAFETY: it is always a pointer to such a function.
    unsafe { std::mem::transmute::<*mut (), fn(u32) -> u32>(detected)(number) }
}

fn detect(number: u32) -> u32 {
    let chosen: fn(u32) -> u32 = match number % 2 {
        0 => u32::count_ones,
        _ => u32::count_zeros,
    };
    DETECTED.store(chosen as *mut (), std::sync::atomic::Ordering::Relaxed);
    chosen(number)
}

/// Asks the kernel without C.
pub fn asks_kernel() -> u64 {
    let mut answer: u64 = 39;
    // SAFETY: `getpid` changes nothing.
    unsafe {
        std::arch::asm!("syscall", inlateout("rax") answer, out("rcx") _, out("r11") _);
    }
    answer
}
