//! Functions that write values as expressions: `fn(&T, &mut String) -> bool`, which return false if no expression equals the value.

use super::Writer;
use crate::results::{Body, Part, PartFields, SourceFunction};
use crate::spell::Style;

impl Writer<'_, '_> {
    /// The function.
    pub(super) fn source_function(&self, function: &SourceFunction) -> String {
        let SourceFunction { name, of, body, .. } = function;
        let text = self.type_text(of, Style::Expression);
        let path = self.expression_path(of);
        let body = match body {
            Body::Nothing => "    false\n".to_owned(),
            Body::Reference(target) => format!("    {}\n", wrap("&", &write(target, "*v"), "")),
            Body::Tuple(elements) => tuple(elements),
            Body::Array(element) => sequence(element, "[", None),
            Body::Vec(element) => sequence(element, "vec![", Some(&format!("{path}::new()"))),
            Body::Option(inner) => format!(
                "    match v {{ Some(v) => {}, None => {{ out.push_str(\"None\"); true }} }}\n",
                wrap("Some(", &write(inner, "v"), ")")
            ),
            Body::Poll(inner) => format!(
                "    match v {{ std::task::Poll::Ready(v) => {}, std::task::Poll::Pending => {{ out.push_str(\"std::task::Poll::Pending\"); true }} }}\n",
                wrap("std::task::Poll::Ready(", &write(inner, "v"), ")")
            ),
            Body::Result(ok, error) => format!(
                "    match v {{ Ok(v) => {}, Err(v) => {} }}\n",
                wrap("Ok(", &write(ok, "v"), ")"),
                wrap("Err(", &write(error, "v"), ")")
            ),
            Body::Boxed(inner) => {
                format!("    {}\n", wrap("Box::new(", &write(inner, "&**v"), ")"))
            }
            Body::Struct(fields) => format!("    match v {{\n{}    }}\n", arm(&path, fields)),
            Body::Enum(variants) => {
                let arms: String = variants
                    .iter()
                    .map(|(name, fields)| arm(&format!("{path}::{name}"), fields))
                    .collect();
                format!("    match v {{\n{arms}        _ => false,\n    }}\n")
            }
        };
        format!("fn {name}(v: &{text}, out: &mut String) -> bool {{\n{body}}}\n")
    }
}

/// The expression that writes `value`, a reference to the part, to `out`.
fn write(part: &Part, value: &str) -> String {
    match part {
        Part::Library => format!("__isolde::Source::source({value}, out)"),
        Part::Function(name) => format!("{name}({value}, out)"),
    }
}

fn wrap(open: &str, call: &str, close: &str) -> String {
    format!("{{ out.push_str({open:?}); let fits = {call}; out.push_str({close:?}); fits }}")
}

fn tuple(elements: &[Part]) -> String {
    let mut body = "    out.push('(');\n    let mut fits = true;\n".to_owned();
    for (index, element) in elements.iter().enumerate() {
        let call = write(element, &format!("&v.{index}"));
        let comma = match index {
            0 => "",
            _ => "out.push_str(\", \"); ",
        };
        body.push_str(&format!("    {comma}fits &= {call};\n"));
    }
    let close = if elements.len() == 1 { ",)" } else { ")" };
    body.push_str(&format!("    out.push_str({close:?});\n    fits\n"));
    body
}

fn sequence(element: &Part, open: &str, empty: Option<&str>) -> String {
    let when_empty = match empty {
        None => String::new(),
        Some(text) => {
            format!("    if v.is_empty() {{ out.push_str({text:?}); return true; }}\n")
        }
    };
    format!(
        "{when_empty}    out.push_str({open:?});\n    let mut fits = true;\n    for (index, v) in v.iter().enumerate() {{\n        \
         if index > 0 {{ out.push_str(\", \"); }}\n        fits &= {};\n    }}\n    out.push(']');\n    fits\n",
        write(element, "v")
    )
}

/// The arm of a match that writes a literal.
fn arm(path: &str, fields: &PartFields) -> String {
    let parts: Vec<(Option<&str>, &Part)> = match fields {
        PartFields::Unit => Vec::new(),
        PartFields::Tuple(parts) => parts.iter().map(|part| (None, part)).collect(),
        PartFields::Named(fields) => fields
            .iter()
            .map(|(name, part)| (Some(name.as_str()), part))
            .collect(),
    };
    let (open, close) = match fields {
        PartFields::Unit => ("", ""),
        PartFields::Tuple(_) => ("(", ")"),
        PartFields::Named(_) => (" { ", " }"),
    };
    let patterns: Vec<String> = parts
        .iter()
        .enumerate()
        .map(|(index, (name, _))| match name {
            Some(name) => format!("{name}: f{index}"),
            None => format!("f{index}"),
        })
        .collect();
    let mut body = format!(
        "out.push_str({:?}); let mut fits = true; ",
        format!("{path}{open}")
    );
    for (index, (name, part)) in parts.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let before = match name {
            Some(name) => format!("{comma}{name}: "),
            None => comma.to_owned(),
        };
        let call = write(part, &format!("f{index}"));
        body.push_str(&format!("out.push_str({before:?}); fits &= {call}; "));
    }
    body.push_str(&format!("out.push_str({close:?}); fits"));
    format!(
        "        {path}{open}{}{close} => {{ {body} }}\n",
        patterns.join(", ")
    )
}
