//! The macros of parameterized tests that need no procedural macro.

/// Leaves the input out unless the condition holds: the test says nothing about it.
///
/// A run whose input is left out counts neither as a success nor as a failure; `cargo isolde explore` solves for inputs that stay in.
#[macro_export]
macro_rules! assume {
    ($condition:expr $(, $($explanation:tt)*)?) => {
        if !$condition {
            $crate::put::refuse();
        }
    };
}

/// Says that some input of the parameterized test gets here; `cargo isolde explore` reports it if none does.
///
/// Its argument is a label for reports. The attribute `#[isolde::put]` numbers the calls in the body of its function: elsewhere there is nothing that
/// could look for an input, so it does not compile.
#[macro_export]
macro_rules! assert_reachable {
    // As the attribute numbers it.
    (@ $number:literal) => {
        $crate::put::reach($number)
    };
    ($($label:literal)?) => {
        ::core::compile_error!(
            "assert_reachable! belongs directly into the body of a function with #[isolde::put]"
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
