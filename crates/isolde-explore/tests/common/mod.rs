//! Builds the test double with the real runtime, once per test binary.
#![allow(dead_code, reason = "each test binary uses a part")]

use isolde_explore::{Worker, WorkerOptions};
use isolde_record::{ThunkInfo, Visibility};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(build);

/// The double's executable.
pub fn program() -> &'static Path {
    &PROGRAM
}

fn build() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    // Test binaries run one after the other, but may be run alone: each builds its own.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(std::env::current_exe().unwrap().file_name().unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    let rustc = |arguments: &[&str], source: PathBuf| {
        let output = Command::new("rustc")
            .current_dir(&folder)
            .args(["--edition", "2024"])
            .args(arguments)
            .arg(source)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    rustc(
        &["--crate-type", "rlib", "--crate-name", "isolde_abi", "-O"],
        crates.join("isolde-abi/src/lib.rs"),
    );
    rustc(
        &[
            "--crate-type",
            "staticlib",
            "--crate-name",
            "isolde_runtime",
            "-O",
            "-Cpanic=abort",
            "-Clto=fat",
            "--extern",
            "isolde_abi=libisolde_abi.rlib",
        ],
        crates.join("isolde-runtime/src/staticlib.rs"),
    );
    rustc(
        &[
            "-O",
            "-Clink-arg=libisolde_runtime.a",
            "-o",
            "double",
            "-Awarnings",
        ],
        Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/double.rs"),
    );
    folder.join("double")
}

/// Options for the double with a scratch folder of their own; the folder lives as long as the returned guard.
pub fn options() -> (WorkerOptions, tempfile::TempDir) {
    let scratch = tempfile::tempdir().unwrap();
    let options = WorkerOptions {
        run_limit: std::time::Duration::from_millis(300),
        memory_limit: 256 << 20,
        ..WorkerOptions::new(program().to_path_buf(), scratch.path().join("work"))
    };
    (options, scratch)
}

/// A worker on the double.
pub fn worker() -> (Worker, tempfile::TempDir) {
    let (options, scratch) = options();
    (Worker::start(options).unwrap(), scratch)
}

/// The harness's description of a thunk of the double.
pub fn thunk(index: u32) -> ThunkInfo {
    ThunkInfo {
        index,
        function: format!("thunk_{index}"),
        module: vec![],
        name: format!("thunk_{index}"),
        instance: vec![],
        file: "main.rs".into(),
        line: 1,
        end_line: 1,
        visibility: Visibility::Public,
        arguments: vec![],
        announced: Default::default(),
        uses: vec![],
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}
