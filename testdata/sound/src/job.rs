//! Jobs in the order in which they have to be done.

use std::cmp::Ordering;

/// A job. Urgent jobs come first; after that, those with an earlier deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    urgent: bool,
    deadline: u16,
}

impl Job {
    /// A job with a deadline in hours from now.
    pub fn new(urgent: bool, deadline: u16) -> Job {
        Job { urgent, deadline }
    }

    /// Whether the job is urgent.
    pub fn is_urgent(self) -> bool {
        self.urgent
    }

    /// The deadline in hours.
    pub fn deadline(self) -> u16 {
        self.deadline
    }
}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Job) -> Ordering {
        match (self.urgent, other.urgent) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (true, true) | (false, false) => self.deadline.cmp(&other.deadline),
        }
    }
}
