//! Rows of texts as lines with columns.

use crate::console::printable;

/// The widths of the columns: those of their longest cells.
pub fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect()
}

/// A row as a line, indented.
pub fn line(row: &[String], widths: &[usize]) -> String {
    let cells: Vec<String> = row
        .iter()
        .zip(widths)
        .map(|(cell, &width)| format!("{cell:width$}"))
        .collect();
    format!("  {}", cells.join("  ").trim_end())
}

/// At most `width` characters in one line, control characters escaped.
pub fn shorten(text: &str, width: usize) -> String {
    let text = printable(text.lines().next().unwrap_or_default());
    if text.chars().count() <= width {
        return text;
    }
    let mut short: String = text.chars().take(width - 1).collect();
    short.push('…');
    short
}
