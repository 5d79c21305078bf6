//! A test that runs after another in the same process, in the copy only, and passes if that process is as it was before: it has its environment, its
//! folder and its limits, no signal is blocked, and a panic unwinds. What the other changed would change what tests of the user do.

use crate::files::Files;

/// Last in the order of names, in which tests run one after the other.
const MODULE: &str = "zzzzzz_isolde_witness";
const TEXT: &str = r#"
use std::os::unix::ffi::OsStrExt;

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

/// The witness.
pub struct Witness {
    /// The name by which `cargo test` knows it.
    pub name: String,
    text: String,
}

impl Witness {
    /// With this header on top of its file.
    pub fn new(header: &str) -> Witness {
        Witness {
            name: format!("{MODULE}::the_process_is_as_it_was"),
            text: format!("{header}{TEXT}"),
        }
    }

    /// The files of a test target and the witness.
    pub fn beside(&self, files: &Files) -> Files {
        let mut files = files.clone();
        let main = files.texts.entry("main.rs".into()).or_default();
        *main += &format!("mod {MODULE};\n");
        files
            .texts
            .insert(format!("{MODULE}.rs"), self.text.clone());
        files
    }
}
