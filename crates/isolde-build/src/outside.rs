//! Other crates whose items occur in the package: rustdoc's JSON of them is added to the model, and the driver depends on those that the package's
//! tests can name.
//!
//! A test in `tests/` can name the package and its direct dependencies, nothing else. Items of other crates are named through these, if they are
//! re-exported. A crate that cannot be documented is left out: only what needs its items is lost.

use crate::context::{Context, Step};
use crate::document::{self, Documented};
use crate::error::BuildError;
use crate::hash::hexadecimal;
use cargo_metadata::{DependencyKind, Metadata, Package as CargoPackage};
use isolde_cargo::messages::Artifact;
use isolde_cargo::toolchain;
use isolde_model::{Model, OutsideCrate, Reader};
use isolde_record::Edition;
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

/// The package's model without other crates.
///
/// # Errors
/// [`BuildError::Model`].
pub fn alone(context: &Context, documented: &Documented) -> Result<Modelled, BuildError> {
    Ok(Modelled {
        model: isolde_model::load(&documented.json, &context.package.root)?,
        key: documented.json.clone(),
        named: Vec::new(),
    })
}

/// The package's model, and the other crates that occur in it.
///
/// # Errors
/// [`BuildError::Model`]; [`BuildError::Cargo`] if cargo does not start or the user interrupts.
pub fn read(context: &Context, documented: &Documented) -> Result<Modelled, BuildError> {
    let mut reader = Reader::new(&documented.json, &context.package.root)?;
    let packages: BTreeMap<PathBuf, String> = documented.artifacts.iter().flat_map(files).collect();
    let mut key = Sha256::new();
    key.update(&documented.json);
    let mut crates = Crates::new(context);
    let mut asked = BTreeSet::new();
    for _ in 0..ROUNDS {
        let mut wanted = reader.wanted();
        wanted.retain(|each| asked.len() < MOST && asked.insert(each.file.clone()));
        let wanted: Vec<(OutsideCrate, &str)> = wanted
            .into_iter()
            .filter_map(|each| packages.get(&each.file).map(|id| (each, id.as_str())))
            .collect();
        if wanted.is_empty() {
            break;
        }
        let names = crates.direct()?;
        for ((krate, id), json) in wanted.iter().zip(crates.document(&wanted)?) {
            let Some(json) = json else {
                continue;
            };
            let name = names.get(*id).map(|named| named.name.as_str());
            match reader.add(krate, name, &json) {
                Ok(()) => [name.unwrap_or_default(), &json]
                    .iter()
                    .for_each(|text| key.update(text)),
                Err(error) => tracing::warn!(%error, id, "the JSON of a dependency is not used"),
            }
            crates.used.extend(names.get(*id).cloned());
        }
    }
    Ok(Modelled {
        model: reader.model()?,
        key: hexadecimal(&key.finalize()),
        named: crates.used,
    })
}

/// The compiled files of a crate, with the package that it belongs to.
fn files(artifact: &Artifact) -> impl Iterator<Item = (PathBuf, String)> {
    let id = &artifact.package_id.repr;
    let files = artifact.filenames.iter();
    files.map(move |file| (file.clone().into_std_path_buf(), id.clone()))
}

/// The other crates of the build.
struct Crates<'c> {
    context: &'c Context<'c>,
    direct: Option<BTreeMap<String, Named>>,
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

    /// The package's direct dependencies, by their ids.
    fn direct(&mut self) -> Result<BTreeMap<String, Named>, BuildError> {
        if let Some(known) = &self.direct {
            return Ok(known.clone());
        }
        let context = self.context;
        let mut found = BTreeMap::new();
        // Where a name needs a declaration in the crate root, tests have none.
        if !Edition::named(&context.package.edition).declares_crates() {
            let manifest = context.scratch.driver().join("Cargo.toml");
            let arguments = [
                "--filter-platform".as_ref(),
                context.toolchain.host.as_ref(),
                "--manifest-path".as_ref(),
                manifest.as_os_str(),
            ];
            let command = toolchain::cargo(&context.package.root);
            match toolchain::metadata(command, arguments, context.deadline)? {
                Ok(metadata) => found = direct(context, &metadata),
                Err(error) => tracing::warn!(error, "the dependencies cannot be named"),
            }
        }
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
