//! Symbols that the runtime defines, and that instrumented code and the `isolde` library call.
//!
//! All are `extern "C"`. `u32` shadows are node indices, 0 = concrete. The instrument crate declares these in its helper IR, the
//! runtime defines them; a test in the instrument crate compares both with [`RUNTIME`].

/// A parameter or result type, as far as the C ABI distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    /// Nothing.
    Void,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// A pointer.
    Ptr,
}
use Ty::{I32, I64, Ptr, Void};

/// One function of the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: &'static str,
    /// What it returns.
    pub ret: Ty,
    /// What it takes.
    pub params: &'static [Ty],
}

const fn symbol(name: &'static str, ret: Ty, params: &'static [Ty]) -> Symbol {
    Symbol { name, ret, params }
}

/// Prefix of the functions that only programs with shadows call.
pub const SHADOWS: &str = "isolde_sym_";
/// The shadow of `memmove`.
pub const SYM_COPY: &str = "isolde_sym_copy";
/// The shadow of `memset`.
pub const SYM_FILL: &str = "isolde_sym_fill";
/// The node of `memcmp` or `bcmp`.
pub const SYM_COMPARE: &str = "isolde_sym_compare";
/// Tells the runtime that two slices are about to be compared.
pub const SYM_SLICES: &str = "isolde_sym_slices";
/// Tells the runtime what was allocated.
pub const SYM_ALLOCATED: &str = "isolde_sym_allocated";
/// Tells the runtime what is about to be freed.
pub const SYM_FREED: &str = "isolde_sym_freed";
/// Returns the node of the latest choice.
pub const SYM_CHOICE: &str = "isolde_sym_choice";
/// Returns the hash by which a hash table shall find a key.
pub const SYM_HASH: &str = "isolde_sym_hash";
/// Returns what a hasher of std with fixed keys shall say, which may be something else in other surroundings.
pub const ELSEWHERE_HASH: &str = "isolde_elsewhere_hash";
/// Returns the capacity that a vector of std shall get which has to grow, which may be another one in other surroundings.
pub const ELSEWHERE_CAPACITY: &str = "isolde_elsewhere_capacity";
/// Stops recording.
pub const SYM_STOP: &str = "isolde_sym_stop";
/// Makes a choice.
pub const CHOICE: &str = "isolde_choice";

/// The function of the runtime with this name.
pub fn find(name: &str) -> Option<&'static Symbol> {
    RUNTIME.iter().find(|symbol| symbol.name == name)
}

/// Every function of the runtime. See [`pack`](crate::pack) for how `code`, `shape` and `choice` are packed.
///
/// | function | meaning |
/// |---|---|
/// | `isolde_sym_binary(code, sa, sb, a, b)` | node of a binary operator up to 64 bits (also comparisons, overflow tests, float operators) |
/// | `isolde_sym_binary_wide(code, sa, sb, a_lo, a_hi, b_lo, b_hi)` | the same for 65 to 128 bits |
/// | `isolde_sym_lanes(code, shape, sa, sb, a_lo, a_hi, b_lo, b_hi)` | lane-wise operator on a vector of at most 128 bits; casts take the target lane width in `b_lo`; comparisons give one bit per lane |
/// | `isolde_sym_unary(op, width, sa, aux)` | unary operator; `aux` is the bit offset of `Extract` |
/// | `isolde_sym_select(width, sc, sa, sb, a, b)` | if-then-else up to 64 bits |
/// | `isolde_sym_funnel(code, sa, sb, sc, a, b, c)` | funnel shifts up to 64 bits |
/// | `isolde_sym_load(address, bytes, saddress)` | node of `bytes` (1 to 16) bytes of memory |
/// | `isolde_sym_store(address, bytes, svalue, saddress)` | sets the shadow of memory; `svalue` has `8 * bytes` bits, 0 clears |
/// | `isolde_sym_branch(s, taken, site)` | records a path condition |
/// | `isolde_sym_pin(s, value_lo, value_hi)` | makes `s` concrete: records `s == value` as a pin |
/// | `isolde_sym_lost(loss, s)` | counts dropped symbolic data |
/// | `isolde_sym_copy(to, from, bytes)` | shadow of `memmove` |
/// | `isolde_sym_fill(to, svalue, bytes)` | shadow of `memset`; `svalue` has 8 bits |
/// | `isolde_sym_compare(a, b, bytes, ordered)` | node (32 bits) of `memcmp` (`ordered` = 1) or `bcmp` (0) |
/// | `isolde_sym_slices(a, a_length, b, b_length, bytes)` | two slices are about to be compared, whose elements take this many bytes each |
/// | `isolde_sym_allocated(address, bytes, old_address)` | after an allocation: clears the shadow, or moves it from `old_address` (`realloc`) |
/// | `isolde_sym_freed(address)` | before a deallocation |
/// | `isolde_sym_choice()` | node of the choice that was made last (called right after `isolde_choice` returned) |
/// | `isolde_sym_hash(hash) -> hash` | the hash by which a hash table shall find a key: 0 for all keys, or the true one if the request has [`HASHES`](crate::shared::HASHES) |
/// | `isolde_sym_stop()` | stops recording for the rest of the run (a panic has begun) |
/// | `isolde_choice(key, choice, low, high) -> value` | makes a choice |
/// | `isolde_next() -> thunk` | sends the answer of the last run and waits for the next one; [`EXIT`](crate::protocol::EXIT) if there is none. `Header` fields of the request are then readable through `isolde_flags` |
/// | `isolde_flags() -> flags` | request flags of the current run |
/// | `isolde_phase(phase)` | tells the runtime in which phase the run is |
/// | `isolde_finish(outcome, shape, text, length)` | stores the answer of the current run, which the next `isolde_next` sends |
pub const RUNTIME: &[Symbol] = &[
    symbol("isolde_sym_binary", I32, &[I32, I32, I32, I64, I64]),
    symbol(
        "isolde_sym_binary_wide",
        I32,
        &[I32, I32, I32, I64, I64, I64, I64],
    ),
    symbol(
        "isolde_sym_lanes",
        I32,
        &[I32, I32, I32, I32, I64, I64, I64, I64],
    ),
    symbol("isolde_sym_unary", I32, &[I32, I32, I32, I32]),
    symbol("isolde_sym_select", I32, &[I32, I32, I32, I32, I64, I64]),
    symbol(
        "isolde_sym_funnel",
        I32,
        &[I32, I32, I32, I32, I64, I64, I64],
    ),
    symbol("isolde_sym_load", I32, &[I64, I32, I32]),
    symbol("isolde_sym_store", Void, &[I64, I32, I32, I32]),
    symbol("isolde_sym_branch", Void, &[I32, I32, I32]),
    symbol("isolde_sym_pin", Void, &[I32, I64, I64]),
    symbol("isolde_sym_lost", Void, &[I32, I32]),
    symbol(SYM_COPY, Void, &[I64, I64, I64]),
    symbol(SYM_FILL, Void, &[I64, I32, I64]),
    symbol(SYM_COMPARE, I32, &[I64, I64, I64, I32]),
    symbol(SYM_SLICES, Void, &[Ptr, I64, Ptr, I64, I64]),
    symbol(SYM_ALLOCATED, Void, &[I64, I64, I64]),
    symbol(SYM_FREED, Void, &[I64]),
    symbol(SYM_CHOICE, I32, &[]),
    symbol(SYM_HASH, I64, &[I64]),
    symbol(SYM_STOP, Void, &[]),
    symbol(ELSEWHERE_HASH, I64, &[I64]),
    symbol(ELSEWHERE_CAPACITY, I64, &[I64]),
    symbol(CHOICE, I64, &[I64, I32, I64, I64]),
    symbol("isolde_next", I32, &[]),
    symbol("isolde_flags", I32, &[]),
    symbol("isolde_phase", Void, &[I32]),
    symbol("isolde_finish", Void, &[I32, I64, Ptr, I64]),
];

/// Name of the descriptor that the passes add to every program and the runtime reads.
pub const PROGRAM: &str = "isolde_program";

/// Describes a program to the runtime: the type of the global named [`PROGRAM`].
#[repr(C)]
pub struct Program {
    /// Coverage bytes (page-aligned, whole pages), or null.
    pub coverage: *mut u8,
    /// Number of coverage points.
    pub coverage_len: u64,
    /// Constant globals, for reads at symbolic addresses.
    pub constants: *const Constant,
    /// Number of constant globals.
    pub constants_len: u64,
    /// The filter of the shadow memory: [`FILTER_SIZE`] bytes, or null in programs without shadows. Byte
    /// `(address >> GRANULE_BITS) % FILTER_SIZE` is 0 if nothing in that granule is symbolic. A store must also mark the granule of
    /// `address - (WIDEST_ACCESS - 1)`, so that a wide load that begins before the symbolic byte sees it.
    pub filter: *mut u8,
    /// The number of the mutant that runs, counted from 1; 0 for the code itself. Null in programs without mutants.
    pub mutant: *mut u32,
}
// SAFETY: the descriptor is a constant, and the runtime uses what it points to only under its lock.
unsafe impl Sync for Program {}

/// Address range of a constant global.
#[repr(C)]
pub struct Constant {
    /// First byte.
    pub base: *const u8,
    /// Number of bytes.
    pub size: u64,
}

/// Bytes of the shadow filter.
pub const FILTER_SIZE: usize = 1 << 20;
/// Binary logarithm of the number of addresses that share a byte of the filter.
pub const GRANULE_BITS: u32 = 6;
/// Maximum number of bytes of one load or store that may be symbolic; wider ones are split.
pub const WIDEST_ACCESS: u64 = 16;

/// Why symbolic data was dropped: index into `Header::lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Loss {
    /// A float operation that has no operator.
    Float = 1,
    /// A vector operation that has no operator.
    Vector = 2,
    /// An integer wider than 128 bits.
    Wide = 3,
    /// An argument of a function without a body.
    External = 4,
    /// An atomic operation.
    Atomic = 5,
    /// Inline assembly.
    Assembly = 6,
    /// An intrinsic without a model.
    Intrinsic = 7,
    /// An aggregate with too many scalars.
    Aggregate = 8,
    /// A hash, made concrete on purpose.
    Hash = 9,
    /// A load at a symbolic address of no known object; the address was pinned.
    LoadPinned = 10,
    /// A store at a symbolic address; the address was pinned.
    StorePinned = 11,
    /// Another thread touched symbolic data.
    Thread = 12,
    /// The table area was full; the address was pinned.
    TableFull = 13,
    /// Memory was overwritten by something that does not call the runtime, such as the kernel or C code.
    Overwritten = 14,
}

impl Loss {
    /// Every reason.
    pub const ALL: &'static [Loss] = &[
        Loss::Float,
        Loss::Vector,
        Loss::Wide,
        Loss::External,
        Loss::Atomic,
        Loss::Assembly,
        Loss::Intrinsic,
        Loss::Aggregate,
        Loss::Hash,
        Loss::LoadPinned,
        Loss::StorePinned,
        Loss::Thread,
        Loss::TableFull,
        Loss::Overwritten,
    ];
}

/// Functions of libc by which a program learns about its surroundings. Programs that are observed are linked with `--wrap` for each of them: calls
/// then reach a function of the runtime instead, whose name is [`WRAPPER`] followed by the name of the original.
pub const WRAPPED: &[&str] = &[
    "clock_gettime",
    "getenv",
    "gethostname",
    "gettimeofday",
    "time",
    "uname",
];
/// Prefix that the linker's option `--wrap` gives a function's name.
pub const WRAPPER: &str = "__wrap_";
