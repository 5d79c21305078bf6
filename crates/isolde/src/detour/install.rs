//! The functions that `detour!` calls: for each number of parameters, one function for each kind of function pointer.

#![allow(
    clippy::too_many_arguments,
    reason = "trampolines have the parameters of the functions that they stand for"
)]

use super::guard::Record;
use super::list::{self, Callee};
use super::{Guard, Receiver, engine};
use std::cell::UnsafeCell;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::PoisonError;

/// Which threads run the closure.
pub trait Scope<F> {
    /// Whether several threads may run the closure.
    fn is_across(&self) -> bool;

    /// The only receiver, or null for all.
    fn receiver(&self) -> *const () {
        std::ptr::null()
    }
}

/// The calling thread.
#[derive(Clone, Copy, Debug)]
pub struct ThisThread;

/// All work of the test: the calling thread, those that the test starts, and jobs and futures that it hands to other threads.
///
/// The closure is shared with these threads, so it must be `Send`:
///
/// ```compile_fail,E0277
/// fn price(n: u64) -> u64 {
///     n * 3
/// }
/// let shared = std::rc::Rc::new(1);
/// let _guard = isolde::detour!(price, across threads => |_| *shared);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AcrossThreads;

impl<F> Scope<F> for ThisThread {
    fn is_across(&self) -> bool {
        false
    }
}

impl<F: Send> Scope<F> for AcrossThreads {
    fn is_across(&self) -> bool {
        engine::mark_across();
        true
    }
}

/// Which receivers a detour is for.
#[derive(Debug)]
pub struct On<A>(*const (), PhantomData<fn(A)>);

/// Limits a detour to calls with this receiver. Only the address counts, so the receiver need not stay borrowed.
pub fn on<A: Receiver>(instance: &A::Instance) -> On<A> {
    On(A::address(instance), PhantomData)
}

fn note(record: &Record, arguments: String) {
    let _busy = super::busy::Busy::begin();
    record
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(arguments);
}

macro_rules! arities {
    ($($rust:ident $rust_on:ident $recorded:ident $recorded_on:ident $c:ident ($($first:ident $first_value:ident $(, $type:ident $value:ident)*)?) $shown:literal;)*) => { $(
        /// Installs a detour of a function of this many parameters.
        #[track_caller]
        pub fn $rust<'a, $($first, $($type,)*)? R, F, S>(function: unsafe fn($($first $(, $type)*)?) -> R, scope: S, closure: F) -> Guard<'a>
        where
            F: FnMut($($first $(, $type)*)?) -> R + 'a,
            S: Scope<F>,
        {
            fn trampoline<$($first, $($type,)*)? R, F: FnMut($($first $(, $type)*)?) -> R>($($first_value: $first $(, $value: $type)*)?) -> R {
                let (closure, _own, _across) = match list::enter() {
                    Callee::Own(running, closure) => (closure, Some(running), None),
                    Callee::Across(running, closure) => (closure, None, Some(running)),
                    Callee::Function(function) => {
                        // SAFETY: `attach` was given a function of this type with this trampoline; the caller of the trampoline keeps the function's contract.
                        return unsafe { std::mem::transmute::<*const (), unsafe fn($($first $(, $type)*)?) -> R>(function)($($first_value $(, $value)*)?) };
                    }
                };
                // SAFETY: `attach` was given an `F` with this trampoline, and the closure is not running already.
                unsafe { (*(*closure.cast::<UnsafeCell<F>>()).get())($($first_value $(, $value)*)?) }
            }
            let trampoline: fn($($first $(, $type)*)?) -> R = trampoline::<$($first, $($type,)*)? R, F>;
            Guard::attach(engine::target(function as *const ()), scope.receiver(), [trampoline as *const (), function as *const ()], scope.is_across(), closure)
        }

        /// Installs a detour of an `extern "C"` function. A panic in the closure ends the process: foreign callers cannot unwind.
        #[track_caller]
        pub fn $c<'a, $($first, $($type,)*)? R, F, S>(function: unsafe extern "C" fn($($first $(, $type)*)?) -> R, scope: S, closure: F) -> Guard<'a>
        where
            F: FnMut($($first $(, $type)*)?) -> R + 'a,
            S: Scope<F>,
        {
            extern "C" fn trampoline<$($first, $($type,)*)? R, F: FnMut($($first $(, $type)*)?) -> R>($($first_value: $first $(, $value: $type)*)?) -> R {
                let (closure, _own, _across) = match list::enter() {
                    Callee::Own(running, closure) => (closure, Some(running), None),
                    Callee::Across(running, closure) => (closure, None, Some(running)),
                    Callee::Function(function) => {
                        // SAFETY: as above.
                        return unsafe { std::mem::transmute::<*const (), unsafe extern "C" fn($($first $(, $type)*)?) -> R>(function)($($first_value $(, $value)*)?) };
                    }
                };
                // SAFETY: as above.
                unsafe { (*(*closure.cast::<UnsafeCell<F>>()).get())($($first_value $(, $value)*)?) }
            }
            let trampoline: extern "C" fn($($first $(, $type)*)?) -> R = trampoline::<$($first, $($type,)*)? R, F>;
            Guard::attach(engine::target(function as *const ()), scope.receiver(), [trampoline as *const (), function as *const ()], scope.is_across(), closure)
        }

        /// Installs a detour that records its arguments.
        #[track_caller]
        pub fn $recorded<'a, $($first: Debug, $($type: Debug,)*)? R, F, S>(function: unsafe fn($($first $(, $type)*)?) -> R, scope: S, mut closure: F) -> Guard<'a>
        where
            F: FnMut($($first $(, $type)*)?) -> R + 'a,
            S: Scope<F>,
            $($first: 'a, $($type: 'a,)*)?
        {
            fn trampoline_of<$($first, $($type,)*)? R, F: FnMut($($first $(, $type)*)?) -> R>(closure: F) -> F {
                closure
            }
            let record = Record::default();
            let noted = record.clone();
            let closure = trampoline_of(move |$($first_value: $first $(, $value: $type)*)?| {
                note(&noted, format!($shown $(, $first_value $(, $value)*)?));
                closure($($first_value $(, $value)*)?)
            });
            $rust(function, Given::of(&scope), closure).recorded(record)
        }

        $(
            /// Installs a detour for one receiver.
            #[track_caller]
            pub fn $rust_on<'a, $first: Receiver, $($type,)* R, F, S>(function: unsafe fn($first $(, $type)*) -> R, on: On<$first>, scope: S, closure: F) -> Guard<'a>
            where
                F: FnMut($first $(, $type)*) -> R + 'a,
                S: Scope<F>,
            {
                $rust(function, Given { is_across: scope.is_across(), receiver: on.0 }, closure)
            }

            /// Installs a detour for one receiver that records its arguments.
            #[track_caller]
            pub fn $recorded_on<'a, $first: Receiver + Debug + 'a, $($type: Debug + 'a,)* R, F, S>(function: unsafe fn($first $(, $type)*) -> R, on: On<$first>, scope: S, closure: F) -> Guard<'a>
            where
                F: FnMut($first $(, $type)*) -> R + 'a,
                S: Scope<F>,
            {
                $recorded(function, Given { is_across: scope.is_across(), receiver: on.0 }, closure)
            }
        )?
    )* };
}

/// A scope whose answers are already known.
pub(super) struct Given {
    pub is_across: bool,
    pub receiver: *const (),
}

impl Given {
    /// For all receivers.
    pub fn everywhere(is_across: bool) -> Given {
        Given {
            is_across,
            receiver: std::ptr::null(),
        }
    }

    fn of<F>(scope: &impl Scope<F>) -> Given {
        Given {
            is_across: scope.is_across(),
            receiver: scope.receiver(),
        }
    }
}

impl<F> Scope<F> for Given {
    fn is_across(&self) -> bool {
        self.is_across
    }

    fn receiver(&self) -> *const () {
        self.receiver
    }
}

arities! {
    rust0 rust0_on recorded0 recorded0_on c0 () "";
    rust1 rust1_on recorded1 recorded1_on c1 (A a) "{:?}";
    rust2 rust2_on recorded2 recorded2_on c2 (A a, B b) "{:?}, {:?}";
    rust3 rust3_on recorded3 recorded3_on c3 (A a, B b, C c) "{:?}, {:?}, {:?}";
    rust4 rust4_on recorded4 recorded4_on c4 (A a, B b, C c, D d) "{:?}, {:?}, {:?}, {:?}";
    rust5 rust5_on recorded5 recorded5_on c5 (A a, B b, C c, D d, E e) "{:?}, {:?}, {:?}, {:?}, {:?}";
    rust6 rust6_on recorded6 recorded6_on c6 (A a, B b, C c, D d, E e, G g) "{:?}, {:?}, {:?}, {:?}, {:?}, {:?}";
    rust7 rust7_on recorded7 recorded7_on c7 (A a, B b, C c, D d, E e, G g, H h) "{:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}";
    rust8 rust8_on recorded8 recorded8_on c8 (A a, B b, C c, D d, E e, G g, H h, I i) "{:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}";
    rust9 rust9_on recorded9 recorded9_on c9 (A a, B b, C c, D d, E e, G g, H h, I i, J j) "{:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}";
    rust10 rust10_on recorded10 recorded10_on c10 (A a, B b, C c, D d, E e, G g, H h, I i, J j, K k) "{:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}, {:?}";
}
