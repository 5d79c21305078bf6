//! Runs whose results are kept in files, so that a measurement that was interrupted can go on where it stopped.

use crate::watched::{self, Memory};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The exit code; none if the run was ended because it took too long.
    pub code: Option<i32>,
    /// Its time, building included.
    pub wall: Duration,
    /// The peak memory of the tool or of a program that it ran, whichever is greater.
    pub memory: Memory,
}

/// The folder that results are kept in.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: PathBuf,
    /// A text that differs for each tool and time limit.
    key: String,
}

impl Kept {
    /// Results of this tool with this time limit, in a folder that may contain others.
    pub fn new(folder: &Path, tool: &Path, time: u32) -> Result<Kept> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let program = fs::read(tool).with_context(|| tool.display().to_string())?;
        // This hash is the same for every process.
        let mut hash = DefaultHasher::new();
        program.hash(&mut hash);
        Ok(Kept {
            folder: folder.to_owned(),
            key: format!("{:016x} {time}", hash.finish()),
        })
    }

    /// A file about a run, whose name (`subject`) is that of a crate, or begins with it: `json` is its record, `log` its messages, `end` how it ended.
    pub fn file(&self, subject: &str, ending: &str) -> PathBuf {
        let name = subject.replace('@', "-");
        self.folder.join(format!("{name}.{ending}"))
    }

    /// Runs the tool and keeps its record, its messages and how it ended. The run is ended after `patience`.
    pub fn run(&self, subject: &str, command: &mut Command, patience: Duration) -> Result<End> {
        let create = |ending: &str| {
            let path = self.file(subject, ending);
            File::create(&path).with_context(|| path.display().to_string())
        };
        command.stdin(Stdio::null());
        command.stdout(create("json")?).stderr(create("log")?);
        let began = Instant::now();
        let mut child = command.spawn().context("the tool does not start")?;
        let (id, ended) = (child.id(), AtomicBool::new(false));
        let (status, memory) = std::thread::scope(|scope| {
            scope.spawn(|| watched::end_after(id, patience, &ended));
            let peaks = scope.spawn(|| watched::peaks(id, &ended));
            let status = child.wait();
            ended.store(true, Ordering::Relaxed);
            (status, peaks.join().expect("this thread does not panic"))
        });
        let wall = began.elapsed();
        let end = End {
            code: status?.code().filter(|_| wall < patience),
            wall,
            memory: memory[0].max(memory[1]),
        };
        self.keep(subject, &end)?;
        Ok(end)
    }

    /// How a run ended, unless there is no result or a longer one may be more successful.
    pub fn end(&self, subject: &str, patience: Duration) -> Option<End> {
        let text = fs::read_to_string(self.file(subject, "end")).ok()?;
        let end: Value = serde_json::from_str(&text).ok()?;
        let wall = Duration::try_from_secs_f64(end["seconds"].as_f64()?).ok()?;
        let code = end["code"].as_i64().and_then(|code| code.try_into().ok());
        let is_valid = end["key"] == self.key && (code.is_some() || wall >= patience);
        is_valid.then_some(End {
            code,
            wall,
            memory: Memory::of_kibibytes(end["kibibytes"].as_u64()?),
        })
    }

    /// Keeps how a run ended; before that, its other files must be complete.
    fn keep(&self, subject: &str, end: &End) -> Result<()> {
        let text = json!({
            "key": self.key,
            "code": end.code,
            "seconds": end.wall.as_secs_f64(),
            "kibibytes": end.memory.kibibytes(),
        });
        let path = self.file(subject, "end");
        fs::write(&path, text.to_string()).with_context(|| path.display().to_string())
    }

    /// Forgets how a run ended.
    pub fn forget(&self, subject: &str) {
        // There may be no such file.
        let _ = fs::remove_file(self.file(subject, "end"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_kept_for_one_tool_and_time_limit_and_runs_without_end_for_the_same_patience() {
        let folder = tempfile::tempdir().expect("a folder");
        let tool = folder.path().join("tool");
        fs::write(&tool, "one").expect("written");
        let kept = Kept::new(folder.path(), &tool, 5).expect("readable");
        let seconds = Duration::from_secs;
        let end = |code, wall| End {
            code,
            wall: seconds(wall),
            memory: Memory::of_kibibytes(2048),
        };
        assert_eq!(kept.end("a@1.0.0", seconds(9)), None);
        kept.keep("a@1.0.0", &end(Some(2), 8)).expect("written");
        kept.keep("b@1.0.0", &end(None, 60)).expect("written");
        assert_eq!(kept.end("a@1.0.0", seconds(9)), Some(end(Some(2), 8)));
        assert_eq!(kept.end("b@1.0.0", seconds(60)), Some(end(None, 60)));
        assert_eq!(kept.end("b@1.0.0", seconds(61)), None);
        let longer = Kept::new(folder.path(), &tool, 6).expect("readable");
        assert_eq!(longer.end("a@1.0.0", seconds(9)), None);
        fs::write(&tool, "two").expect("written");
        let other = Kept::new(folder.path(), &tool, 5).expect("readable");
        assert_eq!(other.end("a@1.0.0", seconds(9)), None);
        kept.forget("a@1.0.0");
        assert_eq!(kept.end("a@1.0.0", seconds(9)), None);
    }
}
