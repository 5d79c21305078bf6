//! The Landlock part: which files may be written.

use crate::error::ExploreError;
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};
use std::os::fd::OwnedFd;
use std::path::Path;

/// A ruleset that forbids every write outside `scratch` (and `/dev/null`), TCP, and signals and abstract sockets that leave the sandbox, as far as
/// the kernel's version of Landlock supports it.
pub(super) fn ruleset(scratch: &Path) -> Result<OwnedFd, ExploreError> {
    let refused = |error: &dyn std::fmt::Display| ExploreError::NoSandbox {
        what: format!("Landlock: {error}"),
    };
    let abi = ABI::V6;
    let write = AccessFs::from_write(abi);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(write)
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(abi)))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(abi)))
        .and_then(Ruleset::create)
        .map_err(|error| refused(&error))?;
    for (path, access) in [
        (scratch, write),
        (Path::new("/dev/null"), AccessFs::WriteFile.into()),
    ] {
        let fd = PathFd::new(path).map_err(|error| refused(&error))?;
        ruleset = ruleset
            .add_rule(PathBeneath::new(fd, access))
            .map_err(|error| refused(&error))?;
    }
    Option::<OwnedFd>::from(ruleset).ok_or_else(|| ExploreError::NoSandbox {
        what: "Landlock is not enabled".to_string(),
    })
}
