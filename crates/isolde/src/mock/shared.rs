//! The mocks of a run, as all that answer share them.

use super::announcement::Announcement;
use super::log::{Answer, Made, Mocks, Of, Received};
use super::threads::own_number;
use super::types::MockType;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The mocks of a run, shared by all that answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedMocks(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    mocks: Mutex<Mocks>,
    /// What is reported of the call in progress, if there is one.
    announcement: Mutex<Option<Announcement>>,
}

/// Where a mock records its answers.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) mocks: SharedMocks,
    /// Its number among the mocks of the run.
    pub(super) number: usize,
    /// Whether numbers in its answers carry suffixes.
    pub(super) is_suffixed: bool,
}

impl SharedMocks {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Mocks> {
        locked(&self.0.mocks)
    }

    /// Reports the call that is about to be made, and again after each answer.
    pub(crate) fn announce(&self, announcement: Announcement) {
        let mut place = locked(&self.0.announcement);
        announcement.report(&self.lock());
        *place = Some(announcement);
    }

    /// The call is over.
    pub(crate) fn withdraw(&self) {
        locked(&self.0.announcement).take();
    }

    /// Until [`SharedMocks::record`] is called, an answer is being made: if the process ends now, it is not known how to repeat that.
    pub(super) fn begin_answer(&self) {
        if let Some(announcement) = &mut *locked(&self.0.announcement) {
            announcement.begin_answer();
        }
    }

    /// Adds a type itself, if it is not there yet; returns its number.
    pub(super) fn add_type(&self, of: &'static MockType) -> usize {
        let is_it = |made: &Made| matches!(made.of, Of::Itself(own) if std::ptr::eq(own, of));
        let known = self.lock().made.iter().position(is_it);
        known.unwrap_or_else(|| self.add(Of::Itself(of), of.name, false))
    }

    /// Adds a mock, of which calls are listed under this name if it is a closure; returns its number. `is_argument` tells whether no call under test has begun.
    pub(super) fn add(&self, of: Of, label: &str, is_argument: bool) -> usize {
        let mut mocks = self.lock();
        mocks.made.push(Made {
            of,
            label: label.to_owned(),
            answers: Vec::new(),
            callers: Vec::new(),
            after: 0,
            is_debugged: false,
            is_argument,
            keys: Vec::new(),
            asserted: Vec::new(),
        });
        mocks.made.len() - 1
    }

    /// What the mock with this number is.
    pub(super) fn of(&self, number: usize) -> Option<Of> {
        self.lock().made.get(number).map(|made| made.of)
    }

    /// Adds a call; see [`Mocks::receive`].
    pub(super) fn receive(&self, call: Received, key: u64, is_asserted: impl FnOnce() -> bool) {
        self.lock().receive(call, key, is_asserted);
    }

    pub(super) fn note_debugged(&self, mock: usize) {
        if let Some(made) = self.lock().made.get_mut(mock) {
            made.is_debugged = true;
        }
    }

    pub(super) fn record(&self, mock: usize, answer: Answer) {
        let mut announcement = locked(&self.0.announcement);
        let mut mocks = self.lock();
        let Mocks { made, asked, .. } = &mut *mocks;
        if let Some(made) = made.get_mut(mock) {
            if made.answers.is_empty() {
                made.after = *asked;
                *asked += 1;
            }
            // A clone of the mock gives the same answer to the same call.
            if !made.answers.contains(&answer) {
                made.answers.push(answer);
            }
            let caller = own_number();
            if !made.callers.contains(&caller) {
                made.callers.push(caller);
            }
        }
        if let Some(announcement) = &mut *announcement {
            announcement.end_answer(&mocks);
        }
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
