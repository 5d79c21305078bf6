//! Functions that panic, documented in many styles. `cargo-isolde/tests/it/announced.rs` knows the right verdict on each.

pub mod rings;
pub mod sentences;

use std::ops::{Add, Index};

/// Adds.
pub fn undocumented(a: u8, b: u8) -> u8 {
    a + b
}

/// Doubles.
///
/// # Panics
///
/// On overflow.
pub fn section(a: u16) -> u16 {
    2 * a
}

/// Sums up.
///
/// # Panics
///
/// If the list is empty.
pub fn section_about_something_else(list: &[u8]) -> u8 {
    let mut sum = list[0];
    for item in &list[1..] {
        sum += item;
    }
    sum
}

/// A part of ten. Panics if `of` is zero.
pub fn panics_if(of: i8) -> i8 {
    10 % of
}

/// The next but one; panics when
/// the sum overflows.
pub fn panics_when(a: i16) -> i16 {
    if a < 3 { 3 } else { a + 2 }
}

/// This will panic on underflow.
pub fn will_panic(before: u32) -> u32 {
    before - 7
}

/// Never panics when `a` overflows.
pub fn never_panics(a: i32) -> i32 {
    (a - 1) * 3
}

/// Squares. Does not panic.
pub fn does_not_panic(side: u64) -> u64 {
    side.pow(2) - side
}

/// The third.
///
/// # Panic
pub fn empty_section(list: &[i16]) -> i16 {
    list[2]
}

/// Three times as much.
///
/// **Panics:**
/// on arithmetic overflow.
pub fn bold_heading(tons: u8) -> u8 {
    tons + tons + tons
}

/// Four times as much.
///
/// ```
/// // # Panics
/// // On overflow, it panics if the number is large.
/// ```
pub fn in_an_example(lots: i8) -> i8 {
    4 * (lots / 2) * 2
}

/// The fifth.
///
/// # Errors
///
/// If the index is out of bounds.
pub fn errors_section(list: &[u32]) -> Result<u32, String> {
    Ok(list[4])
}

/// The letter at a place.
///
/// # Safety
///
/// The place must be in bounds.
pub fn safety_section(text: &str, place: usize) -> u8 {
    // SAFETY: the caller promised it.
    text.as_bytes()[place / 2]
}

/// Returns nothing on overflow.
pub fn returns_on_overflow(a: i64) -> Option<i64> {
    Some(a * a - 3)
}

/// The item at the end of a range that begins with the list.
///
/// # Panics
///
/// If the range extends past the end of the list.
pub fn checked_and_documented(list: &[i32], end: usize) -> i32 {
    assert!(end <= list.len(), "past the end");
    list[end]
}

/// Counts.
pub fn stated(count: u8) -> u8 {
    assert!(count < 9, "too many");
    count / 3
}

/// Counts down.
pub fn stated_while_debugging(count: u16) -> u16 {
    debug_assert!(count > 3, "too few to count down");
    count / 5
}

/// Weighs.
///
/// # Panics
///
/// If the weight is odd.
pub fn stated_and_documented(weight: u32) -> u32 {
    assert!(weight % 2 == 0, "odd");
    weight / 2
}

/// Compares.
pub fn asserted_inside(list: &[u8]) -> usize {
    let mut ups = 0;
    let mut before = 0;
    for item in list {
        ups += usize::from(*item > before);
        before = *item;
    }
    debug_assert!(ups < 3);
    ups
}

/// The first word.
pub fn expected(text: &str) -> &str {
    text.split_whitespace().next().expect("there is a word")
}

/// The last line.
///
/// # Panics
///
/// Without any line.
pub fn expected_and_documented(text: &str) -> &str {
    text.lines().last().expect("there is a line")
}

/// The smallest.
pub fn unwrapped(list: &[char]) -> char {
    list.iter().copied().min().unwrap()
}

/// The largest.
///
/// # Panics
///
/// If there is none.
pub fn unwrapped_and_documented(list: &[bool]) -> bool {
    *list.iter().max().unwrap()
}

/// The name of a number.
pub fn not_reachable(number: u8) -> &'static str {
    match number {
        0..=99 => "small",
        100..=250 => "large",
        _ => unreachable!("there are no such numbers"),
    }
}

/// The name of a sign.
///
/// # Panics
///
/// At what should be unreachable.
pub fn not_reachable_and_documented(sign: char) -> &'static str {
    match sign {
        '+' => "plus",
        '\u{e000}'..='\u{ffff}' => unreachable!(),
        _ => "other",
    }
}

/// The half.
pub fn refused_instead_of_nothing(whole: u8) -> Option<u8> {
    let half = whole.checked_div(2)?;
    if half == 38 {
        panic!("nobody halves this");
    }
    Some(half)
}

/// The quarter.
pub fn refused(whole: u16) -> u16 {
    let part = whole / 4;
    if part == 19 {
        panic!("no quarter");
    }
    part
}

/// A door.
///
/// # Panics
///
/// If the key does not fit.
pub fn opened(key: u32) -> bool {
    if key == 4711 {
        panic!("a broken key");
    }
    key > 9
}

/// A house.
pub fn entered(key: u32) -> bool {
    !opened(key / 3)
}

/// Only for this package's macros.
#[doc(hidden)]
pub fn hidden(number: u8) -> u8 {
    number - 9
}

/// Steps.
#[derive(Clone, Debug)]
pub struct Steps {
    all: Vec<u8>,
}

impl Steps {
    /// No steps yet.
    pub fn new() -> Steps {
        Steps { all: Vec::new() }
    }

    /// A step at a place.
    pub fn insert(&mut self, at: usize, step: u8) {
        self.all.insert(at, step);
    }
}

/// # Panics
///
/// All of these panic on overflow.
impl Steps {
    /// What a number of steps makes.
    pub fn make(&self, number: u8) -> u8 {
        self.all.len() as u8 + number * 17
    }
}

impl Index<usize> for Steps {
    type Output = u8;

    fn index(&self, at: usize) -> &u8 {
        &self.all[at]
    }
}

/// A length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(pub u16);

impl Add for Length {
    type Output = Length;

    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

/// What can be cut.
pub trait Cut {
    /// The rest after a cut. Panics if the cut is out of range.
    fn cut(&self, at: usize) -> u8;

    /// The end. May panic if it is too long.
    fn end(&self) -> u16;
}

impl Cut for [u8] {
    fn cut(&self, at: usize) -> u8 {
        self[at]
    }

    fn end(&self) -> u16 {
        let sum: u16 = self.iter().map(|&part| u16::from(part) * 300).sum();
        sum
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// There is none.
    Empty,
    /// There is too much of it.
    Long,
}

/// The length of a text.
///
/// # Errors
///
/// [`Trouble::Empty`] if there is no `text`.
pub fn measured(text: &str) -> Result<usize, Trouble> {
    match text.len() {
        0 => Err(Trouble::Empty),
        1..=3 => Ok(text.len()),
        _ => Err(Trouble::Long),
    }
}
