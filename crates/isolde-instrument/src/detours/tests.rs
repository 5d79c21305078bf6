use super::*;
use crate::toolchain::llvm;

const PROGRAM: &str = "
    target triple = \"x86_64-unknown-linux-gnu\"
    define internal void @_RNvNtNtCs1_6isolde6detour6engine4mark(ptr %f) { ret void }
    define internal ptr @_RNvNtNtCs1_6isolde6detour6engine4find(ptr %t, ptr %r) { ret ptr null }
    define internal ptr @_RNvNtNtCs1_6isolde6detour4pass4keys() { ret ptr null }
    define internal i64 @_RNvNtNtCs1_6isolde6detour4pass9key_count() { ret i64 0 }
    declare i32 @getpid()
    define internal i64 @_RNvCs1_4demo6direct(i64 %n) nounwind memory(none) { ret i64 %n }
    define internal i64 @_RNvCs1_4demo6direct.7(i64 %n) { ret i64 %n }
    define internal i64 @_RNvCs1_4demo5other(i64 %n) { ret i64 %n }
    define internal i64 @_RNvCs2_4demo6direct(i64 %n) { ret i64 %n }
    define internal void @_RNvCs1_4demo5large(ptr sret([32 x i8]) align 8 %out, ptr %self) { ret void }
    define i64 @main() {
      %place = alloca ptr
      store ptr @_RNvCs1_4demo5large, ptr %place
      %large = load ptr, ptr %place
      call void @_RNvNtNtCs1_6isolde6detour6engine4mark(ptr @_RNvCs1_4demo6direct)
      call void @_RNvNtNtCs1_6isolde6detour6engine4mark(ptr %large)
      call void @_RNvNtNtCs1_6isolde6detour6engine4mark(ptr @getpid)
      %keys = call ptr @_RNvNtNtCs1_6isolde6detour4pass4keys()
      %count = call i64 @_RNvNtNtCs1_6isolde6detour4pass9key_count()
      %a = call i64 @_RNvCs1_4demo6direct(i64 1) nounwind memory(none)
      %b = call i64 @_RNvCs1_4demo6direct.7(i64 2)
      %c = call i64 @_RNvCs1_4demo5other(i64 3)
      %d = call i32 @getpid()
      %e = call i64 @_RNvCs2_4demo6direct(i64 4)
      ret i64 %count
    }";

#[test]
fn marked_functions_and_their_copies_are_called_through_hooks_and_others_are_not() {
    let llvm = llvm();
    let context = Context::new(&llvm);
    let module = context.parse_ir("test", PROGRAM).unwrap();
    let done = add(&module);
    module.verify().unwrap();
    let expected = [("demo::direct", 2), ("demo::large", 1), ("getpid", 1)];
    assert_eq!(
        done.hooked,
        expected.map(|(name, copies)| (name.to_owned(), copies))
    );
    assert_eq!(done.refused, []);

    let text = module.print();
    let main = &text[text.find("define i64 @main").unwrap()..];
    let main = &main[..main.find("\n}").unwrap()];
    for call in [
        "%a = call i64 @isolde-detour._RNvCs1_4demo6direct(i64 1)",
        "%b = call i64 @isolde-detour._RNvCs1_4demo6direct.7(i64 2)",
        "%c = call i64 @_RNvCs1_4demo5other(i64 3)",
        "%d = call i32 @isolde-detour.getpid()",
        // A function of another version of the crate.
        "%e = call i64 @_RNvCs2_4demo6direct(i64 4)",
    ] {
        assert!(main.contains(call), "{call} in\n{text}");
    }
    // What was inferred from the body no longer holds for the call.
    let call = main.lines().find(|line| line.contains("%a =")).unwrap();
    assert!(!call.contains('#'), "{call}");
    // The receiver comes after the room for the result.
    let asked = text
        .lines()
        .skip_while(|line| {
            !line.starts_with("define internal void @isolde-detour._RNvCs1_4demo5large")
        })
        .find(|line| line.contains("6engine4find"))
        .expect("the hook asks");
    assert!(asked.ends_with(", ptr %1)"), "{asked}");
}

#[test]
fn channels_of_std_wait_by_the_real_clock() {
    let llvm = llvm();
    let context = Context::new(&llvm);
    let program = PROGRAM
        .replace("_RNvCs1_4demo6direct", "_RNvNtCs1_3std4time3now")
        .replace(
            "define i64 @main",
            "define i64 @_RNvNtCs1_3std4sync4wait() {
      %a = call i64 @_RNvNtCs1_3std4time3now(i64 1)
      ret i64 %a
    }
    define i64 @main",
        );
    let module = context.parse_ir("test", &program).unwrap();
    add(&module);
    module.verify().unwrap();
    let text = module.print();
    let call_in = |function: &str| {
        let body = &text[text.find(&format!("define i64 @{function}")).unwrap()..];
        let line = body.lines().find(|line| line.contains("%a =")).unwrap();
        line.split('@').nth(1).unwrap().to_owned()
    };
    assert!(call_in("main").starts_with("isolde-detour."), "{text}");
    let waiting = call_in("_RNvNtCs1_3std4sync4wait");
    assert!(waiting.starts_with("_RNvNtCs1_3std4time3now"), "{text}");
}
