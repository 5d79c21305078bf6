//! The text of a parameterized test: the old test's own text, in which only what is known to differ is replaced. Comments and layout of its body stay.

use crate::claim::{Form, Parameter};
use crate::read::Test;
use crate::splice::{Edit, apply};

/// Longest line of what is written.
const WIDTH: usize = 100;

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
}

/// The text of a test in a parameterized form, without the indentation of its first line. `text` is the source file.
pub fn function(text: &str, test: &Test, form: &Form, style: &Style) -> String {
    let start = test.range.start;
    let moved = |edit: &Edit| {
        Edit::new(
            edit.range.start - start..edit.range.end - start,
            edit.text.clone(),
        )
    };
    let mut edits: Vec<Edit> = form.edits.iter().map(moved).collect();
    edits.push(moved(&Edit::new(
        test.attribute.clone(),
        attributes(test, style),
    )));
    for guard in &form.guards {
        let guard_text = format!("\n{}    {}", test.indent, guard.text);
        edits.push(moved(&Edit::new(guard.at..guard.at, guard_text)));
    }
    let name = test.function.sig.ident.span().byte_range();
    let output = &text[test.parentheses.end..test.body.start];
    edits.push(moved(&Edit::new(name, style.name)));
    let signature = signature(&form.parameters, &test.indent, style.name, output);
    edits.push(moved(&Edit::new(test.parentheses.clone(), signature)));
    if let Some(condition) = &form.assumption {
        let indent = format!("{}    ", test.indent);
        let remark = style.remark.as_ref().map_or(String::new(), |remark| {
            wrapped(remark, &format!("\n{indent}// "))
        });
        let assumed = format!("{remark}\n{indent}{}::assume!({condition});", style.library);
        // A body on one line continues on the next.
        let rest = match text[test.body.clone()].starts_with(['\n', '\r']) {
            true => String::new(),
            false => format!("\n{indent}"),
        };
        edits.push(moved(&Edit::new(
            test.body.start..test.body.start,
            assumed + &rest,
        )));
    }
    apply(&text[test.range.clone()], &edits)
}

/// The documentation and the attribute in place of `#[test]`.
fn attributes(test: &Test, style: &Style) -> String {
    let indent = &test.indent;
    let mut out = String::new();
    if test.is_documented && !style.documentation.is_empty() {
        out += &format!("///\n{indent}");
    }
    for line in style.documentation {
        let line = wrapped(line, &format!("\n{indent}/// "));
        out += &format!("{}\n{indent}", &line[1 + indent.len()..]);
    }
    let mut options: Vec<String> = style
        .cases
        .iter()
        .map(|case| format!("case({})", case.join(", ")))
        .collect();
    options.extend(style.option.clone());
    let library = style.library;
    let line = format!("#[{library}::put({})]", options.join(", "));
    if options.is_empty() {
        out += &format!("#[{library}::put]");
    } else if indent.len() + line.len() <= WIDTH && !line.contains('\n') {
        out += &line;
    } else {
        out += &format!("#[{library}::put(\n");
        for option in options {
            out += &format!("{indent}    {option},\n");
        }
        out += &format!("{indent})]");
    }
    out
}

/// The parentheses with the parameters.
fn signature(parameters: &[Parameter], indent: &str, name: &str, output: &str) -> String {
    let parts: Vec<String> = parameters
        .iter()
        .map(|parameter| format!("{}: {}", parameter.name, parameter.ty))
        .collect();
    let line = format!("({})", parts.join(", "));
    let rest = output.lines().next().unwrap_or_default().len();
    if indent.len() + "fn ".len() + name.len() + line.len() + rest <= WIDTH {
        return line;
    }
    let lines: String = parts
        .iter()
        .map(|part| format!("\n{indent}    {part},"))
        .collect();
    format!("({lines}\n{indent})")
}

/// A text in lines that each begin with `start`, which begins with a line break.
fn wrapped(text: &str, start: &str) -> String {
    let mut out = String::new();
    let mut length = WIDTH;
    for word in text.split_whitespace() {
        if length + 1 + word.len() > WIDTH {
            out += start;
            length = start.trim_start_matches('\n').len();
        } else {
            out.push(' ');
            length += 1;
        }
        out += word;
        length += word.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Source;
    use crate::read;
    use crate::value::Value;

    #[test]
    fn only_what_differs_is_replaced() {
        let text = "mod tests {\n    /// Mine.\n    #[test]\n    #[should_panic]\n    fn five() {\n        // Why five?\n        f(5);   g();\n    }\n}\n";
        let test = &read::tests(text).unwrap()[0];
        let at = text.find('5').unwrap();
        let form = Form {
            parameters: vec![Parameter {
                name: "n".into(),
                ty: "u8".into(),
                case: "5".into(),
                value: Value::Integer(5),
            }],
            edits: vec![Edit::new(at..at + 1, "n")],
            source: Source::Stated,
            learned: Vec::new(),
            constants: Vec::new(),
            assumption: Some("n > 1".into()),
            guards: Vec::new(),
        };
        let documentation = ["Allowed Panic.".to_owned()];
        let cases = [vec!["5".to_owned()]];
        let style = Style {
            library: "isolde",
            name: "any",
            documentation: &documentation,
            cases: &cases,
            option: None,
            remark: Some("Fails for 0.".into()),
        };
        let expected = "/// Mine.\n    ///\n    /// Allowed Panic.\n    #[isolde::put(case(5))]\n    #[should_panic]\n    fn any(n: u8) {\n        // Fails for 0.\n        isolde::assume!(n > 1);\n        // Why five?\n        f(n);   g();\n    }";
        assert_eq!(function(text, test, &form, &style), expected);
    }

    #[test]
    fn long_signatures_and_attributes_get_lines_of_their_own() {
        let parameter = |name: &str| Parameter {
            name: name.repeat(12),
            ty: "Vec<String>".into(),
            case: String::new(),
            value: Value::Bool(true),
        };
        let written = signature(&["ab", "cd", "ef"].map(parameter), "    ", "name", " {");
        assert!(written.starts_with("(\n        abab"), "{written}");
        assert!(written.ends_with(",\n    )"), "{written}");
        assert_eq!(wrapped("a b", "\n// "), "\n// a b");
        assert_eq!(wrapped(&"word ".repeat(30), "\n// ").lines().count(), 3);
    }
}
