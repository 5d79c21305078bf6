//! The statements of a test before its last call.

use crate::assertion;
use crate::render::{Form, Test};
use isolde_record::Observed;

/// From this many on, equal statements are written as a loop.
const LOOPED: usize = 5;

impl Test {
    /// The statements before the last call.
    pub(crate) fn statements(&self) -> String {
        let lines = self.observation.statements.iter().enumerate();
        let lines: Vec<String> = lines
            .map(|(number, line)| self.statement(number, line))
            .collect();
        let runs = lines.chunk_by(|one, other| one == other);
        let written = runs.map(|run| match run.len() {
            count @ LOOPED.. if !run[0].starts_with("let ") => {
                format!("for _ in 0..{count} {{\n{}\n}}\n", run[0])
            }
            _ => run.iter().map(|line| format!("{line}\n")).collect(),
        });
        written.collect()
    }

    /// A statement before the call; of a sequence, it may be a call whose result is asserted. Before a call that fails, it is mere preparation.
    fn statement(&self, number: usize, line: &str) -> String {
        let mut asserted = self.observation.asserted.iter();
        let observed = asserted.find(|(statement, _)| *statement == number);
        match (observed, line.strip_suffix(';')) {
            (Some((_, observed)), Some(expression)) if self.is_finding() => {
                match self.form == Form::CallOnly || is_result(observed) {
                    true => format!("let _ = {expression};"),
                    false => line.to_owned(),
                }
            }
            (Some((_, observed)), Some(expression)) => {
                assertion::assert(expression, observed, self.form == Form::CallOnly)
            }
            _ => line.to_owned(),
        }
    }
}

/// Whether a value is a `Result`, which the compiler wants to be used.
fn is_result(observed: &Observed) -> bool {
    match observed {
        Observed::Source(text) | Observed::Debug(text) | Observed::Pattern(text) => {
            text.starts_with("Ok(") || text.starts_with("Err(")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::render::tests::test;
    use isolde_record::{Observation, Observed, Outcome};

    #[test]
    fn many_equal_statements_are_a_loop() {
        let mut statements = vec!["let mut list = List::new();".to_owned()];
        statements.extend(vec!["list.push(0);".to_owned(); 6]);
        statements.extend(vec!["list.pop();".to_owned(); 4]);
        let observation = Observation {
            statements,
            asserted: vec![(1, Observed::Source("1".into()))],
            call: "list.len()".into(),
            ..Observation::default()
        };
        let source = test(Outcome::Returned, observation, false).source();
        let lines: Vec<&str> = source.lines().collect();
        let at = lines
            .iter()
            .position(|line| line.starts_with("let mut list"));
        assert_eq!(
            lines[at.expect("a variable")..][1..7],
            [
                "assert_eq!(list.push(0), 1);",
                "for _ in 0..5 {",
                "list.push(0);",
                "}",
                "list.pop();",
                "list.pop();",
            ]
        );
    }
}
