//! Decisions by variables, arguments and the current directory.

use std::env::{self, VarError};
use std::path::PathBuf;

/// How much is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nothing.
    Off,
    /// Errors.
    Error,
    /// Everything.
    Debug,
}

/// How much to log, as `LOG` says; errors if it says nothing.
pub fn log_level() -> Level {
    match env::var("LOG").as_deref() {
        Ok("off" | "0") => Level::Off,
        Ok("debug" | "1") => Level::Debug,
        _ => Level::Error,
    }
}

/// Why there is no port to listen at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortError {
    /// `PORT` is not a text.
    NoText,
    /// `PORT` is not a number of a port.
    NoPort(String),
    /// `PORT` names a port that only the system may use.
    Reserved(u16),
}

/// The port to listen at, as `PORT` says; 8080 if it says nothing.
pub fn port() -> Result<u16, PortError> {
    let text = match env::var("PORT") {
        Ok(text) => text,
        Err(VarError::NotPresent) => return Ok(8080),
        Err(VarError::NotUnicode(_)) => return Err(PortError::NoText),
    };
    let port: u16 = match text.parse() {
        Ok(port) => port,
        Err(_) => return Err(PortError::NoPort(text)),
    };
    if port < 1024 {
        return Err(PortError::Reserved(port));
    }
    Ok(port)
}

/// Where to keep files that can be made again.
pub fn cache_folder() -> PathBuf {
    if let Some(folder) = env::var_os("XDG_CACHE_HOME")
        && !folder.is_empty()
    {
        return PathBuf::from(folder);
    }
    match env::var_os("HOME") {
        Some(home) => PathBuf::from(home).join(".cache"),
        None => env::temp_dir(),
    }
}

/// Whether to print in colours: not if `NO_COLOR` is set, nor if `TERM` says that the terminal has none.
pub fn prints_colours() -> bool {
    if env::var_os("NO_COLOR").is_some() {
        return false;
    }
    match env::var("TERM") {
        Ok(terminal) => terminal != "dumb",
        Err(_) => false,
    }
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To explain the program.
    Help,
    /// To work on a file.
    File(String),
    /// Something that does not exist.
    Unknown(String),
}

/// What the first argument asks for; without arguments, to explain the program.
pub fn asked() -> Asked {
    match env::args().nth(1) {
        None => Asked::Help,
        Some(argument) if argument == "--help" => Asked::Help,
        Some(argument) if argument.starts_with('-') => Asked::Unknown(argument),
        Some(file) => Asked::File(file),
    }
}

/// How the current directory is shown in a prompt: by its last part, `/` if it has none, `?` if it is gone.
pub fn prompt() -> String {
    match env::current_dir() {
        Ok(directory) => match directory.file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => "/".to_owned(),
        },
        Err(_) => "?".to_owned(),
    }
}
