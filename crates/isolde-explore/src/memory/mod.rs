//! Errors of memory: what programs with AddressSanitizer report, and where in the source that is.
//!
//! Such a program ends at the first error that it finds, after a report (`report.rs`) on its standard error. The report names addresses, which are looked up in the
//! program's line tables (`lines.rs`) only afterwards: inside the sandbox, the program cannot start a tool that does so.

mod lines;
mod report;

pub use lines::{Line, Lines};
pub use report::{Address, Report};

/// The exit code of a program that has reported an error of memory.
pub(crate) const REPORTED: i32 = 86;

/// The settings of AddressSanitizer, and where it looks for them.
pub(crate) const VARIABLE: &str = "ASAN_OPTIONS";

/// Largest block of memory that a program may allocate, in MiB. A limit of the address space is of no use: AddressSanitizer reserves terabytes of it.
const LARGEST_BLOCK: u64 = 384;

/// The settings.
///
/// What is not about memory stays as in other programs: other signals than those of invalid pointers, allocations that fail. Leaks are no errors, and
/// variables of functions that have returned are not kept, which would move them to the heap. Freed memory is kept for a while, in 64 MiB. What is
/// allocated is full of bytes that make no valid pointer.
pub(crate) fn settings() -> String {
    let signals = ["sigbus", "sigfpe", "sigill", "abort"];
    let signals = signals.map(|signal| format!("handle_{signal}=0")).join(":");
    format!(
        "exitcode={REPORTED}:detect_leaks=0:detect_stack_use_after_return=0:detect_odr_violation=0:verify_asan_link_order=0:{signals}:\
         handle_segv=1:use_sigaltstack=1:symbolize=0:allocator_may_return_null=1:max_allocation_size_mb={LARGEST_BLOCK}:quarantine_size_mb=64:\
         malloc_context_size=48:print_legend=0:print_full_thread_history=0"
    )
}
