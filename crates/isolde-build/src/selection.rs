//! What the command line says about the package: where it is, and which of its features are on.

use crate::error::BuildError;
use cargo_metadata::Package as CargoPackage;
use std::path::PathBuf;

/// What the command line says about the package.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The directory in which the command was given.
    pub directory: PathBuf,
    /// `--manifest-path`.
    pub manifest_path: Option<PathBuf>,
    /// `-p`: a name, or `name@version`.
    pub package: Option<String>,
    /// `--bin`: a binary instead of the library.
    pub binary: Option<String>,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
    /// `--target-dir`.
    pub target_dir: Option<PathBuf>,
    /// `--in-place`: private items too.
    pub in_place: bool,
}

/// The features that are turned on by name, in order.
///
/// # Errors
/// [`BuildError::NoSuchFeature`].
pub(crate) fn features(
    selection: &Selection,
    package: &CargoPackage,
) -> Result<Vec<String>, BuildError> {
    let mut known: Vec<String> = package.features.keys().cloned().collect();
    known.sort();
    if selection.all_features {
        known.retain(|feature| feature != "default");
        return Ok(known);
    }
    let mut chosen = Vec::new();
    for feature in split_features(&selection.features) {
        let Some(own) = own_feature(package, feature) else {
            return Err(BuildError::NoSuchFeature {
                package: package.name.to_string(),
                feature: feature.to_owned(),
                features: known,
            });
        };
        chosen.push(own.to_owned());
    }
    chosen.sort();
    chosen.dedup();
    Ok(chosen)
}

/// The features in lists that are separated by commas or spaces.
pub(crate) fn split_features(lists: &[String]) -> impl Iterator<Item = &str> {
    let all = lists.iter().flat_map(|list| list.split([',', ' ']));
    all.filter(|name| !name.is_empty())
}

/// The name of a feature without the package's name before it (`package/feature`), if the package has the feature.
pub(crate) fn own_feature<'f>(package: &CargoPackage, feature: &'f str) -> Option<&'f str> {
    let of_package = feature.strip_prefix(package.name.as_str());
    let own = of_package.and_then(|rest| rest.strip_prefix('/'));
    let own = own.unwrap_or(feature);
    package.features.contains_key(own).then_some(own)
}
