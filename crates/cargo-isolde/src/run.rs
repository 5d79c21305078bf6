//! From the command line to an exit code.

use crate::arguments::{Arguments, Command, OutputOptions};
use crate::console::Console;
use crate::doctor;
use crate::exit::Exit;
use crate::explore;
use crate::generalize;
use crate::generate;
use crate::isolate;
use crate::test;
use clap::Parser;
use isolde_build::detours::Runner;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, PoisonError};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Runs a command line.
pub fn run(arguments: impl Iterator<Item = OsString>) -> Exit {
    let words = escaped(without_cargo_word(arguments).collect());
    let parsed = match Arguments::try_parse_from(words) {
        Ok(parsed) => parsed,
        Err(error) => {
            let asked_for = !error.use_stderr();
            Console::raw(&error.render().to_string(), asked_for);
            return if asked_for { Exit::Done } else { Exit::Usage };
        }
    };
    let output = parsed.command.output();
    let console = Console::new(&output);
    log_to_stderr(&output, &console);
    let exit = guarded(&console, || match &parsed.command {
        Command::Generate(options) => generate::run(options, &console),
        Command::Explore(options) => explore::run(options, &console),
        Command::Isolate(options) => isolate::run(options, &console),
        Command::Generalize(options) => generalize::run(options, &console),
        Command::Test(options) => test::run(Runner::Test, options, &console),
        Command::Nextest(options) => test::run(Runner::Nextest, options, &console),
        Command::Doctor(options) => doctor::run(options, &console),
    });
    console.finish();
    exit
}

/// Cargo calls `cargo-isolde isolde …`: the second word is dropped.
fn without_cargo_word(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    arguments
        .enumerate()
        .filter(|(index, word)| !(*index == 1 && word == "isolde"))
        .map(|(_, word)| word)
}

/// Puts `--` before the arguments of commands that are passed on to cargo, so that clap leaves them all alone, even another `--`. Only a request for
/// help is answered here.
fn escaped(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_cargos = words
        .get(1)
        .is_some_and(|word| word == "test" || word == "nextest");
    let asks_for_help = words
        .get(2)
        .is_some_and(|word| word == "--help" || word == "-h");
    if is_cargos && !asks_for_help {
        words.insert(2, "--".into());
    }
    words
}

/// Logs to stderr at the level that `-v` asks for, or at those that the variable `ISOLDE_LOG` gives: `debug`, or levels by target
/// (`isolde_explore=debug,info`).
fn log_to_stderr(options: &OutputOptions, console: &Console) {
    let level = match options.verbose {
        0 => LevelFilter::OFF,
        1 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    let named = std::env::var("ISOLDE_LOG").ok();
    let filter = named.and_then(|text| text.parse::<Targets>().ok());
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(console.is_colored())
        .with_writer(std::io::stderr)
        .with_target(false);
    tracing_subscriber::registry()
        .with(lines)
        .with(filter.unwrap_or_else(|| Targets::new().with_default(level)))
        .init();
}

/// Turns a panic of Isolde into an exit code and a message that asks for a report.
fn guarded(console: &Console, work: impl FnOnce() -> Exit) -> Exit {
    static PANIC: Mutex<Option<String>> = Mutex::new(None);
    panic::set_hook(Box::new(|info: &PanicHookInfo| {
        let mut first = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| info.to_string());
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let _ = panic::take_hook();
    result.unwrap_or_else(|_| {
        let what = PANIC
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .unwrap_or_default();
        console.error(&format!(
            "this is a bug of Isolde; please report it together with your command line: {what}"
        ));
        Exit::Bug
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        without_cargo_word(line.split(' ').map(OsString::from))
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn arguments_for_cargo_are_passed_on_unchanged() {
        for line in [
            "test",
            "test -- x",
            "nextest run -p a -- --help --",
            "test a -h",
        ] {
            let words: Vec<OsString> = format!("cargo-isolde {line}")
                .split(' ')
                .map(OsString::from)
                .collect();
            let expected = words[2..].to_vec();
            let parsed = Arguments::try_parse_from(escaped(words)).expect("anything goes");
            let (Command::Test(options) | Command::Nextest(options)) = parsed.command else {
                panic!("another command: {line}");
            };
            assert_eq!(options.arguments, expected);
        }
        let help = escaped(
            ["cargo-isolde", "test", "--help"]
                .map(OsString::from)
                .to_vec(),
        );
        assert!(Arguments::try_parse_from(help).is_err_and(|error| !error.use_stderr()));
    }

    #[test]
    fn cargos_word_is_dropped_where_cargo_puts_it() {
        assert_eq!(
            words("cargo-isolde isolde generate isolde"),
            ["cargo-isolde", "generate", "isolde"]
        );
        assert_eq!(
            words("cargo-isolde generate isolde"),
            ["cargo-isolde", "generate", "isolde"]
        );
    }
}
