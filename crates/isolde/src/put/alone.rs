//! Stored inputs whose runs end the process. Each is run in a process of its own, so that it can neither end the other tests with it nor, by exiting
//! with code 0, make them look as if they had passed.

use super::Put;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The environment variable that makes a test run only the stored input in this line of its file.
const VARIABLE: &str = "ISOLDE_ALONE";
/// What the process prints if its input passed.
const PASSED: &str = "isolde: the input passed";
/// The longest time that the process may take.
const TIME: Duration = Duration::from_secs(10);

/// The line of the stored input that this process must run, if it was started for one.
pub(super) fn requested() -> Option<usize> {
    std::env::var(VARIABLE).ok()?.parse().ok()
}

/// Tells the process that started this one that the input passed.
#[expect(clippy::print_stdout, reason = "the parent process reads it")]
pub(super) fn passed() {
    println!("{PASSED}");
}

/// Runs the stored input in `line` in a process of its own. Returns how it failed, or `None` if it passed.
pub(super) fn failure(put: &Put, line: usize) -> Option<String> {
    let path = put.path();
    let (_, test) = path.split_once("::").unwrap_or(("", &path));
    let child = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args([
                test,
                "--exact",
                "--include-ignored",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(VARIABLE, line.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    });
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Some(format!("cannot be run in a process of its own: {error}")),
    };
    // The process prints little unless the test itself prints much, so its output is read while it runs.
    let output = child.stdout.take().map(drain);
    let errors = child.stderr.take().map(drain);
    let started = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if started.elapsed() < TIME => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let text = |thread: Option<std::thread::JoinHandle<Vec<u8>>>| {
        let bytes = thread.and_then(|thread| thread.join().ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    };
    let (output, errors) = (text(output), text(errors));
    let Some(status) = status else {
        return Some(format!("does not return within {} s", TIME.as_secs()));
    };
    if status.success() && output.contains(PASSED) {
        return None;
    }
    let panic = errors
        .split_once("fails for\n\n")
        .and_then(|(_, rest)| rest.split_once("\n\n"))
        .and_then(|(_, why)| why.lines().next());
    Some(match panic {
        Some(why) => why.to_owned(),
        None => format!("the process ends with {status}"),
    })
}

/// Reads everything from the stream, in a thread of its own.
fn drain(mut stream: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // An incomplete output is treated like an empty one.
        let _ = stream.read_to_end(&mut bytes);
        bytes
    })
}
