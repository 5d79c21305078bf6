//! The graph of crates: as defined by the manifests, and as described in ARCHITECTURE.md.

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The crates of the workspace, each with the crates that it depends on.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The packages of a workspace, as cargo describes them without looking at dependencies.
///
/// # Errors
/// If cargo rejects the manifests.
pub fn packages(root: &Path) -> Result<Vec<Package>> {
    let mut command = MetadataCommand::new();
    command.manifest_path(root.join("Cargo.toml")).no_deps();
    command.other_options(["--offline".to_owned()]);
    Ok(command.exec()?.packages)
}

/// The dependencies between packages of the workspace in the manifests, without dependencies of tests alone.
pub fn of_manifests(packages: &[Package]) -> Graph {
    let names: BTreeSet<&str> = packages.iter().map(|package| &**package.name).collect();
    let arrows = |package: &Package| {
        let product = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind != DependencyKind::Development);
        let ours = product.filter(|dependency| names.contains(&*dependency.name));
        ours.map(|dependency| dependency.name.clone()).collect()
    };
    packages
        .iter()
        .map(|package| (package.name.to_string(), arrows(package)))
        .collect()
}

/// The same graph without dependencies that follow from others: if `a` uses `b` and `b` uses `c`, then it is not necessary to show that `a` uses `c`.
pub fn without_transitive(graph: &Graph) -> Graph {
    let essential = |direct: &BTreeSet<String>| {
        let implied: BTreeSet<&String> = direct
            .iter()
            .flat_map(|via| reachable(graph, via))
            .collect();
        let kept = direct.iter().filter(|name| !implied.contains(name));
        kept.cloned().collect()
    };
    graph
        .iter()
        .map(|(name, direct)| (name.clone(), essential(direct)))
        .collect()
}

/// All crates that a crate depends on, directly or indirectly.
fn reachable<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = graph.get(from).into_iter().flatten().collect();
    while let Some(name) = open.pop() {
        if found.insert(name) {
            open.extend(graph.get(name).into_iter().flatten());
        }
    }
    found
}

/// The table of crates in a document: rows from top to bottom, each a crate and the crates that it uses.
///
/// # Errors
/// If the document has no such table, or a row has another form.
pub fn of_document(text: &str) -> Result<Vec<(String, BTreeSet<String>)>> {
    let mut lines = text.lines();
    lines
        .find(|line| words(line).starts_with(&["crate", "uses"]))
        .context("there is no table with the columns `crate` and `uses`")?;
    let rows = lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let [name, uses, purpose] = words(line)[..] else {
                bail!("this row does not have three cells: {line}");
            };
            anyhow::ensure!(!purpose.is_empty(), "`{name}` does not say what it is for");
            let names = quoted(name);
            let [name] = names.as_slice() else {
                bail!("this row names {} crates: {line}", names.len());
            };
            Ok((name.clone(), quoted(uses).into_iter().collect()))
        });
    rows.collect()
}

/// The cells of a table's row.
fn words(line: &str) -> Vec<&str> {
    let line = line.trim().trim_matches('|');
    line.split('|').map(str::trim).collect()
}

/// The parts of a text that are in backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The differences between the table and the manifests, one message for each; empty if they agree. Crates must be above all crates that they use.
pub fn differences(table: &[(String, BTreeSet<String>)], manifests: &Graph) -> Vec<String> {
    let mut complaints = Vec::new();
    let drawn: Graph = table.iter().cloned().collect();
    if drawn.len() < table.len() {
        complaints.push("a crate has two rows".to_owned());
    }
    let expected = without_transitive(manifests);
    for name in drawn.keys().filter(|name| !expected.contains_key(*name)) {
        complaints.push(format!("`{name}` has a row, but no manifest"));
    }
    for (name, uses) in &expected {
        let Some(row) = drawn.get(name) else {
            complaints.push(format!("`{name}` has no row"));
            continue;
        };
        for missing in uses.difference(row) {
            complaints.push(format!(
                "`{name}` uses `{missing}`, but the table does not show this"
            ));
        }
        for extra in row.difference(uses) {
            let why = match manifests[name].contains(extra) {
                true => "which already follows from its other dependencies",
                false => "which its manifest does not contain",
            };
            complaints.push(format!(
                "the table says that `{name}` uses `{extra}`, {why}"
            ));
        }
    }
    let order: BTreeMap<&str, usize> = table
        .iter()
        .enumerate()
        .map(|(row, (name, _))| (&**name, row))
        .collect();
    for (row, (name, uses)) in table.iter().enumerate() {
        for above in uses
            .iter()
            .filter(|used| order.get(&***used).is_some_and(|used| *used <= row))
        {
            complaints.push(format!("`{name}` is below `{above}`, which it uses"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arrows: &[(&str, &[&str])]) -> Graph {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let rows = arrows.iter();
        rows.map(|(name, uses)| ((*name).to_owned(), set(uses)))
            .collect()
    }

    const TABLE: &str = "Text.\n\n| crate | uses | is for |\n|---|---|---|\n| `top` | `middle` | all |\n| `middle` | `low` | work |\n| `low` | – | words |\n\nMore.";

    #[test]
    fn a_table_with_the_arrows_of_the_manifests_has_no_differences() {
        let table = of_document(TABLE).expect("a table");
        let manifests = graph(&[
            ("top", &["middle", "low"]),
            ("middle", &["low"]),
            ("low", &[]),
        ]);
        assert_eq!(differences(&table, &manifests), Vec::<String>::new());
    }

    #[test]
    fn arrows_that_only_one_of_the_two_has_are_named() {
        let table = of_document(TABLE).expect("a table");
        let manifests = graph(&[
            ("top", &["low", "new"]),
            ("middle", &["low"]),
            ("low", &[]),
            ("new", &[]),
        ]);
        let complaints = differences(&table, &manifests);
        assert_eq!(
            complaints,
            [
                "`new` has no row",
                "`top` uses `low`, but the table does not show this",
                "`top` uses `new`, but the table does not show this",
                "the table says that `top` uses `middle`, which its manifest does not contain",
            ]
        );
    }

    #[test]
    fn a_crate_below_one_that_it_uses_is_named() {
        let table = TABLE.replace("| `low` | – |", "| `low` | `top` |");
        let table = of_document(&table).expect("a table");
        let manifests = graph(&[
            ("top", &["middle"]),
            ("middle", &["low"]),
            ("low", &["top"]),
        ]);
        let complaints = differences(&table, &manifests);
        assert!(
            complaints.contains(&"`low` is below `top`, which it uses".to_owned()),
            "{complaints:?}"
        );
    }

    #[test]
    fn rows_without_a_purpose_are_refused() {
        assert!(of_document(&TABLE.replace("words", "")).is_err());
        assert!(of_document("No table.").is_err());
    }
}
