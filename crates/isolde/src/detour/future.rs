//! Detours of `async fn`s.
//!
//! Only the function itself can make values of the type of future that an `async fn` returns. So a detour returns a *stand-in*: memory of that type,
//! filled with a number encoded in bytes of 128 or more. No real future looks like this, since one of its bytes holds the number of an await point, which is small.
//! Whatever polls or drops futures of the type goes through hooks, which recognise stand-ins and poll or drop the closure's future instead. These hooks
//! stay installed in all threads, because stand-ins may outlive their detour: polling such a stand-in panics.

use super::busy::Busy;
use super::engine;
use super::list::Always;
use super::{Guard, install};
use std::collections::BTreeMap;
use std::future::Future;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::task::{Context, Poll};
use std::thread::{self, ThreadId};

/// The future that a closure gave: owned, with its type erased.
struct Given {
    future: *mut (),
    drop: unsafe fn(*mut ()),
}

// SAFETY: only the slot's thread touches the future, unless the future was `Send`.
unsafe impl Send for Given {}

impl Drop for Given {
    fn drop(&mut self) {
        // SAFETY: `drop` was stored together with this future, for its type.
        unsafe { (self.drop)(self.future) }
    }
}

struct Slot {
    /// The closure's future; `None` after the detour has ended.
    given: Mutex<Option<Given>>,
    detour: u64,
    /// The only thread that may poll the future; `None` if all threads may.
    thread: Option<ThreadId>,
}

impl Slot {
    fn is_here(&self) -> bool {
        self.thread.is_none_or(|own| own == thread::current().id())
    }
}

/// The stand-ins that are alive, by their numbers.
static SLOTS: Mutex<BTreeMap<u64, Arc<Slot>>> = Mutex::new(BTreeMap::new());
static DETOURS: AtomicU64 = AtomicU64::new(0);

fn slots() -> std::sync::MutexGuard<'static, BTreeMap<u64, Arc<Slot>>> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bit that all bytes of a stand-in have.
const MARK: u8 = 0x80;
/// How many bits of the stand-in's number are in each byte.
const DIGIT: u32 = 7;
/// How many bytes hold the number.
const DIGITS: usize = 8;

/// A stand-in for a future of type `T`.
fn stand_in<T>(slot: Slot) -> T {
    let size = size_of::<T>();
    let below = 1_u64 << (DIGIT * size.min(DIGITS) as u32);
    let number = {
        let _busy = Busy::begin();
        let mut slots = slots();
        let next = slots.last_key_value().map_or(0, |(last, _)| last + 1);
        let number = if next < below {
            next
        } else {
            let free = (0..below).find(|number| !slots.contains_key(number));
            free.expect("a number that no living stand-in has")
        };
        slots.insert(number, Arc::new(slot));
        number
    };
    let mut memory = MaybeUninit::<T>::uninit();
    let bytes: *mut u8 = memory.as_mut_ptr().cast();
    for index in 0..size {
        let digit = match index {
            0..DIGITS => (number >> (DIGIT * index as u32)) as u8 & !MARK,
            _ => 0,
        };
        // SAFETY: inside the memory.
        unsafe { bytes.add(index).write(MARK | digit) };
    }
    // SAFETY: its content is only used through hooks, which recognise it.
    unsafe { memory.assume_init() }
}

/// The number of a stand-in; `None` for other futures.
///
/// # Safety
/// `future` must point to a future of type `T`.
unsafe fn number<T>(future: *const ()) -> Option<u64> {
    let bytes: *const u8 = future.cast();
    let mut number = 0;
    for index in 0..size_of::<T>() {
        // SAFETY: inside the future; volatile, because some bytes of real futures are uninitialised.
        let byte = unsafe { bytes.add(index).read_volatile() };
        if byte & MARK == 0 {
            return None;
        }
        if index < DIGITS {
            number |= u64::from(byte & !MARK) << (DIGIT * index as u32);
        }
    }
    Some(number)
}

/// Whether a future is a stand-in. Called by hooks; meanwhile, all hooks of this thread do nothing.
unsafe fn is_stand_in<T>(future: *const ()) -> bool {
    // SAFETY: only called by hooks of functions whose first parameter points to a `T`.
    unsafe { number::<T>(future) }.is_some_and(|number| slots().contains_key(&number))
}

/// The slot of a stand-in, and whether this thread may use it.
///
/// # Safety
/// `future` must point to a future of type `T` that is a stand-in.
unsafe fn slot<T>(future: *const (), take: bool) -> (Arc<Slot>, bool) {
    let _busy = Busy::begin();
    // SAFETY: the caller's promise.
    let number = unsafe { number::<T>(future) };
    let mut slots = slots();
    let slot = number.and_then(|number| match take {
        true => slots.remove(&number),
        false => slots.get(&number).cloned(),
    });
    let slot = slot.expect("hooks pass only stand-ins");
    let is_here = slot.is_here();
    (slot, is_here)
}

/// Replaces `<T as Future>::poll` for stand-ins.
fn poll<T: Future>(future: Pin<&mut T>, context: &mut Context<'_>) -> Poll<T::Output> {
    // SAFETY: the hook has checked that this is a stand-in.
    let (slot, is_here) = unsafe { slot::<T>((&raw const *future).cast(), false) };
    assert!(
        is_here,
        "the future of a detoured function was polled in another thread: write `detour!(async …, across threads => …)`"
    );
    let mut given = slot.given.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(given) = given.as_mut() else {
        panic!("the future of a detoured function was polled after the detour had ended");
    };
    // SAFETY: `keep` put a future of this type there; the lock makes it the only reference, and it stays where it is until it is dropped.
    let future = unsafe { &mut *given.future.cast::<Boxed<'static, T::Output>>() };
    future.as_mut().poll(context)
}

/// Replaces `drop_in_place::<T>` for stand-ins.
///
/// # Safety
/// The same as for `drop_in_place`.
unsafe fn drop_stand_in<T>(future: *mut T) {
    // SAFETY: the hook has checked that this is a stand-in.
    let (slot, is_here) = unsafe { slot::<T>(future.cast_const().cast(), true) };
    if !is_here {
        // Its content belongs to another thread.
        std::mem::forget(slot);
    }
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Ends the stand-ins of a detour when its closure is dropped.
struct Ends(u64);

impl Drop for Ends {
    fn drop(&mut self) {
        let own: Vec<Arc<Slot>> = {
            let _busy = Busy::begin();
            let slots = slots();
            let own = slots.values().filter(|slot| slot.detour == self.0);
            own.cloned().collect()
        };
        for slot in own {
            let given = match (slot.thread, slot.given.try_lock()) {
                (_, Ok(mut given)) => given.take(),
                (_, Err(TryLockError::Poisoned(given))) => given.into_inner().take(),
                // Another thread is polling it.
                (None, Err(TryLockError::WouldBlock)) => slot
                    .given
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take(),
                // It is being polled further up in this thread's stack.
                (Some(_), Err(TryLockError::WouldBlock)) => None,
            };
            drop(given);
        }
    }
}

/// Makes stand-ins for the futures that a closure gives.
#[doc(hidden)]
pub struct StandIns<T> {
    ends: Ends,
    thread: Option<ThreadId>,
    of: PhantomData<fn() -> T>,
}

impl<T: Future> StandIns<T> {
    /// Makes the hooks of the type's `poll` and destructor recognise stand-ins, for the rest of the program.
    #[track_caller]
    fn new(across_threads: bool) -> StandIns<T> {
        let own: fn(Pin<&mut T>, &mut Context<'_>) -> Poll<T::Output> = <T as Future>::poll;
        let other: fn(Pin<&mut T>, &mut Context<'_>) -> Poll<T::Output> = poll::<T>;
        engine::mark(own as *const ());
        Always::install(
            engine::target(own as *const ()),
            is_stand_in::<T>,
            other as *const (),
        );
        let own: unsafe fn(*mut T) = std::ptr::drop_in_place::<T>;
        let other: unsafe fn(*mut T) = drop_stand_in::<T>;
        engine::mark(own as *const ());
        Always::install(
            engine::target(own as *const ()),
            is_stand_in::<T>,
            other as *const (),
        );
        StandIns {
            ends: Ends(DETOURS.fetch_add(1, Ordering::Relaxed)),
            thread: (!across_threads).then(|| thread::current().id()),
            of: PhantomData,
        }
    }

    fn make<'a>(&self, future: impl Future<Output = T::Output> + 'a) -> T {
        unsafe fn drop_boxed<T>(future: *mut ()) {
            // SAFETY: boxed below.
            drop(unsafe { Box::from_raw(future.cast::<Boxed<'static, T>>()) });
        }
        let future: Boxed<'a, T::Output> = Box::pin(future);
        let given = Given {
            future: Box::into_raw(Box::new(future)).cast(),
            drop: drop_boxed::<T::Output>,
        };
        stand_in(Slot {
            given: Mutex::new(Some(given)),
            detour: self.ends.0,
            thread: self.thread,
        })
    }
}

macro_rules! arities {
    ($($future:ident $output:ident $rust:ident ($($type:ident $value:ident),*);)*) => { $(
        /// Installs a detour of an `async fn` by a closure that gives a future.
        #[track_caller]
        pub fn $future<'a, $($type,)* T, B, F, S>(function: unsafe fn($($type),*) -> T, scope: S, mut closure: F) -> Guard<'a>
        where
            T: Future + 'a,
            B: Future<Output = T::Output> + 'a,
            F: FnMut($($type),*) -> B + 'a,
            S: install::Scope<F> + install::Scope<B>,
            $($type: 'a,)*
        {
            let across_threads = install::Scope::<F>::is_across(&scope);
            let stand_ins = StandIns::<T>::new(across_threads);
            install::$rust(function, install::Given::everywhere(across_threads), move |$($value: $type),*| stand_ins.make(closure($($value),*)))
        }

        /// Installs a detour of an `async fn` by a closure that gives its output.
        #[track_caller]
        pub fn $output<'a, $($type,)* T, F, S>(function: unsafe fn($($type),*) -> T, scope: S, mut closure: F) -> Guard<'a>
        where
            T: Future + 'a,
            F: FnMut($($type),*) -> T::Output + 'a,
            S: install::Scope<F> + install::Scope<T::Output>,
            $($type: 'a,)*
        {
            let across_threads = install::Scope::<F>::is_across(&scope);
            let stand_ins = StandIns::<T>::new(across_threads);
            install::$rust(function, install::Given::everywhere(across_threads), move |$($value: $type),*| stand_ins.make(std::future::ready(closure($($value),*))))
        }
    )* };
}

arities! {
    future0 output0 rust0 ();
    future1 output1 rust1 (A a);
    future2 output2 rust2 (A a, C c);
    future3 output3 rust3 (A a, C c, D d);
    future4 output4 rust4 (A a, C c, D d, E e);
    future5 output5 rust5 (A a, C c, D d, E e, G g);
    future6 output6 rust6 (A a, C c, D d, E e, G g, H h);
    future7 output7 rust7 (A a, C c, D d, E e, G g, H h, I i);
    future8 output8 rust8 (A a, C c, D d, E e, G g, H h, I i, J j);
    future9 output9 rust9 (A a, C c, D d, E e, G g, H h, I i, J j, K k);
    future10 output10 rust10 (A a, C c, D d, E e, G g, H h, I i, J j, K k, L l);
}
