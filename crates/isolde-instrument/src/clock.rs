//! How long the steps of the pipeline take.

use crate::map::Statistics;
use std::time::Duration;

/// Measures the time of the steps, each of which runs on one thread.
pub(crate) struct Clock {
    pub(crate) statistics: Statistics,
    last: Duration,
}

/// Processor time of the calling thread: unlike wall time, it hardly depends on what else the machine does.
fn processor_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the variable is writable.
    let known = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) } == 0;
    if known {
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    } else {
        Duration::ZERO
    }
}

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock {
            statistics: Statistics::default(),
            last: processor_time(),
        }
    }

    pub(crate) fn step(&mut self, name: &str) {
        let now = processor_time();
        self.statistics
            .times
            .push((name.to_owned(), now.saturating_sub(self.last)));
        self.last = now;
    }
}
