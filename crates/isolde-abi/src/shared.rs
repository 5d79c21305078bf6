//! The memory that an instrumented program and its worker share.
//!
//! One memory file, mapped by both sides. The worker fills the request part and the tape, the program fills the rest. All sizes are
//! fixed, so that offsets are constants; pages that a run does not touch cost nothing.

/// First word of [`Header`], which differs between layouts, so that both sides notice when theirs differ.
pub const MAGIC: u32 = 0x4953_4f03;
/// Maximum number of expression nodes in a run; index 0 is not a node.
pub const MAX_NODES: usize = 1 << 20;
/// Maximum number of path conditions in a run.
pub const MAX_PATH: usize = 1 << 17;
/// Maximum number of choices in a run.
pub const MAX_CHOICES: usize = 1 << 12;
/// Longest sequence that a tape can ask for, which still leaves room for other choices.
pub const LONGEST: u64 = 4000;
/// Maximum number of entries on a tape.
pub const MAX_TAPE: usize = 1 << 12;
/// Maximum number of constant tables that a run reads at symbolic addresses.
pub const MAX_TABLES: usize = 512;
/// Maximum bytes of all those tables together.
pub const MAX_TABLE_DATA: usize = 1 << 22;
/// Maximum number of comparisons kept from a run.
pub const MAX_COMPARISONS: usize = 256;
/// Maximum number of bytes kept of what a slice was compared with.
pub const MAX_TOKEN: usize = 32;
/// Maximum bytes of text (messages, rendered values) that a run may leave.
pub const MAX_TEXT: usize = 1 << 20;
/// Maximum number of coverage points in a program.
pub const MAX_COVERAGE: usize = 1 << 20;
/// Page size to which coverage counters are aligned and padded.
pub const PAGE: usize = 4096;
/// Number of counters for lost precision.
pub const LOSSES: usize = 32;

/// An expression node. See [`Op`](crate::op::Op).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Node {
    /// Operator number.
    pub op: u8,
    /// Marks for the runtime's own use, which are not part of the node's meaning.
    pub mark: u8,
    /// Width in bits, 1 to 128.
    pub width: u16,
    /// First operand, or choice index.
    pub a: u32,
    /// Second operand, or a number.
    pub b: u32,
    /// Third operand, or a number.
    pub c: u32,
}

/// A path condition: at `site`, `node` (one bit) had the value `taken`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct PathEntry {
    /// The condition; a node of width 1.
    pub node: u32,
    /// The branch site, from the program's site table; [`NO_SITE`] for assumptions and pins.
    pub site: u32,
    /// Bit 0: the value of the condition. Bit 1 ([`ASSUMED`]): must hold, never negated. Bit 2 ([`PINNED`]): a value was made concrete; other
    /// values may be tried. Bit 3 ([`CALLED`]): recorded after the arguments had been built.
    pub flags: u32,
    /// Number of choices made when this was recorded.
    pub choices: u32,
}

/// The condition held.
pub const TAKEN: u32 = 1;
/// The condition is an assumption and is never negated.
pub const ASSUMED: u32 = 2;
/// The condition pins a value (`node` is an equality with a constant); other values may be tried.
pub const PINNED: u32 = 4;
/// The condition was recorded after the arguments had been built, so it belongs to the function itself.
pub const CALLED: u32 = 8;
/// Site of conditions that are not branches of the program.
pub const NO_SITE: u32 = u32::MAX;

/// One entry of a tape: the choice with this key has this value. Entries are sorted by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct TapeEntry {
    /// Structural address of the choice: a hash of the scopes it was made in and its position there. 0 is no key.
    pub key: u64,
    /// The value, zero-extended.
    pub value: u64,
}

/// A choice that a run made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ChoiceRecord {
    /// Structural address, as in [`TapeEntry::key`].
    pub key: u64,
    /// The value chosen; `low <= value <= high` as unsigned numbers.
    pub value: u64,
    /// Smallest value allowed.
    pub low: u64,
    /// Largest value allowed.
    pub high: u64,
    /// The kind of value that is chosen: a [`ChoiceKind`] number.
    pub kind: u16,
    /// Width in bits: 1 to 64.
    pub width: u16,
    /// 1 if the value came from the tape, 0 if it was drawn.
    pub from_tape: u16,
    /// Nesting depth of the scope the choice was made in.
    pub depth: u16,
}

/// The kind of value that a choice stands for, which guides drawing, mutation and minimization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u16)]
pub enum ChoiceKind {
    /// An unsigned integer.
    Unsigned = 0,
    /// A signed integer, two's complement.
    Signed = 1,
    /// A truth value.
    Bool = 2,
    /// An ASCII character.
    Ascii = 3,
    /// A Unicode scalar value, as an index that skips the surrogates.
    Scalar = 4,
    /// The bits of a float.
    Float = 5,
    /// A length: how many elements follow.
    Length = 6,
    /// Which of several alternatives (variant, constructor, next call); 0 is the simplest.
    Variant = 7,
    /// A raw byte.
    Byte = 8,
    /// Whether something is different that usually stays the same: 1 if so. Only what needs the difference should have it.
    Departure = 9,
}

impl ChoiceKind {
    /// Every kind.
    pub const ALL: [ChoiceKind; 10] = [
        ChoiceKind::Unsigned,
        ChoiceKind::Signed,
        ChoiceKind::Bool,
        ChoiceKind::Ascii,
        ChoiceKind::Scalar,
        ChoiceKind::Float,
        ChoiceKind::Length,
        ChoiceKind::Variant,
        ChoiceKind::Byte,
        ChoiceKind::Departure,
    ];

    /// The kind with this number; unknown numbers read as `Unsigned`.
    pub const fn from_u16(value: u16) -> ChoiceKind {
        match value {
            1 => ChoiceKind::Signed,
            2 => ChoiceKind::Bool,
            3 => ChoiceKind::Ascii,
            4 => ChoiceKind::Scalar,
            5 => ChoiceKind::Float,
            6 => ChoiceKind::Length,
            7 => ChoiceKind::Variant,
            8 => ChoiceKind::Byte,
            9 => ChoiceKind::Departure,
            _ => ChoiceKind::Unsigned,
        }
    }
}

/// A snapshot of constant memory that was read at a symbolic address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Table {
    /// Address of its first byte in the program.
    pub base: u64,
    /// Number of bytes.
    pub size: u32,
    /// Offset in the table data.
    pub offset: u32,
}

/// A comparison of something symbolic with something concrete that path conditions may not show: slices of different lengths differ whatever their
/// bytes are, and a number made of one digit cannot equal a large one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Comparison {
    /// What was compared: [`SLICE`] or [`NUMBER`].
    pub kind: u32,
    /// Slice: its length in bytes. Number: its width in bits.
    pub length: u32,
    /// Slice: the nodes that contain its first and its last symbolic byte, or if the slice is empty, the node that contains a byte next to it; 0 if
    /// nothing symbolic is near an empty slice.
    /// Number: its node, twice.
    pub nodes: [u32; 2],
    /// Slice: the positions of these bytes, counted from its beginning; -1 is the byte before it.
    pub positions: [i32; 2],
    /// Slice: the number of bytes of each element. Number: its value.
    pub value: u64,
    /// How many bytes of `token` are used.
    pub token_length: u32,
    /// The content of the other operand; numbers are little-endian.
    pub token: [u8; MAX_TOKEN],
}

/// A slice was compared with another.
pub const SLICE: u32 = 0;
/// A number was compared with a constant, and the outcome was certain, whatever the input is.
pub const NUMBER: u32 = 1;

/// The part of fixed size: request and answer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u32,
    /// Process id of the running child, for the worker to kill.
    pub child: u32,
    /// Request: index of the thunk to run.
    pub thunk: u32,
    /// Request: [`TRACE`], [`RENDER`], [`HASHES`], [`EXACT`], [`STATES`] and [`PANICS`].
    pub flags: u32,
    /// Request: seed for choices that are not on the tape; 0 gives them their simplest values.
    pub seed: u64,
    /// Request: number of the mutant that runs in place of the code, counted from 1; 0 for the code itself.
    pub mutant: u32,
    /// Request: entries on the tape.
    pub tape_len: u32,
    /// Request: number of path conditions after which recording stops.
    pub path_limit: u32,
    /// Answer: an outcome number, see [`protocol`](crate::protocol).
    pub outcome: u32,
    /// Answer: choices made.
    pub choices: u32,
    /// Answer: nodes used; nodes are `1..nodes`.
    pub nodes: u32,
    /// Answer: path conditions recorded.
    pub path: u32,
    /// Answer: tables used.
    pub tables: u32,
    /// Answer: bytes of table data used.
    pub table_data: u32,
    /// Answer: comparisons kept.
    pub comparisons: u32,
    /// Answer: bytes of text.
    pub text: u32,
    /// Answer: 1 if some area was full and recording stopped early.
    pub full: u32,
    /// Answer: in the lower half a summary of the returned value (which variant, which sign), since outcomes with equal summaries are of the same kind; in
    /// the upper half one of the values of a sequence of calls, if the request has [`STATES`].
    pub shape: u64,
    /// Answer: the phase in which the run ended, see [`protocol`](crate::protocol).
    pub phase: u32,
    /// Coverage points of the program.
    pub coverage: u32,
    /// Answer: 1 if hash tables without true hashes cost so many comparisons of keys that [`HASHES`] would be better.
    pub crowded: u32,
    /// Answer: how often symbolic data was dropped, by [`Loss`](crate::symbol::Loss).
    pub lost: [u32; LOSSES],
}

/// Request flag: record expressions and path conditions.
pub const TRACE: u32 = 1;
/// Request flag for programs with shadows: hash tables find keys by their true hashes. Without it all hashes are 0, which turns tables into lists,
/// whose comparisons of keys are path conditions. All runs of a child must use the same flag, since tables may outlive a run.
pub const HASHES: u32 = 4;
/// Request flag: render values and results as source text.
pub const RENDER: u32 = 2;
/// Request flag, together with [`RENDER`]: write literals and slices with their exact types, whether or not the compiler could infer these.
pub const EXACT: u32 = 8;
/// Request flag: summarize the values that a sequence of calls leaves.
pub const STATES: u32 = 16;
/// Request flag: let mocks and closures choose whether they panic instead of giving an answer.
pub const PANICS: u32 = 32;

/// Value of a coverage byte that instrumented code stores when it passes the point.
pub const PASSED: u8 = 1;
/// Value of a coverage byte whose point was passed only while arguments were built or values were checked. The runtime turns [`PASSED`] into it when the call
/// begins, and after the checks.
pub const SET_UP: u8 = 2;

/// The whole shared block. Coverage comes last, on a page of its own: programs map it over their counters.
#[repr(C, align(4096))]
pub struct Shared {
    /// Request and answer.
    pub header: Header,
    /// The tape, sorted by key.
    pub tape: [TapeEntry; MAX_TAPE],
    /// Choices in the order they were made.
    pub choices: [ChoiceRecord; MAX_CHOICES],
    /// Tables read at symbolic addresses.
    pub tables: [Table; MAX_TABLES],
    /// Comparisons that path conditions may not show.
    pub comparisons: [Comparison; MAX_COMPARISONS],
    /// Path conditions in order.
    pub path: [PathEntry; MAX_PATH],
    /// Expression nodes; operands come before their users.
    pub nodes: [Node; MAX_NODES],
    /// Bytes of the tables.
    pub table_data: [u8; MAX_TABLE_DATA],
    /// Messages and rendered values (JSON).
    pub text: [u8; MAX_TEXT],
    /// One byte per coverage point: 0 if it was not passed, [`PASSED`] if it was, [`SET_UP`] if only before the call, or by checks.
    pub coverage: Coverage,
}

/// The coverage bytes, page-aligned.
#[repr(C, align(4096))]
pub struct Coverage(pub [u8; MAX_COVERAGE]);

/// Offset of the coverage bytes in the memory file.
pub const COVERAGE_OFFSET: usize = core::mem::offset_of!(Shared, coverage);
/// Size of the memory file.
pub const SHARED_SIZE: usize = core::mem::size_of::<Shared>();

const _: () = assert!(COVERAGE_OFFSET.is_multiple_of(4096));
const _: () = assert!(core::mem::size_of::<Node>() == 16);
const _: () = assert!(core::mem::size_of::<ChoiceRecord>() == 40);
