//! The file under construction, and the lines of its pieces.

use crate::pieces::{Piece, PieceId};

/// Collects the text of the file and the lines of its pieces.
#[derive(Debug)]
pub(super) struct File {
    text: String,
    line: u32,
    pieces: Vec<Piece>,
}

impl File {
    /// An empty file.
    pub(super) fn new() -> File {
        File {
            text: String::new(),
            line: 1,
            pieces: Vec::new(),
        }
    }

    /// Appends text that belongs to no piece.
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(text);
        self.line += text.matches('\n').count() as u32;
    }

    /// Appends the text of a piece: whole lines.
    pub(super) fn piece(&mut self, id: &PieceId, text: &str) {
        let first = self.line;
        self.text(text);
        self.pieces.push(Piece {
            id: id.clone(),
            lines: first..=self.line - 1,
        });
    }

    /// The text and its pieces.
    pub(super) fn finish(self) -> (String, Vec<Piece>) {
        (self.text, self.pieces)
    }
}
