//! An attribute like those of async runtimes: the function begins as `async fn main` and becomes the program's `main`.

use proc_macro::{TokenStream, TokenTree};

/// Makes `async fn main` an ordinary function, which must be private.
#[proc_macro_attribute]
pub fn main(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut tokens = item.into_iter();
    match tokens.next() {
        Some(TokenTree::Ident(word)) if word.to_string() == "async" => tokens.collect(),
        other => panic!("`async` was expected, not `{other:?}`"),
    }
}
