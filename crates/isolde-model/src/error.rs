//! Errors when a model is read.

use thiserror::Error;

/// Why rustdoc's JSON could not be read.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The text is not rustdoc JSON at all, or was cut off.
    #[error(
        "the file is not rustdoc JSON ({0}); generate it with `cargo rustdoc -- -Zunstable-options --output-format json`"
    )]
    NotRustdoc(#[source] serde_json::Error),
    /// The format is one that no adapter reads.
    #[error(
        "the toolchain's rustdoc JSON has format {found}, made by rustc {rustc}, which this version of isolde cannot read; \
         it reads {supported}: choose such a toolchain (`cargo +<version> isolde …`), or {advice}"
    )]
    UnknownFormat {
        /// The `format_version` of the file.
        found: u32,
        /// The version of the rustc that made the file, or "of an unknown version".
        rustc: String,
        /// Formats that can be read, with the rustc versions that write them.
        supported: String,
        /// What the user can do about it.
        advice: &'static str,
    },
    /// The format's number is known, but the contents do not have its structure.
    #[error(
        "rustdoc JSON of format {format}, made by rustc {rustc}, does not have the structure of that format ({source}); this is a bug in isolde, please report it"
    )]
    Shape {
        /// The `format_version` of the file.
        format: u32,
        /// The version of the rustc that made the file, or "of an unknown version".
        rustc: String,
        /// Where it went wrong.
        #[source]
        source: serde_json::Error,
    },
    /// The JSON was made without private items.
    #[error(
        "the rustdoc JSON lacks private items; generate it with `--document-private-items --document-hidden-items`"
    )]
    PublicOnly,
    /// An item that other items refer to is missing.
    #[error(
        "the rustdoc JSON refers to item {0}, which it does not contain; the file may have been truncated, generate it again"
    )]
    MissingItem(u32),
}
