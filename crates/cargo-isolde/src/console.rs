//! The one gate for output: data on stdout, progress and messages on stderr. Only this module knows the progress library.

use crate::arguments::{Color, OutputOptions};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How often a long step reports progress where there is no terminal.
const REMINDER: Duration = Duration::from_secs(10);
/// How often to look whether a report is due.
const POLL: Duration = Duration::from_millis(200);

/// Prints everything that the user sees.
#[derive(Debug)]
pub struct Console {
    quiet: bool,
    json: bool,
    /// Whether `-v` was given.
    verbose: bool,
    colored: bool,
    bar: ProgressBar,
    /// Without a terminal: what is being done, which is reported line by line.
    lines: Option<Arc<Mutex<Lines>>>,
}

/// The state of the line-by-line reports where there is no terminal.
#[derive(Debug)]
struct Lines {
    began: Instant,
    /// When the last line was written.
    last: Instant,
    /// What is being done now.
    status: Option<String>,
    /// The step whose progress was reported last.
    step: String,
}

impl Lines {
    fn new(now: Instant) -> Lines {
        Lines {
            began: now,
            last: now,
            status: None,
            step: String::new(),
        }
    }

    /// The line to write now, if nothing was written for some time.
    fn due(&mut self, now: Instant) -> Option<String> {
        let status = self.status.as_ref()?;
        if now.duration_since(self.last) < REMINDER {
            return None;
        }
        self.last = now;
        let seconds = now.duration_since(self.began).as_secs();
        Some(format!("{status} (after {seconds} s)"))
    }
}

/// From time to time reports what is being done, until the console is dropped.
fn remind(lines: &Weak<Mutex<Lines>>) {
    while let Some(lines) = lines.upgrade() {
        let due = lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .due(Instant::now());
        drop(lines);
        if let Some(text) = due {
            write_line(io::stderr(), &text);
        }
        std::thread::sleep(POLL);
    }
}

impl Console {
    /// A console that behaves as the options say.
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
        let lines = (!terminal && !options.quiet).then(|| {
            let lines = Arc::new(Mutex::new(Lines::new(Instant::now())));
            let seen = Arc::downgrade(&lines);
            // Without the thread there are fewer lines, which is no reason to stop.
            let _ = std::thread::Builder::new()
                .name("progress".to_owned())
                .spawn(move || remind(&seen));
            lines
        });
        Console {
            quiet: options.quiet,
            json: options.json,
            verbose: options.verbose > 0,
            colored,
            bar,
            lines,
        }
    }

    /// Changes the state of the line-by-line reports, if there are any.
    fn with_lines(&self, change: impl FnOnce(&mut Lines)) {
        if let Some(lines) = &self.lines {
            change(&mut lines.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Whether lists are printed that the user usually does not need.
    pub fn names_all(&self) -> bool {
        self.verbose
    }

    /// Whether messages have colours.
    pub fn is_colored(&self) -> bool {
        self.colored
    }

    /// Shows what is being done right now, until the next call.
    pub fn status(&self, text: &str) {
        let text = printable(text);
        self.with_lines(|lines| lines.status = Some(text.clone()));
        self.bar.set_message(text);
    }

    /// Shows what is being done now, and writes a line to the log if there is no terminal.
    pub fn phase(&self, text: &str) {
        self.status(text);
        self.with_lines(|lines| {
            lines.last = Instant::now();
            write_line(io::stderr(), &printable(text));
        });
    }

    /// Shows how far a step has got. Without a terminal: a line when the step begins, and another one from time to time.
    pub fn progress(&self, step: &str, done: usize, all: usize) {
        let text = format!("{step}: {done} of {all}");
        self.status(&text);
        self.with_lines(|lines| {
            if lines.step != step {
                step.clone_into(&mut lines.step);
                lines.last = Instant::now();
                write_line(io::stderr(), &printable(&text));
            }
        });
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

    /// A warning about something that the user may not expect, on stderr.
    pub fn warning(&self, text: &str) {
        if !self.quiet {
            self.bar
                .suspend(|| write_line(io::stderr(), &format!("warning: {text}")));
        }
    }

    /// Text for people, on stdout; prints nothing if JSON was requested.
    pub fn summary(&self, text: &str) {
        if !self.quiet && !self.json {
            self.bar
                .suspend(|| write_line(io::stdout(), &printable(text)));
        }
    }

    /// Whether JSON was requested.
    pub fn wants_json(&self) -> bool {
        self.json
    }

    /// Data for programs, on stdout.
    pub fn data(&self, text: &str) {
        self.bar.suspend(|| write_line(io::stdout(), text));
    }

    /// Removes the progress display.
    pub fn finish(&self) {
        self.with_lines(|lines| lines.status = None);
        self.bar.finish_and_clear();
    }

    /// Prints text from clap or another library unchanged.
    pub fn raw(text: &str, to_stdout: bool) {
        if to_stdout {
            write_line(io::stdout(), text.trim_end())
        } else {
            write_line(io::stderr(), text.trim_end())
        }
    }
}

/// Writes a line. A reader that has gone away (`| head`) is not treated as an error.
fn write_line(mut stream: impl Write, text: &str) {
    let _ = writeln!(stream, "{text}");
}

/// Escapes characters that would control a terminal or change the direction of its text: names, paths and messages come from the code under test.
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
    fn a_long_step_is_reported_every_ten_seconds_and_a_short_one_never() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut lines = Lines::new(start);
        assert_eq!(lines.due(at(60)), None);
        lines.status = Some("minimizing: 3 of 9".to_owned());
        lines.last = at(61);
        assert_eq!(lines.due(at(70)), None);
        let line = Some("minimizing: 3 of 9 (after 71 s)".to_owned());
        assert_eq!(lines.due(at(71)), line);
        assert_eq!(lines.due(at(80)), None);
        lines.status = Some("minimizing: 4 of 9".to_owned());
        let line = Some("minimizing: 4 of 9 (after 82 s)".to_owned());
        assert_eq!(lines.due(at(82)), line);
    }

    #[test]
    fn terminal_control_characters_are_escaped() {
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
