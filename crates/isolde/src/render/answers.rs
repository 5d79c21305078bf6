//! The answers of mocks (statements and an expression that stand in the body of a method), closures, and what the body of a test chose.

use super::Rendering;
use crate::mock::Types;

impl Rendering {
    /// Notes that the last argument does not belong to the call, because the body of the test chose it.
    pub fn note_chosen(&mut self) {
        self.chosen.extend(self.arguments.pop());
    }

    /// Notes that a closure is written next. Returns its name, if it is a whole argument, and how its types are known.
    pub fn begin_closure(&mut self) -> (Option<String>, Types) {
        let name = self.whole_argument().map(str::to_owned);
        self.is_closure = name.is_some() && !self.suffixed;
        let types = match self.is_closure || self.is_whole_passed() {
            true if self.tells => Types::Told,
            _ if !self.is_closure && self.is_exact() => Types::Written,
            _ => Types::Inferred,
        };
        (name, types)
    }

    /// The name of the argument under construction, if what is written next is all of it, apart from pointers.
    pub fn whole_argument(&self) -> Option<&str> {
        let (name, receives) = self.argument.as_ref()?;
        (are_pointers(&self.expression) && !receives).then_some(name)
    }

    /// Whether what is written next is all of the argument of a function within the expression, apart from pointers.
    pub fn is_whole_passed(&self) -> bool {
        let begun = self.passed.and_then(|start| self.expression.get(start..));
        begun.is_some_and(are_pointers)
    }

    /// Makes a statement of the expression. References in it to temporary values live on.
    #[cold]
    pub(crate) fn end_statement(&mut self) {
        let statement = std::mem::take(&mut self.expression);
        let statement = self.with_leaked(statement);
        self.statements.push(format!("{statement};"));
    }

    /// Makes a statement of the expression, which refers to temporary values only until it ends.
    #[cold]
    pub(crate) fn end_brief_statement(&mut self) {
        self.temporaries.clear();
        self.end_statement();
    }

    /// Takes the statements and the expression. References in them to temporary values live on.
    #[cold]
    pub(crate) fn take_answer(&mut self) -> (String, String) {
        let expression = std::mem::take(&mut self.expression);
        let expression = self.with_leaked(expression);
        let mut statements = String::new();
        for statement in self.statements.drain(..) {
            statements.push_str(&statement);
            statements.push('\n');
        }
        (statements, expression)
    }

    /// The expression with the values leaked that it refers to, because the method returns before they are used.
    fn with_leaked(&mut self, mut expression: String) -> String {
        // Inner references first: they were written first.
        let mut temporaries = std::mem::take(&mut self.temporaries);
        while !temporaries.is_empty() {
            let (sign, target) = temporaries.remove(0);
            let reference = format!("{sign}{target}");
            let leaked = match sign {
                "&" => format!("&*Box::leak(Box::new({target}))"),
                _ => format!("Box::leak(Box::new({target}))"),
            };
            expression = expression.replacen(&reference, &leaked, 1);
            for (_, outer) in &mut temporaries {
                *outer = outer.replacen(&reference, &leaked, 1);
            }
        }
        expression
    }
}

/// Whether a text is the beginning of an expression that makes pointers, and nothing else.
fn are_pointers(text: &str) -> bool {
    let mut rest = text.trim_start_matches(['&', ' ']);
    for pointer in [
        "mut ",
        "Box::new(",
        "std::rc::Rc::new(",
        "std::sync::Arc::new(",
    ] {
        rest = rest.trim_start_matches(pointer);
    }
    rest.is_empty()
}
