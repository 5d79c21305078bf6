//! The target folder of programs with detours, and the names under which this program acts as compiler and linker.
//!
//! Cargo does not know that what it builds there also depends on this program. So the folder records which build of this program made its content, and
//! another build empties it first. That must not happen while cargo is at work: each run holds a shared lock, and emptying the folder takes the lock
//! exclusively.

use super::LINKER_NAME;
use super::rustc::WRAPPER_NAME;
use crate::error::BuildError;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

/// The folder, locked as long as this value lives or, if this process becomes another program, as long as that runs.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    tools: PathBuf,
    _lock: File,
}

impl Folder {
    /// Opens the folder that belongs to cargo's own target directory. Empties it unless its content was made with `program`.
    ///
    /// # Errors
    /// [`BuildError::Scratch`].
    pub fn open(
        target_dir: &Path,
        program: &Path,
        waiting: &dyn Fn(),
    ) -> Result<Folder, BuildError> {
        let path = target_dir.join("isolde/detours");
        Folder::open_at(&path, program, waiting)
            .map_err(|source| BuildError::Scratch { path, source })
    }

    fn open_at(path: &Path, program: &Path, waiting: &dyn Fn()) -> io::Result<Folder> {
        let tools = path.with_file_name("detours-tools");
        fs::create_dir_all(&tools)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(tools.join("lock"))?;
        let stamp = stamp(program)?;
        let stamp_file = tools.join("stamp");
        let is_ours = || fs::read_to_string(&stamp_file).is_ok_and(|found| found == stamp);
        Lock::Shared.take(&lock, waiting)?;
        if !is_ours() {
            // Released first: two processes that both hold it and want it exclusively would wait for each other.
            Lock::None.take(&lock, waiting)?;
            Lock::Alone.take(&lock, waiting)?;
            if !is_ours() {
                remove(path)?;
                for name in [WRAPPER_NAME, LINKER_NAME] {
                    let link = tools.join(name);
                    remove(&link)?;
                    symlink(program, link)?;
                }
                fs::write(&stamp_file, &stamp)?;
            }
            Lock::Shared.take(&lock, waiting)?;
        }
        stay_open(&lock)?;
        Ok(Folder {
            path: path.to_owned(),
            tools,
            _lock: lock,
        })
    }

    /// Cargo's target directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The compiler's wrapper.
    pub fn wrapper(&self) -> PathBuf {
        self.tools.join(WRAPPER_NAME)
    }
}

/// A text that distinguishes this program from others and from other builds of itself.
fn stamp(program: &Path) -> io::Result<String> {
    let metadata = fs::metadata(program)?;
    Ok(format!(
        "{} {} {} {}.{:09}\n",
        env!("CARGO_PKG_VERSION"),
        program.display(),
        metadata.len(),
        metadata.mtime(),
        metadata.mtime_nsec()
    ))
}

/// Removes a file, link or folder, if it exists.
fn remove(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// A kind of lock. These locks belong to processes: a process that becomes another program keeps its lock, and child processes do not inherit it.
#[derive(Clone, Copy)]
enum Lock {
    None,
    Shared,
    Alone,
}

impl Lock {
    /// Takes the lock; calls `waiting` if that is not possible at once.
    fn take(self, file: &File, waiting: &dyn Fn()) -> io::Result<()> {
        match self.ask(file, libc::F_SETLK) {
            Err(error) if matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES)) => {
                waiting();
                self.ask(file, libc::F_SETLKW)
            }
            other => other,
        }
    }

    fn ask(self, file: &File, command: libc::c_int) -> io::Result<()> {
        let kind = match self {
            Lock::None => libc::F_UNLCK,
            Lock::Shared => libc::F_RDLCK,
            Lock::Alone => libc::F_WRLCK,
        };
        // SAFETY: a structure of plain numbers, for which all zeros are a valid value.
        let mut lock: libc::flock = unsafe { std::mem::zeroed() };
        lock.l_type = kind as libc::c_short;
        lock.l_whence = libc::SEEK_SET as libc::c_short;
        // SAFETY: the descriptor is open, and the structure lives during the call.
        match unsafe { libc::fcntl(file.as_raw_fd(), command, &lock) } {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }
}

/// Keeps a file open in the program that this process becomes, because closing it would release the lock.
fn stay_open(file: &File) -> io::Result<()> {
    // SAFETY: a plain system call on a descriptor that is open.
    match unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, 0) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_starts_with_an_empty_folder_and_the_same_one_keeps_it() {
        let root = tempfile::tempdir().expect("temporary folder");
        let program = root.path().join("program");
        fs::write(&program, "one").expect("writable");
        let open = || {
            Folder::open(&root.path().join("target"), &program, &|| {
                panic!("nobody else is here")
            })
            .expect("writable")
        };
        let folder = open();
        assert_eq!(fs::read(folder.wrapper()).expect("a link"), b"one");
        let built = folder.path().join("debug/built");
        fs::create_dir_all(built.parent().expect("a folder")).expect("writable");
        fs::write(&built, "").expect("writable");
        drop(folder);
        drop(open());
        assert!(built.exists(), "the same program removed what it had built");
        fs::write(&program, "another").expect("writable");
        let folder = open();
        assert!(!built.exists(), "another program's work was kept");
        assert_eq!(fs::read(folder.wrapper()).expect("a link"), b"another");
    }
}
