//! When work has to end: at a point in time, or because the user wants to stop. All phases of a command share one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A point in time at which work ends, and a flag that ends it sooner.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    /// `None`: there is no time limit, only the user ends the work.
    until: Option<Instant>,
    cancelled: Arc<AtomicBool>,
}

impl Deadline {
    /// A deadline without a time limit, which the user can end with the flag.
    pub fn when_cancelled(cancelled: Arc<AtomicBool>) -> Deadline {
        Deadline {
            until: None,
            cancelled,
        }
    }

    /// The same deadline, or the end of `time` from now if that is sooner.
    #[must_use]
    pub fn within(&self, time: Duration) -> Deadline {
        // A point in time that the clock cannot represent is never reached.
        let end = Instant::now().checked_add(time);
        Deadline {
            until: match (self.until, end) {
                (Some(until), Some(end)) => Some(until.min(end)),
                (until, end) => until.or(end),
            },
            cancelled: Arc::clone(&self.cancelled),
        }
    }

    /// The same deadline without a time limit: only the user ends it.
    #[must_use]
    pub fn without_time(&self) -> Deadline {
        Deadline {
            until: None,
            cancelled: Arc::clone(&self.cancelled),
        }
    }

    /// The same deadline, earlier by `time`, but not before now.
    #[must_use]
    pub fn earlier(&self, time: Duration) -> Deadline {
        match self.until {
            Some(_) => self.within(self.left().saturating_sub(time)),
            None => self.clone(),
        }
    }

    /// The end of a share (0 to 1) of the time that is left; the same deadline if only the user ends it.
    #[must_use]
    pub fn share(&self, share: f64) -> Deadline {
        match self.until {
            Some(_) => self.within(self.left().mul_f64(share.clamp(0.0, 1.0))),
            None => self.clone(),
        }
    }

    /// Whether work has to end now, for either reason.
    pub fn is_over(&self) -> bool {
        self.is_cancelled() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether the user wants to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Time left; [`Duration::MAX`] if only the user ends it.
    pub fn left(&self) -> Duration {
        self.until.map_or(Duration::MAX, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }

    /// The flag, for code that waits for a child process.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.cancelled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_of_two_deadlines_counts() {
        let hour = Deadline::default().within(Duration::from_secs(3600));
        assert!(!hour.is_over());
        assert!(hour.within(Duration::ZERO).is_over());
        assert!(hour.within(Duration::ZERO).within(Duration::MAX).is_over());
        assert!(hour.within(Duration::from_secs(7200)).left() <= Duration::from_secs(3600));
        assert_eq!(
            Deadline::default().within(Duration::MAX).left(),
            Duration::MAX
        );
    }

    #[test]
    fn a_share_of_time_without_end_has_no_end() {
        let hour = Deadline::default().within(Duration::from_secs(3600));
        assert!(hour.share(0.5).left() <= Duration::from_secs(1800));
        assert!(hour.earlier(Duration::from_secs(600)).left() <= Duration::from_secs(3000));
        assert!(hour.earlier(Duration::MAX).is_over());
        assert!(hour.share(7.0).left() <= Duration::from_secs(3600));
        assert_eq!(Deadline::default().share(1.0).left(), Duration::MAX);
    }

    #[test]
    fn the_user_ends_every_copy() {
        let deadline = Deadline::default();
        let copy = deadline.within(Duration::ZERO);
        let endless = copy.without_time();
        assert!(copy.is_over() && !endless.is_over());
        deadline.flag().store(true, Ordering::Relaxed);
        assert!(copy.is_cancelled() && endless.is_over());
    }
}
