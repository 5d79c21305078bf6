//! Colours, which other packages reach through `geometry`.

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Colour {
    /// A shade of grey.
    Grey(u8),
    /// Red.
    Red,
    /// Blue.
    Blue,
}
