//! Points and how they are drawn.

pub use pigment::Colour;
use std::fmt::Debug;
use std::ops::Sub;

/// Numbers that have what coordinates need.
pub trait Value: Copy + PartialOrd + Debug + Sub<Output = Self> {
    /// Zero.
    const ZERO: Self;
}

impl Value for i32 {
    const ZERO: i32 = 0;
}

impl Value for f64 {
    const ZERO: f64 = 0.0;
}

/// Coordinates.
pub trait Number: Value {}

impl<T: Value> Number for T {}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<T: Number> {
    /// To the right.
    pub x: T,
    /// Up.
    pub y: T,
}

/// A side of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// Where `x` is not negative.
    Right,
    /// Where `x` is negative.
    Left,
}

/// How something is drawn: made by [`StyleBuilder`] only.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    width: u32,
    colour: Colour,
}

impl Style {
    /// A builder with the usual settings.
    pub fn builder() -> StyleBuilder {
        StyleBuilder {
            width: 1,
            colour: Colour::Grey(0),
        }
    }

    /// The width of lines.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Their colour.
    pub fn colour(&self) -> Colour {
        self.colour
    }
}

/// Makes styles.
#[derive(Clone, Debug)]
pub struct StyleBuilder {
    width: u32,
    colour: Colour,
}

impl StyleBuilder {
    /// Sets the width of lines.
    pub fn width(mut self, width: u32) -> StyleBuilder {
        self.width = width;
        self
    }

    /// Sets their colour.
    pub fn colour(mut self, colour: Colour) -> StyleBuilder {
        self.colour = colour;
        self
    }

    /// The style.
    pub fn build(&self) -> Style {
        Style {
            width: self.width,
            colour: self.colour,
        }
    }
}

/// Something with a place.
pub trait Placed {
    /// The place.
    fn place(&self) -> Point<i32>;

    /// The side of the plane on which it is.
    fn side(&self) -> Side {
        if self.place().x < 0 { Side::Left } else { Side::Right }
    }
}
