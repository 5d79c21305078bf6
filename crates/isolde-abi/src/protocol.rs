//! The protocol between a worker and a program.
//!
//! The worker starts the program with three pipes and the memory file at fixed descriptors. The program's *fork server* (in the
//! runtime, entered at the first `isolde_next`) reads [`FORK`] from [`SERVER_FD`], forks, stores the child's id in
//! `Header::child`, waits for the child to end and writes `Reply {tag: DIED, status: wait status}`. The child reads [`RUN`] from
//! [`CHILD_FD`], runs one thunk, fills the answer, writes `Reply {tag: DONE, ..}` and reads again; [`QUIT`] or end of file ends it.
//! Both reply through [`REPLY_FD`]. Without [`MEMORY_VARIABLE`] in its environment a program runs nothing and exits with 0.

/// Descriptor of the memory file.
pub const MEMORY_FD: i32 = 200;
/// The fork server reads its commands here.
pub const SERVER_FD: i32 = 201;
/// The child reads its commands here.
pub const CHILD_FD: i32 = 202;
/// The fork server and the child write their replies here.
pub const REPLY_FD: i32 = 203;
/// Set (to anything) when a worker started the program.
pub const MEMORY_VARIABLE: &str = "ISOLDE_WORKER";
/// Set (to anything) if the program shall see different surroundings: another day, another machine.
pub const ELSEWHERE_VARIABLE: &str = "ISOLDE_ELSEWHERE";

/// Command to the server: fork a child.
pub const FORK: u8 = b'F';
/// Command to the child: run the request.
pub const RUN: u8 = b'R';
/// Command to either: exit.
pub const QUIT: u8 = b'Q';

/// What the program sends to the worker when it is ready, and when a run or a child ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Reply {
    /// [`READY`], [`DONE`] or [`DIED`].
    pub tag: u32,
    /// Wait status (`DIED`), otherwise 0.
    pub status: u32,
}

/// What `isolde_next` returns instead of a thunk's index when the program shall exit.
pub const EXIT: u32 = u32::MAX;
/// The status in a [`DIED`] reply when no child could be forked, or waited for.
pub const NO_CHILD: u32 = u32::MAX;

/// The fork server is ready.
pub const READY: u32 = 1;
/// A run ended; the answer is in the shared memory.
pub const DONE: u32 = 2;
/// The child ended; `status` is its wait status.
pub const DIED: u32 = 3;

/// Outcome: none yet (if it stays so, the program died during the run).
pub const OUTCOME_NONE: u32 = 0;
/// Outcome: the function returned.
pub const OUTCOME_RETURNED: u32 = 1;
/// Outcome: the function panicked.
pub const OUTCOME_PANICKED: u32 = 2;
/// Outcome: the arguments could not be built (a constructor failed or panicked), so the run is not a case.
pub const OUTCOME_DISCARDED: u32 = 3;

/// Phase: arguments are being built.
pub const PHASE_BUILD: u32 = 0;
/// Phase: the function under test runs.
pub const PHASE_CALL: u32 = 1;
/// Phase: the result is being observed.
pub const PHASE_OBSERVE: u32 = 2;
/// Phase: the values of a sequence are checked. Code that is reached only by that is none that the calls reach.
pub const PHASE_CHECK: u32 = 3;

/// Added to the number of a parameterized test, it asks a test program for a description of the test instead of a run. The outcome is "returned",
/// with the description as text, or "discarded" if there is no such test.
pub const DESCRIBE: u32 = 0x8000_0000;
/// Added to the number of an inline case, counted through all parameterized tests of a test program in their order, it asks for a run of that case.
pub const INLINE_CASE: u32 = 0x4000_0000;
