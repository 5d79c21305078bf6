//! Mocks as types of the driver, and their descriptions, from which the library writes the declarations that tests contain.

use super::Writer;
use super::closures::patterns;
use super::shapes::CHOOSER;
use crate::index::Index;
use crate::shape::{Answer, Filled, Implementation, Mock, MockMethod, Shape};
use crate::spell::Style;
use isolde_model::{Bound, GenericParam, Receiver, StdTrait};

impl Writer<'_, '_> {
    /// The type of the mock, its impl blocks and its description.
    pub(super) fn mock_type(&self, mock: &Mock) -> String {
        let name = &mock.name;
        let mut out = String::new();
        if mock.of_std.contains(&StdTrait::Clone) {
            out += "#[derive(Clone)]\n";
        }
        out += &format!("struct {name}(__isolde::Mock);\n");
        out += &format!(
            "impl std::fmt::Debug for {name} {{ fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ std::fmt::Debug::fmt(&self.0, f) }} }}\n"
        );
        let mut described = Vec::new();
        for of_std in &mock.of_std {
            if let Some((head, methods)) = fixed(*of_std) {
                let head = format!("{head} for {name}");
                let bodies = methods.iter().map(|each| each.text()).collect::<String>();
                out += &format!("impl {head} {{ {bodies} }}\n");
                let methods = methods.iter().map(Fixed::described).collect::<String>();
                described.push(implementation(&head, &[], &methods));
            }
        }
        let mut number: usize = mock
            .of_std
            .iter()
            .filter_map(|each| fixed(*each))
            .map(|(_, methods)| methods.len())
            .sum();
        for each in &mock.implemented {
            let head = format!("{} for {name}", self.trait_text(each));
            let items = self.items(each);
            let mut bodies = String::new();
            let mut methods = String::new();
            for method in &each.methods {
                bodies += &self.method_of_driver(method, number);
                methods += &self.described(method);
                number += 1;
            }
            out += &format!("impl {head} {{\n{}{bodies}}}\n", items.join(" "));
            described.push(implementation(&head, &items, &methods));
        }
        let derived: Vec<&str> = [(StdTrait::Clone, "Clone"), (StdTrait::Debug, "Debug")]
            .into_iter()
            .filter(|(of_trait, _)| mock.of_std.contains(of_trait))
            .map(|(_, name)| name)
            .collect();
        out += &format!(
            "static {}: __isolde::mock::MockType = __isolde::mock::MockType {{ name: {name:?}, is_sync: {}, derived: &{derived:?}, implemented: &[{}] }};\n",
            description_name(name),
            mock.of_std.contains(&StdTrait::Sync),
            described.join(", ")
        );
        out
    }

    /// The expression that makes a mock.
    pub(super) fn mock_value(&self, mock: &Mock) -> String {
        format!("{}(c.mock(&{}))", mock.name, description_name(&mock.name))
    }

    fn trait_text(&self, of: &Implementation) -> String {
        let path = self.index.trait_path(&of.bound).unwrap_or_default();
        let mut arguments = vec!["'_".to_owned(); of.lifetimes];
        let types = of.bound.arguments.iter();
        arguments.extend(types.map(|of| self.type_text(of, Style::Signature)));
        match arguments.is_empty() {
            true => path,
            false => format!("{path}<{}>", arguments.join(", ")),
        }
    }

    /// Associated types and constants.
    fn items(&self, of: &Implementation) -> Vec<String> {
        let types = of
            .types
            .iter()
            .map(|(name, of)| format!("type {name} = {};", self.type_text(of, Style::Signature)));
        let constants = of.constants.iter().map(|(name, of, value)| {
            format!(
                "const {name}: {} = {value};",
                self.type_text(of, Style::Signature)
            )
        });
        types.chain(constants).collect()
    }

    /// The parts of a method's head: before the parameters, their types, and after them.
    fn head(&self, method: &MockMethod) -> (String, Vec<String>, String) {
        let mut before = String::new();
        if method.is_async {
            before += "async ";
        }
        if method.is_unsafe {
            before += "unsafe ";
        }
        before += &format!(
            "fn {}{}({}",
            method.name,
            generics(self.index, &method.generics),
            match method.receiver {
                None => "",
                Some(Receiver::Shared) => "&self",
                Some(Receiver::Mutable) => "&mut self",
                Some(Receiver::Pinned) => "self: std::pin::Pin<&mut Self>",
                Some(Receiver::Value | Receiver::Other) => "self",
            }
        );
        let parameters = method.parameters.iter();
        let parameters = parameters
            .map(|(_, of)| self.type_text(of, Style::Parameter))
            .collect();
        let result = match self.index.type_text(&method.result, Style::Signature) {
            Some(text) => text,
            None => self.type_text(&method.result, Style::Parameter),
        };
        let end = match method.result.is_unit() {
            true => ")".to_owned(),
            false => format!(") -> {result}"),
        };
        (before, parameters, end)
    }

    /// A method as the driver has it.
    fn method_of_driver(&self, method: &MockMethod, number: usize) -> String {
        let (before, types, end) = self.head(method);
        let separator = if method.receiver.is_some() { ", " } else { "" };
        let parameters = types.iter().enumerate();
        let parameters: Vec<String> = parameters
            .map(|(number, of)| format!("a{number}: {of}"))
            .collect();
        let parameters = match parameters.is_empty() {
            true => String::new(),
            false => format!("{separator}{}", parameters.join(", ")),
        };
        let body = match (&method.answer, method.receiver) {
            (Some(answer), Some(_)) => {
                let begun = format!(
                    "self.0.call({number}, |p| {{ {} }})",
                    patterns(method.parameters.iter().map(|(_, of)| of))
                );
                format!(
                    "{begun}.answer({CHOOSER} {{ {} }})",
                    self.answer(method, answer)
                )
            }
            (_, Some(_)) => "self.0.refuse()".to_owned(),
            (_, None) => "__isolde::mock::refuse()".to_owned(),
        };
        format!("{before}{parameters}{end} {{ {body} }}\n")
    }

    /// The code that makes an answer with the chooser `c`.
    fn answer(&self, method: &MockMethod, answer: &Answer) -> String {
        match answer {
            Answer::Lawful => {
                let count = method.parameters.len();
                let arguments: String = (0..count).map(|number| format!(", a{number}")).collect();
                format!("__isolde::mock::{}(c{arguments})", method.name)
            }
            Answer::Built { result, filled } => self.built_answer(result, filled),
        }
    }

    /// The code that fills mutable arguments and makes the result.
    pub(super) fn built_answer(&self, result: &Shape, filled: &[Filled]) -> String {
        let mut code = String::new();
        for each in filled {
            let number = each.parameter;
            let assign = if each.is_slice {
                "assign_slice"
            } else {
                "assign"
            };
            code += &format!(
                "c.{assign}({number}, a{number}, {}); ",
                self.shape(&each.shape)
            );
        }
        format!("{code}c.within(0, {})", self.shape(result))
    }

    /// A method as the library describes it.
    fn described(&self, method: &MockMethod) -> String {
        let (before, types, end) = self.head(method);
        let parameters = method.parameters.iter().zip(types);
        let parameters: Vec<String> = parameters
            .map(|((name, _), of)| format!("({name:?}, {of:?})"))
            .collect();
        let receiver = match method.receiver {
            Some(Receiver::Shared) => "Shared",
            Some(Receiver::Mutable) => "Mutable",
            _ => "Other",
        };
        format!(
            "__isolde::mock::Method {{ name: {:?}, head: {before:?}, parameters: &[{}], end: {end:?}, receiver: __isolde::mock::Receiver::{receiver}, body: None }}, ",
            method.name,
            parameters.join(", ")
        )
    }
}

/// The name of the static that describes a mock.
fn description_name(name: &str) -> String {
    format!(
        "DESCRIPTION_OF_{}",
        crate::names::snake(name).to_ascii_uppercase()
    )
}

fn implementation(head: &str, items: &[String], methods: &str) -> String {
    format!(
        "__isolde::mock::Implementation {{ head: {head:?}, items: &{items:?}, methods: &[{methods}] }}"
    )
}

/// `<T: A + B, const N: usize>`.
fn generics(index: &Index, params: &[GenericParam]) -> String {
    let text = |bound: &Bound| {
        let mark = if bound.maybe { "?" } else { "" };
        let text = index
            .bound_text(bound, Style::Parameter)
            .unwrap_or_default();
        format!("{mark}{text}")
    };
    let params = params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type { name, bounds, .. } => {
            let bounds: Vec<String> = bounds.iter().map(text).collect();
            Some(match bounds.is_empty() {
                true => name.clone(),
                false => format!("{name}: {}", bounds.join(" + ")),
            })
        }
        GenericParam::Const { name, of } => Some(format!("const {name}: {of}")),
    });
    let params: Vec<String> = params.collect();
    match params.is_empty() {
        true => String::new(),
        false => format!("<{}>", params.join(", ")),
    }
}

/// A method whose body is always the same.
struct Fixed {
    name: &'static str,
    before: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    end: &'static str,
    body: &'static str,
}

impl Fixed {
    fn text(&self) -> String {
        let parameters = self.parameters.iter();
        let parameters: String = parameters
            .map(|(name, of)| format!(", {name}: {of}"))
            .collect();
        format!(
            "{}{parameters}{} {{ {} }} ",
            self.before, self.end, self.body
        )
    }

    fn described(&self) -> String {
        format!(
            "__isolde::mock::Method {{ name: {:?}, head: {:?}, parameters: &{:?}, end: {:?}, receiver: __isolde::mock::Receiver::Shared, body: Some({:?}) }}, ",
            self.name, self.before, self.parameters, self.end, self.body
        )
    }
}

/// The impl of a trait of std that mocks have in the same way: all mocks of a type are equal.
fn fixed(of_trait: StdTrait) -> Option<(&'static str, &'static [Fixed])> {
    Some(match of_trait {
        StdTrait::Display => (
            "std::fmt::Display",
            &[Fixed {
                name: "fmt",
                before: "fn fmt(&self",
                parameters: &[("f", "&mut std::fmt::Formatter<'_>")],
                end: ") -> std::fmt::Result",
                body: "f.write_str(\"mock\")",
            }],
        ),
        StdTrait::Error => ("std::error::Error", &[]),
        StdTrait::PartialEq => (
            "PartialEq",
            &[Fixed {
                name: "eq",
                before: "fn eq(&self",
                parameters: &[("_", "&Self")],
                end: ") -> bool",
                body: "true",
            }],
        ),
        StdTrait::Eq => ("Eq", &[]),
        StdTrait::PartialOrd => (
            "PartialOrd",
            &[Fixed {
                name: "partial_cmp",
                before: "fn partial_cmp(&self",
                parameters: &[("other", "&Self")],
                end: ") -> Option<std::cmp::Ordering>",
                body: "Some(self.cmp(other))",
            }],
        ),
        StdTrait::Ord => (
            "Ord",
            &[Fixed {
                name: "cmp",
                before: "fn cmp(&self",
                parameters: &[("_", "&Self")],
                end: ") -> std::cmp::Ordering",
                body: "std::cmp::Ordering::Equal",
            }],
        ),
        StdTrait::Hash => (
            "std::hash::Hash",
            &[Fixed {
                name: "hash",
                before: "fn hash<H: std::hash::Hasher>(&self",
                parameters: &[("_", "&mut H")],
                end: ")",
                body: "",
            }],
        ),
        _ => return None,
    })
}
