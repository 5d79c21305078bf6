use super::*;

const PUT: &str = "#[isolde::put]\nfn f(n: u8) {}\n";

/// Makes a package in a folder from the files that matter, and selects its targets.
fn package(files: &[(&str, &str)], manifest: &str) -> (Vec<String>, Vec<TestsWarning>) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path();
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }
    let target = |kind: &str, path: &Path| {
        let name = match path.file_stem().and_then(|name| name.to_str()) {
            Some("main") => path.parent().and_then(Path::file_name),
            _ => path.file_stem(),
        };
        serde_json::json!({
            "name": name.and_then(|name| name.to_str()), "kind": [kind], "crate_types": [], "src_path": path,
            "test": !manifest.contains("test = false"), "required-features": [],
        })
    };
    let targets: Vec<Target> = files
        .iter()
        .filter_map(|(path, _)| match *path {
            "src/lib.rs" => Some(target("lib", &root.join(path))),
            "src/main.rs" => Some(target("bin", &root.join(path))),
            path if path.starts_with("src/bin/") => Some(target("bin", &root.join(path))),
            path if path.starts_with("tests/")
                && (path.matches('/').count() == 1 || path.ends_with("/main.rs")) =>
            {
                Some(target("test", &root.join(path)))
            }
            _ => None,
        })
        .map(|target| serde_json::from_value(target).expect("a target"))
        .collect();
    let package = Package {
        id: String::new(),
        name: "demo".into(),
        version: "0.1.0".into(),
        binary: None,
        edition: "2021".into(),
        crate_name: "demo".into(),
        target_files: Vec::new(),
        tested_files: Vec::new(),
        root: root.to_owned(),
        workspace_root: root.to_owned(),
        root_file: root.join("src/lib.rs"),
        target_dir: root.join("target"),
        features: Vec::new(),
        default_features: true,
    };
    let (candidates, warnings) = select(&package, &targets, manifest);
    let names = candidates.iter().map(Candidate::describe).collect();
    (names, warnings)
}

#[test]
fn a_target_is_chosen_if_a_file_that_may_belong_to_it_has_a_parameterized_test() {
    let (names, warnings) = package(
        &[
            ("src/lib.rs", "mod a;"),
            ("src/a/b.rs", PUT),
            ("tests/in_module.rs", "mod common;"),
            ("tests/folder/main.rs", "mod part;"),
            ("tests/folder/part.rs", PUT),
            ("tests/itself.rs", PUT),
            ("tests/common/mod.rs", ""),
        ],
        "",
    );
    // `folder` is a target of its own, so its modules do not belong to `in_module`.
    assert_eq!(
        names,
        [
            "the library",
            "test target `folder`",
            "test target `itself`"
        ]
    );
    assert_eq!(warnings, []);

    let shared = package(
        &[
            ("src/lib.rs", "fn put() {}"),
            ("tests/a.rs", "mod common;"),
            (
                "tests/b/main.rs",
                "#[path = \"../common/mod.rs\"] mod common;",
            ),
            ("tests/common/mod.rs", PUT),
        ],
        "",
    );
    assert_eq!(shared.0, ["test target `a`", "test target `b`"]);
}

#[test]
fn targets_that_cannot_be_explored_are_named_with_the_reason() {
    let files = [("src/lib.rs", PUT), ("tests/own.rs", PUT)];
    let own = package(&files, "[[test]]\nname = \"own\"\nharness = false\n");
    assert_eq!(own.0, ["the library"]);
    assert_eq!(
        own.1,
        [TestsWarning::OwnHarness {
            target: "test target `own`".into()
        }]
    );
    let library = package(&files, "[lib]\nharness = false\n");
    assert_eq!(library.0, ["test target `own`"]);
    let untested = package(&files, "[lib]\ntest = false\n");
    assert_eq!(
        untested.1,
        [TestsWarning::Untested {
            target: "the library".into()
        }]
    );
    let candidate = Candidate {
        name: "slow".into(),
        kind: TestKind::Test,
        root_file: "slow.rs".into(),
        required_features: vec!["a".into(), "b".into()],
    };
    assert_eq!(
        candidate.features_off(&["a".to_owned()].into()),
        Some(TestsWarning::FeaturesOff {
            target: "test target `slow`".into(),
            missing: vec!["b".into()]
        })
    );
}

#[test]
fn the_attribute_is_found_however_it_is_written() {
    for text in [
        "#[isolde::put]",
        "#[put]",
        "# [ x ] #[ isolde :: put (runs = 3) ]",
        "#[put(case(0, \"x[1]\"))]",
        "#[cfg_attr(feature = \"x\", isolde::put)]",
        "static ISOLDE_PUT: Put = x;",
    ] {
        assert!(mentions_put(text), "{text}");
    }
    for text in [
        "cache.put(1); map::put(x)",
        "#[input]",
        "#[test]\nfn put() {}",
        "let x = y[put];",
    ] {
        assert!(!mentions_put(text), "{text}");
    }
}

#[test]
fn binaries_are_chosen_by_the_modules_that_they_declare() {
    let (names, warnings) = package(
        &[
            ("src/lib.rs", "mod of_library;"),
            ("src/of_library.rs", PUT),
            ("src/main.rs", "fn main() {} #[cfg(test)] mod tests;"),
            ("src/tests.rs", "mod deep;"),
            ("src/tests/deep.rs", PUT),
            ("src/bin/plain.rs", "fn main() {} mod of_library;"),
            ("src/bin/own.rs", PUT),
        ],
        "[[bin]]\nname = \"own\"\nharness = false\n",
    );
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(names[0], "the library");
    assert!(names[1].starts_with("binary `"), "{names:?}");
    assert!(
        matches!(&warnings[..], [TestsWarning::OwnHarness { target }] if target == "binary `own`"),
        "{warnings:?}"
    );
}
