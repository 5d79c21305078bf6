//! The parts of the generated file that can be left out one by one, and the lines they are on.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Name of a piece; stable between generations, and telling: `thunk semver::Version::parse`.
pub type PieceId = String;

/// A part of the generated file that can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub id: PieceId,
    /// Its lines in the generated file, from 1.
    pub lines: RangeInclusive<u32>,
}

/// Which pieces the compiler refused, with its first error for each.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    rejected: BTreeMap<PieceId, String>,
}

impl Pieces {
    /// These pieces were refused.
    pub fn new(rejected: &BTreeMap<PieceId, String>) -> Pieces {
        Pieces {
            rejected: rejected.clone(),
        }
    }

    /// The compiler's error, if it refused the piece.
    pub fn rejection(&self, id: &str) -> Option<&str> {
        self.rejected.get(id).map(String::as_str)
    }

    /// Whether the piece may be generated.
    pub fn allows(&self, id: &str) -> bool {
        !self.rejected.contains_key(id)
    }
}

/// Collects the text of the file and the lines of its pieces.
#[derive(Debug)]
pub struct Writer {
    text: String,
    line: u32,
    pieces: Vec<Piece>,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer::new()
    }
}

impl Writer {
    /// An empty file.
    pub fn new() -> Writer {
        Writer {
            text: String::new(),
            line: 1,
            pieces: Vec::new(),
        }
    }

    /// Appends text that belongs to no piece.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
        self.line += text.matches('\n').count() as u32;
    }

    /// Appends the text of a piece: whole lines.
    pub fn piece(&mut self, id: &str, text: &str) {
        let first = self.line;
        self.text(text);
        self.pieces.push(Piece {
            id: id.to_owned(),
            lines: first..=self.line - 1,
        });
    }

    /// The text and its pieces.
    pub fn finish(self) -> (String, Vec<Piece>) {
        (self.text, self.pieces)
    }
}
