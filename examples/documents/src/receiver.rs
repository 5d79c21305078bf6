//! What happens after a document was added.

use crate::service::{Field, Site};
use std::fmt;
use std::io;

/// The location of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Properties {
    /// The address of the server.
    pub address: String,
    /// The number of its list.
    pub list: u64,
    /// The number of the document.
    pub item: i32,
}

/// Why a title was not updated.
#[derive(Debug)]
pub enum TitleError {
    /// The new title would have fewer than 5 bytes.
    TooShort,
    /// The new title would have more than 60 bytes.
    TooLong,
    /// The new title would have several lines.
    NewLine,
    /// The server reported an error.
    Server(io::Error),
}

impl fmt::Display for TitleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TitleError::TooShort => f.write_str("too short"),
            TitleError::TooLong => f.write_str("too long"),
            TitleError::NewLine => f.write_str("no new lines"),
            TitleError::Server(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TitleError {}

impl From<io::Error> for TitleError {
    fn from(error: io::Error) -> TitleError {
        TitleError::Server(error)
    }
}

/// Sets the title of a document to its kind.
pub fn update_title(properties: &Properties) -> Result<(), TitleError> {
    let web = Site::connect(&properties.address)?.open_web()?;
    let list = web.list(properties.list)?;
    let mut item = list.item(properties.item)?;
    let kind = item.field("ContentType")?.unwrap();
    let Field::Text(kind) = kind else {
        panic!("the kind of a document is text, not {kind:?}");
    };
    check(&kind)?;
    item.set_field("Title", &kind)?;
    item.update()?;
    Ok(())
}

/// Whether a text can be a title.
pub fn check(title: &str) -> Result<(), TitleError> {
    if title.len() < 5 {
        return Err(TitleError::TooShort);
    }
    if title.len() > 60 {
        return Err(TitleError::TooLong);
    }
    if title.contains("\r\n") {
        return Err(TitleError::NewLine);
    }
    Ok(())
}
