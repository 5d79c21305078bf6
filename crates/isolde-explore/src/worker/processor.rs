//! Processor time of other processes.

use std::time::Duration;

/// Processor time that a process has used so far; zero if the process does not exist.
pub(super) fn time_of(process: u32) -> Duration {
    let Ok(process) = libc::pid_t::try_from(process) else {
        return Duration::ZERO;
    };
    let mut clock: libc::clockid_t = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: both functions write to a place of their own type, and fail for a process that does not exist.
    let read = unsafe {
        libc::clock_getcpuclockid(process, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    if !read {
        return Duration::ZERO;
    }
    // The kernel's times are never negative, and its nanoseconds are fewer than a second's.
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest id that Linux gives a process.
    const MOST_PROCESSES: u32 = 1 << 22;

    #[test]
    fn work_costs_processor_time() {
        let own = std::process::id();
        let before = time_of(own);
        let mut sum = 0u64;
        while time_of(own) < before + Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }

    #[test]
    fn a_process_that_does_not_exist_used_no_time() {
        assert_eq!(time_of(u32::MAX), Duration::ZERO);
        assert_eq!(time_of(MOST_PROCESSES + 1), Duration::ZERO);
    }
}
