//! A crate with one of each kind of item that a harness must call.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::str::FromStr;

mod hidden {
    /// Reached only through the re-export.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Bed {
        pub rows: u8,
        pub label: Option<String>,
    }

    pub(crate) struct Shed;

    impl Shed {
        pub fn open(&self) -> bool {
            true
        }
    }

    impl Bed {
        pub fn area(&self, width: u8) -> u16 {
            let _ = Shed.open();
            u16::from(self.rows) * u16::from(width)
        }
    }
}
pub use hidden::Bed;

/// What can be wrong with a seed's name.
#[derive(Debug, PartialEq)]
pub enum SeedError {
    Empty,
    BadChar(char),
    TooLong { length: usize, most: usize },
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeedError::Empty => f.write_str("no name"),
            SeedError::BadChar(c) => write!(f, "bad {c:?}"),
            SeedError::TooLong { length, most } => write!(f, "{length} > {most}"),
        }
    }
}

impl std::error::Error for SeedError {}

/// A name that was checked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(String);

impl FromStr for Seed {
    type Err = SeedError;
    fn from_str(text: &str) -> Result<Seed, SeedError> {
        match text.chars().find(|c| !c.is_ascii_alphabetic()) {
            _ if text.is_empty() => Err(SeedError::Empty),
            Some(c) => Err(SeedError::BadChar(c)),
            None if text.len() > 12 => Err(SeedError::TooLong { length: text.len(), most: 12 }),
            None => Ok(Seed(text.to_owned())),
        }
    }
}

impl Seed {
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A struct that only its methods can change.
#[derive(Debug, Default)]
pub struct Plot {
    seeds: Vec<Seed>,
    depth: u32,
}

impl Plot {
    pub fn new() -> Plot {
        Plot::default()
    }
    pub fn at_depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
    pub fn sow(&mut self, seed: Seed) -> usize {
        self.seeds.push(seed);
        self.seeds.len()
    }
    pub fn seeds(&self) -> Seeds<'_> {
        Seeds { rest: &self.seeds }
    }
    pub fn sorted_by<F: FnMut(&Seed, &Seed) -> std::cmp::Ordering>(&mut self, compare: F) {
        self.seeds.sort_by(compare);
    }
    pub unsafe fn set_depth_unchecked(&mut self, depth: u32) {
        self.depth = depth;
    }
}

/// An iterator that borrows its items.
pub struct Seeds<'a> {
    rest: &'a [Seed],
}

impl<'a> Iterator for Seeds<'a> {
    type Item = &'a Seed;
    fn next(&mut self) -> Option<&'a Seed> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}

/// A tree, whose recursion must end.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Fork(Box<Tree>, Box<Tree>),
    Leaf(u8),
}

/// A type whose recursion ends only with an empty container.
#[derive(Clone, Debug, PartialEq)]
pub struct Bush {
    pub twigs: Vec<Bush>,
}

pub fn height(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf(_) => 1,
        Tree::Fork(left, right) => 1 + height(left).max(height(right)),
    }
}

pub fn twigs(bush: &Bush) -> usize {
    bush.twigs.iter().map(twigs).sum::<usize>() + bush.twigs.len()
}

/// A generic type with a constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T, const N: usize> {
    cells: [T; N],
}

impl<T: Copy + PartialOrd, const N: usize> Grid<T, N> {
    pub fn filled(cell: T) -> Self {
        Grid { cells: [cell; N] }
    }
    pub fn count_above(&self, limit: T) -> usize {
        self.cells.iter().filter(|cell| **cell > limit).count()
    }
}

impl<T, const N: usize> std::ops::Index<usize> for Grid<T, N> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        &self.cells[index]
    }
}

/// Money, with operators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    pub cents: i32,
}

impl std::ops::Add for Price {
    type Output = Price;
    fn add(self, other: Price) -> Price {
        Price { cents: self.cents.saturating_add(other.cents) }
    }
}
impl std::ops::AddAssign<i32> for Price {
    fn add_assign(&mut self, cents: i32) {
        self.cents = self.cents.saturating_add(cents);
    }
}
impl From<i32> for Price {
    fn from(cents: i32) -> Price {
        Price { cents }
    }
}
impl PartialOrd for Price {
    fn partial_cmp(&self, other: &Price) -> Option<std::cmp::Ordering> {
        self.cents.partial_cmp(&other.cents)
    }
}

/// A trait with a provided method.
pub trait Measure {
    fn measure(&self) -> u32;
    fn doubled(&self) -> u32 {
        self.measure().saturating_mul(2)
    }
}
impl Measure for Bed {
    fn measure(&self) -> u32 {
        u32::from(self.rows)
    }
}
impl Measure for u8 {
    fn measure(&self) -> u32 {
        u32::from(*self)
    }
}

/// A trait with a method that its implementors already have.
pub trait Extent {
    fn extent(&self) -> usize;
    fn len(&self) -> usize {
        self.extent().saturating_add(70)
    }
}
impl Extent for str {
    fn extent(&self) -> usize {
        self.chars().count()
    }
}

/// Has no constructor: its values are constants.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    greens: u8,
}
impl Palette {
    pub const BARE: Palette = Palette { greens: 0 };
    pub fn greens(&self) -> u8 {
        self.greens
    }
}
pub const SPRING: &Palette = &Palette { greens: 3 };
pub static SUMMER: Palette = Palette { greens: 9 };

pub fn total(things: &[&dyn Measure]) -> u32 {
    things.iter().map(|thing| thing.measure()).fold(0, u32::saturating_add)
}
pub fn largest<M: Measure>(a: M, b: M) -> u32 {
    a.measure().max(b.measure())
}
pub fn shout(text: impl AsRef<str>) -> String {
    text.as_ref().to_uppercase()
}
pub fn join<I>(parts: I, between: &str) -> String
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let parts: Vec<String> = parts.into_iter().map(|part| part.as_ref().to_owned()).collect();
    parts.join(between)
}
pub fn evens(limit: u8) -> impl Iterator<Item = u8> {
    (0..limit).filter(|n| n % 2 == 0)
}
pub fn parse_all<T: FromStr>(text: &str) -> Vec<T> {
    text.split(',').filter_map(|part| part.parse().ok()).collect()
}
pub fn apply<A, B>(value: A, f: impl FnOnce(A) -> B) -> B {
    f(value)
}
pub fn same_length<'a, I>(left: &'a I, right: &'a I) -> bool
where
    &'a I: IntoIterator,
{
    left.into_iter().count() == right.into_iter().count()
}
pub fn copy_all<R: Read, W: Write>(mut from: R, to: &mut W) -> io::Result<u64> {
    io::copy(&mut from, to)
}
pub fn tally(words: &[&str]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry((*word).to_owned()).or_insert(0) += 1;
    }
    counts
}
pub fn reverse(values: &mut [i16]) {
    values.reverse();
}
pub fn find_bed(beds: &[Bed], rows: u8) -> Option<&Bed> {
    beds.iter().find(|bed| bed.rows == rows)
}
pub async fn later() -> u8 {
    1
}
pub fn raw(pointer: *const u8) -> bool {
    pointer.is_null()
}
fn secret(n: u8) -> u8 {
    n
}
pub fn checked(n: u8) -> Option<u8> {
    secret(n).checked_mul(2)
}
/// A walk along beds: what lies there, and what is wrong there, is only known by walking.
pub struct Walk {
    beds: u8,
}
pub struct Sight {
    bed: u8,
}
#[derive(Debug)]
pub struct Weed {
    bed: u8,
}
impl Walk {
    pub fn along(beds: u8) -> Walk {
        Walk { beds }
    }
}
impl Iterator for Walk {
    type Item = Result<Sight, Weed>;
    fn next(&mut self) -> Option<Result<Sight, Weed>> {
        self.beds = self.beds.checked_sub(1)?;
        Some(match self.beds % 3 {
            2 => Err(Weed { bed: self.beds }),
            _ => Ok(Sight { bed: self.beds }),
        })
    }
}
impl Sight {
    pub fn bed(&self) -> u8 {
        self.bed
    }
}
impl Weed {
    pub fn bed(&self) -> u8 {
        self.bed
    }
}
