//! Copies of small folders: what is copied, what is left out, and what a second copy changes.

use super::*;

#[test]
fn targets_of_links_are_copied_except_folders_that_contain_the_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("in/from"), folder.path().join("to"));
    for path in ["in/from/a", "shared/deep"] {
        fs::create_dir_all(folder.path().join(path)).expect("writable");
    }
    fs::write(folder.path().join("shared/deep/code.rs"), "a").expect("writable");
    fs::write(folder.path().join("shared/one.rs"), "b").expect("writable");
    let link = |target: &str, at: &str| {
        std::os::unix::fs::symlink(target, from.join(at)).expect("linked");
    };
    link("../../shared", "shared");
    link("../../../shared/deep", "a/deep");
    link("../../shared/one.rs", "one.rs");
    for (target, at) in [
        ("..", "a/up"),
        ("..", "out"),
        ("/", "all"),
        ("gone", "dangling"),
    ] {
        link(target, at);
    }
    // A cycle outside the folder.
    std::os::unix::fs::symlink("..", folder.path().join("shared/deep/up")).expect("linked");
    let mirror = Mirror {
        from: &from,
        skip: Path::new("/none"),
        edit: &|_, text| text,
    };
    for _ in 0..2 {
        mirror.write(&to).expect("copied");
        for (path, text) in [
            ("shared/deep/code.rs", "a"),
            ("shared/one.rs", "b"),
            ("a/deep/code.rs", "a"),
            ("one.rs", "b"),
        ] {
            assert_eq!(fs::read_to_string(to.join(path)).expect(path), text);
        }
        for left_out in ["a/up", "out", "all", "dangling", "shared/deep/up"] {
            assert!(!to.join(left_out).exists(), "{left_out}");
        }
    }
}

#[test]
fn a_second_copy_writes_only_what_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    fs::create_dir_all(from.join("src/old")).expect("writable");
    for left_out in ["out", "target/debug", ".git", "marked"] {
        fs::create_dir_all(from.join(left_out)).expect("writable");
    }
    let write = |path: &str, text: &str| fs::write(from.join(path), text).expect("writable");
    write("src/lib.rs", "a");
    write("src/old/mod.rs", "b");
    write("out/big", "c");
    write("target/debug/big", "d");
    write("marked/CACHEDIR.TAG", "e");
    write(
        "Cargo.toml",
        "[dependencies]\nin = { path = \"in\" }\nout = { path = \"../out\" }\n",
    );
    let mirror = Mirror {
        from: &from,
        skip: &from.join("out"),
        edit: &|path, text| {
            format!(
                "{text} of {}",
                path.file_name().unwrap_or_default().display()
            )
        },
    };
    mirror.write(&to).expect("copied");
    let read = |path: &str| fs::read_to_string(to.join(path)).expect("there");
    assert_eq!(read("src/lib.rs"), "a of lib.rs");
    for left_out in ["out", "target", ".git", "marked"] {
        assert!(!to.join(left_out).exists(), "{left_out}");
    }
    let outside = folder.path().join("out");
    assert_eq!(
        read("Cargo.toml"),
        format!(
            "[dependencies]\nin = {{ path = \"in\" }}\nout = {{ path = \"{}\" }}\n\n[workspace]\n of Cargo.toml",
            outside.display()
        )
    );

    let written = |path: &str| {
        fs::metadata(to.join(path))
            .and_then(|data| data.modified())
            .expect("a time")
    };
    let before = written("src/lib.rs");
    fs::remove_dir_all(from.join("src/old")).expect("removed");
    write("src/old", "a file now");
    mirror.write(&to).expect("copied again");
    assert_eq!(written("src/lib.rs"), before);
    assert_eq!(read("src/old"), "a file now");
}

#[test]
fn packages_below_a_package_are_not_members_of_its_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    fs::create_dir_all(from.join("old")).expect("writable");
    let manifest = "[package]\nname = \"twin\"\n\n[dev-dependencies]\nearlier = { package = \"twin\", path = \"old\" }\n";
    fs::write(from.join("Cargo.toml"), manifest).expect("writable");
    let below = "[package]\nname = \"twin\"\n";
    fs::write(from.join("old/Cargo.toml"), below).expect("writable");
    let mirror = Mirror {
        from: &from,
        skip: Path::new("/none"),
        edit: &|_, text| text,
    };
    mirror.write(&to).expect("copied");
    let read = |path: &str| fs::read_to_string(to.join(path)).expect("there");
    assert_eq!(
        read("Cargo.toml"),
        format!("{manifest}\n[workspace]\nexclude = [\"old\"]\n")
    );
    assert_eq!(read("old/Cargo.toml"), below);
}
