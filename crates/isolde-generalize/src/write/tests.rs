use super::*;
use crate::claim::{Given, Guard, Source, forms};
use crate::names::Names;
use crate::value::Value;
use crate::{body, read};

/// A form in which the first `5` of a text is the parameter `n`.
fn form(text: &str) -> Form {
    let at = text.find('5').unwrap();
    Form {
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
        assumption: None,
        guards: Vec::new(),
        factory: None,
    }
}

/// The text of the first test of a file in this form.
fn written(text: &str, form: &Form, documentation: &[&str]) -> String {
    let documentation: Vec<String> = documentation.iter().map(ToString::to_string).collect();
    let style = Style {
        library: "isolde",
        name: "any",
        documentation: &documentation,
        cases: &[vec!["5".to_owned()]],
        option: None,
        remark: form.assumption.as_ref().map(|_| "Fails for 0.".into()),
        ..Style::default()
    };
    function(text, &read::tests(text).unwrap()[0], form, &style)
}

#[test]
fn only_what_differs_is_replaced() {
    let text = "mod tests {\n    /// Mine.\n    #[test]\n    #[should_panic]\n    fn five() {\n        // Why five?\n        f(5);   g();\n    }\n}\n";
    let form = Form {
        assumption: Some("n > 1".into()),
        ..form(text)
    };
    let expected = "/// Mine.\n    ///\n    /// Allowed Panic.\n    #[isolde::put(case(5))]\n    #[should_panic]\n    fn any(n: u8) {\n        // Fails for 0.\n        isolde::assume!(n > 1);\n        // Why five?\n        f(n);   g();\n    }";
    assert_eq!(written(text, &form, &["Allowed Panic."]), expected);
}

#[test]
fn long_signatures_and_attributes_get_lines_of_their_own() {
    let parameters = ["ab", "cd", "ef"].map(|name| format!("{}: Vec<String>", name.repeat(12)));
    let written = signature(&parameters, "    ", "    ", "name", " {");
    assert!(written.starts_with("(\n        abab"), "{written}");
    assert!(written.ends_with(",\n    )"), "{written}");
    let written = signature(&parameters, "\t", "\t", "name", " {");
    assert!(written.starts_with("(\n\t\tabab"), "{written}");
    assert!(written.ends_with(",\n\t)"), "{written}");
}

#[test]
fn line_endings_of_the_file_are_kept() {
    let text = "mod tests {\r\n    #[test]\r\n    fn five() {\r\n        f(5);\r\n        g(\"a\r\nb\");\r\n    }\r\n}\r\n";
    let at = text.find("        g(").unwrap() - 2;
    let form = Form {
        assumption: Some("n > 1".into()),
        guards: vec![Guard {
            at,
            text: "if n == 5 {\n            h(\"a\r\nb\");\n        }".into(),
            is_pinned: false,
        }],
        ..form(text)
    };
    let long = "word ".repeat(30);
    let written = written(text, &form, &["A.", &long]);
    assert_eq!(
        written.matches('\n').count(),
        written.matches("\r\n").count(),
        "{written:?}"
    );
    assert!(!written.contains("\r\r"), "{written:?}");
    let expected = "fn any(n: u8) {\r\n        // Fails for 0.\r\n        isolde::assume!(n > 1);\r\n        f(n);\r\n        if n == 5 {\r\n            h(\"a\r\nb\");\r\n        }\r\n        g(\"a\r\nb\");\r\n    }";
    assert!(written.ends_with(expected), "{written:?}");
    // A single other line does not change the ending of the others.
    let mostly = format!("// One.\r\n{}", text.replace("\r\n", "\n"));
    let form = super::tests::form(&mostly);
    assert!(!super::tests::written(&mostly, &form, &["A."]).contains('\r'));
}

#[test]
fn bodies_on_one_line_are_laid_out_anew() {
    let text = "#[test] fn five() { let a = 5; /* Why. */ assert_eq!(f(a), 2);g() }\n";
    assert_eq!(
        written(text, &form(text), &["A."]),
        "/// A.\n#[isolde::put(case(5))]\nfn any(n: u8) {\n    let a = n;\n    /* Why. */ assert_eq!(f(a), 2);\n    g()\n}"
    );
    let text = "mod m {\n  #[test]\n  fn five() {f(5);}\n}\n";
    let assumed = Form {
        assumption: Some("n > 1".into()),
        ..form(text)
    };
    assert_eq!(
        written(text, &assumed, &[]),
        "#[isolde::put(case(5))]\n  fn any(n: u8) {\n    // Fails for 0.\n    isolde::assume!(n > 1);\n    f(n);\n  }"
    );
    // A statement that is gone leaves no line.
    let text = "#[test]\nfn five() { let n = 5; f(n); /* End. */ }\n";
    let at = text.find("let").unwrap();
    let gone = Form {
        edits: vec![Edit::new(at..at + "let n = 5;".len(), "")],
        ..form(text)
    };
    assert_eq!(
        written(text, &gone, &[]),
        "#[isolde::put(case(5))]\nfn any(n: u8) {\n    f(n);\n    /* End. */\n}"
    );
}

#[test]
fn what_follows_a_brace_follows_the_assumption() {
    let text = "#[test]\nfn five() { // Why.\n    f(5);\n}\n";
    let form = Form {
        assumption: Some("n > 1".into()),
        ..form(text)
    };
    assert_eq!(
        written(text, &form, &[]),
        "#[isolde::put(case(5))]\nfn any(n: u8) {\n    // Fails for 0.\n    isolde::assume!(n > 1);\n    // Why.\n    f(n);\n}"
    );
}

#[test]
fn old_expectations_stand_in_bodies_indented_with_tabs() {
    for body in [" assert_eq!(f(5), 2); ", "\n\t\tassert_eq!(f(5), 2);\n\t"] {
        let text = format!("mod m {{\n\t#[test]\n\tfn five() {{{body}}}\n}}\n");
        let test = &read::tests(&text).unwrap()[0];
        let body = body::read(&text, &test.function.block);
        let given = Given {
            library: "isolde",
            text: &text,
            test,
            body: &body,
            types: &["u8", "u16"].map(|ty| Some(ty.to_owned())),
            names: &Names::default(),
        };
        let mut form = forms(&given).unwrap().pop().unwrap();
        form.assumption = Some("n > 1".into());
        assert_eq!(
            written(&text, &form, &[]),
            "#[isolde::put(case(5))]\n\tfn any(n: u8) {\n\t\t// Fails for 0.\n\t\tisolde::assume!(n > 1);\n\t\tlet result = f(n);\n\t\tif n == 5 {\n\t\t\tassert_eq!(result, 2);\n\t\t}\n\t}"
        );
    }
}

#[test]
fn documentation_is_before_all_attributes() {
    let text = "#[cfg(unix)]\n#[test]\nfn five() {\n    f(5);\n}\n";
    let rest = "fn any(n: u8) {\n    f(n);\n}";
    assert_eq!(
        written(text, &form(text), &["A.", "B."]),
        format!("/// A.\n/// B.\n#[cfg(unix)]\n#[isolde::put(case(5))]\n{rest}")
    );
    let text = "mod m {\n    /// Mine.\n    #[cfg(unix)]\n    /// Also mine.\n    #[test]\n    /// The end.\n    #[allow(x)]\n    fn five() {\n        f(5);\n    }\n}\n";
    let rest = "fn any(n: u8) {\n        f(n);\n    }";
    assert_eq!(
        written(text, &form(text), &["A."]),
        format!(
            "/// Mine.\n    /// Also mine.\n    /// The end.\n    ///\n    /// A.\n    #[cfg(unix)]\n    #[isolde::put(case(5))]\n    #[allow(x)]\n    {rest}"
        )
    );
    // Where nothing is to be said, nothing moves.
    assert_eq!(
        written(text, &form(text), &[]),
        format!(
            "/// Mine.\n    #[cfg(unix)]\n    /// Also mine.\n    #[isolde::put(case(5))]\n    /// The end.\n    #[allow(x)]\n    {rest}"
        )
    );
}
