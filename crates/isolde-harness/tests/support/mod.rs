//! Compiles generated drivers: writes a crate, runs `cargo check`, maps errors to pieces, generates again without them.

use isolde_harness::{Harness, PieceId, Request, Verdict, generate};
use isolde_model::Model;
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

/// What came of compiling.
pub struct Compiled {
    /// The last harness: it compiles.
    pub harness: Harness,
    /// Pieces that were refused, with the first error.
    pub rejected: BTreeMap<PieceId, String>,
    /// Rounds of compiling.
    pub rounds: u32,
}

impl Driver {
    /// A driver for the package in `package`, which may have any features of its own.
    pub fn new(folder: &Path, target: &Path, name: &str, package: &Path, features: &[&str]) -> std::io::Result<Driver> {
        std::fs::create_dir_all(folder.join("src"))?;
        let isolde = Path::new(env!("CARGO_MANIFEST_DIR")).join("../isolde");
        let manifest = format!(
            "[package]\nname = \"driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[features]\nengine = [\"isolde/engine\"]\n\
             [dependencies]\n{name} = {{ path = {package:?}, features = {features:?} }}\nisolde = {{ path = {isolde:?} }}\n\
             [profile.dev]\ndebug = false\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        Ok(Driver { folder: folder.to_owned(), target: target.to_owned() })
    }

    /// Generates and compiles until nothing is refused any more.
    pub fn compile(&self, model: &Model, filters: &[String]) -> Result<Compiled, String> {
        let mut rejected = BTreeMap::new();
        for rounds in 1..=12 {
            let harness = generate(&Request { model, filters, rejected: &rejected });
            let path = self.folder.join("src/main.rs");
            std::fs::write(&path, &harness.main_rs).map_err(|error| error.to_string())?;
            let errors = self.check()?;
            if errors.is_empty() {
                return Ok(Compiled { harness, rejected, rounds });
            }
            for (line, message) in errors {
                let piece = harness.piece_at(line).ok_or_else(|| format!("an error outside of pieces, line {line}: {message}"))?;
                rejected.entry(piece.id.clone()).or_insert(message);
            }
        }
        Err("pieces are refused without end".into())
    }

    /// Lines and messages of the errors in the generated file.
    fn check(&self) -> Result<Vec<(u32, String)>, String> {
        let output = self
            .cargo()
            .args(["check", "--quiet", "--offline", "--features", "engine", "--message-format=json"])
            .output()
            .map_err(|error| error.to_string())?;
        let mut errors = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let spans = message["spans"].as_array().cloned().unwrap_or_default();
            let Some(span) = spans.iter().find(|span| span["is_primary"] == true) else { continue };
            if let Some(line) = line_in_driver(span) {
                errors.push((line, message["message"].as_str().unwrap_or_default().to_owned()));
            }
        }
        if errors.is_empty() && !output.status.success() {
            return Err(format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)));
        }
        Ok(errors)
    }

    /// Cargo in the driver's folder.
    pub fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target);
        cargo
    }
}

/// A span's line in the driver's file: where it came from, if it lies in a macro.
fn line_in_driver(span: &serde_json::Value) -> Option<u32> {
    if span["file_name"].as_str().is_some_and(|file| file == "src/main.rs") {
        return span["line_start"].as_u64().map(|line| line as u32);
    }
    line_in_driver(span.get("expansion")?.get("span")?)
}

/// Functions with thunks, and skipped ones by reason.
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
