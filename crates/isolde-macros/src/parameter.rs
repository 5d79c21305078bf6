//! Parameters: their names, what to build for them, and how the values are passed to the function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, FnArg, Meta, Pat, Path, Result, Type};

use crate::types::{Form, form, with_static_lifetimes};

/// A parameter of a function that is called with built arguments.
pub struct Parameter {
    /// Its name in texts.
    pub name: String,
    /// The type as written.
    pub declared: Type,
    /// The variable for its argument: hygienic, whatever the pattern.
    pub variable: Ident,
    form: Form,
    /// The factory that `#[by(…)]` names.
    by: Option<Path>,
}

impl Parameter {
    /// Parses a parameter; also returns the parameter for the function's declaration, without `#[by(…)]`.
    pub fn new(index: usize, input: &FnArg, what: &str) -> Result<(Parameter, FnArg)> {
        let FnArg::Typed(typed) = input else {
            return Err(Error::new_spanned(
                input,
                format!(
                    "{what} cannot be a method: write a free function with a parameter of this type"
                ),
            ));
        };
        let mut typed = typed.clone();
        let mut by = None;
        for attribute in std::mem::take(&mut typed.attrs) {
            let path = attribute.path();
            if path.is_ident("by") {
                if by.is_some() {
                    return Err(Error::new_spanned(
                        attribute,
                        "a parameter can have only one `#[by(…)]`",
                    ));
                }
                by = Some(factory(&attribute.meta)?);
            } else if path.is_ident("cfg") || path.is_ident("cfg_attr") {
                return Err(Error::new_spanned(
                    attribute,
                    format!(
                        "parameters of {what} cannot depend on `cfg`: put it on the whole function"
                    ),
                ));
            } else {
                typed.attrs.push(attribute);
            }
        }
        let declared = (*typed.ty).clone();
        let parameter = Parameter {
            name: name(&typed.pat).unwrap_or_else(|| format!("arg{index}")),
            variable: Ident::new(&format!("argument_{index}"), Span::mixed_site()),
            form: form(&with_static_lifetimes(&declared)?, &declared),
            declared,
            by,
        };
        Ok((parameter, FnArg::Typed(typed)))
    }

    /// The statement that builds the argument of a test into [`variable`](Parameter::variable).
    pub fn argument(&self) -> TokenStream {
        let Parameter { name, variable, .. } = self;
        let (passing, mutable, ty) = match &self.form {
            Form::Owned(ty) => ("Value", false, quote!(#ty)),
            Form::Borrowed {
                mutable: false,
                target,
            } => ("Shared", false, quote!(#target)),
            Form::Borrowed {
                mutable: true,
                target,
            } => ("Mutable", true, quote!(#target)),
            Form::Leaked {
                mutable: false,
                target,
            } => ("Value", false, quote!(&'static #target)),
            Form::Leaked {
                mutable: true,
                target,
            } => ("Value", false, quote!(&'static mut #target)),
        };
        let passing = Ident::new(passing, Span::mixed_site());
        let c = chooser();
        let mutable = mutable.then(|| quote!(mut));
        let built = match &self.form {
            Form::Leaked { .. } => self.leaked(),
            Form::Owned(target) | Form::Borrowed { target, .. } => {
                let built = self.built(target);
                closure(&built)
            }
        };
        let span = span(&self.declared);
        quote_spanned! {span=>
            let #mutable #variable: #ty = #c.argument(#name, ::isolde::Passing::#passing, #built);
        }
    }

    /// The variable from [`argument`](Parameter::argument), as it is passed to the function.
    pub fn passed(&self) -> TokenStream {
        let variable = &self.variable;
        match &self.form {
            Form::Borrowed { mutable: false, .. } => quote!(&#variable),
            Form::Borrowed { mutable: true, .. } => quote!(&mut #variable),
            Form::Owned(_) | Form::Leaked { .. } => quote!(#variable),
        }
    }

    /// A builder of the value that is passed; all references in it are leaked.
    pub fn leaked(&self) -> TokenStream {
        match &self.form {
            Form::Owned(ty) => closure(&self.built(ty)),
            Form::Borrowed { mutable, target } | Form::Leaked { mutable, target } => {
                let built = closure(&self.built(target));
                let c = chooser();
                let reference = match mutable {
                    false => quote!(reference),
                    true => quote!(reference_mut),
                };
                closure(&quote_spanned!(span(target)=> ::isolde::build::#reference(#c, #built)))
            }
        }
    }

    fn built(&self, ty: &Type) -> TokenStream {
        match &self.by {
            Some(by) => made_by(by),
            None => chosen(ty),
        }
    }
}

/// The variable with the chooser: the same in all generated code of one expansion, and not visible to the user's code.
pub fn chooser() -> Ident {
    Ident::new("c", Span::mixed_site())
}

/// A value of the type, chosen with [`chooser`].
pub fn chosen(ty: &Type) -> TokenStream {
    let c = chooser();
    quote_spanned!(span(ty)=> ::isolde::__choose!(#ty, #c))
}

/// A value made by a factory, with [`chooser`].
pub fn made_by(factory: &Path) -> TokenStream {
    let c = chooser();
    quote_spanned!(span(factory)=> <#factory as ::isolde::Factory>::make(#c))
}

/// The builder that gives `built`.
pub fn closure(built: &TokenStream) -> TokenStream {
    let c = chooser();
    quote!(|#c: &mut ::isolde::Chooser| #built)
}

/// The span that compiler errors about generated code should point to, without mixing our names with the user's.
pub fn span(tokens: &impl Spanned) -> Span {
    Span::mixed_site().located_at(tokens.span())
}

/// The path in `by(path)`.
fn factory(meta: &Meta) -> Result<Path> {
    let Meta::List(list) = meta else {
        return Err(Error::new_spanned(
            meta,
            "name the factory: `#[by(factory)]`",
        ));
    };
    list.parse_args::<Path>()
        .map_err(|error| Error::new(error.span(), "expected the name of a factory, as in `#[by(settings)]`: a function with `#[isolde::factory]`"))
}

fn name(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(pattern) => Some(pattern.ident.unraw().to_string()),
        Pat::Paren(pattern) => name(&pattern.pat),
        _ => None,
    }
}
