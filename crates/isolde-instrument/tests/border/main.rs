//! The functions that a unit reaches outside of it, in programs that rustc compiled.
#![allow(missing_docs)]

mod purity;

use isolde_instrument::Llvm;
use isolde_instrument::border::{Callee, Decides, Home, Item, Outgoing, Reached, Unit, outgoing};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/border")
}

fn rustc(arguments: &str, folder: &Path, source: &str) -> String {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(program)
        .args(["--edition", "2024"])
        .args(arguments.split_whitespace())
        .args((!source.is_empty()).then(|| sources().join(source)))
        .current_dir(folder)
        .output()
        .expect("rustc runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{source}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The folder of the program, which stays until the process ends.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("made"));

/// Whole-program bitcode of `testdata/border`, compiled as drivers are.
static BITCODE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = FOLDER.path();
    let common = "-Copt-level=0 -Cdebuginfo=line-tables-only -Csymbol-mangling-version=v0 -L.";
    for (library, source) in [
        ("dep", "dep.rs"),
        ("feed", "feed.rs"),
        ("demo --extern dep --extern feed", "demo/lib.rs"),
    ] {
        let arguments = format!("{common} --crate-type rlib --crate-name {library}");
        rustc(&arguments, folder, source);
    }
    let whole = "-Clto=fat -Ccodegen-units=1 -Cno-prepopulate-passes -Csave-temps -Clinker-plugin-lto -Clinker=true";
    let arguments = format!("{common} {whole} --crate-name driver --extern dep --extern demo");
    rustc(&arguments, folder, "main.rs");
    let files = std::fs::read_dir(folder).expect("readable");
    files
        .map(|entry| entry.expect("readable").path())
        .find(|path| {
            path.to_string_lossy()
                .ends_with(".lto.after-restriction.bc")
        })
        .expect("rustc leaves the module")
});

static LLVM: LazyLock<Llvm> = LazyLock::new(|| {
    let sysroot = rustc("--print sysroot", Path::new("."), "");
    Llvm::load(&isolde_llvm::find(Path::new(sysroot.trim())).expect("found")).expect("loads")
});

fn unit(paths: &[&str]) -> Unit {
    Unit {
        crate_name: "demo".to_owned(),
        root: sources().join("demo"),
        paths: paths.iter().map(|&path| path.to_owned()).collect(),
        driver: "driver".to_owned(),
    }
}

/// Of std, reading files and the clock are outside; of the package, `other::kept` is inside.
struct Border;

fn is(callee: &Callee, path: &str) -> bool {
    let paths = callee.item.as_ref().map(Item::paths).unwrap_or_default();
    paths.iter().any(|segments| segments.join("::") == path)
}

impl Decides for Border {
    fn keeps(&self, callee: &Callee) -> bool {
        match &callee.home {
            Home::Std => !self.is_world(callee),
            Home::Package => is(callee, "demo::other::kept"),
            Home::Dependency(_) | Home::Foreign => false,
        }
    }

    fn lists(&self, kept: &Callee) -> bool {
        kept.home == Home::Package
    }

    fn is_world(&self, callee: &Callee) -> bool {
        is(callee, "std::fs::read_to_string") || is(callee, "std::time::SystemTime::elapsed")
    }

    fn is_harmless(&self, foreign: &Callee) -> bool {
        foreign.name == "labs"
    }
}

fn find(paths: &[&str]) -> Vec<Outgoing> {
    outgoing(&LLVM, &BITCODE, &unit(paths), &Border).expect("readable")
}

/// For each function of the unit, what it reaches and how.
fn by_function(found: &[Outgoing]) -> String {
    let mut functions: BTreeMap<&str, BTreeMap<&str, Reached>> = BTreeMap::new();
    for outgoing in found {
        for site in &outgoing.sites {
            let reached = functions.entry(&site.function).or_default();
            reached.insert(&outgoing.name, outgoing.reached);
        }
    }
    let mut text = String::new();
    for (function, reached) in functions {
        writeln!(text, "{function}").expect("a text grows");
        for (name, reached) in reached {
            writeln!(text, "    {name} ({reached:?})").expect("a text grows");
        }
    }
    text
}

/// What the functions of the module `unit` reach. How is said for all places together: `double` is called in `macros`.
const EXPECTED: &str = "\
<demo::unit::Account as dep::Send>::send
    <dep::Client as dep::Send>::send (Called)
<demo::unit::Account>::balance
    <dep::Client>::size (Called)
<demo::unit::Guard as core::ops::drop::Drop>::drop
    dep::double (Called)
<demo::unit::Wrapped as core::convert::From<dep::Failure>>::from
    demo::other::number (Called)
demo::unit::NAMED
    dep::double (Called)
demo::unit::adapters
    <dep::Rows as core::iter::traits::iterator::Iterator>::next (Called)
demo::unit::associated
    <dep::Client>::connect (Called)
    <dep::Client>::size (Called)
    core::ptr::drop_in_place::<dep::Client> (Called)
demo::unit::async_block
    <dep::Client>::size (Called)
demo::unit::awaits
    <dep::Client>::fetch (Called)
demo::unit::by_requests
    dep::parent (Called)
    dep::yields (Called)
demo::unit::clones
    <dep::Client as core::clone::Clone>::clone (Through)
    core::ptr::drop_in_place::<dep::Client> (Called)
demo::unit::closure_handed_out
    demo::other::number (Called)
    dep::apply::<demo::unit::closure_handed_out::{closure#0}> (Called)
demo::unit::closure_received
    dep::adder (Called)
demo::unit::conversion
    <dep::Client as dep::Send>::send (Called)
    <dep::Failure as core::fmt::Debug>::fmt (Through)
    <dep::Failure as core::fmt::Display>::fmt (Through)
demo::unit::drops
    core::ptr::drop_in_place::<dep::Client> (Called)
demo::unit::drops_a_part
    core::ptr::drop_in_place::<dep::Client> (Called)
demo::unit::foreign
    getppid (Called)
demo::unit::free
    dep::process (Called)
demo::unit::function_item
    dep::double (Called)
demo::unit::function_value
    dep::double (Called)
demo::unit::generic
    dep::largest::<i32> (Called)
    dep::largest::<u8> (Called)
demo::unit::generic_caller
    dep::double (Called)
demo::unit::in_for
    <dep::Rows as core::iter::traits::iterator::Iterator>::next (Called)
demo::unit::indexing
    <dep::Plain as core::ops::index::Index<usize>>::index (Called)
demo::unit::kept
    demo::other::kept (Called)
    dep::double (Called)
demo::unit::macros
    <dep::Failure as core::fmt::Display>::fmt (Through)
    dep::double (Called)
demo::unit::method_of_trait
    <dep::Client as dep::Send>::send (Called)
demo::unit::object
    <dep::Client as dep::Send>::send (Called)
    <dep::Client as dep::Send>::twice (Called)
    core::ptr::drop_in_place::<dep::Client> (Called)
demo::unit::operator
    <&dep::Plain as core::ops::arith::Add>::add (Called)
    <dep::Plain as core::cmp::PartialOrd>::partial_cmp (Through)
demo::unit::own
    demo::other::number (Called)
demo::unit::own_conversion
    <dep::Client as dep::Send>::send (Called)
demo::unit::provided
    <dep::Client as dep::Send>::twice (Called)
demo::unit::static_table
    demo::other::kept (Called)
    dep::double (Called)
demo::unit::through_a_pointer
    dep::through_detection (Called)
    dep::through_pointer (Called)
    dep::through_static (Called)
demo::unit::through_an_object
    dep::through_object (Called)
demo::unit::through_deref
    <dep::Client>::size (Called)
    <dep::Handle as core::ops::deref::Deref>::deref (Called)
demo::unit::through_objects_of_others
    <dep::Machine>::new (Called)
    <dep::Machine>::run (Called)
    <feed::Feed>::next (Called)
    <feed::Feed>::of_disk (Called)
    dep::magnitude (Called)
demo::unit::without_c
    dep::asks_kernel (Called)
demo::unit::world
    std::fs::read_to_string::<&str> (Called)
demo::unit::world_by_value
    <std::time::SystemTime>::elapsed (Called)
";

#[test]
fn everything_that_a_module_reaches_is_found() {
    assert_eq!(by_function(&find(&["demo::unit"])), EXPECTED);
}

#[test]
fn a_function_or_type_is_a_unit_of_its_own() {
    assert_eq!(
        by_function(&find(&["demo::unit::function_value"])),
        "demo::unit::function_value\n    dep::double (Value)\n"
    );
    assert_eq!(
        by_function(&find(&["demo::unit::object"])),
        "demo::unit::object
    <dep::Client as dep::Send>::send (Table)
    <dep::Client as dep::Send>::twice (Table)
    core::ptr::drop_in_place::<dep::Client> (Table)
"
    );
    assert_eq!(
        by_function(&find(&["demo::unit::Account"])),
        "<demo::unit::Account as dep::Send>::send
    <dep::Client as dep::Send>::send (Called)
<demo::unit::Account>::balance
    <dep::Client>::size (Called)
"
    );
    // Another module is called `other`, too; a module that is left out may be one through which items are re-exported.
    assert_eq!(
        by_function(&find(&["demo::other"])),
        "demo::other::kept\n    dep::double (Called)\ndemo::other::number\n    dep::double (Called)\n"
    );
    assert_eq!(
        by_function(&find(&["demo::Account"])),
        by_function(&find(&["demo::unit::Account"]))
    );
    assert_eq!(
        by_function(&find(&["demo::Described"])),
        "<u8 as demo::Described>::describe\n    dep::double (Called)\n"
    );
}

#[test]
fn the_whole_crate_reaches_only_what_is_in_others() {
    let found = find(&[]);
    assert!(found.iter().all(|outgoing| outgoing.home != Home::Package));
    let double = found.iter().find(|outgoing| outgoing.name == "dep::double");
    let double = double.expect("found");
    let mut functions: Vec<&str> = double.sites.iter().map(|site| &*site.function).collect();
    functions.sort_unstable();
    let expected = [
        "<demo::unit::Guard as core::ops::drop::Drop>::drop",
        "<u8 as demo::Described>::describe",
        "demo::nested::other::number",
        "demo::other::kept",
        "demo::other::number",
        "demo::unit::NAMED",
        "demo::unit::function_item",
        "demo::unit::function_value",
        "demo::unit::generic_caller",
        "demo::unit::macros",
        "demo::unit::static_table",
        "exported",
    ];
    assert_eq!(functions, expected);
    assert_eq!(double.home, Home::Dependency("dep".to_owned()));
}

#[test]
fn sites_are_places_in_the_source_and_homes_say_where_a_function_is_defined() {
    let found = find(&["demo::unit"]);
    let one = |name: &str| {
        let found = found.iter().find(|outgoing| outgoing.name == name);
        found.unwrap_or_else(|| panic!("{name} is found"))
    };
    let process = one("dep::process");
    let [site] = &process.sites[..] else {
        panic!("one place: {process:?}");
    };
    let source = std::fs::read_to_string(sources().join("demo/lib.rs")).expect("readable");
    let line = source.lines().nth(site.line as usize - 1).expect("a line");
    assert_eq!(site.file, Path::new("lib.rs"));
    assert_eq!(line.find("dep::process()"), Some(site.column as usize - 1));
    assert_eq!(one("getppid").home, Home::Foreign);
    assert_eq!(one("demo::other::number").home, Home::Package);
    assert_eq!(one("<std::time::SystemTime>::elapsed").home, Home::Std);
    let dropped = one("core::ptr::drop_in_place::<dep::Client>");
    assert_eq!(dropped.home, Home::Dependency("dep".to_owned()));
}

#[test]
fn methods_of_objects_that_the_driver_makes_are_found_without_a_place() {
    let found = find(&["demo::unit"]);
    let given: Vec<(&str, Reached)> = found
        .iter()
        .filter(|outgoing| outgoing.sites.is_empty())
        .map(|outgoing| (&*outgoing.name, outgoing.reached))
        .collect();
    let expected = ["send", "twice"].map(|name| format!("<dep::Given as dep::Send>::{name}"));
    let expected = expected.iter().map(|name| (&**name, Reached::Table));
    assert_eq!(given, expected.collect::<Vec<_>>());
}

#[test]
fn functions_that_are_kept_can_be_listed() {
    let found: Vec<(String, bool, Reached)> = find(&["demo::unit::kept"])
        .into_iter()
        .filter(|outgoing| !outgoing.sites.is_empty())
        .map(|outgoing| (outgoing.name, outgoing.is_kept, outgoing.reached))
        .collect();
    let expected = [
        ("demo::other::kept", true, Reached::Called),
        ("dep::double", false, Reached::Through),
    ];
    assert_eq!(
        found,
        expected.map(|(name, is_kept, reached)| (name.to_owned(), is_kept, reached))
    );
}

#[test]
fn types_of_closures_and_functions_cannot_be_written_down() {
    let found = find(&["demo::unit"]);
    let writable = |name: &str| {
        let found = found.iter().find(|outgoing| outgoing.name == name);
        let item = found.and_then(|outgoing| outgoing.item.as_ref());
        item.expect("found").is_writable()
    };
    assert!(writable("dep::largest::<u8>"));
    assert!(writable("<dep::Client as dep::Send>::send"));
    assert!(!writable(
        "dep::apply::<demo::unit::closure_handed_out::{closure#0}>"
    ));
}
