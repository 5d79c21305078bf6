//! A program with the assertions of all laws, compiled by rustc without a warning.

use crate::{Case, cases};
use std::fmt::Write;
use std::process::Command;

/// A function that makes the values of a case, as variables or as references to variables, and asserts the law.
fn function(name: &str, case: &Case, fault: &str, by_reference: bool) -> String {
    let mut text = format!("fn {name}() {{\n");
    let mut places = Vec::new();
    for (variable, value) in ["a", "b", "c"]
        .into_iter()
        .zip(&case.values)
        .take(case.law().places())
    {
        let value = value.replace("{fault}", fault);
        if by_reference {
            writeln!(text, "    let {variable} = &{value};").unwrap();
            places.push(format!("*{variable}"));
        } else {
            writeln!(text, "    let {variable} = {value};").unwrap();
            places.push(variable.to_owned());
        }
    }
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    let assertion = case.law().assertion_for(&places);
    let end = if assertion.ends_with('}') { "" } else { ";" };
    writeln!(text, "    {assertion}{end}\n}}").unwrap();
    text
}

/// Whether the values of a case are moved into the assertion.
fn are_used_up(case: &Case) -> bool {
    ["Numbers", "Channel"]
        .iter()
        .any(|name| case.values[0].starts_with(name))
}

#[test]
fn assertions_fail_where_the_law_is_broken_and_hold_for_the_twin() {
    let mut text = format!(
        "#![deny(warnings)]\n#[allow(dead_code)]\n#[path = {:?}]\nmod types;\nuse types::*;\n",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/laws/types/mod.rs")
    );
    let mut calls = String::new();
    let mut expected = String::new();
    for case in cases() {
        let law = case.name();
        let fault = format!("{:?}", case.fault);
        for by_reference in [false, true] {
            if by_reference && are_used_up(&case) {
                continue;
            }
            for (of, fault, fails) in [("broken", fault.as_str(), true), ("twin", "NoFault", false)]
            {
                let suffix = if by_reference { "_by_reference" } else { "" };
                let name = format!("{law}_{of}{suffix}");
                text += &function(&name, &case, fault, by_reference);
                writeln!(
                    calls,
                    "    println!(\"{name} {{}}\", std::panic::catch_unwind({name}).is_err());"
                )
                .unwrap();
                writeln!(expected, "{name} {fails}").unwrap();
            }
        }
    }
    writeln!(
        text,
        "fn main() {{\n    std::panic::set_hook(Box::new(|_| ()));\n{calls}}}"
    )
    .unwrap();

    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("main.rs"), folder.path().join("main"));
    std::fs::write(&source, &text).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition=2024", "-Cdebuginfo=0", "-o"])
        .args([&program, &source])
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}");
    let output = Command::new(&program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
