//! The line tables of a program: which lines of the source an address in its code belongs to.

use addr2line::Loader;
use std::path::{Path, PathBuf};

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file, as the compiler named it.
    pub file: PathBuf,
    /// The line.
    pub line: u32,
}

/// The line tables of one program.
pub struct Lines(Loader);

impl Lines {
    /// Those of a program; `None` if it cannot be read.
    pub fn of(program: &Path) -> Option<Lines> {
        match Loader::new(program) {
            Ok(loader) => Some(Lines(loader)),
            Err(error) => {
                tracing::warn!(program = %program.display(), %error, "no line tables");
                None
            }
        }
    }

    /// The lines of an address: several if functions were inlined there, the innermost first.
    pub fn at(&self, offset: u64) -> Vec<Line> {
        let mut lines = Vec::new();
        let Ok(mut frames) = self.0.find_frames(offset) else {
            return lines;
        };
        while let Ok(Some(frame)) = frames.next() {
            let place = frame.location.and_then(|place| place.file.zip(place.line));
            lines.extend(place.map(|(file, line)| Line {
                file: PathBuf::from(file),
                line,
            }));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_function_of_this_program_are_found() {
        let own = std::env::current_exe().expect("it runs");
        let lines = Lines::of(&own).expect("it can be read");
        let maps = std::fs::read_to_string("/proc/self/maps").expect("it is there");
        let first = maps
            .lines()
            .find(|line| line.ends_with(&*own.to_string_lossy()));
        let base = first.and_then(|line| line.split_once('-'));
        let base = base.and_then(|(base, _)| u64::from_str_radix(base, 16).ok());
        let address = own_line as fn() -> u32 as usize as u64 - base.expect("it is mapped");
        let found = lines.at(address);
        let line = found.first().expect("it has a line");
        assert!(line.file.ends_with("memory/lines.rs"), "{line:?}");
        // The line where the function begins comes right before it.
        assert!(own_line().abs_diff(line.line) <= 1, "{line:?}");
    }

    #[inline(never)]
    fn own_line() -> u32 {
        line!()
    }

    #[test]
    fn a_file_that_is_no_program_has_no_line_tables() {
        assert!(Lines::of(Path::new("/no such file")).is_none());
    }
}
