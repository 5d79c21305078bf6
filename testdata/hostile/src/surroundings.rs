//! The clock, the environment and the current directory.

use crate::places::{AGES, FOLDER};
use std::env;
use std::io;
use std::thread;
use std::time::{Duration, SystemTime};

/// Sleeps for ages, unless it is late.
pub fn sleep(level: u8) -> bool {
    if level > 250 || SystemTime::now() < SystemTime::UNIX_EPOCH {
        return false;
    }
    thread::sleep(Duration::from_secs(AGES));
    true
}

/// Sets a variable, if another one is set.
pub fn set_variable() -> bool {
    let is_set = env::var("HOSTILE_IS_WANTED").is_ok_and(|value| value.len() > 3);
    if is_set {
        // SAFETY: no other thread runs.
        unsafe { env::set_var("HOSTILE", "1") };
    }
    is_set
}

/// Goes to another folder.
pub fn move_away() -> io::Result<()> {
    env::set_current_dir(FOLDER)
}
