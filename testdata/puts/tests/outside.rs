//! A parameterized test outside the library.

#[test]
fn the_program_is_there() {
    assert!(std::path::Path::new(env!("CARGO_BIN_EXE_puts-demo")).is_file());
}

#[test]
fn never_free() {
    fn never_free(tickets: u8) {
        let free = puts_demo::price(tickets) == 0;
        assert_eq!(free, tickets == 0);
    }
    static ISOLDE_PUT: isolde::put::Put = isolde::put::Put {
        name: "never_free",
        module: module_path!(),
        file: file!(),
        line: line!(),
        manifest_dir: env!("CARGO_MANIFEST_DIR"),
        parameters: &[("tickets", "u8")],
        thunk: __isolde_thunk,
        cases: &[],
        should_panic: None,
        allowed: &[],
        reachable: &[],
        bounds: isolde::put::Bounds::NONE,
        fresh: Some(0),
    };
    fn __isolde_thunk(c: &mut isolde::Chooser) {
        let tickets = c.argument("tickets", isolde::Passing::Value, |c| {
            <u8 as isolde::Value>::choose(c)
        });
        c.call("never_free({0})", || {
            isolde::put::Conclusion::conclude(never_free(tickets))
        });
    }
    isolde::put::check(&ISOLDE_PUT)
}
