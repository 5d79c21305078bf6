//! Factories: functions that make values for parameterized tests, which refer to them by name.

use crate::chooser::Chooser;

/// Makes values from choices. `#[isolde::factory]` implements this trait for a type that has the function's name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a factory",
    label = "not a factory",
    note = "put `#[isolde::factory]` on the function with this name"
)]
pub trait Factory {
    /// The type of the values.
    type Output;
    /// Makes a value.
    fn make(c: &mut Chooser) -> Self::Output;
}
