use super::*;
use crate::toolchain::llvm;
use isolde_llvm::{Context, PassOptions, TargetMachine};

const LIBRARY: &str = "
    @isolde_put_count = external global i64
    @isolde_put_table = external global [8 x i8]
    define void @_RNvNtNtCs1_6isolde3put6engine4main() {
      %count = load i64, ptr @isolde_put_count
      %first = load ptr, ptr @isolde_put_table
      %thunk = load ptr, ptr %first
      call void %thunk()
      ret void
    }";

const TESTS: &str = "
    target triple = \"x86_64-unknown-linux-gnu\"
    @_RNvNvNtCs1_4demo5tests1b10ISOLDE_PUT = internal constant { ptr } { ptr @_RNvNvNtCs1_4demo5tests1b14___isolde_thunk }
    @_RNvNvNtCs1_4demo5tests1a10ISOLDE_PUT = internal constant { ptr } { ptr @_RNvNvNtCs1_4demo5tests1a14___isolde_thunk }
    @_RNvNtCs1_4demo5tests14NOT_ISOLDE_PUT = internal constant i8 3
    @table = internal constant [1 x ptr] [ptr @ordinary]
    declare void @effect()
    define internal void @_RNvNvNtCs1_4demo5tests1a14___isolde_thunk() {
      call void @effect()
      ret void
    }
    define internal void @_RNvNvNtCs1_4demo5tests1b14___isolde_thunk() { ret void }
    define internal void @_RNvNvNtCs1_4demo5tests1a1a() { ret void }
    define internal void @ordinary() { ret void }
    define internal void @_RNvCs1_4test16test_main_static(ptr align 8 %tests, i64 %count) {
      %test = load ptr, ptr %tests
      call void %test()
      ret void
    }
    define internal void @_RNvCs1_4demo4main() {
      call void @_RNvCs1_4test16test_main_static(ptr noundef nonnull align 8 @table, i64 noundef 1)
      ret void
    }
    define i32 @main() {
      call void @_RNvCs1_4demo4main()
      ret i32 0
    }";

#[test]
fn a_test_program_begins_in_the_loop_over_its_parameterized_tests() {
    let llvm = llvm();
    let context = Context::new(&llvm);
    let module = context
        .parse_ir("test", &format!("{TESTS}{LIBRARY}"))
        .unwrap();
    let glue = redirect(&module, Entry::Puts).unwrap();
    let expected = [
        "_RNvCs1_4demo4main",
        "_RNvNvNtCs1_4demo5tests1a14___isolde_thunk",
        "_RNvNvNtCs1_4demo5tests1b14___isolde_thunk",
    ];
    assert_eq!(glue, expected.map(str::to_owned).into());

    let machine = TargetMachine::new(&llvm, &module, crate::CodegenLevel::None).unwrap();
    let passes = PassOptions::scalar(&llvm);
    module.run_passes("globaldce", &machine, &passes).unwrap();
    module.verify().unwrap();
    let text = module.print();
    // The harness and the ordinary test are gone; the descriptions are in the order of their names.
    for gone in [
        "test_main_static",
        "@ordinary",
        "NOT_ISOLDE_PUT",
        "external",
    ] {
        assert!(!text.contains(gone), "{gone} in\n{text}");
    }
    let table = "[2 x ptr] [ptr @_RNvNvNtCs1_4demo5tests1a10ISOLDE_PUT, ptr @_RNvNvNtCs1_4demo5tests1b10ISOLDE_PUT]";
    assert!(text.contains(table), "{text}");
    assert!(text.contains("constant i64 2"), "{text}");

    // The attributes of the harness's arguments do not make the call undefined: it is still there after optimising.
    module.run_passes("default<O2>", &machine, &passes).unwrap();
    let text = module.print();
    assert!(text.contains("call void @effect()"), "{text}");
    assert!(!text.contains("unreachable"), "{text}");
}

#[test]
fn programs_that_cannot_be_explored_are_refused_with_the_reason() {
    let llvm = llvm();
    let context = Context::new(&llvm);
    let refusal = |text: &str| {
        let module = context.parse_ir("test", text).unwrap();
        redirect(&module, Entry::Puts).unwrap_err()
    };
    assert!(matches!(
        refusal("define i32 @main() { ret i32 0 }"),
        Error::NoPuts
    ));
    assert!(matches!(refusal(TESTS), Error::NoLoop));
    let own_harness = TESTS.replace("16test_main_static", "4runs");
    assert!(matches!(
        refusal(&format!("{own_harness}{LIBRARY}")),
        Error::NoHarness
    ));
}

#[test]
fn a_driver_begins_in_its_own_main() {
    let llvm = llvm();
    let context = Context::new(&llvm);
    let module = context
        .parse_ir("test", &format!("{TESTS}{LIBRARY}"))
        .unwrap();
    let before = module.print();
    assert!(redirect(&module, Entry::Main).unwrap().is_empty());
    assert_eq!(module.print(), before);
}
