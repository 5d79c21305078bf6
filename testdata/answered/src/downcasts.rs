//! Functions that ask values for their types.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt;
use std::io;

/// A point.
#[derive(Debug)]
pub struct Point {
    /// Across.
    pub x: i16,
    /// Up.
    pub y: i16,
}

/// What a value is.
pub fn describe(value: &dyn Any) -> &'static str {
    if let Some(number) = value.downcast_ref::<u16>() {
        return if *number == 700 { "seven hundred" } else { "number" };
    }
    match value.downcast_ref::<Point>() {
        Some(point) if point.x == point.y && point.x > 90 => "diagonal",
        Some(_) => "point",
        None => "other",
    }
}

/// The length of a text that may be in a box.
pub fn unboxed(value: Box<dyn Any>) -> Option<usize> {
    match value.downcast::<String>() {
        Ok(text) => Some(text.len()),
        Err(value) => value.is::<&'static str>().then_some(0),
    }
}

/// The name of a type.
pub fn name_of<T: Any>(_value: T) -> &'static str {
    if TypeId::of::<T>() == TypeId::of::<i64>() {
        "i64"
    } else if TypeId::of::<T>() == TypeId::of::<Point>() {
        "Point"
    } else {
        "unknown"
    }
}

/// An error of its own.
#[derive(Debug)]
pub struct Denied {
    /// Who it was.
    pub user: u8,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "user {} is denied", self.user)
    }
}

impl Error for Denied {}

/// Whether trying again may help.
pub fn is_temporary(error: &(dyn Error + 'static)) -> Option<bool> {
    if let Some(denied) = error.downcast_ref::<Denied>() {
        return (denied.user == 0).then_some(false);
    }
    if let Some(error) = error.downcast_ref::<io::Error>() {
        return Some(error.kind() == io::ErrorKind::WouldBlock);
    }
    error.source().map(|_| true)
}

/// A shape.
pub trait Shape {
    /// The shape, to ask for its type.
    fn as_any(&self) -> &dyn Any;
}

/// How wide a shape is, if it is a point.
pub fn width(shape: &dyn Shape) -> Option<i16> {
    let point = shape.as_any().downcast_ref::<Point>()?;
    (point.x > 0).then_some(0)
}

/// A pair of any two.
#[derive(Debug)]
pub struct Pair<A, B> {
    /// One.
    pub one: A,
    /// The other.
    pub other: B,
}

/// What a value of a composed type is.
pub fn composed(value: &dyn Any) -> &'static str {
    if let Some(list) = value.downcast_ref::<Vec<u8>>() {
        return if list.len() == 2 { "two bytes" } else { "bytes" };
    }
    if let Some([first, ..]) = value.downcast_ref::<[u8; 4]>() {
        return if *first == 7 { "seven first" } else { "array" };
    }
    match value.downcast_ref::<Pair<u8, Option<bool>>>() {
        Some(Pair { other: Some(true), .. }) => "true pair",
        Some(_) => "pair",
        None => "not composed",
    }
}
