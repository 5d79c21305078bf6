//! Types that lend values by `Borrow`, `AsRef` and `Deref`.

use super::Fault::{self, *};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A name that lends its text.
#[derive(Debug)]
pub struct Name<const F: u8>(&'static str);

impl<const F: u8> Name<F> {
    pub fn new(text: &'static str) -> Self {
        Name(text)
    }
}

impl<const F: u8> PartialEq for Name<F> {
    fn eq(&self, other: &Self) -> bool {
        match Fault::of(F) {
            BorrowTextAgreesWithEq => self.0.eq_ignore_ascii_case(other.0),
            _ => self.0 == other.0,
        }
    }
}

impl<const F: u8> Eq for Name<F> {}

impl<const F: u8> PartialOrd for Name<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const F: u8> Ord for Name<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        match Fault::of(F) {
            BorrowTextAgreesWithCmp => other.0.cmp(self.0),
            _ => self.0.cmp(other.0),
        }
    }
}

impl<const F: u8> Hash for Name<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match Fault::of(F) {
            BorrowTextAgreesWithHash => self.0.as_bytes().hash(state),
            _ => self.0.hash(state),
        }
    }
}

impl<const F: u8> Borrow<str> for Name<F> {
    fn borrow(&self) -> &str {
        self.0
    }
}

impl<const F: u8> AsRef<str> for Name<F> {
    fn as_ref(&self) -> &str {
        match Fault::of(F) {
            BorrowTextAgreesWithAsRef => "name",
            _ => self.0,
        }
    }
}

/// A pointer to a number, with another number.
#[derive(Debug)]
pub struct Pointer<const F: u8>(i32, i32);

impl<const F: u8> Pointer<F> {
    pub fn new(number: i32) -> Self {
        Pointer(number, 0)
    }
}

impl<const F: u8> PartialEq for Pointer<F> {
    fn eq(&self, other: &Self) -> bool {
        match Fault::of(F) {
            BorrowAgreesWithEq => self.0 / 2 == other.0 / 2,
            _ => self.0 == other.0,
        }
    }
}

impl<const F: u8> Eq for Pointer<F> {}

impl<const F: u8> PartialOrd for Pointer<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const F: u8> Ord for Pointer<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        match Fault::of(F) {
            BorrowAgreesWithCmp => other.0.cmp(&self.0),
            _ => self.0.cmp(&other.0),
        }
    }
}

impl<const F: u8> Hash for Pointer<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match Fault::of(F) {
            BorrowAgreesWithHash => i64::from(self.0).hash(state),
            _ => self.0.hash(state),
        }
    }
}

impl<const F: u8> Deref for Pointer<F> {
    type Target = i32;
    fn deref(&self) -> &i32 {
        match Fault::of(F) {
            BorrowAgreesWithDeref => &self.1,
            _ => &self.0,
        }
    }
}

impl<const F: u8> Borrow<i32> for Pointer<F> {
    fn borrow(&self) -> &i32 {
        &self.0
    }
}

impl<const F: u8> AsRef<i32> for Pointer<F> {
    fn as_ref(&self) -> &i32 {
        match Fault::of(F) {
            AsRefAgreesWithDeref => &self.1,
            _ => &self.0,
        }
    }
}
