//! How trait methods are called: by operators, macros and conversions where std has them, otherwise as methods if no other method hides them.

use super::{By, Call, Operator, Output, Syntax};
use crate::index::Index;
use crate::instances::Signature;
use isolde_model::{Bound, Function, Receiver, StdTrait, Type, is_std};

impl Index<'_> {
    /// The most readable call of a method of an impl of `bound` for the type; `None` if it can only be called by its path, as `as_path` does.
    pub(super) fn form_of_trait(
        &self,
        function: &Function,
        signature: &Signature,
        of: &Type,
        bound: &Bound,
        as_path: &Call,
    ) -> Option<Call> {
        let name = function.name.as_str();
        let method = || as_path.clone().into_method(signature);
        let is_method = signature.receiver.is_some_and(Receiver::is_plain);
        if let Some(of_trait) = bound.id.filter(|id| self.is_polling(*id, name)) {
            return Some(polled(as_path, Output::Streamed(of_trait)));
        }
        if bound.id.is_some() || !is_std(&bound.defined) {
            let path = self.block(function)?.trait_public_path.clone();
            let path = path.or_else(|| self.trait_path(bound))?;
            let is_clear = is_method && bound.arguments.is_empty() && self.is_meant(function, of);
            return is_clear.then(|| method().using(&path));
        }
        // Whether the type certainly has no inherent method with one of these names.
        let are_free = |names: &[&str]| names.iter().all(|each| self.has_no_inherent(of, each));
        let method_if_free = || are_free(&[name]).then(method);
        let form = |syntax: Syntax| as_path.clone().written(syntax);
        let associated =
            || (!self.has_inherent(of, name)).then(|| form(Syntax::Associated(of.clone())));
        let argument = || {
            let of = bound.arguments.first()?;
            self.is_nameable(of).then(|| of.clone())
        };
        let is_reference = matches!(of, Type::Reference { .. });
        // `&a + &b`: references are used as operands directly.
        let operand = |call: Call, is_changed: bool| match is_reference {
            true => call,
            false => call.placed(0, is_changed),
        };
        use StdTrait as T;
        match (bound.std_trait(), name) {
            (Some(T::Display), "fmt") if are_free(&["to_string"]) => {
                Some(derived_text(form(Syntax::ToString)))
            }
            (Some(of_trait), "fmt") if of_trait.is_formatting() && of_trait != T::Pointer => {
                Some(derived_text(form(Syntax::Format(of_trait))))
            }
            (Some(T::FromStr), "from_str") => Some(form(Syntax::Parse(of.clone()))),
            (Some(T::From | T::TryFrom | T::FromIterator | T::Default), _) => associated(),
            (
                Some(
                    of_trait @ (T::Into
                    | T::TryInto
                    | T::AsRef
                    | T::AsMut
                    | T::Borrow
                    | T::BorrowMut),
                ),
                _,
            ) => Some(form(Syntax::Convert(of_trait, argument()?))),
            (Some(T::PartialEq | T::PartialOrd), "eq" | "ne" | "lt" | "le" | "gt" | "ge") => {
                let call = form(Syntax::Binary(comparison(name)?));
                Some(call.placed(0, false).placed(1, false))
            }
            (Some(T::PartialOrd | T::Ord | T::Clone), _) => method_if_free(),
            (Some(T::Drop), _) => Some(
                form(Syntax::Drop)
                    .reached(0, By::Value)
                    .observed_by(Output::Derived),
            ),
            (Some(T::Deref | T::DerefMut), _) => {
                Some(method_if_free()?.using(&self.trait_path(bound)?))
            }
            (Some(T::Index), _) => Some(form(Syntax::Index { mutable: false }).placed(0, false)),
            (Some(T::IndexMut), _) => Some(form(Syntax::Index { mutable: true }).placed(0, true)),
            (Some(T::Neg), _) => Some(operand(form(Syntax::Negation), false)),
            (Some(T::Not), _) => Some(operand(form(Syntax::Not), false)),
            (Some(of_trait), _) if operator(of_trait).is_some() => {
                let operator = operator(of_trait)?;
                let call = operand(form(Syntax::Binary(operator)), operator.assigns());
                let right = signature.parameters.first().map(|(_, of)| of);
                Some(match right {
                    Some(Type::Reference { .. }) => call,
                    _ => call.placed(1, false),
                })
            }
            (Some(T::Future), _) => Some(polled(as_path, Output::Polled)),
            (Some(T::Hash), "hash") => Some(form(Syntax::Hash)),
            (Some(T::Iterator), "next") => are_free(&["by_ref", "take"])
                .then(|| items(form(Syntax::Iterate { backward: false })).placed(0, true)),
            (Some(T::DoubleEndedIterator), "next_back") => are_free(&["by_ref", "rev"])
                .then(|| items(form(Syntax::Iterate { backward: true })).placed(0, true)),
            (Some(T::IntoIterator), _) => {
                are_free(&[name]).then(|| operand(items(form(Syntax::IntoIter)), false))
            }
            (Some(T::Iterator | T::DoubleEndedIterator | T::ExactSizeIterator | T::Extend), _) => {
                signature.receiver?;
                method_if_free()
            }
            _ => {
                let path = self.trait_path(bound)?;
                let is_clear = is_method && self.is_meant(function, of) && !is_reference;
                is_clear.then(|| method().using(&path))
            }
        }
    }
}

/// A call that turns the receiver into text; the formatter is not an input of it.
fn derived_text(call: Call) -> Call {
    call.of_first()
        .placed(0, false)
        .observed_by(Output::Derived)
}

/// A call whose first items are collected.
fn items(call: Call) -> Call {
    call.of_first().observed_by(Output::Items)
}

/// A call in place of which the receiver is polled; the context is not an input of it.
fn polled(as_path: &Call, output: Output) -> Call {
    let call = as_path.clone().written(Syntax::Itself);
    call.of_first().reached(0, By::Value).observed_by(output)
}

fn comparison(name: &str) -> Option<Operator> {
    Some(match name {
        "eq" => Operator::Eq,
        "ne" => Operator::Ne,
        "lt" => Operator::Lt,
        "le" => Operator::Le,
        "gt" => Operator::Gt,
        "ge" => Operator::Ge,
        _ => return None,
    })
}

/// The binary operator that calls a trait's method.
fn operator(of_trait: StdTrait) -> Option<Operator> {
    use StdTrait as T;
    Some(match of_trait {
        T::Add => Operator::Add,
        T::Sub => Operator::Sub,
        T::Mul => Operator::Mul,
        T::Div => Operator::Div,
        T::Rem => Operator::Rem,
        T::BitAnd => Operator::BitAnd,
        T::BitOr => Operator::BitOr,
        T::BitXor => Operator::BitXor,
        T::Shl => Operator::Shl,
        T::Shr => Operator::Shr,
        T::AddAssign => Operator::AddAssign,
        T::SubAssign => Operator::SubAssign,
        T::MulAssign => Operator::MulAssign,
        T::DivAssign => Operator::DivAssign,
        T::RemAssign => Operator::RemAssign,
        T::BitAndAssign => Operator::BitAndAssign,
        T::BitOrAssign => Operator::BitOrAssign,
        T::BitXorAssign => Operator::BitXorAssign,
        T::ShlAssign => Operator::ShlAssign,
        T::ShrAssign => Operator::ShrAssign,
        _ => return None,
    })
}
