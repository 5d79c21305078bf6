//! The rules, tested without the pass: the tests do what hooks would do.

use super::Guard;
use super::engine;
use super::install::ThisThread;
use super::list::{self, Always, Callee};
use isolde_abi::detour::Target;
use std::cell::{Cell, UnsafeCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// The target of a detoured function.
fn target(name: &'static str) -> &'static Target {
    Box::leak(Box::new(Target {
        active: AtomicU64::new(0),
        always: AtomicPtr::new(std::ptr::null_mut()),
        name: name.as_ptr(),
        name_length: name.len() as u64,
        refusal: std::ptr::null(),
        refusal_length: 0,
    }))
}

type Function = fn(*const (), u64) -> u64;

fn install<'a, F: FnMut(*const (), u64) -> u64 + 'a>(
    target: &'static Target,
    receiver: *const (),
    closure: F,
) -> Guard<'a> {
    fn trampoline<F: FnMut(*const (), u64) -> u64>(receiver: *const (), argument: u64) -> u64 {
        let Callee::Own(_running, closure) = list::enter() else {
            panic!("the guard lives");
        };
        // SAFETY: `attach` was given an `F` with this trampoline.
        let closure = unsafe { &mut *(*closure.cast::<UnsafeCell<F>>()).get() };
        closure(receiver, argument)
    }
    let trampoline: Function = trampoline::<F>;
    let addresses = [trampoline as *const (), std::ptr::null()];
    Guard::attach(target, receiver, addresses, false, closure)
}

/// A hooked function that adds `own` to its argument.
fn call(target: &'static Target, own: u64, receiver: *const (), argument: u64) -> u64 {
    if target.active.load(Ordering::Relaxed) != 0 {
        // SAFETY: the target is never freed.
        let trampoline = unsafe { engine::find(target, receiver) };
        if !trampoline.is_null() {
            // SAFETY: all trampolines of these tests have this type.
            let trampoline: Function = unsafe { std::mem::transmute(trampoline) };
            return trampoline(receiver, argument);
        }
    }
    argument + own
}

fn address(instance: &u8) -> *const () {
    std::ptr::from_ref(instance).cast()
}

/// Section 4.3 of the paper: the heap maps (receiver, method) and method to closures; a call looks up the pair first, then the method.
#[derive(Default)]
struct Heap {
    one: BTreeMap<(usize, usize), u64>,
    all: BTreeMap<usize, u64>,
}

impl Heap {
    fn call(&self, receiver: usize, method: usize, argument: u64) -> u64 {
        let closure = self
            .one
            .get(&(receiver, method))
            .or_else(|| self.all.get(&method));
        closure.map_or(argument + method as u64, |closure| {
            closure * 1000 + argument
        })
    }
}

#[test]
fn random_programs_of_attaching_detaching_and_calling_follow_the_rules() {
    let instances = [0u8; 3];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for _ in 0..300 {
        let methods = [target("f"), target("g"), target("h")];
        let mut heap = Heap::default();
        let mut one = BTreeMap::new();
        let mut all = BTreeMap::new();
        let mut calls = 0;
        for step in 1..60 {
            let (receiver, method) = (below(3), below(3));
            let instance = address(&instances[receiver]);
            let closure = move |_: *const (), argument: u64| step * 1000 + argument;
            // A guard that replaces another exists before the other one is dropped.
            match below(6) {
                0 => {
                    heap.one.insert((receiver, method), step);
                    let guard = install(methods[method], instance, closure);
                    one.insert((receiver, method), guard);
                }
                1 => {
                    heap.all.insert(method, step);
                    let guard = install(methods[method], std::ptr::null(), closure);
                    all.insert(method, guard);
                }
                2 => {
                    heap.one.remove(&(receiver, method));
                    one.remove(&(receiver, method));
                }
                3 => {
                    heap.all.remove(&method);
                    all.remove(&method);
                }
                _ => {
                    calls += 1;
                    let argument = below(100) as u64;
                    assert_eq!(
                        call(methods[method], method as u64, instance, argument),
                        heap.call(receiver, method, argument),
                        "receiver {receiver}, method {method}"
                    );
                }
            }
        }
        assert!(calls > 0);
        drop((one, all));
        for method in methods {
            assert_eq!(method.active.load(Ordering::Relaxed), 0);
        }
    }
}

#[test]
fn the_newest_guard_counts_and_dropping_in_any_order_restores() {
    let f = target("f");
    let at = |argument| call(f, 7, std::ptr::null(), argument);
    let first = install(f, std::ptr::null(), |_, _| 1);
    let second = install(f, std::ptr::null(), |_, _| 2);
    assert_eq!(at(0), 2);
    drop(first);
    assert_eq!(at(0), 2);
    drop(second);
    assert_eq!(at(0), 7);
}

#[test]
fn calls_from_inside_the_closure_get_what_it_replaced() {
    let f = target("f");
    let at = |argument| call(f, 7, std::ptr::null(), argument);
    let _first = install(f, std::ptr::null(), |_, argument| argument * 10);
    let second = install(f, std::ptr::null(), |_, argument| at(argument) + 1);
    assert_eq!(at(3), 31);
    assert_eq!(second.calls(), 1);
}

#[test]
fn a_panic_leaves_through_the_caller_and_the_detour_works_again() {
    let f = target("f");
    let fails = Cell::new(true);
    let guard = install(f, std::ptr::null(), |_, _| {
        if fails.get() {
            panic!("no clock");
        }
        5
    });
    let at = || call(f, 7, std::ptr::null(), 0);
    for _ in 0..2 {
        assert!(catch_unwind(AssertUnwindSafe(at)).is_err());
    }
    fails.set(false);
    assert_eq!(at(), 5);
    assert_eq!(guard.calls(), 3);
}

#[test]
fn other_threads_are_not_affected() {
    let f = target("f");
    let _guard = install(f, std::ptr::null(), |_, _| 1);
    let other = std::thread::scope(|scope| {
        let thread = scope.spawn(|| call(f, 7, std::ptr::null(), 0));
        thread.join().expect("no panic")
    });
    assert_eq!(other, 7);
    assert_eq!(call(f, 7, std::ptr::null(), 0), 1);
}

#[test]
fn closures_borrow_and_change_what_they_capture() {
    let f = target("f");
    let mut seen = Vec::new();
    {
        let _guard = install(f, std::ptr::null(), |_, argument| {
            seen.push(argument);
            0
        });
        call(f, 7, std::ptr::null(), 3);
        call(f, 7, std::ptr::null(), 4);
    }
    assert_eq!(seen, [3, 4]);
}

#[test]
#[should_panic(expected = "the detour of `f` should have run 2 times, but ran 1 times")]
fn a_wrong_number_of_calls_fails_the_test() {
    let f = target("f");
    let _guard = install(f, std::ptr::null(), |_, _| 1).times(2);
    call(f, 7, std::ptr::null(), 0);
}

#[test]
#[should_panic(expected = "run it with `cargo isolde test`")]
fn without_the_pass_nothing_is_silently_left_undetoured() {
    fn own() -> u8 {
        3
    }
    let _guard = super::install::rust0(own as fn() -> u8, ThisThread, || 4);
}

/// Another thread that finds the replacement installed makes a stand-in and drops it at once: a hook that still slept would run the destructor.
#[test]
fn hooks_are_awake_as_soon_as_there_is_a_replacement_for_all_threads() {
    unsafe fn fits(_: *const ()) -> bool {
        true
    }
    for round in 0..10_000 {
        let target = target("drop");
        let asleep = std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while target.always.load(Ordering::Acquire).is_null() {
                    std::hint::spin_loop();
                }
                target.active.load(Ordering::Relaxed) == 0
            });
            Always::install(target, fits, std::ptr::null());
            watcher.join().expect("it does not panic")
        });
        assert!(!asleep, "in round {round}");
        Always::install(target, fits, std::ptr::null());
        assert_eq!(target.active.load(Ordering::Relaxed), 1);
    }
}
