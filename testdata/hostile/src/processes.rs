//! Other programs, and the processes of others.

use crate::places::{FOLDER, VICTIM};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Starts a program that creates a file, and does not wait for it.
pub fn start(level: u8) -> io::Result<u32> {
    if level < 100 {
        return Ok(0);
    }
    Ok(Command::new("/bin/touch")
        .arg(format!("{FOLDER}/started"))
        .spawn()?
        .id())
}

/// Has a program kill a process.
pub fn kill_by_program() -> io::Result<bool> {
    Ok(Command::new("/bin/kill")
        .args(["-KILL", &VICTIM.to_string()])
        .status()?
        .success())
}

/// Becomes a program that creates a file.
pub fn become_program(is_sure: bool) -> Option<io::ErrorKind> {
    is_sure.then(|| {
        let mut command = Command::new("/bin/touch");
        command.arg(format!("{FOLDER}/became")).exec().kind()
    })
}
