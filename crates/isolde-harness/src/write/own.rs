//! Builders of the package's own types: for each type a function for each alternative and mutator, and one that chooses among them.

use super::Writer;
use super::file::File;
use super::shapes::{CHOOSER, numbered};
use crate::call::{By, Call, Output, Syntax};
use crate::describe::describe_name;
use crate::index::Wrap;
use crate::names::{Names, snake, variable};
use crate::shape::{Access, Built, LiteralFields, Making, Mutator, Shape, builder_piece};
use crate::spell::Style;
use isolde_model::{StdItem, Type};

/// The number of the scope in which a receiver is built, greater than the number of arguments of any method.
const RECEIVER_SCOPE: u32 = 100;

/// Lines of a function's body.
#[derive(Default)]
struct Body(String);

impl Body {
    fn line(&mut self, line: &str) {
        self.0.push_str("    ");
        self.0.push_str(line);
        self.0.push('\n');
    }
}

impl Writer<'_, '_> {
    /// The builder of one type with its alternatives and mutators, each a piece.
    pub(super) fn own_type(&self, number: usize, file: &mut File) {
        let own = self.settled.get(number);
        let name = &own.name;
        let text = self.type_text(&own.of, Style::Signature);
        for (number, each) in own.alternatives.iter().enumerate() {
            let body = self.making(own, &text, &each.making);
            let declared = match &each.making {
                Making::Mock(mock) => self.mock_type(mock),
                _ => String::new(),
            };
            file.piece(
                &each.piece,
                &format!(
                    "{declared}fn make_{name}_{number}(c: &mut __isolde::Chooser) -> {text} {{\n{body}}}\n"
                ),
            );
        }
        for (number, each) in own.mutators.iter().enumerate() {
            let (taken, result) = match kind(each) {
                "Chain" => (text.clone(), format!(" -> {text}")),
                "Touch" => (format!("&{text}"), String::new()),
                _ => (format!("&mut {text}"), String::new()),
            };
            let body = self.change(each);
            file.piece(
                &each.piece,
                &format!(
                    "fn change_{name}_{number}(c: &mut __isolde::Chooser, x: {taken}){result} {{\n{body}}}\n"
                ),
            );
        }
        let function = |name: &str, body: &str| {
            format!("fn {name}(c: &mut __isolde::Chooser) -> {text} {{\n    {body}\n}}\n")
        };
        let mut builder = String::new();
        let fresh = fresh(own);
        if !own.mutators.is_empty() {
            builder = function(&format!("build_{name}"), &self.changed(own));
        }
        builder.push_str(&function(&fresh, &self.choice(own)));
        file.piece(&builder_piece(&text), &builder);
    }

    /// The expression that makes a value by one of the alternatives.
    fn choice(&self, own: &Built) -> String {
        let name = &own.name;
        match own.alternatives.len() {
            1 => format!("make_{name}_0(c)"),
            count => {
                let arms =
                    (0..count).map(|number| format!("c.within({number}, make_{name}_{number})"));
                let arms: String = numbered(arms.collect())
                    .iter()
                    .map(|arm| format!("        {arm},\n"))
                    .collect();
                let leaves = own.leaves.max(1);
                format!("match c.alternative({count}, {leaves}) {{\n{arms}    }}")
            }
        }
    }

    /// The expression that makes a value and changes it.
    fn changed(&self, own: &Built) -> String {
        let name = &own.name;
        let mutators = own.mutators.iter().enumerate().map(|(number, each)| {
            let kind = kind(each);
            format!("__isolde::Mutator::{kind}(change_{name}_{number})")
        });
        let item = self.index.item(&own.of);
        let variable = snake(item.map_or("value", |item| item.name.as_str()));
        format!(
            "c.object_with({variable:?}, {}, &[{}])",
            fresh(own),
            mutators.collect::<Vec<_>>().join(", ")
        )
    }

    fn making(&self, own: &Built, text: &str, making: &Making) -> String {
        let mut body = Body::default();
        let path = self.expression_path(&own.of);
        match making {
            Making::Literal { variant, fields } => {
                let path = match variant {
                    Some(variant) => format!("{path}::{variant}"),
                    None => path,
                };
                self.literal(&mut body, &path, fields);
            }
            Making::Default => {
                body.line(&format!("c.text({:?});", format!("{path}::default()")));
                body.line(&format!("<{text} as Default>::default()"));
            }
            Making::Constant { path, access } => {
                let expression = match access {
                    Access::Plain => path.clone(),
                    Access::Dereferenced => format!("(*{path})"),
                    Access::Cloned => format!("{path}.clone()"),
                };
                body.line(&format!("c.text({expression:?});"));
                body.line(&expression);
            }
            Making::Parse { of, wraps } => {
                let parse = |style| format!(".parse::<{}>()", self.type_text(of, style));
                body.line("let a0 = c.within(0, __isolde::build::str);");
                body.line(&format!("c.text({:?});", parse(Style::Expression)));
                body.line(&unwrapped(wraps, format!("a0{}", parse(Style::Signature))));
            }
            Making::Mock(mock) => body.line(&self.mock_value(mock)),
            Making::StandIn => body.line(&self.stand_in(&own.of)),
            Making::Call {
                call,
                shapes,
                wraps,
            } => {
                if wraps
                    .iter()
                    .any(|wrap| matches!(wrap, Wrap::Element { .. }))
                {
                    body.line("let start = c.expression().len();");
                }
                let call = self.nested_call(&mut body, call, shapes);
                body.line(&unwrapped(wraps, call));
            }
        }
        body.0
    }

    fn literal(&self, body: &mut Body, path: &str, fields: &LiteralFields) {
        let shapes: Vec<(Option<&str>, &Shape)> = match fields {
            LiteralFields::Unit => Vec::new(),
            LiteralFields::Tuple(shapes) => shapes.iter().map(|shape| (None, shape)).collect(),
            LiteralFields::Named(fields) => fields
                .iter()
                .map(|(name, shape)| (Some(name.as_str()), shape))
                .collect(),
        };
        let (open, close) = match fields {
            LiteralFields::Unit => ("", ""),
            LiteralFields::Tuple(_) => ("(", ")"),
            LiteralFields::Named(_) if shapes.is_empty() => (" {", "}"),
            LiteralFields::Named(_) => (" { ", " }"),
        };
        if shapes.is_empty() {
            let text = format!("{path}{open}{close}");
            body.line(&format!("c.text({text:?});"));
            body.line(&text);
            return;
        }
        body.line(&format!("c.open({:?});", format!("{path}{open}")));
        let mut values = Vec::new();
        for (index, (name, shape)) in shapes.iter().enumerate() {
            let builder = self.shape(shape);
            match name {
                Some(name) => {
                    body.line(&format!(
                        "let f{index} = c.field({name:?}, {index}, {builder});"
                    ));
                    values.push(format!("{name}: f{index}"));
                }
                None => {
                    body.line(&format!("let f{index} = c.item({index}, {builder});"));
                    values.push(format!("f{index}"));
                }
            }
        }
        body.line(&format!("c.close({close:?});"));
        body.line(&format!("{path}{open}{}{close}", values.join(", ")));
    }

    /// Builds the inputs of a call in place, and returns the call.
    fn nested_call(&self, body: &mut Body, call: &Call, shapes: &[Shape]) -> String {
        let is_method = call.syntax == Syntax::Method;
        let (receiver, arguments) = match (is_method, shapes) {
            (true, [receiver, arguments @ ..]) => (Some(receiver), arguments),
            _ => (None, shapes),
        };
        let Some(receiver) = receiver else {
            let callee = self.callee(&call.callee);
            let values = self.arguments(body, &format!("{callee}("), arguments);
            return self.call(call, &values);
        };
        let builder = self.shape(receiver);
        let leaked = match call.inputs.first().and_then(|input| input.by) {
            Some(By::Leaked(false)) => Some("reference"),
            Some(By::Leaked(true)) => Some("reference_mut"),
            _ => None,
        };
        match leaked {
            // In parentheses, because the reference becomes a variable if a temporary would not live long enough.
            Some(reference) => body.line(&format!(
                "c.text(\"(\"); let r = c.within({RECEIVER_SCOPE}, {CHOOSER} __isolde::build::{reference}(c, {builder})); c.text(\")\");"
            )),
            None => body.line(&format!("let mut r = c.receiver({RECEIVER_SCOPE}, {builder});")),
        }
        let open = format!(".{}(", self.method(&call.callee));
        let mut values = vec!["r".to_owned()];
        values.extend(self.arguments(body, &open, arguments));
        self.call(call, &values)
    }

    /// The body of a mutator, where `x` is the value.
    fn change(&self, mutator: &Mutator) -> String {
        let mut body = Body::default();
        let open = format!("{}(", self.method(&mutator.call.callee));
        let mut values = vec!["x".to_owned()];
        values.extend(self.arguments(&mut body, &open, &mutator.shapes));
        let call = self.call(&mutator.call, &values);
        body.line(&match is_chain(mutator) {
            true => call,
            false => format!("let _ = {call};"),
        });
        body.0
    }

    /// Builds arguments in a group that begins with `open` and ends with `)`; returns their variables.
    fn arguments(&self, body: &mut Body, open: &str, shapes: &[Shape]) -> Vec<String> {
        body.line(&format!("c.open({open:?});"));
        for (index, shape) in shapes.iter().enumerate() {
            body.line(&format!(
                "let a{index} = c.passed({index}, {});",
                self.shape(shape)
            ));
        }
        body.line("c.close(\")\");");
        (0..shapes.len()).map(|index| format!("a{index}")).collect()
    }
}

/// The function that makes a value without changing it afterwards.
pub(super) fn fresh(own: &Built) -> String {
    let kind = match own.mutators.is_empty() {
        true => "build",
        false => "fresh",
    };
    format!("{kind}_{}", own.name)
}

/// The name of the library's kind of mutator.
fn kind(mutator: &Mutator) -> &'static str {
    let receiver = mutator.call.inputs.first().and_then(|input| input.by);
    match (is_chain(mutator), receiver) {
        (true, _) => "Chain",
        (false, Some(By::Place(false))) => "Touch",
        _ => "Change",
    }
}

/// Whether the method takes the value and returns it.
fn is_chain(mutator: &Mutator) -> bool {
    mutator.call.output == Output::Value
}

/// An expression that takes the wanted value out of a call's result.
fn unwrapped(wraps: &[Wrap], call: String) -> String {
    wraps.iter().fold(call, |value, wrap| match wrap {
        Wrap::Borrowed => {
            format!("{{ let result = {value}; c.text(\".clone()\"); Clone::clone(result) }}")
        }
        Wrap::Fallible => format!("__isolde::require!(c, {value})"),
        Wrap::Error => format!(
            "{{ let result = {value}; c.text(\".err()\"); __isolde::require!(c, result.err()) }}"
        ),
        Wrap::Element { number, of } => element(*number, of, &value),
    })
}

/// An expression that takes an element out of a tuple, which is taken apart; the other parts are kept or dropped.
fn element(number: usize, of: &[Type], tuple: &str) -> String {
    let mut others = of.iter().enumerate().filter(|(part, _)| *part != number);
    let is_data =
        |of: &Type| matches!(of, Type::Primitive(_)) || of.std_item() == Some(StdItem::String);
    // Nobody sees whether numbers and texts are kept or dropped.
    if others.all(|(_, of)| is_data(of)) {
        return format!("{{ let result = {tuple}; c.text(\".{number}\"); result.{number} }}");
    }
    let mut names = Names::default();
    let mut name = |of| names.unique(&variable(&snake(&describe_name(of)), "part"));
    let names: Vec<String> = of.iter().map(&mut name).collect();
    let parts: Vec<String> = (0..of.len()).map(|part| format!("p{part}")).collect();
    let others = parts.iter().enumerate().filter(|(part, _)| *part != number);
    let kept: Vec<&str> = others.map(|(_, name)| name.as_str()).collect();
    // A part that is kept lives on, as in the test.
    format!(
        "{{ let ({}) = {tuple}; if c.part(start, &{names:?}, {number}) {{ std::mem::forget(({},)) }} p{number} }}",
        parts.join(", "),
        kept.join(", ")
    )
}
