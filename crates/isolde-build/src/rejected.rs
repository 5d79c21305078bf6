//! The pieces of drivers that the compiler refused: remembered, so that the next run does not try them again.

use crate::error::BuildError;
use crate::hash::hexadecimal;
use crate::support;
use isolde_cargo::files::{read, write_if_changed};
use isolde_cargo::{Error, Toolchain};
use isolde_harness::{PieceId, Rejection};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// Pieces that the compiler refused, by id, with its first error about each.
pub type Rejected = BTreeMap<PieceId, Rejection>;

/// The rejections of an earlier run, which are valid as long as the model and the tool are the same.
#[derive(Debug, Default, Serialize, Deserialize)]
struct KnownRejections {
    key: String,
    rejected: Rejected,
}

/// What refusals depend on. With mocks, a piece of the same name may contain other types.
pub(crate) fn rejection_key(toolchain: &Toolchain, json: &str, options: &[bool]) -> String {
    let mut hash = Sha256::new();
    hash.update(&toolchain.verbose_version);
    hash.update(support::fingerprint());
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(json);
    for option in options {
        hash.update([u8::from(*option)]);
    }
    hexadecimal(&hash.finalize())
}

/// What is remembered in a file, if it is about the same things.
pub(crate) fn recall(file: &Path, key: &str) -> Rejected {
    let known: KnownRejections = read(file)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    if known.key == key {
        known.rejected
    } else {
        Rejected::new()
    }
}

/// Remembers refusals in a file.
pub(crate) fn remember(file: &Path, key: &str, rejected: &Rejected) -> Result<(), BuildError> {
    let known = KnownRejections {
        key: key.to_owned(),
        rejected: rejected.clone(),
    };
    let text = serde_json::to_vec_pretty(&known)
        .map_err(|error| Error::file("write", file)(error.into()))?;
    write_if_changed(file, &text)?;
    Ok(())
}
