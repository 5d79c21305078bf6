//! The one gate for output: data on stdout, progress and messages on stderr. Only this module knows the progress library.

use crate::arguments::{Color, OutputOptions};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Without a terminal, a long step says so often how far it is.
const REMINDER: Duration = Duration::from_secs(10);

/// Where everything the user sees goes through.
#[derive(Debug)]
pub struct Console {
    quiet: bool,
    json: bool,
    colored: bool,
    bar: ProgressBar,
    /// Without a terminal, each new status is a line of its own.
    plain_status: bool,
    /// The step that progress was told of last, and when there was a line about it.
    last_line: Mutex<Option<(String, Instant)>>,
}

impl Console {
    /// A console as the options ask for.
    pub fn new(options: &OutputOptions) -> Console {
        let terminal = io::stderr().is_terminal();
        let colored = match options.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if terminal && !options.quiet {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let template = if colored {
                "{spinner:.cyan} {wide_msg} {elapsed:.dim}"
            } else {
                "{spinner} {wide_msg} {elapsed}"
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Console {
            quiet: options.quiet,
            json: options.json,
            colored,
            bar,
            plain_status: !terminal && !options.quiet,
            last_line: Mutex::new(None),
        }
    }

    /// Whether messages have colours.
    pub fn is_colored(&self) -> bool {
        self.colored
    }

    /// What is being done right now; replaced by the next one.
    pub fn status(&self, text: &str) {
        self.bar.set_message(printable(text));
    }

    /// What is being done now, worth a line in a log.
    pub fn phase(&self, text: &str) {
        self.status(text);
        if self.plain_status {
            write_line(io::stderr(), &printable(text));
        }
    }

    /// How far a step is. Without a terminal: a line when it begins, and now and then.
    pub fn progress(&self, what: &str, done: usize, all: usize) {
        let text = format!("{what}: {done} of {all}");
        self.status(&text);
        if !self.plain_status {
            return;
        }
        let mut last = self
            .last_line
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_due = last
            .as_ref()
            .is_none_or(|(step, since)| step != what || since.elapsed() >= REMINDER);
        if is_due {
            *last = Some((what.to_owned(), Instant::now()));
            write_line(io::stderr(), &printable(&text));
        }
    }

    /// An error, on stderr.
    pub fn error(&self, text: &str) {
        let label = if self.colored {
            "\u{1b}[1;31merror\u{1b}[0m"
        } else {
            "error"
        };
        self.bar
            .suspend(|| write_line(io::stderr(), &format!("{label}: {}", printable(text))));
    }

    /// Something that is not as the user may expect, on stderr.
    pub fn warning(&self, text: &str) {
        if !self.quiet {
            self.bar
                .suspend(|| write_line(io::stderr(), &format!("warning: {text}")));
        }
    }

    /// Text for people, on stdout; nothing when JSON is asked for.
    pub fn summary(&self, text: &str) {
        if !self.quiet && !self.json {
            self.bar
                .suspend(|| write_line(io::stdout(), &printable(text)));
        }
    }

    /// Whether JSON is asked for.
    pub fn wants_json(&self) -> bool {
        self.json
    }

    /// Data for programs, on stdout.
    pub fn data(&self, text: &str) {
        self.bar.suspend(|| write_line(io::stdout(), text));
    }

    /// Takes the progress away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Text of clap's or another library's, as is.
    pub fn raw(text: &str, to_stdout: bool) {
        if to_stdout {
            write_line(io::stdout(), text.trim_end())
        } else {
            write_line(io::stderr(), text.trim_end())
        }
    }
}

/// Writes a line; a reader that went away (`| head`) is no reason to fail.
fn write_line(mut stream: impl Write, text: &str) {
    let _ = writeln!(stream, "{text}");
}

/// Text with what would steer a terminal, or turn its text around, written out: names, paths and messages come from the code under test.
pub fn printable(text: &str) -> String {
    let steers = |letter: char| {
        (letter.is_control() && letter != '\n' && letter != '\t')
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if steers(letter) {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(
            printable("a\u{1b}[2J\0\u{202e}b"),
            "a\\u{1b}[2J\\u{0}\\u{202e}b"
        );
        assert_eq!(
            printable("ünï\n\t\"e\u{301}\" → \\"),
            "ünï\n\t\"e\u{301}\" → \\"
        );
    }
}
