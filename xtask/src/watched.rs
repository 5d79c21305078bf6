//! Runs of the tool, observed from outside: how long its phases take and the peak memory of its processes. This works with any version of
//! the tool.

use crate::tool;
use anyhow::{Context, Result};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often memory is measured.
const PERIOD: Duration = Duration::from_millis(50);
/// The usual longest time of a run after building, as a multiple of its time limit.
const PATIENCE: u32 = 6;
/// The beginning of the line that the tool prints when everything is built.
const EXPLORING: &str = "exploring";
/// The names of the programs that workers run.
const PROGRAMS: [&str; 3] = ["coverage", "plain", "symbolic"];

/// The cost of a run of the tool.
#[derive(Debug)]
pub struct Watched {
    /// The record that it printed; `None` if it had to be ended.
    pub record: Option<Value>,
    /// Time until everything was built.
    pub building: Duration,
    /// Time from the end of building to the end of the run.
    pub afterwards: Duration,
    /// The peak memory of the tool itself.
    pub tool: Memory,
    /// The greatest peak memory of any process of a worker's program.
    pub program: Memory,
}

/// An amount of memory, in KiB as the kernel reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory(u64);

impl Memory {
    /// So many KiB.
    pub fn of_kibibytes(kibibytes: u64) -> Memory {
        Memory(kibibytes)
    }

    /// In KiB.
    pub fn kibibytes(self) -> u64 {
        self.0
    }

    /// In MiB.
    pub fn mebibytes(self) -> f64 {
        self.0 as f64 / 1024.0
    }
}

/// How a run is started.
pub struct Start<'a> {
    /// The tool.
    pub tool: &'a Path,
    /// The package. Tests from an earlier run are removed from it.
    pub package: &'a Path,
    /// The time limit in seconds.
    pub time: u32,
    /// Other arguments.
    pub more: &'a [&'a str],
    /// The longest time after building; then the run is ended.
    pub patience: Duration,
}

impl<'a> Start<'a> {
    /// A run with a fixed seed, ended after six times its time limit.
    pub fn of(tool: &'a Path, package: &'a Path, time: u32) -> Start<'a> {
        Start {
            tool,
            package,
            time,
            more: &["--seed", "1"],
            patience: Duration::from_secs(u64::from(time * PATIENCE)),
        }
    }
}

/// Runs `generate` with `--json` and watches it.
///
/// # Errors
/// If the tool exits with a code other than 0 and 2, or prints no record.
pub fn generate(start: &Start) -> Result<Watched> {
    // Tests from an earlier run do not belong to the package.
    let _ = std::fs::remove_dir_all(start.package.join("tests/isolde"));
    let mut command = tool::free(Command::new(start.tool));
    let time = format!("{}s", start.time);
    command.args(["isolde", "generate", "--json", "--time", &time]);
    command.arg("--manifest-path");
    command.arg(start.package.join("Cargo.toml"));
    command.args(start.more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let began = Instant::now();
    let mut child = command.spawn().context("the tool does not start")?;
    watch(&mut child, began, start.patience)
}

fn watch(child: &mut Child, began: Instant, patience: Duration) -> Result<Watched> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = (stdout.context("piped")?, stderr.context("piped")?);
    let id = child.id();
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let output = scope.spawn(|| {
            let mut text = String::new();
            BufReader::new(stdout)
                .read_to_string(&mut text)
                .map(|_| text)
        });
        let built = scope.spawn(|| {
            let (mut built, mut said) = (None, String::new());
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if built.is_none() && line.starts_with(EXPLORING) {
                    built = Some(began.elapsed());
                    let (ended, patience) = (&ended, patience);
                    scope.spawn(move || end_after(id, patience, ended));
                }
                said += &line;
                said.push('\n');
            }
            (built, said)
        });
        let memory = scope.spawn(|| peaks(id, &ended));
        let status = child.wait();
        let total = began.elapsed();
        ended.store(true, Ordering::Relaxed);
        let [tool, program] = memory.join().expect("this thread does not panic");
        let (built, said) = built.join().expect("this thread does not panic");
        let output = output.join().expect("this thread does not panic")?;
        let status = status?;
        // If `end_after` ended it, there is no exit code, or the code of an interruption.
        let was_ended = status.code().is_none_or(|code| code == 130);
        let is_fine = was_ended || matches!(status.code(), Some(0 | 2));
        anyhow::ensure!(is_fine, "generate ended with {status}:\n{said}");
        let record = match was_ended {
            true => None,
            false => {
                Some(serde_json::from_str(&output).context("the tool did not print a record")?)
            }
        };
        let building = built.context("the tool did not print that it explores")?;
        Ok(Watched {
            record,
            building,
            afterwards: total.saturating_sub(building),
            tool,
            program,
        })
    })
}

/// The peak memory of the tool (its process) and of a program that it runs, until the tool has ended.
pub fn peaks(tool: u32, ended: &AtomicBool) -> [Memory; 2] {
    let mut most = [Memory::default(); 2];
    while !ended.load(Ordering::Relaxed) {
        look(tool, true, &mut most);
        std::thread::sleep(PERIOD);
    }
    most
}

/// Ends a run (its process) that takes longer than `patience`, first by an interruption, then by force.
pub fn end_after(process: u32, patience: Duration, ended: &AtomicBool) {
    for (signal, patience) in [("-INT", patience), ("-KILL", Duration::from_secs(20))] {
        let began = Instant::now();
        while began.elapsed() < patience {
            if ended.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(PERIOD);
        }
        let _ = Command::new("kill")
            .args([signal, &process.to_string()])
            .status();
    }
}

/// Measures the memory of the tool (`most[0]`) and of the programs that it runs (`most[1]`), and keeps the largest values.
fn look(process: u32, is_tool: bool, most: &mut [Memory; 2]) {
    let folder = format!("/proc/{process}");
    // `taskset` becomes the tool by `exec`, so the process is the tool from the first or second measurement on.
    let is_program = std::fs::read_link(format!("{folder}/exe")).is_ok_and(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| PROGRAMS.contains(&&*name))
    });
    if is_tool || is_program {
        let place = &mut most[usize::from(!is_tool)];
        *place = (*place).max(peak(&folder).unwrap_or_default());
    }
    let Ok(threads) = std::fs::read_dir(format!("{folder}/task")) else {
        return;
    };
    for thread in threads.flatten() {
        let children = std::fs::read_to_string(thread.path().join("children"));
        for child in children.unwrap_or_default().split_whitespace() {
            if let Ok(child) = child.parse() {
                look(child, false, most);
            }
        }
    }
}

/// The peak memory of a process so far, from its status file.
fn peak(folder: &str) -> Option<Memory> {
    let status = std::fs::read_to_string(format!("{folder}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(Memory(line.trim().strip_suffix(" kB")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_process_is_read_from_its_status() {
        let own = peak("/proc/self").expect("this process has memory");
        assert!(own.mebibytes() > 1.0 && own.mebibytes() < 4096.0, "{own:?}");
        assert_eq!(peak("/proc/none"), None);
    }
}
