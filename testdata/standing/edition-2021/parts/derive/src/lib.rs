//! A derive macro.

use proc_macro::{TokenStream, TokenTree};

/// Gives a struct the method `mark`.
#[proc_macro_derive(Marked)]
pub fn marked(input: TokenStream) -> TokenStream {
    let mut words = input.into_iter();
    words.find(|word| word.to_string() == "struct");
    let Some(TokenTree::Ident(name)) = words.next() else {
        return TokenStream::new();
    };
    format!("impl {name} {{ pub fn mark(&self) -> &'static str {{ \"{name}\" }} }}")
        .parse()
        .expect("this is Rust")
}
