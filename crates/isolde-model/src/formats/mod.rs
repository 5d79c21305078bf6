//! Adapters for the formats of rustdoc's JSON; each turns its format into a [`Document`].
//!
//! To support another format, add a renamed dependency on `rustdoc-types` of that minor version, a module like [`v57`], a line in
//! [`SUPPORTED`] and an arm in [`read`].

mod v57;

use crate::crates::Crates;
use crate::document::{Document, Key};
use crate::error::ModelError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// Formats that can be read, with the stable rustc that writes them.
const SUPPORTED: &[(u32, &str)] = &[(57, "1.95")];

/// The few fields that all formats have in common; parsed before everything else.
#[derive(Deserialize)]
struct Header {
    format_version: u32,
    #[serde(default)]
    external_crates: BTreeMap<String, Value>,
}

impl Header {
    /// The version of the rustc that made the file. The formats have no field for it, but the documentation URL of the standard library contains it.
    fn rustc(&self) -> String {
        self.external_crates
            .values()
            .filter_map(|external| external.get("html_root_url")?.as_str())
            .find_map(|root| root.strip_prefix("https://doc.rust-lang.org/"))
            .map(|version| version.trim_end_matches('/').to_owned())
            .filter(|version| !version.is_empty())
            .unwrap_or_else(|| "of an unknown version".to_owned())
    }
}

/// Parses the JSON with the adapter for its format. The document's keys begin at `first`; `label` is what paths call its crate, if that is
/// not the package's own.
///
/// # Errors
///
/// All variants of [`ModelError`] except those about the items in the file.
pub(crate) fn read(
    json: &str,
    first: Key,
    label: Option<&str>,
    crates: &mut Crates,
) -> Result<Document, ModelError> {
    let header: Header = parse(json).map_err(ModelError::NotRustdoc)?;
    match header.format_version {
        57 => v57::read(&contents(json, &header)?, first, label, crates),
        found => Err(unknown(found, &header)),
    }
}

fn contents<T: DeserializeOwned>(json: &str, header: &Header) -> Result<T, ModelError> {
    parse(json).map_err(|source| ModelError::Shape {
        format: header.format_version,
        rustc: header.rustc(),
        source,
    })
}

fn parse<T: DeserializeOwned>(json: &str) -> Result<T, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    deserializer.disable_recursion_limit();
    let value = T::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

fn unknown(found: u32, header: &Header) -> ModelError {
    let supported: Vec<_> = SUPPORTED
        .iter()
        .map(|(format, rustc)| format!("format {format} (rustc {rustc})"))
        .collect();
    let is_newer = SUPPORTED.iter().all(|(format, _)| *format < found);
    ModelError::UnknownFormat {
        found,
        rustc: header.rustc(),
        supported: supported.join(", "),
        advice: if is_newer {
            "update isolde"
        } else {
            "update the toolchain (`rustup update`)"
        },
    }
}
