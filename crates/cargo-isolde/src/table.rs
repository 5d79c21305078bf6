//! A parameterized test and its inputs, as a table for a terminal.

use crate::columns::{line, shorten, widths};
use crate::console::printable;
use crate::summary::plural;
use isolde_record::put::{PutRecord, Verdict};

/// Widest column of an argument.
const ARGUMENT: usize = 50;
/// Widest column of outcomes.
const OUTCOME: usize = 70;

/// The lines of the table, with the test's module if another test has the same name: a line for each input, with its arguments as Rust expressions,
/// its outcome, and the number of coverage points that no input before it reaches.
pub fn table(put: &PutRecord, is_qualified: bool) -> Vec<String> {
    let module = match put.path.rsplit_once("::") {
        Some((module, _)) if is_qualified => format!("{module}::"),
        _ => String::new(),
    };
    let head = format!("{module}{}  {}:{}", put.signature, put.file, put.line);
    let mut lines = vec![head];
    let mut header = vec![String::from("#")];
    header.extend(put.parameters.iter().cloned());
    header.extend([String::from("outcome"), String::from("new code")]);
    let mut rows = vec![header];
    let mut details = Vec::new();
    for (index, input) in put.inputs.iter().enumerate() {
        let mut row = vec![(index + 1).to_string()];
        row.extend(
            (0..put.parameters.len())
                .map(|n| shorten(input.arguments.get(n).map_or("", String::as_str), ARGUMENT)),
        );
        row.push(shorten(&input.outcome(), OUTCOME));
        row.push(format!("+{}", input.new_coverage));
        rows.push(row);
        // Statements before the call: variables, choices of the body.
        details.push(
            input
                .source
                .split_last()
                .map_or(&[][..], |(_, statements)| statements),
        );
    }
    let widths = widths(&rows);
    for (number, row) in rows.iter().enumerate() {
        lines.push(line(row, &widths));
        if number > 0 {
            let indent = widths[0] + 4;
            lines.extend(
                details[number - 1]
                    .iter()
                    .map(|line| format!("{:indent$}{}", "", printable(line))),
            );
        }
    }
    let failing = put
        .cases
        .iter()
        .filter(|case| case.verdict == Verdict::Failed);
    lines.extend(failing.map(|case| {
        format!(
            "  inline case {} {}",
            shorten(&case.source.join(" "), ARGUMENT),
            shorten(&case.outcome(), OUTCOME)
        )
    }));
    lines.extend(put.edited.iter().map(|line| {
        format!(
            "  {}:{line}: this input was edited by hand; only its choices count, and its text is rewritten from them",
            put.stored
        )
    }));
    lines.extend(put.unfit.iter().map(|unfit| {
        format!(
            "  a stored input no longer fits ({unfit}); it is kept in {}",
            put.stored
        )
    }));
    lines.extend(
        put.unreached
            .iter()
            .map(|label| format!("  assert_reachable!({label:?}) was not reached")),
    );
    if put.outside > 0 {
        lines.push(format!(
            "  {} left out: their runs would change something outside the process",
            plural(put.outside as usize, "input")
        ));
    }
    if put.unstable > 0 {
        lines.push(format!(
            "  {} left out: their runs end differently each time",
            plural(put.unstable as usize, "input")
        ));
    }
    if put.is_vacuous() {
        lines.push("  no input passes its assume!s: nothing was tested".to_owned());
    }
    let branches = match put.branches {
        0 => String::new(),
        all => format!(
            ", {} of {all} branches of the code covered",
            put.branches_covered
        ),
    };
    lines.push(format!(
        "  {} runs, {} paths{branches}{}",
        put.executions,
        put.paths,
        if put.saturated {
            ""
        } else {
            "; more time might find more"
        }
    ));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::put::InputRecord;

    fn input(verdict: Verdict, why: &str, source: &[&str], arguments: &[&str]) -> InputRecord {
        let owned = |texts: &[&str]| texts.iter().map(|&t| t.to_owned()).collect();
        InputRecord {
            verdict,
            why: why.into(),
            file: (verdict != Verdict::Passed).then(|| "src/heap.rs".into()),
            line: (verdict != Verdict::Passed).then_some(31),
            arguments: owned(arguments),
            source: owned(source),
            new_coverage: 3,
            was_stored: false,
            is_fatal: false,
            runs: Some(7),
            seconds: Some(0.5),
        }
    }

    #[test]
    fn inputs_are_shown_in_columns_by_parameter() {
        let put = PutRecord {
            path: "heap::tests::remove".into(),
            signature: "remove(heap: Heap, key: &str)".into(),
            parameters: vec!["heap".into(), "key".into()],
            file: "tests/heap.rs".into(),
            line: 12,
            stored: "isolde/puts/heap/remove.inputs".into(),
            inputs: vec![
                input(
                    Verdict::Failed,
                    "attempt to subtract\nwith overflow",
                    &[
                        "let mut heap = Heap::new();",
                        "heap.push(1);",
                        "remove(heap, \"a\")",
                    ],
                    &["heap", "\"a\""],
                ),
                input(
                    Verdict::Passed,
                    "",
                    &[
                        "remove(Heap::new(), \"\\u{1b}[1m a key that is longer than a column can be\")",
                    ],
                    &[
                        "Heap::new()",
                        "\"\u{1b}[1m a key that is longer than a column can be\"",
                    ],
                ),
                input(
                    Verdict::Allowed,
                    "no key",
                    &["remove(Heap::new(), \"b\")"],
                    &["Heap::new()", "\"b\""],
                ),
            ],
            cases: vec![
                input(Verdict::Passed, "", &["remove(Heap::new(), \"c\")"], &[]),
                input(Verdict::Failed, "no heap", &["remove(bad(), \"d\")"], &[]),
            ],
            edited: vec![7],
            unfit: vec!["there is no parameter `n`".into()],
            unreached: vec!["the end".into()],
            executions: 1234,
            paths: 17,
            branches: 12,
            branches_covered: 11,
            outside: 2,
            saturated: false,
            ..PutRecord::default()
        };
        assert!(table(&put, true)[0].starts_with("heap::tests::remove(heap"));
        insta::assert_snapshot!(table(&put, false).join("\n"), @r#"
        remove(heap: Heap, key: &str)  tests/heap.rs:12
          #  heap         key                                                 outcome                                      new code
          1  heap         "a"                                                 fails: attempt to subtract (src/heap.rs:31)  +3
             let mut heap = Heap::new();
             heap.push(1);
          2  Heap::new()  "\u{1b}[1m a key that is longer than a column can…  passes                                       +3
          3  Heap::new()  "b"                                                 panics as allowed: no key (src/heap.rs:31)   +3
          inline case remove(bad(), "d") fails: no heap (src/heap.rs:31)
          isolde/puts/heap/remove.inputs:7: this input was edited by hand; only its choices count, and its text is rewritten from them
          a stored input no longer fits (there is no parameter `n`); it is kept in isolde/puts/heap/remove.inputs
          assert_reachable!("the end") was not reached
          2 inputs left out: their runs would change something outside the process
          1234 runs, 17 paths, 11 of 12 branches of the code covered; more time might find more
        "#);
    }
}
