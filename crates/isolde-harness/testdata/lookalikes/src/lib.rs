//! Items with the same names as items of the standard library, or with names that occur in generated code.

/// Results that are written as expressions, so that tests show whether they are observed correctly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    Low,
    High(u8),
}

fn level(of: usize) -> Level {
    match of {
        0..=3 => Level::Low,
        _ => Level::High(of.min(200) as u8),
    }
}

// Functions.

pub fn collect_words(text: &str) -> ::std::str::SplitWhitespace<'_> {
    text.split_whitespace()
}

pub fn collected(text: &str) -> Level {
    level(text.len())
}

pub fn from_str_like(text: &str) -> Result<Level, Level> {
    match text.len() {
        0 => Err(Level::Low),
        length => Ok(level(length)),
    }
}

pub fn drop(of: u8) -> Level {
    level(of.into())
}

pub fn fmt(of: u8) -> Level {
    level(of.into())
}

pub fn next(of: u8) -> Level {
    level(of.into())
}

pub fn format(of: u8) -> Level {
    level(of.into())
}

pub fn thunk_0(c: u8, r: u8, a0: u8, x: u8, s: u8, o: u8) -> Level {
    level([c, r, a0, x, s, o].iter().filter(|each| **each > 0).count())
}

pub fn build_u8(build_u8: u8) -> Level {
    level(build_u8.into())
}

// Types with the names of std types.

/// Not a `Vec`: it has no elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Vec {
    pub x: i8,
    pub y: i8,
}

pub fn mirrored(of: Vec) -> Vec {
    Vec { x: of.y, y: of.x }
}

/// Not an `Option`: its variants belong to this crate.
#[derive(Clone, Debug, PartialEq)]
pub enum Option {
    None,
    Some(u8),
}

pub fn some(of: u8) -> Option {
    match of {
        0 => Option::None,
        of => Option::Some(of),
    }
}

pub fn is_some(of: &Option) -> bool {
    matches!(of, Option::Some(_))
}

#[derive(Clone, Debug, PartialEq)]
pub struct String(pub u8);

#[derive(Clone, Debug, PartialEq)]
pub struct Box {
    pub width: u8,
}

pub fn boxed(width: String) -> Box {
    Box { width: width.0 }
}

/// Not a path that `Path::new` can make.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub steps: u8,
}

pub fn steps(path: &Path) -> Level {
    level(path.steps.into())
}

/// Not the order of two values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ordering {
    Ascending,
    Descending,
}

pub fn ordered(by: impl Fn(&u8, &u8) -> Ordering) -> Ordering {
    by(&1, &2)
}

/// Not std's trait for parsing text.
#[derive(Clone, Debug, PartialEq)]
pub struct FromStr {
    pub length: u8,
}

pub fn longer(of: FromStr) -> FromStr {
    FromStr { length: of.length.saturating_add(1) }
}

#[allow(non_camel_case_types)]
#[derive(Clone, Debug, PartialEq)]
pub struct closure {
    pub depth: u8,
}

pub fn deeper(of: closure) -> closure {
    closure { depth: of.depth.saturating_add(1) }
}

/// The name of its builder contains the prefix of builders twice.
#[derive(Debug, PartialEq)]
pub struct Build {
    depth: u8,
}

impl Build {
    pub fn new(depth: u8) -> Build {
        Build { depth }
    }
    pub fn depth(&self) -> Level {
        level(self.depth.into())
    }
}

/// Fields with the names of variables in generated code.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub c: u8,
    pub f0: u8,
    pub out: u8,
    pub v: u8,
}

pub fn named(of: Named) -> Named {
    Named { c: of.v, ..of }
}

// Modules with the names of std modules.

pub mod collections {
    #[derive(Clone, Debug, PartialEq)]
    pub struct HashMap {
        pub entries: u8,
    }

    pub fn entries(of: &HashMap) -> super::Level {
        super::level(of.entries.into())
    }
}

pub mod std {
    pub mod vec {
        #[derive(Clone, Debug, PartialEq)]
        pub struct IntoIter {
            pub rest: u8,
        }

        pub fn rest(of: IntoIter) -> IntoIter {
            IntoIter { rest: of.rest / 2 }
        }
    }
}

pub mod iter {
    /// Not an iterator.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Chars {
        pub left: u8,
    }

    pub fn left(of: u8) -> Chars {
        Chars { left: of }
    }
}

// Methods with the names of std methods.

#[derive(Clone, Debug, PartialEq)]
pub struct Jar {
    filled: u8,
}

impl Jar {
    pub fn new(filled: u8) -> Jar {
        Jar { filled }
    }
    pub fn collect(&self) -> Level {
        level(self.filled.into())
    }
    pub fn drop(&self) -> Level {
        level(self.filled.into())
    }
    pub fn fmt(&self) -> Level {
        level(self.filled.into())
    }
    pub fn next(&mut self) -> Level {
        self.filled = self.filled.saturating_sub(1);
        level(self.filled.into())
    }
    pub fn take(&self) -> Level {
        level(self.filled.into())
    }
    pub fn from_str(text: &str) -> Level {
        level(text.len())
    }
    pub fn from(of: u8) -> Level {
        level(of.into())
    }
    pub fn clone_from_str(&self, text: &str) -> Level {
        level(text.len())
    }
}

/// An iterator with an inherent method `collect`.
#[derive(Debug)]
pub struct Countdown {
    left: u8,
}

impl Iterator for Countdown {
    type Item = u8;
    fn next(&mut self) -> ::std::option::Option<u8> {
        self.left = self.left.checked_sub(1)?;
        ::std::option::Option::Some(self.left)
    }
}

impl Countdown {
    pub fn collect(&self) -> Level {
        level(self.left.into())
    }
}

pub fn countdown(from: u8) -> Countdown {
    Countdown { left: from }
}

// Traits with the names of std traits.

pub mod traits {
    use super::{Jar, Level, level};

    pub trait Display {
        fn fmt(&self) -> Level;
    }

    impl Display for Jar {
        fn fmt(&self) -> Level {
            level(self.filled.into())
        }
    }

    /// Its method does not construct values from text.
    pub trait FromStr {
        fn from_str(text: &str) -> Level;
    }

    impl FromStr for Jar {
        fn from_str(text: &str) -> Level {
            level(text.len() + 1)
        }
    }

    pub trait Drop {
        fn drop(&mut self) -> Level;
    }

    impl Drop for super::Vec {
        fn drop(&mut self) -> Level {
            self.x = 0;
            level(self.y.unsigned_abs().into())
        }
    }

    /// If it were imported under its own name, it would hide the type of that name.
    pub trait String {
        fn text(&self) -> Level;
    }

    impl String for super::Vec {
        fn text(&self) -> Level {
            level(self.x.unsigned_abs().into())
        }
    }

    /// If it were imported under its own name, it would hide std's trait for copying values.
    pub trait Clone {
        fn doubled(&self) -> Level;
    }

    impl Clone for super::Vec {
        fn doubled(&self) -> Level {
            level(2 * usize::from(self.x.unsigned_abs()))
        }
    }

    pub trait Add {
        fn add(self, other: u8) -> Level;
    }

    impl Add for Jar {
        fn add(self, other: u8) -> Level {
            level(usize::from(self.filled) + usize::from(other))
        }
    }

    pub trait Iterator {
        fn next(&mut self) -> Level;
    }

    impl Iterator for super::Box {
        fn next(&mut self) -> Level {
            self.width /= 2;
            level(self.width.into())
        }
    }

    /// A bound that has nothing to do with threads.
    pub trait Send {
        fn sent(&self) -> u8;
    }

    impl Send for super::Path {
        fn sent(&self) -> u8 {
            self.steps
        }
    }

    pub fn send<T: Send>(of: T) -> Level {
        level(of.sent().into())
    }
}

// Constant parameters.

/// A constant parameter in lower case.
#[allow(non_upper_case_globals)]
#[derive(Clone, Debug, PartialEq)]
pub struct Row<const width: usize> {
    cells: [u8; width],
}

#[allow(non_upper_case_globals)]
impl<const width: usize> Row<width> {
    pub fn filled(cell: u8) -> Row<width> {
        Row { cells: [cell; width] }
    }
    pub fn sum(&self) -> Level {
        level(self.cells.iter().map(|cell| usize::from(*cell)).sum())
    }
}
