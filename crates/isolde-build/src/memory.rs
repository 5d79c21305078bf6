//! Memory that was freed, given back to the system.

/// Gives memory back that was freed. libLLVM makes hundreds of megabytes of small objects for a program, and the allocator of the C library keeps their pages
/// after they are freed: nothing that comes later in a run needs as many.
pub(crate) fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: it takes no pointer and has no precondition; it may be called at any time, by any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}
