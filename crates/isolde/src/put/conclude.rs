//! The types that a parameterized test may return.

use super::current;
use std::fmt::Debug;

/// What precedes the `Debug` text of an error in the message of a test that returned it.
pub(super) const RETURNED: &str = "the test returned Err(";

/// A result of a test: `()`, an `ExitCode`, or a `Result` whose error is a failure.
pub trait Conclusion {
    /// Panics if the test failed.
    fn conclude(self);
}

impl Conclusion for () {
    fn conclude(self) {}
}

impl Conclusion for std::process::ExitCode {
    #[track_caller]
    fn conclude(self) {
        assert!(
            format!("{self:?}") == format!("{:?}", std::process::ExitCode::SUCCESS),
            "the test returned {self:?}"
        );
    }
}

impl<T: Conclusion, E: Debug> Conclusion for Result<T, E> {
    #[track_caller]
    fn conclude(self) {
        match self {
            Ok(value) => value.conclude(),
            Err(error) => {
                current::note_error(std::any::type_name::<E>());
                panic!("{RETURNED}{error:?})");
            }
        }
    }
}
