//! Drivers of a fixture crate compile, call what can be called, and what they render is a test that passes.

#[allow(dead_code)]
mod support;

use isolde_harness::{PieceId, Rejection, Request, Verdict, generate};
use isolde_model::Model;
use isolde_record::SkipReason;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::Driver;

/// The fixture in a folder of its own, with its model.
struct Garden {
    _folder: tempfile::TempDir,
    package: PathBuf,
    model: Model,
    driver: Driver,
}

fn garden() -> Garden {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("garden");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/garden");
    std::fs::create_dir_all(package.join("src")).unwrap();
    std::fs::copy(source.join("Cargo_test.toml"), package.join("Cargo.toml")).unwrap();
    std::fs::copy(source.join("src/lib.rs"), package.join("src/lib.rs")).unwrap();
    let target = folder.path().join("target");
    let options = [
        "-Zunstable-options",
        "--output-format",
        "json",
        "--document-private-items",
        "--document-hidden-items",
    ];
    let status = Command::new("cargo")
        .args(["rustdoc", "--lib", "--quiet", "--offline", "--"])
        .args(options)
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTC_BOOTSTRAP", "1")
        .status()
        .unwrap();
    assert!(status.success());
    let json = std::fs::read_to_string(target.join("doc/garden.json")).unwrap();
    let model = isolde_model::load(&json, &package).unwrap();
    let driver = Driver::new(
        &folder.path().join("driver"),
        &target,
        "garden",
        &package,
        &[],
    )
    .unwrap();
    Garden {
        _folder: folder,
        package,
        model,
        driver,
    }
}

#[test]
fn every_function_of_the_garden_ends_in_thunks_or_with_a_reason() {
    let garden = garden();
    let compiled = garden.driver.compile(&garden.model, &[]).unwrap();
    let harness = &compiled.harness;
    assert_eq!(harness.functions.len(), garden.model.functions.len());

    let mut skipped = BTreeMap::new();
    for (index, verdict) in &harness.functions {
        if let Verdict::Skipped(reason) = verdict
            && *reason != SkipReason::Derived
        {
            skipped.insert(garden.model.functions[*index].path.as_str(), reason.clone());
        }
    }
    insta::assert_debug_snapshot!("skipped", skipped);
    let names: Vec<&str> = harness
        .thunks
        .iter()
        .map(|thunk| thunk.name.as_str())
        .collect();
    insta::assert_debug_snapshot!("thunks", names);
    assert_eq!(compiled.rejected, BTreeMap::new());

    // What the thunks render compiles as an external test, and states what is true.
    let rendered = garden.driver.render(harness, 24).unwrap();
    let silent: Vec<&&str> = names
        .iter()
        .filter(|name| rendered.iter().all(|each| each.thunk != **name))
        .collect();
    assert_eq!(silent, Vec::<&&str>::new(), "never returned");
    let bad = garden.driver.verify(&rendered).unwrap();
    let bad: Vec<String> = bad
        .into_iter()
        .map(|(index, why)| format!("{}{why}", rendered[index].body))
        .collect();
    assert_eq!(bad, Vec::<String>::new());

    let bodies: String = rendered.iter().map(|each| each.body.as_str()).collect();
    let wanted = [
        "garden::height(&garden::Tree::Leaf(",
        "Err(garden::SeedError::Empty)",
        "garden::Price { cents: ",
        "assert_eq!(plot.sow(",
        "garden::shout(\"",
        ".to_string(), \"no name\")",
        "assert_eq!(garden::Palette::BARE.greens(), 0)",
        "assert_eq!(garden::SPRING.clone().greens(), 3)",
        "assert_eq!(garden::SUMMER.clone().greens(), 9)",
        // Not `"".len()`, which is 0.
        "assert_eq!(<str as garden::Extent>::len(\"\"), 70)",
    ];
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|text| !bodies.contains(text))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert!(garden.package.join("src/lib.rs").exists());
}

#[test]
fn the_same_request_gives_the_same_text_and_refused_pieces_stay_away() {
    let garden = garden();
    let none = BTreeMap::new();
    let request = Request {
        model: &garden.model,
        filters: &[],
        rejected: &none,
    };
    let first = generate(&request);
    assert_eq!(first.main_rs, generate(&request).main_rs);

    let piece = first
        .pieces
        .iter()
        .find(|piece| piece.id == "thunk Plot::sow")
        .unwrap();
    let lines: Vec<&str> = first.main_rs.lines().collect();
    assert!(lines[*piece.lines.start() as usize - 1].starts_with("fn thunk_"));
    assert_eq!(lines[*piece.lines.end() as usize - 1], "}");

    // Without its constructors, `Plot` cannot be built, and its methods say so.
    let refused = |message: &str| Rejection {
        code: None,
        message: message.to_owned(),
    };
    let rejected: BTreeMap<PieceId, Rejection> = first
        .pieces
        .iter()
        .filter(|piece| piece.id.ends_with(" of garden::Plot"))
        .map(|piece| (piece.id.clone(), refused("refused")))
        .collect();
    let second = generate(&Request {
        rejected: &rejected,
        ..request
    });
    assert!(
        second
            .pieces
            .iter()
            .all(|piece| !rejected.contains_key(&piece.id))
    );
    let sow = garden
        .model
        .functions
        .iter()
        .position(|function| function.path == "Plot::sow")
        .unwrap();
    assert_eq!(
        second.functions[sow].1,
        Verdict::Skipped(SkipReason::UnsupportedReceiver("garden::Plot".into()))
    );

    // A refused thunk takes its next form, and at last is skipped with the compiler's words.
    let mut rejected = BTreeMap::new();
    let checked = garden
        .model
        .functions
        .iter()
        .position(|function| function.path == "checked")
        .unwrap();
    for round in 0..4 {
        let harness = generate(&Request {
            rejected: &rejected,
            ..request
        });
        match &harness.functions[checked].1 {
            Verdict::Thunks(_) => {
                let pieces = harness
                    .pieces
                    .iter()
                    .filter(|piece| piece.id.starts_with("thunk checked"));
                rejected.extend(
                    pieces.map(|piece| (piece.id.clone(), refused(&format!("error {round}")))),
                );
            }
            Verdict::Skipped(reason) => {
                assert_eq!(*reason, SkipReason::Rejected("error 0".into()));
                return;
            }
        }
    }
    panic!("`checked` is never given up");
}

#[test]
fn filters_choose_functions_by_path() {
    let garden = garden();
    let none = BTreeMap::new();
    let filters = ["Plot::*".to_owned(), "height".to_owned()];
    let harness = generate(&Request {
        model: &garden.model,
        filters: &filters,
        rejected: &none,
    });
    let functions: Vec<&str> = harness
        .thunks
        .iter()
        .map(|thunk| thunk.function.as_str())
        .collect();
    assert!(
        functions
            .iter()
            .all(|path| path.starts_with("Plot::") || *path == "height"),
        "{functions:?}"
    );
    assert!(functions.contains(&"Plot::sow") && functions.contains(&"height"));
}
