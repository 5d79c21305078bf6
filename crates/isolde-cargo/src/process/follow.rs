//! A running child: its output is read, its end is awaited, and its process group is killed when it is no longer followed.

use super::keeper::Place;
use super::{End, Output};
use isolde_record::Deadline;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Maximum time until an interrupt is noticed, or until the end of a child is noticed while another process holds its output open.
const POLL: Duration = Duration::from_millis(50);
/// First pause while a child that has closed its outputs is about to end; pauses double up to [`POLL`].
const FIRST_PAUSE: Duration = Duration::from_micros(100);
const CHUNK: usize = 64 << 10;

/// A child that has not been waited for yet, so that its id still belongs to it and its group.
pub(super) struct Running {
    child: Child,
    /// Where the keeper finds its group; `None` once the group was killed and the child is waited for.
    place: Option<Place>,
    stdin: Option<(File, Vec<u8>)>,
    stdout: Stream,
    stderr: Stream,
}

/// Why a child is no longer followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    /// The child ended.
    ToItsEnd,
    /// Its time was up.
    UntilTheDeadline,
    /// The user wants to stop.
    UntilInterrupted,
}

impl Running {
    pub(super) fn new(
        mut child: Child,
        place: Place,
        input: Vec<u8>,
        most_output: usize,
    ) -> Running {
        let stdin = child.stdin.take();
        Running {
            stdin: stdin.map(|pipe| (unblocked(pipe.into()), input)),
            stdout: Stream::new(child.stdout.take().map(OwnedFd::from), most_output),
            stderr: Stream::new(child.stderr.take().map(OwnedFd::from), most_output),
            child,
            place: Some(place),
        }
    }

    /// Reads what the child writes until it ends, its time is up, or the user wants to stop.
    pub(super) fn follow(
        &mut self,
        deadline: &Deadline,
        mut on_error_line: Option<&mut dyn FnMut(&str)>,
    ) -> io::Result<Followed> {
        let mut pause = FIRST_PAUSE;
        loop {
            let is_silent = self.stdout.is_closed() && self.stderr.is_closed();
            let timeout = if is_silent { pause } else { POLL };
            let is_idle = self.wait(timeout.min(deadline.left()))? == 0;
            self.write_input();
            self.stdout.read();
            self.stderr.read();
            if let Some(on_error_line) = &mut on_error_line {
                self.stderr.new_lines(on_error_line);
            }
            if deadline.is_cancelled() {
                return Ok(Followed::UntilInterrupted);
            }
            if (is_idle || is_silent) && has_ended(&self.child) {
                return Ok(Followed::ToItsEnd);
            }
            if deadline.is_over() {
                return Ok(Followed::UntilTheDeadline);
            }
            if is_silent {
                pause = (pause * 2).min(POLL);
            }
        }
    }

    /// Waits until a pipe can be read or written, at most for `timeout`. Returns the number of such pipes.
    fn wait(&self, timeout: Duration) -> io::Result<usize> {
        let mut pipes: Vec<libc::pollfd> = Vec::with_capacity(3);
        let mut add = |pipe: Option<&File>, events| {
            pipes.extend(pipe.map(|pipe| libc::pollfd {
                fd: pipe.as_raw_fd(),
                events,
                revents: 0,
            }));
        };
        add(self.stdin.as_ref().map(|(pipe, _)| pipe), libc::POLLOUT);
        add(self.stdout.pipe.as_ref(), libc::POLLIN);
        add(self.stderr.pipe.as_ref(), libc::POLLIN);
        let timeout = libc::timespec {
            tv_sec: timeout.as_secs() as libc::time_t,
            tv_nsec: timeout.subsec_nanos().into(),
        };
        // SAFETY: the array and the time live during the call; no signal mask is given.
        let ready = unsafe {
            libc::ppoll(
                pipes.as_mut_ptr(),
                pipes.len() as libc::nfds_t,
                &raw const timeout,
                std::ptr::null(),
            )
        };
        match usize::try_from(ready) {
            Ok(ready) => Ok(ready),
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => Ok(1),
                error => Err(error),
            },
        }
    }

    /// Writes as much of the input as the pipe takes. Closes the pipe after the last byte, or if nobody reads it any more.
    fn write_input(&mut self) {
        while let Some((pipe, left)) = &mut self.stdin {
            match pipe.write(left) {
                Ok(count) if count > 0 && count < left.len() => drop(left.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => self.stdin = None,
            }
        }
    }

    /// Kills the child's group, reads what was written until then, and waits for the child. Returns its output; `None` if the user wants to stop.
    pub(super) fn end(&mut self, followed: Followed) -> io::Result<Option<Output>> {
        let status = self.collect()?;
        if followed == Followed::UntilInterrupted {
            return Ok(None);
        }
        self.stdout.read();
        self.stderr.read();
        Ok(Some(Output {
            end: match followed {
                Followed::ToItsEnd if status.success() => End::Passed,
                Followed::ToItsEnd => End::Failed,
                _ => End::TimedOut,
            },
            status,
            stdout: self.stdout.take(),
            stderr: self.stderr.take(),
        }))
    }

    fn collect(&mut self) -> io::Result<ExitStatus> {
        if let Ok(group) = libc::pid_t::try_from(self.child.id()) {
            // SAFETY: a plain system call. The child leads its group and was not waited for yet, so the id still belongs to it.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        self.place = None;
        self.child.wait()
    }
}

impl Drop for Running {
    /// Even if a callback panics, no process is left running.
    fn drop(&mut self) {
        if self.place.is_some() {
            let _ = self.collect();
        }
    }
}

/// Whether the child has ended. It is not waited for, so that its id stays valid.
fn has_ended(child: &Child) -> bool {
    // SAFETY: all zeros are a valid value of this plain C structure, which the call fills in.
    unsafe {
        let mut information: libc::siginfo_t = std::mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, child.id(), &raw mut information, flags) == 0
            && information.si_pid() != 0
    }
}

/// One of the child's outputs.
struct Stream {
    /// `None` once it is closed.
    pipe: Option<File>,
    text: Vec<u8>,
    /// Maximum number of bytes to keep.
    most: usize,
    /// Start of the line that was not passed on yet.
    line: usize,
}

impl Stream {
    fn new(pipe: Option<OwnedFd>, most: usize) -> Stream {
        Stream {
            pipe: pipe.map(unblocked),
            text: Vec::new(),
            most,
            line: 0,
        }
    }

    fn is_closed(&self) -> bool {
        self.pipe.is_none()
    }

    /// Reads what is available, but at most one full pipe: a child that never stops writing must not prevent the deadline from being checked.
    fn read(&mut self) {
        let mut chunk = [0; CHUNK];
        for _ in 0..16 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut chunk) {
                Ok(count) if count > 0 => {
                    let room = self.most - self.text.len();
                    self.text.extend_from_slice(&chunk[..count.min(room)]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => self.pipe = None,
            }
        }
    }

    /// Passes on lines that have become complete, without their line ends.
    fn new_lines(&mut self, on_line: &mut dyn FnMut(&str)) {
        while let Some(length) = self.text[self.line..]
            .iter()
            .position(|&byte| byte == b'\n')
        {
            let line = &self.text[self.line..self.line + length];
            on_line(String::from_utf8_lossy(line).trim_end());
            self.line += length + 1;
        }
    }

    fn take(&mut self) -> String {
        let bytes = std::mem::take(&mut self.text);
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}

/// Our end of a pipe, set so that reading and writing never block. The child's end is not changed.
fn unblocked(pipe: OwnedFd) -> File {
    // SAFETY: sets a flag of a descriptor that is open.
    unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
    File::from(pipe)
}
