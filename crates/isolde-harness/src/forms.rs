//! How a function is written at the call: as a path, a method, an operator, or through a trait; most readable first.

use crate::context::Context;
use crate::signature::Signature;
use crate::std_types::within_std;
use crate::substitute::Substitution;
use crate::text::Style;
use isolde_model::{Bound, Container, Function, Receiver, Type};

/// How an argument reaches the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Moved or copied.
    Value,
    /// `&`.
    Shared,
    /// `&mut`.
    Mutable,
    /// In place, where methods and operators take it; whether it is changed.
    Place(bool),
}

/// One way to write the call. `{0}`, `{1}` … stand for the arguments, the receiver first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The expression.
    pub format: String,
    /// How the arguments that the expression takes in place differ from the way the signature takes them.
    pub places: Vec<(usize, By)>,
    /// Traits that must be in scope.
    pub uses: Vec<String>,
    /// Whether the result is thrown away.
    pub is_silent: bool,
}

impl Form {
    fn new(format: impl Into<String>) -> Form {
        Form {
            format: format.into(),
            places: Vec::new(),
            uses: Vec::new(),
            is_silent: false,
        }
    }

    fn place(mut self, index: usize, is_changed: bool) -> Form {
        self.places.push((index, By::Place(is_changed)));
        self
    }

    fn by(mut self, index: usize, by: By) -> Form {
        self.places.push((index, by));
        self
    }

    fn using(mut self, path: &str) -> Form {
        self.uses.push(format!("use {path};"));
        self
    }

    /// The same call with its result thrown away.
    pub fn silent(&self) -> Form {
        Form {
            is_silent: true,
            ..self.clone()
        }
    }
}

/// `{first}, {first + 1} …` for `count` arguments.
fn places(first: usize, count: usize) -> String {
    (first..first + count)
        .map(|index| format!("{{{index}}}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The call of a method in place.
fn method(signature: &Signature, name: &str, turbofish: &str) -> Form {
    let rest = places(1, signature.parameters.len());
    Form::new(format!("{{0}}.{name}{turbofish}({rest})"))
        .place(0, signature.receiver == Some(Receiver::Mutable))
}

/// Appended to calls whose result is an iterator.
const COLLECT: &str = ".take(16).collect::<Vec<_>>()";

impl Context<'_> {
    /// The ways to write a call, best first. `path` is the path of the function, with generic arguments where they are needed.
    pub fn forms(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        path: &str,
        turbofish: &str,
    ) -> Vec<Form> {
        let count = signature.parameters.len() + usize::from(signature.receiver.is_some());
        let as_path = Form::new(format!("{path}({})", places(0, count)));
        let of = signature
            .self_type
            .as_ref()
            .map(|of| self.substitute(of, instance));
        let mut forms = Vec::new();
        match (&function.container, &of) {
            (Container::Inherent(_), Some(_))
                if signature
                    .receiver
                    .is_some_and(|receiver| receiver != Receiver::Other)
                    && of.as_ref().is_some_and(|of| self.is_meant(function, of)) =>
            {
                forms.push(method(signature, &function.name, turbofish));
            }
            (Container::TraitImpl(_), Some(of)) => {
                if let Some(bound) = self
                    .block(function)
                    .and_then(|block| block.of_trait.as_ref())
                {
                    let bound = self.substitute_bound(bound, instance);
                    forms.extend(self.trait_form(function, signature, of, &bound, turbofish));
                }
            }
            (Container::Trait(id), Some(of)) => {
                // Arguments of the trait must be written: a method call would leave them open.
                let item = self.model.traits.get(id).filter(|item| {
                    !item
                        .generics
                        .params
                        .iter()
                        .any(|param| matches!(param, isolde_model::GenericParam::Type { .. }))
                });
                let path = item.and_then(|item| item.public_path.as_deref());
                if let (Some(path), Some(_)) = (path, signature.receiver)
                    && self.is_meant(function, of)
                    && signature.receiver != Some(Receiver::Other)
                {
                    forms.push(method(signature, &function.name, turbofish).using(path));
                }
            }
            _ => {}
        }
        forms.push(as_path);
        let result = self.substitute(&signature.result, instance);
        if self.is_iterator(&result) {
            let collected: Vec<Form> = forms
                .iter()
                .filter(|form| !form.format.contains("collect"))
                .map(|form| Form {
                    format: format!("{}{COLLECT}", form.format),
                    ..form.clone()
                })
                .collect();
            forms.splice(0..0, collected);
        }
        let silent = forms
            .iter()
            .find(|form| !form.format.contains("collect"))
            .map(Form::silent);
        forms.extend(silent);
        forms
    }

    /// Whether values of the type are iterators.
    pub fn is_iterator(&self, of: &Type) -> bool {
        let is_iterator = |bound: &Bound| {
            matches!(
                within_std(&bound.defined),
                Some(
                    "iter::traits::iterator::Iterator"
                        | "iter::traits::double_ended::DoubleEndedIterator"
                        | "iter::traits::exact_size::ExactSizeIterator"
                )
            )
        };
        match of {
            Type::Impl(bounds) | Type::Dyn(bounds) => bounds.iter().any(is_iterator),
            Type::Path { id: Some(id), .. } => {
                let implements = |name: &str| {
                    self.model.types.get(id).is_some_and(|item| {
                        item.implements
                            .iter()
                            .any(|each| within_std(each) == Some(name))
                    })
                };
                // Collections that iterate over themselves are better observed as what they are.
                implements("iter::traits::iterator::Iterator")
                    && !implements("cmp::PartialEq")
                    && self.has_no_inherent(of, "take")
            }
            Type::Path {
                defined, arguments, ..
            } => match within_std(defined) {
                Some("boxed::Box") => arguments
                    .first()
                    .is_some_and(|inner| matches!(inner, Type::Dyn(_)) && self.is_iterator(inner)),
                Some("vec::into_iter::IntoIter") => true,
                Some(rest) => rest.contains("::iter::") || rest.starts_with("iter::adapters"),
                None => false,
            },
            _ => false,
        }
    }

    fn trait_form(
        &self,
        function: &Function,
        signature: &Signature,
        of: &Type,
        bound: &Bound,
        turbofish: &str,
    ) -> Option<Form> {
        let name = function.name.as_str();
        let own = || self.expression_path(of);
        let argument = || {
            bound
                .arguments
                .first()
                .and_then(|of| self.type_text(of, Style::Expression))
        };
        let is_reference = matches!(of, Type::Reference { .. });
        let operand = |form: Form, index: usize, changed: bool| {
            // `&a + &b`: references are operands as they are.
            if is_reference && index == 0 {
                form
            } else {
                form.place(index, changed)
            }
        };
        let right_is_reference = matches!(
            signature.parameters.first().map(|(_, of)| of),
            Some(Type::Reference { .. })
        );
        let binary = |symbol: &str, changed: bool, right_in_place: bool| {
            let form = operand(Form::new(format!("{{0}} {symbol} {{1}}")), 0, changed);
            Some(if right_in_place {
                form.place(1, false)
            } else {
                form
            })
        };
        let rest = match within_std(&bound.defined) {
            Some(rest) => rest,
            None => {
                let path = self
                    .block(function)?
                    .trait_public_path
                    .clone()
                    .or_else(|| self.trait_path(bound))?;
                let is_method =
                    signature.receiver.is_some() && signature.receiver != Some(Receiver::Other);
                let is_clear =
                    is_method && bound.arguments.is_empty() && self.is_meant(function, of);
                return is_clear.then(|| method(signature, name, turbofish).using(&path));
            }
        };
        let by_value_right = !right_is_reference;
        // None of these methods is one of the type's own.
        let are_free = |names: &[&str]| names.iter().all(|each| self.has_no_inherent(of, each));
        let associated =
            || (!self.has_inherent(of, name)).then(|| Some(format!("{}::{name}", own()?)))?;
        match (rest, name) {
            ("fmt::Display", "fmt") if are_free(&["to_string"]) => {
                Some(Form::new("{0}.to_string()").place(0, false))
            }
            (_, "fmt") if rest.starts_with("fmt::") => {
                let spec = match rest {
                    "fmt::Display" => "",
                    "fmt::Debug" => "?",
                    "fmt::LowerHex" => "x",
                    "fmt::UpperHex" => "X",
                    "fmt::Octal" => "o",
                    "fmt::Binary" => "b",
                    "fmt::LowerExp" => "e",
                    "fmt::UpperExp" => "E",
                    _ => return None,
                };
                let place = if spec.is_empty() {
                    "{}".to_owned()
                } else {
                    format!("{{:{spec}}}")
                };
                Some(Form::new(format!("format!(\"{place}\", {{0}})")).place(0, false))
            }
            ("str::traits::FromStr", "from_str") => Some(Form::new(format!(
                "{{0}}.parse::<{}>()",
                self.type_text(of, Style::Expression)?
            ))),
            ("convert::From" | "convert::TryFrom" | "iter::traits::collect::FromIterator", _) => {
                Some(Form::new(format!("{}({{0}})", associated()?)))
            }
            ("convert::Into" | "convert::TryInto", _) => {
                let path = if name == "into" { "Into" } else { "TryInto" };
                Some(Form::new(format!(
                    "{path}::<{}>::{name}({{0}})",
                    argument()?
                )))
            }
            ("convert::AsRef" | "convert::AsMut", _) => {
                let path = if name == "as_ref" { "AsRef" } else { "AsMut" };
                Some(Form::new(format!(
                    "{path}::<{}>::{name}({{0}})",
                    argument()?
                )))
            }
            ("borrow::Borrow" | "borrow::BorrowMut", _) => {
                let path = if name == "borrow" {
                    "Borrow"
                } else {
                    "BorrowMut"
                };
                Some(Form::new(format!(
                    "std::borrow::{path}::<{}>::{name}({{0}})",
                    argument()?
                )))
            }
            ("default::Default", _) => Some(Form::new(format!("{}()", associated()?))),
            ("cmp::PartialEq", "eq") => {
                Some(Form::new("{0} == {1}").place(0, false).place(1, false))
            }
            ("cmp::PartialEq", "ne") => {
                Some(Form::new("{0} != {1}").place(0, false).place(1, false))
            }
            ("cmp::PartialOrd", "lt" | "le" | "gt" | "ge") => {
                let symbol = match name {
                    "lt" => "<",
                    "le" => "<=",
                    "gt" => ">",
                    _ => ">=",
                };
                Some(
                    Form::new(format!("{{0}} {symbol} {{1}}"))
                        .place(0, false)
                        .place(1, false),
                )
            }
            ("cmp::PartialOrd" | "cmp::Ord" | "clone::Clone", _) => {
                are_free(&[name]).then(|| method(signature, name, turbofish))
            }
            ("ops::drop::Drop", _) => Some(Form::new("drop({0})").by(0, By::Value)),
            ("ops::deref::Deref", _) => are_free(&[name])
                .then(|| method(signature, name, turbofish).using("std::ops::Deref")),
            ("ops::deref::DerefMut", _) => are_free(&[name])
                .then(|| method(signature, name, turbofish).using("std::ops::DerefMut")),
            ("ops::index::Index", _) => Some(Form::new("&{0}[{1}]").place(0, false)),
            ("ops::index::IndexMut", _) => Some(Form::new("&mut {0}[{1}]").place(0, true)),
            ("ops::arith::Neg", _) => Some(operand(Form::new("-{0}"), 0, false)),
            ("ops::bit::Not", _) => Some(operand(Form::new("!{0}"), 0, false)),
            _ if rest.starts_with("ops::arith") || rest.starts_with("ops::bit") => {
                let symbol = operator(name)?;
                binary(symbol, symbol.ends_with('='), by_value_right)
            }
            ("hash::Hash", "hash") => Some(Form::new("std::hash::Hash::hash({0}, {1})")),
            ("iter::traits::iterator::Iterator", "next") => are_free(&["by_ref", "take"])
                .then(|| Form::new(format!("{{0}}.by_ref(){COLLECT}")).place(0, true)),
            ("iter::traits::double_ended::DoubleEndedIterator", "next_back") => {
                are_free(&["by_ref", "rev"])
                    .then(|| Form::new(format!("{{0}}.by_ref().rev(){COLLECT}")).place(0, true))
            }
            ("iter::traits::collect::IntoIterator", _) => {
                if !are_free(&[name]) {
                    return None;
                }
                let form = Form::new(format!("{{0}}.into_iter(){COLLECT}"));
                Some(operand(form, 0, false))
            }
            (
                "iter::traits::iterator::Iterator"
                | "iter::traits::double_ended::DoubleEndedIterator"
                | "iter::traits::exact_size::ExactSizeIterator"
                | "iter::traits::collect::Extend",
                _,
            ) => {
                signature.receiver?;
                are_free(&[name]).then(|| method(signature, name, turbofish))
            }
            _ => {
                signature.receiver?;
                let path = self.trait_path(bound)?;
                let is_clear = self.is_meant(function, of)
                    && signature.receiver != Some(Receiver::Other)
                    && !is_reference;
                is_clear.then(|| method(signature, name, turbofish).using(&path))
            }
        }
    }
}

fn operator(name: &str) -> Option<&'static str> {
    Some(match name {
        "add" => "+",
        "sub" => "-",
        "mul" => "*",
        "div" => "/",
        "rem" => "%",
        "bitand" => "&",
        "bitor" => "|",
        "bitxor" => "^",
        "shl" => "<<",
        "shr" => ">>",
        "add_assign" => "+=",
        "sub_assign" => "-=",
        "mul_assign" => "*=",
        "div_assign" => "/=",
        "rem_assign" => "%=",
        "bitand_assign" => "&=",
        "bitor_assign" => "|=",
        "bitxor_assign" => "^=",
        "shl_assign" => "<<=",
        "shr_assign" => ">>=",
        _ => return None,
    })
}
