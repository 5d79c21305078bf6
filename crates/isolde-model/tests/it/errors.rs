//! Files that cannot be read, and the messages about them.

use crate::fixture::harbour;
use isolde_model::{ModelError, load};
use std::path::Path;

fn message(json: &str) -> String {
    load(json, Path::new("/"))
        .expect_err("the file must not be read")
        .to_string()
}

#[test]
fn an_unknown_format_is_named_with_its_rustc_and_what_to_do() {
    let newer = harbour()
        .json
        .replace("\"format_version\":57", "\"format_version\":99");
    let said = message(&newer);
    for part in [
        "format 99",
        "made by rustc 1.",
        "format 57 (rustc 1.95)",
        "update isolde",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let older = message("{\"format_version\": 30, \"index\": \"of another shape\"}");
    for part in [
        "format 30",
        "rustc of an unknown version",
        "update the toolchain",
    ] {
        assert!(older.contains(part), "{older}");
    }
}

#[test]
fn files_that_are_not_rustdoc_json_are_distinguished_from_malformed_ones() {
    assert!(matches!(
        load("", Path::new("/")),
        Err(ModelError::NotRustdoc(_))
    ));
    assert!(matches!(
        load("{\"packages\": []}", Path::new("/")),
        Err(ModelError::NotRustdoc(_))
    ));
    let cut = &harbour().json[..harbour().json.len() / 2];
    assert!(matches!(
        load(cut, Path::new("/")),
        Err(ModelError::NotRustdoc(_))
    ));
    let misshapen = "{\"format_version\": 57, \"index\": 3}";
    assert!(matches!(
        load(misshapen, Path::new("/")),
        Err(ModelError::Shape { format: 57, .. })
    ));
}

#[test]
fn json_without_private_items_is_refused() {
    let public = harbour()
        .json
        .replace("\"includes_private\":true", "\"includes_private\":false");
    assert!(message(&public).contains("--document-private-items"));
}
