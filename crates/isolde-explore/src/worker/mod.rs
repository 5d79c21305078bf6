//! Workers: one instrumented program each, run over and over.
//!
//! A worker starts its program, asks it for one run at a time through shared memory and pipes (see `isolde_abi::protocol`), and reports how each run
//! ended: nothing that code under test does is an error here. A child serves many runs, until one kills it or [`WorkerOptions`] asks for another.

mod descriptors;
mod memory;
mod observe;
mod options;
mod process;
mod processor;
mod run;
mod scratch;
mod status;
mod wait;

use crate::error::{ExploreError, system};
use crate::memory::REPORTED;
use isolde_abi::protocol::{DIED, DONE, FORK, NO_CHILD, PHASE_CALL, QUIT, READY, RUN, Reply};
use isolde_abi::shared::{Comparison, HASHES, LOSSES};
use isolde_record::Outcome;
use isolde_solver::Trace;
use memory::Memory;
pub use options::WorkerOptions;
use process::{End, Process};
pub use run::{Request, RunResult};
use scratch::Scratch;
use std::time::Duration;
use wait::{Event, Limit, Verdict};

/// The exit code of a program that the dynamic linker cannot load.
const NOT_LOADED: i32 = 127;

/// Number of runs and processes, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerStatistics {
    /// Runs.
    pub runs: u64,
    /// Children forked.
    pub forks: u64,
    /// Starts of the program.
    pub starts: u64,
    /// Runs after which files had to be removed from the scratch folder.
    pub littered: u64,
}

/// A program, and everything needed to run it.
pub struct Worker {
    options: WorkerOptions,
    memory: Memory,
    scratch: Scratch,
    process: Option<Process>,
    /// Whether a child waits for requests.
    child: bool,
    /// Runs that the child has served.
    served: u32,
    /// Whether hash tables in the child have true hashes ([`HASHES`]).
    hashes: bool,
    stderr: Vec<u8>,
    statistics: WorkerStatistics,
}

impl Worker {
    /// Starts a program.
    ///
    /// # Errors
    /// The machine refuses something that is needed, or the program is not an instrumented one.
    pub fn start(mut options: WorkerOptions) -> Result<Worker, ExploreError> {
        // The program is started in another folder, so the paths must be absolute.
        for path in [&mut options.program, &mut options.scratch] {
            *path = system("make a path absolute", std::path::absolute(&*path))?;
        }
        let mut worker = Worker {
            memory: Memory::new()?,
            scratch: Scratch::open(&options.scratch)?,
            process: None,
            child: false,
            served: 0,
            hashes: false,
            stderr: Vec::new(),
            statistics: WorkerStatistics::default(),
            options,
        };
        worker.restart()?;
        Ok(worker)
    }

    /// Ends the program and starts it again, so that nothing of earlier runs is left.
    ///
    /// # Errors
    /// As for [`Worker::start`].
    pub fn restart(&mut self) -> Result<(), ExploreError> {
        self.process = None;
        self.child = false;
        self.stderr.clear();
        self.memory.clear_child();
        let process = Process::start(&self.options, &self.memory)?;
        self.process = Some(process);
        self.statistics.starts += 1;
        // Under heavy load a start may take long; a program that is not an instrumented one exits at once.
        match self.wait(Duration::from_secs(20), None)? {
            Event::Reply(Reply { tag: READY, .. }) => {
                // The coverage of code that ran before `main` belongs to no run.
                self.memory.take_coverage(self.memory.header().coverage);
                Ok(())
            }
            Event::Closed => Err(self.protocol("ended before it was ready")),
            Event::TimedOut => Err(self.protocol("did not become ready in time")),
            Event::Reply(_) => Err(self.protocol("started with a wrong reply")),
        }
    }

    /// Coverage points of the program.
    pub fn coverage_points(&self) -> u32 {
        self.memory.header().coverage
    }

    /// The counts so far.
    pub fn statistics(&self) -> WorkerStatistics {
        self.statistics
    }

    /// Replaces the child before the next run, so that it begins without traces of earlier runs (in statics, thread-locals, the heap).
    ///
    /// # Errors
    /// The program does not follow the protocol.
    pub fn retire(&mut self) -> Result<(), ExploreError> {
        if !std::mem::take(&mut self.child) {
            return Ok(());
        }
        let sent = self.live().request(&[QUIT]);
        let event = if sent.is_ok() {
            self.wait(self.options.run_limit, None)?
        } else {
            Event::Closed
        };
        match event {
            Event::Reply(Reply { tag: DIED, .. }) => self.memory.clear_child(),
            // The child hangs in a destructor of a static, or is gone, so the program is started again instead.
            _ => self.restart()?,
        }
        Ok(())
    }

    /// Runs a thunk.
    ///
    /// # Errors
    /// Only if the machine or the program fails; whatever the code under test does is an outcome.
    pub fn run(&mut self, request: &Request) -> Result<RunResult, ExploreError> {
        let hashes = request.flags & HASHES != 0;
        if self.child
            && (self.options.fresh
                || self.served >= self.options.retire_after
                || self.hashes != hashes)
        {
            self.retire()?;
        }
        self.hashes = hashes;
        self.stderr.clear();
        let entries = request.tape.0.iter().map(|(&key, &value)| (key, value));
        self.memory.request(
            request.thunk,
            request.flags,
            request.seed,
            request.path_limit,
            entries,
        );
        self.memory.choose_mutant(request.mutant);
        let limit = self.options.run_limit;
        let event = self.exchange(request.limit.map_or(limit, |shorter| shorter.min(limit)))?;
        self.statistics.runs += 1;
        self.served += 1;
        let result = self.result(event)?;
        if self.scratch.clean()? {
            self.statistics.littered += 1;
        }
        Ok(result)
    }

    /// Sends the request and waits at most `limit` for the run to end.
    fn exchange(&mut self, limit: Duration) -> Result<Event, ExploreError> {
        let forked = !self.child;
        // With a new child per run, both commands are sent at once.
        let last = self.options.fresh;
        let words: &[u8] = if last { &[RUN, QUIT] } else { &[RUN] };
        let process = self.live();
        let sent = process.request(words).and_then(|()| {
            if forked {
                process.command(&[FORK])
            } else {
                Ok(())
            }
        });
        if sent.is_err() {
            return Err(self.protocol("closed its pipes"));
        }
        if forked {
            self.statistics.forks += 1;
            self.served = 0;
        }
        self.child = true;
        let server = forked.then(|| self.live().server());
        let event = self.wait(limit, server)?;
        if last && matches!(event, Event::Reply(Reply { tag: DONE, .. })) {
            self.child = false;
            match self.wait(self.options.run_limit, None)? {
                Event::Reply(Reply { tag: DIED, .. }) => {}
                _ => self.restart()?,
            }
        }
        Ok(event)
    }

    fn result(&mut self, event: Event) -> Result<RunResult, ExploreError> {
        // The header is read before anything else touches the memory.
        let header = self.memory.header();
        let text = self.memory.text(&header);
        let passed = self.memory.take_coverage(header.coverage);
        let choices = self.memory.choices(&header);
        let timed_out = matches!(event, Event::TimedOut);
        let death = match event {
            Event::Reply(Reply { tag: DONE, .. }) => None,
            // The server could not fork: the machine is out of processes or memory.
            Event::Reply(Reply {
                tag: DIED,
                status: NO_CHILD,
            }) => {
                self.buried(0);
                let source = std::io::Error::from(std::io::ErrorKind::OutOfMemory);
                return Err(ExploreError::System {
                    what: "fork a child of the program",
                    source,
                });
            }
            Event::Reply(Reply { tag: DIED, status }) => Some(self.buried(status as i32)),
            Event::TimedOut => {
                self.kill()?;
                Some(Outcome::TimedOut)
            }
            Event::Reply(_) => return Err(self.protocol("sent a wrong reply")),
            Event::Closed => {
                // The code under test killed the server, which only an unconfined program can do.
                self.restart()?;
                let signal = libc::SIGKILL;
                Some(Outcome::Signalled { signal })
            }
        };
        let report = matches!(death, Some(Outcome::Exited { code: REPORTED }))
            .then(|| String::from_utf8_lossy(&self.stderr).into_owned())
            .filter(|_| self.options.checked);
        let outcome = match death {
            None => status::outcome_of_report(header.outcome, &text)
                .ok_or_else(|| self.protocol("reported an unknown outcome"))?,
            Some(outcome) if header.phase == PHASE_CALL => outcome,
            // The child died while arguments were built or the result was examined, which is not behaviour of the function.
            Some(_) => Outcome::Discarded,
        };
        Ok(RunResult {
            outcome,
            choices,
            coverage: passed.all,
            called: passed.called,
            shape: u64::from(header.shape as u32),
            state: (header.shape >> 32) as u32,
            text,
            phase: header.phase,
            full: header.full != 0,
            crowded: header.crowded != 0,
            report,
            timed_out,
        })
    }

    /// The outcome of a run whose child has died by itself.
    fn buried(&mut self, status: i32) -> Outcome {
        self.child = false;
        self.memory.clear_child();
        let mut stderr = std::mem::take(&mut self.stderr);
        let process = self.live();
        process.take_back_requests();
        process.drain_stderr(&mut stderr);
        let outcome = status::outcome_of_death(status, &String::from_utf8_lossy(&stderr));
        self.stderr = stderr;
        outcome
    }

    /// Kills the child and waits until it is gone.
    fn kill(&mut self) -> Result<(), ExploreError> {
        let child = self.memory.header().child;
        if child != 0 && self.live().kill_child(child) {
            // Replies may still be in the pipe, since the run may have ended just now.
            loop {
                match self.wait(Duration::from_secs(5), None)? {
                    Event::Reply(Reply { tag: DONE, .. }) => {}
                    Event::Reply(Reply { tag: DIED, status }) => {
                        self.buried(status as i32);
                        return Ok(());
                    }
                    _ => break,
                }
            }
        }
        self.restart()
    }

    /// The trace of the last run, if a symbolic program made it with [`TRACE`](isolde_abi::shared::TRACE); otherwise it has no path conditions.
    pub fn trace(&self) -> Trace {
        self.memory.trace()
    }

    /// Comparisons of parts of the input in the last run that path conditions may not express.
    pub fn comparisons(&self) -> Vec<Comparison> {
        self.memory.comparisons()
    }

    /// Processor time that the child has used so far: unlike wall time, it does not depend on what else the machine does. Zero without a child.
    pub fn processor_time(&self) -> Duration {
        if self.child {
            processor::time_of(self.memory.header().child)
        } else {
            Duration::ZERO
        }
    }

    /// How often the last run dropped symbolic data, by `isolde_abi::symbol::Loss`.
    pub fn lost(&self) -> [u32; LOSSES] {
        self.memory.header().lost
    }

    fn live(&mut self) -> &mut Process {
        self.process
            .as_mut()
            .expect("a worker has a process from `restart` on")
    }

    fn wait(&mut self, limit: Duration, forking: Option<u32>) -> Result<Event, ExploreError> {
        let memory = &self.memory;
        let process = self
            .process
            .as_mut()
            .expect("a worker has a process from `restart` on");
        let cancelled = &self.options.cancelled;
        let child = || memory.header().child;
        let limit = Limit {
            time: limit,
            memory: self.options.checked.then_some(self.options.memory_limit),
        };
        match wait::wait(process, limit, forking, cancelled, &mut self.stderr, child) {
            Verdict::Event(event) => Ok(event),
            Verdict::Cancelled => Err(ExploreError::Cancelled),
            Verdict::Failed(source) => Err(ExploreError::System {
                what: "wait for a program",
                source,
            }),
        }
    }

    /// The error of a program that broke the protocol; a different error if it was killed from outside or could not be loaded.
    fn protocol(&mut self, what: &'static str) -> ExploreError {
        let end = self.live().end();
        let mut stderr = std::mem::take(&mut self.stderr);
        self.live().drain_stderr(&mut stderr);
        let stderr = String::from_utf8_lossy(&stderr).into_owned();
        let program = self.options.program.clone();
        match end {
            Some(End::Signal(signal)) if process::FROM_OUTSIDE.contains(&signal) => {
                ExploreError::Killed { program, signal }
            }
            Some(End::Code(NOT_LOADED)) => ExploreError::Load { program, stderr },
            _ => ExploreError::Protocol {
                program,
                what,
                stderr,
            },
        }
    }
}
