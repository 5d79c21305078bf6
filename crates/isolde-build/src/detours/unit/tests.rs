use super::*;

fn unit(line: &str) -> Unit {
    Unit::read(line.split_whitespace().map(OsString::from).collect())
}

fn text(arguments: &[OsString]) -> String {
    let words: Vec<_> = arguments
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    words.join(" ")
}

#[test]
fn only_units_that_become_part_of_programs_are_changed() {
    let compiles = "--edition=2021 src/x.rs --emit=dep-info,metadata,link";
    for (line, kind) in [
        ("-vV", Kind::Other),
        (
            "- --crate-name ___ --print=file-names --crate-type bin",
            Kind::Other,
        ),
        ("--print cfg", Kind::Other),
        (
            "--crate-name a --crate-type lib --emit=dep-info,metadata",
            Kind::Other,
        ),
        (
            "--crate-name build_script_build {} --crate-type bin",
            Kind::Other,
        ),
        (
            "--crate-name build_script_make {} --crate-type bin",
            Kind::Other,
        ),
        (
            "--crate-name a {} --crate-type proc-macro -C prefer-dynamic",
            Kind::Other,
        ),
        (
            "--crate-name a {} --test -C prefer-dynamic --extern proc_macro",
            Kind::Other,
        ),
        (
            "--crate-name a {} --crate-type dylib --crate-type rlib",
            Kind::Other,
        ),
        ("--crate-name a {} --crate-type cdylib", Kind::Other),
        (
            "--crate-name a {} --crate-type cdylib --crate-type rlib",
            Kind::Library,
        ),
        ("--crate-name a {} --crate-type lib", Kind::Library),
        ("--crate-name=a {} --crate-type=rlib", Kind::Library),
        ("--crate-name a {} --crate-type bin", Kind::Program),
        ("--crate-name build_script_build {} --test", Kind::Program),
        ("--crate-name a {} --test", Kind::Program),
        (
            "--crate-name a {} --test -C prefer-dynamic=no",
            Kind::Program,
        ),
    ] {
        let line = line.replace("{}", compiles);
        assert_eq!(unit(&line).kind(), kind, "{line}");
        assert_eq!(text(unit(&line).unchanged()), line);
        let asks = line.contains("-vV") || line.contains("--print");
        assert_eq!(unit(&line).compiles(), !asks, "{line}");
    }
}

#[test]
fn optimisation_waits_for_the_pass_in_all_notations() {
    for (optimised, opt_level) in [
        ("", "0"),
        ("-C opt-level=3", "3"),
        ("-Copt-level=s", "s"),
        ("--codegen opt-level=2", "2"),
        ("--codegen=opt_level=z", "z"),
        ("-O", "3"),
        ("-O -C opt-level=1", "1"),
        (
            "-C embed-bitcode=no -C codegen-units=256 -Ccodegen-units=1",
            "0",
        ),
        ("-C incremental=/t/incremental -C lto -Clto=thin", "0"),
        ("-C linker-plugin-lto -C opt-level=3", "3"),
    ] {
        let line = format!(
            "--crate-name a --crate-type lib {optimised} -C debuginfo=2 -C linker=clang --cfg x"
        );
        let unit = unit(&line);
        assert_eq!(unit.opt_level(), opt_level, "{line}");
        assert_eq!(unit.linker(), Some("clang"));
        let changed = text(&unit.as_library());
        let rest = changed.strip_prefix(
            "--crate-name a --crate-type lib -C debuginfo=2 -C linker=clang --cfg x ",
        );
        let checks = if opt_level == "0" { "on" } else { "off" };
        let expected = "-Copt-level=0 -Cno-prepopulate-passes -Ccodegen-units=1 -Cembed-bitcode=yes -Csymbol-mangling-version=v0";
        assert_eq!(
            rest,
            Some(format!("{expected} -Cdebug-assertions={checks}").as_str()),
            "{line}"
        );
    }
}

#[test]
fn the_pass_finds_line_tables_whatever_the_profile() {
    for (flags, is_added) in [
        ("", true),
        ("-C debuginfo=0", true),
        ("-Cdebuginfo=none", true),
        ("-C debuginfo=2", false),
        ("-C debuginfo=line-tables-only", false),
        ("-g", false),
    ] {
        let unit = unit(&format!("--crate-name a --crate-type lib {flags}"));
        let added = text(&unit.as_library()).contains("-Cdebuginfo=line-tables-only ");
        let given = flags.contains("line-tables-only");
        assert_eq!(added && !given, is_added, "{flags}");
    }
}

#[test]
fn assertions_are_those_of_the_profile() {
    for (flags, added) in [
        ("-C opt-level=3", Some("off")),
        ("-C opt-level=3 -C overflow-checks=on", Some("off")),
        ("-C opt-level=3 -C debug-assertions=on", None),
        ("-Copt-level=0", Some("on")),
        ("", Some("on")),
        ("-C debug-assertions=off", None),
    ] {
        let unit = unit(&format!("--crate-name a --crate-type lib {flags}"));
        let mut mark = Mark::default();
        mark.opt_level.push('3');
        for arguments in [unit.as_library(), unit.as_plain_program(&mark)] {
            let text = text(&arguments);
            let found = text.split("-Cdebug-assertions=").nth(1);
            let found = found.and_then(|rest| rest.split_whitespace().next());
            assert_eq!(found, added, "{flags}");
        }
    }
}

#[test]
fn programs_keep_their_bitcode_for_the_linker() {
    let unit = unit(
        "--crate-name a --test --emit=dep-info,link -C opt-level=3 -C extra-filename=-12 --out-dir /t -C linker=x -C linker=y",
    );
    let changed = text(&unit.as_program(Path::new("/i/isolde-link")));
    assert!(
        changed.contains(" -Clto=fat -Clinker-plugin-lto --emit=llvm-bc "),
        "{changed}"
    );
    assert!(changed.ends_with(" -Clinker=/i/isolde-link"), "{changed}");
    assert_eq!(unit.linker(), Some("y"));
    assert_eq!(unit.output("bc"), Path::new("/t/a-12.bc"));
}

#[test]
fn programs_without_the_library_are_optimised_at_once() {
    let plain = |line: &str, part: &str| {
        let mut part = Mark {
            has_library: false,
            opt_level: part.to_owned(),
        };
        let unit = unit(&format!(
            "--crate-name a --test --extern b=/t/libb.rlib {line}"
        ));
        part = unit.mark(|_| part.clone());
        text(&unit.as_plain_program(&part))
    };
    for (line, part, expected) in [
        ("-C opt-level=2", "", Some("2")),
        ("-C opt-level=s", "1", Some("s")),
        ("", "3", Some("3")),
        ("", "", None),
    ] {
        let plain = plain(line, part);
        let optimised = expected.map(|level| format!("-Copt-level={level} -Clto=fat"));
        match optimised {
            Some(optimised) => {
                assert!(plain.contains(&optimised), "{plain}");
                assert!(!plain.contains("no-prepopulate-passes"), "{plain}");
            }
            None => assert!(!plain.contains("lto"), "{plain}"),
        }
    }
}

#[test]
fn marks_tell_which_units_are_linked_with_the_library() {
    let line = "--crate-name a --crate-type lib --out-dir /t -C extra-filename=-1 --extern core --extern noprelude:b=/t/libb-2.rmeta --extern c=/t/libc-3.rlib";
    let unit = unit(line);
    assert_eq!(unit.mark_file(), Path::new("/t/a-1.isolde"));
    for (marked, expected) in [
        ("/t/libb-2.rmeta", true),
        ("/t/libc-3.rlib", true),
        ("/t/libd-4.rlib", false),
    ] {
        let mark = unit.mark(|library| Mark {
            has_library: library == Path::new(marked),
            ..Mark::default()
        });
        assert_eq!(mark.has_library, expected, "{marked}");
    }
}

#[test]
fn the_library_gets_its_cfg() {
    let library = unit("--crate-name isolde --crate-type lib");
    assert!(library.mark(|_| Mark::default()).has_library);
    assert!(
        text(&library.as_library())
            .ends_with(" --cfg=isolde_detours --check-cfg=cfg(isolde_detours)")
    );
    let other = unit("--crate-name isolde_abi --crate-type lib");
    assert!(!other.mark(|_| Mark::default()).has_library);
    assert!(!text(&other.as_library()).contains("isolde_detours"));
}
