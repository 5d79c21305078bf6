//! Published crates: their sources, fetched by cargo, and copies of them to work in.

use crate::tool;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Copies published crates as [`copies`] does, and declares the target of generated tests in manifests that tell cargo not to look for any.
pub fn copies_to_test(subjects: &[String], folder: &Path) -> Result<Vec<PathBuf>> {
    let packages = copies(subjects, folder)?;
    for package in &packages {
        declare_target(package)?;
    }
    Ok(packages)
}

/// Copies published crates (`name@version`) to folders below `folder`, each a workspace of its own. Cargo fetches the crates that are not in its
/// cache yet; after that, no network is needed.
pub fn copies(subjects: &[String], folder: &Path) -> Result<Vec<PathBuf>> {
    let copy = |subject: &String| -> Result<PathBuf> {
        let source = fetch(subject, folder)?;
        let package = folder.join("work").join(subject.replace('@', "-"));
        tool::copy(&source, &package)?;
        isolate(&package)?;
        Ok(package)
    };
    subjects
        .iter()
        .map(|subject| copy(subject).with_context(|| subject.clone()))
        .collect()
}

/// Adds a development dependency of the repository (`isolde`) to a package, by the path of its folder.
pub fn depend_on(package: &Path, krate: &str) -> Result<()> {
    let manifest = package.join("Cargo.toml");
    let mut text = std::fs::read_to_string(&manifest)?;
    let folder = tool::root().join("crates").join(krate);
    text += &format!("\n[dev-dependencies.{krate}]\npath = {folder:?}\n");
    std::fs::write(&manifest, text)?;
    Ok(())
}

/// The folder of a crate's sources, found with the help of a temporary package that depends on the crate.
fn fetch(subject: &str, folder: &Path) -> Result<PathBuf> {
    let (name, version) = subject
        .split_once('@')
        .context("crates must be written name@version")?;
    let fetcher = folder.join("fetch").join(name);
    std::fs::create_dir_all(fetcher.join("src"))?;
    std::fs::write(fetcher.join("src/lib.rs"), "")?;
    std::fs::write(
        fetcher.join("Cargo.toml"),
        format!(
            "[package]\nname = \"fetcher\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[dependencies]\n{name} = \"={version}\"\n[workspace]\n"
        ),
    )?;
    let output = tool::cargo()
        .args(["metadata", "--format-version", "1"])
        .current_dir(&fetcher)
        .output()?;
    tool::check(&output, "cargo metadata", &[0])?;
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let manifest = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["name"] == name)
        .and_then(|package| package["manifest_path"].as_str());
    let Some(manifest) = manifest else {
        return unpacked(&format!("{name}-{version}")).context("the crate is not in the registry");
    };
    let source = Path::new(manifest).parent();
    Ok(source
        .context("the manifest has no parent folder")?
        .to_path_buf())
}

/// The folder into which cargo unpacked a crate that is not in its metadata, because it has no library that could be depended on.
fn unpacked(folder: &str) -> Option<PathBuf> {
    let home = match std::env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => std::env::home_dir()?.join(".cargo"),
    };
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    let mut folders = registries.filter_map(|each| Some(each.ok()?.path().join(folder)));
    folders.find(|each| each.join("Cargo.toml").is_file())
}

/// Makes a package its own workspace.
fn isolate(package: &Path) -> Result<()> {
    let manifest = package.join("Cargo.toml");
    let mut text = std::fs::read_to_string(&manifest)?;
    if !text.contains("[workspace]") {
        text += "\n[workspace]\n";
    }
    std::fs::write(&manifest, text)?;
    Ok(())
}

/// Declares the test target if the manifest tells cargo not to look for it.
fn declare_target(package: &Path) -> Result<()> {
    let manifest = package.join("Cargo.toml");
    let mut text = std::fs::read_to_string(&manifest)?;
    if text.contains("autotests = false") {
        text += "\n[[test]]\nname = \"isolde\"\npath = \"tests/isolde/main.rs\"\n";
        std::fs::write(&manifest, text)?;
    }
    Ok(())
}
