//! Drivers of fixture crates compile and call everything that can be called, and the tests that they render pass.

#[allow(dead_code)]
mod support;

use isolde_harness::{PieceId, Rejection, Request, Verdict, generate};
use isolde_model::Model;
use isolde_record::SkipReason;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::Driver;

/// A copy of a fixture in a folder of its own, with its model.
struct Fixture {
    _folder: tempfile::TempDir,
    package: PathBuf,
    model: Model,
    driver: Driver,
}

fn garden() -> Fixture {
    fixture("garden")
}

fn fixture(name: &str) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(name);
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
    let json = std::fs::read_to_string(target.join(format!("doc/{name}.json"))).unwrap();
    let model = isolde_model::load(&json, &package).unwrap();
    let driver = Driver::new(&folder.path().join("driver"), &target, name, &package, &[]).unwrap();
    Fixture {
        _folder: folder,
        package,
        model,
        driver,
    }
}

#[test]
fn sequences_compile_and_reach_what_only_they_can_reach() {
    let garden = garden();
    let alone = garden.driver.compile(&garden.model, &[]).unwrap();
    let compiled = garden
        .driver
        .compile_with(&garden.model, &[], true)
        .unwrap();
    assert_eq!(compiled.rejected, BTreeMap::new());
    let thunks = compiled.harness.thunks.iter();
    let thunks = thunks.filter(|thunk| !thunk.is_check);
    let (single, sequences): (Vec<_>, Vec<_>) = thunks.partition(|thunk| thunk.steps.is_empty());
    assert_eq!(single.len(), alone.harness.thunks.len());
    assert!(!sequences.is_empty());
    for sequence in sequences {
        assert_eq!(
            sequence.index as usize,
            position(&compiled.harness.thunks, sequence)
        );
        assert!(
            sequence
                .steps
                .iter()
                .all(|step| step.index == sequence.index)
        );
    }
    // What had a thunk of its own still has it, and nothing is lost.
    let skipped = |harness: &isolde_harness::Harness| {
        let functions = harness.functions.iter();
        functions
            .filter(|(_, verdict)| matches!(verdict, Verdict::Skipped(_)))
            .count()
    };
    assert!(skipped(&compiled.harness) <= skipped(&alone.harness));
}

fn position(thunks: &[isolde_record::ThunkInfo], thunk: &isolde_record::ThunkInfo) -> usize {
    thunks.iter().position(|each| each == thunk).unwrap()
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

    // The tests that the thunks render compile as external tests, and pass.
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
        ").next().unwrap().unwrap().bed()",
        ").next().unwrap().err().unwrap().bed()",
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
fn items_named_like_std_items_are_treated_by_their_definitions() {
    let fixture = fixture("lookalikes");
    let compiled = fixture.driver.compile(&fixture.model, &[]).unwrap();
    assert_eq!(compiled.rejected, BTreeMap::new());
    let harness = &compiled.harness;
    let skipped: Vec<(&str, &SkipReason)> = harness
        .functions
        .iter()
        .filter_map(|(index, verdict)| match verdict {
            Verdict::Skipped(SkipReason::Derived | SkipReason::NoBody) => None,
            Verdict::Skipped(reason) => {
                Some((fixture.model.functions[*index].path.as_str(), reason))
            }
            Verdict::Thunks(_) => None,
        })
        .collect();
    assert_eq!(
        skipped,
        [("level", &SkipReason::Private)],
        "functions without thunks"
    );

    let rendered = fixture.driver.render(harness, 8).unwrap();
    let silent: Vec<&str> = harness
        .thunks
        .iter()
        .map(|thunk| thunk.name.as_str())
        .filter(|name| rendered.iter().all(|each| each.thunk != *name))
        .collect();
    assert_eq!(silent, Vec::<&str>::new(), "never returned");
    let bad = fixture.driver.verify(&rendered).unwrap();
    let bad: Vec<String> = bad
        .into_iter()
        .map(|(index, why)| format!("{}{why}", rendered[index].body))
        .collect();
    assert_eq!(bad, Vec::<String>::new());

    let bodies: String = rendered.iter().map(|each| each.body.as_str()).collect();
    let wanted = [
        // Iterators are collected once, whatever the function's name is.
        "lookalikes::collect_words(\"\").take(16).collect::<Vec<_>>()",
        "lookalikes::countdown(0).take(16).collect::<Vec<_>>()",
        "assert_eq!(lookalikes::collected(\"\"), lookalikes::Level::Low)",
        // Results are compared as values of their own type.
        "assert_eq!(lookalikes::from_str_like(\"\"), Err(lookalikes::Level::Low))",
        "assert_eq!(lookalikes::drop(0), lookalikes::Level::Low)",
        "assert_eq!(lookalikes::fmt(0), lookalikes::Level::Low)",
        "assert_eq!(lookalikes::next(0), lookalikes::Level::Low)",
        "assert_eq!(lookalikes::thunk_0(0, 0, 0, 0, 0, 0), lookalikes::Level::Low)",
        "lookalikes::Vec { x: 0, y: 0 }",
        "assert_eq!(lookalikes::some(0), lookalikes::Option::None)",
        "lookalikes::Box { width: ",
        "lookalikes::steps(&lookalikes::Path { steps: 0 })",
        "assert_eq!(lookalikes::ordered(|_, _| lookalikes::Ordering::Ascending), lookalikes::Ordering::Ascending)",
        "lookalikes::longer(lookalikes::FromStr { length: 0 })",
        "lookalikes::deeper(lookalikes::closure { depth: 0 })",
        "lookalikes::collections::entries(&lookalikes::collections::HashMap { entries: 0 })",
        "lookalikes::std::vec::rest(lookalikes::std::vec::IntoIter { rest: 0 })",
        "assert_eq!(lookalikes::iter::left(0), lookalikes::iter::Chars { left: 0 })",
        ".collect(), lookalikes::Level::Low)",
        "assert_eq!(lookalikes::Jar::from_str(\"\"), lookalikes::Level::Low)",
        "assert_eq!(lookalikes::Jar::from(0), lookalikes::Level::Low)",
        // Methods of the crate's own traits are called by path if a method call would call another method.
        "<lookalikes::Jar as lookalikes::traits::Display>::fmt(&",
        "<lookalikes::Jar as lookalikes::traits::FromStr>::from_str(\"\")",
        "use lookalikes::traits::String as _;",
        "lookalikes::traits::send(lookalikes::Path { steps: 0 })",
        "lookalikes::Row::<4>::filled(0)",
    ];
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|text| !bodies.contains(text))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn the_same_request_gives_the_same_text_and_refused_pieces_stay_away() {
    let garden = garden();
    let none = BTreeMap::new();
    let request = Request {
        model: &garden.model,
        edition: Default::default(),
        filters: &[],
        rejected: &none,
        sequences: false,
        conventions: true,
        isolation: None,
        mocks: true,
        lawless: false,
        asks: false,
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

    // Without its constructors, `Plot` cannot be built, and its methods are skipped for that reason.
    let refused = |message: &str| Rejection {
        code: None,
        message: message.to_owned(),
        is_final: false,
    };
    let rejected: BTreeMap<PieceId, Rejection> = first
        .pieces
        .iter()
        .filter(|piece| piece.id.ends_with(" of garden::Plot"))
        .map(|piece| (piece.id.clone(), refused("refused")))
        .collect();
    let second = generate(&Request {
        rejected: &rejected,
        sequences: false,
        conventions: true,
        isolation: None,
        mocks: true,
        lawless: false,
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

    // A refused thunk is tried in its next form, and in the end is skipped with the compiler's message.
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
            sequences: false,
            conventions: true,
            isolation: None,
            mocks: true,
            lawless: false,
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
        edition: Default::default(),
        filters: &filters,
        rejected: &none,
        sequences: false,
        conventions: true,
        isolation: None,
        mocks: true,
        lawless: false,
        asks: false,
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
