//! Small shell scripts as children. A named pipe that all their processes hold open shows whether any of them is left: reading from it ends when the
//! last of them has ended.

use super::*;
use std::ffi::CString;
use std::fs::File;
use std::io::{BufReader, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A child and a grandchild that would run for a long time. Both write a line to the pipe at `$PIPE`, and keep it open.
const FAMILY: &str =
    r#"exec 3>"$PIPE"; sh -c 'echo grandchild >&3; exec sleep 1000' & echo child >&3; wait"#;
/// Long enough for everything that does not hang. No test relies on this limit to pass.
const FOREVER: Duration = Duration::from_secs(120);
/// Where this test program finds the pipe when it is started as a parent.
const PIPE: &str = "ISOLDE_CARGO_TEST_PIPE";
/// Where it finds the script of its child.
const SCRIPT: &str = "ISOLDE_CARGO_TEST_SCRIPT";

/// The pipe that a script's processes hold open.
struct Witness {
    _folder: tempfile::TempDir,
    pipe: PathBuf,
    /// Also held open by us, so that the pipe does not end before we check who else holds it.
    held: File,
    bytes: Receiver<u8>,
}

impl Witness {
    fn new() -> Witness {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe");
        let name = CString::new(pipe.as_os_str().as_bytes()).expect("no zeros");
        // SAFETY: the name ends in a zero and lives during the call.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        // With both ends in one process, opening does not wait for another process.
        let both = File::options().read(true).write(true).open(&pipe);
        let reading = File::open(&pipe).expect("the pipe opens");
        let held = File::options().write(true).open(&pipe);
        drop(both.expect("the pipe opens"));
        let (sender, bytes) = mpsc::channel();
        thread::spawn(move || {
            for byte in BufReader::new(reading).bytes().map_while(Result::ok) {
                let _ = sender.send(byte);
            }
        });
        Witness {
            _folder: folder,
            pipe,
            held: held.expect("the pipe opens"),
            bytes,
        }
    }

    /// Waits until the family has begun.
    fn wait_for_family(&self) {
        let mut lines = 0;
        while lines < 2 {
            let byte = self.bytes.recv_timeout(FOREVER).expect("they begin");
            lines += usize::from(byte == b'\n');
        }
    }

    /// Asserts that no process of the script is left. Returns what they had written.
    fn assert_all_ended(self) -> String {
        drop(self.held);
        let mut written = Vec::new();
        loop {
            match self.bytes.recv_timeout(FOREVER) {
                Ok(byte) => written.push(byte),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("a process was left behind"),
            }
        }
        String::from_utf8(written).expect("they write text")
    }

    fn shell(&self, script: &str) -> Command {
        shell(script, &self.pipe)
    }
}

fn shell(script: &str, pipe: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("PIPE", pipe);
    command
}

fn run(script: &str) -> Output {
    let command = shell(script, Path::new(""));
    Job::new(command)
        .run(&Deadline::default())
        .expect("sh runs")
}

#[test]
fn output_and_end_are_reported() {
    let output = run("echo out; echo err >&2; exit 3");
    assert_eq!(output.end, End::Failed);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        (output.stdout.as_str(), output.stderr.as_str()),
        ("out\n", "err\n")
    );
    assert!(run("true").passed());
    assert_eq!(run("kill -9 $$").end, End::Failed);
}

#[test]
fn a_program_that_closes_its_outputs_is_still_awaited() {
    let output = run("exec >&- 2>&-; sleep 0.2; exit 4");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn a_programs_input_is_written_however_long_it_is() {
    let input = vec![b'x'; 1 << 20];
    let command = shell("cat", Path::new(""));
    let output = Job::new(command)
        .input(input.clone())
        .run(&Deadline::default())
        .expect("sh runs");
    assert_eq!(output.stdout.as_bytes(), input);
    // It does not matter if the program reads nothing.
    let command = shell("exit 0", Path::new(""));
    let output = Job::new(command).input(input).run(&Deadline::default());
    assert!(output.expect("sh runs").passed());
}

#[test]
fn lines_of_standard_error_are_seen_as_they_come() {
    let mut lines = Vec::new();
    let mut on_line = |line: &str| lines.push(line.to_owned());
    let command = shell("echo one >&2; printf 'two\r\nthree' >&2", Path::new(""));
    let output = Job::new(command)
        .on_error_line(&mut on_line)
        .run(&Deadline::default())
        .expect("sh runs");
    assert_eq!(lines, ["one", "two"]);
    assert_eq!(output.stderr, "one\ntwo\r\nthree");
}

#[test]
fn of_endless_output_only_the_beginning_is_kept() {
    let command = shell("yes; echo never", Path::new(""));
    let job = Job {
        most_output: 1000,
        ..Job::new(command)
    };
    let deadline = Deadline::default().within(Duration::from_millis(300));
    let output = job.run(&deadline).expect("sh runs");
    assert_eq!(output.end, End::TimedOut);
    assert_eq!(output.stdout, "y\n".repeat(500));
}

#[test]
fn a_missing_program_is_the_machines_fault_and_named() {
    let command = Command::new("/nowhere/cargo");
    let error = Job::rust(command)
        .run(&Deadline::default())
        .expect_err("there is none");
    assert_eq!(error.fault(), isolde_record::Fault::Machine);
    let text = error.to_string();
    assert!(text.starts_with("cannot run `/nowhere/cargo`: "), "{text}");
    assert!(text.ends_with("(https://rustup.rs)"), "{text}");
}

#[test]
fn an_interrupt_ends_a_program_and_its_children() {
    let witness = Witness::new();
    let deadline = Deadline::default();
    let error = thread::scope(|scope| {
        let command = witness.shell(FAMILY);
        let deadline = &deadline;
        let run = scope.spawn(move || Job::new(command).run(deadline));
        witness.wait_for_family();
        deadline
            .flag()
            .store(true, std::sync::atomic::Ordering::Relaxed);
        run.join().expect("no panic").expect_err("interrupted")
    });
    assert!(matches!(error, Error::Interrupted), "{error}");
    let again = Job::new(witness.shell("exit 0")).run(&deadline);
    assert!(matches!(again, Err(Error::Interrupted)));
    witness.assert_all_ended();
}

#[test]
fn time_ends_a_program_and_its_children() {
    let mut time = Duration::from_millis(200);
    loop {
        let witness = Witness::new();
        let command = witness.shell(FAMILY);
        let deadline = Deadline::default().within(time);
        let output = Job::new(command).run(&deadline).expect("sh runs");
        assert_eq!(output.end, End::TimedOut);
        // On a busy machine the family may not have begun within the time limit; then nothing was written.
        if witness.assert_all_ended().lines().count() == 2 {
            return;
        }
        time *= 2;
    }
}

#[test]
fn processes_that_a_program_leaves_behind_end_with_it() {
    let witness = Witness::new();
    let command = witness.shell(r#"exec 3>"$PIPE"; sleep 1000 & exit 0"#);
    let output = Job::new(command)
        .run(&Deadline::default())
        .expect("sh runs");
    assert!(output.passed());
    witness.assert_all_ended();
}

#[test]
fn a_panic_of_a_listener_ends_the_program() {
    let witness = Witness::new();
    let script = FAMILY.replace("echo child", "echo line >&2; echo child");
    let command = witness.shell(&script);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut on_line = |_: &str| panic!("as it should");
        Job::new(command)
            .on_error_line(&mut on_line)
            .run(&Deadline::default())
    }));
    assert!(result.is_err());
    witness.assert_all_ended();
}

/// This program, started again so that it only runs [`a_parent`].
fn parent(witness: &Witness, script: &str) -> std::process::Child {
    Command::new(std::env::current_exe().expect("the system knows this program"))
        .args(["--exact", "process::tests::a_parent", "--ignored"])
        .env(PIPE, &witness.pipe)
        .env(SCRIPT, script)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

#[test]
#[ignore = "this is the parent in other tests, which start it"]
fn a_parent() {
    if let (Some(pipe), Ok(script)) = (std::env::var_os(PIPE), std::env::var(SCRIPT)) {
        // Tests that a shell starts in the background inherit ignored interrupts.
        // SAFETY: plain system calls; these are the system's own reactions.
        unsafe {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::signal(libc::SIGTERM, libc::SIG_DFL);
        }
        let _ = Job::new(shell(&script, Path::new(&pipe))).run(&Deadline::default());
    }
}

#[test]
fn nothing_survives_a_parent_that_is_killed() {
    for signal in [libc::SIGKILL, libc::SIGTERM, libc::SIGINT] {
        let witness = Witness::new();
        let mut parent = parent(&witness, FAMILY);
        witness.wait_for_family();
        let id = libc::pid_t::try_from(parent.id()).expect("an id");
        // SAFETY: a plain system call; the parent was not collected, so the id is its own.
        assert_eq!(unsafe { libc::kill(id, signal) }, 0);
        parent.wait().expect("it ends");
        witness.assert_all_ended();
    }
}

/// The parent may be killed before it does anything else after it has started the child.
#[test]
fn nothing_survives_a_parent_that_its_child_kills_at_once() {
    let script = r#"exec 3>"$PIPE"; sleep 1000 & kill -9 $PPID; wait"#;
    for _ in 0..20 {
        let witness = Witness::new();
        parent(&witness, script).wait().expect("it ends");
        witness.assert_all_ended();
    }
}
