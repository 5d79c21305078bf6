//! Factories: functions that make values for parameterized tests, under a name.

use crate::chooser::Chooser;

/// Makes values from choices. `#[isolde::factory]` implements it for a type with the name of the function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a factory",
    label = "not a factory",
    note = "put `#[isolde::factory]` on the function with this name"
)]
pub trait Factory {
    /// What is made.
    type Output;
    /// Makes one.
    fn make(c: &mut Chooser) -> Self::Output;
}
