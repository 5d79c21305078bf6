//! A procedural macro that shares a dependency with the code that it is used in.

use proc_macro::TokenStream;

/// The sum of 40 and 2, computed while compiling.
#[proc_macro]
pub fn answer(_: TokenStream) -> TokenStream {
    dep::add(40, 2).to_string().parse().unwrap()
}
