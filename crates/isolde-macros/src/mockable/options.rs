//! What stands in the parentheses of `#[isolde::mockable]`.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Result, Token};

/// The options.
#[derive(Default)]
pub(super) struct Options {
    /// Whether closures may be sent to other threads.
    pub is_send: bool,
    /// Values of constants.
    pub constants: Vec<(Ident, Expr)>,
}

impl Parse for Options {
    fn parse(input: ParseStream) -> Result<Options> {
        let mut options = Options::default();
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            if input.parse::<Option<Token![=]>>()?.is_some() {
                options.constants.push((name, input.parse()?));
            } else if name == "send" {
                options.is_send = true;
            } else {
                return Err(Error::new_spanned(
                    name,
                    "the options are `send`, for closures that may be sent to other threads, and values of constants, such as `SIZE = 4`",
                ));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
