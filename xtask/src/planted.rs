//! Which of the defects planted in `testdata/planted` are found, and what is reported about their correct twins in `testdata/sound`.

use crate::tool::{self, say};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A planted defect.
struct Defect {
    module: String,
    kind: String,
}

/// What was reported about a module.
#[derive(Default)]
struct Reported {
    findings: usize,
    suspicions: usize,
}

/// Runs `generate` on both crates, each for `time` seconds, and prints what was found in each module.
pub fn run(tool: Option<&Path>, time: u32) -> Result<()> {
    let tool = tool::given_or_built(tool)?;
    let folder = tempfile::tempdir()?;
    let defects = defects()?;
    let planted = explore(&tool, "planted", folder.path(), time)?;
    let sound = explore(&tool, "sound", folder.path(), time)?;
    say("\n| module | kind | found | reports | reports about the sound twin |");
    say("|---|---|---|---:|---:|");
    let mut found = 0;
    let mut entries = 0;
    let mut alarms = 0;
    // How many defects of each kind there are, and how many of them were found.
    let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for Defect { module, kind } in &defects {
        let count = |of: &BTreeMap<String, Reported>| {
            of.get(module)
                .map_or(0, |reported| reported.findings + reported.suspicions)
        };
        let (here, there) = (count(&planted), count(&sound));
        let is_found = here > 0;
        found += usize::from(is_found);
        let of_kind = by_kind.entry(kind).or_default();
        of_kind.0 += 1;
        of_kind.1 += usize::from(is_found);
        entries += here;
        alarms += there;
        let yes = if is_found { "yes" } else { "no" };
        say(format!(
            "| `{module}` | {kind} | {yes} | {here} | {there} |"
        ));
    }
    say("\n| kind of defect | planted | found |");
    say("|---|---:|---:|");
    for (kind, (planted, found)) in &by_kind {
        say(format!("| {kind} | {planted} | {found} |"));
    }
    say(format!(
        "\n{found} of {} planted defects found in {time} s, {:.2} reports for each; {alarms} reports about their sound twins.",
        defects.len(),
        entries as f64 / found.max(1) as f64,
    ));
    Ok(())
}

/// The defects, from the table that describes them.
fn defects() -> Result<Vec<Defect>> {
    let path = tool::root().join("testdata/planted/DEFECTS.md");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let defect = |row: &str| {
        let mut cells = row.split('|').skip(1).map(str::trim);
        Some(Defect {
            module: cells.next()?.trim_matches('`').to_owned(),
            kind: cells.nth(1)?.to_owned(),
        })
    };
    rows.map(|row| defect(row).with_context(|| format!("not a row of the table: {row}")))
        .collect()
}

/// What a run reports about each module of a crate.
fn explore(
    tool: &Path,
    name: &str,
    folder: &Path,
    time: u32,
) -> Result<BTreeMap<String, Reported>> {
    let package = folder.join(name);
    tool::arm(&format!("testdata/{name}"), &package)?;
    let record = tool::generate(tool, &package, time, &["--seed", "1"])?;
    let mut reported: BTreeMap<String, Reported> = BTreeMap::new();
    for (list, is_finding) in [("findings", true), ("suspicions", false)] {
        for entry in record[list].as_array().unwrap_or(&Vec::new()) {
            let of_module = reported.entry(module_of(entry)).or_default();
            match is_finding {
                true => of_module.findings += 1,
                false => of_module.suspicions += 1,
            }
        }
    }
    Ok(reported)
}

/// The module that a finding is about.
fn module_of(entry: &Value) -> String {
    let file = entry["file"].as_str().unwrap_or_default();
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".rs").unwrap_or(name).to_owned()
}
