//! What the macro calls: for each number of parameters, one function for each kind of function pointer.

#![allow(
    clippy::too_many_arguments,
    reason = "trampolines have the parameters of the functions that they stand for"
)]

use super::{Guard, Receiver, engine, list};
use std::cell::UnsafeCell;

/// Which receivers a detour is for.
#[derive(Clone, Copy, Debug)]
pub struct On<A: Receiver>(*const A::Instance);

/// For the calls with this receiver. Only the address counts: it need not stay borrowed.
pub fn on<A: Receiver>(instance: &A::Instance) -> On<A> {
    On(instance)
}

macro_rules! arities {
    ($($rust:ident $rust_on:ident $c:ident ($($first:ident $first_value:ident $(, $type:ident $value:ident)*)?);)*) => { $(
        /// Installs a detour of a function of this many parameters.
        #[track_caller]
        pub fn $rust<'a, $($first, $($type,)*)? R, F>(function: unsafe fn($($first $(, $type)*)?) -> R, closure: F) -> Guard<'a>
        where
            F: FnMut($($first $(, $type)*)?) -> R + 'a,
        {
            fn trampoline<$($first, $($type,)*)? R, F: FnMut($($first $(, $type)*)?) -> R>($($first_value: $first $(, $value: $type)*)?) -> R {
                let (_running, closure) = list::enter();
                // SAFETY: `attach` was given an `F` with this trampoline, and it does not run already.
                let closure = unsafe { &mut *(*closure.cast::<UnsafeCell<F>>()).get() };
                closure($($first_value $(, $value)*)?)
            }
            let trampoline: fn($($first $(, $type)*)?) -> R = trampoline::<$($first, $($type,)*)? R, F>;
            list::attach(engine::target(function as *const ()), std::ptr::null(), trampoline as *const (), closure)
        }

        $(
            /// Installs a detour for one receiver.
            #[track_caller]
            pub fn $rust_on<'a, $first: Receiver, $($type,)* R, F>(function: unsafe fn($first $(, $type)*) -> R, on: On<$first>, closure: F) -> Guard<'a>
            where
                F: FnMut($first $(, $type)*) -> R + 'a,
            {
                let guard = $rust(function, closure);
                guard.only_for(on.0.cast())
            }
        )?

        /// Installs a detour of an `extern "C"` function. A panic in the closure ends the process: foreign callers cannot unwind.
        #[track_caller]
        pub fn $c<'a, $($first, $($type,)*)? R, F>(function: unsafe extern "C" fn($($first $(, $type)*)?) -> R, closure: F) -> Guard<'a>
        where
            F: FnMut($($first $(, $type)*)?) -> R + 'a,
        {
            extern "C" fn trampoline<$($first, $($type,)*)? R, F: FnMut($($first $(, $type)*)?) -> R>($($first_value: $first $(, $value: $type)*)?) -> R {
                let (_running, closure) = list::enter();
                // SAFETY: as above.
                let closure = unsafe { &mut *(*closure.cast::<UnsafeCell<F>>()).get() };
                closure($($first_value $(, $value)*)?)
            }
            let trampoline: extern "C" fn($($first $(, $type)*)?) -> R = trampoline::<$($first, $($type,)*)? R, F>;
            list::attach(engine::target(function as *const ()), std::ptr::null(), trampoline as *const (), closure)
        }
    )* };
}

arities! {
    rust0 rust0_on c0 ();
    rust1 rust1_on c1 (A a);
    rust2 rust2_on c2 (A a, B b);
    rust3 rust3_on c3 (A a, B b, C c);
    rust4 rust4_on c4 (A a, B b, C c, D d);
    rust5 rust5_on c5 (A a, B b, C c, D d, E e);
    rust6 rust6_on c6 (A a, B b, C c, D d, E e, G g);
    rust7 rust7_on c7 (A a, B b, C c, D d, E e, G g, H h);
    rust8 rust8_on c8 (A a, B b, C c, D d, E e, G g, H h, I i);
}
