//! Other crates whose items occur in the package: rustdoc's JSON of them is added to the model, and the driver depends on those that the package's
//! tests can name.
//!
//! A test in `tests/` can name the package and its direct dependencies, nothing else. Items of other crates are named through these, if they are
//! re-exported; so the direct dependencies that depend on such a crate are read, too. A crate that cannot be documented is left out: only what needs its items is lost.

use crate::compared;
use crate::context::{Context, Step};
use crate::document::{self, Documented};
use crate::error::BuildError;
use crate::features;
use crate::hash::hexadecimal;
use cargo_metadata::{DependencyKind, Metadata, Package as CargoPackage};
use isolde_cargo::messages::Artifact;
use isolde_model::{Model, OutsideCrate, Reader};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

/// How often crates that were added may lead to more.
const ROUNDS: usize = 4;

/// The greatest number of crates that are documented for one package.
const MOST: usize = 40;

/// A direct dependency of the package, by whose name the driver and the tests call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The dependency's package.
    pub package: Box<CargoPackage>,
}

/// The package's model with the other crates that it needs.
#[derive(Debug)]
pub struct Modelled {
    /// The model.
    pub model: Model,
    /// A text that changes whenever the model does.
    pub key: String,
    /// Those of the other crates that tests can name.
    pub named: Vec<Named>,
}

impl Modelled {
    /// The same with what the package's code compares values with.
    fn with_compared(mut self, context: &Context) -> Modelled {
        self.key += &compared::add(context.package, &mut self.model);
        self
    }
}

/// The package's model without other crates.
///
/// # Errors
/// [`BuildError::Model`].
pub fn alone(context: &Context, documented: &Documented) -> Result<Modelled, BuildError> {
    let modelled = Modelled {
        model: isolde_model::load(&documented.json, &context.package.root)?,
        key: documented.json.clone(),
        named: Vec::new(),
    };
    Ok(modelled.with_compared(context))
}

/// The package's model, the other crates that occur in it, and those with these names, as written in code.
///
/// # Errors
/// [`BuildError::Model`]; [`BuildError::Cargo`] if cargo does not start or the user interrupts.
pub fn read(
    context: &Context,
    documented: &Documented,
    also: &BTreeSet<String>,
) -> Result<Modelled, BuildError> {
    let mut reader = Reader::new(&documented.json, &context.package.root)?;
    let artifacts = &documented.artifacts;
    let packages: BTreeMap<PathBuf, String> = artifacts.iter().flat_map(files).collect();
    let mut key = Sha256::new();
    key.update(&documented.json);
    let mut crates = Crates::new(context);
    let mut asked = BTreeSet::new();
    for round in 0..ROUNDS {
        let mut wanted = reader.wanted();
        if round == 0 && !also.is_empty() {
            let direct = crates.direct()?;
            let direct = direct.names.keys();
            let direct = direct.filter_map(|id| compiled(artifacts, id));
            wanted.extend(direct.filter(|each| also.contains(&each.name)));
        }
        wanted.retain(|each| !asked.contains(&each.file));
        if wanted.is_empty() {
            break;
        }
        let direct = crates.direct()?;
        for each in &wanted.clone() {
            let through = packages.get(&each.file).map(|id| direct.through(id));
            let found = through.into_iter().flatten();
            wanted.extend(found.filter_map(|id| compiled(artifacts, &id)));
        }
        wanted.retain(|each| asked.len() < MOST && asked.insert(each.file.clone()));
        let wanted: Vec<(OutsideCrate, &str)> = wanted
            .into_iter()
            .filter_map(|each| packages.get(&each.file).map(|id| (each, id.as_str())))
            .collect();
        for ((krate, id), json) in wanted.iter().zip(crates.document(&wanted)?) {
            let Some(json) = json else {
                continue;
            };
            let name = direct.names.get(*id).map(|named| named.name.as_str());
            match reader.add(krate, name, &json) {
                Ok(()) => [name.unwrap_or_default(), &json]
                    .iter()
                    .for_each(|text| key.update(text)),
                Err(error) => tracing::warn!(%error, id, "the JSON of a dependency is not used"),
            }
            crates.used.extend(direct.names.get(*id).cloned());
        }
    }
    let modelled = Modelled {
        model: reader.model()?,
        key: hexadecimal(&key.finalize()),
        named: crates.used,
    };
    Ok(modelled.with_compared(context))
}

/// The compiled files of a crate, with the package that it belongs to.
fn files(artifact: &Artifact) -> impl Iterator<Item = (PathBuf, String)> {
    let id = &artifact.package_id.repr;
    let files = artifact.filenames.iter();
    files.map(move |file| (file.clone().into_std_path_buf(), id.clone()))
}

/// The library of a package, as it was compiled.
fn compiled(artifacts: &[Artifact], id: &str) -> Option<OutsideCrate> {
    let is_compiled = |path: &&cargo_metadata::camino::Utf8PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "rmeta")
    };
    artifacts.iter().find_map(|artifact| {
        let file = artifact.filenames.iter().find(is_compiled)?;
        (artifact.package_id.repr == id).then(|| OutsideCrate {
            name: artifact.target.name.replace('-', "_"),
            file: file.clone().into_std_path_buf(),
        })
    })
}

/// The package's dependencies.
#[derive(Clone, Debug, Default)]
struct Dependencies {
    /// The direct ones, by their ids.
    names: BTreeMap<String, Named>,
    /// What each package of the build depends on, by their ids.
    edges: BTreeMap<String, BTreeSet<String>>,
}

impl Dependencies {
    /// The direct dependencies that depend on a package, if that is not a direct dependency itself: those closest to it, since these are most likely
    /// to export its items again.
    fn through(&self, id: &str) -> Vec<String> {
        if self.names.contains_key(id) {
            return Vec::new();
        }
        let depends = |from: &str, on: &str| self.edges.get(from).is_some_and(|of| of.contains(on));
        let closest = self.names.keys().filter(|direct| depends(direct, id));
        let closest: Vec<String> = closest.cloned().collect();
        if !closest.is_empty() {
            return closest;
        }
        let is_second = |direct: &&String| {
            let between = self.edges.get(*direct).into_iter().flatten();
            between.into_iter().any(|each| depends(each, id))
        };
        self.names.keys().filter(is_second).cloned().collect()
    }
}

/// The other crates of the build.
struct Crates<'c> {
    context: &'c Context<'c>,
    direct: Option<Dependencies>,
    used: Vec<Named>,
}

impl<'c> Crates<'c> {
    fn new(context: &'c Context<'c>) -> Crates<'c> {
        Crates {
            context,
            direct: None,
            used: Vec::new(),
        }
    }

    /// The package's dependencies.
    fn direct(&mut self) -> Result<Dependencies, BuildError> {
        if let Some(known) = &self.direct {
            return Ok(known.clone());
        }
        let metadata = features::of_driver(self.context)?;
        let found = metadata.map_or_else(Dependencies::default, |it| Dependencies {
            names: direct(self.context, &it),
            edges: edges(&it),
        });
        self.direct = Some(found.clone());
        Ok(found)
    }

    /// The JSON of crates, in their order; `None` for those that cannot be documented.
    fn document(&self, wanted: &[(OutsideCrate, &str)]) -> Result<Vec<Option<String>>, BuildError> {
        let context = self.context;
        context.step(Step::Documenting);
        let started = Instant::now();
        let mut found = vec![None; wanted.len()];
        let mut rest: Vec<usize> = (0..wanted.len()).collect();
        let mut target = context.scratch.doc();
        let mut taken = BTreeSet::from([context.package.crate_name.as_str()]);
        // rustdoc names its files after crates, so that crates of the same name need folders of their own.
        while !rest.is_empty() {
            let (now, later): (Vec<usize>, Vec<usize>) = rest
                .iter()
                .partition(|&&each| taken.insert(&wanted[each].0.name));
            let crates: Vec<(&str, &str)> = now
                .iter()
                .map(|&each| (wanted[each].1, wanted[each].0.name.as_str()))
                .collect();
            if !crates.is_empty() {
                let texts = document::others(context, &crates, &target)?;
                now.iter()
                    .zip(texts)
                    .for_each(|(&each, json)| found[each] = json);
            }
            rest = later;
            taken.clear();
            target = target.join("same-name");
        }
        tracing::info!(
            seconds = started.elapsed().as_secs_f64(),
            crates = wanted.len(),
            "rustdoc of dependencies"
        );
        Ok(found)
    }
}

/// What each package depends on, by their ids.
fn edges(metadata: &Metadata) -> BTreeMap<String, BTreeSet<String>> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let edges = nodes.map(|node| {
        let of = node.dependencies.iter().map(|id| id.repr.clone());
        (node.id.repr.clone(), of.collect())
    });
    edges.collect()
}

/// The direct dependencies of the package under test, by their ids.
fn direct(context: &Context, metadata: &Metadata) -> BTreeMap<String, Named> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let own = nodes
        .filter(|node| node.id.repr == context.package.id)
        .flat_map(|node| &node.deps);
    let is_normal = |kind: &cargo_metadata::DepKindInfo| kind.kind == DependencyKind::Normal;
    own.filter(|dependency| dependency.dep_kinds.iter().any(is_normal))
        .filter(|dependency| dependency.name != context.package.crate_name)
        .map(|dependency| {
            let named = Named {
                name: dependency.name.clone(),
                package: Box::new(metadata[&dependency.pkg].clone()),
            };
            (dependency.pkg.repr.clone(), named)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_looked_for_in_the_direct_dependencies_closest_to_their_crate() {
        let named = |id: &str| {
            let package = serde_json::json!({
                "name": id, "version": "1.0.0", "id": id, "source": null, "dependencies": [], "targets": [], "features": {},
                "manifest_path": "/Cargo.toml",
            });
            Named {
                name: id.to_owned(),
                package: serde_json::from_value(package).expect("a package"),
            }
        };
        let direct = ["facade", "network", "far"];
        let edges = [
            ("facade", vec!["core"]),
            ("network", vec!["facade", "wire"]),
            ("far", vec!["between"]),
            ("between", vec!["hidden"]),
        ];
        let dependencies = Dependencies {
            names: direct
                .iter()
                .map(|id| (id.to_string(), named(id)))
                .collect(),
            edges: edges
                .into_iter()
                .map(|(id, of)| (id.to_owned(), of.into_iter().map(str::to_owned).collect()))
                .collect(),
        };
        assert_eq!(dependencies.through("core"), ["facade"]);
        assert_eq!(dependencies.through("hidden"), ["far"]);
        assert!(dependencies.through("facade").is_empty());
        assert!(dependencies.through("elsewhere").is_empty());
    }
}
