//! Rules for detours of any function: which threads see them, which one is used, and the message if none is possible.

use dep::{Counter, Greet};
use detour_kinds_dep as dep;
use isolde::detour;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

fn message(call: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("a panic");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[isolde::test]
fn the_newest_counts_and_dropping_in_any_order_restores() {
    let first = detour!(dep::free => |n| n * 10);
    let second = detour!(dep::free => |n| original!(n) + 3);
    assert_eq!(dep::calls_free(4), 43);
    drop(first);
    assert_eq!(dep::calls_free(4), 8);
    drop(second);
    assert_eq!(dep::calls_free(4), 5);
}

#[isolde::test]
fn recursion_gets_the_original() {
    let guard = detour!(dep::free => |n| if n > 3 { 0 } else { dep::free(n) * 10 });
    assert_eq!((dep::free(3), dep::free(4)), (40, 0));
    assert_eq!(guard.calls(), 2);
}

#[isolde::test]
fn closures_borrow_and_change_what_they_capture() {
    let mut seen = Vec::new();
    {
        let _guard = detour!(dep::free => |n| {
            seen.push(n);
            seen.len() as u64
        });
        assert_eq!((dep::free(8), dep::calls_free(9)), (1, 2));
    }
    assert_eq!(seen, [8, 9]);
}

#[isolde::test]
fn a_panic_unwinds_into_the_caller_and_drops_its_values() {
    struct Sets<'a>(&'a Cell<bool>);
    impl Drop for Sets<'_> {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let dropped = Cell::new(false);
    let _guard = detour!(dep::free => |n| panic!("no {n}"));
    for _ in 0..2 {
        let text = message(|| {
            let _value = Sets(&dropped);
            dep::calls_free(4);
        });
        assert_eq!(text, "no 4");
        assert!(dropped.replace(false));
    }
}

#[isolde::test]
fn arguments_are_recorded_when_asked_for() {
    let guard = detour!(Counter::get, recording => |counter| counter.n);
    Counter::new(3).get();
    Counter::new(4).get();
    assert_eq!(
        guard.arguments(),
        [
            "Counter { n: 3, name: \"own\" }",
            "Counter { n: 4, name: \"own\" }"
        ]
    );
    let silent = detour!(dep::free => |n| n);
    assert!(message(|| drop(silent.arguments())).contains("recording"));
}

#[isolde::test]
fn a_wrong_number_of_calls_fails() {
    let text = message(|| {
        let _guard = detour!(dep::free => |n| n).times(2);
        dep::free(1);
    });
    assert_eq!(
        text,
        "the detour of `detour_kinds_dep::free` should have run 2 times, but ran 1 times"
    );
}

#[isolde::test]
fn other_threads_see_nothing() {
    let _guard = detour!(dep::free => |n| n * 10);
    let other = std::thread::spawn(|| dep::free(4)).join().unwrap();
    assert_eq!((other, dep::free(4)), (5, 40));
}

#[isolde::test]
fn across_threads_those_that_start_later_see_it_and_those_that_they_start() {
    let calls = AtomicU64::new(0);
    let counter = Counter::new(1);
    let address = &raw const counter as usize;
    std::thread::scope(|scope| {
        let guard = detour!(dep::free, across threads => |n| {
            calls.fetch_add(1, Ordering::Relaxed);
            n * 10
        });
        let _instance = detour!(Counter::get, on &counter, across threads => |_| 7);
        let threads: Vec<_> = (0..4)
            .map(|n| {
                let counter = &counter;
                scope.spawn(move || {
                    let inner = std::thread::spawn(move || dep::free(n)).join().unwrap();
                    assert_eq!((&raw const *counter) as usize, address);
                    (
                        inner,
                        dep::free(n + 1),
                        counter.get(),
                        Counter::new(2).get(),
                    )
                })
            })
            .collect();
        for (n, thread) in (0..).zip(threads) {
            assert_eq!(thread.join().unwrap(), (n * 10, (n + 1) * 10, 7, 2));
        }
        assert_eq!(guard.calls(), 8);
        drop(guard);
        assert_eq!(scope.spawn(|| dep::free(4)).join().unwrap(), 5);
    });
    assert_eq!(calls.into_inner(), 8);
}

#[isolde::test]
fn threads_that_run_on_after_the_guard_get_the_function() {
    let (go, wait) = std::sync::mpsc::channel();
    let guard = detour!(dep::free, across threads => |n| n * 10);
    let thread = std::thread::spawn(move || {
        let before = dep::free(4);
        wait.recv().unwrap();
        (before, dep::free(4))
    });
    while guard.calls() == 0 {
        std::thread::yield_now();
    }
    drop(guard);
    go.send(()).unwrap();
    assert_eq!(thread.join().unwrap(), (40, 5));
}

#[isolde::test]
fn a_trapped_module_lets_no_call_pass_without_a_detour() {
    let _trap = isolde::trap!(std::fs, detour_kinds_dep::gateway, std::thread);
    assert_eq!(dep::free(4), 5);
    let text = message(|| drop(std::fs::read_to_string("/none")));
    assert_eq!(
        text,
        "`std::fs::read_to_string::<&str>` was called without a detour, which `trap!(std::fs)` forbids: detour it, with `isolde::detour!(std::fs::read_to_string::<&str> => …)`"
    );
    let text = message(|| assert_eq!(dep::calls_gateway(4), 0));
    assert!(
        text.starts_with("`detour_kinds_dep::gateway::Gateway::send` was called"),
        "{text}"
    );
    let _guard = detour!(dep::gateway::Gateway::send => |gateway, n| original!(gateway, n) * 2);
    assert_eq!(dep::calls_gateway(4), 16);
}

#[isolde::test]
fn a_trap_ends_with_its_guard_and_is_the_threads_own() {
    let trap = isolde::trap!(detour_kinds_dep::gateway);
    let caught = || catch_unwind(|| dep::calls_gateway(4)).is_err();
    assert!(caught());
    assert!(!std::thread::scope(|scope| scope
        .spawn(caught)
        .join()
        .unwrap()));
    drop(trap);
    assert!(!caught());
}

#[isolde::test]
fn a_module_without_functions_is_no_trap() {
    let text = message(|| drop(isolde::trap!(std::prelude)));
    assert!(
        text.contains("no function of this program lies in `std::prelude`"),
        "{text}"
    );
}

#[isolde::test]
fn a_method_of_a_trait_object_is_refused() {
    let text = message(|| drop(detour!(<dyn Greet as Greet>::hello => |_| String::new())));
    assert!(text.contains("detour the method of an implementation"), "{text}");
}

#[isolde::test]
fn a_function_that_is_known_at_run_time_only_is_refused() {
    let functions: [fn(u64) -> u64; 2] = [dep::calls_free, dep::calls_inline];
    let index = std::hint::black_box(1);
    let text = message(|| drop(detour!(functions[index] => |n| n)));
    assert!(
        text.contains("cannot be known before the program runs"),
        "{text}"
    );
}

#[isolde::test]
fn a_nested_detours_original_is_its_own() {
    let guard = detour!(dep::free => |n| {
        let _inner = detour!(dep::inline => |n| original!(n) * 100);
        dep::inline(n) + original!(n)
    });
    assert_eq!(dep::free(4), 505);
    assert_eq!(guard.calls(), 1);
}

#[isolde::test]
fn functions_of_one_name_in_other_blocks_are_others() {
    fn local(n: u64) -> u64 {
        n
    }
    struct Local;
    impl Local {
        fn go(&self) -> u64 {
            1
        }
    }
    let _function = detour!(local => |n| n * 10);
    let _method = detour!(Local::go => |_| 10);
    {
        fn local(n: u64) -> u64 {
            n + 1
        }
        struct Local(u64);
        impl Local {
            fn go(&self) -> u64 {
                self.0
            }
        }
        assert_eq!((local(4), Local(2).go()), (5, 2));
    }
    assert_eq!((local(4), Local.go()), (40, 10));
}

#[isolde::test]
fn a_counted_receiver_is_told_from_others() {
    use std::rc::Rc;
    use std::sync::Arc;
    #[repr(align(64))]
    struct Aligned(u64);
    impl Aligned {
        fn by_rc(self: Rc<Self>) -> u64 {
            self.0
        }
        fn by_arc(self: Arc<Self>) -> u64 {
            self.0
        }
    }
    let (a, b) = (Rc::new(Aligned(1)), Rc::new(Aligned(2)));
    let _rc = detour!(Aligned::by_rc, on &*a => |_| 40);
    assert_eq!((a.clone().by_rc(), b.by_rc()), (40, 2));
    let (a, b) = (Arc::new(Aligned(1)), Arc::new(Aligned(2)));
    let _arc = detour!(Aligned::by_arc, on &*a => |_| 40);
    assert_eq!((a.clone().by_arc(), b.by_arc()), (40, 2));
}

#[isolde::test]
fn a_closure_cannot_end_its_own_detour() {
    type Kept = std::cell::RefCell<Option<isolde::detour::Guard<'static>>>;
    thread_local!(static KEPT: Kept = const { Kept::new(None) });
    for across in [false, true] {
        let own = vec![7_u64; 8];
        let closure = move |_: u64| {
            drop(KEPT.take());
            own[5]
        };
        KEPT.set(Some(if across {
            detour!(dep::free, across threads => move |n| closure(n))
        } else {
            detour!(dep::free => move |n| closure(n))
        }));
        let text = message(|| assert_eq!(dep::free(1), 0));
        assert!(text.contains("was dropped while its closure was running"), "{text}");
        assert_eq!(dep::free(1), 2);
    }
}

#[isolde::test]
fn what_the_compiler_computes_is_refused() {
    let text = message(|| drop(detour!(<[u8]>::len => |_| 1)));
    assert!(text.contains("the compiler replaces calls"), "{text}");
    let text = message(|| drop(detour!(std::mem::size_of::<u64> => || 1)));
    assert!(text.contains("the compiler replaces calls"), "{text}");
}

/// The standard library's own code has inlined it in place of the call, in every profile.
#[isolde::test]
fn what_generic_code_of_std_has_inlined_is_said_or_detoured() {
    use std::collections::HashMap;
    use std::hash::RandomState;
    let guard = detour!(<RandomState as Default>::default => || original!());
    let said = catch_unwind(AssertUnwindSafe(|| drop(HashMap::<u8, u8>::new()))).is_err();
    assert!(said || guard.calls() == 1);
}

#[isolde::test]
fn what_starts_threads_is_detoured_too() {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn pthread_create(
            thread: *mut c_void,
            attributes: *const c_void,
            start: *mut c_void,
            argument: *mut c_void,
        ) -> c_int;
    }
    let guard = detour!(extern "C" pthread_create => |_, _, _, _| 11);
    assert!(std::thread::Builder::new().spawn(|| ()).is_err());
    assert_eq!(guard.calls(), 1);
    drop(guard);
    std::thread::spawn(|| ()).join().unwrap();
}

/// 64 tests at once, each with a detour of its own.
macro_rules! parallel {
    ($($name:ident $number:literal)*) => { $(
        #[isolde::test]
        fn $name() {
            for _ in 0..200 {
                let _guard = detour!(dep::free => |n| n + $number);
                assert_eq!(dep::calls_free(1), 1 + $number);
            }
        }
    )* };
}

mod parallel {
    use super::*;
    parallel! {
        t00 100 t01 101 t02 102 t03 103 t04 104 t05 105 t06 106 t07 107 t08 108 t09 109 t10 110 t11 111 t12 112 t13 113 t14 114 t15 115
        t16 116 t17 117 t18 118 t19 119 t20 120 t21 121 t22 122 t23 123 t24 124 t25 125 t26 126 t27 127 t28 128 t29 129 t30 130 t31 131
        t32 132 t33 133 t34 134 t35 135 t36 136 t37 137 t38 138 t39 139 t40 140 t41 141 t42 142 t43 143 t44 144 t45 145 t46 146 t47 147
        t48 148 t49 149 t50 150 t51 151 t52 152 t53 153 t54 154 t55 155 t56 156 t57 157 t58 158 t59 159 t60 160 t61 161 t62 162 t63 163
    }
}
