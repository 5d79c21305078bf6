//! Functions that speak of other packages' types: `geometry` is a plain dependency, `units` is renamed, `Colour` belongs to a package that can only be
//! named through `geometry`, and `older` is an older version of this very package.

use geometry::{Colour, Number, Placed, Point, Side, Style};
use units::{Length, Unit};

/// The quarter of the plane, counted from the upper right.
pub fn quarter<T: Number>(point: Point<T>) -> u8 {
    match (point.x < T::ZERO, point.y < T::ZERO) {
        (false, false) => 1,
        (true, false) => 2,
        (true, true) => 3,
        (false, true) => 4,
    }
}

/// The greater of two points' distances to the right.
pub fn rightmost<T>(first: &Point<T>, second: &Point<T>) -> T
where
    T: Number,
{
    if first.x > second.x { first.x } else { second.x }
}

/// The other side.
pub fn opposite(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

/// Whether lines can be seen from afar.
pub fn is_bold(style: &Style) -> bool {
    style.width() > 12 && style.colour() == Colour::Red
}

/// Whether a colour is dark.
pub fn is_dark(colour: Colour) -> bool {
    match colour {
        Colour::Grey(shade) => shade < 40,
        Colour::Red => false,
        Colour::Blue => true,
    }
}

/// Whether a length is that of a field.
pub fn is_of_field(length: Length) -> bool {
    length.millimetres() > 20_000
}

/// A number of units in whole metres.
pub fn in_metres<U: Unit>(count: u16) -> u32 {
    if U::is_in_use() {
        u32::from(count) * U::MILLIMETRES / 1000
    } else {
        0
    }
}

/// The chain of surveyors.
pub struct Chain;

impl Unit for Chain {
    const MILLIMETRES: u32 = 20_117;

    fn is_in_use() -> bool {
        false
    }
}

/// A mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// How far it is to the right.
    pub distance: i32,
}

impl Placed for Mark {
    fn place(&self) -> Point<i32> {
        Point {
            x: self.distance,
            y: 0,
        }
    }
}

/// A mark in the place that an older mark's name tells.
pub fn renewed(mark: &older::Mark) -> Option<Mark> {
    if mark.name() == "origin" {
        return Some(Mark { distance: 0 });
    }
    None
}
