//! Mocks as types of the driver, and their descriptions, from which the library writes the declarations that tests contain.

use super::Writer;
use super::borrowed::{fixes_lifetimes, style_of_result};
use super::callbacks::{is_lent_callable, lent};
use super::closures::{asked, computed_answer, patterns};
use super::shapes::{CHOOSER, fill};
use super::std_mocks::{FixedMethod, fixed};
use crate::index::Index;
use crate::shape::{Answer, Called, Filled, Implementation, Kind, Mock, MockMethod, Shape};
use crate::spell::Style;
use isolde_model::{Bound, GenericParam, Receiver, StdItem, StdTrait, Type};

impl Writer<'_, '_> {
    /// The type of the mock, its impl blocks and its description.
    pub(super) fn mock_type(&self, mock: &Mock) -> String {
        let name = &mock.name;
        let mut out = String::new();
        let is_copy = mock.of_std.contains(&StdTrait::Copy);
        let state = match is_copy {
            true => "&'static __isolde::Mock",
            false => "__isolde::Mock",
        };
        if is_copy {
            out += "#[derive(Clone, Copy)]\n";
        } else if mock.of_std.contains(&StdTrait::Clone) {
            out += "#[derive(Clone)]\n";
        }
        let fields = mock.fields.iter();
        let fields: String = fields.map(|(name, of)| format!(", {name}: {of}")).collect();
        out += &format!("struct {name} {{ mock: {state}{fields} }}\n");
        out += &format!(
            "impl std::fmt::Debug for {name} {{ fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ std::fmt::Debug::fmt(&self.mock, f) }} }}\n"
        );
        let mut described = Vec::new();
        for of_std in &mock.of_std {
            if let Some(fixed) = fixed(*of_std, &mock.of_std) {
                let head = format!("{} for {name}", fixed.head);
                let items: Vec<String> = fixed.items.iter().map(|each| (*each).into()).collect();
                let bodies = fixed.methods.iter().map(FixedMethod::text);
                out += &format!(
                    "impl {head} {{ {} {} }}\n",
                    items.concat(),
                    bodies.collect::<String>()
                );
                let methods = fixed.methods.iter().map(FixedMethod::described);
                described.push(implementation(
                    &head,
                    &items,
                    &methods.collect::<String>(),
                    Some(*of_std),
                ));
            }
        }
        let mut number: usize = mock
            .of_std
            .iter()
            .filter_map(|each| fixed(*each, &mock.of_std))
            .map(|fixed| fixed.methods.len())
            .sum();
        for each in &mock.implemented {
            let head = format!("{} for {name}", self.trait_text(each));
            let items = self.items(each);
            let (bodies, methods) = self.methods(name, &each.methods, &mut number);
            out += &format!("impl {head} {{\n{}{bodies}}}\n", items.join(" "));
            described.push(implementation(
                &head,
                &items,
                &methods,
                each.bound.std_trait(),
            ));
        }
        if !mock.helpers.is_empty() {
            let (bodies, methods) = self.methods(name, &mock.helpers, &mut number);
            out += &format!("impl {name} {{\n{bodies}}}\n");
            described.push(implementation(name, &[], &methods, None));
        }
        let mut methods = mock.implemented.iter().flat_map(|each| &each.methods);
        let is_shared =
            mock.of_std.contains(&StdTrait::Sync) || methods.any(|method| method.is_sent);
        let mentioned = mock.mentioned.iter();
        let mentioned: Vec<String> = mentioned
            .map(|each| format!("&{}, ", self.description(each)))
            .collect();
        let derived: Vec<&str> = [
            (StdTrait::Clone, "Clone"),
            (StdTrait::Copy, "Copy"),
            (StdTrait::Debug, "Debug"),
        ]
        .into_iter()
        .filter(|(of_trait, _)| mock.of_std.contains(of_trait))
        .map(|(_, name)| name)
        .collect();
        out += &format!(
            "static {}: __isolde::mock::MockType = __isolde::mock::MockType {{ name: {name:?}, is_sync: {}, fields: &{:?}, derived: &{derived:?}, implemented: &[{}], mentions: &[{}] }};\n",
            description_name(name),
            is_shared,
            mock.fields,
            described.join(", "),
            mentioned.concat()
        );
        out
    }

    /// The name of the static that describes the mock of this shape.
    pub(super) fn description(&self, mock: &Shape) -> String {
        let own = match &mock.kind {
            Kind::Own(number) => Some(&self.settled.get(*number).of),
            _ => None,
        };
        match own {
            Some(Type::Mock(bounds)) => description_name(&self.index.mock_name(bounds)),
            _ => String::new(),
        }
    }

    /// The expression that makes a mock.
    pub(super) fn mock_value(&self, mock: &Mock) -> String {
        let fields = mock.fields.iter();
        let fields: String = fields
            .map(|(name, _)| format!(", {name}: Default::default()"))
            .collect();
        let description = description_name(&mock.name);
        let state = format!("c.mock(&{description})");
        let state = match mock.of_std.contains(&StdTrait::Copy) {
            true => format!("Box::leak(Box::new({state}))"),
            false => state,
        };
        format!("{} {{ mock: {state}{fields} }}", mock.name)
    }

    fn trait_text(&self, of: &Implementation) -> String {
        let path = self.index.trait_path(&of.bound).unwrap_or_default();
        let lifetime = match of.methods.iter().any(fixes_lifetimes) {
            true => "'static",
            false => "'_",
        };
        let mut arguments = vec![lifetime.to_owned(); of.lifetimes];
        let given = self.index.arguments_of_trait(&of.bound, Style::Signature);
        arguments.extend(given.unwrap_or_default());
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
        if method.is_refined {
            before += "#[allow(refining_impl_trait)]\n";
        }
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
                Some(Receiver::Owned(StdItem::Rc)) => "self: std::rc::Rc<Self>",
                Some(Receiver::Owned(StdItem::Arc)) => "self: std::sync::Arc<Self>",
                Some(Receiver::Owned(_)) => "self: Box<Self>",
                Some(Receiver::Value | Receiver::Other) => "self",
            }
        );
        let parameters = method.parameters.iter();
        let parameters = parameters
            .map(|(_, of)| match is_lent_callable(method, of) {
                true => lent(&self.type_text(of, Style::Parameter)),
                false => self.type_text(of, Style::Parameter),
            })
            .collect();
        let result = match self
            .index
            .type_text(&method.result, style_of_result(method))
        {
            Some(text) => text,
            None => self.type_text(&method.result, Style::Parameter),
        };
        let end = match method.result.is_unit() {
            true => ")".to_owned(),
            false => format!(") -> {result}"),
        };
        (before, parameters, end)
    }

    /// Methods as the driver has them, and as the library describes them. The first one has this number.
    fn methods(&self, name: &str, all: &[MockMethod], number: &mut usize) -> (String, String) {
        let mut bodies = String::new();
        let mut described = String::new();
        for method in all {
            bodies += &self.method_of_driver(name, method, *number);
            described += &self.described(method);
            *number += 1;
        }
        (bodies, described)
    }

    /// A method as the driver has it.
    fn method_of_driver(&self, name: &str, method: &MockMethod, number: usize) -> String {
        let (before, types, end) = self.head(method);
        let separator = if method.receiver.is_some() { ", " } else { "" };
        let parameters = types.iter().enumerate();
        let parameters: Vec<String> = parameters
            .map(|(number, of)| match method.body {
                Some(_) => format!("{}: {of}", method.parameters[number].0),
                None => format!("a{number}: {of}"),
            })
            .collect();
        let parameters = match parameters.is_empty() {
            true => String::new(),
            false => format!("{separator}{}", parameters.join(", ")),
        };
        let body = match (method.body, &method.answer, method.receiver) {
            (Some(body), ..) => body.to_owned(),
            (None, Some(answer), receiver) => {
                let mock = match receiver {
                    Some(_) => "self.mock".to_owned(),
                    None => format!("__isolde::mock::of_type(&{})", description_name(name)),
                };
                let types: Vec<Type> = method.parameters.iter().map(|(_, of)| of.clone()).collect();
                let patterns = patterns(types.iter(), |_| true);
                let begun = asked(&mock, number, method.by, &types, &patterns);
                let made = match answer {
                    Answer::Compared(forms) => {
                        let itself =
                            format!("__isolde::mock::of_type(&{})", description_name(name));
                        let count = forms.len();
                        computed_answer(forms, &format!("{itself}.form({number}, {count})"))
                    }
                    answer => self.answer(answer, method.parameters.len()),
                };
                format!("{begun}.answer({CHOOSER} {{ {made} }})")
            }
            (None, None, Some(_)) => "self.mock.refuse()".to_owned(),
            (None, None, None) => "__isolde::mock::refuse()".to_owned(),
        };
        format!("{before}{parameters}{end} {{ {body} }}\n")
    }

    /// The code that makes an answer of a function with so many parameters, with the chooser `c`.
    pub(super) fn answer(&self, answer: &Answer, count: usize) -> String {
        match answer {
            Answer::Lawful(function, parts) => self.lawful_answer(function, count, parts),
            Answer::Computed(forms) | Answer::Compared(forms) => {
                computed_answer(forms, &format!("c.variant({})", forms.len()))
            }
            Answer::Polled { context, value } => self.polled_answer(*context, value),
            Answer::Built {
                result,
                filled,
                called,
            } => self.built_answer(result, filled, called),
        }
    }

    /// The code of an answer that may be pending.
    fn polled_answer(&self, context: usize, value: &Shape) -> String {
        let value = self.shape(value);
        format!("__isolde::mock::poll(c, {context}, a{context}, {value})")
    }

    /// The call of a function of the library that answers from so many arguments.
    fn lawful_answer(&self, function: &str, count: usize, parts: &[Shape]) -> String {
        let arguments: String = (0..count).map(|number| format!(", a{number}")).collect();
        let parts: String = parts
            .iter()
            .map(|part| format!(", {}", self.shape(part)))
            .collect();
        format!("__isolde::mock::{function}(c{arguments}{parts})")
    }

    /// The code that calls the arguments that are functions, fills mutable ones, and makes the result.
    fn built_answer(&self, result: &Shape, filled: &[Filled], called: &[Called]) -> String {
        let mut code: String = called.iter().map(|each| self.call_back(each)).collect();
        for each in filled {
            code += &fill(each.parameter, each.is_slice, &self.shape(&each.shape));
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
            None => "Absent",
            Some(_) => "Other",
        };
        format!(
            "__isolde::mock::Method {{ name: {:?}, head: {before:?}, parameters: &[{}], end: {end:?}, receiver: __isolde::mock::Receiver::{receiver}, body: {:?}, is_provided: {} }}, ",
            method.name,
            parameters.join(", "),
            method.body,
            method.is_provided
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

fn implementation(
    head: &str,
    items: &[String],
    methods: &str,
    of_trait: Option<StdTrait>,
) -> String {
    let is_default = of_trait == Some(StdTrait::Default);
    format!(
        "__isolde::mock::Implementation {{ head: {head:?}, items: &{items:?}, methods: &[{methods}], is_default: {is_default} }}"
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
