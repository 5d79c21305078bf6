//! The text of a parameterized test: the old test's own text, in which only what is known to differ is replaced. Comments and layout of its body stay.

use crate::claim::{FACTORY, Factory, Form, Parameter};
use crate::read::Test;
use crate::splice::{Edit, apply, whole_line};
pub(crate) use lines::{WIDTH, blanks, indented, level, width};
use lines::{ending, wrapped};
use syn::spanned::Spanned;
use syn::{AttrStyle, Attribute};

mod lines;

/// How a parameterized test is written.
#[derive(Clone, Debug, Default)]
pub struct Style<'a> {
    /// The name of the library in the package's code.
    pub library: &'a str,
    /// The function's name.
    pub name: &'a str,
    /// Lines of documentation, without `///`.
    pub documentation: &'a [String],
    /// The inputs that are always run, as source texts of the arguments.
    pub cases: &'a [Vec<String>],
    /// Another option of the attribute, such as `runs = 100`.
    pub option: Option<String>,
    /// Comment above the assumption, without `//`.
    pub remark: Option<String>,
    /// The name of the form's factory, if it has one.
    pub factory: Option<&'a str>,
    /// Whether the factory is written before the test.
    pub with_factory: bool,
}

/// The text of a test in a parameterized form, without the indentation of its first line. `text` is the source file, whose line ending is kept.
pub fn function(text: &str, test: &Test, form: &Form, style: &Style) -> String {
    let level = level(text, test);
    let inner = format!("{}{level}", test.indent);
    let mut edits = form.edits.clone();
    head(text, test, style, level, &mut edits);
    for guard in &form.guards {
        let guard_text = format!("\n{inner}{}", guard.text);
        edits.push(Edit::new(guard.at..guard.at, guard_text));
    }
    let name = test.function.sig.ident.span().byte_range();
    let output = &text[test.parentheses.end..test.body.start];
    edits.push(Edit::new(name, style.name));
    let signature = signature(&parameters(form), &test.indent, level, style.name, output);
    edits.push(Edit::new(test.parentheses.clone(), signature));
    if let Some(condition) = &form.assumption {
        let remark = style.remark.as_ref().map_or(String::new(), |remark| {
            wrapped(remark, &format!("\n{inner}// "))
        });
        let assumed = format!("{remark}\n{inner}{}::assume!({condition});", style.library);
        edits.push(Edit::new(test.body.start..test.body.start, assumed));
    }
    let body = &text[test.body.clone()];
    if !body.contains('\n') {
        lay_out(text, test, &inner, &mut edits);
    } else if form.assumption.is_some() {
        // What follows the brace on its line follows the assumption on the next one.
        let blank = blanks(body);
        let rest = match body[blank..].starts_with(['\n', '\r']) {
            true => String::new(),
            false => format!("\n{inner}"),
        };
        edits.push(Edit::new(test.body.start..test.body.start + blank, rest));
    }
    let start = test.range.start;
    let ending = ending(text);
    for edit in &mut edits {
        edit.range = edit.range.start - start..edit.range.end - start;
        edit.text = edit.text.replace("\r\n", "\n").replace('\n', ending);
    }
    let function = apply(&text[test.range.clone()], &edits);
    let whole = match &form.factory {
        Some(Factory { text, .. }) if style.with_factory => {
            let between = format!("{ending}{ending}{}", test.indent);
            text.replace('\n', ending) + &between + &function
        }
        _ => function,
    };
    whole.replace(FACTORY, style.factory.unwrap_or(FACTORY))
}

/// The parameters as the signature declares them.
fn parameters(form: &Form) -> Vec<String> {
    let parameters = form.parameters.iter().enumerate();
    let declared = parameters.map(|(number, parameter)| {
        let Parameter { name, ty, .. } = parameter;
        match &form.factory {
            Some(factory) if number == 0 => {
                let changes = if factory.is_mutable { "mut " } else { "" };
                format!("#[by({FACTORY})] {changes}{name}: {ty}")
            }
            _ => format!("{name}: {ty}"),
        }
    });
    declared.collect()
}

/// Gives each statement of a body on one line a line of its own.
fn lay_out(text: &str, test: &Test, inner: &str, edits: &mut Vec<Edit>) {
    let mut end = test.body.start;
    for statement in &test.function.block.stmts {
        let range = statement.span().byte_range();
        let blank = blanks(&text[end..range.start]);
        let is_removed = edits.iter().any(|edit| {
            edit.text.is_empty() && edit.range.start <= range.start && range.end <= edit.range.end
        });
        // A comment before a statement stays, even if the statement does not.
        let rest = match is_removed && end + blank == range.start {
            true => String::new(),
            false => format!("\n{inner}"),
        };
        edits.push(Edit::new(end..end + blank, rest));
        end = range.end;
    }
    let rest = &text[end..test.body.end];
    if !rest.trim().is_empty() {
        edits.push(Edit::new(end..end + blanks(rest), format!("\n{inner}")));
        end += rest.trim_end().len();
    }
    edits.push(Edit::new(end..test.body.end, format!("\n{}", test.indent)));
}

/// Documentation before all attributes, and the attribute in place of `#[test]`.
fn head(text: &str, test: &Test, style: &Style, level: &str, edits: &mut Vec<Edit>) {
    let indent = &test.indent;
    let is_doc = |attribute: &Attribute| attribute.path().is_ident("doc");
    let attributes: Vec<&Attribute> = test
        .function
        .attrs
        .iter()
        .filter(|attribute| matches!(attribute.style, AttrStyle::Outer))
        .collect();
    let documented = attributes.iter().take_while(|each| is_doc(each)).count();
    let attributes = &attributes[documented..];
    let at = attributes.first().map_or(test.attribute.start, |first| {
        first.span().byte_range().start
    });
    let documents = !style.documentation.is_empty();
    // Attributes on the line of the function get lines of their own.
    if !text[at..test.body.start].contains('\n') {
        for attribute in attributes {
            let end = attribute.span().byte_range().end;
            let rest = match is_doc(attribute) && documents {
                true => String::new(),
                false => format!("\n{indent}"),
            };
            edits.push(Edit::new(end..end + blanks(&text[end..]), rest));
        }
    }
    if documents {
        let mut out = String::new();
        for moved in attributes.iter().filter(|each| is_doc(each)) {
            let range = moved.span().byte_range();
            out += &format!("{}\n{indent}", text[range.clone()].trim_end());
            edits.push(Edit::new(whole_line(text, range), ""));
        }
        if documented > 0 || !out.is_empty() {
            out += &format!("///\n{indent}");
        }
        for line in style.documentation {
            let line = wrapped(line, &format!("\n{indent}/// "));
            out += &format!("{}\n{indent}", &line[1 + indent.len()..]);
        }
        edits.push(Edit::new(at..at, out));
    }
    // Only a detour in the test's own text says that it needs some.
    let detours = test.has_detours && !text[test.body.clone()].contains("detour!");
    let put = attribute(indent, level, style, detours);
    edits.push(Edit::new(test.attribute.clone(), put));
}

/// The attribute in place of `#[test]`.
fn attribute(indent: &str, level: &str, style: &Style, detours: bool) -> String {
    let mut options: Vec<String> = style
        .cases
        .iter()
        .map(|case| format!("case({})", case.join(", ")))
        .collect();
    options.extend(style.option.clone());
    options.extend(detours.then(|| "detours".to_owned()));
    let library = style.library;
    let line = format!("#[{library}::put({})]", options.join(", "));
    if options.is_empty() {
        return format!("#[{library}::put]");
    }
    if width(indent) + line.len() <= WIDTH && !line.contains('\n') {
        return line;
    }
    let lines: String = options
        .iter()
        .map(|option| format!("{indent}{level}{option},\n"))
        .collect();
    format!("#[{library}::put(\n{lines}{indent})]")
}

/// The parentheses with the parameters.
fn signature(parts: &[String], indent: &str, level: &str, name: &str, output: &str) -> String {
    let line = format!("({})", parts.join(", "));
    let rest = output.lines().next().unwrap_or_default().len();
    if width(indent) + "fn ".len() + name.len() + line.len() + rest <= WIDTH {
        return line;
    }
    let lines: String = parts
        .iter()
        .map(|part| format!("\n{indent}{level}{part},"))
        .collect();
    format!("({lines}\n{indent})")
}

#[cfg(test)]
mod tests;
