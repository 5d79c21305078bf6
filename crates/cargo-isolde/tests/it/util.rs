//! Copies of the disarmed fixture packages, and runs of `cargo isolde` in them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{LazyLock, Once};
use std::thread;
use tempfile::TempDir;

/// What is written in a source, and what could have been.
pub type Mistake = (&'static str, &'static str);

/// Time for runs whose results must not depend on it: much longer than they need, also beside other work. They end by themselves.
pub const AMPLE_TIME: &str = "300s";

/// A target folder that fixtures share in one run of the tests, so that dependencies and the runtime are built once. The folders of runs that are
/// over are removed.
static SHARED_TARGET: LazyLock<PathBuf> = LazyLock::new(|| {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures");
    fs::create_dir_all(&all).expect("writable");
    for entry in fs::read_dir(&all).expect("readable").flatten() {
        if !Path::new("/proc").join(entry.file_name()).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    all.join(std::process::id().to_string())
});

/// The target folder that fixtures share.
pub fn shared_target() -> PathBuf {
    SHARED_TARGET.clone()
}

/// A fixture, copied to a temporary folder.
pub struct Fixture {
    folder: TempDir,
    before: BTreeMap<PathBuf, Vec<u8>>,
    shares_target: bool,
}

/// What a run of `cargo isolde` did.
#[derive(Debug)]
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// The record that the run printed, after its exit code was checked.
    pub fn record(&self, code: i32) -> serde_json::Value {
        assert_eq!(self.code, code, "{}", self.stderr);
        serde_json::from_str(&self.stdout).expect("the record is JSON")
    }

    /// The program of the library's unit tests that cargo said it was running.
    fn unit_tests(&self) -> &str {
        let mut lines = self.stderr.lines();
        let program = lines.find_map(|line| {
            line.trim()
                .strip_prefix("Running unittests src/lib.rs (")?
                .strip_suffix(')')
        });
        program.expect("the program")
    }
}

impl Fixture {
    /// Copies `testdata/<name>`; `Cargo_test.toml` becomes `Cargo.toml`, and the library `isolde` stays where it is.
    pub fn copy(name: &str) -> Fixture {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata")
            .join(name);
        let folder = tempfile::tempdir().expect("a temporary folder");
        copy_tree(&source, &folder.path().join("package"));
        let mut fixture = Fixture {
            folder,
            before: BTreeMap::new(),
            shares_target: false,
        };
        fixture.before = contents(&fixture.path());
        fixture
    }

    /// The same, built in a target folder that other fixtures share. Packages with the same name wait for each other there.
    pub fn copy_sharing_target(name: &str) -> Fixture {
        Fixture {
            shares_target: true,
            ..Fixture::copy(name)
        }
    }

    /// The target folder.
    pub fn target(&self) -> PathBuf {
        match self.shares_target {
            true => shared_target(),
            false => self.path().join("target"),
        }
    }

    /// The copied package.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("package")
    }

    /// Runs those of the unit tests that `run` built whose names contain one of these texts, all at once, in several rounds, and asserts that so many pass
    /// and none fails.
    pub fn assert_hold_at_once(&self, run: &Run, filters: &[&str], tests: usize, rounds: usize) {
        let program = self.path().join(run.unit_tests());
        let expected = format!("{tests} passed; 0 failed");
        for round in 0..rounds {
            let output = Command::new(&program)
                .args(filters)
                .arg("--test-threads=64")
                .output()
                .expect("it runs");
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains(&expected), "round {round}: {text}");
        }
    }

    /// Runs `cargo isolde` with arguments in the package's folder.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_in(".", arguments)
    }

    /// The same, with variables set.
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        let mut command = self.command(".", arguments);
        finish(command.envs(variables.iter().copied()))
    }

    /// The same, in a folder below.
    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Run {
        finish(&mut self.command(folder, arguments))
    }

    /// The same, started by another program: the words of `through`, and after them the path of `cargo isolde`.
    pub fn run_through(&self, through: &[&str], arguments: &[&str]) -> Run {
        let mut command = Command::new(through[0]);
        command
            .args(&through[1..])
            .arg(env!("CARGO_BIN_EXE_cargo-isolde"))
            .arg("isolde")
            .args(arguments);
        finish(self.prepared(&mut command, "."))
    }

    /// Runs `cargo isolde`, and interrupts it when a line of its output starts with `begins`.
    pub fn interrupted(&self, arguments: &[&str], begins: &str) -> Run {
        let mut child = self
            .command(".", arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let process = child.id().to_string();
        let interrupt = Once::new();
        let read = |stream: &mut dyn Read| {
            let mut text = String::new();
            for line in BufReader::new(stream).lines() {
                let line = line.expect("output is UTF-8");
                if line.starts_with(begins) {
                    interrupt.call_once(|| {
                        let mut kill = Command::new("kill");
                        let sent = kill.args(["-INT", &process]).status();
                        assert!(sent.expect("kill runs").success());
                    });
                }
                text += &line;
                text.push('\n');
            }
            text
        };
        let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
        let (stdout, stderr) = thread::scope(|scope| {
            let out = scope.spawn(|| read(out.as_mut().expect("piped")));
            let err = read(err.as_mut().expect("piped"));
            (out.join().expect("it reads"), err)
        });
        let status = child.wait().expect("it ends");
        assert!(
            interrupt.is_completed(),
            "no line begins with `{begins}`:\n{stdout}{stderr}"
        );
        Run {
            code: status.code().expect("it was not killed"),
            stdout,
            stderr,
        }
    }

    /// Runs cargo itself with arguments in the package's folder.
    pub fn cargo(&self, arguments: &[&str]) -> Run {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        finish(self.prepared(Command::new(cargo).args(arguments), "."))
    }

    /// Those of these mistakes that the tests in `tests/isolde` notice. Each is put into `src/lib.rs` in the place of what is `written` there, alone.
    pub fn noticed<'m>(&self, mistakes: &'m [Mistake]) -> Vec<&'m Mistake> {
        let file = self.path().join("src/lib.rs");
        let text = fs::read_to_string(&file).expect("copied");
        let is_noticed = |(written, mistake): &&Mistake| {
            assert_eq!(text.matches(written).count(), 1, "{written}");
            fs::write(&file, text.replace(written, mistake)).expect("a fixture");
            let run = self.cargo(&["test", "--quiet", "--test", "isolde"]);
            let is_built = run.stdout.contains("test result: ");
            assert!(is_built, "{mistake}: {}{}", run.stdout, run.stderr);
            run.code != 0
        };
        let noticed = mistakes.iter().filter(is_noticed).collect();
        fs::write(&file, text).expect("a fixture");
        noticed
    }

    /// The command that runs `cargo isolde` with arguments in a folder of the package.
    pub fn command(&self, folder: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-isolde"));
        self.prepared(command.arg("isolde").args(arguments), folder);
        command
    }

    /// A command in a folder of the package, without the environment variables that would affect it.
    fn prepared<'c>(&self, command: &'c mut Command, folder: &str) -> &'c mut Command {
        command.current_dir(self.path().join(folder));
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if ["CARGO_TARGET_DIR", "RUST_BACKTRACE"].contains(&&*text)
                || text.starts_with("ISOLDE_")
            {
                command.env_remove(name);
            }
        }
        if self.shares_target {
            command.env("CARGO_TARGET_DIR", self.target());
        }
        command
    }

    /// Asserts that nothing but the target directory was added to, changed or removed in the package.
    pub fn assert_untouched(&self) {
        let after = contents(&self.path());
        let names = |tree: &BTreeMap<PathBuf, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
        assert_eq!(
            names(&self.before),
            names(&after),
            "files appeared or vanished"
        );
        assert!(self.before == after, "a file changed");
    }
}

fn finish(command: &mut Command) -> Run {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        code: status.code().expect("it was not killed"),
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

/// All files below a folder except those in `target`.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    collect(folder, folder, &mut files);
    files
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.strip_prefix(root).expect("below").to_owned();
        if path.is_dir() {
            if name != Path::new("target") {
                collect(root, &path, files);
            }
        } else {
            files.insert(name, fs::read(&path).expect("readable"));
        }
    }
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("the fixture exists") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("has a name");
        let name = if name == "Cargo_test.toml" {
            "Cargo.toml".as_ref()
        } else {
            name
        };
        if path.is_dir() && name != "target" {
            copy_tree(&path, &to.join(name));
        } else if name == "Cargo.toml" {
            let manifest = fs::read_to_string(&path).expect("readable");
            let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../isolde");
            let manifest = manifest.replace("../../crates/isolde", library);
            fs::write(to.join(name), manifest).expect("writable");
        } else if name != "target" {
            fs::copy(&path, to.join(name)).expect("writable");
        }
    }
}
