//! Generic functions that call themselves with larger and larger types: the compiler cannot instantiate them, and its errors point at this file, not
//! at the calls.

use std::fmt::Debug;

/// How long the text of a value is in several layers of `Some`.
pub fn wrapped<T: Debug>(value: T, times: u8) -> usize {
    match times {
        0 => format!("{value:?}").len(),
        _ => wrapped(Some(value), times - 1),
    }
}

/// A width in columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Width {
    columns: usize,
}

impl Width {
    /// A width of so many columns.
    pub fn of_columns(columns: usize) -> Width {
        Width { columns }
    }

    /// The width of a value's text.
    pub fn of_value<T: Debug>(value: T, times: u8) -> Width {
        Width {
            columns: wrapped(value, times),
        }
    }

    /// Whether text of this width fits into a line.
    pub fn fits(&self) -> bool {
        self.columns <= 80
    }
}

/// The larger of two widths.
pub fn larger(a: Width, b: Width) -> Width {
    if a.columns < b.columns { b } else { a }
}
