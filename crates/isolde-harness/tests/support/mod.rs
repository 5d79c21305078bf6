//! Compiles generated drivers: writes a crate, runs `cargo check`, maps errors to pieces, and generates again without these pieces.

use isolde_harness::{Harness, PieceId, Rejection, Request, Verdict, generate};
use isolde_model::Model;
use isolde_record::{Lazy, ThunkInfo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A driver crate on disk.
pub struct Driver {
    /// Folder of the crate.
    pub folder: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
}

/// The result of compiling.
pub struct Compiled {
    /// The last harness, which compiles.
    pub harness: Harness,
    /// Pieces that were refused, with the first error.
    pub rejected: BTreeMap<PieceId, Rejection>,
    /// How many rounds of compiling it took.
    pub rounds: u32,
}

impl Driver {
    /// A driver for the package in `package`, which may have any features of its own.
    pub fn new(
        folder: &Path,
        target: &Path,
        name: &str,
        package: &Path,
        features: &[&str],
    ) -> std::io::Result<Driver> {
        std::fs::create_dir_all(folder.join("src"))?;
        let isolde = Path::new(env!("CARGO_MANIFEST_DIR")).join("../isolde");
        let manifest = format!(
            "[package]\nname = \"driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[features]\nengine = [\"__isolde/engine\"]\n\
             [dependencies]\n{name} = {{ path = {package:?}, features = {features:?} }}\n__isolde = {{ package = \"isolde\", path = {isolde:?} }}\n\
             [profile.dev]\ndebug = false\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        Ok(Driver {
            folder: folder.to_owned(),
            target: target.to_owned(),
        })
    }

    /// Generates and compiles until no piece is refused any more.
    pub fn compile(&self, model: &Model, filters: &[String]) -> Result<Compiled, String> {
        self.compile_with(model, filters, false)
    }

    /// The same, with or without sequences.
    pub fn compile_with(
        &self,
        model: &Model,
        filters: &[String],
        sequences: bool,
    ) -> Result<Compiled, String> {
        let mut rejected = BTreeMap::new();
        for rounds in 1..=12 {
            let harness = generate(&Request {
                model,
                edition: Default::default(),
                filters,
                rejected: &rejected,
                sequences,
                conventions: true,
                isolation: None,
                mocks: true,
                lawless: false,
                asks: true,
            });
            let path = self.folder.join("src/main.rs");
            std::fs::write(&path, &harness.main_rs).map_err(|error| error.to_string())?;
            let errors = self.check()?;
            if errors.is_empty() {
                return Ok(Compiled {
                    harness,
                    rejected,
                    rounds,
                });
            }
            for (line, error) in errors {
                let piece = harness
                    .piece_at(line)
                    .ok_or_else(|| format!("an error outside of pieces, line {line}: {error}"))?;
                rejected.entry(piece.id.clone()).or_insert(error);
            }
        }
        Err("pieces are refused without end".into())
    }

    /// Errors in the generated file, with their lines.
    fn check(&self) -> Result<Vec<(u32, Rejection)>, String> {
        let output = self
            .cargo()
            .args([
                "check",
                "--quiet",
                "--offline",
                "--features",
                "engine",
                "--message-format=json",
            ])
            .output()
            .map_err(|error| error.to_string())?;
        let mut errors = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else {
                continue;
            };
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let spans = message["spans"].as_array().cloned().unwrap_or_default();
            let Some(span) = spans.iter().find(|span| span["is_primary"] == true) else {
                continue;
            };
            if let Some(line) = line_in_driver(span) {
                let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
                errors.push((
                    line,
                    Rejection {
                        code: text(&message["code"]["code"]),
                        message: text(&message["message"]).unwrap_or_default(),
                        is_final: false,
                    },
                ));
            }
        }
        if errors.is_empty() && !output.status.success() {
            return Err(format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        Ok(errors)
    }

    /// A command that runs cargo in the driver's folder.
    pub fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target);
        cargo
    }
}

/// A span's line in the driver's file; for a span inside a macro, the line of the macro's use.
fn line_in_driver(span: &serde_json::Value) -> Option<u32> {
    if span["file_name"]
        .as_str()
        .is_some_and(|file| file == "src/main.rs")
    {
        return span["line_start"].as_u64().map(|line| line as u32);
    }
    line_in_driver(span.get("expansion")?.get("span")?)
}

/// The number of functions with thunks, and of skipped functions by reason.
pub fn tally(harness: &Harness) -> (usize, BTreeMap<String, usize>) {
    let mut skipped = BTreeMap::new();
    let mut with_thunks = 0;
    for (_, verdict) in &harness.functions {
        match verdict {
            Verdict::Thunks(_) => with_thunks += 1,
            Verdict::Skipped(reason) => {
                let debug = format!("{reason:?}");
                let name = debug.split('(').next().unwrap_or_default().to_owned();
                *skipped.entry(name).or_insert(0) += 1;
            }
        }
    }
    (with_thunks, skipped)
}

/// A test as the suite might write it: the name of its thunk, its statements and assertions.
pub struct Rendered {
    /// Name of the thunk.
    pub thunk: String,
    /// Body of the test function.
    pub body: String,
}

impl Driver {
    /// Runs every thunk with a number of seeds, without the engine, and renders each run that returned as the body of a test.
    pub fn render(&self, harness: &Harness, seeds: u64) -> Result<Vec<Rendered>, String> {
        let table: Vec<String> = harness
            .thunks
            .iter()
            .map(|thunk| {
                format!(
                    "({:?}, thunk_{} as __isolde::Thunk)",
                    thunk.name, thunk.index
                )
            })
            .collect();
        let main = format!(
            "fn main() {{\n    __isolde::capture_panics();\n    let only: usize = std::env::args().nth(1).unwrap().parse().unwrap();\n    \
             let (name, thunk) = [{}][only];\n    for seed in 0..{seeds} {{\n        \
             let mut chooser = __isolde::Chooser::from_tape(Default::default(), seed).rendered();\n        \
             let run = __isolde::run(thunk, &mut chooser);\n        \
             println!(\"{{name}}\\t{{:?}}\\t{{}}\", run.outcome, run.text);\n    }}\n}}\n",
            table.join(", ")
        );
        let begin = harness.main_rs.find("fn main()").ok_or("no main")?;
        let end = begin
            + harness.main_rs[begin..]
                .find("\n}\n")
                .ok_or("no end of main")?
            + 3;
        let text = format!(
            "{}{main}{}",
            &harness.main_rs[..begin],
            &harness.main_rs[end..]
        );
        std::fs::write(self.folder.join("src/main.rs"), text).map_err(|error| error.to_string())?;
        let output = self
            .cargo()
            .args(["build", "--quiet", "--offline"])
            .output()
            .map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let mut found: Vec<Rendered> = Vec::new();
        // Each thunk runs in a process of its own, because some abort, and rightly so.
        let mut printed = String::new();
        for index in 0..harness.thunks.len() {
            let program = self.target.join("debug/driver");
            let output = Command::new("timeout")
                .args([
                    "5".as_ref(),
                    program.as_os_str(),
                    index.to_string().as_ref(),
                ])
                .output()
                .map_err(|error| error.to_string())?;
            printed.push_str(&String::from_utf8_lossy(&output.stdout));
        }
        for line in printed.lines() {
            let mut columns = line.splitn(3, '\t');
            let (Some(name), Some(outcome), Some(text)) =
                (columns.next(), columns.next(), columns.next())
            else {
                continue;
            };
            if outcome != "Returned" {
                continue;
            }
            let observation: serde_json::Value =
                serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
            let thunk = harness
                .thunks
                .iter()
                .find(|thunk| thunk.name == name)
                .ok_or("no such thunk")?;
            let body = body(&observation, thunk);
            if !found.iter().any(|each| each.body == body) {
                found.push(Rendered {
                    thunk: name.to_owned(),
                    body,
                });
            }
        }
        Ok(found)
    }

    /// Compiles and runs rendered tests; returns those that do not compile or that fail, with the message.
    pub fn verify(&self, rendered: &[Rendered]) -> Result<Vec<(usize, String)>, String> {
        let mut bad: BTreeMap<usize, String> = BTreeMap::new();
        std::fs::create_dir_all(self.folder.join("tests")).map_err(|error| error.to_string())?;
        for _ in 0..8 {
            let mut text = "#![allow(warnings)]\n".to_owned();
            let mut lines = Vec::new();
            let mut line = 2;
            for (index, each) in rendered.iter().enumerate() {
                if bad.contains_key(&index) {
                    continue;
                }
                let test = format!(
                    "#[test]\nfn t{index}_{}() {{\n{}}}\n",
                    each.thunk, each.body
                );
                let count = test.matches('\n').count() as u64;
                lines.push((index, line..line + count));
                line += count;
                text.push_str(&test);
            }
            std::fs::write(self.folder.join("tests/all.rs"), text)
                .map_err(|error| error.to_string())?;
            let output = self
                .cargo()
                .args([
                    "test",
                    "--quiet",
                    "--offline",
                    "--test",
                    "all",
                    "--no-run",
                    "--message-format=json",
                ])
                .output()
                .map_err(|error| error.to_string())?;
            let before = bad.len();
            for message in String::from_utf8_lossy(&output.stdout).lines() {
                let Ok(message) = serde_json::from_str::<serde_json::Value>(message) else {
                    continue;
                };
                let message = &message["message"];
                if message["level"] != "error" {
                    continue;
                }
                let at = message["spans"][0]["line_start"].as_u64().unwrap_or(0);
                if let Some((index, _)) = lines.iter().find(|(_, range)| range.contains(&at)) {
                    bad.entry(*index)
                        .or_insert(message["rendered"].as_str().unwrap_or_default().to_owned());
                }
            }
            if output.status.success() {
                break;
            }
            if bad.len() == before {
                return Err(String::from_utf8_lossy(&output.stdout).into_owned());
            }
        }
        let output = self
            .cargo()
            .args(["test", "--quiet", "--offline", "--test", "all"])
            .output()
            .map_err(|error| error.to_string())?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let name = line.strip_prefix("    t").unwrap_or_default();
            if let Some(index) = name
                .split('_')
                .next()
                .and_then(|number| number.parse().ok())
            {
                bad.entry(index).or_insert("failed".into());
            }
        }
        Ok(bad.into_iter().collect())
    }
}

/// What the call gives after polling, as the library does it; tests of users contain functions for that.
fn polled(call: &str, thunk: &ThunkInfo, observation: &serde_json::Value) -> String {
    let run = match &thunk.lazy {
        None => return call.to_owned(),
        Some(Lazy::Future) => format!("__isolde::run_future({call}).0"),
        Some(Lazy::Stream { poll_next }) => format!("__isolde::run_stream({call}, {poll_next}).0"),
    };
    match thunk.lazy == Some(Lazy::Future) && observation["polled"] != "ready" {
        true => format!("{run}.is_none()"),
        false => format!("{run}.unwrap()"),
    }
}

fn body(observation: &serde_json::Value, thunk: &ThunkInfo) -> String {
    let mut body = String::new();
    for line in &thunk.uses {
        body.push_str(&format!("    {line}\n"));
    }
    if observation["asserts_calls"] == true {
        body += "static CALLS: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());";
    }
    for mock in observation["mocks"].as_array().into_iter().flatten() {
        body.push_str(mock["source"].as_str().unwrap_or_default());
    }
    for statement in observation["statements"].as_array().into_iter().flatten() {
        body.push_str(&format!("    {}\n", statement.as_str().unwrap_or_default()));
    }
    let call = observation["call"].as_str().unwrap_or_default();
    let value = polled(call, thunk, observation);
    body.push_str(&assertion(&value, &observation["returned"]));
    for after in observation["after"].as_array().into_iter().flatten() {
        body.push_str(&assertion(after[0].as_str().unwrap_or_default(), &after[1]));
    }
    body
}

fn assertion(value: &str, observed: &serde_json::Value) -> String {
    let text = observed["text"].as_str().unwrap_or_default();
    match observed["how"].as_str().unwrap_or_default() {
        "source" => format!("    assert_eq!({value}, {text});\n"),
        "debug" => format!("    assert_eq!(format!(\"{{:?}}\", {value}), {text:?});\n"),
        "display" => format!("    assert_eq!({value}.to_string(), {text:?});\n"),
        "pattern" => format!("    assert!(matches!({value}, {text}));\n"),
        "predicate" => format!("    assert!({});\n", text.replace("{}", value)),
        "unit" => format!("    {value};\n"),
        _ => format!("    let _ = {value};\n"),
    }
}
