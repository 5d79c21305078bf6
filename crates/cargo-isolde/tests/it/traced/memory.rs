//! What a process that stands still has in its memory, and what the kernel says about it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// The longest text that is read.
const LONGEST: usize = libc::PATH_MAX as usize;

/// A process.
pub struct Memory {
    process: i32,
}

impl Memory {
    /// That of a process.
    pub fn of(process: i32) -> Memory {
        Memory { process }
    }

    /// A path, made absolute: relative to an open folder, or to the current one, and without symbolic links on the way.
    pub fn path(&self, folder: i32, address: u64) -> PathBuf {
        let bytes = self.read(address, LONGEST);
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or(&[]);
        let path = Path::new(OsStr::from_bytes(text));
        let folder = match folder {
            _ if path.is_absolute() => None,
            libc::AT_FDCWD => self.link("cwd"),
            _ => self.descriptor(folder),
        };
        let mut path = folder.unwrap_or_default().join(path);
        if let Ok(rest) = path.strip_prefix("/proc/self") {
            path = Path::new("/proc").join(self.process.to_string()).join(rest);
        }
        match (path.parent().map(fs::canonicalize), path.file_name()) {
            (Some(Ok(parent)), Some(name)) => parent.join(name),
            _ => fs::canonicalize(&path).unwrap_or(path),
        }
    }

    /// What a descriptor stands for.
    pub fn descriptor(&self, number: i32) -> Option<PathBuf> {
        self.link(&format!("fd/{number}"))
    }

    /// The program that the process runs.
    pub fn program(&self) -> Option<PathBuf> {
        self.link("exe")
    }

    /// The address of a socket.
    pub fn address(&self, address: u64, length: u64) -> String {
        let bytes = self.read(address, usize::try_from(length).unwrap_or(0).min(128));
        match bytes
            .first_chunk()
            .map(|&family| i32::from(u16::from_ne_bytes(family)))
        {
            Some(libc::AF_INET) if bytes.len() >= 8 => {
                let port = u16::from_be_bytes([bytes[2], bytes[3]]);
                format!(
                    "AF_INET {}.{}.{}.{}:{port}",
                    bytes[4], bytes[5], bytes[6], bytes[7]
                )
            }
            Some(libc::AF_UNIX) => {
                let path = bytes[2..].split(|&byte| byte == 0).next().unwrap_or(&[]);
                format!("AF_UNIX {}", String::from_utf8_lossy(path))
            }
            Some(family) => format!("family {family}"),
            None => "no address".to_owned(),
        }
    }

    /// The number at an address.
    pub fn number(&self, address: u64) -> Option<i64> {
        let bytes = self.read(address, 8);
        bytes.first_chunk().map(|&bytes| i64::from_ne_bytes(bytes))
    }

    /// Whether a signal to `target` stays within the group of this process.
    pub fn is_in_same_group(&self, target: i32) -> bool {
        // SAFETY: plain system calls on numbers.
        let (own, other) = unsafe { (libc::getpgid(self.process), libc::getpgid(target)) };
        match target {
            0 => true,
            ..0 => target == -own,
            _ => own == other,
        }
    }

    fn link(&self, name: &str) -> Option<PathBuf> {
        fs::read_link(format!("/proc/{}/{name}", self.process)).ok()
    }

    /// As many bytes as can be read, but not more than `most`.
    fn read(&self, address: u64, most: usize) -> Vec<u8> {
        let mut bytes = vec![0; most];
        let count = File::open(format!("/proc/{}/mem", self.process))
            .and_then(|memory| memory.read_at(&mut bytes, address));
        bytes.truncate(count.unwrap_or(0));
        bytes
    }
}
