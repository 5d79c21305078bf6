//! Builds fixture programs and plays the role of the worker.

pub mod evaluate;
pub mod values;

use isolde_abi::protocol::{
    CHILD_FD, DIED, DONE, FORK, MEMORY_FD, MEMORY_VARIABLE, READY, REPLY_FD, RUN, Reply, SERVER_FD,
};
use isolde_abi::shared::{MAX_PATH, Node, PathEntry, SHARED_SIZE, Shared, TapeEntry};
use isolde_instrument::{
    Kind, Llvm, Options, Order, ProgramMap, Statistics, instrument, instrument_explored,
};
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

fn checked(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn rustc() -> Command {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2024"]);
    command
}

fn scratch() -> &'static Path {
    static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());
    FOLDER.path()
}

/// The loaded libLLVM of the toolchain.
pub fn llvm() -> &'static Llvm {
    static LLVM: LazyLock<Llvm> = LazyLock::new(|| {
        let sysroot = checked(rustc().args(["--print", "sysroot"]));
        Llvm::load(&isolde_llvm::find(Path::new(sysroot.trim())).unwrap()).unwrap()
    });
    &LLVM
}

/// Folder of the fixtures' sources.
pub fn source_root() -> PathBuf {
    crate_folder().join("testdata")
}

/// Whole-program bitcode of `testdata/subject.rs`.
pub fn bitcode() -> &'static Path {
    static BITCODE: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = scratch().join("bitcode");
        std::fs::create_dir_all(&folder).unwrap();
        let flags = "-Copt-level=0 -Clto=fat -Ccodegen-units=1 -Cdebuginfo=line-tables-only -Coverflow-checks=on \
                     -Csymbol-mangling-version=v0 -Cno-prepopulate-passes -Csave-temps -Clinker-plugin-lto -Clinker=true --crate-name subject";
        checked(
            rustc()
                .args(flags.split_whitespace())
                .arg("-o")
                .arg(folder.join("subject"))
                .arg(source_root().join("subject.rs")),
        );
        let mut files = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        files
            .find(|path| {
                path.to_str()
                    .unwrap()
                    .ends_with(".lto.after-restriction.bc")
            })
            .expect("rustc leaves the module")
    });
    &BITCODE
}

/// The runtime as a static library.
fn runtime() -> &'static Path {
    static RUNTIME: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = scratch().join("runtime");
        std::fs::create_dir_all(&folder).unwrap();
        let (abi, library) = (
            folder.join("libisolde_abi.rlib"),
            folder.join("libisolde_runtime.a"),
        );
        let sources = crate_folder().parent().unwrap();
        let abi_flags = "--crate-type rlib --crate-name isolde_abi -O -o";
        checked(
            rustc()
                .args(abi_flags.split(' '))
                .arg(&abi)
                .arg(sources.join("isolde-abi/src/lib.rs")),
        );
        let flags =
            "--crate-type staticlib --crate-name isolde_runtime -O -Cpanic=abort -Clto=fat -o";
        let with_abi = format!("isolde_abi={}", abi.display());
        let root = sources.join("isolde-runtime/src/staticlib.rs");
        checked(
            rustc()
                .args(flags.split(' '))
                .arg(&library)
                .args(["--extern", &with_abi])
                .arg(root),
        );
        library
    });
    &RUNTIME
}

/// A program that can be started.
pub struct Program {
    pub path: PathBuf,
    pub map: ProgramMap,
    pub statistics: Statistics,
}

/// Options for the fixture.
pub fn options(kind: Kind) -> Options {
    let mut options = Options::new(kind);
    options.crates_under_test = vec!["subject".into()];
    options.source_roots = vec![source_root()];
    options
}

fn paths(name: &str) -> (PathBuf, PathBuf) {
    (scratch().join(format!("{name}.o")), scratch().join(name))
}

fn link(object: &Path, program: &Path) {
    let libraries = ["-lgcc_s", "-lpthread", "-ldl", "-lm"];
    checked(
        Command::new("cc")
            .arg(object)
            .arg(runtime())
            .args(libraries)
            .arg("-o")
            .arg(program),
    );
}

/// Instruments and links the fixture.
pub fn build(name: &str, options: &Options) -> Program {
    let (object, path) = paths(name);
    let (map, statistics) = instrument(llvm(), bitcode(), &object, options).unwrap();
    link(&object, &path);
    Program {
        path,
        map,
        statistics,
    }
}

/// Makes the coverage and the symbolic program of the fixture in one go.
pub fn build_explored(order: Order) -> [Program; 2] {
    let [coverage, symbolic] =
        ["coverage", "symbolic"].map(|kind| paths(&format!("{kind}_{order:?}")));
    let explored = instrument_explored(
        llvm(),
        bitcode(),
        (&coverage.0, &options(Kind::Coverage)),
        (&symbolic.0, &options(Kind::Symbolic)),
        order,
    )
    .unwrap();
    [(coverage, explored.coverage), (symbolic, explored.symbolic)].map(
        |((object, path), statistics)| {
            link(&object, &path);
            Program {
                path,
                map: explored.map.clone(),
                statistics,
            }
        },
    )
}

/// What a run left behind.
pub struct Answer {
    pub outcome: u32,
    pub text: String,
    pub nodes: Vec<Node>,
    pub path: Vec<PathEntry>,
    pub lost: Vec<u32>,
    pub covered: Vec<u32>,
    pub full: bool,
}

/// A worker and its program.
pub struct Worker {
    shared: *mut Shared,
    server: File,
    child: File,
    replies: File,
    process: Child,
}

fn pipe() -> (OwnedFd, OwnedFd) {
    let mut ends = [0; 2];
    // SAFETY: two descriptors are written; on success they are ours.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))
    }
}

impl Worker {
    /// Starts the program and forks its first child.
    pub fn start(program: &Path) -> Worker {
        // SAFETY: a new file and a new mapping of its whole size.
        let (memory, shared) = unsafe {
            let memory =
                OwnedFd::from_raw_fd(libc::memfd_create(c"isolde".as_ptr(), libc::MFD_CLOEXEC));
            assert_eq!(libc::ftruncate(memory.as_raw_fd(), SHARED_SIZE as i64), 0);
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let address = libc::mmap(
                std::ptr::null_mut(),
                SHARED_SIZE,
                protection,
                libc::MAP_SHARED,
                memory.as_raw_fd(),
                0,
            );
            assert_ne!(address, libc::MAP_FAILED);
            (memory, address.cast::<Shared>())
        };
        let (server, child, replies) = (pipe(), pipe(), pipe());
        let passed = [
            (memory.as_raw_fd(), MEMORY_FD),
            (server.0.as_raw_fd(), SERVER_FD),
            (child.0.as_raw_fd(), CHILD_FD),
            (replies.1.as_raw_fd(), REPLY_FD),
        ];
        let mut command = Command::new(program);
        command.env(MEMORY_VARIABLE, "1").stderr(Stdio::inherit());
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
        let process = command.spawn().unwrap();
        let (server, child, replies) = (server.1.into(), child.1.into(), replies.0.into());
        let mut worker = Worker {
            shared,
            server,
            child,
            replies,
            process,
        };
        assert_eq!(worker.reply().tag, READY);
        worker.server.write_all(&[FORK]).unwrap();
        worker
    }

    fn reply(&mut self) -> Reply {
        let mut bytes = [0; 8];
        self.replies.read_exact(&mut bytes).unwrap();
        let word = |at: usize| u32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap());
        Reply {
            tag: word(0),
            status: word(4),
        }
    }

    /// The shared memory.
    pub fn shared(&mut self) -> &mut Shared {
        // SAFETY: mapped for good; the program touches it only between a command and its reply.
        unsafe { &mut *self.shared }
    }

    /// Runs a thunk with these values for the choices with keys 1, 2, …; a child that dies is replaced.
    pub fn run(&mut self, thunk: u32, flags: u32, values: &[u64]) -> Answer {
        let shared = self.shared();
        shared.header.thunk = thunk;
        shared.header.flags = flags;
        shared.header.seed = 0;
        shared.header.path_limit = MAX_PATH as u32;
        shared.header.tape_len = values.len() as u32;
        for (index, (slot, &value)) in shared.tape.iter_mut().zip(values).enumerate() {
            *slot = TapeEntry {
                key: index as u64 + 1,
                value,
            };
        }
        shared.coverage.0.fill(0);
        self.child.write_all(&[RUN]).unwrap();
        let reply = self.reply();
        if reply.tag == DIED {
            self.server.write_all(&[FORK]).unwrap();
            panic!("thunk {thunk} on {values:?} died of {:#x}", reply.status);
        }
        assert_eq!(reply.tag, DONE);
        let shared = self.shared();
        let header = shared.header;
        let points = shared
            .coverage
            .0
            .iter()
            .enumerate()
            .filter(|(_, passed)| **passed != 0);
        Answer {
            outcome: header.outcome,
            text: String::from_utf8_lossy(&shared.text[..header.text as usize]).into_owned(),
            nodes: shared.nodes[..header.nodes as usize].to_vec(),
            path: shared.path[..header.path as usize].to_vec(),
            lost: header.lost.to_vec(),
            covered: points.map(|(index, _)| index as u32).collect(),
            full: header.full != 0,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
