//! Boxes to put numbers in.

/// A box of a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Carton {
    size: u8,
}

impl Carton {
    /// A box of this size, at most 9.
    pub fn of_size(size: u8) -> Carton {
        Carton { size: size % 10 }
    }

    /// Its size.
    pub fn size(&self) -> u8 {
        self.size
    }
}
