//! Shapes as builder expressions: paths or closures of type `Fn(&mut Chooser) -> T`.

use super::{Writer, std_values};
use crate::shape::library::Builder;
use crate::shape::{Kind, Open, Shape};
use crate::spell::Style;
use isolde_model::{FnSignature, Type};

/// How the parameter of a builder is written.
pub(super) const CHOOSER: &str = "|c: &mut __isolde::Chooser|";

impl Writer<'_, '_> {
    /// The builder of a shape.
    pub(super) fn shape(&self, shape: &Shape) -> String {
        self.shape_within(shape, false)
    }

    /// The same; `is_exact` tells whether the value is part of one whose expression needs exact types.
    fn shape_within(&self, shape: &Shape, is_exact: bool) -> String {
        let is_exact = is_exact || matches!(shape.kind, Kind::Suffixed | Kind::Coerced);
        let parts = shape.parts.iter();
        let parts: Vec<String> = parts
            .map(|part| self.shape_within(part, is_exact))
            .collect();
        let part = || parts.first().map_or("", String::as_str);
        match &shape.kind {
            Kind::Own(number) => {
                let own = self.settled.get(*number);
                match is_exact && !has_arguments(&own.of) {
                    // The type's own functions and fields tell the types of what is inside it.
                    true => format!("{CHOOSER} c.suffixed(false, build_{})", own.name),
                    false => format!("build_{}", own.name),
                }
            }
            Kind::Library(builder) => library(builder, &parts),
            Kind::Array(length) => format!(
                "{CHOOSER} __isolde::build::array::<_, {{ {length} }}>(c, {})",
                part()
            ),
            Kind::Constant(item) => inline(std_values::constant(*item)),
            Kind::OneOf(item) => {
                let mut values: Vec<(String, Option<&str>)> = std_values::enumeration(*item)
                    .iter()
                    .map(|(path, field)| ((*path).to_owned(), *field))
                    .collect();
                for value in std_values::errors(*item, &self.index.model.error_kinds) {
                    if values.iter().all(|(known, _)| *known != value) {
                        values.push((value, None));
                    }
                }
                enumeration(&values)
            }
            Kind::Empty(builder) => inline(std_values::empty(builder)),
            Kind::Object { pointer, of } => {
                let builder = std_values::builder(pointer, 1);
                let is_built = |part: &Shape| self.settled.unbuildable(&part.needs()).is_none();
                let values = shape.parts.iter().zip(&parts);
                let values = values.filter(|(part, _)| is_built(part));
                let values: Vec<String> = values
                    .map(|(_, part)| format!("__isolde::build::{builder}(c, {part})"))
                    .collect();
                let value = match values.as_slice() {
                    [one] => one.clone(),
                    several => {
                        let within = several.iter().enumerate().map(|(number, value)| {
                            format!("c.within({number}, {CHOOSER} {{ {value} }})")
                        });
                        let of = self.type_text(of, Style::Expression);
                        let arms = numbered(
                            within
                                .map(|value| format!("{{ let it: {of} = {value}; it }}"))
                                .collect(),
                        );
                        format!(
                            "match c.variant({}) {{ {} }}",
                            several.len(),
                            arms.join(", ")
                        )
                    }
                };
                let text = self.type_text(of, Style::Expression);
                format!(
                    "{CHOOSER} -> {text} {{ c.object_of({text:?}, |c| {{ let it: {text} = {value}; it }}) }}"
                )
            }
            Kind::Future { of, output } => self.boxed_future(of, output, part()),
            Kind::Closure {
                signature,
                by,
                filled,
            } => {
                let is_built = |part: &Shape| self.settled.unbuildable(&part.needs()).is_none();
                let values = filled.iter().zip(shape.parts.iter().zip(&parts));
                let values = values.filter(|(_, (part, _))| is_built(part));
                let fills: String = values
                    .map(|(&(number, is_slice), (_, value))| fill(number, is_slice, value))
                    .collect();
                self.closure(signature, *by, parts.get(filled.len()), &fills)
            }
            Kind::Computed { signature, forms } => self.computed(signature, forms, parts.first()),
            Kind::FunctionPointer {
                signature,
                forms,
                returns,
                is_cast,
            } => self.function_pointer(signature, forms, returns, *is_cast),
            Kind::Open(open) => of_parameter(open, part()),
            Kind::StandIn(of) => format!("{CHOOSER} {}", self.stand_in(of)),
            Kind::Suffixed => format!("{CHOOSER} c.suffixed(true, {})", part()),
            Kind::Coerced => format!("{CHOOSER} c.coerced({})", part()),
        }
    }

    /// A boxed future. Where nothing coerces it to a trait object, its type is written.
    fn boxed_future(&self, of: &Type, output: &Type, value: &str) -> String {
        let text = self.type_text(of, Style::Expression);
        let of = self.type_text(of, Style::Signature);
        let pending = format!(
            "__isolde::build::pending::<{}>(c, {:?})",
            self.type_text(output, Style::Signature),
            self.type_text(output, Style::Expression)
        );
        let coerced = |value: &str| format!("{{ let future: {of} = {value}; future }}");
        let ready = format!("__isolde::build::pinned(c, |c| __isolde::build::ready(c, {value}))");
        let pending = format!("__isolde::build::pinned(c, |c| {pending})");
        format!(
            "{CHOOSER} -> {of} {{ c.cast({text:?}, |c| match c.variant(2) {{ 0 => {}, _ => {} }}) }}",
            coerced(&ready),
            coerced(&pending)
        )
    }

    /// The types of a closure's parameters; types that cannot be named are left to the compiler.
    pub(super) fn annotations(&self, signature: &FnSignature) -> Vec<String> {
        let text = |of: &Type| self.index.type_text(of, Style::Expression);
        let parameters = signature.parameters.iter();
        parameters
            .map(|of| text(of).unwrap_or_else(|| "_".into()))
            .collect()
    }
}

/// The statement that fills the mutable argument with this number.
pub(super) fn fill(number: usize, is_slice: bool, value: &str) -> String {
    let assign = match is_slice {
        true => "assign_slice",
        false => "assign",
    };
    format!("c.{assign}({number}, a{number}, {value}); ")
}

/// Whether a type has generic arguments, which may have to be inferred from an expression.
fn has_arguments(of: &Type) -> bool {
    match of {
        Type::Path {
            arguments,
            constants,
            ..
        } => !arguments.is_empty() || !constants.is_empty(),
        _ => true,
    }
}

/// A library builder, applied to the builders of its parts.
fn library(builder: &Builder, parts: &[String]) -> String {
    let name = std_values::builder(builder, parts.len());
    match parts.is_empty() {
        true => format!("__isolde::build::{name}"),
        false => format!("{CHOOSER} __isolde::build::{name}(c, {})", parts.join(", ")),
    }
}

/// The builder of a value of a method's parameter, whose part has the builder `part`.
fn of_parameter(open: &Open, part: &str) -> String {
    let enclosed = |before: &str, value: &str| {
        format!(
            "{CHOOSER} {{ c.open({before:?}); let it = c.item(0, {part}); c.close(\")\"); {value} }}"
        )
    };
    match open {
        Open::Default(name) => inline(&format!("{name}::default()")),
        Open::From(name) => enclosed(&format!("{name}::from("), &format!("{name}::from(it)")),
        Open::Failed => enclosed("Err(", "Err(it)"),
        Open::Repeated(length) => format!(
            "{CHOOSER} {{ c.open(\"[\"); let it = c.item(0, {part}); c.close(\"; {length}]\"); [it; {length}] }}"
        ),
        Open::Parsed(name) => format!(
            "{CHOOSER} {{ let it: &str = c.within(0, {part}); c.text(\".parse().ok()\"); c.require(it.parse::<{name}>().ok()) }}"
        ),
    }
}

/// A builder of one fixed expression.
fn inline(expression: &str) -> String {
    format!("{CHOOSER} {{ c.text({expression:?}); {expression} }}")
}

/// A builder that chooses one of a few expressions.
fn enumeration(values: &[(String, Option<&str>)]) -> String {
    let arms = values.iter().map(|(path, field)| match field {
        None => format!("{{ c.text({path:?}); {path} }}"),
        Some(field) => format!(
            "{{ c.open({:?}); let field = c.item(0, __isolde::build::{field}); c.close(\")\"); {path}(field) }}",
            format!("{path}(")
        ),
    });
    format!(
        "{CHOOSER} match c.variant({}) {{ {} }}",
        values.len(),
        numbered(arms.collect()).join(", ")
    )
}

/// The arms of a match on a number; the last arm takes all other numbers.
pub(super) fn numbered(bodies: Vec<String>) -> Vec<String> {
    let last = bodies.len().saturating_sub(1);
    bodies
        .into_iter()
        .enumerate()
        .map(|(number, body)| match number == last {
            true => format!("_ => {body}"),
            false => format!("{number} => {body}"),
        })
        .collect()
}
