//! Calls as expressions.

use super::Writer;
use crate::call::{Call, Callee, FunctionPath, Generic, Operator, Output, Syntax};
use crate::names::is_in_prelude;
use crate::spell::Style;
use isolde_model::StdTrait;

/// Takes the first items of an iterator.
const COLLECT: &str = ".take(16).collect::<Vec<_>>()";

/// The line that brings a trait into scope: `as _` if the prelude has the same name, because other code means the prelude's item.
pub(crate) fn import(path: &str) -> String {
    let name = path.rsplit("::").next().unwrap_or(path);
    match is_in_prelude(name) {
        true => format!("use {path} as _;"),
        false => format!("use {path};"),
    }
}

/// The expression that calls a function so many times, with as many of the arguments each time; what it gives is a tuple if there are several calls.
fn called(function: &str, times: usize, arguments: &[String]) -> String {
    let each = arguments.len() / times.max(1);
    let call = |name: &str, number: usize| {
        let own = &arguments[number * each..(number + 1) * each];
        format!("{name}({})", own.join(", "))
    };
    if times == 1 {
        return call(function, 0);
    }
    let calls: Vec<String> = (0..times).map(|number| call("call", number)).collect();
    format!("{{ let mut call = {function}; ({}) }}", calls.join(", "))
}

impl Writer<'_, '_> {
    /// The call with these texts as its inputs. What it gives may have to be polled.
    pub(super) fn call(&self, call: &Call, inputs: &[String]) -> String {
        // What is left are arguments of the result.
        let (inputs, left) = match call.output {
            Output::Called(_) => inputs.split_at(call.inputs.len().min(inputs.len())),
            _ => (inputs, &[][..]),
        };
        let input = |index: usize| inputs.get(index).map_or("", String::as_str);
        let rest = |first: usize| inputs.get(first..).unwrap_or_default().join(", ");
        let (first, second) = (input(0), input(1));
        let name = call.callee.path.name();
        let expression = match &call.syntax {
            Syntax::Path => format!("{}({})", self.callee(&call.callee), rest(0)),
            Syntax::Method => format!("{first}.{}({})", self.method(&call.callee), rest(1)),
            Syntax::Associated(of) => {
                format!("{}::{name}({})", self.expression_path(of), rest(0))
            }
            Syntax::Binary(operator) => format!("{first} {} {second}", symbol(*operator)),
            Syntax::Negation => format!("-{first}"),
            Syntax::Not => format!("!{first}"),
            Syntax::Format(of_trait) => format!("format!(\"{}\", {first})", place(*of_trait)),
            Syntax::ToString => format!("{first}.to_string()"),
            Syntax::Parse(of) => format!(
                "{first}.parse::<{}>()",
                self.type_text(of, Style::Expression)
            ),
            Syntax::Convert(of_trait, to) => format!(
                "{}::<{}>::{name}({})",
                conversion(*of_trait),
                self.type_text(to, Style::Expression),
                rest(0)
            ),
            Syntax::Drop => format!("drop({first})"),
            Syntax::Index { mutable: false } => format!("&{first}[{second}]"),
            Syntax::Index { mutable: true } => format!("&mut {first}[{second}]"),
            Syntax::Hash => format!("std::hash::Hash::hash({})", rest(0)),
            Syntax::Iterate { backward: false } => format!("{first}.by_ref()"),
            Syntax::Iterate { backward: true } => format!("{first}.by_ref().rev()"),
            Syntax::IntoIter => format!("{first}.into_iter()"),
            Syntax::Itself => first.to_owned(),
        };
        match call.output {
            Output::Items => format!("{expression}{COLLECT}"),
            Output::Called(times) => called(&expression, times, left),
            Output::Value
            | Output::Derived
            | Output::Polled
            | Output::Streamed(_)
            | Output::Discarded => expression,
        }
    }

    /// A method's name with its generic arguments: `parse::<u8>`.
    pub(super) fn method(&self, callee: &Callee) -> String {
        format!("{}{}", callee.path.name(), self.turbofish(callee))
    }

    /// A function's path with its generic arguments.
    pub(super) fn callee(&self, callee: &Callee) -> String {
        let path = match &callee.path {
            FunctionPath::Free(path) => path.clone(),
            FunctionPath::Associated { of, name } => {
                format!("{}::{name}", self.expression_path(of))
            }
            FunctionPath::OfTrait {
                of,
                path,
                bound,
                name,
            } => {
                let bound = self.index.bound_text_at(path, bound, Style::Expression);
                format!(
                    "<{} as {}>::{name}",
                    self.type_text(of, Style::Expression),
                    bound.unwrap_or_default()
                )
            }
        };
        format!("{path}{}", self.turbofish(callee))
    }

    fn turbofish(&self, callee: &Callee) -> String {
        if callee.generics.is_empty() {
            return String::new();
        }
        let generics = callee.generics.iter().map(|generic| match generic {
            Generic::Type(of) => self.type_text(of, Style::Expression),
            Generic::Constant(text) => text.clone(),
            Generic::Inferred => "_".to_owned(),
        });
        format!("::<{}>", generics.collect::<Vec<_>>().join(", "))
    }
}

/// The placeholder in a format string that calls a formatting trait.
fn place(of_trait: StdTrait) -> &'static str {
    match of_trait {
        StdTrait::Debug => "{:?}",
        StdTrait::LowerHex => "{:x}",
        StdTrait::UpperHex => "{:X}",
        StdTrait::Octal => "{:o}",
        StdTrait::Binary => "{:b}",
        StdTrait::LowerExp => "{:e}",
        StdTrait::UpperExp => "{:E}",
        StdTrait::Pointer => "{:p}",
        _ => "{}",
    }
}

/// How code names a conversion trait: by its bare name if the prelude has it.
fn conversion(of_trait: StdTrait) -> &'static str {
    match of_trait {
        StdTrait::Into => "Into",
        StdTrait::TryInto => "TryInto",
        StdTrait::AsRef => "AsRef",
        StdTrait::AsMut => "AsMut",
        StdTrait::Borrow => "std::borrow::Borrow",
        StdTrait::BorrowMut => "std::borrow::BorrowMut",
        other => unreachable!("{other:?} is not a conversion"),
    }
}

fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Eq => "==",
        Operator::Ne => "!=",
        Operator::Lt => "<",
        Operator::Le => "<=",
        Operator::Gt => ">",
        Operator::Ge => ">=",
        Operator::Add => "+",
        Operator::Sub => "-",
        Operator::Mul => "*",
        Operator::Div => "/",
        Operator::Rem => "%",
        Operator::BitAnd => "&",
        Operator::BitOr => "|",
        Operator::BitXor => "^",
        Operator::Shl => "<<",
        Operator::Shr => ">>",
        Operator::AddAssign => "+=",
        Operator::SubAssign => "-=",
        Operator::MulAssign => "*=",
        Operator::DivAssign => "/=",
        Operator::RemAssign => "%=",
        Operator::BitAndAssign => "&=",
        Operator::BitOrAssign => "|=",
        Operator::BitXorAssign => "^=",
        Operator::ShlAssign => "<<=",
        Operator::ShrAssign => ">>=",
    }
}
