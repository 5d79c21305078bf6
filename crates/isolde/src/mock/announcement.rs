//! The observation that counts if the process does not survive the call. It is reported before the call, and again after each answer, because a test without
//! an answer would end in another way.

use super::log::Mocks;
use std::fmt::{self, Debug, Formatter};

/// After so many answers there are no more reports, since each takes longer than the one before.
const MOST_ANSWERS: u32 = 200;

/// A call in progress.
pub(crate) struct Announcement {
    /// The observation with the answers given so far.
    text: Box<dyn Fn(&Mocks) -> String + Send>,
    /// How many answers are being made.
    open: u32,
    /// How many answers there were.
    answers: u32,
}

impl Announcement {
    pub(crate) fn new(text: impl Fn(&Mocks) -> String + Send + 'static) -> Announcement {
        Announcement {
            text: Box::new(text),
            open: 0,
            answers: 0,
        }
    }

    /// Reports the observation.
    pub(super) fn report(&self, mocks: &Mocks) {
        if is_reported() {
            report(&(self.text)(mocks));
        }
    }

    /// Takes the observation back until the answer is there.
    pub(super) fn begin_answer(&mut self) {
        self.open += 1;
        if self.open == 1 && self.answers <= MOST_ANSWERS {
            report("");
        }
    }

    /// Reports the observation with the new answer.
    pub(super) fn end_answer(&mut self, mocks: &Mocks) {
        // The call may have begun while the answer was being made.
        self.open = self.open.saturating_sub(1);
        self.answers += 1;
        if self.open == 0 && self.answers <= MOST_ANSWERS {
            self.report(mocks);
        }
    }
}

impl Debug for Announcement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Announcement")
            .field("open", &self.open)
            .field("answers", &self.answers)
            .finish_non_exhaustive()
    }
}

/// Whether there is anybody to report to.
fn is_reported() -> bool {
    cfg!(any(test, feature = "engine", isolde_engine))
}

#[cfg(any(feature = "engine", isolde_engine))]
fn report(text: &str) {
    crate::abi::engine::finish(crate::abi::UNFINISHED, 0, text);
}

#[cfg(not(any(feature = "engine", isolde_engine)))]
fn report(text: &str) {
    #[cfg(test)]
    tests::REPORTED.with_borrow_mut(|reported| reported.push(text.to_owned()));
    #[cfg(not(test))]
    let _ = text;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::shared::SharedMocks;
    use std::cell::RefCell;

    thread_local! {
        pub(super) static REPORTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    fn reported() -> Vec<String> {
        REPORTED.take()
    }

    #[test]
    fn a_call_is_reported_again_after_each_answer_and_not_while_one_is_made() {
        let mocks = SharedMocks::default();
        mocks.begin_answer();
        assert!(reported().is_empty());
        mocks.announce(Announcement::new(|_| "call".into()));
        assert_eq!(reported(), ["call"]);
        let answer = || crate::mock::log::Answer {
            method: 0,
            call: 0,
            patterns: Vec::new(),
            statements: String::new(),
            expression: "1".into(),
            uses: Vec::new(),
            mutable: Vec::new(),
        };
        mocks.begin_answer();
        assert_eq!(reported(), [""]);
        // An answer within an answer.
        mocks.begin_answer();
        mocks.record(0, answer());
        assert!(reported().is_empty());
        mocks.record(0, answer());
        assert_eq!(reported(), ["call"]);
        for _ in 0..2 * MOST_ANSWERS {
            mocks.begin_answer();
            mocks.record(0, answer());
        }
        assert_eq!(reported().last().map(String::as_str), Some(""));
        mocks.withdraw();
        mocks.begin_answer();
        assert!(reported().is_empty());
    }
}
