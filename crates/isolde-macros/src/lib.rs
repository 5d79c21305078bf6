//! The attributes and the derive of the library `isolde`, which exports them: depend on that one.
//!
//! - [`macro@put`]: a function with parameters becomes a test of all inputs;
//! - [`macro@factory`]: a function becomes a way to make values of a type;
//! - [`Value`](derive@Value): structs and enums whose values are made of their parts.
//!
//! Generated code names everything by its full path in `::isolde`, and holds no `unsafe`.

mod derive;
mod factory;
mod function;
mod options;
mod parameter;
mod put;
mod reach;
mod text;
mod types;

use proc_macro::TokenStream;

/// Makes a test of a function with parameters.
#[proc_macro_attribute]
pub fn put(options: TokenStream, function: TokenStream) -> TokenStream {
    given(put::expand(options.into(), function.into()))
}

/// Makes a builder of a function that returns a value.
#[proc_macro_attribute]
pub fn factory(options: TokenStream, function: TokenStream) -> TokenStream {
    given(factory::expand(options.into(), function.into()))
}

/// Implements `isolde::Value` for a struct or an enum.
#[proc_macro_derive(Value, attributes(value))]
pub fn value(input: TokenStream) -> TokenStream {
    given(derive::expand(input.into()))
}

fn given(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
