//! Files of workspace members, which rustdoc names relative to the workspace's root.

use crate::fixture::{copy_harbour, document, harbour};
use isolde_model::load;
use std::fs;
use tempfile::TempDir;

#[test]
fn spans_of_a_workspace_member_are_relative_to_the_member() {
    let folder = TempDir::new().expect("a temporary folder");
    let member = folder.path().join("crates/harbour");
    copy_harbour(&member);
    let manifest = fs::read_to_string(member.join("Cargo.toml")).expect("the manifest is read");
    fs::write(
        member.join("Cargo.toml"),
        manifest.replace("[workspace]", ""),
    )
    .expect("the manifest is written");
    fs::write(
        folder.path().join("Cargo.toml"),
        "[workspace]\nresolver = \"2\"\nmembers = [\"crates/*\"]\n",
    )
    .expect("the workspace's manifest is written");
    let json = document(folder.path(), "harbour-lights", "harbour_lights");
    assert!(
        json.contains("\"filename\":\"crates/harbour/src/lib.rs\""),
        "rustdoc names files from the workspace's root"
    );
    let model = load(&json, &member).expect("the JSON is read");
    assert_eq!(model.summary(), harbour().model.summary());
}
