//! Cells in rows and columns.

/// A table of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u8,
    height: u8,
    /// Row by row.
    cells: Vec<u8>,
}

impl Grid {
    /// A table of zeros.
    pub fn new(width: u8, height: u8) -> Grid {
        Grid {
            width,
            height,
            cells: vec![0; usize::from(width) * usize::from(height)],
        }
    }

    /// Sets a cell. Returns whether it exists.
    pub fn set(&mut self, x: u8, y: u8, value: u8) -> bool {
        if !self.contains(x, y) {
            return false;
        }
        self.cells[usize::from(y) * usize::from(self.width) + usize::from(x)] = value;
        true
    }

    /// A cell.
    pub fn get(&self, x: u8, y: u8) -> Option<&u8> {
        if !self.contains(x, y) {
            return None;
        }
        self.cells
            .get(usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// A cell, to change it.
    pub fn get_mut(&mut self, x: u8, y: u8) -> Option<&mut u8> {
        if !self.contains(x, y) {
            return None;
        }
        self.cells
            .get_mut(usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    fn contains(&self, x: u8, y: u8) -> bool {
        x < self.width && y < self.height
    }
}
