//! The macros of parameterized tests that need no procedural macro.

/// Refuses the input unless the condition holds: the test makes no claim about such inputs.
///
/// A run whose input is refused counts neither as a success nor as a failure; `cargo isolde explore` solves for inputs that are accepted.
#[macro_export]
macro_rules! assume {
    ($condition:expr $(, $($explanation:tt)*)?) => {
        if !$condition {
            $crate::put::refuse();
        }
    };
}

/// Claims that some input of the parameterized test reaches this place; `cargo isolde explore` reports it if none does.
///
/// Its argument is a label for reports. The attribute `#[isolde::put]` numbers these calls in the body of its function. Anywhere else the macro does not
/// compile, because nothing would look for such an input.
#[macro_export]
macro_rules! assert_reachable {
    // The form that the attribute makes of it, with a number.
    (@ $number:literal) => {
        $crate::put::reach($number)
    };
    ($($label:literal)?) => {
        ::core::compile_error!(
            "assert_reachable! can only be used directly in the body of a function with #[isolde::put]"
        )
    };
}

#[cfg(not(feature = "arbitrary"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __choose {
    ($type:ty, $chooser:expr) => {
        <$type as $crate::Value>::choose($chooser)
    };
}
