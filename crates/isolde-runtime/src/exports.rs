//! The C ABI: the functions of [`isolde_abi::symbol::RUNTIME`]. Each finds out whether the calling thread is recorded, and calls the runtime
//! accordingly.

use crate::hashes::Hashes;
use crate::lock::{Guard, Lock};
use crate::runtime::Runtime;
use crate::server::{self, Stage};
use crate::sys;
use core::sync::atomic::{AtomicBool, Ordering};
use isolde_abi::protocol::{EXIT, PHASE_BUILD, PHASE_CALL, PHASE_CHECK};
use isolde_abi::symbol::{Loss, Program};

struct State {
    runtime: Runtime,
    stage: Stage,
}

static STATE: Lock<State> = Lock::new(State {
    runtime: Runtime::new(),
    stage: Stage::New,
});

/// A copy of `Runtime::recording` that is read without the lock; in most runs, most calls do no more than that.
static RECORDING: AtomicBool = AtomicBool::new(false);

static HASHES: Hashes = Hashes::new();

unsafe extern "C" {
    #[link_name = "isolde_program"]
    static PROGRAM: Program;
}

/// Runs `act` while holding the lock; returns `otherwise` if this thread holds it already.
fn locked<T>(otherwise: T, act: impl FnOnce(&mut State, u64) -> T) -> T {
    let thread = sys::thread();
    match STATE.enter(thread) {
        Some(mut state) => {
            let result = act(&mut state, thread);
            publish(&state);
            result
        }
        None => otherwise,
    }
}

fn publish(state: &Guard<'_, State>) {
    RECORDING.store(state.runtime.recording, Ordering::Relaxed);
}

/// While a run is recorded, runs `here` in the recording thread and `elsewhere` in any other thread.
#[inline]
fn recorded<T: Default>(
    here: impl FnOnce(&mut Runtime) -> T,
    elsewhere: impl FnOnce(&mut Runtime),
) -> T {
    if !RECORDING.load(Ordering::Relaxed) {
        return T::default();
    }
    locked(T::default(), |state, thread| {
        let runtime = &mut state.runtime;
        if !runtime.recording {
            return T::default();
        }
        if thread == runtime.owner {
            return here(runtime);
        }
        elsewhere(runtime);
        T::default()
    })
}

/// Counts symbolic values in a thread that is not recorded. Values that come from memory are counted by loads already, so this is for values that
/// were left in registers and thread-local arguments.
fn count(shadows: &[u32]) -> impl FnOnce(&mut Runtime) {
    let any = shadows.iter().any(|&shadow| shadow != 0);
    move |runtime| {
        if any {
            runtime.memory.count(Loss::Thread);
        }
    }
}

fn wide(low: u64, high: u64) -> u128 {
    (high as u128) << 64 | low as u128
}

/// Node of a binary operator, see [`isolde_abi::symbol::RUNTIME`].
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_binary(code: u32, sa: u32, sb: u32, a: u64, b: u64) -> u32 {
    recorded(
        |runtime| runtime.binary(code, sa, sb, a as u128, b as u128),
        count(&[sa, sb]),
    )
}

/// Node of a binary operator on 65 to 128 bits.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_binary_wide(
    code: u32,
    sa: u32,
    sb: u32,
    a_low: u64,
    a_high: u64,
    b_low: u64,
    b_high: u64,
) -> u32 {
    recorded(
        |runtime| runtime.binary(code, sa, sb, wide(a_low, a_high), wide(b_low, b_high)),
        count(&[sa, sb]),
    )
}

/// Node of a lane-wise operator.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_lanes(
    code: u32,
    shape: u32,
    sa: u32,
    sb: u32,
    a_low: u64,
    a_high: u64,
    b_low: u64,
    b_high: u64,
) -> u32 {
    recorded(
        |runtime| {
            runtime.lanes(
                code,
                shape,
                sa,
                sb,
                wide(a_low, a_high),
                wide(b_low, b_high),
            )
        },
        count(&[sa, sb]),
    )
}

/// Node of a unary operator.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_unary(op: u32, width: u32, sa: u32, aux: u32) -> u32 {
    recorded(|runtime| runtime.unary(op, width, sa, aux), count(&[sa]))
}

/// Node of an if-then-else.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_select(width: u32, sc: u32, sa: u32, sb: u32, a: u64, b: u64) -> u32 {
    recorded(
        |runtime| runtime.select(width, sc, sa, sb, a as u128, b as u128),
        count(&[sc, sa, sb]),
    )
}

/// Node of a funnel shift.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_funnel(
    code: u32,
    sa: u32,
    sb: u32,
    sc: u32,
    a: u64,
    b: u64,
    c: u64,
) -> u32 {
    recorded(
        |runtime| runtime.funnel(code, [sa, sb, sc], [a, b, c]),
        count(&[sa, sb, sc]),
    )
}

/// Node of a load.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_load(address: u64, bytes: u32, saddress: u32) -> u32 {
    recorded(
        |runtime| runtime.load(address, bytes, saddress),
        |runtime| runtime.read_elsewhere(address, bytes as u64),
    )
}

/// Shadow of a store.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_store(address: u64, bytes: u32, svalue: u32, saddress: u32) {
    recorded(
        |runtime| runtime.store(address, bytes, svalue, saddress),
        |runtime| runtime.written_elsewhere(address, bytes as u64),
    )
}

/// A path condition.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_branch(shadow: u32, taken: u32, site: u32) {
    recorded(
        |runtime| runtime.branch(shadow, taken & 1 != 0, site),
        count(&[shadow]),
    )
}

/// Makes a value concrete.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_pin(shadow: u32, low: u64, high: u64) {
    recorded(
        |runtime| runtime.pin(shadow, wide(low, high)),
        count(&[shadow]),
    )
}

/// Counts dropped symbolic data.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_lost(loss: u32, shadow: u32) {
    recorded(|runtime| runtime.lost(loss, shadow), count(&[shadow]))
}

/// Shadow of `memmove`.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_copy(to: u64, from: u64, bytes: u64) {
    recorded(
        |runtime| runtime.copy(to, from, bytes),
        |runtime| {
            runtime.read_elsewhere(from, bytes);
            runtime.written_elsewhere(to, bytes);
        },
    )
}

/// Shadow of `memset`.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_fill(to: u64, svalue: u32, bytes: u64) {
    recorded(
        |runtime| runtime.fill(to, svalue, bytes),
        |runtime| runtime.written_elsewhere(to, bytes),
    )
}

/// Node of `memcmp` or `bcmp`.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_compare(a: u64, b: u64, bytes: u64, ordered: u32) -> u32 {
    recorded(
        |runtime| runtime.compare(a, b, bytes, ordered != 0),
        |runtime| {
            runtime.read_elsewhere(a, bytes);
            runtime.read_elsewhere(b, bytes);
        },
    )
}

/// Two slices are about to be compared, whose elements take `bytes` bytes each.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_slices(
    a: *const u8,
    a_length: u64,
    b: *const u8,
    b_length: u64,
    bytes: u64,
) {
    // Bytes that another thread compares are counted when that thread loads them.
    recorded(
        |runtime| runtime.slices((a as u64, a_length), (b as u64, b_length), bytes),
        |_| (),
    )
}

/// After an allocation.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_allocated(address: u64, bytes: u64, old: u64) {
    recorded(
        |runtime| runtime.allocated(address, bytes, old),
        |runtime| {
            // A block that another thread reallocates is concrete afterwards.
            if old != 0 {
                runtime.freed(old);
            }
            runtime.allocated(address, bytes, 0);
        },
    )
}

/// Before a deallocation.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_freed(address: u64) {
    recorded(
        |runtime| runtime.freed(address),
        |runtime| runtime.freed(address),
    )
}

/// Node of the latest choice.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_choice() -> u32 {
    recorded(Runtime::take_choice, |_| ())
}

/// The hash by which a hash table shall find a key.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_hash(hash: u64) -> u64 {
    if HASHES.are_true() {
        return hash;
    }
    if HASHES.look_up(hash) {
        locked((), |state, _| {
            if state.runtime.memory.is_mapped() {
                state.runtime.memory.crowded().set(1);
            }
        });
    }
    0
}

/// Ends recording for the rest of the run, if the recording thread calls it.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_sym_stop() {
    recorded(Runtime::stop, |_| ())
}

/// Makes a choice.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_choice(key: u64, code: u32, low: u64, high: u64) -> u64 {
    locked(low, |state, thread| {
        let here = thread == state.runtime.owner;
        state.runtime.choose(key, code, low, high, here)
    })
}

/// Sends the answer of the last run and waits for the next one.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_next() -> u32 {
    let stage = locked(Stage::Alone, |state, _| {
        state.runtime.stop();
        if state.stage == Stage::New {
            // SAFETY: every program that links the runtime defines its descriptor.
            state.stage = server::start(&mut state.runtime, unsafe { &PROGRAM });
        }
        state.stage
    });
    let next = server::wait(stage);
    if !matches!(next, Stage::Running(_)) {
        return EXIT;
    }
    locked(EXIT, |state, thread| {
        state.stage = next;
        state.runtime.begin(thread);
        HASHES.restart(state.runtime.memory.flags().get() & isolde_abi::shared::HASHES != 0);
        state.runtime.memory.thunk().get()
    })
}

/// Request flags of the current run.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_flags() -> u32 {
    locked(0, |state, _| {
        if state.runtime.memory.is_mapped() {
            state.runtime.memory.flags().get()
        } else {
            0
        }
    })
}

/// Sets the phase in which the run is.
#[unsafe(no_mangle)]
pub extern "C" fn isolde_phase(phase: u32) {
    locked((), |state, _| {
        if state.runtime.memory.is_mapped() {
            // In a sequence of calls, the arguments of later calls belong to what the calls do.
            let memory = state.runtime.memory;
            let before = memory.phase().get();
            memory.phase().set(phase);
            if phase == PHASE_CALL && before == PHASE_BUILD {
                memory.mark_set_up();
            }
            if phase == PHASE_CHECK {
                memory.remember_passed();
            } else if before == PHASE_CHECK {
                memory.mark_checks();
            }
        }
    })
}

/// Stores the answer of the current run.
///
/// # Safety
/// `text` must be readable for `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isolde_finish(outcome: u32, shape: u64, text: *const u8, bytes: u64) {
    locked((), |state, _| {
        // SAFETY: the caller guarantees that the text is readable.
        unsafe { state.runtime.finish(outcome, shape, text, bytes) }
    })
}
