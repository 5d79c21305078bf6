//! Builds the static library as it is built on users' machines, links the fixture program with it, and plays the role of the worker.

use isolde_abi::protocol::{
    CHILD_FD, DIED, DONE, FORK, MEMORY_FD, MEMORY_VARIABLE, QUIT, READY, REPLY_FD, RUN, Reply,
    SERVER_FD,
};
use isolde_abi::shared::{MAX_PATH, SHARED_SIZE, Shared, TapeEntry};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rustc(arguments: &[&str]) {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition", "2024"])
        .args(arguments)
        .output()
        .expect("rustc runs");
    assert!(
        output.status.success(),
        "{arguments:?}:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Compiles the static library with these additional flags; returns its path.
pub fn build_library(folder: &Path, more: &[&str]) -> PathBuf {
    std::fs::create_dir_all(folder).expect("a folder");
    let source = |path: &str| {
        crate_folder()
            .join(path)
            .to_str()
            .expect("unicode")
            .to_owned()
    };
    let (abi, library) = (
        folder.join("libisolde_abi.rlib"),
        folder.join("libisolde_runtime.a"),
    );
    let (abi, target) = (
        abi.to_str().expect("unicode"),
        library.to_str().expect("unicode"),
    );
    rustc(&[
        "--crate-type",
        "rlib",
        "--crate-name",
        "isolde_abi",
        "-O",
        "-o",
        abi,
        &source("../isolde-abi/src/lib.rs"),
    ]);
    let with_abi = format!("isolde_abi={abi}");
    let root = source("src/staticlib.rs");
    let mut arguments = vec![
        "--crate-type",
        "staticlib",
        "--crate-name",
        "isolde_runtime",
        "-O",
        "-Cpanic=abort",
    ];
    arguments.extend(more);
    arguments.extend(["--extern", &with_abi, "-o", target, &root]);
    rustc(&arguments);
    library
}

/// The fixture program, built once.
pub fn program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixture");
        build_library(&folder, &["-Clto=fat"]);
        let (program, folder) = (
            folder.join("program"),
            folder.to_str().expect("unicode").to_owned(),
        );
        let source = crate_folder().join("tests/fixture/program.rs");
        rustc(&[
            "-O",
            "-L",
            &folder,
            "-l",
            "static=isolde_runtime",
            "-o",
            program.to_str().expect("unicode"),
            source.to_str().expect("unicode"),
        ]);
        program
    });
    &PROGRAM
}

fn pipe() -> (OwnedFd, OwnedFd) {
    let mut ends = [0; 2];
    // SAFETY: two descriptors are written; on success they are ours.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))
    }
}

/// A worker and its program.
pub struct Worker {
    shared: *mut Shared,
    server: File,
    child: File,
    replies: File,
    process: Child,
}

impl Worker {
    /// Starts the program and waits until its fork server is ready.
    pub fn start() -> Worker {
        // SAFETY: a new file and a new mapping of its whole size.
        let (memory, shared) = unsafe {
            let memory =
                OwnedFd::from_raw_fd(libc::memfd_create(c"isolde".as_ptr(), libc::MFD_CLOEXEC));
            assert_eq!(libc::ftruncate(memory.as_raw_fd(), SHARED_SIZE as i64), 0);
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let shared = libc::mmap(
                std::ptr::null_mut(),
                SHARED_SIZE,
                protection,
                libc::MAP_SHARED,
                memory.as_raw_fd(),
                0,
            );
            assert_ne!(shared, libc::MAP_FAILED);
            (memory, shared.cast())
        };
        let (server, child, replies) = (pipe(), pipe(), pipe());
        let passed = [
            (memory.as_raw_fd(), MEMORY_FD),
            (server.0.as_raw_fd(), SERVER_FD),
            (child.0.as_raw_fd(), CHILD_FD),
            (replies.1.as_raw_fd(), REPLY_FD),
        ];
        let mut command = Command::new(program());
        command.env(MEMORY_VARIABLE, "1").stderr(Stdio::null());
        // SAFETY: only `dup2` is called between fork and exec.
        unsafe {
            command.pre_exec(move || {
                for (from, to) in passed {
                    if libc::dup2(from, to) < 0 {
                        return Err(std::io::Error::last_os_error());
                    }
                }
                Ok(())
            });
        }
        let process = command.spawn().expect("the program starts");
        let mut worker = Worker {
            shared,
            server: server.1.into(),
            child: child.1.into(),
            replies: replies.0.into(),
            process,
        };
        assert_eq!(worker.reply().tag, READY);
        worker
    }

    /// The shared memory.
    pub fn shared(&mut self) -> &mut Shared {
        // SAFETY: mapped for good; the program touches it only between a command and its reply.
        unsafe { &mut *self.shared }
    }

    pub fn fork(&mut self) {
        self.server.write_all(&[FORK]).expect("the server listens");
    }

    pub fn reply(&mut self) -> Reply {
        let mut bytes = [0; 8];
        self.replies.read_exact(&mut bytes).expect("a reply");
        let word =
            |at: usize| u32::from_ne_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        Reply {
            tag: word(0),
            status: word(4),
        }
    }

    /// Asks for a run.
    pub fn request(&mut self, thunk: u32, flags: u32, tape: &[(u64, u64)]) {
        let shared = self.shared();
        shared.header.thunk = thunk;
        shared.header.flags = flags;
        shared.header.path_limit = MAX_PATH as u32;
        shared.header.tape_len = tape.len() as u32;
        for (entry, &(key, value)) in shared.tape.iter_mut().zip(tape) {
            *entry = TapeEntry { key, value };
        }
        self.child.write_all(&[RUN]).expect("the pipe is open");
    }

    /// A run in the current child.
    pub fn run(&mut self, thunk: u32, flags: u32, tape: &[(u64, u64)]) {
        self.request(thunk, flags, tape);
        assert_eq!(
            self.reply(),
            Reply {
                tag: DONE,
                status: 0
            }
        );
    }

    /// Ends the child; returns its wait status.
    pub fn quit_child(&mut self) -> u32 {
        self.child.write_all(&[QUIT]).expect("the pipe is open");
        self.died()
    }

    /// The wait status of a child that has ended.
    pub fn died(&mut self) -> u32 {
        let reply = self.reply();
        assert_eq!(reply.tag, DIED);
        reply.status
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Killed because the server may be waiting for its child.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
