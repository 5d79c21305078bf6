//! Which packages of the workspace, and which of their binaries, the command line asks for. Each is explored on its own.

use crate::error::BuildError;
use crate::package;
use crate::selection::{Selection, own_feature, split_features};
use crate::target;
use cargo_metadata::{Metadata, Package as CargoPackage, Target};
use isolde_cargo::files;
use isolde_record::Deadline;
use std::path::PathBuf;

/// What the command line asks for, in cargo's words.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// `-p`: names or `name@version`, where `*` and `?` stand for other characters.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--exclude`: like `-p`.
    pub excluded: Vec<String>,
    /// `--bin`.
    pub binaries: Vec<String>,
}

/// A library or a binary to explore.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The package with its features, and the binary.
    pub selection: Selection,
    /// Name of the package.
    pub package: String,
    /// Whether `cargo test` builds the target only if its name is given.
    pub is_untested: bool,
}

/// A binary that is not explored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("binary `{binary}` of package `{package}` {why}")]
pub struct LeftOut {
    /// Name of the package.
    pub package: String,
    /// Name of the binary.
    pub binary: String,
    /// The reason, which continues the sentence that begins with the binary.
    pub why: String,
}

/// What is explored.
#[derive(Clone, Debug, Default)]
pub struct Selected {
    /// The libraries and binaries, in this order.
    pub chosen: Vec<Chosen>,
    /// Binaries that cannot be explored.
    pub left_out: Vec<LeftOut>,
    /// What `--exclude` names in vain.
    pub idle: Vec<String>,
    /// The target directory.
    pub target_dir: PathBuf,
}

/// Chooses what is explored. `base` has the options that are the same for all packages.
///
/// # Errors
/// Those of [`BuildError`] that concern manifests and names of packages, features and binaries.
pub fn select(
    base: &Selection,
    asked: &Asked,
    deadline: &Deadline,
) -> Result<Selected, BuildError> {
    let metadata = package::read_metadata(base, deadline)?;
    let members = members(base, asked, &metadata)?;
    let mut selected = Selected {
        target_dir: package::target_dir(base, &metadata),
        ..Selected::default()
    };
    let is_idle = |pattern: &&String| {
        let mut all = metadata.workspace_packages().into_iter();
        !all.any(|member| is_meant(member, pattern))
    };
    selected.idle = asked.excluded.iter().filter(is_idle).cloned().collect();
    check_features(base, &members)?;
    for name in &asked.binaries {
        let has_it = |member: &&CargoPackage| target::binaries(member).any(|it| it.name == *name);
        if !members.iter().any(has_it) {
            return Err(match members.as_slice() {
                [only] => target::no_such_binary(only, name),
                _ => BuildError::Nowhere {
                    what: "binary",
                    name: name.clone(),
                },
            });
        }
    }
    for member in &members {
        let choose = |binary: Option<&Target>| Chosen {
            selection: Selection {
                package: Some(format!("{}@{}", member.name, member.version)),
                binary: binary.map(|target| target.name.clone()),
                features: match members.len() {
                    1 => base.features.clone(),
                    _ => features(base, member),
                },
                ..base.clone()
            },
            package: member.name.to_string(),
            is_untested: binary.is_some_and(|target| !target.test),
        };
        let mut binaries: Vec<&Target> = target::binaries(member).collect();
        if !asked.binaries.is_empty() {
            binaries.retain(|target| asked.binaries.contains(&target.name));
        } else if target::has_library(member) || binaries.is_empty() {
            selected.chosen.push(choose(None));
            continue;
        }
        let manifest = files::read(member.manifest_path.as_std_path())?;
        let mut reasons = Vec::new();
        for binary in &binaries {
            match target::obstacle(member, binary, base, &manifest) {
                None => selected.chosen.push(choose(Some(binary))),
                Some(why) => reasons.push(LeftOut {
                    package: member.name.to_string(),
                    binary: binary.name.clone(),
                    why,
                }),
            }
        }
        if members.len() == 1 && selected.chosen.is_empty() {
            return Err(BuildError::NoBinary {
                package: member.name.to_string(),
                reasons: reasons.iter().map(ToString::to_string).collect(),
            });
        }
        selected.left_out.extend(reasons);
    }
    Ok(selected)
}

/// The packages that are asked for.
fn members<'a>(
    base: &Selection,
    asked: &Asked,
    metadata: &'a Metadata,
) -> Result<Vec<&'a CargoPackage>, BuildError> {
    let mut all = metadata.workspace_packages();
    all.sort_by_key(|member| member.name.to_string());
    if asked.workspace {
        let is_excluded = |member: &CargoPackage| {
            let mut patterns = asked.excluded.iter();
            patterns.any(|pattern| is_meant(member, pattern))
        };
        all.retain(|member| !is_excluded(member));
        return match all.is_empty() {
            true => Err(BuildError::NothingLeft),
            false => Ok(all),
        };
    }
    if asked.packages.is_empty() {
        return Ok(vec![package::choose(base, metadata)?]);
    }
    let mut chosen: Vec<&CargoPackage> = Vec::new();
    for pattern in &asked.packages {
        let found = all.iter().filter(|member| is_meant(member, pattern));
        let found: Vec<&CargoPackage> = found.copied().collect();
        if found.is_empty() {
            return Err(BuildError::NoSuchPackage {
                name: pattern.clone(),
                members: all.iter().map(|member| member.name.to_string()).collect(),
            });
        }
        let is_new = |member: &&CargoPackage| !chosen.iter().any(|known| known.id == member.id);
        let new: Vec<&CargoPackage> = found.into_iter().filter(is_new).collect();
        chosen.extend(new);
    }
    Ok(chosen)
}

/// Whether a pattern (`name`, `na*`, `name@version`) means this package.
fn is_meant(member: &CargoPackage, pattern: &str) -> bool {
    let (name, version) = match pattern.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (pattern, None),
    };
    fits(name.as_bytes(), member.name.as_bytes())
        && version.is_none_or(|version| member.version.to_string() == version)
}

/// Whether a name fits a pattern in which `*` stands for any characters and `?` for one.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|length| fits(rest, &name[length..])),
        Some((letter, rest)) => name
            .split_first()
            .is_some_and(|(own, name)| (letter == own || *letter == b'?') && fits(rest, name)),
    }
}

/// Those of the features that a package has, of several that are asked for.
fn features(base: &Selection, member: &CargoPackage) -> Vec<String> {
    split_features(&base.features)
        .filter(|feature| own_feature(member, feature).is_some())
        .map(str::to_owned)
        .collect()
}

/// Refuses features that none of several packages has.
fn check_features(base: &Selection, members: &[&CargoPackage]) -> Result<(), BuildError> {
    let has_it = |member: &CargoPackage, feature| own_feature(member, feature).is_some();
    let nowhere = split_features(&base.features)
        .find(|feature| !members.iter().any(|member| has_it(member, feature)));
    match nowhere {
        // The message of a single package can say what it has.
        Some(feature) if members.len() > 1 => Err(BuildError::Nowhere {
            what: "feature",
            name: feature.to_owned(),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_are_those_of_cargo() {
        let fits = |pattern: &str, name: &str| super::fits(pattern.as_bytes(), name.as_bytes());
        assert!(fits("a-tool", "a-tool") && !fits("a-tool", "a-tools"));
        assert!(fits("a-*", "a-tool") && fits("*-tool", "a-tool") && fits("*", "a"));
        assert!(fits("a-?ool", "a-tool") && !fits("?", "") && !fits("a*b", "ac"));
    }
}
