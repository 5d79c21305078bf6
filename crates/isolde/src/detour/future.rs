//! Detours of `async fn`s.
//!
//! The future that an `async fn` returns has a type that only its body can make values of. So a detour returns a *stand-in*: memory of that type, filled with
//! a number whose bytes are all 128 or more. No value that the body made looks like it, since some byte of it holds the number of an await, which is small.
//! Whoever polls or drops futures of the type goes through hooks, which tell stand-ins from others and poll or drop what the closure gave instead. These hooks
//! stay, in all threads, as stand-ins may outlive their detour: polling one then panics.

use super::engine;
use super::list::{Always, Busy};
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

/// What a closure gave, without its type. Owned.
struct Given {
    future: *mut (),
    drop: unsafe fn(*mut ()),
}

// SAFETY: only the thread of its slot touches it, unless it was `Send` before.
unsafe impl Send for Given {}

impl Drop for Given {
    fn drop(&mut self) {
        // SAFETY: it goes with the future.
        unsafe { (self.drop)(self.future) }
    }
}

struct Slot {
    /// `None` after the detour has ended.
    given: Mutex<Option<Given>>,
    detour: u64,
    /// The thread that may poll; all if there is none.
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
/// Bits of its number in each byte.
const DIGIT: u32 = 7;
/// Bytes that hold the number.
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
            free.expect("fewer futures of one detoured function than its numbers are alive")
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
    // SAFETY: nobody looks into it but through hooks, which know it.
    unsafe { memory.assume_init() }
}

/// The number of a stand-in; `None` for other futures.
///
/// # Safety
/// A future of type `T` is there.
unsafe fn number<T>(future: *const ()) -> Option<u64> {
    let bytes: *const u8 = future.cast();
    let mut number = 0;
    for index in 0..size_of::<T>() {
        // SAFETY: inside the future; volatile, as some bytes of other futures hold nothing.
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

/// Asked by hooks, which are asleep meanwhile.
unsafe fn is_stand_in<T>(future: *const ()) -> bool {
    // SAFETY: hooks of functions whose first parameter points to a `T`.
    unsafe { number::<T>(future) }.is_some_and(|number| slots().contains_key(&number))
}

/// The slot of a stand-in, and whether this thread may use it.
///
/// # Safety
/// A future of type `T` is there, which is a stand-in.
unsafe fn slot<T>(future: *const (), take: bool) -> (Arc<Slot>, bool) {
    let _busy = Busy::begin();
    // SAFETY: the caller's promise.
    let number = unsafe { number::<T>(future) };
    let mut slots = slots();
    let slot = number.and_then(|number| match take {
        true => slots.remove(&number),
        false => slots.get(&number).cloned(),
    });
    let slot = slot.expect("only stand-ins come here");
    let is_here = slot.is_here();
    (slot, is_here)
}

/// Stands for `<T as Future>::poll`.
fn poll<T: Future>(future: Pin<&mut T>, context: &mut Context<'_>) -> Poll<T::Output> {
    // SAFETY: hooks found it to be one.
    let (slot, is_here) = unsafe { slot::<T>((&raw const *future).cast(), false) };
    assert!(
        is_here,
        "the future of a detoured function is polled in another thread: write `detour!(async …, across threads => …)`"
    );
    let mut given = slot.given.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(given) = given.as_mut() else {
        panic!("the future of a detoured function is polled after the detour has ended");
    };
    // SAFETY: `keep` put a future of this type there; the lock makes it the only reference, and it stays where it is until it is dropped.
    let future = unsafe { &mut *given.future.cast::<Boxed<'static, T::Output>>() };
    future.as_mut().poll(context)
}

/// Stands for `drop_in_place::<T>`.
///
/// # Safety
/// As that.
unsafe fn drop_stand_in<T>(future: *mut T) {
    // SAFETY: hooks found it to be one.
    let (slot, is_here) = unsafe { slot::<T>(future.cast_const().cast(), true) };
    if !is_here {
        // What it holds is another thread's.
        std::mem::forget(slot);
    }
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Ends the stand-ins of a detour, as its closure is dropped.
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
                // Another thread polls it.
                (None, Err(TryLockError::WouldBlock)) => slot
                    .given
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take(),
                // It is polled further up in this thread.
                (Some(_), Err(TryLockError::WouldBlock)) => None,
            };
            drop(given);
        }
    }
}

/// Makes stand-ins for what a closure gives.
#[doc(hidden)]
pub struct StandIns<T> {
    ends: Ends,
    thread: Option<ThreadId>,
    of: PhantomData<fn() -> T>,
}

impl<T: Future> StandIns<T> {
    /// Installs the hooks of the type, which stay.
    #[track_caller]
    fn new(across_threads: bool) -> StandIns<T> {
        let own: fn(Pin<&mut T>, &mut Context<'_>) -> Poll<T::Output> = <T as Future>::poll;
        let other: fn(Pin<&mut T>, &mut Context<'_>) -> Poll<T::Output> = poll::<T>;
        engine::mark(own as *const ());
        Always::install(own as *const (), is_stand_in::<T>, other as *const ());
        let own: unsafe fn(*mut T) = std::ptr::drop_in_place::<T>;
        let other: unsafe fn(*mut T) = drop_stand_in::<T>;
        engine::mark(own as *const ());
        Always::install(own as *const (), is_stand_in::<T>, other as *const ());
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
            install::$rust(function, install::Given(across_threads), move |$($value: $type),*| stand_ins.make(closure($($value),*)))
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
            install::$rust(function, install::Given(across_threads), move |$($value: $type),*| stand_ins.make(std::future::ready(closure($($value),*))))
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
