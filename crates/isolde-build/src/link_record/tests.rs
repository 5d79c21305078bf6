//! Calls of the linker that are recorded, and those that are not.

use super::*;
use crate::driver;

fn strings(arguments: &[&str]) -> Vec<OsString> {
    arguments.iter().map(OsString::from).collect()
}

#[test]
fn other_links_are_left_to_cc() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let record_folder = folder.path().join("record");
    let recorded = record(
        &strings(&["x.o", "-o", "/t/build_script_build-12"]),
        driver::CRATE_NAME,
        &record_folder,
    )
    .expect("no failure");
    assert!(!recorded);
    assert!(!record_folder.exists());
}

#[test]
fn of_programs_with_one_name_the_one_that_left_bitcode_is_recorded() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for name in ["demo-1.o", "demo-2.o", "demos-3.o"] {
        fs::write(path(name), "o").expect("writable");
    }
    for name in ["demo-2", "demos-3"] {
        let bitcode = format!("{name}.lto.after-restriction.bc");
        fs::write(path(&bitcode), name).expect("writable");
    }
    let record_folder = folder.path().join("record");
    let recorded = |name: &str| {
        let arguments = strings(&[&path(&format!("{name}.o")), "-o", &path(name)]);
        record(&arguments, "demo", &record_folder).expect("no failure")
    };
    assert!(!recorded("demo-1"));
    assert!(!recorded("demos-3"));
    assert!(recorded("demo-2"));
    let record = LinkRecord::load(&record_folder).expect("left behind");
    assert_eq!(fs::read_to_string(&record.bitcode).expect("kept"), "demo-2");
}

#[test]
fn the_drivers_link_is_recorded_and_its_bitcode_kept() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path();
    fs::create_dir(root.join("rustcAb12Cd")).expect("writable");
    fs::write(root.join("rustcAb12Cd/symbols.o"), "s").expect("writable");
    fs::write(root.join("d.x.rcgu.o"), "o").expect("writable");
    fs::write(root.join("d.x.rcgu.lto.after-restriction.bc"), "bc").expect("writable");
    let path = |name: &str| root.join(name).to_string_lossy().into_owned();
    let output = path(&format!("{}-1a2b", driver::CRATE_NAME));
    let arguments = strings(&[
        "-m64",
        &path("rustcAb12Cd/symbols.o"),
        &path("d.x.rcgu.o"),
        "-o",
        &output,
        "-lc",
    ]);
    let folder = root.join("record");
    assert!(record(&arguments, driver::CRATE_NAME, &folder).expect("recorded"));

    let record = LinkRecord::load(&root.join("record")).expect("left behind");
    assert_eq!(fs::read_to_string(&record.bitcode).expect("kept"), "bc");
    assert_eq!(
        fs::read_to_string(&output).expect("an output"),
        "__isolde_driver-1a2b"
    );
    assert!(record.made(Path::new(&output)));
    let uplifted = root.join("driver");
    fs::copy(&output, &uplifted).expect("writable");
    assert!(LinkRecord::of(&root.join("record"), &uplifted).is_some());
    fs::write(&uplifted, "__isolde_driver-3c4d").expect("writable");
    assert!(LinkRecord::of(&root.join("record"), &uplifted).is_none());
    fs::remove_dir_all(root.join("rustcAb12Cd")).expect("removable");
    assert_eq!(
        fs::read_to_string(&record.arguments[1]).expect("a copy"),
        "s"
    );
    assert_eq!((record.object, record.output), (2, 4));

    // Files that are linked have the same name in the next build; folders that no longer exist do not.
    let mut next = record.clone();
    next.arguments.push(path("rustcXyZ123/raw-dylibs"));
    assert!(next.lasting_arguments().eq(record.lasting_arguments()));
    assert_eq!(record.lasting_arguments().count(), record.arguments.len());
}
