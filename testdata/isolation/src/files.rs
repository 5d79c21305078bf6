//! Decisions by what files contain, and by what happens when they are changed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;

/// The settings of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The user's name.
    pub name: String,
    /// How often to try again.
    pub retries: u32,
}

/// Why there are no settings.
#[derive(Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// The file cannot be read.
    Unreadable(ErrorKind),
    /// A line means nothing.
    Line(usize),
}

/// Reads settings, one in each line (`name = …`, `retries = …`). Without a file there are defaults.
pub fn read_settings(path: &Path) -> Result<Settings, SettingsError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Settings::default()),
        Err(error) => return Err(SettingsError::Unreadable(error.kind())),
    };
    let mut settings = Settings::default();
    for (index, line) in text.lines().enumerate() {
        match line.split_once('=') {
            Some((key, value)) if key.trim() == "name" => {
                value.trim().clone_into(&mut settings.name)
            }
            Some((key, value)) if key.trim() == "retries" => {
                let retries = value.trim().parse();
                settings.retries = retries.map_err(|_| SettingsError::Line(index + 1))?;
            }
            _ if line.is_empty() => {}
            _ => return Err(SettingsError::Line(index + 1)),
        }
    }
    Ok(settings)
}

/// How many lines of a file are not empty.
pub fn count_lines(path: &Path) -> io::Result<usize> {
    let mut count = 0;
    for line in BufReader::new(File::open(path)?).lines() {
        if !line?.is_empty() {
            count += 1;
        }
    }
    Ok(count)
}

/// The largest size of a log file.
const LOG_LIMIT: u64 = 1 << 20;

/// Adds a line to a log; returns `false` if the log is full.
pub fn log(path: &Path, line: &str) -> io::Result<bool> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    if file.metadata()?.len() > LOG_LIMIT {
        return Ok(false);
    }
    writeln!(file, "{line}")?;
    Ok(true)
}

/// Whether `made` has to be made again, because `source` is newer or because it is not there.
pub fn is_outdated(source: &Path, made: &Path) -> io::Result<bool> {
    let source = fs::metadata(source)?.modified()?;
    match fs::metadata(made) {
        Ok(made) => Ok(made.modified()? < source),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// What kind of file something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture.
    Png,
    /// A program.
    Elf,
    /// Something else.
    Other,
    /// Too short to tell.
    Short,
}

/// Tells the kind of a file from its first four bytes.
pub fn kind(path: &Path) -> io::Result<Kind> {
    let mut first = [0; 4];
    match File::open(path)?.read_exact(&mut first) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(Kind::Short),
        Err(error) => return Err(error),
    }
    Ok(match &first {
        b"\x89PNG" => Kind::Png,
        b"\x7fELF" => Kind::Elf,
        _ => Kind::Other,
    })
}

/// Replaces a file as a whole: writes another one beside it and renames that. If this fails, the other file is removed.
pub fn replace(path: &Path, content: &str) -> io::Result<()> {
    let beside = path.with_extension("new");
    let replaced = fs::write(&beside, content).and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() && beside.exists() {
        fs::remove_file(&beside)?;
    }
    replaced
}

/// Who holds a lock.
#[derive(Debug, PartialEq, Eq)]
pub enum Lock {
    /// We do, from now on.
    Ours,
    /// A process with this number.
    Held(u32),
    /// Somebody who did not write a number.
    Unknown,
}

/// Takes a lock: a file that must not exist before, and which contains the number of the process that holds the lock.
pub fn lock(path: &Path, process: u32) -> io::Result<Lock> {
    match File::create_new(path) {
        Ok(mut file) => {
            write!(file, "{process}")?;
            Ok(Lock::Ours)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let holder = fs::read_to_string(path)?;
            Ok(holder.trim().parse().map_or(Lock::Unknown, Lock::Held))
        }
        Err(error) => Err(error),
    }
}
