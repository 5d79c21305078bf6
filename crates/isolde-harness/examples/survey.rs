//! Generates and compiles the driver of a package, and prints which functions have thunks and why others have none:
//! `survey <rustdoc.json> <package root> <driver folder> <target folder> [feature]…`.

#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

use isolde_harness::Verdict;
use std::io::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [json, root, folder, target, features @ ..] = arguments.as_slice() else {
        return Err("usage: survey <rustdoc.json> <package root> <driver folder> <target folder> [feature]…".into());
    };
    let model = isolde_model::load(&std::fs::read_to_string(json)?, Path::new(root))?;
    let started = std::time::Instant::now();
    let rejected = std::collections::BTreeMap::new();
    let first = isolde_harness::generate(&isolde_harness::Request {
        model: &model,
        edition: Default::default(),
        filters: &[],
        rejected: &rejected,
        asks: false,
        sequences: false,
        conventions: true,
        isolation: None,
        mocks: true,
        lawless: false,
    });
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "generated {} thunks, {} bytes in {:?}",
        first.thunks.len(),
        first.main_rs.len(),
        started.elapsed()
    )?;
    if target == "-" {
        return Ok(());
    }
    let manifest = std::fs::read_to_string(Path::new(root).join("Cargo.toml"))?;
    let name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = "))
        .unwrap_or_default()
        .trim_matches('"');
    let features: Vec<&str> = features.iter().map(String::as_str).collect();
    let driver = support::Driver::new(
        Path::new(folder),
        Path::new(target),
        name,
        Path::new(root),
        &features,
    )?;
    let compiled = driver.compile(&model, &[])?;
    for (index, verdict) in &compiled.harness.functions {
        if let Verdict::Skipped(reason) = verdict {
            writeln!(out, "skipped  {}  {reason:?}", model.functions[*index].path)?;
        }
    }
    for thunk in &compiled.harness.thunks {
        writeln!(
            out,
            "thunk    {}  {}",
            thunk.name,
            thunk.instance.join(", ")
        )?;
    }
    for (piece, error) in &compiled.rejected {
        writeln!(out, "refused  {piece}: {error}")?;
    }
    if let Some(seeds) = std::env::var("SURVEY_SEEDS")
        .ok()
        .and_then(|seeds| seeds.parse().ok())
    {
        let rendered = driver.render(&compiled.harness, seeds)?;
        let bad = driver.verify(&rendered)?;
        for (index, why) in &bad {
            writeln!(
                out,
                "bad test of {}:\n{}{why}",
                rendered[*index].thunk, rendered[*index].body
            )?;
        }
        let silent: Vec<&str> = compiled
            .harness
            .thunks
            .iter()
            .map(|thunk| thunk.name.as_str())
            .filter(|name| rendered.iter().all(|each| each.thunk != *name))
            .collect();
        writeln!(
            out,
            "{name}: {} tests, {} bad; never returned: {silent:?}",
            rendered.len(),
            bad.len()
        )?;
    }
    let (with_thunks, skipped) = support::tally(&compiled.harness);
    writeln!(
        out,
        "{name}: {} functions, {with_thunks} with thunks ({}), skipped {skipped:?}, {} pieces refused, {} rounds",
        model.functions.len(),
        compiled.harness.thunks.len(),
        compiled.rejected.len(),
        compiled.rounds
    )?;
    Ok(())
}
