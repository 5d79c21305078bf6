//! A test that runs after another in the same process, in the copy only, and passes if that process is as it was before: its environment, its folder
//! and its limits are the same, no signal is blocked, and panics unwind. Anything that another test changed would also affect the user's tests.

use crate::files::Files;

/// The witness's module, whose name comes last in the order in which tests run one after the other.
const MODULE: &str = "zzzzzz_isolde_witness";
/// The witness's text. It does without the prelude of std, because the crate may be `no_std`.
const TEXT: &str = r#"
extern crate std;
use std::format;
use std::os::unix::ffi::OsStrExt;
use std::string::{String, ToString};
use std::vec::Vec;

/// The line of a process's status that begins so.
fn status(process: &str, field: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", process)).ok()?;
    text.lines().find(|line| line.starts_with(field)).map(str::to_string)
}

#[test]
fn the_process_is_as_it_was() {
    let start = std::fs::read("/proc/self/environ").unwrap();
    let mut start: Vec<Vec<u8>> = start
        .split(|&byte| byte == 0)
        .filter(|variable| variable.contains(&b'='))
        .map(<[u8]>::to_vec)
        .collect();
    let mut now: Vec<Vec<u8>> = std::env::vars_os()
        .map(|(name, value)| [name.as_bytes(), value.as_bytes()].join(&b'='))
        .collect();
    start.sort();
    now.sort();
    assert!(now == start, "the environment changed");
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap();
    assert!(std::env::current_dir().unwrap() == std::fs::canonicalize(folder).unwrap(), "the folder changed");
    let parent = std::os::unix::process::parent_id().to_string();
    let limits = |process: &str| std::fs::read_to_string(format!("/proc/{}/limits", process));
    if let Ok(before) = limits(&parent) {
        assert!(before == limits("self").unwrap(), "limits changed");
    }
    if let Some(before) = status(&parent, "Umask:") {
        assert!(Some(before) == status("self", "Umask:"), "the mask of new files changed");
    }
    if let Some(blocked) = status("thread-self", "SigBlk:") {
        let set = blocked.trim_start_matches("SigBlk:").trim();
        assert!(set.chars().all(|digit| digit == '0'), "signals are blocked");
    }
    assert!(std::panic::catch_unwind(|| panic!("as it should")).is_err());
}
"#;

/// The files with the witness added to the file of the test that comes last in the order of names, so that the witness comes after every test; and the
/// name by which `cargo test` knows it. `names` are the tests' names. `None` if there is no file for it.
pub(super) fn beside(files: &Files, names: &[String]) -> Option<(Files, String)> {
    let last = names.iter().enumerate().max_by_key(|(_, name)| *name)?.0;
    let file = &files.places.get(last)?.file;
    let path = files.modules.get(file)?;
    let mut files = files.clone();
    let text = files.texts.get_mut(file)?;
    *text += &format!("\nmod {MODULE} {{{TEXT}}}\n");
    Some((files, format!("{path}{MODULE}::the_process_is_as_it_was")))
}
